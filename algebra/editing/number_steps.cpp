#include "algebra/editing/number_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace algebra::editing {
namespace {

constexpr std::int64_t largest_integer = std::numeric_limits<std::int64_t>::max();

std::int64_t saturated(const NumberToken& n, double value) {
  if (value <= static_cast<double>(n.least)) return n.least;
  if (value >= static_cast<double>(n.most)) return n.most;
  return static_cast<std::int64_t>(value);
}

std::int64_t moved(const NumberToken& n, std::int64_t from, std::int64_t by) {
  if (by > 0) return from > n.most - by ? n.most : from + by;
  return from < n.least - by ? n.least : from + by;
}

}  // namespace

std::int64_t dragged(const NumberToken& n, std::int64_t from, float points, DragPace pace) {
  const float step = pace == DragPace::fine ? 24.0f : pace == DragPace::coarse ? 1.0f : 8.0f;
  return moved(n, from, std::llround(std::trunc(points / step)));
}

std::int64_t stepped(const NumberToken& n, std::int64_t from, int notches, bool powers_of_two) {
  if (!powers_of_two) return moved(n, from, notches);
  // Steps through ..., -4, -2, -1, 0, 1, 2, 4, ...
  for (; notches > 0; --notches) {
    if (from >= largest_integer / 2) return n.most;
    std::int64_t next = 1;
    if (from >= 1)
      while (next <= from) next *= 2;
    else if (from == 0) next = 1;
    else {
      while (next < -from) next *= 2;
      next = from == -1 ? 0 : -(next / 2);
    }
    from = std::min(next, n.most);
  }
  for (; notches < 0; ++notches) {
    if (from <= -(largest_integer / 2)) return n.least;
    std::int64_t next = 1;
    if (from > 1) {
      while (next * 2 < from) next *= 2;
    } else if (from == 1) {
      next = 0;
    } else if (from == 0) {
      next = -1;
    } else {
      while (next <= -from) next *= 2;
      next = -next;
    }
    from = std::max(next, n.least);
  }
  return from;
}

std::int64_t nearest_working(const NumberToken& n, std::int64_t wanted, std::int64_t from, const std::function<bool(std::int64_t)>& works,
                             std::int64_t reach) {
  wanted = std::clamp(wanted, n.least, n.most);
  if (works(wanted)) return wanted;
  for (std::int64_t d = 1; d <= reach; ++d)
    for (const auto sign : {std::int64_t{-1}, std::int64_t{1}}) {
      const auto value = moved(n, wanted, sign * d);
      if (value == wanted + sign * d && works(value)) return value;
    }
  return from;
}

double NumberRange::place(std::int64_t value) const {
  value = std::clamp(value, least, most);
  if (most == least) return 0;
  const auto from_least = static_cast<double>(value) - static_cast<double>(least),
             all = static_cast<double>(most) - static_cast<double>(least);
  return logarithmic ? std::log2(from_least + 1) / std::log2(all + 1) : from_least / all;
}

std::int64_t NumberRange::at(double place) const {
  place = std::clamp(place, 0.0, 1.0);
  const auto all = static_cast<double>(most) - static_cast<double>(least);
  const double from_least = logarithmic ? std::exp2(place * std::log2(all + 1)) - 1 : place * all;
  return std::clamp(saturated({.least = least, .most = most}, std::round(static_cast<double>(least) + from_least)), least, most);
}

NumberRange slider_range(const NumberToken& n) {
  // Upper end: a power of two, at least twice the value and at least 16.
  std::int64_t most = 16;
  const auto size = n.value < 0 ? -n.value : n.value;
  while (most / 2 < size && most < largest_integer / 4) most *= 2;
  if (size > largest_integer / 4) most = largest_integer;
  NumberRange range{.least = std::max(n.least, n.value < 0 ? -most : std::int64_t{0}), .most = std::min(n.most, most)};
  range.logarithmic = static_cast<double>(range.most) - static_cast<double>(range.least) > 256;
  return range;
}

}  // namespace algebra::editing
