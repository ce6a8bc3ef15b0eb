#pragma once
// Rules for the links of tiled copies and tiled MMAs: atoms, threads and values over a tile, and the tensors that they
// partition.
//
// An MMA's card is its tile of C, (M,N). An element of A, (m,k), is multiplied into all of row m, one of B, (n,k), into
// all of column n.

#include "algebra/links/rule.hpp"
#include "algebra/tiled.hpp"

namespace algebra::links {

/// make_tiled_mma(atom, atoms, permutations): the element's place in the atom, the atoms that have it (all along K), and
/// its place in the permutations.
void tiled_mma(LinkBuilder&);
/// make_tiled_copy(atom, threads, values): a raked product of the two, so an element's thread, and which of its values it is.
void tiled_copy(LinkBuilder&);
/// make_tiled_copy_impl(atom, layout_tv, tiler) has the places written down.
void tiled_copy_by_layout(LinkBuilder&);

// Of matrix A, B or C; a tiled copy has none, so that of C serves.

/// make_tiled_copy_A(atom, mma): where the copy's tile stands in the card of the MMA.
template <Matrix>
void copy_of_matrix(LinkBuilder&);
/// tidfrg, thrfrg and partition: the tensor is the last operand, the tile is that of the copy or the MMA.
template <Matrix>
void fragments(LinkBuilder&);
/// (thread, value) -> place in the tile.
template <Matrix>
void thread_value(LinkBuilder&);

}  // namespace algebra::links
