// A CTA's part of a TMA copy: its slices, its coordinates, and its parts of tensors.

#include "algebra/hardware/tma.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma_limits.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {

Layout tma_slices(const TiledCopy& t) {
  const auto& values = mode(t.layout_tv, 1);
  const auto each = elements_per_instruction(*t.atom.tma) / size(mode(t.layout_tv, 0)), all = size(values);
  return composition(values,
                     Layout(IntTuple::tuple({IntTuple(all / each), IntTuple(each)}), IntTuple::tuple({IntTuple(each), IntTuple(1)})));
}

Tensor tma_tensor(const Tma& tma, const IntTuple& shape) {
  if (!congruent(shape, tma.coordinate_strides))
    throw tma_problem("is_congruent<decltype(g_shape), decltype(aux_params_.g_stride_)>",
                      message("The shape {} does not have the profile of the tensor's, {}.", to_string(shape, Marks::plain),
                              to_string(tma.tensor.layout.shape(), Marks::plain)),
                      {to_string(tma.tensor.layout.shape(), Marks::plain)});
  if (tma.coordinate_divisor != 1)
    throw tma_problem("ratio", message("The tensor map's elements have {} bits and the tensor's have {}: the strides {} would be fractions "
                                       "of a coordinate, which is not supported.",
                                       tma.internal.bits, tma.tensor.type->bits, coordinate_strides_text(tma, Marks::plain)));
  return make_coord_tensor(Layout(shape, tma.coordinate_strides));
}

namespace {

void write_strides(const Tma& tma, const IntTuple& t, Marks marks, std::string& out) {
  if (t.is_tuple()) {
    out += '(';
    for (int i = 0; i < t.rank(); ++i) {
      if (i > 0) out += ',';
      write_strides(tma, t.mode(i), marks, out);
    }
    out += ')';
    return;
  }
  const auto e = t.integer();
  auto text = to_string(t, marks);
  if (e.basis == basis_within(0, 0) && tma.coordinate_divisor != 1)
    text.insert(text.find('@'), fmt::format("/{}{}", marks == Marks::underscores ? "_" : "", tma.coordinate_divisor));
  out += text;
}

}  // namespace

std::string coordinate_strides_text(const Tma& tma, Marks marks) {
  std::string text;
  write_strides(tma, tma.coordinate_strides, marks, text);
  return text;
}

std::vector<Tensor> tma_partition(const CopyAtom& atom, const IntTuple& cta, const Layout& ctas, const Tensor& shared,
                                  const std::vector<Tensor>& others) {
  const auto plain_layout = [](const Tensor& t) { return mode(t.layout, 0); };
  const auto tile = plain_layout(shared);
  const auto count = size_of(tile);
  const auto elements = size(mode(value_layout(atom, Side::source), 1));
  const auto values = tile_to_shape(make_layout(std::vector{right_inverse(tile)}), IntTuple(count), IntTuple());
  const Tiler cut{logical_divide(values, tiler_of(Layout(IntTuple(elements), IntTuple(1))))};
  const auto slice_begin = crd2idx(cta, ctas.shape(), ctas.stride()) * (Int{elements, true} / cosize_of(ctas));
  std::vector<Tensor> parts;
  const auto part_of = [&](const Tensor& t) {
    if (size_of(mode(t.layout, 0)).value != count.value)
      throw tma_problem("size<0>(stensor) == size<0>(tensor)",
                        message("Mode 0 of each tensor is the tile: {} has {} elements there, and {} has {}. group_modes makes one mode "
                                "of several.",
                                plain(t), size(mode(t.layout, 0)), plain(shared), count.value));
    std::vector<Tiler> tilers{cut};
    while (static_cast<int>(tilers.size()) < rank(t.layout)) tilers.push_back(Tiler{IntTuple::underscore()});
    auto result = t;
    result.layout =
        coalesce(composition(t.layout, Tiler{std::move(tilers)}), IntTuple::tuple({IntTuple::tuple({IntTuple(1), IntTuple(1)})}));
    auto begin = IntTuple::tuple({IntTuple::tuple({IntTuple(slice_begin), IntTuple(0)})});
    return domain_offset(append(begin, IntTuple(0), rank(t.layout)), result);
  };
  for (const auto& t : others) parts.push_back(part_of(t));
  parts.push_back(part_of(shared));
  return parts;
}

std::uint16_t tma_multicast_mask(const Layout& ctas, const IntTuple& coordinate) {
  const auto sliced = slice_and_offset(coordinate, ctas);
  const auto& shared = std::get<Layout>(sliced.layout);
  const auto elected = sliced.offset.integer().value;
  constexpr std::int64_t bits = 16;
  const auto within = [&](std::int64_t cta) {
    if (cta >= 0 && cta < bits) return cta;
    throw Problem{"multicast", message("The mask has 16 bits, one for each CTA of a cluster, and none for CTA {}.", cta), {}};
  };
  std::uint32_t mask = 0;
  if (rank(shared) == 0) mask = 1;
  for (std::int64_t i = 0; rank(shared) > 0 && i < size(shared); ++i) mask |= std::uint32_t{1} << within(shared(i));
  // For a single mode with dynamic numbers CuTe replicates a bit, and cuts off the bits beyond size * stride.
  if (rank(shared) == 1 && depth(shared) <= 1 && !(shared.shape().all_static() && shared.stride().all_static()))
    mask &= (std::uint32_t{1} << std::min(bits, size(shared) * mode(shared, 0).stride().integer().value)) - 1;
  if (mask != 0) within(std::bit_width(mask) - 1 + elected);
  return static_cast<std::uint16_t>(mask << elected);
}

}  // namespace algebra
