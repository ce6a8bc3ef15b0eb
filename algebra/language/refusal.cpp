#include "algebra/language/refusal.hpp"

#include <algorithm>
#include <utility>

#include "algebra/language/functions.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/layout/contracts.hpp"
#include "algebra/layout/morphism.hpp"

namespace algebra {
namespace {

constexpr std::int64_t most_indices = 4096;

/// One integer of the shape: elements `step` apart.
std::optional<NoLayout> why_no_mode(std::int64_t step, std::int64_t size, const IndexFunction& f) {
  const auto proof = [&](std::int64_t a, std::int64_t b) {
    return NoLayout{.first = a * step,
                    .second = b * step,
                    .sum = (a + b) * step,
                    .at_first = f(a * step),
                    .at_second = f(b * step),
                    .at_sum = f((a + b) * step)};
  };
  for (std::int64_t base = 1; size > 1;) {
    const auto at = [&](std::int64_t j) { return f(base * j * step); };
    std::int64_t run = 2;
    while (run < size && at(run) == run * at(1)) ++run;
    if (run == size) break;
    if (size % run != 0) {
      auto p = proof(base * (run - 1), base);
      p.divides = true, p.run = run, p.size = size;
      return p;
    }
    // The first `run` elements are the first mode of whatever layout this is; all others repeat it.
    for (std::int64_t j = run; j < size; j += run)
      for (std::int64_t i = 1; i < run; ++i)
        if (at(i + j) != at(i) + at(j)) return proof(base * j, base * i);
    base *= run;
    size /= run;
  }
  return std::nullopt;
}

/// The two operands of a composition that is written as one.
std::optional<std::pair<const expression::Node*, const expression::Node*>> operands_of(const expression::Node& node) {
  using Kind = expression::Node::Kind;
  const auto& composition = expression::function_of(expression::Notation::compose);
  const bool composed = node.kind == Kind::compose || (node.kind == Kind::call && node.keywords.empty() && node.indices.empty() &&
                                                       expression::find_function(node.text, false) == &composition);
  if (!composed || node.children.size() != 2) return std::nullopt;
  return std::pair{&node.children[0], &node.children[1]};
}

}  // namespace

std::optional<NoLayout> why_no_layout(const IntTuple& shape, const IndexFunction& f) {
  if (!is_tabulated(shape)) return std::nullopt;
  std::vector<std::int64_t> steps, sizes;
  std::int64_t elements = 1;
  shape.for_each_integer([&](Int s) { steps.push_back(elements), sizes.push_back(s.value), elements *= s.value; });
  if (f(0) != 0) return NoLayout{.first = 0, .second = 0, .sum = 0, .at_first = f(0), .at_second = f(0), .at_sum = f(0)};
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (auto proof = why_no_mode(steps[k], sizes[k], f)) return proof;
  // Along each integer it is a layout: then along two of them together it is not the sum.
  for (std::int64_t c = 0; c < elements; ++c)
    for (auto k = sizes.size(); k-- > 1;) {
      const auto last = c / steps[k] * steps[k], before = c - last;
      if (last == 0 || before == 0) continue;
      if (f(c) != f(before) + f(last))
        return NoLayout{.first = before, .second = last, .sum = c, .at_first = f(before), .at_second = f(last), .at_sum = f(c)};
      break;
    }
  return std::nullopt;
}

Message described(const NoLayout& p) {
  if (p.divides)
    return message("The first {} of {} elements are in steps, {} does not divide {}, and R({}) = {} where R({}) + R({}) = {}.", p.run,
                   p.size, p.run, p.size, p.sum, p.at_sum, p.first, p.second, p.at_first + p.at_second);
  return message("R({}) = {} where R({}) + R({}) = {} + {} = {}.", p.sum, p.at_sum, p.first, p.second, p.at_first, p.at_second,
                 p.at_first + p.at_second);
}

std::optional<Refusal> refusal_of(std::string_view text, const Environment& names, IntegerRule rule, const Diagnostic& why) {
  const auto& condition = why.problem.condition;
  if (condition != "stride divisibility" && condition != "shape divisibility") return std::nullopt;
  const auto tree = expression::parse(text);
  if (!tree) return std::nullopt;
  const auto operands = operands_of(*tree);
  if (!operands) return std::nullopt;
  const auto layout_at = [&](const expression::Node& node) -> std::optional<Layout> {
    const auto value =
        evaluate(text.substr(node.span.begin, node.span.end - node.span.begin), names, resolve(rule, text), {.verdicts = false});
    if (!value) return std::nullopt;
    if (const auto* l = std::get_if<Layout>(&value->value)) return *l;
    return std::nullopt;
  };
  const auto a = layout_at(*operands->first), b = layout_at(*operands->second);
  if (!a || !b || has_basis(*a) || has_basis(*b)) return std::nullopt;
  Refusal r;
  r.conditions.push_back({condition, false, why.problem.message});
  const auto look_at = [&](std::string name, const Layout& layout) {
    auto intractable = attempt([&] { return why_intractable(layout); });
    if (!intractable) r.conditions.push_back({std::move(name), false, intractable.error().message});
    else r.conditions.push_back({std::move(name), !*intractable, *intractable ? **intractable : Message()});
  };
  look_at("tractable A", *a);
  look_at("tractable B", *b);
  if (r.conditions[1].holds && r.conditions[2].holds) {
    const auto composed = attempt([&] { return weak_composition(morphism_of(*a), morphism_of(*b)); });
    r.conditions.push_back({"mutual refinement", composed.has_value(), composed ? Message() : composed.error().message});
  }
  r.shape = b->shape();
  const IndexFunction asked = [&](std::int64_t c) { return (*a)((*b)(c)); };
  if (is_tabulated(r.shape)) {
    for (std::int64_t c = 0; c < std::min(size(*b), most_indices); ++c) r.indices.push_back(asked(c));
    r.layout = layout_of_function(r.shape, asked);
    if (!r.layout) r.proof = why_no_layout(r.shape, asked);
  }
  for (const auto& operand : why.problem.suggestions) {
    const auto value = evaluate(operand, names, resolve(rule, text), {.verdicts = false});
    const auto* l = value ? std::get_if<Layout>(&value->value) : nullptr;
    if (l == nullptr) continue;
    const auto result = attempt([&] { return composition(*a, *l); });
    if (!result) continue;
    const auto verdict = check_composition(*a, *l, *result);
    // CuTe's conditions have a hole: what it accepts is compared.
    if (verdict.kind == Verdict::Kind::kept && verdict.checked == verdict.total) r.repairs.push_back({operand, *result});
  }
  return r;
}

}  // namespace algebra
