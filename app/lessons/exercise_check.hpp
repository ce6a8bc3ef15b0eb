#pragma once
// Is an exercise's answer right? By what it evaluates to, never by how it is written.

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "app/document/evaluation.hpp"
#include "app/launch/launch_plan.hpp"

namespace app {

struct ExerciseState {
  enum class Kind : std::uint8_t {
    open,  ///< nobody has answered yet
    wrong,
    solved,
  };
  Kind kind = Kind::open;
  std::string otherwise;  ///< the exercise's own words on the check that failed; in the sheet's language
  std::string why;        ///< what exactly is not so; English, as diagnostics are
  friend bool operator==(const ExerciseState&, const ExerciseState&) = default;
};

/// Largest launch that is looked at for a `launch=` check, in warp requests and in touches.
inline constexpr std::int64_t most_checked_requests = 1 << 14, most_checked_touches = 1 << 20;

ExerciseState check_exercise(const Sheet&, const SheetEvaluator&, const tl::expected<gpu::LaunchPlan, std::string>& launch,
                             const Exercise&);

}  // namespace app
