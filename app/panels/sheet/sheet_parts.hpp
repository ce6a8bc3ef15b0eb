#pragma once
// What the parts of the sheet's panel share, and its state between frames.

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

/// An entry's source as it was drawn last.
struct DrawnSource : SourceText {
  const ImFont* font = nullptr;
  std::uint64_t used = 0;  ///< the last frame that drew it
};

/// A number that is pressed or dragged, in the text or on its slider.
struct NumberDrag {
  int entry = -1;
  std::size_t number = 0;
  std::int64_t from = 0;
  algebra::editing::NumberRange range;  ///< of the slider
  bool on_slider = false, moving = false;
  std::string key;  ///< of its undo step
};

/// What is offered at the text cursor, as it is drawn.
struct Offer : TypingOffer {
  ListChoice choice{.row = -1};  ///< by the arrow keys: Enter accepts it; -1: none, and Tab takes the first
  ImVec2 word, below;            ///< it is drawn above `word` or below `below`
  ImVec2 from, to;               ///< rectangle where it was drawn
};

struct SheetPanel {
  std::unordered_map<int, DrawnSource> sources;
  std::uint64_t frame = 0;

  // The list.
  SheetList list;
  std::uint64_t seen_document = 0;  ///< id of the document that was drawn last
  bool pressed_here = false;        ///< the selection came from a click in the list
  int reveals = 0;                  ///< frames left to scroll to the selected row, since heights are estimated at first
  int awaited = -1;                 ///< the entry that is about to get the keyboard, which takes a frame
  std::uint64_t awaited_until = 0;
  int moved = -1;  ///< the entry being dragged by its line number; -1: none
  bool moving = false;
  ImVec2 wheel_rest{-1, -1};  ///< mouse position when the wheel last scrolled the list
  float scroll = 0;
  float exercises = 0;  ///< height of the exercise cards beneath the entries

  // Typing.
  int active_entry = -1;                 ///< the entry being typed in; -1: none
  std::uint64_t seen_sheet_version = 0;  ///< when the text fields last took their texts from the sheet
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
  int field_entry = -1;  ///< the entry of the number whose value field has the keyboard; -1: none
  std::size_t field_number = 0;
  std::string field_text;

  // Operations.
  std::string search;
  ListChoice operation;
  std::string operations_for;  ///< the search that `operations` was found for
  Language operations_in = Language::english;
  std::vector<const algebra::Function*> operations;
};

/// The merge key of edits of a number. how: drag, slide, wheel or value.
inline std::string number_key(const char* how, int entry, std::size_t number) {
  return std::string(how) + ' ' + std::to_string(entry) + ' ' + std::to_string(number);
}

inline SheetPanel& panel_of(const Ui& ui) { return ui.kept<SheetPanel>(); }

struct Row {
  ImVec2 at;  ///< top left
  float width, text_x, text_width;
};

/// How a click chooses an entry, by the modifier keys held.
inline Choose choice_by_keys() {
  const auto& io = ImGui::GetIO();
  return io.KeyCtrl ? Choose::toggle : io.KeyShift ? Choose::up_to : Choose::only;
}

// A row of the sheet: the entry's number and text, and beneath it its value and summary, or its problem.
/// Draws the row and returns its height.
float entry_row(Ui&, const Workspace&, const ViewState&, Requests&, int index, int number, ImVec2 at, float width);

// An entry's text field: coloured source beneath a transparent text field of Dear ImGui.
/// Draws the field and its coloured source. True while it has the keyboard.
bool entry_text(Ui&, const Workspace&, const ViewState&, Requests&, int index, const Row&, float y);
/// The tokens and metrics of an entry's text; cached.
const SourceText& source_of(Ui&, const Face&, int index, std::string_view text);

// Editing the numbers in an entry's text by dragging them sideways or by the wheel.
/// Handles dragging, wheel and clicks on the number under the mouse. Call this before the text field, which would take the mouse.
void entry_numbers(Ui&, Requests&, int index, const SourceText&, ImVec2 origin, float left, float right);
/// Handles a step of the wheel over a number. True if there was one.
bool wheel_over_number(Ui&, Requests&, int index, std::size_t number, const algebra::editing::NumberToken&);
/// Sets the number to the value that the drag has reached, merging with the drag's other edits. keep_valid: see drag_number.
void drag_number_to(Requests&, const NumberDrag&, std::int64_t value, bool keep_valid);

// Completions while typing: matching names, and the signature of the call around the cursor.
/// Updates the offer for the text and the cursor. Call this before draw_offer.
void follow_typing(Ui&, const Workspace&, int index, const std::string& text, std::size_t cursor, bool edited);
/// Chooses a row of the offer by the keys.
void choose_offer(const Ui&);
/// Accepts a row of the offer: replaces the typed letters by it.
void take_offer(Ui&, Requests&, int row);
/// Draws the completions and the help on the call, below the row being typed in.
void draw_offer(Ui&, const Workspace&, const ViewState&, Requests&);

// What the sheet's program is given, above the entries: a slider and a field for each number, a field for each type.
/// Its height where the sheet's panel is `width` wide and `room` high; 0 if the sheet has no parameters.
float needs_strip_height(const Ui&, const Workspace&, const ViewState&, float width, float room);
void needs_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

// What the compiler's front end says of the sheet's program, above what the program is given: that it can be asked, how far it is, and the
// instantiation that is shown.
/// Its height where the sheet's panel is `width` wide; 0 if there is nothing to ask.
float compiler_strip_height(Ui&, const Workspace&, float width);
void compiler_strip(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

// Sliders for the numbers of the selected entry, beneath the sheet. Ticks mark the values that satisfy its contract.
/// The height that the strip needs, within `room`.
float parameter_strip_height(Ui&, const Workspace&, const ViewState&, float room);
void parameter_strip(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

// The heading of a section of a program's sheet.
float section_heading_height(const Ui&);
/// Draws the section's name with the number of its entries and problems. A click folds or unfolds it; the ring at its end shows
/// the section's cards and no others.
void section_heading(Ui&, const Workspace&, const ViewState&, Requests&, const Section&, ImVec2 at, float width);

// The searchable operations beneath the sheet. A click or Enter inserts a call with the chosen entries; the search field also
// accepts pasted text.
void operations_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
