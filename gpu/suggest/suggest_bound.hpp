#pragma once
// What no layout of a tile goes below, by counting.

#include <span>

#include "gpu/suggest/suggest_score.hpp"

namespace gpu {

/// The least weighted sum over all widths that the accesses can have together. `of_tma`: the turns of an access by TMA.
TileBound bound_of(const TileQuestion&, std::span<const AccessScore>, std::int64_t of_tma);

}  // namespace gpu
