#pragma once
// What the picture of a matrix descriptor says beside its tile: the fields, each on the cells that it speaks of.

#include "render/diagram.hpp"

namespace render {

/// Adds callouts and the table, of a descriptor or of a tensor of descriptors; nothing for any other value.
void add_descriptors(Diagram&, const algebra::Value&);

}  // namespace render
