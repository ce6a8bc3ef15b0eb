#pragma once
// The parts of the sheet's panel, and what it remembers between frames.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/editing/completion.hpp"
#include "algebra/editing/number_steps.hpp"
#include "algebra/language.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// An entry's source, ready to be drawn; made anew when its text changes.
struct SourceText {
  std::string text;
  const ImFont* font = nullptr;
  std::vector<algebra::Token> tokens;
  std::vector<algebra::editing::NumberToken> numbers;
  std::vector<std::size_t> unmatched;  ///< brackets
  std::vector<float> x;                ///< of each byte from the left, and of the end
  std::uint64_t used = 0;              ///< the frame that drew it last
  float at(std::size_t byte) const { return x[std::min(byte, x.size() - 1)]; }
  std::size_t byte_at(float from_left) const;  ///< nearest place for a text cursor
};

/// A number that is pressed or dragged: in its text, or on its slider.
struct NumberDrag {
  int entry = -1;
  std::size_t number = 0;
  std::int64_t from = 0;
  algebra::editing::NumberRange range;  ///< of the slider
  bool on_slider = false, moving = false;
  std::string key;  ///< of its undo step
};

/// What is offered at the text cursor.
struct Offer {
  int entry = -1;    ///< -1: nothing
  std::string text;  ///< of the entry, that it was made for
  std::size_t cursor = 0;
  algebra::editing::Completion completion;
  std::optional<algebra::editing::CallHelp> call;
  int row = 0;
  bool row_chosen = false;            ///< with the arrow keys: Enter takes it
  bool forced = false, shut = false;  ///< shut: with Escape, until something is typed
  ImVec2 word, below;                 ///< where it may be drawn: above the word or below this
  ImVec2 from, to;                    ///< where it was
};

/// Which values of a number work, marked on its slider.
struct SliderMarks {
  std::string around;         ///< the text without the number
  std::uint64_t version = 0;  ///< of the newest result of what the entry uses
  std::uint64_t looked = 0;   ///< whether they are still right; see SheetPanel::marks_looked
  std::vector<std::int64_t> works;
  bool all = false;  ///< nothing to mark
};

struct SheetPanel {
  std::unordered_map<int, SourceText> sources;
  std::uint64_t frame = 0;

  // The list.
  std::uint64_t listed_version = 0, listed_evaluation = 0;
  float listed_width = 0;
  const ImFont* listed_font = nullptr;
  std::vector<float> heights, tops;     ///< tops: one more than there are entries
  std::vector<std::uint64_t> measured;  ///< the version of the result that the height is of; 0: guessed
  std::vector<int> numbers;             ///< of the lines, as they are shown
  int seen_selected = -1;
  bool pressed_here = false;  ///< the selection came from a click in the list
  int reveals = 0;            ///< frames for which the selected row is brought into sight: heights are guessed at first
  int awaited = -1;           ///< the entry that gets the keyboard: it takes a frame
  std::uint64_t awaited_until = 0;
  int moved = -1;  ///< the entry that is dragged by its number
  bool moving = false;
  ImVec2 wheel_rest{-1, -1};  ///< where the pointer was when the wheel last scrolled the list
  float scroll = 0;
  float exercises = 0;  ///< height of a lesson's cards beneath the entries

  // Typing.
  std::string typed;  ///< what the active field holds
  std::size_t cursor = 0;
  std::size_t column = std::string::npos;  ///< of the line that an arrow key left
  Offer offer;
  std::uint64_t names_of = 0;
  std::vector<std::string> names;

  // Numbers.
  NumberDrag drag;
  std::string wheel_key;
  double wheel_at = -10;
  float wheel_left = 0;
  std::unordered_map<std::size_t, SliderMarks> marks;
  int marks_entry = -1;
  std::string marks_text;  ///< of the entry, and what was evaluated, when marks_looked grew last
  std::uint64_t marks_evaluation = 0, marks_looked = 0;
  int field_number = -1;  ///< whose value field has the keyboard
  std::string field_text;

  // Operations.
  int operation = -1;          ///< the row chosen with the arrow keys
  std::string operations_for;  ///< the search that was found for
  Language operations_in = Language::english;
  std::vector<const algebra::Function*> operations;
};

/// The key of a run of edits of a number: drag, slide, wheel or value.
inline std::string number_key(const char* how, int entry, std::size_t number) {
  return std::string(how) + ' ' + std::to_string(entry) + ' ' + std::to_string(number);
}

inline SheetPanel& panel_of(Ui& ui) {
  if (!ui.sheet_panel) ui.sheet_panel = std::make_shared<SheetPanel>();
  return *ui.sheet_panel;
}

struct Row {
  ImVec2 at;  ///< top left
  float width, text_x, text_width;
};

/// What a click means with the modifiers that are held.
inline Choose choice_by_keys() {
  const auto& io = ImGui::GetIO();
  return io.KeyCtrl ? Choose::toggle : io.KeyShift ? Choose::up_to : Choose::only;
}

}  // namespace app
