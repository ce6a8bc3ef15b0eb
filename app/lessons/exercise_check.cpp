#include "app/lessons/exercise_check.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "algebra/conjectures/claim.hpp"
#include "algebra/language/equality.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/properties.hpp"
#include "algebra/text/characters.hpp"
#include "gpu/memory/memory_model.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using algebra::Difference;
using algebra::IntTuple;
using algebra::Value;

constexpr std::int64_t most_checked = 1 << 16;  ///< limit of the elements of a layout that are compared one by one

/// A fault in a sentence, and the elements of the answer that have it.
struct Reason {
  Reason(Message sentence, std::vector<bool> wrong = {}) : text(std::move(sentence)), elements(std::move(wrong)) {}
  Message text;
  std::vector<bool> elements;
};
/// nullopt: no fault.
using Why = std::optional<Reason>;

/// Returns the text after the `=` of an entry.
std::string_view written(std::string_view text) {
  const auto line = algebra::split_line(text);
  return line ? algebra::trimmed(line->expression) : algebra::trimmed(text);
}

/// Returns "row 1, column 0", as a card shows the element; with its coordinate if a mode is nested.
Message place_of(const IntTuple& shape, std::int64_t element) {
  const auto flat = [](const IntTuple& mode) { return mode.is_integer(); };
  const auto coordinate = algebra::natural_coordinate(shape, element);
  if (shape.is_tuple() && shape.rank() == 2) {
    const auto rows = algebra::product(shape.mode(0)).value, row = element % rows, column = element / rows;
    if (flat(shape.mode(0)) && flat(shape.mode(1))) return message("row {}, column {}", row, column);
    return message("row {}, column {} (at {})", row, column, coordinate);
  }
  return shape.rank() == 1 && flat(shape.mode(0)) ? message("element {}", element) : message("the element at {}", coordinate);
}

Message place_in(const Value& value, std::int64_t element) {
  const auto layout = algebra::layout_of(value);
  return place_of(layout ? layout->shape() : IntTuple{}, element);
}

/// Returns how `value` differs from `wanted`. what: the expression of `value`; answer: name of the answer. If `what` is the answer itself,
/// its wrong elements are marked, and a wanted value without elements is not revealed.
Why differs(const Value& value, const Value& wanted, std::string_view what, std::string_view answer, algebra::Marks marks) {
  const auto d = algebra::difference(value, wanted, most_checked);
  if (d.equal()) return std::nullopt;
  if (d.kind == Difference::Kind::sizes) return message("{} has {} elements; it should have {}.", what, d.size_a, d.size_b);
  if (d.kind == Difference::Kind::values)
    return Reason(message("In {}, {} holds {}; it should hold {}.", what, place_in(value, d.first), d.value_a, d.value_b),
                  what == answer ? algebra::differing(value, wanted, most_checked) : std::vector<bool>{});
  const auto shown = algebra::to_string(value, marks);
  if (what == answer) return message("{} is {}, which is not the answer.", what, shown);
  return message("{} is {}; it should be {}.", what, shown, algebra::to_string(wanted, marks));
}

/// Returns the elements of the answer that the expression looks up: for S(2,3) that one element.
std::vector<bool> looked_up(const algebra::Provenance& made, const std::string& answer) {
  const auto* function = algebra::function_of(made);
  if (function != nullptr && function->notation == algebra::Notation::apply && !made.names.empty() && made.names[0] == answer) {
    const auto layout = algebra::layout_of(made.operands[0]);
    IntTuple coordinate;
    for (std::size_t k = 1; k < made.operands.size(); ++k)
      if (const auto* c = std::get_if<IntTuple>(&made.operands[k])) coordinate.append(*c);
    if (coordinate.rank() == 1) coordinate = coordinate.mode(0);
    if (!layout || algebra::has_underscore(coordinate) || algebra::size(*layout) > most_checked) return {};
    std::vector<bool> elements(static_cast<std::size_t>(algebra::size(*layout)));
    const auto at = algebra::crd2idx(coordinate, layout->shape()).value;
    if (at >= 0 && at < std::ssize(elements)) elements[static_cast<std::size_t>(at)] = true;
    return elements;
  }
  for (const auto& inner : made.inner)
    if (inner)
      if (auto marks = looked_up(*inner, answer); !marks.empty()) return marks;
  return {};
}

