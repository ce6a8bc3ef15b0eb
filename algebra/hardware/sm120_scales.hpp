#pragma once
// The scale factors of SM120's block-scaled GEMM in shared memory and in registers.
//
// Source: CUTLASS include/cutlass/gemm/collective/builders/sm120_blockscaled_mma_builder.inl, sm120_common.inl,
// include/cutlass/gemm/collective/sm120_blockscaled_mma_tma.hpp. All throw a Problem.

#include <cstdint>

#include "algebra/hardware/instructions.hpp"
#include "algebra/hardware/scale_factors.hpp"

namespace algebra::scales {

/// The parameters of CollectiveBuilder<arch::Sm120, arch::OpClassBlockScaledTensorOp, ...>.
struct Sm120Collective {
  ElementType a, b;
  std::int64_t vector = 16;  ///< elements per scale
  IntTuple tile;             ///< (M,N,K), static
  bool cooperative = true;   ///< the schedule; false: ping-pong
  std::int64_t stages = 2;
};

/// Returns its TiledMma. Errors: "static_assert" for a tile that CUTLASS refuses, "argument" if no instruction has these types.
TiledMma tiled_mma(const Sm120Collective&);
/// Return SmemLayoutAtomSFA and SmemLayoutAtomSFB of a stage, and SmemLayoutSFA and SmemLayoutSFB of all stages. B has at least 128 rows.
Layout stage_atom(const Sm120Collective&, Operand);
Layout stages(const Sm120Collective&, Operand);

/// Returns (thread, value) -> place in (M,K) or (N,K) of one atom: the traits' SFALayout and SFBLayout.
Layout scale_tv(const MmaTraits&, Operand);
/// Returns ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK))) of a tensor of scales: thrfrg_SFA, thrfrg_SFB.
Layout scale_parts(const TiledMma&, Operand, const Layout& tensor);
/// Returns the registers of a thread: partition_fragment_SFA, partition_fragment_SFB.
Layout scale_fragment(const TiledMma&, Operand, const Layout& tensor);
/// Returns (thread, value) -> place in the tile: get_layoutSFA_TV, get_layoutSFB_TV.
Layout scale_layout_tv(const TiledMma&, Operand);

}  // namespace algebra::scales
