#pragma once
// Tensor memory of SM100: 128 datapaths by 512 columns of 32 bits, and where the fragments of a tcgen05 MMA lie in it.
//
// Like operations.hpp, these throw a Problem. Source: CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp, copy_traits_sm100.hpp.

#include <string_view>

#include "algebra/tiled.hpp"

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

/// The fragment of this shape, ((M,N),MMA_M,MMA_N,...). Errors: "tmem" for what no MMA has, or for more than there is.
Tensor make_tmem_fragment(const TmemFragment&, const IntTuple& shape);

/// The copy between tensor memory and registers, by four warps (make_tmem_copy). Errors: "codomain" where the tensor does not have
/// what the instruction reads.
TiledCopy make_tmem_copy(const CopyAtom&, const Tensor&);
/// The copy from shared to tensor memory (make_utccp_copy).
TiledCopy make_utccp_copy(const CopyAtom&, const Tensor&);

}  // namespace algebra
