#pragma once
// Matrix descriptors: what WGMMA and tcgen05 have to know of a tile in shared memory, in 64 bits.
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

inline constexpr int chunk_bits = 128;      ///< what a descriptor counts in: 16 bytes
inline constexpr int core_matrix_rows = 8;  ///< a core matrix is 8 rows of one chunk

/// How the hardware swizzles a tile: CuTe's LayoutType.
struct DescriptorLayout {
  std::string_view name;  ///< B128, SWIZZLE_128B
  int code = 0;           ///< in the descriptor
  Swizzle swizzle{};      ///< on bytes
  int chunks = 1;         ///< a row of the swizzle atom
  int rows = 8;           ///< of the swizzle atom
  friend bool operator==(const DescriptorLayout&, const DescriptorLayout&) = default;
};

/// Those that an instruction of this kind has.
std::span<const DescriptorLayout> layouts_of(MatrixDescriptor::Of);

/// The fields of a descriptor.
struct DescriptorFields {
  DescriptorLayout layout;
  int start = 0;                  ///< start address, from the pointer of the tensor
  int lbo = 0, sbo = 0;           ///< leading and stride byte offset
  int base_offset = 0;            ///< in rows of 128 bytes
  int version = 0, lbo_mode = 0;  ///< of umma; else 0
};
DescriptorFields fields(const MatrixDescriptor&);
/// "GmmaDescriptor 0x4000004000010000 (B128=1, start 0, LBO 1, SBO 64, base 0)"
std::string to_string(const MatrixDescriptor&, Marks);

/// One field in the 64 bits.
struct DescriptorBits {
  enum class Field : std::uint8_t { start, lbo, sbo, version, base_offset, lbo_mode, layout };
  Field field;
  std::string_view name;  ///< as people say it: "leading byte offset"
  int first = 0, count = 0;
  std::uint64_t value = 0;
};
/// From the lowest bit on; bits in no field are not used.
std::vector<DescriptorBits> bit_fields(const MatrixDescriptor&);

/// The descriptor of a tile of two modes, (M or N, K), in shared memory, as CuTe makes it (make_gmma_desc, make_umma_desc).
/// Errors: "not canonical" where CuTe's static asserts fail, with their words before ours; "dynamic" for integers that the
/// compiler does not know; "argument" for a tensor without an element type.
MatrixDescriptor make_matrix_descriptor(MatrixDescriptor::Of, Major, const Tensor& tile, Steps* = nullptr);
/// The descriptor with a start address that many chunks further, and its tile moved with it.
MatrixDescriptor advanced(const MatrixDescriptor&, std::int64_t chunks);
/// The tensor of descriptors that CuTe makes of a partition (V,M,K,...): of its mode 0 the first descriptor.
Tensor make_descriptors(MatrixDescriptor::Of, Major, const Tensor& partition);

/// The kind of descriptor by which an instruction takes a matrix from shared memory; none for one that it takes from elsewhere.
struct DescribedOperand {
  MatrixDescriptor::Of of;
  Major major;
};
std::optional<DescribedOperand> described_operand(const MmaAtom&, Matrix);

/// A tile has `rows` (along M or N if K-major, else along K) of `chunks` of `values` elements.
struct DescriptorTile {
  std::int64_t rows = 0, chunks = 0;
  int values = 0;  ///< 0: elements do not fill a chunk
};
DescriptorTile tile_of(const MatrixDescriptor&);
/// Where the descriptor says that a chunk is, from the start address, before the swizzle. None beyond the row of a swizzle atom.
std::optional<std::int64_t> place_of(const MatrixDescriptor&, std::int64_t row, std::int64_t chunk);

/// Every 16 bytes of a row are where the descriptor says, and no two are in one place.
Verdict check_descriptor(const MatrixDescriptor&, const Checking&);

}  // namespace algebra
