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
  return mode.shape.is_static && mode.stride.is_static && !__builtin_mul_overflow(mode.shape.value, mode.stride.value, &end) && end == stride.value;
}

/// Whether the two would merge if every integer were static.
bool hidden_merge(const Mode& mode, const Mode& next) {
  const auto known = [](Int i) {
    return Int{i.value, true, i.basis};
  };
  const bool runs = runs_on({known(mode.shape), known(mode.stride)}, known(next.stride));
  return runs && !(next.shape.is_static && runs_on(mode, next.stride));
}

/// Merges modes from the last to the first, as CuTe's bw_coalesce. The list is built back to front: its last mode is
/// the front of CuTe's tuple.
ModeList merged(const ModeList& flat, Mode last, Steps* steps = nullptr) {
  ModeList result{last};
  const auto show = [&](std::size_t left, std::string_view words, auto... values) {
    if (steps == nullptr) return;
    ModeList stage;
    for (std::size_t i = 0; i < left; ++i) stage.push_back(flat[i]);
    for (std::size_t i = result.size(); i-- > 0;) stage.push_back(result[i]);
    steps->show(layout_of_modes(stage), words, values...);
  };
  for (std::size_t i = flat.size() - 1; i-- > 0;) {
    const auto old = flat[i];
    auto& front = result.back();
    const auto right = front;
    if (old.shape.is(1)) {
      show(i, "{} ++ {}: the left mode has size 1 and goes.", old, right);
    } else if (result.size() == 1 && front.shape.is(1)) {
      front = old;
      show(i, "{} ++ {}: the right mode has size 1 and goes.", old, right);
    } else if (front.shape.is_static && runs_on(old, front.stride)) {
      front = {old.shape * front.shape, old.stride};
      show(i, "{} ++ {}: the right mode goes on where the left one ends, {}·{} = {}; they merge into {}.", old, right,
           old.shape, old.stride, right.stride, front);
    } else {
      result.push_back(old);
      if (steps == nullptr) continue;
      show(i, hidden_merge(old, right) ? "{} ++ {}: they would merge, but the compiler does not know these integers; both stay."
                                       : "{} ++ {}: the right mode does not go on where the left one ends; both stay.",
           old, right);
    }
  }
  std::reverse(result.begin(), result.end());
  return result;
}

void require_profile(const Layout& l, const IntTuple& profile) {
  if (profile.rank() > rank(l))
    throw Problem{"weakly congruent", fmt::format("The profile {} has more modes than {}.", to_string(profile, Marks::plain), to_string(l, Marks::plain)), {}};
}

/// f at the leaves of the profile; modes beyond it stay.
template <class F>
Layout by_mode(const Layout& l, const IntTuple& profile, Steps* steps, F&& f) {
  if (!profile.is_tuple()) return f(l, steps);
  require_profile(l, profile);
  IntTuple shape, stride;
  for (int i = 0; i < rank(l); ++i) {
    auto m = mode(l, i);
    if (i < profile.rank()) {
      if (steps != nullptr) steps->show(m, "Mode {}: {}.", i, m);
      const Steps::Within within(steps);
      m = by_mode(m, profile.mode(i), steps, f);
    }
    shape.append(m.shape());
    stride.append(m.stride());
  }
  return {std::move(shape), std::move(stride)};
}

}  // namespace

ModeList coalesced(const ModeList& flat, Steps* steps) {
  if (flat.empty()) return {{{1, true}, {0, true}}};
  auto result = merged(flat, flat.back(), steps);
  if (result.size() == 1 && result[0].shape.is(1)) return {{{1, true}, {0, true}}};
  return result;
}

ModeList coalesce_modes(const Layout& l, Steps* steps) {
  const auto flat = flat_modes(l);
  if (steps != nullptr && !flat.empty())
    steps->show(layout_of_modes(flat), "The modes of {}, flat. Look at them in pairs, from the right.", l);
  return coalesced(flat, steps);
}

ModeList filter_modes(const Layout& l) {
  auto flat = flat_modes(l);
  for (auto& m : flat)
    if (m.stride.is(0)) m.shape = {1, true};
  return coalesced(flat);
}

ModeList coalesce_beyond(const Layout& l) {
  const auto flat = flat_modes(l);
  if (flat.empty()) return {{{1, true}, {0, true}}};
  auto last = flat.back();
  // What the last mode's size is does not matter here: 2 keeps it from being dropped.
  if (last.shape.is(1)) last.shape = {2, true};
  return merged(flat, last);
}

Layout coalesce(const Layout& l, Steps* steps) {
  auto result = layout_of_modes(coalesce_modes(l, steps));
  if (steps != nullptr) steps->show(result, "coalesce({}) = {}.", l, result);
  return result;
}

Layout coalesce(const Layout& l, const IntTuple& profile, Steps* steps) {
  return by_mode(l, profile, steps, [](const Layout& m, Steps* s) { return coalesce(m, s); });
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
Layout filter_zeros(const Layout& l, const IntTuple& profile) {
  return {filter_zeros(profile, l.shape()), l.stride()};
}
Layout filter(const Layout& l) { return layout_of_modes(filter_modes(l)); }
Layout filter(const Layout& l, const IntTuple& profile) {
  return by_mode(l, profile, nullptr, [](const Layout& m, Steps*) { return filter(m); });
}

}  // namespace algebra
