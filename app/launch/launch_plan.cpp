#include "app/launch/launch_plan.hpp"

#include <algorithm>

#include "app/document/names.hpp"

namespace app {

tl::expected<gpu::LaunchPlan, std::string> plan(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto look_up = [&](const std::string& expression) -> tl::expected<algebra::Value, std::string> {
    auto evaluation = evaluator.evaluate(expression);
    if (evaluation) return std::move(evaluation->value);
    return tl::unexpected(evaluator.find(expression) >= 0 ? "this entry has no value." : evaluation.error().problem.message);
  };
  return gpu::plan_of(s, std::max(1, element_bits(s.element).value_or(32) / 8), look_up);
}

}  // namespace app
