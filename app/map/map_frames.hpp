#pragma once
// Selects the moments to show of a kernel that has too many: of a long main loop the first and the last rounds.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/map_story.hpp"

namespace app {

/// Moments left out: [from, to).
struct MapGap {
  std::size_t from = 0, to = 0;
  std::int64_t first_round = -1, last_round = -1;  ///< the rounds of the main loop that the gap covers; -1: it is not cut by rounds
};

struct MapFrames {
  std::vector<std::size_t> moments{};  ///< ascending
  std::vector<MapGap> gaps{};          ///< between the moments, ascending
};

/// Returns at most `most` moments, as whole rounds if two rounds fit. Moments around `start` are among them.
MapFrames frames_of(const MapStory&, std::size_t start, std::size_t most);

/// Returns the first moment of each line of the kernel in each phase (prologue, main loop, epilogue).
std::vector<std::size_t> stops_of(const MapStory&);

/// Returns "Rounds 3 to 125 of the main loop go the same way and are left out.", or the steps of a gap that is not cut by rounds.
algebra::Message gap_words(const MapGap&);

}  // namespace app
