#pragma once
// The contents of memory while a flow is checked, and the last writes and reads.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/flow/step_kinds.hpp"

namespace gpu::checking {

/// The content of a cell: nothing, zeros, a known number other than zero, an element of a tensor in global memory by two of its
/// coordinates, an accumulator by its number, a value computed from others, or undecided, because a step that is not understood may have
/// written it.
struct Content {
  enum class Is : std::uint8_t { nothing, zero, number, element, sum, computed, undecided };
  Is is = Is::nothing;
  std::uint8_t tensor = 0;
  std::int32_t a = 0, b = 0;  ///< coordinates of an element; of a sum its number; of a number that of the step that sets it
  friend bool operator==(const Content&, const Content&) = default;
};

/// The products accumulated for an element of C: pairs of A(m,k) and B(n,k).
struct Sum {
  std::int32_t m = -1, n = -1;
  std::int32_t begin = 0, end = 0;                      ///< range of k, each once
  std::unique_ptr<std::vector<std::int32_t>> others{};  ///< values of k outside that range
  bool spoilt = false;                                  ///< something wrong was found in it
  bool stored = false;
};

/// An access, to be compared with later ones.
struct Access {
  using Queue = FlowQueue;   ///< the queue that executes it asynchronously and in order
  std::int32_t thread = -1;  ///< -1: several
  std::int16_t role = -1;    ///< -1: none
  Queue queue = Queue::none;
  bool proxy = false;       ///< by the asynchronous proxy: WGMMA, TMA
  std::int32_t group = -1;  ///< in its queue
  std::int32_t step = -1;   ///< step of the role; for TMA, the phase of the barrier; for a role's tensor core, its operation
  const FlowStep* at = nullptr;
};

/// An element of memory. There are as many as the block has of shared memory, and each step touches thousands, so cells are kept small.
struct Cell {
  Content content{};
  Access write{};
  Access read{};                 ///< the first reading role's read since that write
  std::vector<Access> others{};  ///< the reads by other roles
  template <class F>
  void each_read(const F& f) const {
    if (read.role >= 0) f(read);
    for (const auto& r : others) f(r);
  }
};

}  // namespace gpu::checking
