#pragma once
// The steps of a flow in time: one order that its barriers allow, in which roles that wait for nothing go on side by side.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace app {

struct OrderedStep {
  static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  std::size_t role = 0, step = 0;
  std::int64_t tick = 0;  ///< roles do a step each in the same tick
  /// The place in this order of the step that waits until it is done: of cp.async, TMA and WGMMA. Otherwise its own; `never`: none waits.
  std::size_t done = 0;
};

/// By tick. Steps of roles that wait for what never comes are left out.
std::vector<OrderedStep> order_of(const gpu::Flow&);

/// Whether the hardware copies while its threads go on: cp.async, TMA.
bool is_asynchronous(const gpu::FlowStep&);

}  // namespace app
