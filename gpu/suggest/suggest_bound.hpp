#pragma once
// A lower bound of wavefronts for all layouts of a tile, by counting.

#include <span>

#include "gpu/suggest/suggest_score.hpp"

namespace gpu {

/// Returns the least weighted sum over all widths that the accesses can have together. `of_tma`: the turns of an access by TMA.
TileBound bound_of(const TileQuestion&, std::span<const AccessScore>, std::int64_t of_tma);

}  // namespace gpu
