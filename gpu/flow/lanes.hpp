#pragma once
// The exchange between lanes of a copy instruction: ldmatrix and its kind.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "algebra/hardware/instructions.hpp"
#include "gpu/flow/flow.hpp"

namespace gpu {

/// Returns, for each value that a thread of the instruction receives, by thread + threads * value: the thread with its address, and that
/// thread's value.
std::vector<std::pair<std::size_t, std::int64_t>> received_from(const algebra::CopyAtom&);

/// The elements of one operand that the threads of an instruction hold.
struct Holding {
  static constexpr auto nobody = std::numeric_limits<std::size_t>::max();
  std::int64_t rows = 1, columns = 1;                      ///< of its tile: M or N, and K or N
  std::vector<std::pair<std::size_t, std::int64_t>> of{};  ///< for each element of its tile the thread and the value; none: no owner
  std::vector<std::int64_t> element{};                     ///< by thread and value
  std::int64_t threads = 1, values = 1;
};
/// Returns the holding of `tv`: (thread, value) -> element of a tile of that size, column-major.
Holding holding(const algebra::Layout& tv, std::int64_t rows, std::int64_t columns);

/// Returns the threads of a role, ascending, that do a step, each for itself.
std::vector<std::size_t> doing(const std::vector<std::size_t>& threads, FlowStep::By by);

}  // namespace gpu
