#pragma once
// Rows from top to bottom: headings, properties, words, links, chips, and the fields of a form. Panels provide the contents; this computes
// positions, widths and abbreviations. All lengths are pixels unless stated otherwise.

#include <cfloat>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/told_rows.hpp"
#include "app/document/facts.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Places pieces from left to right, on as many lines as needed.
class Flow {
 public:
  /// gap: between pieces. line: from the top of one line to that of the next.
  Flow(ImVec2 at, float width, float gap, float line) : next_(at), left_(at.x), right_(at.x + width), gap_(gap), line_(line) {}
  /// Returns the place of a piece of that width.
  ImVec2 next(float width) {
    if (next_.x > left_ && next_.x + width > right_) next_ = {left_, next_.y + line_};
    const auto at = next_;
    next_.x += width + gap_;
    return at;
  }
  /// Return the top of the last line, and its bottom.
  float top() const { return next_.y; }
  float bottom() const { return next_.y + line_; }

 private:
  ImVec2 next_;
  float left_, right_, gap_, line_;
};

/// The place of values of properties.
enum class Values : std::uint8_t {
  beside_labels,  ///< left-aligned in a column; long ones continue on the next line
  at_the_right    ///< right-aligned; one that does not fit is smaller, or below its label
};

class Rows {
 public:
  /// list: null: rows are only measured. part: of the terms for F1, see help_term.
  Rows(Ui& u, ImDrawList* l, ImVec2 at, float w, const char* part = "", Values values = Values::beside_labels)
      : ui(u), list(l), x(at.x), width(w), y(at.y), part_(part), values_(values) {}

  Ui& ui;
  ImDrawList* list;
  float x, width;
  float y;                 ///< top of the next row
  float bottom = FLT_MAX;  ///< of the panel around the rows

  /// Draws rows, and adds the requests of clicks.
  void tell(const std::vector<ToldRow>&, Requests&);
  /// Draws a heading in `room` of the width; 0: all of it.
  void heading(std::string_view words, float room = 0);
  /// Draws a heading that is a term, in English: it is translated, and F1 explains it. The same for the labels of rows.
  void section(const char* term);
  void row(const Fact&, ImU32 ink);
  void row(const char* term, std::string_view value, ImU32 ink);
  void row(const char* term, std::string_view value) { row(term, value, ui.ink.text); }
  /// Draws a row whose label is a term with something after it.
  void row(const char* term, std::string_view rest, std::string_view value);
  /// Draws a row whose value is still being computed.
  void pending(const char* term) { row(term, "…", ui.ink.faint); }
  /// Draws a row with any label, untranslated. Returns its rectangle.
  Rect labelled(std::string_view label, std::string_view value, ImU32 ink);
  /// Draws words on as many lines as needed. Pieces that look like code get the background `back`; 0: chips. gap: below, in points.
  void words(std::string_view text, ImU32 ink, float gap = 4, ImU32 back = 0);
  /// Draws one line, shortened if it is too wide. gap: below, in points.
  void line(const Face&, std::string_view text, ImU32 ink, float gap);
  /// Draws text in the code font, wrapped. gap: below, in points.
  void code(std::string_view text, ImU32 ink, float gap);
  /// Draws words as a link. Returns true if it is clicked.
  bool link(const char* id, std::string_view words, float gap = 6);
  /// Draws links side by side, on as many lines as needed. Returns the clicked one, else -1.
  int links(std::span<const std::string> words);
  /// Draws chips on as many lines as needed. Returns the clicked one, else -1.
  int chips(const char* id, std::span<const std::string> labels, const Face&);
  /// Draws a single chip. Returns true if it is clicked.
  bool chip_row(const char* id, std::string_view label, const Face&, float gap = 12);
  void gap(float points) { y += ui.px(points); }
  /// Reports the height of the rows to ImGui's window.
  void end() const;

 private:
  bool row_with(const ToldRow&);
  Rect right_aligned(std::string_view label, std::string_view value, ImU32 ink, float right);
  void help(std::string_view term, const Rect&) const;
  const char* part_;
  Values values_;
};

/// Returns the colour of a tone.
ImU32 ink_of(const Ink&, Tone);

/// Returns the height of the rows that `write` writes at that width.
template <class Write>
float height_of_rows(Ui& ui, float width, Write&& write) {
  Rows rows(ui, nullptr, {}, width);
  write(rows);
  return rows.y;
}

/// The appearance of a form.
struct FormLook {
  const Face *label, *field;
  ImU32 ink;         ///< of labels
  float labels;      ///< width of their column
  float row;         ///< from the top of one row to that of the next
  ImVec2 padding;    ///< of a field
  const char* part;  ///< of the terms for F1; "": none
};

/// The fields of a form, each in a row after its label.
class Form {
 public:
  Form(Ui& u, const FormLook& look, ImVec2 at, float width) : ui(u), look_(look), x_(at.x), width_(width), y_(at.y) {}

  Ui& ui;

  /// Begins a row. The next ImGui item is its field, as wide as the rest of the row. term: in English.
  void label(std::string_view term);
  /// Begins a row with a list.
  DropDown choice(std::string_view term, const char* id, std::string_view shown);
  /// Draws a text field in the fields' font. hint: in English, for an empty field. Returns true if it was edited.
  bool text(const char* id, std::string& value, const char* hint) const;
  /// Draws a check box; two share a row, unless one is `alone`.
  bool check(const char* term, bool& value, bool alone = false);
  /// Extends the row by further lines, up to the top of the last one.
  void reach(float top) { y_ = top; }
  /// Reports the form's height to ImGui's window.
  void end() const;

  /// Geometry of the row's field.
  float left() const { return x_ + look_.labels; }
  float room() const { return width_ - look_.labels; }
  float height() const { return look_.field->size + 2 * look_.padding.y; }
  float top() const { return y_; }

 private:
  void begin_row();
  FormLook look_;
  float x_, width_, y_;
  bool begun_ = false, half_ = false;
};

/// Draws a sentence at ImGui's cursor, wrapped at `width`.
void wrapped(const std::string& text, ImU32 ink, float width);
/// Draws a code field at ImGui's cursor. hint: for an empty field. Returns true if it was edited.
bool code_field(const Ui&, const char* id, const char* hint, std::string& value, float width);
/// Keeps the next ImGui item on the line of the last one if `needs` fits before `right`, else starts a new line. Both from the window's
/// left.
void beside_if_it_fits(float needs, float gap, float right);
/// Draws source text on as many lines as needed, broken after blanks, or else after commas. Returns the height; draws only with a list.
float flow_source(ImDrawList*, const Ui&, const Face&, ImVec2 at, float width, std::string_view text);

}  // namespace app
