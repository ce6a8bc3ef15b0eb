#pragma once
// The order in which a launch's accesses are played: by value, then block, then warp.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/hardware/trace.hpp"
#include "gpu/run/launch_plan.hpp"

namespace gpu {

/// One step of playback: the request that one warp makes at one access (`width` values of each thread at once).
struct RequestAt {
  std::uint32_t block = 0, warp = 0, access = 0;
};
RequestAt request_at(const LaunchPlan&, std::int64_t position);
/// Returns the position of the request that makes a touch. touch.access is a value, not an access.
std::int64_t touch_position(const LaunchPlan&, const algebra::Touch&);

/// The size of a playback step: one warp's request, all requests of a block, or those of all blocks.
enum class PlaybackStep : std::uint8_t { warp, block, access };
/// Returns the next position in steps of this size: forwards, or backwards for direction -1, within [0, requests()].
std::int64_t stepped(const LaunchPlan&, std::int64_t position, PlaybackStep, int direction);

/// Returns the first touch of each element, for labels. Empty for launches of more than 2^16 elements or touches.
std::vector<std::optional<algebra::Touch>> first_touches(const LaunchPlan&);

}  // namespace gpu
