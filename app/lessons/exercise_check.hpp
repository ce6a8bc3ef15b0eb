#pragma once
// Checking the answer of an exercise, by its value and not by its text.

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/lessons/kernel_check.hpp"

namespace app {

struct ExerciseState {
  enum class Kind : std::uint8_t {
    open,  ///< not answered yet
    wrong,
    solved,
  };
  Kind kind = Kind::open;
  std::string otherwise;             ///< the exercise's message for the failed check, in the sheet's language
  algebra::Message why;              ///< the exact difference
  std::vector<bool> wrong_elements;  ///< wrong elements of the answer, by 1-D coordinate; empty if no single element is the cause
  friend bool operator==(const ExerciseState&, const ExerciseState&) = default;
};

/// Largest launch that a `launch=` check examines, in warp requests and in touches.
inline constexpr std::int64_t most_checked_requests = 1 << 14, most_checked_touches = 1 << 20;

/// Checks an exercise. kernels: caches the findings in the sheet's kernel.
ExerciseState check_exercise(const Sheet&, const SheetEvaluator&, const tl::expected<gpu::LaunchPlan, algebra::Message>& launch,
                             const Exercise&, KernelChecks&);

}  // namespace app
