#pragma once
// Rules for the links of tiled copies and tiled MMAs: atoms, threads and values over a tile, and the tensors that they
// partition.
//
// An MMA's card shows its tile of C, (M,N). Element (m,k) of A contributes to all of row m, element (n,k) of B to all of
// column n.

#include "algebra/hardware/tiled.hpp"
#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// make_tiled_mma(atom, atoms, permutations): the element's place in the atom, the atoms that own it (all along K), and
/// its place in the permutations.
void tiled_mma(LinkBuilder&);
/// make_tiled_copy(atom, threads, values), a raked product: links an element's thread and its value number.
void tiled_copy(LinkBuilder&);
/// make_tiled_copy_impl(atom, layout_tv, tiler): layout_tv gives the places.
void tiled_copy_by_layout(LinkBuilder&);

/// make_tiled_copy_C_atom(atom, mma): the position of the copy's tile in the card of the MMA.
void copy_of_part(LinkBuilder&);
/// make_cotiled_copy(atom, layout_tv, data): the addresses of each thread's values, and the places of the data.
void cotiled_copy(LinkBuilder&);
/// retile_S(copy, thread, T): the same registers in another order.
void retiled(LinkBuilder&);
/// make_fragment_A(mma, T): each register is of the element at the same coordinate, and each descriptor of all values of an atom.
void fragment_of_part(LinkBuilder&);

// For matrix A, B or C; a tiled copy has no matrix and uses C.

/// make_tiled_copy_A(atom, mma): the position of the copy's tile in the card of the MMA.
template <Matrix>
void copy_of_matrix(LinkBuilder&);
/// tidfrg, thrfrg and partition: the tensor is the last operand; the tile belongs to the copy or the MMA.
template <Matrix>
void fragments(LinkBuilder&);
/// partition_fragment_A(mma, thread, T): each register's element of the tensor, which is the last operand.
template <Matrix>
void registers(LinkBuilder&);
/// (thread, value) -> place in the tile.
template <Matrix>
void thread_value(LinkBuilder&);

}  // namespace algebra::links
