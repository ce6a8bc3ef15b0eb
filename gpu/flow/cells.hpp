#pragma once
// What is in memory while a flow is checked, and who wrote and read it last.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/flow/step_kinds.hpp"

namespace gpu::checking {

/// The content of a cell: nothing, zeros, a known number other than zero, an element of a tensor in global memory by two of its
/// coordinates, an accumulator by its number, a value that was computed from others, or undecided, since something that is not understood
/// may have written it.
struct Content {
  enum class Is : std::uint8_t { nothing, zero, number, element, sum, computed, undecided };
  Is is = Is::nothing;
  std::uint8_t tensor = 0;
  std::int32_t a = 0, b = 0;  ///< of an element; of a sum its number; of a number that of the step that sets it
  friend bool operator==(const Content&, const Content&) = default;
};

/// The products that an element of C has had: pairs of A(m,k) and B(n,k).
struct Sum {
  std::int32_t m = -1, n = -1;
  std::int32_t begin = 0, end = 0;                      ///< of k, each once
  std::unique_ptr<std::vector<std::int32_t>> others{};  ///< that do not follow these
  bool spoilt = false;                                  ///< something was found in it
  bool stored = false;
};

/// An access that later ones are compared with.
struct Access {
  using Queue = FlowQueue;   ///< what does it one after another, and tells when it is done
  std::int32_t thread = -1;  ///< -1: several
  std::int16_t role = -1;    ///< -1: none
  Queue queue = Queue::none;
  bool proxy = false;       ///< by the asynchronous proxy: WGMMA, TMA
  std::int32_t group = -1;  ///< in its queue
  std::int32_t step = -1;   ///< of the role; of TMA the phase of the barrier; of the tensor core of a role its operation
  const FlowStep* at = nullptr;
};

/// An element of memory. There are as many as the block has of shared memory, and each step touches thousands: they are kept small.
struct Cell {
  Content content{};
  Access write{};
  Access read{};                 ///< since that write, of the role that read it first
  std::vector<Access> others{};  ///< of other roles
  template <class F>
  void each_read(const F& f) const {
    if (read.role >= 0) f(read);
    for (const auto& r : others) f(r);
  }
};

}  // namespace gpu::checking
