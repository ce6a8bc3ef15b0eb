#include "gpu/walk.hpp"

#include <fmt/format.h>

#include "algebra/mode_list.hpp"
#include "algebra/properties.hpp"

namespace gpu {
namespace {

/// Leaves of size 1 add nothing. Returns their number, or -1 if there are too many.
int leaves_of(const algebra::Layout& mode, Leaf* out) {
  int count = 0;
  for (const auto& m : algebra::flat_modes(mode)) {
    if (m.shape.value == 1) continue;
    if (count == max_walk_leaves) return -1;
    out[count++] = {m.shape.value, m.stride.value};
  }
  return count;
}

tl::unexpected<Failure> refuse(std::string message) { return tl::unexpected(Failure{std::move(message), ""}); }

}  // namespace

tl::expected<Walk, Failure> walk_of(const Launch& launch) {
  if (algebra::has_basis(launch.partition)) return refuse("A launch needs indices into memory; strides such as 1@0 give coordinates.");
  if (algebra::rank(launch.partition) != 3) return refuse("A launch needs a partition of rank 3: (block, thread, value).");
  const auto block = algebra::mode(launch.partition, 0), thread = algebra::mode(launch.partition, 1), value = algebra::mode(launch.partition, 2);
  Walk w;
  w.blocks = algebra::size(block);
  w.values = algebra::size(value);
  w.elements = launch.elements;
  const auto threads = algebra::size(thread);
  if (threads < 1 || threads > 1 << algebra::trace_thread_bits) return refuse(fmt::format("A block has 1 to 1024 threads, not {}.", threads));
  if (w.blocks < 1 || w.blocks >= std::int64_t{1} << algebra::trace_block_bits) return refuse(fmt::format("A grid has up to 2^31 - 1 blocks, not {}.", w.blocks));
  if (w.values < 1 || w.values >= std::int64_t{1} << algebra::trace_access_bits) return refuse(fmt::format("A thread has up to 2^21 - 1 values, not {}.", w.values));
  w.threads = static_cast<int>(threads);
  w.block_leaves = leaves_of(block, w.block);
  w.thread_leaves = leaves_of(thread, w.thread);
  w.value_leaves = leaves_of(value, w.value);
  if (w.block_leaves < 0 || w.thread_leaves < 0 || w.value_leaves < 0)
    return refuse(fmt::format("A partition has up to {} flat modes for each of block, thread and value.", max_walk_leaves));
  const auto function = algebra::properties(launch.partition, 8 * launch.element_bytes);
  w.once = function.decided && function.injective;
  return w;
}

}  // namespace gpu
