#pragma once
// What the lanes of an instruction that copies give each other: ldmatrix and its kind.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "algebra/hardware/instructions.hpp"
#include "gpu/flow/flow.hpp"

namespace gpu {

/// For each value that a thread of the instruction receives, by thread + threads * value: the thread that has its address, and that
/// thread's value.
std::vector<std::pair<std::size_t, std::int64_t>> received_from(const algebra::CopyAtom&);

/// What the threads of an instruction hold of one operand.
struct Holding {
  static constexpr auto nobody = std::numeric_limits<std::size_t>::max();
  std::int64_t rows = 1, columns = 1;                      ///< M or N, and K or N
  std::vector<std::pair<std::size_t, std::int64_t>> of{};  ///< for each element of its tile the thread and the value, or nobody
  std::vector<std::int64_t> element{};                     ///< by thread and value
  std::int64_t threads = 1, values = 1;
};
/// `tv`: (thread, value) -> element of a tile of that size, column-major.
Holding holding(const algebra::Layout& tv, std::int64_t rows, std::int64_t columns);

/// Those of the threads of a role, ascending, that do a step, each for itself.
std::vector<std::size_t> doing(const std::vector<std::size_t>& threads, FlowStep::By by);

}  // namespace gpu
