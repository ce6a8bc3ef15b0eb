// coalesce, filter, and what else makes a layout simpler without changing it as a function.

#include "algebra/coalesce.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace algebra {
namespace {

/// Whether the compiler knows that a mode ends where a stride begins. An end beyond 63 bits is no stride's.
bool runs_on(const Mode& mode, Int stride) {
  if (!stride.is_static) return false;
  if (mode.shape.is(0) || mode.stride.is(0)) return stride.value == 0;
  std::int64_t end = 0;
  return mode.shape.is_static && mode.stride.is_static && !__builtin_mul_overflow(mode.shape.value, mode.stride.value, &end) && end == stride.value;
}

/// Merges modes from the last to the first, as CuTe's bw_coalesce.
std::vector<Mode> merged(const std::vector<Mode>& flat, Mode last) {
  std::vector<Mode> result{last};   // reversed: the front of CuTe's tuple is our back
  for (std::size_t i = flat.size() - 1; i-- > 0;) {
    const auto& old = flat[i];
    auto& front = result.back();
    if (old.shape.is(1)) continue;
    if (result.size() == 1 && front.shape.is(1)) front = old;
    else if (front.shape.is_static && runs_on(old, front.stride))
      front = {old.shape * front.shape, old.stride};
    else result.push_back(old);
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
Layout by_mode(const Layout& l, const IntTuple& profile, F&& f) {
  if (!profile.is_tuple()) return f(l);
  require_profile(l, profile);
  std::vector<Layout> modes;
  for (int i = 0; i < rank(l); ++i) modes.push_back(i < profile.rank() ? by_mode(mode(l, i), profile.mode(i), f) : mode(l, i));
  return make_layout(modes);
}

IntTuple zeros_to_ones(const IntTuple& zeros, const IntTuple& shape) {
  if (!zeros.is_tuple()) return zeros.is_integer() && zeros.integer().is(0) ? shape.is_tuple() ? repeat_like(shape, {1, true}) : IntTuple(1) : shape;
  IntTuple result;
  for (int i = 0; i < shape.rank(); ++i) result.append(i < zeros.rank() ? zeros_to_ones(zeros.mode(i), shape.mode(i)) : shape.mode(i));
  return result;
}

}  // namespace

Layout layout_of_modes(const std::vector<Mode>& modes) {
  if (modes.size() == 1) return {modes[0].shape, modes[0].stride};
  IntTuple shape, stride;
  for (const auto& m : modes) {
    shape.append(m.shape);
    stride.append(m.stride);
  }
  return {std::move(shape), std::move(stride)};
}

std::vector<Mode> coalesce_modes(const Layout& l) {
  const auto flat = flat_modes(l);
  if (flat.empty()) return {{{1, true}, {0, true}}};
  auto result = merged(flat, flat.back());
  if (result.size() == 1 && result[0].shape.is(1)) return {{{1, true}, {0, true}}};
  return result;
}

std::vector<Mode> coalesce_beyond(const Layout& l) {
  const auto flat = flat_modes(l);
  if (flat.empty()) return {{{1, true}, {0, true}}};
  auto last = flat.back();
  // What the last mode's size is does not matter here: 2 keeps it from being dropped.
  if (last.shape.is(1)) last.shape = {2, true};
  return merged(flat, last);
}

Layout coalesce(const Layout& l) { return layout_of_modes(coalesce_modes(l)); }

Layout coalesce(const Layout& l, const IntTuple& profile) {
  return by_mode(l, profile, [](const Layout& m) { return coalesce(m); });
}

IntTuple coalesce(const IntTuple& shape) {
  if (!shape.is_tuple()) return shape;
  std::vector<Int> result;
  shape.for_each_integer([&](Int s) {
    if (!result.empty() && result.back().is_static == s.is_static) result.back() = result.back() * s;
    else result.push_back(s);
  });
  if (result.size() == 1) return result[0];
  IntTuple t;
  for (const auto s : result) t.append(s);
  return t;
}

Layout filter_zeros(const Layout& l) { return {zeros_to_ones(l.stride(), l.shape()), l.stride()}; }
Layout filter_zeros(const Layout& l, const IntTuple& profile) {
  if (profile.is_tuple()) require_profile(l, profile);
  return {zeros_to_ones(profile, l.shape()), l.stride()};
}
Layout filter(const Layout& l) { return coalesce(filter_zeros(l)); }
Layout filter(const Layout& l, const IntTuple& profile) {
  return by_mode(l, profile, [](const Layout& m) { return filter(m); });
}

}  // namespace algebra
