#pragma once
// From a trace to a report.

#include <atomic>
#include <span>
#include <vector>

#include "gpu/report.hpp"

namespace gpu {

/// Elements touched once, never and more often, and the first of each. Leaves the other fields alone.
void count_touches(std::span<const algebra::TraceRecord>, Touches&);

inline constexpr std::int64_t compared_whole = std::int64_t{1} << 22;

/// "Same as the algebra": each record against what the partition says, evaluated coordinate by coordinate. Whole up to
/// 2^22 touches and elements; beyond, the records of an even sample of 2^20 touches.
Comparison compare_with_algebra(const Launch&, const LaunchShape&, std::span<const algebra::TraceRecord>,
                                const std::atomic<bool>* cancelled = nullptr);

/// The same for records that are not in host memory: ask for those of `elements`, then compare.
struct Sample {
  std::vector<std::int64_t> elements;  ///< in bounds
  std::vector<std::uint64_t> keys;     ///< a touch of each
};
Sample sample_touches(const Launch&, const LaunchShape&, std::int64_t most);
Comparison compare_sample(const Sample&, std::span<const algebra::TraceRecord> records);

/// Everybody who touches `element`, ascending by key, `most` at most; `total` counts them all, or is -1 where the launch is
/// too large to look for all within some milliseconds.
struct Owners {
  std::vector<algebra::Touch> touches;
  std::int64_t total = 0;
};
Owners owners(const LaunchShape&, std::int64_t element, std::size_t most);

}  // namespace gpu
