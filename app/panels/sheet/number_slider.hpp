#pragma once
// A number of an entry as a slider, and as a field to type it in. The strips of the sheet's panel are made of them.

#include "algebra/editing/number_steps.hpp"
#include "app/ui/ui.hpp"

namespace app {

struct SliderMarks;

/// Of a strip: its heading's height, a line's, and the margin at its sides, in pixels.
struct StripMeasures {
  float head, line, margin;
};
StripMeasures strip_measures(const Ui&);

/// A number, and the values that its slider goes through.
struct SlidNumber {
  int entry = -1;
  std::size_t number = 0;
  const algebra::editing::NumberToken& token;
  algebra::editing::NumberRange range;  ///< ignored while the slider is held
  bool powers = false;                  ///< stops at powers of two only, but with Alt
  const SliderMarks* marks = nullptr;   ///< the values that work, where it stops; null: not known
};

/// A drag is one undo step. Escape takes it back.
void number_slider(Ui&, Requests&, const SlidNumber&, ImVec2 at, ImVec2 size);
/// The number as text, to be typed over.
void number_field(Ui&, Requests&, const SlidNumber&, ImVec2 at, float width);

/// Text to be typed over, in the face of numbers, by whatever has that entry and number; true when it was edited, with `text` as
/// typed. `hint` stands in an empty field.
bool small_field(Ui&, Requests&, int entry, std::size_t number, std::string& text, ImVec2 at, float width, bool decimal,
                 const char* hint = "");

}  // namespace app
