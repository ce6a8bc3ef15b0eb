#pragma once
// What the lanes of an instruction that copies give each other: ldmatrix and its kind.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algebra/hardware/instructions.hpp"
#include "gpu/flow/flow.hpp"

namespace gpu {

/// For each value that a thread of the instruction receives, by thread + threads * value: the thread that has its address, and that
/// thread's value.
std::vector<std::pair<std::size_t, std::int64_t>> received_from(const algebra::CopyAtom&);

/// Those of the threads of a role, ascending, that do a step, each for itself.
std::vector<std::size_t> doing(const std::vector<std::size_t>& threads, FlowStep::By by);

}  // namespace gpu
