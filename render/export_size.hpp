#pragma once
// Estimates the size of a picture's file before it is drawn.

#include <optional>
#include <span>
#include <string>

#include "algebra/text/message.hpp"
#include "render/export.hpp"

namespace render {

/// Estimates the bytes of the file by drawing a part of it and scaling up by the number of cells. Takes at most some tenths of a second.
/// Returns 0 for a PNG, which has limits of its own.
double estimated_bytes(const Diagram&, const ExportOptions&);

/// Returns why these diagrams are too large for one file: a sentence with its size, the largest part that fits, and the option that writes
/// it anyway. nullopt if they fit options.most_bytes.
std::optional<algebra::Message> too_large(std::span<const Diagram* const>, const ExportOptions&);

}  // namespace render
