#pragma once
// Even samples of a range.

#include <cstdint>

namespace algebra {

/// Returns the k-th of `count` numbers spread evenly over [0, total), including both ends; k itself if count == total. Requires 0 <= k <
/// count <= total, count < 2^31.
constexpr std::int64_t sample_at(std::int64_t k, std::int64_t count, std::int64_t total) {
  if (count == total) return k;
  if (count == 1) return 0;
  // Quotient and remainder are scaled separately so that no product overflows.
  const auto gaps = count - 1, step = (total - 1) / gaps, rest = (total - 1) % gaps;
  return k * step + k * rest / gaps;
}

}  // namespace algebra
