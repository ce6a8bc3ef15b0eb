#include "app/launch_plan.hpp"

#include <fmt/format.h>

namespace app {
namespace {

using Bad = tl::unexpected<std::string>;

/// Records of 16 bytes: 2^27 of them are 2 GiB.
constexpr std::int64_t max_elements = std::int64_t{1} << 27;

tl::expected<algebra::Value, std::string> value_of(const SheetEvaluator& evaluator, const char* field,
                                                   const std::string& expression) {
  if (expression.empty()) return Bad(fmt::format("The launch has no {} yet.", field));
  auto evaluation = evaluator.evaluate(expression);
  if (evaluation) return std::move(evaluation->value);
  const int entry = evaluator.find(expression);
  if (entry >= 0) return Bad(fmt::format("{} {}: line {} has no value.", field, expression, entry + 1));
  return Bad(fmt::format("{} {}: {}", field, expression, evaluation.error().problem.message));
}

}  // namespace

tl::expected<LaunchPlan, std::string> plan_from(const algebra::Value& tensor, const algebra::Value& tile,
                                                const algebra::Value& threads, const LaunchSettings& settings) {
  const auto tensor_layout = layout_of(tensor);
  const auto* as_tensor = std::get_if<algebra::Tensor>(&tensor);
  const auto* as_layout = as_tensor != nullptr ? &as_tensor->layout : std::get_if<algebra::Layout>(&tensor);
  if (!tensor_layout || as_layout == nullptr || algebra::has_basis(*as_layout) || (as_tensor != nullptr && as_tensor->outer))
    return Bad("The tensor must be a layout or a tensor, such as (8,8):(8,1).");
  const auto thread_layout = layout_of(threads);
  if (!thread_layout) return Bad("The threads must be a layout, such as (2,4):(4,1).");
  auto partition = algebra::partition(*tensor_layout, tile, *thread_layout);
  if (!partition) return Bad(partition.error().message);

  LaunchPlan plan{.tensor = *tensor_layout, .partition = std::move(*partition), .launch = {}};
  const auto elements = algebra::cosize(plan.tensor);
  if (elements > max_elements)
    return Bad(fmt::format("A trace holds up to {} elements; the tensor spans {}. Take a slice or a smaller tensor.",
                           max_elements, elements));
  plan.launch = {.partition = plan.partition.layout,
                 .elements = elements,
                 .element_bytes = std::max(1, element_bits(settings.element).value_or(32) / 8),
                 .shared_memory = settings.shared_memory};
  return plan;
}

tl::expected<LaunchPlan, std::string> plan(const SheetEvaluator& evaluator, const LaunchSettings& settings) {
  const auto tensor = value_of(evaluator, "tensor", settings.tensor);
  if (!tensor) return Bad(tensor.error());
  const auto tile = value_of(evaluator, "tile", settings.tile);
  if (!tile) return Bad(tile.error());
  const auto threads = value_of(evaluator, "threads", settings.threads);
  if (!threads) return Bad(threads.error());
  return plan_from(*tensor, *tile, *threads, settings);
}

}  // namespace app
