#pragma once
// Limits the accesses of a launch: a few letters may describe 2^31 blocks of 1,024 threads, which would run for days.

#include <cstdint>

namespace gpu {

/// Takes some seconds on the CPU; exceeds the needs of a tensor that fills the largest trace.
inline constexpr std::int64_t usual_launch_accesses = std::int64_t{1} << 30;
inline constexpr std::int64_t largest_launch_accesses = std::int64_t{1} << 60;

/// Returns the most accesses, blocks x threads x values, of a launch that is planned. May be called on any thread.
std::int64_t launch_access_limit();
/// Sets the limit for later plans, clamped to [1, largest_launch_accesses].
void limit_launch_accesses(std::int64_t accesses);

}  // namespace gpu
