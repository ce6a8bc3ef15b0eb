// Inverses, the nullspace, and what two layouts have in common.

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "algebra/coalesce.hpp"

namespace algebra {
namespace {

/// Exclusive prefix products of the modes' shapes.
std::vector<Int> prefix_products(const std::vector<Mode>& modes) {
  std::vector<Int> products{{1, true}};
  for (const auto& m : modes) products.push_back(m.shape * products.back());
  return products;
}

/// The modes with static strides, the smallest distance first; a negative stride counts by its distance.
std::vector<std::size_t> by_stride(const std::vector<Mode>& modes) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (modes[i].stride.is_static) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return abs(modes[a].stride).value < abs(modes[b].stride).value; });
  return order;
}

/// The mode of a common layout that is the identity, and known to the compiler.
bool is_static_identity(const Layout& common) {
  const auto first = flat_modes(common).front();
  return first.shape.is_static && first.stride.is(1);
}

}  // namespace

Layout right_inverse(const Layout& l) {
  const auto modes = coalesce_modes(l);
  const auto products = prefix_products(modes);
  std::vector<Mode> result{{{1, true}, {0, true}}};
  Int next{1, true};
  for (const auto i : by_stride(modes)) {
    const auto distance = abs(modes[i].stride);
    if (!next.is(distance.value)) continue;
    result.push_back({modes[i].shape, signum(modes[i].stride) * products[i]});
    next = modes[i].shape * distance;
  }
  return coalesce(layout_of_modes(result));
}

Layout left_inverse(const Layout& l) {
  const auto modes = coalesce_modes(l);
  const auto products = prefix_products(modes);
  if (std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return !m.stride.is_static; }))
    throw Problem{"static strides", fmt::format("CuTe inverts {} from the left only where all its strides are static.", to_string(l, Marks::plain)), {}};
  std::vector<Int> shape;
  std::vector<Int> stride{{0, true}};
  Int covered{1, true};
  const auto order = by_stride(modes);
  for (const auto i : order) {
    const auto d = abs(modes[i].stride);
    if (d.is(0)) continue;
    if (covered.value == 0 || !(d % covered).is(0))
      throw Problem{"left inverse divisibility", fmt::format("{} has no left inverse: {} does not divide the stride {}.", to_string(l, Marks::plain), covered.value, d.value), {}};
    shape.push_back(d / covered);
    covered = covered * shape.back();
    stride.push_back(signum(modes[i].stride) * products[i]);
  }
  shape.push_back(modes[order.back()].shape);
  std::vector<Mode> result;
  for (std::size_t i = 0; i < shape.size(); ++i) result.push_back({shape[i], stride[i]});
  return coalesce(layout_of_modes(result));
}

Layout nullspace(const Layout& l) {
  const auto modes = flat_modes(l);
  const auto strides = compact_major(wrap(flatten(l.shape())), Major::left);
  std::vector<Mode> result;
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (modes[i].stride.is(0)) result.push_back({modes[i].shape, strides.mode(static_cast<int>(i)).integer()});
  return result.empty() ? Layout() : layout_of_modes(result);
}

Layout max_common_layout(const Layout& a, const Layout& b) {
  const auto inverse = right_inverse(b);
  const auto common = coalesce(composition(a, inverse));
  if (!is_static_identity(common)) return {};
  return composition(inverse, mode(common, 0));
}

Int max_common_vector(const Layout& a, const Layout& b) {
  const auto common = coalesce(composition(a, right_inverse(b)));
  return is_static_identity(common) ? flat_modes(common).front().shape : Int{1, true};
}

Int max_alignment(const Layout& l) {
  auto modes = coalesce_modes(l);
  for (auto& m : modes) {
    if (!m.shape.is_static) m.shape = {1, true};
    if (!m.stride.is_static) m.stride = {0, true};
  }
  const auto known = layout_of_modes(modes);
  const auto permuted = logical_divide(known, tiler_of(right_inverse(known)));
  Int result = product(permuted.shape().mode(0));
  permuted.stride().mode(1).for_each_integer([&](Int d) { result = gcd(result, d); });
  return result;
}

}  // namespace algebra
