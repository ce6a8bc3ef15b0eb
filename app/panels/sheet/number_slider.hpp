#pragma once
// A number of an entry as a slider and as a field, for the strips of the sheet's panel.

#include "algebra/editing/number_steps.hpp"
#include "app/ui/ui.hpp"

namespace app {

struct SliderMarks;

/// Measures of a strip in pixels: the height of its heading and of a line, and the margin at its sides.
struct StripMeasures {
  float head, line, margin;
};
StripMeasures strip_measures(const Ui&);

/// A number with the range of its slider.
struct SlidNumber {
  int entry = -1;
  std::size_t number = 0;
  const algebra::editing::NumberToken& token;
  algebra::editing::NumberRange range;  ///< ignored while the slider is held
  bool powers = false;                  ///< stops only at powers of two, except with Alt
  const SliderMarks* marks = nullptr;   ///< values that satisfy the contract, where it stops; null: unknown
};

/// Draws the slider. A drag is one undo step, and Escape reverts it.
void number_slider(Ui&, Requests&, const SlidNumber&, ImVec2 at, ImVec2 size);
/// Draws the number as an editable text.
void number_field(Ui&, Requests&, const SlidNumber&, ImVec2 at, float width);

/// Draws a small text field in the numbers' font, for one number of an entry. Returns true if it was edited, with `text` as typed. `hint`
/// is shown in an empty field.
bool small_field(Ui&, Requests&, int entry, std::size_t number, std::string& text, ImVec2 at, float width, bool decimal,
                 const char* hint = "");

}  // namespace app
