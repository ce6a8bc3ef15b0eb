#pragma once
// A copy as its source and its destination: which thread reads an element, and which has it afterwards.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/hardware/tiled.hpp"
#include "render/diagram.hpp"

namespace render {

/// The tile of a copy with the thread and the value that has each element: one grid where source and destination are alike, otherwise both,
/// side by side or one above the other. A copy of a thread marks what that has. Nothing where CuTe compiles no such layout.
std::optional<Diagram> copy_cells(const algebra::TiledCopy&, std::string_view name, std::string subtitle, const View&);

/// What one instruction copies. Where its sides are alike a column is what a thread has. Of ldmatrix and stmatrix a row is the 16 bytes
/// whose address a lane gives, of tensor memory it is a lane. Without a type an element is as wide as the instruction's, or as all of it
/// allows, at most 32 bits. Nothing for the instructions of TMA.
std::optional<Diagram> copy_cells(const algebra::CopyAtom&, std::string_view name, std::string subtitle, const View&);

/// Whether the instruction has a picture.
bool has_copy_cells(const algebra::CopyAtom&);

}  // namespace render
