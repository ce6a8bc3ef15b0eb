#pragma once
// Matrix descriptors: the 64 bits that describe a tile in shared memory to WGMMA and tcgen05.
//
// Like operations.hpp, these throw a Problem. Source: CUTLASS include/cute/arch/mma_sm90_desc.hpp, mma_sm100_desc.hpp and
// atom/mma_traits_sm90_gmma.hpp. Offsets are in chunks of 16 bytes, as in the descriptor, unless a name says bytes.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/contracts.hpp"

namespace algebra {

inline constexpr int chunk_bits = 128;      ///< unit of a descriptor: 16 bytes
inline constexpr int core_matrix_rows = 8;  ///< a core matrix is 8 rows of one chunk

/// A swizzle of the hardware: CuTe's LayoutType.
struct DescriptorLayout {
  std::string_view name;  ///< B128, SWIZZLE_128B
  int code = 0;           ///< its code in the descriptor
  Swizzle swizzle{};      ///< on bytes
  int chunks = 1;         ///< chunks in a row of the swizzle atom
  int rows = 8;           ///< rows of the swizzle atom
  friend bool operator==(const DescriptorLayout&, const DescriptorLayout&) = default;
};

/// Returns the swizzles of instructions of this kind.
std::span<const DescriptorLayout> layouts_of(MatrixDescriptor::Of);

/// The fields of a descriptor.
struct DescriptorFields {
  DescriptorLayout layout;
  int start = 0;                  ///< start address, relative to the tensor's pointer
  int lbo = 0, sbo = 0;           ///< leading and stride byte offset
  int base_offset = 0;            ///< in rows of 128 bytes
  int version = 0, lbo_mode = 0;  ///< of umma; else 0
};
DescriptorFields fields(const MatrixDescriptor&);
/// Returns "GmmaDescriptor 0x4000004000010000 (B128=1, start 0, LBO 1, SBO 64, base 0)".
std::string to_string(const MatrixDescriptor&, Marks);

/// A field's position in the 64 bits.
struct DescriptorBits {
  enum class Field : std::uint8_t { start, lbo, sbo, version, base_offset, lbo_mode, layout };
  Field field;
  std::string_view name;  ///< in words: "leading byte offset"
  int first = 0, count = 0;
  std::uint64_t value = 0;
};
/// Returns the fields from the lowest bit on; bits outside all fields are unused.
std::vector<DescriptorBits> bit_fields(const MatrixDescriptor&);

/// Returns the descriptor of a tile of two modes, (M or N, K), in shared memory, as CuTe makes it (make_gmma_desc, make_umma_desc). Errors:
/// "not canonical" if CuTe's static asserts fail, quoting them before our explanation; "dynamic" for dynamic integers; "argument" for a
/// tensor without an element type.
MatrixDescriptor make_matrix_descriptor(MatrixDescriptor::Of, Major, const Tensor& tile, Steps* = nullptr);
/// Returns the descriptor with its start address, and its tile, advanced by that many chunks.
MatrixDescriptor advanced(const MatrixDescriptor&, std::int64_t chunks);
/// Returns CuTe's tensor of descriptors for a partition (V,M,K,...): the first descriptor describes mode 0.
Tensor make_descriptors(MatrixDescriptor::Of, Major, const Tensor& partition);

/// The kind of descriptor by which an instruction reads a matrix from shared memory.
struct DescribedOperand {
  MatrixDescriptor::Of of;
  Major major;
};
std::optional<DescribedOperand> described_operand(const MmaAtom&, Matrix);

/// The dimensions of a described tile: `rows` (along M or N if K-major, else along K) of `chunks` of `values` elements.
struct DescriptorTile {
  std::int64_t rows = 0, chunks = 0;
  int values = 0;  ///< 0: elements do not fill a chunk evenly
};
DescriptorTile tile_of(const MatrixDescriptor&);
/// Returns where the descriptor places a chunk, in chunks from the start address, before the swizzle. nullopt beyond the row of a swizzle
/// atom.
std::optional<std::int64_t> place_of(const MatrixDescriptor&, std::int64_t row, std::int64_t chunk);

/// Checks that every 16 bytes of a row are where the descriptor places them, and that no two share a place.
Verdict check_descriptor(const MatrixDescriptor&, const Checking&);

}  // namespace algebra
