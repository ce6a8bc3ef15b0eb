#pragma once
// Checks the kernel made of a sheet's steps against the task of an exercise.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/exercise.hpp"
#include "app/document/sheet.hpp"
#include "gpu/flow/check.hpp"

namespace app {

/// Largest kernel that a `kernel=` check examines: products and elements that one block moves (approximate), and steps of its roles. Larger
/// ones would take noticeable time on every keystroke.
inline constexpr std::int64_t most_checked_work = 1 << 23, most_checked_steps = 4'000;

/// Cached results of such checks: a kernel is executed and checked once per text.
class KernelChecks {
 public:
  /// Returns why the sheet's kernel fails the check, with the first finding and its row; nullopt if it passes. answer: the expression that
  /// replaces the entry check.with, if the check names one.
  std::optional<algebra::Message> failure(const Sheet&, const ExerciseCheck& check, const std::string& answer);

  /// The findings in all kernels and blocks checked.
  struct Found {
    bool kernel = false, too_large = false;
    std::int64_t products = 0;
    std::vector<gpu::FlowFinding> findings{};
    std::vector<algebra::Message> undecided{};
  };

 private:
  struct Kept {
    std::vector<std::string> of{};  ///< the entries; notes are empty
    Found found{};
  };
  const Found& found(const Sheet&);

  std::vector<Kept> kept_;  ///< the most recently used one at the end
};

}  // namespace app
