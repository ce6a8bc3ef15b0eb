#pragma once
// Rules for the links of TMA copies. Their card shows the CTA's tile.

namespace algebra::links {

class LinkBuilder;

/// make_tma_copy(instruction, T, S): each element of the tensor in global memory stands at a place of the tile, and that place at
/// one of the layout of shared memory.
void tma_copy(LinkBuilder&);
/// get_tma_tensor(tma, shape): each coordinate stands at a place of the tile.
void tma_coordinates(LinkBuilder&);
/// tma_partition(tma, cta, ctas, S, T...): each element of a part is the tensor's element that the CTA copies there; S and T are linked
/// by the tile in their modes 0.
void tma_partition(LinkBuilder&);

}  // namespace algebra::links
