#pragma once
// The layouts of scale factors of block-scaled and blockwise GEMMs in global and in shared memory, from CUTLASS's configurations.
//
// All layouts take coordinates of elements, not of groups: the mode of a group's elements has stride 0. Offsets count scales: one byte each
// for block scales (UE4M3, UE8M0), four for the blockwise ones (float). `size(filter_zeros(L))` is the number of scales to allocate, which
// exceeds M * K / vector if the layout pads.
//
// Source: CUTLASS include/cutlass/detail/sm100_blockscaled_layout.hpp, sm103_blockscaled_layout.hpp, blockwise_scale_layout.hpp,
// sm100_mixed_dtype_blockwise_layout.hpp, include/cutlass/gemm/collective/builders/sm103_blockscaled_umma_builder.inl. All throw a Problem.

#include <cstdint>
#include <string>

#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra::scales {

/// The operand that the scales belong to.
enum class Operand : std::uint8_t { a, b };
/// Two spellings of the 128 rows of a block, which are the same function: (32,4):(16,4), and (8,4,4):(16,128,4).
enum class Rows : std::uint8_t { sm1xx, sm103 };

/// Returns the block of 128 rows and 4 groups of `vector` elements, 512 bytes: (rows, (elements of a group, groups)), or the other way
/// round if groups run along M or N.
Layout atom(Rows, Int vector, Major = Major::k);
/// Returns the type of the layout with extents of 0, the result of deduce_layoutSFA, deduce_layoutSFB and deduce_layoutSFD. Not a layout to
/// use.
Layout unset(const Layout& atom, Major, Rows);
/// Returns (M,K) or (M,K,L) of A or B for the problem (M,N,K) or (M,N,K,L): blocks along K first. Errors: "argument".
Layout fill(const Layout& atom, const IntTuple& problem, Operand);
/// Returns (M,N,L) of D's scales for the same problem. `major`: the mode along which groups run, MN for M.
Layout fill_output(const Layout& atom, const IntTuple& problem, Major);
/// Returns the stage of shared memory: ((mn,(vector,groups of an instruction)),_1,(instructions of a block, blocks along K)). B's rows are
/// rounded up to 128. As in CUTLASS, an extent is _0 if the tile is smaller than a block. Errors: "argument", "division by zero".
Layout stage(const TiledMma&, Int vector, const IntTuple& tile, Operand);
/// Return the stage for SM103's kernels, which covers a quarter of the tile's K (a half for vectors of 32). `shape`: for A
/// ((MMA_M,MMA_K),M,K), for B (N,K).
Layout stage_sm103_a(const Layout& atom, const IntTuple& shape);
Layout stage_sm103_b(const Layout& atom, const IntTuple& shape, Int vector);

/// A configuration of blockwise scales: one scale for `rows` x `k` elements; `major`: the direction in which scales are contiguous, rows
/// (MN) or K.
struct Blockwise {
  Int rows, k;
  Major major = Major::mn;
};
/// Returns the layout over (rows, K, L), without padding.
Layout fill(const Blockwise&, Int rows, Int k, const IntTuple& batches);
/// Returns its type, with extents of 0.
Layout unset(const Blockwise&);
/// Returns the stage of shared memory for a tile. `major`: the one CUTLASS uses, which for B is the major of A's scales.
Layout stage(const Blockwise&, Int rows, Int k, Major);

}  // namespace algebra::scales
