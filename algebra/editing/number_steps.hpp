#pragma once
// How a number changes: dragged, stepped by the wheel, moved along a slider.

#include <cstdint>
#include <functional>

#include "algebra/editing/number_tokens.hpp"

namespace algebra::editing {

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

}  // namespace algebra::editing
