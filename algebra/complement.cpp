// complement: the layout of what a layout leaves out.

#include <algorithm>

#include <fmt/format.h>

#include "algebra/coalesce.hpp"

namespace algebra {
namespace {

[[noreturn]] void overlapping(const Layout& l) {
  throw Problem{"injective", fmt::format("{} has no complement: it maps two elements to one index.", to_string(l, Marks::plain)), {}};
}

Layout complement_of_filtered(const Layout& layout, std::vector<Mode> modes, const IntTuple& cotarget) {
  if (modes.size() == 1 && modes[0].stride.is(0)) {
    const auto rest = coalesce(cotarget);
    return make_layout(rest);
  }
  if (modes.size() > 1 && std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return !m.stride.is_static; }))
    throw Problem{"static strides", fmt::format("CuTe builds the complement of {} only where all its strides are static, or it has one mode.", to_string(layout, Marks::plain)), {}};
  if (std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return m.stride.value < 0; }))
    throw Problem{"negative stride", fmt::format("{} has no complement: a complement needs strides that are not negative.", to_string(layout, Marks::plain)), {}};
  std::vector<Mode> result;
  Int stride{1, true};
  while (!modes.empty()) {
    const auto least = std::min_element(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) { return a.stride.value < b.stride.value; });
    // The gap between what is covered and the next stride.
    const auto gap = least->stride / stride;
    if (gap.is(0)) overlapping(layout);
    result.push_back({gap, stride});
    stride = least->stride * least->shape;
    modes.erase(least);
  }
  const auto rest_shape = coalesce(ceil_div(cotarget, IntTuple(stride)));
  const auto rest = Layout(rest_shape, compact_major(rest_shape, Major::left, stride));
  return coalesce(make_layout({layout_of_modes(result), rest}));
}

}  // namespace

Layout complement(const Layout& l, const IntTuple& cotarget) {
  const auto filtered = filter(l);
  return complement_of_filtered(filtered, flat_modes(filtered), cotarget);
}

Layout complement(const Layout& l) {
  const auto filtered = filter(l);
  return complement_of_filtered(filtered, flat_modes(filtered), cosize_of(filtered));
}

}  // namespace algebra
