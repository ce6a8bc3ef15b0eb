#pragma once
// A partition of a tensor, as one layout (block, thread, value) -> element.

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {

/// A coordinate that runs beyond the end of a mode, because tiles do not divide it and CuTe rounds their number up. Kernels test it by
/// elem_less(coordinate of the identity tensor, shape). (block, thread, value) is beyond the end if coordinate(block, thread, value) >=
/// limit.
struct Guard {
  int mode = 0;            ///< of the tensor, or of the tile; -1: the tensor's 1-D coordinate, if one tile counts through all its modes
  bool of_tile = false;    ///< the end is that of the CTA tile, which the tile of the copy or MMA does not divide
  std::int64_t limit = 0;  ///< the mode's size
  Layout coordinate;       ///< (block, thread, value) -> coordinate in the mode
  friend bool operator==(const Guard&, const Guard&) = default;
};

/// A rank-3 layout: mode 0 is the blocks (the grid), mode 1 the threads of a block, mode 2 a thread's values in access order. L(block,
/// thread, value) is an offset in elements of the tensor, unless a guard marks it as beyond the end.
struct Partition {
  Layout layout;
  Layout rest;                  ///< the grid of tiles: block -> offset of its tile, with the grid's modes, e.g. (2,2):(32,4)
  Layout tile;                  ///< one CTA tile at offset 0, e.g. (4,4):(8,1)
  Layout threads;               ///< thread -> offset within the tile
  std::vector<Guard> guards{};  ///< none if tiles divide the tensor
  bool once = false;            ///< with guards: proved to reach no element of the tensor twice
};

/// Ways to distribute a CTA tile over the threads of a block.
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
struct ByTma {
  TiledCopy copy;
};  ///< by the instructions of make_tma_copy: block c + CTAs * tile is CTA c of a cluster, one thread of which copies the box of its slice
using Distribution = std::variant<ByThreadLayout, ByInner, ByOuter, ByThreadsAndValues, ByTiledCopy, ByTiledMma, ByTma>;

/// local_tile over all CTAs, then each thread's part by the distribution: what a kernel does with
///   local_partition(local_tile(tensor, tiler, blockIdx), threads, threadIdx)   and its variants.
/// X in a step omits a mode: threads that differ only there take the same part. So do threads of a tiled MMA that differ
/// only in the mode that the matrix lacks, and those that a tiled copy's instruction ignores. A TMA copy's values are its
/// instructions', one after the other, each in the order of shared memory.
/// Where the tiler does not divide the tensor, or the tile of a copy or an MMA the CTA tile, the partition has guards. `_` in a tiler
/// takes its mode whole.
/// Errors: tiles with a rest that CuTe's rounding up does not cover; threads or values that do not divide the tile; a thread layout
/// that is not a bijection onto [0, size); more than 1,024 threads; an MMA whose thread numbers have gaps (SM70).
/// Source: CuTe local_tile, local_partition, inner_partition, outer_partition (include/cute/tensor_impl.hpp),
/// make_tiled_copy, TiledCopy::tidfrg_S (include/cute/atom/copy_atom.hpp), TiledMMA::thrfrg_C (mma_atom.hpp).
Result<Partition> partition(const Layout& tensor, const Tiler& tiler, const Distribution&);

/// Returns the tiler with each `_` replaced by the size of its mode, as local_tile does not take `_`.
Tiler whole_modes(const Tiler& tiler, const Layout& tensor);

/// Returns the partition that a rank-3 layout (block, thread, value) -> element describes.
Result<Partition> partition(const Layout& written);

}  // namespace algebra
