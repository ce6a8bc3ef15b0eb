#pragma once
// Rules for the links of divides, products and partitions: tile and rest, block and copies, thread and values.

#include "algebra/links/rule.hpp"

namespace algebra::links {

/// Each element in another order, and its place in the tiler.
void divided(LinkBuilder&);
/// The same, with the tiles' modes gathered before the others.
void divided_and_gathered(LinkBuilder&);
/// Each element's place in the block, and among the copies.
void repeated(LinkBuilder&);
/// The same, with the block's modes gathered before the others.
void repeated_and_gathered(LinkBuilder&);
// Pairs of block and copies, mode by mode.
void blocked(LinkBuilder&);         ///< the block first
void raked(LinkBuilder&);           ///< the copies first
void tiled_to_shape(LinkBuilder&);  ///< the block first, and places in the shape

/// f(T, tiler, coordinate): T's elements in another order, and the places in the tile.
void tile(LinkBuilder&);
/// f(T, threads, index): T's elements in another order, and the thread that has each.
void threads(LinkBuilder&);

}  // namespace algebra::links
