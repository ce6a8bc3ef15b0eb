#pragma once
// Crops a picture that does not fit.

#include <cstdint>

#include "render/diagram.hpp"

namespace render {

/// Returns at most that many leading rows and columns of the picture; if some are omitted, the last one kept is an ellipsis, and the note
/// says how many are shown. Slabs are cut between two of them, if one fits. Returns the picture itself if nothing is omitted.
Diagram cropped(const Diagram&, std::int64_t most_rows, std::int64_t most_columns);

/// Describes the shown part of a cropped picture, "rows 0 to 11 of 32, columns 0 to 22 of 64"; "" for a whole one.
algebra::Message shown_part(const Diagram&);

}  // namespace render
