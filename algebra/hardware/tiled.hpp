#pragma once
// Tiled copies and tiled MMAs: an atom repeated over threads and values, and each thread's fragment of a tensor.
//
// Like operations.hpp, these throw a Problem. Source: CUTLASS include/cute/atom/copy_atom.hpp, mma_atom.hpp.

#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/contracts.hpp"

namespace algebra {

enum class Side : std::uint8_t { source, destination };
enum class Matrix : std::uint8_t { a, b, c };

// --- Copies
/// Makes CuTe's Copy_Atom. Errors: "atom" if an instruction's thread does not hold a whole number of values of the type.
CopyAtom make_copy_atom(const CopyAtom& instruction, const ElementType&);
/// Makes a tiled copy from the layouts of threads and values over the tile: (m,n) -> thread and (m,n) -> value. Errors: "static" for
/// dynamic integers, "atom" if the atom needs more threads or values.
TiledCopy make_tiled_copy(const CopyAtom&, const Layout& threads, const Layout& values, Steps* = nullptr);
/// Makes a tiled copy from (thread, value) -> coordinate and the tile, and checks both (CuTe's make_tiled_copy_impl).
TiledCopy make_tiled_copy(const CopyAtom&, const Layout& layout_tv, const Tiler&);
/// Makes the tiled copy whose threads hold the same elements of the matrix as the MMA's (make_tiled_copy_A, _B, _C).
TiledCopy make_tiled_copy(const CopyAtom&, const TiledMma&, Matrix, Steps* = nullptr);
/// Makes the copy by another instruction that reads or writes as `like` does (make_tiled_copy_S, _D).
TiledCopy make_tiled_copy(const CopyAtom&, const TiledCopy& like, Side, Steps* = nullptr);
/// Makes the smallest tiled copy that holds C as the MMA does: one atom's values of each thread (make_tiled_copy_C_atom).
TiledCopy make_tiled_copy_c_atom(const CopyAtom&, const TiledMma&, Steps* = nullptr);
/// Makes a tiled copy from (thread, value) -> address in `data` (make_cotiled_copy). Errors: "codomain" for addresses that `data` does not
/// have.
TiledCopy make_cotiled_copy(const CopyAtom&, const Layout& layout_tv, const Layout& data, Steps* = nullptr);
/// Returns the tiler of (thread, value) -> place in `domain`, with the tile that holds the places they reach; and a thread's part of a
/// tensor by it: (RestM,RestN,...), or (value,RestM,...) (TV_Partitioner::partition).
TvTiler make_tv_tiler(const IntTuple& domain, const Layout& parts);
Tensor partition(const TvTiler&, Int thread, const Tensor&);
/// Return (thread, value) -> element for an atom with a value type; value_layout_ref is the reference common to both sides.
Layout value_layout(const CopyAtom&, Side);
Layout value_layout_ref(const CopyAtom&);
IntTuple tile_shape(const TiledCopy&);
/// Returns (thread, value) -> 1-D coordinate in the tile.
Layout layout_tv(const TiledCopy&, Side, Steps* = nullptr);
/// Returns (M,N,...) -> (Thr,(FrgV,FrgX),(RestM,RestN,...)): CuTe's tidfrg_S and tidfrg_D.
Layout tidfrg(const TiledCopy&, Side, const Layout& tensor, Steps* = nullptr);
/// Returns the slice that `partition` takes.
Slicing slicing(const TiledCopy&, Side, Int thread, const Tensor&, Steps* = nullptr);
/// Returns one thread's fragment: ((FrgV,FrgX),RestM,RestN,...).
Tensor partition(const TiledCopy&, Side, Int thread, const Tensor&, Steps* = nullptr);
/// Returns a thread's registers, (V,M,N,...) as an MMA has them, in the order of the copy's atoms: ((FrgV,FrgX),M,N,...) (retile_S, _D).
Layout retile(const TiledCopy&, const Layout& fragment, Steps* = nullptr);

// --- MMAs
/// Makes a tiled MMA. Pads a thread layout of fewer than three modes with 1:0, and permutations with `_`.
TiledMma make_tiled_mma(const MmaAtom&, const Layout& threads, const Tiler& permutations, Steps* = nullptr);
/// Returns (ThrV,ThrM,ThrN,ThrK) -> thread index.
Layout thr_layout_vmnk(const TiledMma&);
IntTuple tile_shape(const TiledMma&);
/// Returns the permutation of mode 0, 1 or 2 of (M,N,K) as written; if there is none, the tile's size in that mode.
Tiler permutation_mnk(const TiledMma&, int mode);
/// Returns (thread, value) -> 1-D coordinate in the tile's (M,K), (N,K) or (M,N). As in CuTe, the layout of C exceeds the tile if there are
/// atoms along both N and K; partition does not.
Layout layout_tv(const TiledMma&, Matrix, Steps* = nullptr);
/// Returns (M,N,...) -> ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...))) for C; K replaces N for A and M for B (CuTe's thrfrg_A, _B, _C).
Layout thrfrg(const TiledMma&, Matrix, const Layout& tensor, Steps* = nullptr);
/// Returns the slice that `partition` takes.
Slicing slicing(const TiledMma&, Matrix, Int thread, const Tensor&, Steps* = nullptr);
/// Returns one thread's fragment: (FrgV,RestM,RestN,...).
Tensor partition(const TiledMma&, Matrix, Int thread, const Tensor&, Steps* = nullptr);
/// Returns the shape of a thread's part of a tensor of this shape (partition_shape_A, _B, _C).
IntTuple partition_shape(const TiledMma&, Matrix, const IntTuple& shape);
/// Returns whether the thread takes part in the MMA: thread 4 of an SM70 atom does not; its threads are 0-3 and 16-19.
bool has_thread(const TiledMma&, std::int64_t thread);

/// The expected ownership of a tensor's elements.
struct Owned {
  bool once = true;          ///< only threads and values with a stride of 0 may share an element
  std::int64_t sharing = 1;  ///< threads per part that `parts` has once: an MMA's threads along N share A's parts
};
/// Checks that each element of a tensor of this shape has an owner, and, if `once`, that all have the same number of owners, which the
/// verdict gives. `parts` is tidfrg or thrfrg of the shape's identity layout, or maps to its 1-D coordinates; its mode 0 are the threads.
Verdict check_owners(const Layout& parts, const IntTuple& shape, Owned, const Checking&);
/// Returns how many adjacent values of a thread an instruction reads or writes by one access to memory: those of a vector, of a row of
/// ldmatrix and stmatrix; 1 if its side is in registers, or it is as wide as the elements allow.
std::int64_t values_of_access(const CopyAtom&, Side);
/// Checks that the accesses of a copy have adjacent elements and are aligned to their width, wherever the tensor begins. An empty verdict
/// if the copy's instruction has no width, or the tensor is in registers.
Verdict check_alignment(const TiledCopy&, Side, const Tensor&);

}  // namespace algebra
