#pragma once
// TMA, the copy of boxes between global and shared memory: the tensor map that CuTe makes for a tensor, a layout of shared memory
// and a CTA's tile, and the copy by it.
//
// Like operations.hpp, these throw a Problem. Source: CUTLASS include/cute/atom/copy_traits_sm90_tma.hpp.

#include <array>
#include <string_view>

#include "algebra/value.hpp"

namespace algebra {

/// What cuTensorMapEncodeTiled takes, as CuTe gives it. Dimension 0 is the innermost one, whose elements are adjacent.
struct TensorMap {
  enum class Swizzle : std::uint8_t { none, b32, b64, b128, b128_atom_32b, b128_atom_64b };
  static constexpr int max_rank = 5;

  std::string_view data_type;  ///< "FLOAT16": CU_TENSOR_MAP_DATA_TYPE_ without its beginning
  int element_bits = 16;
  int rank = 1;
  std::array<std::int64_t, max_rank> global_dim{1, 1, 1, 1, 1};      ///< in elements
  std::array<std::int64_t, max_rank> global_stride{};                ///< in bytes; that of dimension 0 is not handed over
  std::array<std::int64_t, max_rank> box_dim{1, 1, 1, 1, 1};         ///< in elements: what one instruction of one CTA copies
  std::array<std::int64_t, max_rank> element_stride{1, 1, 1, 1, 1};  ///< the step between copied elements
  Swizzle swizzle = Swizzle::none;
  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};
/// "128B_ATOM_32B": CU_TENSOR_MAP_SWIZZLE_ without its beginning.
std::string_view to_string(TensorMap::Swizzle);

/// What a TMA instruction is made for, and what CuTe makes of it.
struct Tma {
  CopyTraits traits;  ///< one thread, which copies the whole box; without a cluster's slices
  // Made for:
  Tensor tensor;                                ///< in global memory, with the type of its elements
  std::variant<Layout, ComposedLayout> shared;  ///< the layout of the tile in shared memory
  Tiler tile;                                   ///< the CTA's tile
  Int cluster{1, true};                         ///< the CTAs that take a slice of each box
  ElementType internal;                         ///< of the elements that the tensor map counts
  // Made of it:
  TensorMap map;
  Layout basis;                 ///< element of the box -> coordinate in the tensor
  IntTuple coordinate_strides;  ///< of the tensor of TMA coordinates
  friend bool operator==(const Tma&, const Tma&);
};

}  // namespace algebra
