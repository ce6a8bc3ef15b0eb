#pragma once
// A launch: a partition to walk, and what is needed to run it.

#include <cstdint>
#include <string>

#include "algebra/layout.hpp"

namespace gpu {

struct Launch {
  algebra::Layout partition;          ///< (block, thread, value) -> element offset, rank 3
  std::int64_t elements = 0;          ///< records in the trace: cosize of the tensor
  int element_bytes = 4;              ///< 1, 2, 4, 8 or 16
  bool shared_memory = false;         ///< where the tensor lives: shared (banks matter) or global (sectors matter)
};

}  // namespace gpu
