#pragma once
// The integers of an entry's source text: what each is for, within which bounds it may change, and the text with another one.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/problem.hpp"

namespace app {

/// What an integer is for, as far as the text says.
enum class NumberRole : std::uint8_t { shape, stride, tile, coordinate, order, index, swizzle, offset, value };

struct NumberToken {
  algebra::SourceSpan span;    ///< bytes of the whole literal: 4, _4, -2, 0x1f, 4_c
  algebra::SourceSpan digits;  ///< of them what says the value: flags and the like stay as they are
  std::int64_t value = 0;
  NumberRole role = NumberRole::value;
  std::string label;                 ///< "shape 0", "stride (1,0)", "tiler 1", "coord 0", "B"
  std::int64_t least = 0, most = 0;  ///< with these and all between the text is read as before
  bool hexadecimal = false;
};

/// In the order of the text. Literals that are too large to be a value, and the numbers in what print shows of a
/// pointer, are left out. A note has none. Broken text has those that can be told.
std::vector<NumberToken> numbers_in(std::string_view line);

/// The line with another value for one of its numbers; within the number's bounds.
std::string with_number(std::string_view line, const NumberToken&, std::int64_t value);

/// How fast a number follows the pointer.
enum class DragPace : std::uint8_t { fine, normal, coarse };  ///< a step each 24, 8 and 1 points
/// The value that a drag to the right by `points` makes of `from`.
std::int64_t dragged(const NumberToken&, std::int64_t from, float points, DragPace);

/// The value after some notches of the wheel: one step each, or from one power of two to the next.
std::int64_t stepped(const NumberToken&, std::int64_t from, int notches, bool powers_of_two);

/// `wanted`, or the value nearest to it (within the bounds, at most `reach` away) that works; `from` where none does.
std::int64_t nearest_working(const NumberToken&, std::int64_t wanted, std::int64_t from, const std::function<bool(std::int64_t)>& works,
                             std::int64_t reach = 64);

/// The range that a slider shows of a number, so that its value and what one may try stand in it: [least, most].
struct NumberRange {
  std::int64_t least = 0, most = 1;
  bool logarithmic = false;                ///< too wide for a step a pixel
  double place(std::int64_t value) const;  ///< 0..1
  std::int64_t at(double place) const;     ///< nearest value
};
NumberRange slider_range(const NumberToken&);

}  // namespace app
