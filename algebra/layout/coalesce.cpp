// coalesce, filter, and related functions that simplify a layout without changing it as a function.

#include "algebra/layout/coalesce.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "algebra/layout/element.hpp"
#include "algebra/layout/plain.hpp"

namespace algebra {
namespace {

/// Returns whether a mode is statically known to end at `stride`. An end beyond 63 bits equals no stride.
inline bool plain_runs_on(const Mode& mode, Int stride) {
  if (!stride.is_static) return false;
  // 0 times anything is a static 0.
  if (plain(mode.shape).is(0) || (mode.stride.is_static && mode.stride.value == 0)) return stride.value == 0;
  std::int64_t end = 0;
  return mode.shape.is_static && mode.stride.is_static && !__builtin_mul_overflow(mode.shape.value, mode.stride.value, &end) &&
         end == stride.value;
}
/// Does the same for strides that are not plain integers; out of line to keep the common loop small.
[[gnu::cold, gnu::noinline]] bool other_runs_on(const Mode& mode, Int stride) {
  if (is_special(mode.stride) || is_special(stride)) return special_runs_on(mode, stride);
  return mode.stride.basis == stride.basis && plain_runs_on(mode, stride);
}
inline bool runs_on(const Mode& mode, Int stride) {
  if ((mode.stride.basis | stride.basis) != 0) [[unlikely]]
    return other_runs_on(mode, stride);
  return plain_runs_on(mode, stride);
}

/// The result of merging two neighbouring modes.
enum class Pair : std::uint8_t { left_goes, right_goes, merge, both_stay };

Pair pair_of(const Mode& left, const Mode& right, bool right_is_last) {
  if (plain(left.shape).is(1)) return Pair::left_goes;
  if (right_is_last && plain(right.shape).is(1)) return Pair::right_goes;
  return right.shape.is_static && runs_on(left, right.stride) ? Pair::merge : Pair::both_stay;
}

/// Returns whether the two would merge if every integer were static.
bool hidden_merge(const Mode& left, const Mode& right) {
  const auto known = [](Int i) { return Int{i.value, true, i.basis}; };
  return runs_on({known(left.shape), known(left.stride)}, known(right.stride));
}

/// Records the merge of a pair as a step. `left`: the modes up to the left one of the pair; `rest`: the finished modes after the pair.
[[gnu::cold]] void show_pair(Steps& steps, Pair pair, std::span<const Mode> left, const Mode& right, std::span<const Mode> rest) {
  ModeList stage;
  const auto show = [&](std::initializer_list<Mode> pair_is_now, std::string_view words, auto... values) {
    for (const auto& m : left.first(left.size() - 1)) stage.push_back(m);
    for (const auto& m : pair_is_now) stage.push_back(m);
    for (const auto& m : rest) stage.push_back(m);
    steps.show(layout_of_modes(stage), words, left.back(), right, values...);
  };
  const auto& l = left.back();
  switch (pair) {
    case Pair::left_goes: return show({right}, "{} ++ {}: the left mode has size 1 and goes.");
    case Pair::right_goes: return show({l}, "{} ++ {}: the right mode has size 1 and goes.");
    case Pair::merge:
      return show({{l.shape * right.shape, l.stride}},
                  "{} ++ {}: the right mode goes on where the left one ends, {}·{} = {}; they merge into {}.", l.shape, l.stride,
                  right.stride, Mode{l.shape * right.shape, l.stride});
    case Pair::both_stay:
      return show({l, right}, hidden_merge(l, right)
                                  ? "{} ++ {}: they would merge, but the compiler does not know these integers; both stay."
                                  : "{} ++ {}: the right mode does not go on where the left one ends; both stay.");
  }
}

/// Merges modes from the last to the first in place, as CuTe's bw_coalesce. Those from `right` on are the result so far.
void merge(ModeList& modes, Steps* steps = nullptr) {
  auto *const first = modes.begin(), *const last = modes.end() - 1;
  auto* right = last;
  for (const auto* left = last; left-- != first;) {
    const auto pair = pair_of(*left, *right, right == last);
    if (steps != nullptr) show_pair(*steps, pair, {first, left + 1}, *right, {right + 1, last + 1});
    switch (pair) {
      case Pair::left_goes: break;
      case Pair::right_goes: *right = *left; break;
      case Pair::merge: *right = {plain(left->shape) * plain(right->shape), left->stride}; break;
      case Pair::both_stay:
        if (--right != left) *right = *left;
        break;
    }
  }
  modes.drop_front(static_cast<std::uint32_t>(right - first));
}

/// Applies `simplify(modes, steps)` at the leaves of the profile; modes beyond the profile are kept.
template <class Simplify>
void by_profile(LayoutView l, const Layout& whole, IntTuple::View profile, Steps* steps, Simplify&& simplify, LayoutBuilder& out) {
  if (!profile.is_tuple()) {
    auto modes = flat_modes(l);
    if (steps != nullptr) steps->show(layout_of_modes(modes), "One leaf of the profile: {}.", layout_of_modes(modes)).of = StageOf::other;
    const Steps::Within within(steps, StageOf::other);
    simplify(modes, steps);
    return out.add(modes);
  }
  if (profile.rank() > l.shape.rank())
    throw Problem{"weakly congruent", message("The profile has more modes than {}.", to_string(whole.shape(), Marks::plain)), {}};
  const auto opened = out.open();
  for (int i = 0; i < l.shape.rank(); ++i) {
    if (i < profile.rank()) by_profile(l.mode(i), whole, profile.mode(i), steps, simplify, out);
    else out.add(l.mode(i));
  }
  out.close(opened);
}

template <class Simplify>
Layout by_profile(const Layout& l, const IntTuple& profile, Steps* steps, Simplify&& simplify) {
  return built_layout([&](LayoutBuilder& out) { by_profile(l, l, profile.view(), steps, simplify, out); });
}

void without_zeros(ModeList& modes) {
  for (auto& m : modes)
    if (m.stride.is(0)) m.shape = {1, true};
}

}  // namespace

bool special_runs_on(const Mode& mode, Int stride) {
  const Element d(mode.stride), end(stride);
  const auto n = mode.shape.value;
  return n > 0 && d.times(n) == end && d.times(n - 1) + end == d.times(2 * n - 1);
}

void coalesce_in_place(ModeList& modes, Steps* steps) {
  if (modes.empty()) modes.push_back({{1, true}, {0, true}});
  merge(modes, steps);
  if (modes.size() == 1 && modes[0].shape.is(1)) modes[0] = {{1, true}, {0, true}};
}

ModeList coalesce_modes(LayoutView l, Steps* steps) {
  auto modes = flat_modes(l);
  if (steps != nullptr && !modes.empty())
    steps->show(layout_of_modes(modes), "The modes of {}, flat. Look at them in pairs, from the right.", Layout(l));
  coalesce_in_place(modes, steps);
  return modes;
}

ModeList filter_modes(LayoutView l) {
  auto modes = flat_modes(l);
  without_zeros(modes);
  coalesce_in_place(modes);
  return modes;
}

ModeList coalesce_beyond(LayoutView l) {
  auto modes = flat_modes(l);
  if (modes.empty()) modes.push_back({{1, true}, {0, true}});
  // The size of the last mode is irrelevant here; 2 keeps merge() from dropping the mode.
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
    if (last && bool{last->is_static} == bool{s.is_static}) {
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
