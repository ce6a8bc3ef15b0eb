#pragma once
// Draws a copy as its source and its destination: the thread that reads each element, and the one that has it afterwards.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/hardware/tiled.hpp"
#include "render/diagram.hpp"

namespace render {

/// Draws the tile of a copy with the thread and value of each element: one grid if source and destination are alike, otherwise both, side
/// by side or one above the other. For a thread's copy, marks that thread's elements. nullopt if CuTe compiles no such layout.
std::optional<Diagram> copy_cells(const algebra::TiledCopy&, std::string_view name, std::string subtitle, const View&);

/// Draws the elements that one instruction copies. If its sides are alike, a column is a thread's part. For ldmatrix and stmatrix a row is
/// the 16 bytes at the address that a lane gives; for tensor memory a row is a lane. Without a type, an element is as wide as the
/// instruction's own or as wide as possible, at most 32 bits. nullopt for TMA instructions.
std::optional<Diagram> copy_cells(const algebra::CopyAtom&, std::string_view name, std::string subtitle, const View&);

/// Returns whether the instruction has a picture.
bool has_copy_cells(const algebra::CopyAtom&);

}  // namespace render
