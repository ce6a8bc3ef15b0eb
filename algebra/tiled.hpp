#pragma once
// Tiled copies and tiled MMAs: an atom repeated over threads and values, and what each thread has of a tensor.
//
// As the operations of operations.hpp they throw a Problem. Rules: CUTLASS include/cute/atom/copy_atom.hpp, mma_atom.hpp.

#include "algebra/contracts.hpp"

namespace algebra {

enum class Side : std::uint8_t { source, destination };
enum class Matrix : std::uint8_t { a, b, c };

// --- Copies
/// CuTe's Copy_Atom. Errors: "atom" where the instruction's threads do not have whole values of the type.
CopyAtom make_copy_atom(const CopyAtom& instruction, const ElementType&);
/// Threads and values as they lie over the tile, (m,n) -> thread and (m,n) -> value.
/// Errors: "static" for integers that the compiler does not know, "atom" where the atom needs more threads or values.
TiledCopy make_tiled_copy(const CopyAtom&, const Layout& threads, const Layout& values);
/// From (thread, value) -> coordinate and the tile, each checked (CuTe's make_tiled_copy_impl).
TiledCopy make_tiled_copy(const CopyAtom&, const Layout& layout_tv, const Tiler&);
/// The one whose threads hold what the MMA's threads hold of that matrix (make_tiled_copy_A, _B, _C).
TiledCopy make_tiled_copy(const CopyAtom&, const TiledMma&, Matrix);
/// (thread, value) -> element of an atom with its values' type; `ref` is what the two sides have in common.
Layout value_layout(const CopyAtom&, Side);
Layout value_layout_ref(const CopyAtom&);
IntTuple tile_shape(const TiledCopy&);
/// (thread, value) -> 1-D coordinate in the tile.
Layout layout_tv(const TiledCopy&, Side);
/// (M,N,...) -> (Thr,(FrgV,FrgX),(RestM,RestN,...)): CuTe's tidfrg_S and tidfrg_D.
Layout tidfrg(const TiledCopy&, Side, const Layout& tensor, Steps* = nullptr);
/// What one thread has: ((FrgV,FrgX),RestM,RestN,...).
Tensor partition(const TiledCopy&, Side, Int thread, const Tensor&, Steps* = nullptr);

// --- MMAs
/// A thread layout and permutations of fewer than three modes are filled up with 1:0 and `_`.
TiledMma make_tiled_mma(const MmaAtom&, const Layout& threads, const Tiler& permutations);
/// (ThrV,ThrM,ThrN,ThrK) -> thread index.
Layout thr_layout_vmnk(const TiledMma&);
IntTuple tile_shape(const TiledMma&);
/// How mode 0, 1 or 2 of (M,N,K) is reordered for the atoms: as it was written, or the size of the tile there.
Tiler permutation_mnk(const TiledMma&, int mode);
/// (thread, value) -> 1-D coordinate in the tile's (M,K), (N,K) or (M,N). Like CuTe's, C's leaves the tile where atoms
/// lie along N and along K: partition does not.
Layout layout_tv(const TiledMma&, Matrix);
/// (M,N,...) -> ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...))) for C, K in place of N or M for A and B: CuTe's thrfrg_A, _B, _C.
Layout thrfrg(const TiledMma&, Matrix, const Layout& tensor, Steps* = nullptr);
/// What one thread has: (FrgV,RestM,RestN,...).
Tensor partition(const TiledMma&, Matrix, Int thread, const Tensor&, Steps* = nullptr);
/// Whether the thread is one of the MMA's: it is not for thread 4 of an SM70 atom, whose threads are 0-3 and 16-19.
bool has_thread(const TiledMma&, std::int64_t thread);

/// Each element of a tensor of this shape has an owner, and only one where that is so of the atom. `parts` is tidfrg or
/// thrfrg of the shape's identity layout, or maps to its 1-D coordinates.
Verdict check_owners(const Layout& parts, const IntTuple& shape, bool one_owner, const Checking&);

}  // namespace algebra
