#pragma once
// The matrices of the product that a block is run with: which tensors they are, what their elements are, and what C must be.

#include <cstdint>
#include <vector>

#include "gpu/replay/replay_plan.hpp"

namespace gpu {

/// Why a flow is not run.
struct ReplayRefused {
  algebra::Message why;
};

/// The tensors of a flow in global memory that are A, B and C of its product; -1: none.
struct ReplayOperands {
  int a = -1, b = -1, c = -1;
};

/// Finds them, and sets the plan's types. Throws ReplayRefused where such a product is not run.
ReplayOperands find_operands(const Flow&, ReplayPlan&);

/// Fills what the plan's steps read of global memory with small integers, and works out what C must be. `begins`: the byte at which each
/// tensor of the flow begins in its memory.
void fill_operands(const Flow&, const ReplayOperands&, const std::vector<std::int64_t>& begins, ReplayPlan&);

}  // namespace gpu
