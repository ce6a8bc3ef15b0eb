#include "app/map/map_story.hpp"

#include <algorithm>
#include <utility>

namespace app {

using algebra::Message;
using algebra::message;

MapStory story_of(gpu::Flow flow, const std::function<bool()>& stop, std::vector<gpu::OrderedStep> order) {
  MapStory s;
  s.map = std::make_shared<const KernelMap>(std::move(flow), stop, std::move(order));
  s.time = time_of(*s.map);
  for (const auto& a : s.map->arrows()) s.traffic.push_back(traffic_of(*s.map, a, a.moments.front()));
  return s;
}

Message why_nothing_plays(const KernelMap& map) {
  const auto& flow = map.flow();
  if (flow.unclear.empty()) return message("{} has no step that is known: there is nothing to play", flow.kernel);
  return message("{} has no step that is known, so there is nothing to play: {}", flow.kernel, flow.unclear.front());
}

MapChoice first_choice(const KernelMap& map) {
  MapChoice c;
  for (std::size_t m = 0; m < map.moments(); ++m)
    if (map.arrow_of(m) >= 0) {
      c.thread = map.threads(m).front();
      return at_moment(map, c, m);
    }
  return c;
}

MapChoice at_moment(const KernelMap& map, MapChoice c, std::size_t moment) {
  c.moment = map.moments() == 0 ? 0 : std::min(moment, map.moments() - 1);
  if (map.moments() > 0 && map.k_tile(c.moment) >= 0) c.k_tile = map.k_tile(c.moment);
  return c;
}

MapChoice after_steps(const KernelMap& map, MapChoice c, std::size_t moment) {
  c = at_moment(map, c, moment);
  for (auto m = c.moment + 1; m-- > 0;)
    if (m < map.moments() && map.k_tile(m) >= 0) {
      c.k_tile = map.k_tile(m);
      break;
    }
  return c;
}

MapChoice at_k_tile(const KernelMap& map, MapChoice c, std::int64_t k_tile) {
  c.k_tile = std::clamp<std::int64_t>(k_tile, 0, std::max<std::int64_t>(0, map.k_tile_count() - 1));
  if (const auto m = map.load_of(c.k_tile)) c.moment = *m;
  return c;
}

}  // namespace app
