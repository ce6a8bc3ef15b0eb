#pragma once
// Summarises a trace for the report.

#include <atomic>
#include <span>
#include <vector>

#include "gpu/run/report.hpp"

namespace gpu {

/// Counts elements touched `shared_by` times, never and otherwise, and finds the first of the last two. Sets no other field.
void count_touches(std::span<const algebra::TraceRecord>, std::int64_t shared_by, Touches&);

inline constexpr std::int64_t compared_whole = std::int64_t{1} << 22;

/// Compares each record with the partition, which the algebra evaluates coordinate by coordinate. Complete up to 2^22 touches and elements;
/// beyond, or if some elements have no record, the records of an even sample of 2^20 touches.
Comparison compare_with_algebra(const Launch&, const LaunchShape&, std::span<const algebra::TraceRecord>,
                                const std::atomic<bool>* cancelled = nullptr);

/// The sample for records that are not in host memory: fetch those of `elements`, then call compare_sample.
struct Sample {
  std::vector<std::int64_t> elements;  ///< elements with a record
  std::vector<std::uint64_t> keys;     ///< key of a touch of each element
};
Sample sample_touches(const Launch&, const LaunchShape&, std::int64_t records, std::int64_t most);
Comparison compare_sample(const Sample&, std::span<const algebra::TraceRecord> records);

/// The touches of `element`, ascending by key, at most `most`. `total` counts all of them, or is -1 if the launch is
/// too large to find all within some milliseconds.
struct Owners {
  std::vector<algebra::Touch> touches;
  std::int64_t total = 0;
};
Owners owners(const LaunchShape&, std::int64_t element, std::size_t most);

}  // namespace gpu
