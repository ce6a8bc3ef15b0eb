#pragma once
// Declarations shared by the parts of the sheet's panel, and its state between frames.

#include <string>
#include <unordered_map>
#include <vector>

#include "app/actions/entry_source.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/sheet_list.hpp"
#include "app/actions/working_values.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// An entry's source as it was last drawn.
struct DrawnSource : SourceText {
  const ImFont* font = nullptr;
  std::uint64_t used = 0;  ///< the last frame that drew it
};

/// A number that is being pressed or dragged, in the text or on its slider.
struct NumberDrag {
  int entry = -1;
  std::size_t number = 0;
  std::int64_t from = 0;
  algebra::editing::NumberRange range;  ///< of the slider
  bool on_slider = false, moving = false;
  std::string key;  ///< of its undo step
};

/// The completions at the text cursor, as they are drawn.
struct Offer : TypingOffer {
  ListChoice choice{.row = -1};  ///< selected by the arrow keys, for Enter; -1: none, and Tab takes the first
  ImVec2 word, below;            ///< it is drawn above `word` or below `below`
  ImVec2 from, to;               ///< the rectangle in which it was drawn
};

struct SheetPanel {
  std::unordered_map<int, DrawnSource> sources;
  std::uint64_t frame = 0;

  // The list.
  SheetList list;
  std::uint64_t seen_document = 0;  ///< id of the last drawn document
  bool pressed_here = false;        ///< the selection came from a click in the list
  int reveals = 0;                  ///< remaining frames of scrolling to the selected row, as heights are estimated at first
  int awaited = -1;                 ///< the entry that will get keyboard focus, which takes a frame
  std::uint64_t awaited_until = 0;
  int moved = -1;  ///< the entry being dragged by its line number; -1: none
  bool moving = false;
  ImVec2 wheel_rest{-1, -1};  ///< mouse position when the wheel last scrolled the list
  float scroll = 0;
  float exercises = 0;  ///< height of the exercise cards beneath the entries

  // Typing.
  int active_entry = -1;                 ///< the entry being typed in; -1: none
  std::uint64_t seen_sheet_version = 0;  ///< the version from which the text fields last took their texts
  std::string typed;                     ///< text of the active field
  std::size_t cursor = 0;
  std::size_t column = std::string::npos;  ///< of the cursor in the row that an arrow key left; npos: none
  Offer offer;
  std::uint64_t names_of = 0;
  std::vector<std::string> names;

  // Numbers.
  NumberDrag drag;
  std::string wheel_key;
  double wheel_at = -10;
  float wheel_left = 0;
  SliderMarking marking;
  int field_entry = -1;  ///< the entry of the number whose value field has keyboard focus; -1: none
  std::size_t field_number = 0;
  std::string field_text;

  // Operations.
  std::string search;
  ListChoice operation;
  std::string operations_for;  ///< the search that `operations` belongs to
  Language operations_in = Language::english;
  std::vector<const algebra::Function*> operations;
};

/// Returns the merge key for edits of a number. how: drag, slide, wheel or value.
inline std::string number_key(const char* how, int entry, std::size_t number) {
  return std::string(how) + ' ' + std::to_string(entry) + ' ' + std::to_string(number);
}

inline SheetPanel& panel_of(const Ui& ui) { return ui.kept<SheetPanel>(); }

struct Row {
  ImVec2 at;  ///< top left corner
  float width, text_x, text_width;
};

/// Returns how a click selects an entry, by the modifier keys.
inline Choose choice_by_keys() {
  const auto& io = ImGui::GetIO();
  return io.KeyCtrl ? Choose::toggle : io.KeyShift ? Choose::up_to : Choose::only;
}

// A row of the sheet: the entry's number and text, and below it its value and summary, or its problem.
// Draws the row and returns its height.
float entry_row(Ui&, const Workspace&, const ViewState&, Requests&, int index, int number, ImVec2 at, float width);

// An entry's text field: coloured source below a transparent text field of Dear ImGui.
// Draws the field and its source. Returns whether it has keyboard focus.
bool entry_text(Ui&, const Workspace&, const ViewState&, Requests&, int index, const Row&, float y);
/// Returns the tokens and metrics of an entry's text; cached.
const SourceText& source_of(Ui&, const Face&, int index, std::string_view text);

// Editing the numbers in an entry's text by dragging them sideways or by the wheel.
// Handles dragging, wheel and clicks on the number under the mouse. Call this before the text field, which would take the mouse.
void entry_numbers(Ui&, Requests&, int index, const SourceText&, ImVec2 origin, float left, float right);
/// Handles a step of the wheel over a number. Returns true if there was one.
bool wheel_over_number(Ui&, Requests&, int index, std::size_t number, const algebra::editing::NumberToken&);
/// Sets the number to the value that the drag has reached, merging with the drag's other edits. keep_valid: see drag_number.
void drag_number_to(Requests&, const NumberDrag&, std::int64_t value, bool keep_valid);

// Completions while typing: matching names, and the signature of the call around the cursor.
// Updates the completions for the text and the cursor. Call this before draw_offer.
void follow_typing(Ui&, const Workspace&, int index, const std::string& text, std::size_t cursor, bool edited);
/// Selects a completion by the arrow keys.
void choose_offer(const Ui&);
/// Accepts a completion, which replaces the typed letters.
void take_offer(Ui&, Requests&, int row);
/// Draws the completions and the help on the call, below the row being typed in.
void draw_offer(Ui&, const Workspace&, const ViewState&, Requests&);

// The parameters of the sheet's program, above the entries: a slider and a field for each number, a field for each type.
// Returns the strip's height in a panel of `width` and `room`; 0 if the sheet has no parameters.
float needs_strip_height(const Ui&, const Workspace&, const ViewState&, float width, float room);
void needs_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

// The compiler's answer on the sheet's program, above the parameters: a button to run it, its progress, and the shown instantiation.
// Returns the strip's height in a panel of `width`; 0 if there is nothing to ask.
float compiler_strip_height(Ui&, const Workspace&, float width);
void compiler_strip(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

// Sliders for the numbers of the selected entry, below the sheet. Ticks mark values that satisfy its contract.
// Returns the height that the strip needs, at most `room`.
float parameter_strip_height(Ui&, const Workspace&, const ViewState&, float room);
void parameter_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

// The heading of a section of a program's sheet.
float section_heading_height(const Ui&);
/// Draws the section's name with the number of its entries and problems. A click folds or unfolds it; the ring at its end shows only the
/// section's cards.
void section_heading(Ui&, const Workspace&, const ViewState&, Requests&, const Section&, ImVec2 at, float width);

// Draws the searchable operations below the sheet. A click or Enter inserts a call with the selected entries; the search field also accepts
// pasted text.
void operations_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
