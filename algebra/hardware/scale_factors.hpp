#pragma once
// Where the scale factors of block-scaled and blockwise GEMMs lie in global and in shared memory, as CUTLASS's configurations say.
//
// All layouts take coordinates of elements, not of groups: the mode of a group's elements has stride 0. Offsets count scales: one byte each
// for block scales (UE4M3, UE8M0), four for the blockwise ones (float). `size(filter_zeros(L))` is the number of scales to allocate, which
// is more than M * K / vector where the layout pads.
//
// Source: CUTLASS include/cutlass/detail/sm100_blockscaled_layout.hpp, sm103_blockscaled_layout.hpp, blockwise_scale_layout.hpp,
// sm100_mixed_dtype_blockwise_layout.hpp, include/cutlass/gemm/collective/builders/sm103_blockscaled_umma_builder.inl.
// All throw a Problem.

#include <cstdint>
#include <string>

#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra::scales {

/// Whose scales: A's or B's.
enum class Operand : std::uint8_t { a, b };
/// How the 128 rows of a block are written; both are the same function: (32,4):(16,4), or (8,4,4):(16,128,4).
enum class Rows : std::uint8_t { sm1xx, sm103 };

/// The block of 128 rows and 4 groups of `vector` elements, 512 bytes: (rows, (elements of a group, groups)), or the other way round
/// where groups run along M or N.
Layout atom(Rows, Int vector, Major = Major::k);
/// What deduce_layoutSFA, deduce_layoutSFB and deduce_layoutSFD return: the type of the layout, with extents of 0. It is no layout to use.
Layout unset(const Layout& atom, Major, Rows);
/// (M,K) or (M,K,L) of A and of B from the problem (M,N,K) or (M,N,K,L): blocks along K first. Errors: "argument".
Layout fill(const Layout& atom, const IntTuple& problem, Operand);
/// (M,N,L) of D's scales, from the same problem. `major`: along which mode groups run, MN for M.
Layout fill_output(const Layout& atom, const IntTuple& problem, Major);
/// The stage of shared memory: ((mn,(vector,groups of an instruction)),_1,(instructions of a block, blocks along K)). B's rows are
/// rounded up to 128. As in CUTLASS an extent is _0 where the tile is smaller than a block. Errors: "argument", "division by zero".
Layout stage(const TiledMma&, Int vector, const IntTuple& tile, Operand);
/// The same of SM103's kernels, for a quarter of the tile's K (a half of vectors of 32). `shape`: of A ((MMA_M,MMA_K),M,K), of B (N,K).
Layout stage_sm103_a(const Layout& atom, const IntTuple& shape);
Layout stage_sm103_b(const Layout& atom, const IntTuple& shape, Int vector);

/// A configuration of blockwise scales: one scale for `rows` x `k` elements; `major`: which scales follow one another, those of rows (MN)
/// or of K.
struct Blockwise {
  Int rows, k;
  Major major = Major::mn;
};
/// The layout over (rows, K, L). No padding.
Layout fill(const Blockwise&, Int rows, Int k, const IntTuple& batches);
/// Its type, with extents of 0.
Layout unset(const Blockwise&);
/// The stage of shared memory for a tile. `major`: what CUTLASS looks at, which for B is the major of A's scales.
Layout stage(const Blockwise&, Int rows, Int k, Major);

}  // namespace algebra::scales
