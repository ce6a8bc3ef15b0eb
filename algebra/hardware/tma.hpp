#pragma once
// TMA, the copy of boxes between global and shared memory: CuTe's tensor map for a tensor, a layout of shared memory and a CTA's tile, and
// the copy by it.
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

/// The parameters that CuTe passes to cuTensorMapEncodeTiled. Dimension 0 is the innermost one, whose elements are adjacent.
struct TensorMap {
  enum class Swizzle : std::uint8_t { none, b32, b64, b128, b128_atom_32b, b128_atom_64b };
  static constexpr int max_rank = 5;

  std::string_view data_type;  ///< CU_TENSOR_MAP_DATA_TYPE_... without its prefix: "FLOAT16"
  int element_bits = 16;
  int rank = 1;
  std::array<std::int64_t, max_rank> global_dim{1, 1, 1, 1, 1};      ///< in elements
  std::array<std::int64_t, max_rank> global_stride{};                ///< in bytes; that of dimension 0 is not passed
  std::array<std::int64_t, max_rank> box_dim{1, 1, 1, 1, 1};         ///< in elements: the part that one instruction of one CTA copies
  std::array<std::int64_t, max_rank> element_stride{1, 1, 1, 1, 1};  ///< the step between copied elements
  Swizzle swizzle = Swizzle::none;
  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};
/// Returns the bytes of a box, including those outside the tensor.
std::int64_t bytes_of(const TensorMap&);
/// Returns CU_TENSOR_MAP_SWIZZLE_... without its prefix: "128B_ATOM_32B".
std::string_view to_string(TensorMap::Swizzle);

/// The inputs of a TMA instruction, and CuTe's results.
struct Tma {
  CopyTraits traits;  ///< one thread, which copies the whole box, ignoring the cluster's slices
  // Inputs:
  Tensor tensor;                                ///< in global memory, with the type of its elements
  std::variant<Layout, ComposedLayout> shared;  ///< the layout of the tile in shared memory
  Tiler tile;                                   ///< the CTA's tile
  IntTuple cluster{1};                          ///< the CTAs that each take a slice of a box
  ElementType internal;                         ///< element type of the tensor map
  // Results:
  TensorMap map;
  Layout basis;                 ///< element of the box -> coordinate in the tensor
  IntTuple coordinate_strides;  ///< strides of the tensor of TMA coordinates
  /// Divisor of the strides of dimension 0, if the tensor map counts wider elements than the tensor has.
  std::int64_t coordinate_divisor = 1;
  friend bool operator==(const Tma&, const Tma&);
};

/// Returns the TMA instruction of a name, as a copy atom takes it; null for any other name.
const CopyTraits* find_tma(std::string_view name);

/// The arguments of a TMA copy.
struct TmaRequest {
  std::string_view instruction;  ///< a name for find_tma: SM90_TMA_LOAD
  const Tensor& tensor;
  const std::variant<Layout, ComposedLayout>& shared;
  std::optional<Tiler> tile;  ///< nullopt: the sizes of the modes of `shared`
  IntTuple cluster{1};
  std::optional<ElementType> internal;  ///< nullopt: the tensor's
};
/// Run CuTe's make_tma_atom and make_tma_copy. Errors: "tma", with CuTe's assert, the violating number and a working alternative.
CopyAtom make_tma_atom(const TmaRequest&, Steps* = nullptr);
TiledCopy make_tma_copy(const TmaRequest&, Steps* = nullptr);

/// Returns the tensor whose indices are the coordinates that an instruction takes (get_tma_tensor). Errors: "tma" for a shape that is not
/// congruent with the tensor's, and for fractions of a coordinate.
Tensor tma_tensor(const Tma&, const IntTuple& shape);
/// Returns "(_1@1,_1/_2@0)": the strides of that tensor as CuTe prints them.
std::string coordinate_strides_text(const Tma&, Marks);
/// Runs CuTe's tma_partition: for tensors (tile, rest...), the one in shared memory among them, returns the parts ((TMA,TMA_Iter),rest...)
/// that a CTA of the cluster copies. Order: the given tensors, then the one in shared memory.
std::vector<Tensor> tma_partition(const CopyAtom&, const IntTuple& cta, const Layout& ctas, const Tensor& shared,
                                  const std::vector<Tensor>& others);

/// Runs CuTe's create_tma_multicast_mask: a bit for each CTA of the cluster at a coordinate with `_` for the modes that share a box.
/// Errors: "multicast" for CTAs beyond the mask's 16 bits.
std::uint16_t tma_multicast_mask(const Layout& ctas, const IntTuple& coordinate);

/// Return the bits and the elements of the tensor that an instruction of all CTAs of the cluster copies, and the instructions of a tile.
std::int64_t bits_per_instruction(const Tma&);
std::int64_t elements_per_instruction(const Tma&);
std::int64_t instructions_per_tile(const Tma&);

/// A field of the tensor map, or a value derived from it, as text.
struct TmaField {
  std::string_view key;  ///< "box_dim", as in JSON
  const char* label;     ///< "box"
  std::string text;      ///< "(64,128)"
};
/// Returns all fields, in the order of cuTensorMapEncodeTiled's parameters.
std::vector<TmaField> tma_fields(const Tma&, Marks);

/// An order of the swizzle atom's tiles in shared memory that needs fewer instructions.
struct TmaOrder {
  IntTuple order;  ///< as tile_to_shape takes it
  ComposedLayout shared;
  std::int64_t instructions = 0;
};
/// Returns the better order; nullopt if there is none, or if the layout is not made of atoms.
std::optional<TmaOrder> better_order(const Tma&);

/// Returns (slice, element) -> 1-D coordinate in the tile: slice i * CTAs + c is what CTA c of the cluster copies with instruction i.
Layout tma_slices(const TiledCopy&);
/// Returns the layout of shared memory without its swizzle.
const Layout& without_swizzle(const Tma&);

/// Returns a sentence for each reason why cuTensorMapEncodeTiled would refuse a tensor map.
std::vector<Message> refused_by_driver(const TensorMap&);
/// Returns a sentence for each case that CuTe accepts although the driver refuses it or TMA places elements elsewhere.
std::vector<Message> tma_warnings(const Tma&);

}  // namespace algebra