/// Returns why a condition does not hold: the value of its operand that depends on the answer.
Reason false_because(const SheetEvaluator& evaluator, std::string_view condition, const std::string& answer, algebra::Marks marks) {
  const auto tree = algebra::expression::parse(condition);
  const auto text_of = [&](const algebra::expression::Node& n) { return condition.substr(n.span.begin, n.span.end - n.span.begin); };
  for (std::size_t k = 0; tree && k < tree->children.size(); ++k) {
    const auto operand = text_of(tree->children[k]);
    const auto names = algebra::free_names(operand);
    if (std::find(names.begin(), names.end(), answer) == names.end()) continue;
    const auto value = evaluator.evaluate(operand);
    if (!value) break;
    if (tree->kind == algebra::expression::Node::Kind::equal && tree->children.size() == 2)
      if (const auto other = evaluator.evaluate(text_of(tree->children[1 - k])))
        if (auto why = differs(value->value, other->value, operand, answer, marks)) return std::move(*why);
    return message("{} is {}.", operand, algebra::to_string(value->value, marks));
  }
  return message("{} is false.", condition);
}

/// Checks a claim, `always ...`, about the sheet's values. The claim is decided at once; it should have no free names, as searching them
/// takes time.
Why claim_fails(const SheetEvaluator& evaluator, std::string_view text) {
  algebra::Environment known;
  for (const auto& result : evaluator.results())
    if (!result.name.empty() && result.value() != nullptr) known.insert_or_assign(result.name, *result.value());
  const auto claim = algebra::conjectures::Claim::read(text, known, evaluator.rule());
  if (!claim) return claim.error().problem.message;
  const auto verdict = (*claim)->decide({});
  if (verdict.kind == algebra::Verdict::Kind::kept) return std::nullopt;
  if (verdict.kind == algebra::Verdict::Kind::broken && !verdict.counterexample.empty()) return Reason(verdict.counterexample);
  return message("{} is false.", algebra::trimmed(text.substr(text.find_first_of(" >") + 1)));
}

Why property_fails(const Value* value, const std::string& property, std::string_view name) {
  const auto* composed = value != nullptr ? std::get_if<algebra::ComposedLayout>(value) : nullptr;
  const auto layout = value != nullptr ? layout_of(*value) : std::nullopt;
  if (!layout) return message("{} is not a layout.", name);
  const auto p = algebra::properties(*layout, 32);
  if (composed == nullptr || property == "contiguous") {
    const bool so = property == "injective"    ? p.injective
                    : property == "surjective" ? p.surjective
                    : property == "bijective"  ? p.injective && p.surjective
                    : property == "compact"    ? p.compact
                                               : p.contiguous && composed == nullptr;
    if (so) return std::nullopt;
    if (!p.decided) return message("{} is too large to be checked.", name);
  }
  // Compares the indices one by one, since a swizzle has no modes to compare, and so that the message can name the place.
  const auto elements = algebra::size(*layout);
  if (elements > most_checked) return message("{} is too large to be checked.", name);
  std::vector<std::int64_t> indices(static_cast<std::size_t>(elements));
  std::unordered_map<std::int64_t, std::int64_t> times;
  std::int64_t last = -1;
  for (std::int64_t i = 0; i < elements; ++i) {
    const auto index = indices[static_cast<std::size_t>(i)] = composed != nullptr ? (*composed)(i) : (*layout)(i);
    last = std::max(last, index);
    ++times[index];
  }
  if (std::ssize(times) < elements && property != "surjective" && property != "contiguous") {
    std::vector<bool> twice;
    for (const auto index : indices) twice.push_back(times[index] > 1);
    // Finds the first pair of elements with the same index.
    std::unordered_map<std::int64_t, std::int64_t> first;
    std::int64_t second = 0;
    while (first.emplace(indices[static_cast<std::size_t>(second)], second).second) ++second;
    const auto index = indices[static_cast<std::size_t>(second)];
    return Reason(message("Index {} comes twice: in {} and in {}.", index, place_of(layout->shape(), first[index]),
                          place_of(layout->shape(), second)),
                  std::move(twice));
  }
  if (property == "injective") return std::nullopt;
  for (std::int64_t index = 0; index <= last && property != "contiguous"; ++index)
    if (!times.contains(index)) return message("No coordinate has index {}, though {} is reached.", index, last);
  if (property != "contiguous") return std::nullopt;
  return message("{} is not contiguous: its indices do not go up one by one.", name);
}

