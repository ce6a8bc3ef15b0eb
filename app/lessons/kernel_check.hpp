#pragma once
// Whether the kernel that a sheet's steps are does what an exercise asks for.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/exercise.hpp"
#include "app/document/sheet.hpp"
#include "gpu/flow/check.hpp"

namespace app {

/// Largest kernel that a `kernel=` check examines: about so many products and elements that one block moves, and so many steps of its
/// roles. What is larger takes longer than a keystroke may.
inline constexpr std::int64_t most_checked_work = 1 << 23, most_checked_steps = 4'000;

/// Answers of such checks, the latest of them kept: a kernel is followed and checked once for each of its texts.
class KernelChecks {
 public:
  /// Why the sheet's kernel is not what the check asks for, with the first finding and its row; nothing where it is. answer: the
  /// expression that stands in the place of the entry check.with, where that names one.
  std::optional<algebra::Message> failure(const Sheet&, const ExerciseCheck& check, const std::string& answer);

  /// What was found in all kernels and blocks that were checked.
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

  std::vector<Kept> kept_;  ///< the one asked for last at the end
};

}  // namespace app
