#pragma once
// Rows from the top down: headings, properties, words, links, chips, and the fields of a form. A panel says what stands in them; where, how
// wide and what of it fits is decided here. All lengths are pixels where nothing else is said.

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

/// Pieces from left to right, on as many lines as they need.
class Flow {
 public:
  /// gap: between pieces. line: from the top of one line to that of the next.
  Flow(ImVec2 at, float width, float gap, float line) : next_(at), left_(at.x), right_(at.x + width), gap_(gap), line_(line) {}
  /// Where a piece of that width stands.
  ImVec2 next(float width) {
    if (next_.x > left_ && next_.x + width > right_) next_ = {left_, next_.y + line_};
    const auto at = next_;
    next_.x += width + gap_;
    return at;
  }
  /// Of the last line, and beneath it.
  float top() const { return next_.y; }
  float bottom() const { return next_.y + line_; }

 private:
  ImVec2 next_;
  float left_, right_, gap_, line_;
};

/// Where the values of properties stand.
enum class Values : std::uint8_t {
  beside_labels,  ///< left-aligned in a column; a long one goes on in the next line
  at_the_right    ///< right-aligned; one that does not fit is smaller, or stands beneath its label
};

class Rows {
 public:
  /// list: null: they are only measured. part: of the terms that F1 explains, see help_term.
  Rows(Ui& u, ImDrawList* l, ImVec2 at, float w, const char* part = "", Values values = Values::beside_labels)
      : ui(u), list(l), x(at.x), width(w), y(at.y), part_(part), values_(values) {}

  Ui& ui;
  ImDrawList* list;
  float x, width;
  float y;                 ///< where the next row begins
  float bottom = FLT_MAX;  ///< of the panel that they stand in

  /// Rows as they are told, with what clicks ask for.
  void tell(const std::vector<ToldRow>&, Requests&);
  /// A heading of words, in the part of the width that `room` leaves it; 0: all of it.
  void heading(std::string_view words, float room = 0);
  /// A heading that is a term, in English: it is translated, and F1 explains it. So for the labels of rows.
  void section(const char* term);
  void row(const Fact&, ImU32 ink);
  void row(const char* term, std::string_view value, ImU32 ink);
  void row(const char* term, std::string_view value) { row(term, value, ui.ink.text); }
  /// A label that is a term with something behind it.
  void row(const char* term, std::string_view rest, std::string_view value);
  /// A value that is still looked for.
  void pending(const char* term) { row(term, "…", ui.ink.faint); }
  /// A row with any label, untranslated. Returns its rectangle.
  Rect labelled(std::string_view label, std::string_view value, ImU32 ink);
  /// Words that flow over as many lines as they need; pieces that look like code stand on `back`; 0: on chips. gap: beneath, in points.
  void words(std::string_view text, ImU32 ink, float gap = 4, ImU32 back = 0);
  /// One line, shortened where it is too wide. gap: beneath, in points.
  void line(const Face&, std::string_view text, ImU32 ink, float gap);
  /// Text in the letters of code, wrapped. gap: beneath, in points.
  void code(std::string_view text, ImU32 ink, float gap);
  /// Words to be clicked. True if they are.
  bool link(const char* id, std::string_view words, float gap = 6);
  /// Several side by side, on as many lines as they need. Returns the one that was clicked, else -1.
  int links(std::span<const std::string> words);
  /// Chips on as many lines as they need. Returns the one that was clicked, else -1.
  int chips(const char* id, std::span<const std::string> labels, const Face&);
  /// A chip alone. True if it is clicked.
  bool chip_row(const char* id, std::string_view label, const Face&, float gap = 12);
  void gap(float points) { y += ui.px(points); }
  /// Tells ImGui's window how far down the rows reach.
  void end() const;

 private:
  bool row_with(const ToldRow&);
  Rect right_aligned(std::string_view label, std::string_view value, ImU32 ink, float right);
  void help(std::string_view term, const Rect&) const;
  const char* part_;
  Values values_;
};

/// The ink of words that are meant so.
ImU32 ink_of(const Ink&, Tone);

/// The height of what `write` writes into rows of that width.
template <class Write>
float height_of_rows(Ui& ui, float width, Write&& write) {
  Rows rows(ui, nullptr, {}, width);
  write(rows);
  return rows.y;
}

/// How a form looks.
struct FormLook {
  const Face *label, *field;
  ImU32 ink;         ///< of labels
  float labels;      ///< width of their column
  float row;         ///< from the top of one row to that of the next
  ImVec2 padding;    ///< of a field
  const char* part;  ///< of the terms that F1 explains; "": none
};

/// The fields of a form, each in a row behind its label.
class Form {
 public:
  Form(Ui& u, const FormLook& look, ImVec2 at, float width) : ui(u), look_(look), x_(at.x), width_(width), y_(at.y) {}

  Ui& ui;

  /// Begins a row; what ImGui draws next is its field, as wide as the row's rest. term: in English.
  void label(std::string_view term);
  /// The same, a list to choose from.
  DropDown choice(std::string_view term, const char* id, std::string_view shown);
  /// A field that text is typed into, in the letters of fields. hint: in English, in an empty one. True if it was edited.
  bool text(const char* id, std::string& value, const char* hint) const;
  /// A check box; two stand in a row, if they are not `alone`.
  bool check(const char* term, bool& value, bool alone = false);
  /// The row has more lines: where the last of them begins.
  void reach(float top) { y_ = top; }
  /// Tells ImGui's window how far down the form reaches.
  void end() const;

  /// Of the row's field.
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

/// A sentence at ImGui's cursor, wrapped at `width`.
void wrapped(const std::string& text, ImU32 ink, float width);
/// A field of code at ImGui's cursor. hint: stands in an empty one. True if it was edited.
bool code_field(const Ui&, const char* id, const char* hint, std::string& value, float width);
/// What ImGui draws next stands behind the last item where `needs` has room before `right`, else beneath it. Both from the window's left.
void beside_if_it_fits(float needs, float gap, float right);
/// Source text in as many lines as it needs, broken after blanks, or else after commas. Returns the height; draws only with a list.
float flow_source(ImDrawList*, const Ui&, const Face&, ImVec2 at, float width, std::string_view text);

}  // namespace app
