#pragma once
// A part of a picture, where the whole has no room.

#include <cstdint>

#include "render/diagram.hpp"

namespace render {

/// The first rows and columns of the picture, at most that many; where there are more, the last of these is an ellipsis, and the note says
/// how many are shown. Slabs are cut between two of them, if one has room. The picture itself if nothing is left out.
Diagram cropped(const Diagram&, std::int64_t most_rows, std::int64_t most_columns);

/// "rows 0 to 11 of 32, columns 0 to 22 of 64": what of a cropped picture is shown; "" of a whole one.
algebra::Message shown_part(const Diagram&);

}  // namespace render
