#pragma once
// Draws an MMA as a product: A at the left of C, B above it.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/hardware/tiled.hpp"
#include "render/diagram.hpp"

namespace render {

/// Draws each matrix of the MMA's tile with the thread and value of each element, and frames around each warp's part and around the atoms;
/// a matrix in shared memory with frames around its core matrices, and arrows for the strides of its descriptor. For a thread's MMA, marks
/// that thread's elements. nullopt if the tile is too large. Throws algebra::Problem if CuTe compiles no such layout.
std::optional<Diagram> mma_cells(const algebra::TiledMma&, std::string_view name, std::string subtitle, const View&);

/// Returns a single atom as the MMA that it makes alone.
algebra::TiledMma alone(const algebra::MmaAtom&);

}  // namespace render
