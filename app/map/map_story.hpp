#pragma once
// A kernel's map with everything that is computed once per map for the views that show it.

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
  std::vector<MoveTraffic> traffic{};  ///< by arrow, for its first moment
};

/// Computes the story of a flow. `stop` and `order`: as in KernelMap.
MapStory story_of(gpu::Flow, const std::function<bool()>& stop = {}, std::vector<gpu::OrderedStep> order = {});

/// Returns why a map without steps cannot be played: the first reason why its kernel is not known, if there is one.
algebra::Message why_nothing_plays(const KernelMap&);

/// The thread, moment and k tile to show.
struct MapChoice {
  std::size_t thread = 0, moment = 0;
  std::int64_t k_tile = -1;           ///< -1: none
  std::optional<MapPlace> pointed{};  ///< the followed element
  friend bool operator==(const MapChoice&, const MapChoice&) = default;
};
/// Returns the first thread at the first load, else at the first step.
MapChoice first_choice(const KernelMap&);
/// Returns the choice moved to another moment, with that moment's k tile if it has one.
MapChoice at_moment(const KernelMap&, MapChoice, std::size_t moment);
/// Returns the choice after all steps up to a moment: a moment without a k tile gets that of the last one before it which has one.
MapChoice after_steps(const KernelMap&, MapChoice, std::size_t moment);
/// Returns the choice moved to the first load of another k tile.
MapChoice at_k_tile(const KernelMap&, MapChoice, std::int64_t k_tile);

}  // namespace app
