#pragma once
// Which moments of a kernel one looks at where not all of them have room: of a long main loop the first rounds and the last ones.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/map_story.hpp"

namespace app {

/// Moments that are left out: [from, to).
struct MapGap {
  std::size_t from = 0, to = 0;
  std::int64_t first_round = -1, last_round = -1;  ///< of the main loop, all of them in it; -1: it is not cut by rounds
};

struct MapFrames {
  std::vector<std::size_t> moments{};  ///< ascending
  std::vector<MapGap> gaps{};          ///< between them, ascending
};

/// At most `most` moments, of whole rounds where two of them have room. What is around `start` is among them.
MapFrames frames_of(const MapStory&, std::size_t start, std::size_t most);

/// The moments at which a line of the kernel is met first in the prologue, in the main loop and in the epilogue.
std::vector<std::size_t> stops_of(const MapStory&);

/// "Rounds 3 to 125 of the main loop go the same way and are left out." Of a gap that is not cut by rounds: its steps.
algebra::Message gap_words(const MapGap&);

}  // namespace app
