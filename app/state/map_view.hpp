#pragma once
// The view of a document's kernel: block, thread and moment of its map.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/map/map_story.hpp"

namespace app {

struct MapView {
  /// The user's choice of map or cards. automatic: the map for a program opened directly and for a sheet with the panel `map`, cards
  /// otherwise.
  enum class Shown : std::uint8_t { automatic, map, cards };
  Shown shown = Shown::automatic;
  std::vector<std::int64_t> block{0, 0, 0};
  std::size_t kernel = 0;
  MapChoice choice{};
  bool looked = false;  ///< `choice` was made for this kernel
  bool as_run = false;  ///< show the steps in the order of a GPU's run, if there was one
  bool playing = false;
  double speed = 1;
  bool runs = false;   ///< the block is run once its map is shown
  bool going = false;  ///< the field of the block should get keyboard focus
};

}  // namespace app
