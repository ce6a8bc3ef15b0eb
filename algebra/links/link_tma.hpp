#pragma once
// Link rules of TMA copies, whose card shows the CTA's tile.

namespace algebra::links {

class LinkBuilder;

/// Links make_tma_copy(instruction, T, S): each element of the tensor in global memory to a place of the tile, and that place to one of the
/// layout of shared memory.
void tma_copy(LinkBuilder&);
/// Links get_tma_tensor(tma, shape): each coordinate to a place of the tile.
void tma_coordinates(LinkBuilder&);
/// Links tma_partition(tma, cta, ctas, S, T...): each element of a part to the tensor's element that the CTA copies there; S and T are
/// linked by the tile in their modes 0.
void tma_partition(LinkBuilder&);

}  // namespace algebra::links
