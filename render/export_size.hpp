#pragma once
// How large a picture's file would be, before it is drawn.

#include <optional>
#include <span>
#include <string>

#include "algebra/text/message.hpp"
#include "render/export.hpp"

namespace render {

/// About the bytes of the file: a part of it is drawn, and every other cell takes as much. Takes at most some tenths of a second. 0 for a
/// PNG, which has limits of its own.
double estimated_bytes(const Diagram&, const ExportOptions&);

/// Why these diagrams are too large for one file: a sentence with its size, the largest part that fits, and what writes it all the same.
/// Nothing if options.most_bytes have room for them.
std::optional<algebra::Message> too_large(std::span<const Diagram* const>, const ExportOptions&);

}  // namespace render
