// composition: A o B, the layout R with R(c) = A(B(c)).

#include <fmt/format.h>

#include "algebra/coalesce.hpp"

namespace algebra {
namespace {

/// A's modes o one mode s:d of B: divide d out of A's shape, keep s of what is left.
Layout compose_mode(const std::vector<Mode>& a, Mode b) {
  if (b.stride.is(0)) return {b.shape, b.stride};
  if (a.size() == 1) return {b.shape, b.stride * a[0].stride};
  std::vector<Mode> result;
  Int rest_shape = b.shape, rest_stride = b.stride;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    const auto [extent, stride] = a[i];
    if (extent.is_static && rest_stride.is_static && extent.value != 0 && rest_stride.value % extent.value != 0 && rest_stride.value >= extent.value)
      throw Problem{"stride divisibility",
                    fmt::format("Not a composition: the stride {} is not divided by mode {} of the coalesced left layout (size {}).", rest_stride.value, i, extent.value), {}};
    const auto next_shape = ceil_div(extent, abs(rest_stride));
    const auto next_stride = ceil_div(abs(rest_stride), extent) * signum(rest_stride);
    if (!next_shape.is(1) && !rest_shape.is(1)) {
      const auto new_shape = min(next_shape, rest_shape);
      if (new_shape.is_static && rest_shape.is_static && new_shape.value != 0 && rest_shape.value % new_shape.value != 0)
        throw Problem{"shape divisibility",
                      fmt::format("Not a composition: {} of mode {} of the coalesced left layout do not divide the {} elements wanted.", new_shape.value, i, rest_shape.value), {}};
      result.push_back({new_shape, rest_stride * stride});
      rest_shape = rest_shape / new_shape;
    }
    rest_stride = next_stride;
  }
  if (result.empty() || !rest_shape.is(1)) result.push_back({rest_shape, rest_stride * a.back().stride});
  return layout_of_modes(result);
}

Layout compose(const std::vector<Mode>& a, const IntTuple& shape, const IntTuple& stride) {
  if (!shape.is_tuple()) return compose_mode(a, {shape.integer(), stride.integer()});
  std::vector<Layout> modes;
  for (int i = 0; i < shape.rank(); ++i) modes.push_back(compose(a, shape.mode(i), stride.mode(i)));
  return make_layout(modes);
}

}  // namespace

Layout composition(const Layout& a, const Layout& b) { return compose(coalesce_beyond(a), b.shape(), b.stride()); }

Layout composition(const Layout& a, const Tiler& b) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return composition(a, *layout);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return a;
    return compose_mode(coalesce_beyond(a), {leaf->integer(), {1, true}});
  }
  const auto& tilers = b.modes();
  if (static_cast<int>(tilers.size()) > rank(a))
    throw Problem{"tiler rank", fmt::format("The tiler has {} modes, {} has {}.", tilers.size(), to_string(a, Marks::plain), rank(a)), {}};
  // Modes that the tiler does not reach are dropped, as CuTe C++ does.
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < tilers.size(); ++i) modes.push_back(composition(mode(a, static_cast<int>(i)), tilers[i]));
  return make_layout(modes);
}

}  // namespace algebra
