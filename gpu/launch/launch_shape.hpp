#pragma once
// A launch as numbers that a kernel takes by value.

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "gpu/launch/failure.hpp"
#include "gpu/launch/launch.hpp"
#include "gpu/launch/mapping.hpp"

namespace gpu {

/// The numbers of a launch. A thread makes accesses() accesses of `width` neighbouring values each.
///
/// Global memory: destination[to(b, t, v)] = source[from(b, t, v)]. Shared memory: shared[from(b, t, v)] = source[staging(b, t, v)];
/// barrier; destination[staging(b, t, v)] = shared[from(b, partner(t), v)], so that each thread reads what another one wrote. Staging is
/// contiguous. A lane whose element is out of bounds or predicated off skips the access (global) or moves a zero (shared).
///
/// An instruction other than a plain access replaces the load or the store of the tensor: cp.async the load from global memory and the
/// store to shared memory, ldmatrix the load and stmatrix the store in shared memory. With the latter two, `from` maps to a lane's
/// registers, and `rows` to the elements of the row whose address it gives.
struct LaunchShape {
  Mapping from, to, staging, rows;
  Guards guards;
  Dim3 grid, block;
  std::int64_t blocks = 1, elements = 0, target_elements = 0;
  std::int32_t threads = 1, values = 1, width = 1, element_bytes = 4;
  bool shared_memory = false;
  bool same_place = true;  ///< `to` is `from`
  bool once = false;       ///< proved to touch no element twice
  bool in_bounds = false;  ///< proved to stay within [0, elements), and the target within [0, target_elements), without guards
  Instruction instruction{};
  std::int32_t request_values = 1;  ///< values that a thread moves in one request of the tensor: `width`, or those of the matrices
  /// Bytes from a multiple of `line_of_begins` to the tensor's element 0, and to that of the destination.
  std::int32_t begins = 0, target_begins = 0;
  /// Return the same for the data in global memory: staged values begin at an aligned address.
  std::int32_t source_begins() const { return shared_memory ? 0 : begins; }
  std::int32_t destination_begins() const { return shared_memory ? 0 : target_begins; }
  static constexpr std::int32_t line_of_begins = 128;
  std::int64_t shared_by = 1;  ///< expected touches per element: number of threads and values with a stride of 0

  /// Returns the tensor's element of (block, thread, value); predicated_off if a guard has it beyond the end.
  std::int64_t element(std::uint32_t b, std::uint32_t t, std::uint32_t v) const {
    return guards.beyond(b, t, v) ? predicated_off : from(b, t, v);
  }
  std::int32_t accesses() const { return values / width; }
  std::int32_t requests() const { return values / request_values; }  ///< requests of a warp for the tensor
  /// Returns the mapping from which the tensor's own requests take their addresses.
  const Mapping& addresses() const { return instruction.by_matrix() ? rows : from; }
  /// Returns the number of adjacent values of staged data in global memory: an access, or a register of a matrix.
  std::int32_t staged_values() const { return instruction.by_matrix() ? 4 / element_bytes : width; }
  std::int32_t warps() const { return (threads + 31) / 32; }
  std::int64_t touches() const { return blocks * threads * values; }
  /// Returns the thread whose elements thread t reads back from shared memory: the same lane of the next warp, or t itself if there is only
  /// one warp or the last one is not full.
  CUTESCOPE_HOST_DEVICE std::int32_t partner(std::int32_t t) const { return threads > 32 && threads % 32 == 0 ? (t + 32) % threads : t; }
};

/// Computes the shape of a launch. Error: one sentence if no device can run it (too many threads, blocks, values or modes), or the mode
/// that keeps its instruction from moving that many bytes at once.
tl::expected<LaunchShape, Failure> launch_shape(const Launch&);

}  // namespace gpu
