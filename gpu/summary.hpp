#pragma once
// From a trace to a report.

#include <span>

#include "gpu/runner.hpp"
#include "gpu/walk.hpp"

namespace gpu {

/// Grid sizes and the means over warp requests, from the algebra alone (an even sample of 2^14 requests at most).
Report predicted(const Launch&, const Walk&);

/// Elements touched once, never and more often.
void count_touches(std::span<const algebra::TraceRecord>, Report&);

/// "Same as the algebra": each record against what the partition says, evaluated coordinate by coordinate. Whole up to
/// 2^22 touches; beyond, the records of an even sample of 2^20 touches.
void compare_with_algebra(const Launch&, std::span<const algebra::TraceRecord>, Report&);

inline constexpr std::int64_t compared_whole = std::int64_t{1} << 22;

}  // namespace gpu
