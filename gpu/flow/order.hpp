#pragma once
// The steps of a flow in time: one order that its barriers allow, in which roles that wait for nothing proceed side by side.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace gpu {

struct OrderedStep {
  static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  std::size_t role = 0, step = 0;
  std::int64_t tick = 0;  ///< roles do one step each in the same tick
  /// The place in this order of the step that waits for a cp.async, TMA or WGMMA; `never` if none waits. Other steps: their own place.
  std::size_t done = 0;
};

/// Returns the order by tick. Omits steps of roles that wait for ever.
std::vector<OrderedStep> order_of(const Flow&);

/// Returns the order of an actual run: `began` returns when a step of a role began, ascending in each role. Consecutive steps of different
/// roles share a tick as long as each role has one of them.
std::vector<OrderedStep> order_as_run(const Flow&, const std::function<std::uint64_t(std::size_t role, std::size_t step)>& began);

/// Returns whether the hardware copies while its threads go on: cp.async, TMA.
bool is_asynchronous(const FlowStep&);

}  // namespace gpu
