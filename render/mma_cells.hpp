#pragma once
// An MMA as a product: A at the left of C, B above it.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/hardware/tiled.hpp"
#include "render/diagram.hpp"

namespace render {

/// Each matrix of the MMA's tile with the thread and the value that has each element, frames around what each warp has and around the
/// atoms; a matrix in shared memory with frames around its core matrices, and arrows for the strides of its descriptor. An MMA of a thread
/// marks what that has. Nothing if the tile is too large. Throws algebra::Problem where CuTe compiles no such layout.
std::optional<Diagram> mma_cells(const algebra::TiledMma&, std::string_view name, std::string subtitle, const View&);

/// A single atom, as the MMA that it makes alone.
algebra::TiledMma alone(const algebra::MmaAtom&);

}  // namespace render
