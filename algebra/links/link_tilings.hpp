#pragma once
// Link rules of divides, products and partitions: tile and rest, block and copies, thread and values.

#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// Links each element with itself in A, because a divide only reorders, and with its place in the tiler.
void divided(LinkBuilder&);
/// Does the same for operations that gather the tiles' modes before the others.
void divided_and_gathered(LinkBuilder&);
/// Links each element's place in the block and among the copies.
void repeated(LinkBuilder&);
/// Does the same for operations that gather the block's modes before the others.
void repeated_and_gathered(LinkBuilder&);
// Links pairs of block and copies, mode by mode.
void blocked(LinkBuilder&);         ///< the block first
void raked(LinkBuilder&);           ///< the copies first
void tiled_to_shape(LinkBuilder&);  ///< the block first, and places in the shape

/// Links f(T, tiler, coordinate): reorders T's elements; also links the places in the tile.
void tile(LinkBuilder&);
/// Links f(T, threads, index): reorders T's elements; also links each one's thread.
void threads(LinkBuilder&);

}  // namespace algebra::links
