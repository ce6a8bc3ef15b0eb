#pragma once
// Link rules of tiled copies and tiled MMAs: atoms, threads and values over a tile, and the tensors that they partition.
//
// An MMA's card shows its tile of C, (M,N). Element (m,k) of A contributes to all of row m, element (n,k) of B to all of column n.

#include "algebra/hardware/tiled.hpp"
#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// Links make_tiled_mma(atom, atoms, permutations): an element's place in the atom, the atoms that own it (all along K), and its place in
/// the permutations.
void tiled_mma(LinkBuilder&);
/// Links make_tiled_copy(atom, threads, values), a raked product: an element's thread and its value number.
void tiled_copy(LinkBuilder&);
/// Links make_tiled_copy_impl(atom, layout_tv, tiler), whose layout_tv gives the places.
void tiled_copy_by_layout(LinkBuilder&);

/// Links make_tiled_copy_C_atom(atom, mma): the position of the copy's tile in the card of the MMA.
void copy_of_part(LinkBuilder&);
/// Links make_cotiled_copy(atom, layout_tv, data): the addresses of each thread's values, and the places of the data.
void cotiled_copy(LinkBuilder&);
/// Links retile_S(copy, thread, T): the same registers in another order.
void retiled(LinkBuilder&);
/// Links make_fragment_A(mma, T): each register to the element at the same coordinate, and each descriptor to all values of an atom.
void fragment_of_part(LinkBuilder&);

// Rules for matrix A, B or C; a tiled copy has no matrix and uses C.

/// Links make_tiled_copy_A(atom, mma): the position of the copy's tile in the card of the MMA.
template <Matrix>
void copy_of_matrix(LinkBuilder&);
/// Links tidfrg, thrfrg and partition: the tensor is the last operand; the tile belongs to the copy or the MMA.
template <Matrix>
void fragments(LinkBuilder&);
/// Links partition_fragment_A(mma, thread, T): each register to its element of the tensor, the last operand.
template <Matrix>
void registers(LinkBuilder&);
/// Links (thread, value) -> place in the tile.
template <Matrix>
void thread_value(LinkBuilder&);

}  // namespace algebra::links
