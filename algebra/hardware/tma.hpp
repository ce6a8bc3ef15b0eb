#pragma once
// TMA, the copy of boxes between global and shared memory: the tensor map that CuTe makes for a tensor, a layout of shared memory
// and a CTA's tile, and the copy by it.
//
// Like operations.hpp, these throw a Problem. Source: CUTLASS include/cute/atom/copy_traits_sm90_tma.hpp.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/steps.hpp"
#include "algebra/text/message.hpp"

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
/// The bytes of a box, also those outside of the tensor.
std::int64_t bytes_of(const TensorMap&);
/// "128B_ATOM_32B": CU_TENSOR_MAP_SWIZZLE_ without its beginning.
std::string_view to_string(TensorMap::Swizzle);

/// What a TMA instruction is made for, and what CuTe makes of it.
struct Tma {
  CopyTraits traits;  ///< one thread, which copies the whole box; without a cluster's slices
  // Made for:
  Tensor tensor;                                ///< in global memory, with the type of its elements
  std::variant<Layout, ComposedLayout> shared;  ///< the layout of the tile in shared memory
  Tiler tile;                                   ///< the CTA's tile
  IntTuple cluster{1};                          ///< the CTAs that take a slice of each box
  ElementType internal;                         ///< of the elements that the tensor map counts
  // Made of it:
  TensorMap map;
  Layout basis;                 ///< element of the box -> coordinate in the tensor
  IntTuple coordinate_strides;  ///< of the tensor of TMA coordinates
  /// What those of dimension 0 are divided by, where the tensor map counts wider elements than the tensor has.
  std::int64_t coordinate_divisor = 1;
  friend bool operator==(const Tma&, const Tma&);
};

/// The TMA instruction of a name, as a copy atom takes it; null for any other name.
const CopyTraits* find_tma(std::string_view name);

/// What a TMA copy is made for.
struct TmaRequest {
  std::string_view instruction;  ///< of find_tma: SM90_TMA_LOAD
  const Tensor& tensor;
  const std::variant<Layout, ComposedLayout>& shared;
  std::optional<Tiler> tile;  ///< nullopt: the sizes of the modes of `shared`
  IntTuple cluster{1};
  std::optional<ElementType> internal;  ///< nullopt: that of the tensor
};
/// CuTe's make_tma_atom and make_tma_copy. Errors: "tma", with what CuTe asserts, the number that breaks it and what would work.
CopyAtom make_tma_atom(const TmaRequest&, Steps* = nullptr);
TiledCopy make_tma_copy(const TmaRequest&, Steps* = nullptr);

/// The tensor whose indices are the coordinates that an instruction takes (get_tma_tensor). Errors: "tma" for a shape that is not
/// congruent with the tensor's, and for fractions of a coordinate.
Tensor tma_tensor(const Tma&, const IntTuple& shape);
/// "(_1@1,_1/_2@0)": the strides of that tensor as CuTe prints them.
std::string coordinate_strides_text(const Tma&, Marks);
/// CuTe's tma_partition: of a tensor and of the tensor in shared memory, (tile, rest...), the parts ((TMA,TMA_Iter),rest...) that
/// a CTA of the cluster copies. Tensors in the order given, the one in shared memory last.
std::vector<Tensor> tma_partition(const CopyAtom&, const IntTuple& cta, const Layout& ctas, const Tensor& shared,
                                  const std::vector<Tensor>& others);

/// CuTe's create_tma_multicast_mask: a bit for each CTA of the cluster at a coordinate with `_` for the modes that share a box. Errors:
/// "multicast" for CTAs beyond the mask's 16 bits.
std::uint16_t tma_multicast_mask(const Layout& ctas, const IntTuple& coordinate);

/// Bits and elements of the tensor that an instruction of all CTAs of the cluster copies, and the instructions of a tile.
std::int64_t bits_per_instruction(const Tma&);
std::int64_t elements_per_instruction(const Tma&);
std::int64_t instructions_per_tile(const Tma&);

/// A field of the tensor map or what follows from it, as numbers, tuples and words.
struct TmaField {
  std::string_view key;  ///< "box_dim", as in JSON
  const char* label;     ///< "box"
  std::string text;      ///< "(64,128)"
};
/// All of them, in the order of cuTensorMapEncodeTiled's parameters.
std::vector<TmaField> tma_fields(const Tma&, Marks);

/// The order in which tiles of the swizzle's atom stand in shared memory, with fewer instructions.
struct TmaOrder {
  IntTuple order;  ///< as tile_to_shape takes it
  ComposedLayout shared;
  std::int64_t instructions = 0;
};
/// nullopt where no order is better, or where the layout is not made of atoms.
std::optional<TmaOrder> better_order(const Tma&);

/// (slice, element) -> 1-D coordinate in the tile: slice i * CTAs + c is what CTA c of the cluster copies with instruction i.
Layout tma_slices(const TiledCopy&);
/// The layout of shared memory without its swizzle.
const Layout& without_swizzle(const Tma&);

/// What cuTensorMapEncodeTiled refuses of a tensor map that CuTe makes: a sentence for each.
std::vector<Message> refused_by_driver(const TensorMap&);
/// What CuTe hands over although the driver refuses it or TMA puts it elsewhere: a sentence for each.
std::vector<Message> tma_warnings(const Tma&);

}  // namespace algebra
