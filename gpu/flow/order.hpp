#pragma once
// The steps of a flow in time: one order that its barriers allow, in which roles that wait for nothing go on side by side.

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
  std::int64_t tick = 0;  ///< roles do a step each in the same tick
  /// The place in this order of the step that waits until it is done: of cp.async, TMA and WGMMA. Otherwise its own; `never`: none waits.
  std::size_t done = 0;
};

/// By tick. Steps of roles that wait for what never comes are left out.
std::vector<OrderedStep> order_of(const Flow&);

/// The same as a run had it: `began` says when a step of a role began, ascending in each role. Steps of several roles one after another
/// are in one tick, where each role has one of them.
std::vector<OrderedStep> order_as_run(const Flow&, const std::function<std::uint64_t(std::size_t role, std::size_t step)>& began);

/// Whether the hardware copies while its threads go on: cp.async, TMA.
bool is_asynchronous(const FlowStep&);

}  // namespace gpu
