#pragma once
// Annotates the tile of a matrix descriptor with its fields, each on the cells that it concerns.

#include "render/diagram.hpp"

namespace render {

/// Adds callouts and the table for a descriptor or a tensor of descriptors; does nothing for any other value.
void add_descriptors(Diagram&, const algebra::Value&);

}  // namespace render
