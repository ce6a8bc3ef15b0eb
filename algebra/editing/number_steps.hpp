#pragma once
// Changes a number by dragging, by the wheel or by a slider.

#include <cstdint>
#include <functional>

#include "algebra/editing/number_tokens.hpp"

namespace algebra::editing {

/// Speed at which a number follows the pointer.
enum class DragPace : std::uint8_t { fine, normal, coarse };  ///< one step per 24, 8 and 1 points
/// Returns the value after dragging `from` to the right by `points`.
std::int64_t dragged(const NumberToken&, std::int64_t from, float points, DragPace);

/// Returns the value after some notches of the wheel: one step each, or to the next power of two.
std::int64_t stepped(const NumberToken&, std::int64_t from, int notches, bool powers_of_two);

/// Returns the working value nearest to `wanted`, within the bounds and at most `reach` away; `from` if there is none.
std::int64_t nearest_working(const NumberToken&, std::int64_t wanted, std::int64_t from, const std::function<bool(std::int64_t)>& works,
                             std::int64_t reach = 64);

/// The range of a number's slider, [least, most]: contains its value and nearby values worth trying.
struct NumberRange {
  std::int64_t least = 0, most = 1;
  bool logarithmic = false;                ///< too wide for one step per pixel
  double place(std::int64_t value) const;  ///< slider position, 0 to 1
  std::int64_t at(double place) const;     ///< the value nearest to a slider position
};
NumberRange slider_range(const NumberToken&);

}  // namespace algebra::editing
