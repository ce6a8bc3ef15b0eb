#pragma once
// Rules for the links of TMA copies. Their card shows the CTA's tile.

namespace algebra::links {

class LinkBuilder;

/// make_tma_copy(instruction, T, S): each element of the tensor in global memory stands at a place of the tile, and that place at
/// one of the layout of shared memory.
void tma_copy(LinkBuilder&);

}  // namespace algebra::links
