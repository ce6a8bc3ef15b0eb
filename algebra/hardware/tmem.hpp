#pragma once
// Tensor memory of SM100: 128 datapaths by 512 columns of 32 bits, and where the fragments of a tcgen05 MMA lie in it.
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
  /// The step from datapath to datapath, in elements of this width: CuTe's addresses have 2^16 columns for each.
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

/// What a fragment in tensor memory is of: CuTe's UMMA::tmem_frg and its relatives.
struct TmemFragment {
  enum class Of : std::uint8_t {
    matrix,          ///< A or C: tmem_frg
    stationary,      ///< C of a weight-stationary MMA: tmem_frg_ws
    metadata,        ///< of a sparse A: tmem_e_frg
    metadata_of_ws,  ///< the same of a weight-stationary MMA: tmem_e_frg_ws
    scale_factors,   ///< tmem_sf_frg
  };
  Of of = Of::matrix;
  ElementType type;
  int storage_bits = 32;  ///< that an element takes
  std::int64_t sms = 1;   ///< of the MMA
  TmemAllocMode mode = TmemAllocMode::interleaved;
  bool is_sfa = false;  ///< scale factors of A
};

/// A place in tensor memory: a datapath, which its instructions call a lane, a column of 32 bits, and the bit within that.
struct TmemPlace {
  std::int64_t lane = 0, column = 0, bit = 0;
  friend bool operator==(const TmemPlace&, const TmemPlace&) = default;
};
/// "lane 17, column 3"; of elements narrower than a column "lane 17, column 3, bit 16".
Message described(const TmemPlace&, int element_bits);
/// Where the element of a 1-D coordinate lies, counted from the address that the tensor's allocation begins with. nullopt where the
/// tensor is not in tensor memory, or the place is outside of it.
std::optional<TmemPlace> tmem_place(const Tensor&, std::int64_t coordinate);

/// What a tensor takes of tensor memory.
struct TmemUse {
  std::int64_t lanes = 0;      ///< with elements
  std::int64_t columns = 0;    ///< as far as its elements reach
  std::int64_t allocated = 0;  ///< columns that tcgen05.alloc gives: a power of two, at least 32
  friend bool operator==(const TmemUse&, const TmemUse&) = default;
};
/// nullopt as `tmem_place`, if any of its elements is outside.
std::optional<TmemUse> tmem_use(const Tensor&);

/// The fragment of this shape, ((M,N),MMA_M,MMA_N,...). Errors: "tmem" for what no MMA has, or for more than there is.
Tensor make_tmem_fragment(const TmemFragment&, const IntTuple& shape);

/// The copy between tensor memory and registers, by four warps (make_tmem_copy). Errors: "codomain" where the tensor does not have
/// what the instruction reads.
TiledCopy make_tmem_copy(const CopyAtom&, const Tensor&);
/// The copy from shared to tensor memory (make_utccp_copy).
TiledCopy make_utccp_copy(const CopyAtom&, const Tensor&);
/// What such a copy takes of shared memory: matrix descriptors of a partition ((V,1),...) (get_utccp_smem_desc_tensor), the first of
/// which is that of the rows and bits that the instruction reads once. Errors as make_matrix_descriptor's, and "argument".
Tensor make_utccp_descriptors(const CopyAtom&, const Tensor& partition);
/// The tiles of four warps, each with its quarter of the datapaths: warp -> coordinate (make_tmem_warp_partitioner).
TvTiler make_tmem_warp_partitioner(const Tensor&);

}  // namespace algebra
