#pragma once
// Every partition is one layout (block, thread, value) -> element.

#include <cstdint>

#include "algebra/layout.hpp"
#include "algebra/problem.hpp"
#include "algebra/value.hpp"

namespace algebra {

/// Rank 3: mode 0 the blocks (the grid), mode 1 the threads of a block, mode 2 a thread's values in access order.
/// L(block, thread, value) is an offset in elements of the tensor.
struct Partition {
  Layout layout;
  Layout rest;     ///< the grid of tiles: block -> offset of its tile (mode 0 with its own modes, e.g. (2,2):(32,4))
  Layout tile;     ///< one CTA tile at offset 0, e.g. (4,4):(8,1)
  Layout threads;  ///< thread layout as given, e.g. (2,4):(4,1)
};

/// local_tile over all CTAs, then local_partition by `threads`: what a kernel does with
///   local_partition(local_tile(tensor, tiler, blockIdx), threads, threadIdx).
/// Errors: a tiler that does not divide the tensor, a thread layout that does not divide the tile or does not name
/// every thread below size(threads) exactly once, more than 1,024 threads.
/// Source: CuTe local_tile, local_partition (include/cute/tensor_impl.hpp).
Result<Partition> partition(const Layout& tensor, const Value& tiler, const Layout& threads);

}  // namespace algebra