/// Checks that the launch touches each element of the tensor once.
Why touched_once(const gpu::LaunchPlan& plan) {
  if (plan.shape.touches() > most_checked_touches) return Reason("The launch is too large to be checked.");
  std::unordered_map<std::int64_t, std::int64_t> touches;
  for (std::int64_t b = 0; b < plan.blocks(); ++b)
    for (std::int64_t t = 0; t < plan.threads(); ++t)
      for (std::int64_t v = 0; v < plan.values(); ++v) {
        const auto element =
            plan.shape.element(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v));
        if (element != gpu::predicated_off && ++touches[element] > 1) return message("Element {} is touched more than once.", element);
      }
  const auto elements = algebra::size(plan.tensor);
  for (std::int64_t i = 0; i < std::min(elements, most_checked_touches); ++i) {
    const auto element = plan.outer ? (*plan.outer)(plan.tensor(i)) : plan.tensor(i);
    if (!touches.contains(element)) return message("Element {} is never touched.", element);
  }
  return std::nullopt;
}

Why launch_fails(const LaunchSettings& settings, const tl::expected<gpu::LaunchPlan, Message>& launch, const std::string& wanted) {
  if (settings.empty()) return Reason("The sheet has no launch.");
  if (!launch) return launch.error();
  if (wanted == "once") return touched_once(*launch);
  if (launch->requests() > most_checked_requests) return Reason("The launch is too large to be checked.");
  if (wanted == "coalesced") {
    const auto t = gpu::totals(launch->shape, launch->shape.addresses(), gpu::Direction::load);
    if (t.sectors == t.ideal_sectors) return std::nullopt;
    const auto mean = [&](std::int64_t of_all) { return fmt::format("{:.3g}", t.per_request(of_all)); };
    return message("A request takes {} sectors on average, where {} would do.", mean(t.sectors), mean(t.ideal_sectors));
  }
  const auto t = gpu::totals(launch->shape, launch->shape.addresses(), gpu::Direction::load);
  if (t.conflicts() == 0) return std::nullopt;
  return message("The worst request has {}-way bank conflicts.", t.worst_bank_ways);
}

}  // namespace

ExerciseState check_exercise(const Sheet& sheet, const SheetEvaluator& evaluator, const tl::expected<gpu::LaunchPlan, Message>& launch,
                             const Exercise& exercise, KernelChecks& kernels) {
  using State = ExerciseState;
  const int entry = evaluator.find(exercise.entry);
  if (entry < 0) return {};
  const auto text = written(sheet.entries[static_cast<std::size_t>(entry)].text);
  if (text.empty() || text == algebra::trimmed(exercise.start)) return {};
  const auto& result = evaluator.results()[static_cast<std::size_t>(entry)];
  const auto marks = evaluator.rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  if (!result.evaluation)
    return {State::Kind::wrong, {}, result.problem ? result.problem->problem.message : message("{} has no value.", exercise.entry), {}};

  const auto failure = [&](const ExerciseCheck& check) -> Why {
    if (check.kind == ExerciseCheck::Kind::property) return property_fails(result.value(), check.what, exercise.entry);
    if (check.kind == ExerciseCheck::Kind::launch) return launch_fails(sheet.launch, launch, check.what);
    if (check.kind == ExerciseCheck::Kind::kernel) {
      // If the answer refers to its own entry, the value replaces the text.
      const auto names = algebra::free_names(text);
      const bool itself = std::find(names.begin(), names.end(), check.with) != names.end();
      return kernels.failure(sheet, check, itself ? algebra::to_string(*result.value(), algebra::Marks::underscores) : std::string(text));
    }
    if (algebra::conjectures::is_claim(check.what)) return claim_fails(evaluator, check.what);
    const auto value = evaluator.evaluate(check.what);
    if (!value) return value.error().problem.message;
    if (check.kind == ExerciseCheck::Kind::equals) {
      const auto wanted = evaluator.evaluate(check.is);
      if (!wanted) return wanted.error().problem.message;
      auto why = differs(value->value, wanted->value, check.what, exercise.entry, marks);
      if (why && why->elements.empty()) why->elements = looked_up(value->made_by, exercise.entry);
      return why;
    }
    const auto* truth = std::get_if<algebra::Truth>(&value->value);
    if (truth == nullptr) return message("{} is {}, neither true nor false.", check.what, algebra::to_string(value->value, marks));
    if (truth->holds) return std::nullopt;
    auto why = false_because(evaluator, check.what, exercise.entry, marks);
    if (why.elements.empty()) why.elements = looked_up(value->made_by, exercise.entry);
    return why;
  };
  for (const auto& check : exercise.checks)
    if (auto why = failure(check)) return {State::Kind::wrong, check.otherwise, std::move(why->text), std::move(why->elements)};
  // A value that breaks its operation's contract is wrong even if it equals the wanted one.
  if (result.problem) return {State::Kind::wrong, {}, result.problem->problem.message, {}};
  return {State::Kind::solved, {}, {}, {}};
}

}  // namespace app
