#include "algebra/hardware/tma_bytes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/tma_limits.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"

namespace algebra {
namespace {

/// Returns the swizzle on bytes, Sw<B,M,S>.
Swizzle of_bytes(TensorMap::Swizzle kind) {
  switch (kind) {
    case TensorMap::Swizzle::none: return {0, 4, 3};
    case TensorMap::Swizzle::b32: return {1, 4, 3};
    case TensorMap::Swizzle::b64: return {2, 4, 3};
    case TensorMap::Swizzle::b128: return {3, 4, 3};
    case TensorMap::Swizzle::b128_atom_32b: return {2, 5, 2};
    case TensorMap::Swizzle::b128_atom_64b: break;
  }
  return {1, 6, 1};
}

}  // namespace

std::int64_t swizzled(TensorMap::Swizzle kind, std::int64_t offset) { return apply(of_bytes(kind), offset); }

std::int64_t period_of(TensorMap::Swizzle kind) {
  const auto s = of_bytes(kind);
  return s.bits == 0 ? 1 : std::int64_t{1} << (s.base + s.shift + s.bits);
}

namespace {

/// Returns the elements of the box along a dimension: every `element_stride`-th.
std::int64_t copied(const TensorMap& map, std::size_t d) { return (map.box_dim[d] + map.element_stride[d] - 1) / map.element_stride[d]; }

}  // namespace

std::int64_t bytes_of(const TensorMap& map) {
  std::int64_t bytes = map.element_bits / 8;
  for (std::size_t d = 0; d < static_cast<std::size_t>(map.rank); ++d) bytes *= copied(map, d);
  return bytes;
}

std::int64_t pitch_of(const TensorMap& map) { return std::max(copied(map, 0) * map.element_bits / 8, span_of(map.swizzle)); }

std::int64_t rows_of(const TensorMap& map) { return bytes_of(map) / (copied(map, 0) * map.element_bits / 8); }

Message why_illegal(const TensorMap& map, std::span<const std::int64_t> coordinates, bool store) {
  const auto byte = coordinates.empty() ? 0 : coordinates[0] * map.element_bits / 8;
  if (byte % tma_coordinate_bytes != 0)
    return message("TMA takes coordinates of dimension 0 at multiples of {} bytes; {} stands at byte {}.", tma_coordinate_bytes,
                   coordinates[0], byte);
  if (store)
    for (std::size_t d = 0; d < coordinates.size(); ++d)
      if (coordinates[d] < 0)
        return message("A TMA store begins in the tensor: the coordinate {} of dimension {} is negative.", coordinates[d], d);
  return {};
}

TensorMap as_stored(TensorMap map) {
  constexpr auto bits = 8 * tma_coordinate_bytes;
  map.global_dim[0] = round_up(map.global_dim[0] * map.element_bits, bits) / map.element_bits;
  return map;
}

std::vector<TmaByte> bytes_of_box(const TensorMap& map, std::span<const std::int64_t> coordinates, std::int64_t shared) {
  std::vector<TmaByte> all;
  std::array<std::int64_t, TensorMap::max_rank> at{};
  const std::int64_t bytes = map.element_bits / 8, elements = bytes_of(map) / bytes, row = copied(map, 0), pitch = pitch_of(map);
  all.reserve(static_cast<std::size_t>(elements * bytes));
  for (std::int64_t i = 0; i < elements; ++i) {
    std::int64_t global = 0;
    bool inside = true;
    for (std::size_t d = 0; d < static_cast<std::size_t>(map.rank); ++d) {
      const auto c = coordinates[d] + at[d] * map.element_stride[d];
      inside = inside && c >= 0 && c < map.global_dim[d];
      if (inside) global += c * (d == 0 ? bytes : map.global_stride[d]);
    }
    for (std::int64_t b = 0; b < bytes; ++b)
      all.push_back({inside ? global + b : TmaByte::outside, swizzled(map.swizzle, shared + i / row * pitch + i % row * bytes + b)});
    for (std::size_t d = 0; d < static_cast<std::size_t>(map.rank); ++d) {
      if (++at[d] < copied(map, d)) break;
      at[d] = 0;
    }
  }
  return all;
}

TmaInstruction instruction_of(const TiledCopy& copy, const IntTuple& tile, std::int64_t index, std::int64_t cta) {
  const auto& tma = *copy.atom.tma;
  const auto coordinates = tma_tensor(tma, tma.tensor.layout.shape());
  const auto ctas = size(mode(copy.layout_tv, 0)), each = elements_per_instruction(tma) / ctas;
  const auto begin = (index * ctas + cta) * each;
  // The tile as a tensor of coordinates, in the order of shared memory.
  const auto of_tile = composition(domain_offset(tile, coordinates).layout, tma.tile);
  const auto place = mode(copy.layout_tv, 1)(begin);
  auto at = sum(*domain_offset(tile, coordinates).coordinate, index_of(IntTuple(Int{place, true}), of_tile));
  TmaInstruction result{.coordinates = {}, .shared = without_swizzle(tma)(place) * tma.tensor.type->bits / 8};
  at.for_each_integer([&](Int c) { result.coordinates.push_back(c.value); });
  result.coordinates.resize(static_cast<std::size_t>(tma.map.rank), 0);
  return result;
}

}  // namespace algebra
