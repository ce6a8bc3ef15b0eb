#pragma once
// How many accesses a launch may have: one of a few letters may have 2^31 blocks of 1,024 threads, which would run for days.

#include <cstdint>

namespace gpu {

/// Some seconds on the CPU, and more than a tensor that fills the largest trace needs.
inline constexpr std::int64_t usual_launch_accesses = std::int64_t{1} << 30;
inline constexpr std::int64_t largest_launch_accesses = std::int64_t{1} << 60;

/// The most accesses, blocks x threads x values, of a launch that is planned. May be asked on any thread.
std::int64_t launch_access_limit();
/// Holds from the next plan on; between 1 and largest_launch_accesses.
void limit_launch_accesses(std::int64_t accesses);

}  // namespace gpu
