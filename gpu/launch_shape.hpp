#pragma once
// A launch as numbers that a kernel can take by value.

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "gpu/failure.hpp"
#include "gpu/launch.hpp"
#include "gpu/mapping.hpp"

namespace gpu {

/// What a launch does. A thread makes accesses() accesses of `width` neighbouring values each.
///
/// Global memory: destination[to(b, t, v)] = source[from(b, t, v)].
/// Shared memory: shared[from(b, t, v)] = source[staging(b, t, v)]; barrier; destination[staging(b, t, v)] =
/// shared[from(b, partner(t), v)], so that each thread reads what another one wrote. Staging is contiguous.
/// A lane whose element is out of bounds skips the access (global) or moves a zero (shared).
struct LaunchShape {
  Mapping from, to, staging;
  Dim3 grid, block;
  std::int64_t blocks = 1, elements = 0, target_elements = 0;
  std::int32_t threads = 1, values = 1, width = 1, element_bytes = 4;
  bool shared_memory = false;
  bool same_place = true;  ///< `to` is `from`
  bool once = false;       ///< known to touch no element twice
  bool in_bounds = false;  ///< known to stay within [0, elements), and the target within [0, target_elements)

  std::int32_t accesses() const { return values / width; }
  std::int32_t warps() const { return (threads + 31) / 32; }
  std::int64_t touches() const { return blocks * threads * values; }
  /// The thread whose elements thread t reads back from shared memory: the same lane of the next warp, or t itself if
  /// there is only one warp or the last one is not full.
  CUTESCOPE_HOST_DEVICE std::int32_t partner(std::int32_t t) const { return threads > 32 && threads % 32 == 0 ? (t + 32) % threads : t; }
};

/// The shape of a launch. Error: one sentence if no device can run it (too many threads, blocks, values or modes).
tl::expected<LaunchShape, Failure> launch_shape(const Launch&);

}  // namespace gpu
