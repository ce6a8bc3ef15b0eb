#include "gpu/run/playback.hpp"

#include <algorithm>

namespace gpu {

RequestAt request_at(const LaunchPlan& plan, std::int64_t position) {
  const auto warps = plan.warps(), blocks = plan.blocks();
  return {.block = static_cast<std::uint32_t>(position / warps % blocks),
          .warp = static_cast<std::uint32_t>(position % warps),
          .access = static_cast<std::uint32_t>(position / warps / blocks)};
}

std::int64_t touch_position(const LaunchPlan& plan, const algebra::Touch& touch) {
  const auto access = std::int64_t{touch.access} / plan.shape.request_values;
  return (access * plan.blocks() + touch.block) * plan.warps() + touch.thread / 32;
}

std::int64_t stepped(const LaunchPlan& plan, std::int64_t position, PlaybackStep step, int direction) {
  const auto requests = plan.requests();
  position = std::clamp<std::int64_t>(position, 0, requests);
  std::int64_t unit = 1;
  if (step != PlaybackStep::warp) unit = plan.warps();
  if (step == PlaybackStep::access) unit *= plan.blocks();
  // Steps to the next whole step: from the middle of a block's requests to its end or its beginning.
  if (direction >= 0) return std::min(requests, (position / unit + 1) * unit);
  return position == 0 ? 0 : (position - 1) / unit * unit;
}

std::vector<std::optional<algebra::Touch>> first_touches(const LaunchPlan& plan) {
  constexpr std::int64_t most = 1 << 16;
  const auto& shape = plan.shape;
  // Tests blocks first: a grid may be far too large for labels.
  if (shape.elements > most || shape.blocks > most || shape.touches() > most) return {};
  std::vector<std::optional<algebra::Touch>> touches(static_cast<std::size_t>(shape.elements));
  // Visits touches in the order of keys, so that the first one seen is the first.
  for (std::int32_t v = 0; v < shape.values; ++v)
    for (std::int64_t b = 0; b < shape.blocks; ++b)
      for (std::int32_t t = 0; t < shape.threads; ++t) {
        const algebra::Touch touch{
            .block = static_cast<std::uint32_t>(b), .thread = static_cast<std::uint32_t>(t), .access = static_cast<std::uint32_t>(v)};
        const auto element = shape.element(touch.block, touch.thread, touch.access);
        if (element < 0 || element >= shape.elements) continue;
        auto& first = touches[static_cast<std::size_t>(element)];
        if (!first) first = touch;
      }
  return touches;
}

}  // namespace gpu
