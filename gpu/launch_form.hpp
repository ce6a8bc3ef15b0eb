#pragma once
// A launch as somebody writes it: texts for expressions, not yet evaluated.

#include <cstdint>
#include <string>

namespace gpu {

/// How a launch's threads take their part of a CTA tile.
enum class Kernel : std::uint8_t {
  local_partition,  ///< threads are a layout over coordinates; `step` may leave modes out
  inner_partition,  ///< each thread a neighbouring piece of the shape `values`
  outer_partition,  ///< each thread a coordinate of the shape `threads`, again and again over the tile
  tiled_copy,       ///< threads and values are layouts, as in make_tiled_copy; or `threads` is a tiled copy, the tensor its source
  tiled_mma,        ///< `threads` is a tiled MMA; `values` says which matrix the tensor is: A, B or C
  layout,           ///< `partition` is (block, thread, value) -> element itself
};

/// A launch whose fields are expressions.
struct LaunchForm {
  std::string tensor, tile, threads;
  Kernel kernel = Kernel::local_partition;
  std::string values;            ///< inner_partition: a shape; tiled_copy: a layout; tiled_mma: A, B or C (C where empty)
  std::string step;              ///< local_partition: such as (_1,X); empty: none
  std::string partition;         ///< Kernel::layout
  std::string target;            ///< the tensor that the copy goes to; empty: the same one
  std::string grid, block_dims;  ///< such as 4 or (2,2); empty: what the partition has
  int access_bytes = 0;          ///< most bytes a thread moves at once; 0: as many as go
  bool shared_memory = false;

  bool empty() const { return tensor.empty() && tile.empty() && threads.empty() && partition.empty(); }
  friend bool operator==(const LaunchForm&, const LaunchForm&) = default;
};

}  // namespace gpu
