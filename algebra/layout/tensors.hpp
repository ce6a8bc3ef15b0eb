#pragma once
// Tensors: layouts with a position where their elements begin, and tuples of tensors.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "algebra/layout/composed.hpp"
#include "algebra/layout/element_type.hpp"

namespace algebra {

/// The memory of a tensor's elements. `tensor` is Blackwell's tensor memory.
enum class MemorySpace : std::uint8_t { unknown, global, shared, registers, tensor };

struct MatrixDescriptor;

/// The iterator of a tensor of matrix descriptors, CuTe's DescriptorIterator: the first descriptor, in place of a pointer.
struct DescriptorIterator {
  std::shared_ptr<const MatrixDescriptor> at;  ///< never null
  friend bool operator==(const DescriptorIterator&, const DescriptorIterator&);
};

/// A layout at an offset in elements from a pointer: `ptr+4 o (4,4):(8,1)`; at a swizzled pointer `Sw<3,4,3>_ptr+4 o (8,64):(64,1)`.
struct Tensor {
  std::int64_t offset = 0;  ///< 0 at a swizzled pointer
  Layout layout;
  std::optional<OuterFunction> outer{};  ///< set for a tensor with a composed layout, and at a swizzled pointer
  std::optional<IntTuple> coordinate{};  ///< set for a coordinate tensor, ArithTuple(0,4) o ...; replaces the offset
  /// CuTe's swizzle_ptr: the function of `outer` is the pointer's swizzle, on elements, and the offset of `outer` is the pointer's. Only
  /// the functions inside `outer` belong to the layout.
  bool swizzled_pointer = false;
  std::optional<ElementType> type{};  ///< the element type, if given
  MemorySpace memory = MemorySpace::unknown;
  /// Set for a tensor of descriptors: its indices and its offset count 16-byte steps of their start address.
  std::optional<DescriptorIterator> descriptors{};
  /// Returns whether its layout is a Layout, not a composed layout.
  bool has_plain_layout() const { return !outer || (swizzled_pointer && outer->inside.empty()); }
  /// Returns the pointer's swizzle on bytes, as CuTe has it; nullopt for a pointer without one.
  std::optional<Swizzle> pointer_swizzle() const;
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

/// Several tensors that share coordinates, CuTe's tensor of a ZipIterator and a ZipLayout; its layout alone; or any tuple, such as that of
/// the tensors that it is made of.
struct Zip {
  using Part = std::variant<Layout, ComposedLayout, Tensor, IntTuple, Swizzle>;
  enum class Of : std::uint8_t { tensor, layout, tuple };
  Of of = Of::tensor;
  std::vector<Part> parts;  ///< at least one; tensors of a tensor, layouts and composed layouts of a layout
  friend bool operator==(const Zip&, const Zip&) = default;
};

/// The result of slice_and_offset and domain_offset.
struct LayoutAndOffset {
  std::variant<Layout, ComposedLayout, Zip> layout;
  IntTuple offset;  ///< for zipped layouts, the tuple of their offsets
  friend bool operator==(const LayoutAndOffset&, const LayoutAndOffset&) = default;
};

/// The 64 bits that tell WGMMA (CuTe's GmmaDescriptor) or tcgen05 (UMMA::SmemDescriptor) where its tile of A or B is in shared memory. Made
/// and read by algebra/hardware/matrix_descriptor.hpp.
struct MatrixDescriptor {
  enum class Of : std::uint8_t { gmma, umma };
  Of of = Of::gmma;
  Major major{};  ///< MN or K: the direction in which the 16 bytes of a chunk lie
  std::uint64_t bits = 0;
  /// Returns the start address, in 16-byte steps from the tensor's pointer.
  std::int64_t start() const { return static_cast<std::int64_t>(bits & ((std::uint64_t{1} << start_bits) - 1)); }
  static constexpr int start_bits = 14;
  Tensor tile;  ///< the tile that it describes, with the element type; moves with the start address of an iterated descriptor
  friend bool operator==(const MatrixDescriptor&, const MatrixDescriptor&) = default;
};

/// Returns `ptr+4 o L`, or `Sw<3,4,3>_ptr+4 o L` at a swizzled pointer. Leaves out the element type, the memory and the address.
std::string to_string(const Tensor&, Marks);
/// Returns `make_zip_tensor(ptr+0 o A,ptr+4 o B)`.
std::string to_string(const Zip&, Marks);
std::string to_string(const LayoutAndOffset&, Marks);

}  // namespace algebra
