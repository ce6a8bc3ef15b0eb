// Inverses, the nullspace, and the common part of two layouts.

#include "algebra/layout/operations.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/coalesce.hpp"

namespace algebra {
namespace {

/// A mode of a coalesced layout, which must outlive this, and its stride in the domain: the product of the shapes before it.
struct Placed {
  const Mode* mode;
  Int coordinate_stride;
};

/// Returns the modes of a coalesced layout in the order in which an inverse visits them: by stride, negative ones first, with CuTe's
/// exchange_sort. That sort is not stable, and the order of equal strides decides which one the inverse keeps. `static_only`: drops dynamic
/// strides, as right_inverse does.
InlineVector<Placed, 16> by_stride(const ModeList& modes, bool static_only) {
  InlineVector<Placed, 16> sorted;
  Int product{1, true};
  for (const auto& m : modes) {
    if (m.stride.is_static || !static_only) sorted.emplace_back(&m, product);
    product = m.shape * product;
  }
  for (std::uint32_t i = 0; i < sorted.size(); ++i)
    for (auto j = i + 1; j < sorted.size(); ++j)
      if (sorted[j].mode->stride.value < sorted[i].mode->stride.value) std::swap(sorted[i], sorted[j]);
  return sorted;
}

/// Throws for a static basis stride, whose place CuTe cannot tell. A dynamic one is dropped like any dynamic stride.
void require_integer_strides(const Layout& l, const ModeList& modes) {
  for (const auto& m : modes)
    if (m.stride.basis != 0 && m.stride.is_static)
      throw Problem{"basis", message("CuTe does not invert {}: its indices are coordinates.", to_string(l, Marks::plain)), {}};
}

/// Returns whether the first mode of a common layout is the identity and static.
bool is_static_identity(const Layout& common) {
  const auto first = flat_modes(common)[0];
  return first.shape.is_static && first.stride.is(1);
}

}  // namespace

Layout right_inverse(const Layout& l, Steps* steps) {
  const auto modes = coalesce_modes(l);
  require_integer_strides(l, modes);
  if (steps != nullptr) steps->show(layout_of_modes(modes), "{} coalesced; look at its modes by stride.", l);
  const auto order = by_stride(modes, true);
  ModeList result{{{1, true}, {0, true}}};
  Int next{1, true};
  for (const auto& [at, product] : order) {
    const auto& m = *at;
    if (!next.is(m.stride.value)) {
      if (steps != nullptr) steps->say("The mode {} does not begin at the next index, {}: it is left out.", m, next);
      continue;
    }
    result.emplace_back(m.shape, product);
    next = m.shape * m.stride;
    if (steps != nullptr)
      steps
          ->show(layout_of_modes(result),
                 "The mode {} begins at the next index: its elements are {} apart as coordinates, which adds {}; the next index is {}.", m,
                 product, result.back(), next)
          .of = StageOf::coordinates;
  }
  coalesce_in_place(result);
  auto inverse = layout_of_modes(result);
  if (steps != nullptr) steps->show(inverse, "Coalesced: {}.", inverse).of = StageOf::coordinates;
  return inverse;
}

Layout left_inverse(const Layout& l, Steps* steps) {
  const auto modes = coalesce_modes(l);
  require_integer_strides(l, modes);
  if (steps != nullptr) steps->show(layout_of_modes(modes), "{} coalesced; look at its modes by stride.", l);
  if (std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return !m.stride.is_static; }))
    throw Problem{
        "static strides", message("CuTe inverts {} from the left only where all its strides are static.", to_string(l, Marks::plain)), {}};
  const auto order = by_stride(modes, false);
  // There is one stride more than shapes until the end: the k-th stride belongs to the shape that the next mode determines.
  ModeList result;
  Int stride{0, true}, covered{1, true};
  for (const auto& [at, product] : order) {
    const auto& m = *at;
    if (m.stride.is(0)) continue;
    if (!(m.stride % covered).is(0))
      throw Problem{"left inverse divisibility",
                    message("CuTe cannot invert {} from the left: {} does not divide the stride {}.", to_string(l, Marks::plain),
                            covered.value, m.stride.value),
                    {}};
    result.emplace_back(m.stride / covered, stride);
    if (steps != nullptr)
      steps->show(layout_of_modes(result), "The mode {}: {} / {} indices up to it, at {} each.", m, m.stride, covered, stride).of =
          StageOf::coordinates;
    covered = m.stride;
    stride = product;
  }
  result.emplace_back(order.back().mode->shape, stride);
  if (steps != nullptr)
    steps->show(layout_of_modes(result), "The last mode has {} elements, at {} each.", result.back().shape, stride).of =
        StageOf::coordinates;
  coalesce_in_place(result);
  auto inverse = layout_of_modes(result);
  if (steps != nullptr) steps->show(inverse, "Coalesced: {}.", inverse).of = StageOf::coordinates;
  return inverse;
}

Layout nullspace(const Layout& l) {
  const auto modes = flat_modes(l);
  const auto strides = compact_major(wrap(flatten(l.shape())), Major::left);
  ModeList result;
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
  return is_static_identity(common) ? flat_modes(common)[0].shape : Int{1, true};
}

Layout domain_distribute(const IntTuple& a, Int b) {
  if (!a.all_static() || !b.is_static) throw Problem{"static integers", "CuTe distributes static shapes only.", {}};
  const auto flat = wrap(flatten(a));
  const auto stride = compact_major(flat, Major::left);
  IntTuple shape;
  flat.for_each_integer([&](Int extent) {
    const auto part = gcd(extent, b);
    shape.append(part);
    b = b / part;
  });
  return coalesce(Layout(std::move(shape), stride));
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
