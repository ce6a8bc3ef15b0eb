// complement: the layout of the indices that a layout leaves out.

#include "algebra/layout/operations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/plain.hpp"

namespace algebra {
namespace {

/// Throws the Problem for a layout whose modes overlap: `next`, the next mode by stride, begins before `covered`, the end of `modes`.
[[noreturn]] void overlapping(LayoutView l, const ModeList& modes, Mode next, Int covered) {
  const bool negative = std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return m.stride.value < 0; });
  const auto text = to_string(Layout(l), Marks::plain);
  if (negative)
    throw Problem{
        "negative stride", message("CuTe builds no complement of {}: a complement needs strides that are not negative.", text), {}};
  throw Problem{"injective",
                message("CuTe builds no complement of {}: the stride {} is less than {}, where the mode with the stride before it ends.",
                        text, next.stride.value, covered.value),
                {}};
}

/// Throws if a mode ends at 0: the complement divides later strides by that end.
void require_end(LayoutView l, Mode mode) {
  if ((mode.stride * mode.shape).value != 0) return;
  throw Problem{"zero",
                message("CuTe builds no complement of {}: it would divide by 0, where the mode {}:{} ends.",
                        to_string(Layout(l), Marks::plain), mode.shape.value, mode.stride.value),
                {}};
}

void require_complement(LayoutView layout, const ModeList& modes) {
  const auto any = [&](auto condition) { return std::any_of(modes.begin(), modes.end(), condition); };
  if (!any([](const Mode& m) { return !m.stride.is_static || m.stride.basis != 0; })) return;
  const auto text = to_string(Layout(layout), Marks::plain);
  if (modes.size() > 1 && any([](const Mode& m) { return !m.stride.is_static; }))
    throw Problem{
        "static strides", message("CuTe builds the complement of {} only where all its strides are static, or it has one mode.", text), {}};
  if (any([](const Mode& m) { return m.stride.basis != 0; }))
    throw Problem{"basis", message("CuTe builds no complement of {}: its indices are coordinates.", text), {}};
}

/// Appends a size to the modes from `first` on. Sizes in a row that are all static, or all dynamic, become one mode.
inline void append_size(ModeList& modes, std::uint32_t first, Int size) {
  if (modes.size() > first && bool{modes.back().shape.is_static} == bool{size.is_static})
    modes.back().shape = plain(modes.back().shape) * plain(size);
  else modes.emplace_back(size, Int{0, true});
}

/// Gives the modes from `first` on compact strides from `stride` on.
inline void make_compact(ModeList& modes, std::uint32_t first, Int stride) {
  for (auto i = first; i < modes.size(); ++i) {
    auto& m = modes[i];
    if (m.shape.is(1)) continue;
    m.stride = stride;
    stride = plain(stride) * plain(m.shape);
  }
}

/// Appends the modes that fill the cotarget beyond `room`, with strides from `room` on: coalesce(ceil_div(cotarget, room)), leaf by leaf.
void add_rest(ModeList& result, const IntTuple& cotarget, Int room) {
  const auto first = result.size();
  Int divisor = plain(room);
  cotarget.for_each_integer([&](Int size) {
    const auto extent = plain(size);
    append_size(result, first, ceil_div(extent, divisor));
    if (cotarget.is_tuple()) divisor = ceil_div(divisor, extent);
  });
  make_compact(result, first, room);
}

/// Sorts by stride; stable, so modes with equal strides keep their order.
void sort_by_stride(ModeList& modes) {
  for (std::uint32_t i = 1; i < modes.size(); ++i) {
    if (modes[i - 1].stride.value <= modes[i].stride.value) continue;
    const auto m = modes[i];
    auto to = i;
    for (; to > 0 && m.stride.value < modes[to - 1].stride.value; --to) modes[to] = modes[to - 1];
    modes[to] = m;
  }
}

/// Returns what the step's indices mean: for a tiler, coordinates at which tiles begin; otherwise indices at which copies of the layout
/// begin.
StageOf of_copies(const Steps& steps) { return steps.of() == StageOf::indices ? StageOf::copies : steps.of(); }

void show_filtered(LayoutView l, const ModeList& modes, Steps& steps) {
  const auto filtered = layout_of_modes(modes);
  auto& step = steps.show(filtered, "{} without strides of 0 and sizes of 1: {}.", Layout(l), filtered);
  if (step.of == StageOf::copies) step.of = StageOf::indices;
}

/// Records the gap before the mode `next`, which is the last mode of `result`.
void show_gap(const ModeList& result, const Mode& next, Steps& steps) {
  const auto [gap, covered] = result.back();
  const auto free = next.stride * next.shape;
  const auto* words =
      next.stride.value % covered.value == 0
          ? "The mode {}, next by stride: {} / {} = {} fit before it, which adds {}; the next free stride is {}·{} = {}."
          : "The mode {}, next by stride: {} / {}, rounded down to {}, fit before it, which adds {}; the next free stride is "
            "{}·{} = {}.";
  auto& step = steps.show(layout_of_modes(result), words, next, next.stride, covered, gap, result.back(), next.stride, next.shape, free);
  step.of = of_copies(steps);
  step.covered = free.value;
}

void show_rest(const ModeList& result, const IntTuple& cotarget, Int covered, Steps& steps) {
  steps.show(layout_of_modes(result), "As often as that fits into {}: {} / {} rounded up.", cotarget, cotarget, covered).of =
      of_copies(steps);
}

/// Returns the modes of the complement. `modes` are those of filter(l); they are sorted in place.
ModeList complement_of_filtered(LayoutView l, ModeList& modes, const IntTuple& cotarget, Steps* steps) {
  if (steps != nullptr) show_filtered(l, modes, *steps);
  ModeList result;
  if (modes.size() == 1 && modes[0].stride.is(0)) {
    cotarget.for_each_integer([&](Int extent) { append_size(result, 0, extent); });
    make_compact(result, 0, {1, true});
    if (steps != nullptr)
      steps->show(layout_of_modes(result), "The layout takes only index 0: its complement is all of {}.", cotarget).of = of_copies(*steps);
    return result;
  }
  require_complement(l, modes);
  sort_by_stride(modes);
  Int covered{1, true};
  for (const auto& mode : modes) {
    const Mode next{plain(mode.shape), plain(mode.stride)};
    // The gap between the covered indices and the next stride. A gap of 1 is added only for the steps; coalescing drops it.
    const auto gap = next.stride / covered;
    if (gap.is(0)) overlapping(l, modes, next, covered);
    if (steps != nullptr || !gap.is(1)) result.emplace_back(gap, covered);
    covered = next.stride * next.shape;
    require_end(l, next);
    if (steps != nullptr) show_gap(result, next, *steps);
  }
  add_rest(result, cotarget, covered);
  if (steps != nullptr) show_rest(result, cotarget, covered, *steps);
  coalesce_in_place(result);
  if (steps != nullptr) steps->show(layout_of_modes(result), "Coalesced: {}.", layout_of_modes(result)).of = of_copies(*steps);
  return result;
}

}  // namespace

Layout complement(LayoutView l, const IntTuple& cotarget, Steps* steps) {
  auto modes = filter_modes(l);
  return layout_of_modes(complement_of_filtered(l, modes, cotarget, steps));
}

Layout complement(const Layout& l, Steps* steps) {
  auto modes = filter_modes(l);
  return layout_of_modes(complement_of_filtered(l, modes, cosize_of(layout_of_modes(modes)), steps));
}

}  // namespace algebra
