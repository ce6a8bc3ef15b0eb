// complement: the layout of what a layout leaves out.

#include <algorithm>

#include <fmt/format.h>

#include "algebra/coalesce.hpp"

namespace algebra {
namespace {

[[noreturn]] void overlapping(const Layout& l) {
  throw Problem{"injective", fmt::format("{} has no complement: it maps two elements to one index.", to_string(l, Marks::plain)), {}};
}

void require_complement(const Layout& layout, const ModeList& modes) {
  bool all_static = true, negative = false, basis = false;
  for (const auto& m : modes) {
    all_static = all_static && m.stride.is_static;
    negative = negative || m.stride.value < 0;
    basis = basis || m.stride.basis != 0;
  }
  if (modes.size() > 1 && !all_static)
    throw Problem{"static strides",
                  fmt::format("CuTe builds the complement of {} only where all its strides are static, or it has one mode.",
                              to_string(layout, Marks::plain)),
                  {}};
  if (negative)
    throw Problem{"negative stride",
                  fmt::format("{} has no complement: a complement needs strides that are not negative.", to_string(layout, Marks::plain)),
                  {}};
  if (basis) throw Problem{"basis", fmt::format("{} has no complement: its indices are coordinates.", to_string(layout, Marks::plain)), {}};
}

/// The modes that fill the cotarget, as often as `room` fits into it: coalesce(ceil_div(cotarget, room)), leaf by leaf,
/// with compact strides from `room` on.
void add_rest(ModeList& result, const IntTuple& cotarget, Int room) {
  const auto before = result.size();
  Int divisor = room;
  cotarget.for_each_integer([&](Int extent) {
    const auto times = ceil_div(extent, divisor);
    if (cotarget.is_tuple()) divisor = ceil_div(divisor, extent);
    auto& last = result.back();
    if (result.size() > before && last.shape.is_static == times.is_static) last.shape = last.shape * times;
    else result.push_back({times, {0, true}});
  });
  for (auto i = before; i < result.size(); ++i) {
    auto& m = result[i];
    if (m.shape.is(1)) continue;
    m.stride = room;
    room = room * m.shape;
  }
}

/// A tiler's complement is where the tiles begin, as coordinates; else copies of the layout itself begin there.
StageOf of_copies(const Steps& steps) { return steps.of() == StageOf::indices ? StageOf::copies : steps.of(); }

/// Uses `modes` up.
Layout complement_of_filtered(const Layout& layout, ModeList& modes, const IntTuple& cotarget, Steps* steps) {
  if (modes.size() == 1 && modes[0].stride.is(0)) {
    auto result = make_layout(coalesce(cotarget));
    if (steps != nullptr)
      steps->show(result, "The layout takes only index 0: its complement is all of {}.", cotarget).of = of_copies(*steps);
    return result;
  }
  require_complement(layout, modes);
  ModeList result;
  Int stride{1, true};
  while (!modes.empty()) {
    auto* least =
        std::min_element(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) { return a.stride.value < b.stride.value; });
    // The gap between what is covered and the next stride.
    const auto gap = least->stride / stride;
    if (gap.is(0)) overlapping(layout);
    result.push_back({gap, stride});
    const auto covered = stride;
    stride = least->stride * least->shape;
    if (steps != nullptr) {
      auto& step =
          steps->show(layout_of_modes(result),
                      "The mode {}, next by stride: {} / {} = {} fit before it, which adds {}; the next free stride is {}·{} = {}.", *least,
                      least->stride, covered, gap, result.back(), least->stride, least->shape, stride);
      step.of = of_copies(*steps);
      step.covered = stride.value;
    }
    modes.erase(least);
  }
  add_rest(result, cotarget, stride);
  if (steps != nullptr)
    steps->show(layout_of_modes(result), "As often as that fits into {}: {} / {} rounded up.", cotarget, cotarget, stride).of =
        of_copies(*steps);
  coalesce_in_place(result);
  auto simple = layout_of_modes(result);
  if (steps != nullptr) steps->show(simple, "Coalesced: {}.", simple).of = of_copies(*steps);
  return simple;
}

}  // namespace

Layout complement(const Layout& l, const IntTuple& cotarget, Steps* steps) {
  auto modes = filter_modes(l);
  if (steps != nullptr) {
    const auto filtered = layout_of_modes(modes);
    auto& step = steps->show(filtered, "{} without strides of 0 and sizes of 1: {}.", l, filtered);
    if (step.of == StageOf::copies) step.of = StageOf::indices;
  }
  return complement_of_filtered(l, modes, cotarget, steps);
}

Layout complement(const Layout& l, Steps* steps) { return complement(l, cosize_of(filter(l)), steps); }

}  // namespace algebra
