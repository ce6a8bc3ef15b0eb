#pragma once
// Tensor memory of SM100: 128 datapaths by 512 columns of 32 bits, and the places of tcgen05 MMAs' fragments in it.
//
// Like operations.hpp, these throw a Problem. Source: CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp, copy_traits_sm100.hpp.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/hardware/tiled.hpp"

namespace algebra {

struct Tmem {
  static constexpr std::int64_t datapaths = 128, columns = 512, column_bits = 32;
  static constexpr std::int64_t capacity_bits = datapaths * columns * column_bits;
  /// Returns the step from datapath to datapath, in elements of this width: CuTe's addresses have 2^16 columns for each.
  static constexpr std::int64_t datapath(int bits) { return (std::int64_t{1} << 16) * column_bits / bits; }
};

/// CuTe's UMMA::TmemAllocMode, with its numbers.
enum class TmemAllocMode : std::uint8_t {
  interleaved,
  non_interleaved,
  duplicated,
  scale_factor_duplicated_4by1,
  scale_factor_duplicated_2by2,
};

/// A kind of fragment in tensor memory: CuTe's UMMA::tmem_frg and its relatives.
struct TmemFragment {
  enum class Of : std::uint8_t {
    matrix,          ///< A or C: tmem_frg
    stationary,      ///< C of a weight-stationary MMA: tmem_frg_ws
    metadata,        ///< metadata of a sparse A: tmem_e_frg
    metadata_of_ws,  ///< metadata of a weight-stationary MMA: tmem_e_frg_ws
    scale_factors,   ///< tmem_sf_frg
  };
  Of of = Of::matrix;
  ElementType type;
  int storage_bits = 32;  ///< bits per element
  std::int64_t sms = 1;   ///< SMs of the MMA
  TmemAllocMode mode = TmemAllocMode::interleaved;
  bool is_sfa = false;  ///< for scale factors: A's, not B's
};

/// A place in tensor memory: a datapath, which its instructions call a lane, a column of 32 bits, and the bit within that.
struct TmemPlace {
  std::int64_t lane = 0, column = 0, bit = 0;
  friend bool operator==(const TmemPlace&, const TmemPlace&) = default;
};
/// Returns "lane 17, column 3"; for elements narrower than a column "lane 17, column 3, bit 16".
Message described(const TmemPlace&, int element_bits);
/// Returns the place of the element at a 1-D coordinate, relative to the start of the tensor's allocation. nullopt if the tensor is not in
/// tensor memory, or the place is outside it.
std::optional<TmemPlace> tmem_place(const Tensor&, std::int64_t coordinate);

/// The tensor memory that a tensor occupies.
struct TmemUse {
  std::int64_t lanes = 0;      ///< lanes with elements
  std::int64_t columns = 0;    ///< columns up to the last element
  std::int64_t allocated = 0;  ///< columns to request from tcgen05.alloc: a power of two, at least 32
  friend bool operator==(const TmemUse&, const TmemUse&) = default;
};
/// Returns the use; nullopt as `tmem_place`, if any element is outside.
std::optional<TmemUse> tmem_use(const Tensor&);

/// Makes the fragment of this shape, ((M,N),MMA_M,MMA_N,...). Errors: "tmem" for a shape that no MMA has, or if the memory is too small.
Tensor make_tmem_fragment(const TmemFragment&, const IntTuple& shape);

/// Makes the copy between tensor memory and registers, by four warps (make_tmem_copy). Errors: "codomain" if the tensor does not have what
/// the instruction reads.
TiledCopy make_tmem_copy(const CopyAtom&, const Tensor&);
/// Makes the copy from shared to tensor memory (make_utccp_copy).
TiledCopy make_utccp_copy(const CopyAtom&, const Tensor&);
/// Makes the source of such a copy: matrix descriptors of a partition ((V,1),...) in shared memory (get_utccp_smem_desc_tensor); the first
/// one describes the rows and bits that the instruction reads once. Errors as make_matrix_descriptor's, and "argument".
Tensor make_utccp_descriptors(const CopyAtom&, const Tensor& partition);
/// Makes the tiles of four warps, each with its quarter of the datapaths: warp -> coordinate (make_tmem_warp_partitioner).
TvTiler make_tmem_warp_partitioner(const Tensor&);

}  // namespace algebra
