#pragma once
// A launch as numbers that a kernel can take by value.

#include <cstdint>
#include <optional>
#include <string>

#include "gpu/launch.hpp"
#include "gpu/runner.hpp"

namespace gpu {

/// (shape, stride) of one flat mode.
struct Leaf {
  std::int64_t shape = 1, stride = 0;
};

inline constexpr int max_walk_leaves = 24;

/// The partition's flat modes. Element of (block, thread, value) = sum of coordinate * stride over all leaves.
struct Walk {
  int block_leaves = 0, thread_leaves = 0, value_leaves = 0;
  Leaf block[max_walk_leaves], thread[max_walk_leaves], value[max_walk_leaves];
  std::int64_t blocks = 1, values = 1, elements = 0;
  int threads = 1;
  bool once = false;   ///< known to touch no element twice: a plain store will do
};

/// Error: a partition that no launch can have (too many threads, blocks, values or modes), in one sentence.
tl::expected<Walk, Failure> walk_of(const Launch&);

}  // namespace gpu
