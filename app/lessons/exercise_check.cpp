#include "app/lessons/exercise_check.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "algebra/difference.hpp"
#include "algebra/operations.hpp"
#include "algebra/properties.hpp"
#include "gpu/memory_model.hpp"

namespace app {
namespace {

using algebra::Difference;
using algebra::Value;

constexpr std::int64_t most_checked = 1 << 16;  ///< elements of a layout whose modes do not tell

/// Nothing where it is so, else why not.
using Why = std::optional<std::string>;

/// What follows the `=` of an entry.
std::string_view written(std::string_view text) {
  const auto line = algebra::split_line(text);
  return line ? algebra::trimmed(line->expression) : algebra::trimmed(text);
}

std::string with_name(std::string_view coordinate, std::int64_t at) {
  return coordinate == fmt::format("{}", at) ? std::string(coordinate) : fmt::format("{} = {}", at, coordinate);
}

Why differs(const Value& value, const Value& wanted, std::string_view what, algebra::Marks marks) {
  const auto d = algebra::difference(value, wanted, most_checked);
  if (d.equal()) return std::nullopt;
  if (d.kind == Difference::Kind::sizes) return fmt::format("{} has {} elements, {} are asked for.", what, d.size_a, d.size_b);
  if (d.kind == Difference::Kind::values)
    return fmt::format("{} is {} at coordinate {}, where {} is asked for.", what, d.value_a, with_name(d.coordinate_a, d.first), d.value_b);
  return fmt::format("{} is {}, not what is asked for.", what, algebra::to_string(value, marks));
}

Why property_fails(const Value* value, const std::string& property, std::string_view name) {
  const auto* composed = value != nullptr ? std::get_if<algebra::ComposedLayout>(value) : nullptr;
  const auto layout = value != nullptr ? layout_of(*value) : std::nullopt;
  if (!layout) return fmt::format("{} is no layout.", name);
  const auto p = algebra::properties(*layout, 32);
  if (composed == nullptr || property == "contiguous") {
    const bool so = property == "injective"    ? p.injective
                    : property == "surjective" ? p.surjective
                    : property == "bijective"  ? p.injective && p.surjective
                    : property == "compact"    ? p.compact
                                               : p.contiguous && composed == nullptr;
    if (so) return std::nullopt;
    if (!p.decided) return fmt::format("{} is too large to be checked.", name);
  }
  // By its indices: a swizzle has no modes that tell, and whoever is wrong wants to see where.
  const auto elements = algebra::size(*layout);
  if (elements > most_checked) return fmt::format("{} is too large to be checked.", name);
  std::unordered_map<std::int64_t, std::int64_t> first;
  std::int64_t last = -1;
  for (std::int64_t i = 0; i < elements; ++i) {
    const auto index = composed != nullptr ? (*composed)(i) : (*layout)(i);
    last = std::max(last, index);
    const auto [there, fresh] = first.emplace(index, i);
    if (!fresh && property != "surjective" && property != "contiguous")
      return fmt::format("Index {} comes twice: at coordinates {} and {}.", index, there->second, i);
  }
  if (property == "injective") return std::nullopt;
  for (std::int64_t index = 0; index <= last && property != "contiguous"; ++index)
    if (!first.contains(index)) return fmt::format("No coordinate has index {}, though {} is reached.", index, last);
  if (property != "contiguous") return std::nullopt;
  return fmt::format("{} is not contiguous: its indices do not go up one by one.", name);
}

/// Each element of the tensor once.
Why touched_once(const gpu::LaunchPlan& plan) {
  if (plan.shape.touches() > most_checked_touches) return "The launch is too large to be checked.";
  std::unordered_map<std::int64_t, std::int64_t> touches;
  for (std::int64_t b = 0; b < plan.blocks(); ++b)
    for (std::int64_t t = 0; t < plan.threads(); ++t)
      for (std::int64_t v = 0; v < plan.values(); ++v) {
        const auto element = plan.shape.from(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v));
        if (++touches[element] > 1) return fmt::format("Element {} is touched more than once.", element);
      }
  const auto elements = algebra::size(plan.tensor);
  for (std::int64_t i = 0; i < std::min(elements, most_checked_touches); ++i) {
    const auto element = plan.outer ? (*plan.outer)(plan.tensor(i)) : plan.tensor(i);
    if (!touches.contains(element)) return fmt::format("Element {} is never touched.", element);
  }
  return std::nullopt;
}

Why launch_fails(const LaunchSettings& settings, const tl::expected<gpu::LaunchPlan, std::string>& launch, const std::string& wanted) {
  if (settings.empty()) return "The sheet has no launch.";
  if (!launch) return launch.error();
  if (wanted == "once") return touched_once(*launch);
  if (launch->requests() > most_checked_requests) return "The launch is too large to be checked.";
  if (wanted == "coalesced") {
    const auto t = gpu::totals(launch->shape, launch->shape.from, gpu::Direction::load);
    if (t.sectors == t.ideal_sectors) return std::nullopt;
    return fmt::format("A request takes {:.3g} sectors on average, where {:.3g} would do.", t.per_request(t.sectors),
                       t.per_request(t.ideal_sectors));
  }
  const auto t = gpu::totals(launch->shape, launch->shape.from, gpu::Direction::load);
  if (t.conflicts() == 0) return std::nullopt;
  return fmt::format("The worst request has {}-way bank conflicts.", t.worst_bank_ways);
}

}  // namespace

ExerciseState check_exercise(const Sheet& sheet, const SheetEvaluator& evaluator, const tl::expected<gpu::LaunchPlan, std::string>& launch,
                             const Exercise& exercise) {
  using State = ExerciseState;
  const int entry = evaluator.find(exercise.entry);
  if (entry < 0) return {};
  const auto text = written(sheet.entries[static_cast<std::size_t>(entry)].text);
  if (text.empty() || text == algebra::trimmed(exercise.start)) return {};
  const auto& result = evaluator.results()[static_cast<std::size_t>(entry)];
  const auto marks = evaluator.rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  if (!result.evaluation)
    return {State::Kind::wrong, {}, result.problem ? result.problem->problem.message : fmt::format("{} has no value.", exercise.entry)};

  const auto failure = [&](const ExerciseCheck& check) -> Why {
    if (check.kind == ExerciseCheck::Kind::property) return property_fails(result.value(), check.what, exercise.entry);
    if (check.kind == ExerciseCheck::Kind::launch) return launch_fails(sheet.launch, launch, check.what);
    const auto value = evaluator.evaluate(check.what);
    if (!value) return value.error().problem.message;
    if (check.kind == ExerciseCheck::Kind::equals) {
      const auto wanted = evaluator.evaluate(check.is);
      if (!wanted) return wanted.error().problem.message;
      return differs(value->value, wanted->value, check.what, marks);
    }
    const auto* truth = std::get_if<algebra::Truth>(&value->value);
    if (truth == nullptr) return fmt::format("{} is {}, neither true nor false.", check.what, algebra::to_string(value->value, marks));
    if (truth->holds) return std::nullopt;
    return fmt::format("{} is false.", check.what);
  };
  for (const auto& check : exercise.checks)
    if (auto why = failure(check)) return {State::Kind::wrong, check.otherwise, std::move(*why)};
  // A value that breaks its operation's contract is no answer, whatever it happens to equal.
  if (result.problem) return {State::Kind::wrong, {}, result.problem->problem.message};
  return {State::Kind::solved, {}, {}};
}

}  // namespace app
