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

/// The time for verdicts that look at every element; beyond it they are samples.
inline constexpr double usual_check_seconds = 5;
/// The most elements that a verdict looks at within a time: what IndexSet holds. Beyond it some verdicts need several walks.
inline constexpr std::int64_t most_decided = std::int64_t{1} << 28;
/// The most that one looks at where it may take as long as it takes: years.
inline constexpr std::int64_t most_decidable = std::int64_t{1} << 48;

using VerdictCheck = std::function<algebra::Verdict(const algebra::Checking&)>;

/// A verdict that is to be found.
struct VerdictJob {
  std::uint64_t version = 0;  ///< of the entry
  VerdictCheck check;
  bool everything = false;  ///< whatever the time
};

/// May be read and cancelled from any thread.
struct DecideProgress {
  std::atomic<bool> cancelled{false};
  std::atomic<std::size_t> looked_at{0}, whole{0}, total{0};  ///< verdicts: of a sample at least, of every element, all
};

/// Whether a verdict looked at fewer elements than there are; also one that was not found at all.
bool is_sampled(const algebra::Verdict&);

/// The verdicts, in their order: first each on a sample, so that something is known of all; then each whole, those with the fewest
/// elements first, until `seconds` have passed since the beginning; 0: as long as it takes, however many elements there are. Nothing
/// where it was cancelled before.
std::vector<std::optional<algebra::Verdict>> decide(std::span<const VerdictCheck>, double seconds, DecideProgress&);

}  // namespace app
