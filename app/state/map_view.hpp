#pragma once
// How a document's kernel is looked at: which block, thread and moment of its map.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/map/map_story.hpp"

namespace app {

struct MapView {
  /// The map or the cards were chosen; otherwise the map is shown of a program that was opened itself and of a
  /// sheet that asks for it, and cards of any other sheet.
  enum class Shown : std::uint8_t { automatic, map, cards };
  Shown shown = Shown::automatic;
  std::vector<std::int64_t> block{0, 0, 0};
  std::size_t kernel = 0;
  MapChoice choice{};
  bool looked = false;  ///< `choice` was made for this kernel
  bool as_run = false;  ///< the steps stand in the order in which a GPU did them, where one did
  bool playing = false;
  double speed = 1;
  bool runs = false;   ///< the block is to be run once its map is shown
  bool going = false;  ///< the field of the block is to get the keyboard
};

}  // namespace app
