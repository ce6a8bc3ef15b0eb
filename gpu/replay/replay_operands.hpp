#pragma once
// The matrices of a block's product: the tensors, their elements, and the expected C.

#include <cstdint>
#include <vector>

#include "gpu/replay/replay_plan.hpp"

namespace gpu {

/// The reason why a flow is not run.
struct ReplayRefused {
  algebra::Message why;
};

/// The tensors of a flow in global memory that are A, B and C of its product; -1: none.
struct ReplayOperands {
  int a = -1, b = -1, c = -1;
};

/// Finds the operands, and sets the plan's types. Throws ReplayRefused if such a product is not run.
ReplayOperands find_operands(const Flow&, ReplayPlan&);

/// Fills the global memory that the plan's steps read with small integers, and computes the expected C. `begins`: the byte at which each
/// tensor of the flow begins in its memory.
void fill_operands(const Flow&, const ReplayOperands&, const std::vector<std::int64_t>& begins, ReplayPlan&);

}  // namespace gpu
