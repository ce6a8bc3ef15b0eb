#pragma once
// A launch as a user writes it: texts of expressions, not yet evaluated.

#include <cstdint>
#include <optional>
#include <string>

namespace gpu {

/// The way in which the threads of a launch partition a CTA tile.
enum class Kernel : std::uint8_t {
  local_partition,  ///< threads are a layout over coordinates; `step` may skip modes
  inner_partition,  ///< each thread has one tile of shape `values`
  outer_partition,  ///< each thread has one coordinate of shape `threads`, repeated over the tile
  /// `threads` and `values` are layouts, as in make_tiled_copy; or `threads` is a tiled copy, the tensor what its instruction reads
  /// (stmatrix: writes)
  tiled_copy,
  tiled_mma,  ///< `threads` is a tiled MMA; `values` selects the matrix that the tensor is: A, B or C
  layout,     ///< `partition` is (block, thread, value) -> element itself
};

/// A launch whose fields are expressions.
struct LaunchForm {
  std::string tensor, tile, threads;
  Kernel kernel = Kernel::local_partition;
  std::string values;                   ///< inner_partition: a shape; tiled_copy: a layout; tiled_mma: A, B or C (C where empty)
  std::string step;                     ///< local_partition: such as (_1,X); empty: none
  std::string partition;                ///< Kernel::layout
  std::string target;                   ///< destination tensor of the copy; empty: the same tensor
  std::string element;                  ///< name of a type; empty: the tensor's, or f32 if it has none
  std::string grid, block_dims;         ///< such as 4 or (2,2); empty: the partition's size
  int access_bytes = 0;                 ///< most bytes per access of a thread; 0: as many as possible
  std::optional<bool> shared_memory{};  ///< nullopt: the tensor's memory, or global if it has none

  bool empty() const { return tensor.empty() && tile.empty() && threads.empty() && partition.empty(); }
  friend bool operator==(const LaunchForm&, const LaunchForm&) = default;
};

}  // namespace gpu
