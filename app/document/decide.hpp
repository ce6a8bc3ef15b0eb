#pragma once
// Decides many verdicts within a time, on all cores.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algebra/layout/contracts.hpp"

namespace app {

/// The seconds for verdicts that look at every element; after that they are sampled.
inline constexpr double usual_check_seconds = 5;
/// The most elements that a verdict looks at within a time: the capacity of IndexSet. For more elements, some verdicts need several walks.
inline constexpr std::int64_t most_decided = std::int64_t{1} << 28;
/// The most elements that a verdict looks at without a time limit: these take years.
inline constexpr std::int64_t most_decidable = std::int64_t{1} << 48;

using VerdictCheck = std::function<algebra::Verdict(const algebra::Checking&)>;

/// A verdict to compute.
struct VerdictJob {
  std::uint64_t version = 0;  ///< version of the entry
  VerdictCheck check;
  bool everything = false;  ///< looks at every element, without a time limit
};

/// The progress of `decide`, read and cancelled from any thread.
struct DecideProgress {
  std::atomic<bool> cancelled{false};
  std::atomic<std::size_t> looked_at{0}, whole{0}, total{0};  ///< numbers of verdicts: on a sample at least, on every element, in all
};

/// Returns true if a verdict looked at fewer elements than there are, or was not computed.
bool is_sampled(const algebra::Verdict&);

/// Returns the verdicts, in the order of the checks: first each on a sample, so that a result exists for all, then each on every element,
/// smallest checks first, until `seconds` have passed since the beginning; 0: without a time limit, however many elements there are. A
/// verdict is nullopt if it was cancelled before its sample was complete.
std::vector<std::optional<algebra::Verdict>> decide(std::span<const VerdictCheck>, double seconds, DecideProgress&);

}  // namespace app
