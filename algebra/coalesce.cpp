// coalesce, filter, and what else makes a layout simpler without changing it as a function.

#include "algebra/coalesce.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace algebra {
namespace {

/// Whether the compiler knows that a mode ends where a stride begins. An end beyond 63 bits is no stride's.
bool runs_on(const Mode& mode, Int stride) {
  if (!stride.is_static || mode.stride.basis != stride.basis) return false;
  // 0 times anything is a static 0.
  if (mode.shape.is(0) || (mode.stride.is_static && mode.stride.value == 0)) return stride.value == 0;
  std::int64_t end = 0;
  return mode.shape.is_static && mode.stride.is_static && !__builtin_mul_overflow(mode.shape.value, mode.stride.value, &end) &&
         end == stride.value;
}

/// Whether the two would merge if every integer were static.
bool hidden_merge(const Mode& mode, const Mode& next) {
  const auto known = [](Int i) { return Int{i.value, true, i.basis}; };
  const bool runs = runs_on({known(mode.shape), known(mode.stride)}, known(next.stride));
  return runs && !(next.shape.is_static && runs_on(mode, next.stride));
}

/// Merges modes from the last to the first in place, as CuTe's bw_coalesce. Modes before i are still to be looked at,
/// those from `front` on are the result so far.
void merge(ModeList& modes, Steps* steps = nullptr) {
  const auto count = modes.size();
  auto front = count - 1;
  const auto show = [&](std::size_t left, std::string_view words, auto... values) {
    if (steps == nullptr) return;
    ModeList stage;
    for (std::size_t i = 0; i < left; ++i) stage.push_back(modes[i]);
    for (auto i = front; i < count; ++i) stage.push_back(modes[i]);
    steps->show(layout_of_modes(stage), words, values...);
  };
  auto* const at = modes.begin();
  for (auto i = front; i-- > 0;) {
    const auto old = at[i], right = at[front];
    if (old.shape.is(1)) {
      show(i, "{} ++ {}: the left mode has size 1 and goes.", old, right);
    } else if (front + 1 == count && right.shape.is(1)) {
      at[front] = old;
      show(i, "{} ++ {}: the right mode has size 1 and goes.", old, right);
    } else if (right.shape.is_static && runs_on(old, right.stride)) {
      at[front] = {old.shape * right.shape, old.stride};
      show(i, "{} ++ {}: the right mode goes on where the left one ends, {}·{} = {}; they merge into {}.", old, right, old.shape,
           old.stride, right.stride, at[front]);
    } else {
      at[--front] = old;
      if (steps == nullptr) continue;
      show(i,
           hidden_merge(old, right) ? "{} ++ {}: they would merge, but the compiler does not know these integers; both stay."
                                    : "{} ++ {}: the right mode does not go on where the left one ends; both stay.",
           old, right);
    }
  }
  modes.drop_front(front);
}

/// `simplify(modes, steps)` at the leaves of the profile; modes beyond it stay.
template <class Simplify>
void by_profile(IntTuple::View shape, IntTuple::View stride, const IntTuple& whole, IntTuple::View profile, Steps* steps,
                Simplify&& simplify, LayoutBuilder& out) {
  if (!profile.is_tuple()) {
    auto modes = flat_modes(shape, stride);
    if (steps != nullptr) steps->show(layout_of_modes(modes), "One leaf of the profile: {}.", layout_of_modes(modes)).of = StageOf::other;
    const Steps::Within within(steps, StageOf::other);
    simplify(modes, steps);
    return out.add(modes);
  }
  if (profile.rank() > shape.rank())
    throw Problem{"weakly congruent", fmt::format("The profile has more modes than {}.", to_string(whole, Marks::plain)), {}};
  const auto opened = out.open();
  for (int i = 0; i < shape.rank(); ++i) {
    if (i < profile.rank()) by_profile(shape.mode(i), stride.mode(i), whole, profile.mode(i), steps, simplify, out);
    else out.add(shape.mode(i), stride.mode(i));
  }
  out.close(opened);
}

template <class Simplify>
Layout by_profile(const Layout& l, const IntTuple& profile, Steps* steps, Simplify&& simplify) {
  return Layout::written([&](IntTuple& shape, IntTuple& stride) {
    LayoutBuilder out(shape, stride);
    by_profile(l.shape().view(), l.stride().view(), l.shape(), profile.view(), steps, simplify, out);
  });
}

void without_zeros(ModeList& modes) {
  for (auto& m : modes)
    if (m.stride.is(0)) m.shape = {1, true};
}

}  // namespace

void coalesce_in_place(ModeList& modes, Steps* steps) {
  if (modes.empty()) modes.push_back({{1, true}, {0, true}});
  merge(modes, steps);
  if (modes.size() == 1 && modes[0].shape.is(1)) modes[0] = {{1, true}, {0, true}};
}

ModeList coalesce_modes(const Layout& l, Steps* steps) {
  auto modes = flat_modes(l);
  if (steps != nullptr && !modes.empty())
    steps->show(layout_of_modes(modes), "The modes of {}, flat. Look at them in pairs, from the right.", l);
  coalesce_in_place(modes, steps);
  return modes;
}

ModeList filter_modes(const Layout& l) {
  auto modes = flat_modes(l);
  without_zeros(modes);
  coalesce_in_place(modes);
  return modes;
}

ModeList coalesce_beyond(const Layout& l) {
  auto modes = flat_modes(l);
  if (modes.empty()) modes.push_back({{1, true}, {0, true}});
  // What the last mode's size is does not matter here: 2 keeps it from being dropped.
  else if (modes.back().shape.is(1)) modes.back().shape = {2, true};
  merge(modes);
  return modes;
}

Layout coalesce(const Layout& l, Steps* steps) {
  auto result = layout_of_modes(coalesce_modes(l, steps));
  if (steps != nullptr) steps->show(result, "coalesce({}) = {}.", l, result);
  return result;
}

Layout coalesce(const Layout& l, const IntTuple& profile, Steps* steps) {
  auto result = by_profile(l, profile, steps, coalesce_in_place);
  if (steps != nullptr) steps->show(result, "coalesce({}, {}) = {}.", l, profile, result);
  return result;
}

IntTuple coalesce(const IntTuple& shape) {
  if (!shape.is_tuple()) return shape;
  IntTuple result;
  std::optional<Int> last;
  shape.for_each_integer([&](Int s) {
    if (last && last->is_static == s.is_static) {
      last = *last * s;
      return;
    }
    if (last) result.append(*last);
    last = s;
  });
  if (!last) return result;
  if (result.rank() == 0) return *last;
  result.append(*last);
  return result;
}

Layout filter_zeros(const Layout& l) { return {filter_zeros(l.stride(), l.shape()), l.stride()}; }
Layout filter_zeros(const Layout& l, const IntTuple& profile) { return {filter_zeros(profile, l.shape()), l.stride()}; }
Layout filter(const Layout& l) { return layout_of_modes(filter_modes(l)); }
Layout filter(const Layout& l, const IntTuple& profile) {
  return by_profile(l, profile, nullptr, [](ModeList& modes, Steps*) {
    without_zeros(modes);
    coalesce_in_place(modes);
  });
}

}  // namespace algebra
