#pragma once
// Composable Kernel's tile_distribution_encoding: how the values of each thread are distributed over a tile.

#include "algebra/language/printed.hpp"
#include "algebra/reading/call_text.hpp"

namespace algebra::dialects {

/// Returns the layout (p..., y...) -> 1-D coordinate in the tile, first mode fastest: p is the warp, if there are several, and the lane; y
/// is a thread's value. Replicated parts have stride 0. Throws a CallProblem.
///
/// Source: Composable Kernel, include/ck_tile/core/tensor/tile_distribution_encoding.hpp: of a p the last (major, minor) is the fastest,
/// of an x the last H.
Printed tile_distribution(const CallValue&);

}  // namespace algebra::dialects
