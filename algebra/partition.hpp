#pragma once
// A partition of a tensor, as one layout (block, thread, value) -> element.

#include <cstdint>
#include <optional>
#include <variant>

#include "algebra/layout.hpp"
#include "algebra/problem.hpp"
#include "algebra/value.hpp"

namespace algebra {

/// Rank 3: mode 0 is the blocks (the grid), mode 1 the threads of a block, mode 2 a thread's values in access order.
/// L(block, thread, value) is an offset in elements of the tensor.
struct Partition {
  Layout layout;
  Layout rest;     ///< the grid of tiles: block -> offset of its tile, with the grid's modes, e.g. (2,2):(32,4)
  Layout tile;     ///< one CTA tile at offset 0, e.g. (4,4):(8,1)
  Layout threads;  ///< thread -> offset within the tile
};

/// How a CTA tile is distributed over the threads of a block.
struct ByThreadLayout {
  Layout threads;
  std::optional<IntTuple> step;
};  ///< local_partition; a step such as (_1,X)
struct ByInner {
  Tiler values;
};  ///< inner_partition: thread t takes piece t of the CTA tile
struct ByOuter {
  Tiler threads;
};  ///< outer_partition: thread t takes element t of each piece
struct ByThreadsAndValues {
  Layout threads, values;
};  ///< as make_tiled_copy(atom, threads, values)
struct ByTiledCopy {
  TiledCopy copy;
  bool source = false;
};  ///< partition_D, or partition_S
struct ByTiledMma {
  TiledMma mma;
  char matrix = 'C';
};  ///< partition_C, or partition_A, partition_B
using Distribution = std::variant<ByThreadLayout, ByInner, ByOuter, ByThreadsAndValues, ByTiledCopy, ByTiledMma>;

/// local_tile over all CTAs, then each thread's part by the distribution: what a kernel does with
///   local_partition(local_tile(tensor, tiler, blockIdx), threads, threadIdx)   and its variants.
/// X in a step omits a mode: threads that differ only there take the same part. So do threads of a tiled MMA that differ
/// only in the mode that the matrix lacks, and those that a tiled copy's instruction ignores.
/// Errors: a tiler that does not divide the tensor; threads or values that do not divide the tile; a thread layout that
/// is not a bijection onto [0, size); more than 1,024 threads; an MMA whose thread numbers have gaps (SM70).
/// Source: CuTe local_tile, local_partition, inner_partition, outer_partition (include/cute/tensor_impl.hpp),
/// make_tiled_copy, TiledCopy::tidfrg_S (include/cute/atom/copy_atom.hpp), TiledMMA::thrfrg_C (mma_atom.hpp).
Result<Partition> partition(const Layout& tensor, const Value& tiler, const Distribution&);

/// The partition that a rank-3 layout (block, thread, value) -> element describes.
Result<Partition> partition(const Layout& written);

}  // namespace algebra
