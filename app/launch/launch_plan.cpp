#include "app/launch/launch_plan.hpp"

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"

namespace app {
using algebra::Message;

algebra::Message held_launch_text(const gpu::LaunchPlan& plan) {
  return algebra::message("The launch came with a link and has not run: {} blocks of {} threads with {} values each, {} accesses.",
                          plan.blocks(), plan.threads(), plan.values(), plan.blocks() * plan.threads() * plan.values());
}

tl::expected<gpu::LaunchPlan, Message> plan(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto look_up = [&](const std::string& expression) -> tl::expected<algebra::Value, Message> {
    auto evaluation = evaluator.evaluate(expression);
    if (evaluation) return std::move(evaluation->value);
    return tl::unexpected(evaluator.find(expression) >= 0 ? "this entry has no value." : evaluation.error().problem.message);
  };
  const auto* type = algebra::element_type_of_setting(s.element);
  return gpu::plan_of(s, type != nullptr ? std::optional(*type) : std::nullopt, look_up);
}

}  // namespace app
