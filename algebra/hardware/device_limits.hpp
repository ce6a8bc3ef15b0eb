// CUDA devices' limits for a block: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
#pragma once

#include <cstdint>

namespace algebra {

inline constexpr std::int64_t warp_threads = 32;              ///< lanes of a warp
inline constexpr std::int64_t most_threads = 1024;            ///< of a block, on every device
inline constexpr std::int64_t most_shared_bytes = 227 << 10;  ///< shared memory that a block can have on Hopper and Blackwell

}  // namespace algebra
