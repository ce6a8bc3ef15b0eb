#pragma once
// The order in which a launch's accesses are played: by value, then block, then warp.

#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/trace.hpp"
#include "app/launch_plan.hpp"

namespace app {

/// One step of playback: the request that one warp makes for one value.
struct RequestAt {
  std::uint32_t block = 0, warp = 0, access = 0;
};
RequestAt request_at(const LaunchPlan&, std::int64_t position);
std::int64_t touch_position(const LaunchPlan&, const algebra::Touch&);

/// Who touches each element first, from the algebra, for labels: empty for tensors of more than 2^16 elements.
std::vector<std::optional<algebra::Touch>> first_touches(const LaunchPlan&);

}  // namespace app
