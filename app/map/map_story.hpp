#pragma once
// A kernel's map with what is worked out once of it: what its hosts show.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/map/kernel_map.hpp"
#include "app/map/map_time.hpp"
#include "app/map/map_traffic.hpp"

namespace app {

struct MapStory {
  std::shared_ptr<const KernelMap> map{};
  MapTime time{};
  std::vector<MoveTraffic> traffic{};  ///< by arrow, of its first moment
};

/// `stop` and `order` as of KernelMap.
MapStory story_of(gpu::Flow, const std::function<bool()>& stop = {}, std::vector<gpu::OrderedStep> order = {});

/// Whom, when and what one looks at.
struct MapChoice {
  std::size_t thread = 0, moment = 0;
  std::int64_t k_tile = -1;           ///< -1: none
  std::optional<MapPlace> pointed{};  ///< an element that is followed
  friend bool operator==(const MapChoice&, const MapChoice&) = default;
};
/// The first thread at the first load, or at the first step.
MapChoice first_choice(const KernelMap&);
/// The same at another moment: the k tile is that of what moves then, if it has one.
MapChoice at_moment(const KernelMap&, MapChoice, std::size_t moment);
/// The same after all steps up to that moment: where it has no k tile of its own, that of the last one before it that has.
MapChoice after_steps(const KernelMap&, MapChoice, std::size_t moment);
/// The same at the first load of another k tile.
MapChoice at_k_tile(const KernelMap&, MapChoice, std::int64_t k_tile);

}  // namespace app
