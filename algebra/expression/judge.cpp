#include "algebra/expression/judge.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "algebra/advice.hpp"
#include "algebra/expression/suggest.hpp"

namespace algebra::expression {
namespace {

constexpr std::size_t most_hints = 8;

/// What looking at an element costs: it grows with the integers of the layouts.
std::int64_t weight_of(const Call& c, const Value& result) {
  int leaves = 0;
  const auto count = [&](const Value& v) {
    if (const auto* l = std::get_if<Layout>(&v)) leaves = std::max(leaves, l->shape().leaves());
    if (const auto* t = std::get_if<Tensor>(&v)) leaves = std::max(leaves, t->layout.shape().leaves());
    if (const auto* l = std::get_if<ComposedLayout>(&v)) leaves = std::max(leaves, l->layout.shape().leaves());
    if (const auto* t = std::get_if<IntTuple>(&v)) leaves = std::max(leaves, t->leaves());
  };
  for (const auto& v : c.arguments) count(v);
  count(result);
  return 1 + leaves / 16;
}

std::string shown_name(const Call& c, std::size_t i) { return c.names[i].empty() ? to_string(c.arguments[i], Marks::plain) : c.names[i]; }

}  // namespace

/// What hinders a composition of two layouts, in words; and layouts near the second that do compose.
struct Judge::Obstacle {
  std::string words;
  std::vector<std::string> nearest;
};
Judge::Obstacle Judge::obstacle(const Call& c) const {
  if (c.count() != 2 || c.names.size() != 2) return {};
  const auto* tensor = std::get_if<Tensor>(&c.arguments[0]);
  const auto* a = tensor != nullptr ? &tensor->layout : std::get_if<Layout>(&c.arguments[0]);
  const auto* b = std::get_if<Layout>(&c.arguments[1]);
  if (a == nullptr || b == nullptr) return {};
  const auto found = attempt([&] {
    return Obstacle{composition_obstacle(*a, *b, shown_name(c, 0)), nearest_compositions(*a, *b, marks())};
  });
  return found ? *found : Obstacle{};
}

/// A refused composition says which mode is in the way, and what would work.
void Judge::improve(Problem& p, const Call& c) const {
  if (p.condition != "stride divisibility" && p.condition != "shape divisibility") return;
  auto [words, nearest] = obstacle(c);
  if (!words.empty()) p.message = fmt::format("Not a composition: {}.", words);
  p.suggestions = std::move(nearest);
}

Problem Judge::warning(const Call& c, const Value& result, const Verdict& verdict) const {
  Problem p{.condition = "contract", .message = {}, .suggestions = {}};
  if (c.name == "composition") {
    p.condition = "stride divisibility";
    auto [words, nearest] = obstacle(c);
    p.message = words.empty() ? "Not a composition. " : fmt::format("Not a composition: {}. ", words);
    p.suggestions = std::move(nearest);
  } else if (c.name.ends_with("_divide")) {
    p.condition = "evenly_divides";
  } else if (c.name.starts_with("local_") || c.name.starts_with("partition_") || c.name.starts_with("make_tiled_copy")) {
    p.condition = "partition";
  }
  p.message += fmt::format("CuTe C++ accepts it and returns {}, but {}.", to_string(result, marks()), verdict.counterexample);
  return p;
}

SourceSpan blamed_span(const Node& node, const Call& c, int argument) {
  return argument >= 0 && static_cast<std::size_t>(argument) < c.spans.size() ? c.spans[static_cast<std::size_t>(argument)] : node.span;
}

/// A refusal with its place, and what near it would work.
Diagnostic Judge::refused(const Node& node, const Function& function, Call& c, Problem p) const {
  c.steps = nullptr;
  if (function.info.name == "composition") improve(p, c);
  if (p.condition == "overflow" || p.condition == "limit" || p.condition == "argument") return {node.span, std::move(p)};
  auto span = blamed_span(node, c, function.blamed);
  if (p.suggestions.empty() && function.blamed >= 0)
    p.suggestions = nearest_arguments(function, c, static_cast<std::size_t>(function.blamed), marks());
  if (p.suggestions.empty() && function.blamed < 0 && c.indices.size() == 1 && node.indices.size() == 1) {
    p.suggestions = nearest_indices(function, c, 0, marks());
    if (!p.suggestions.empty()) span = node.indices[0].span;
  }
  return {span, std::move(p)};
}

/// The verdict: at once while there are not too many elements to look at, else left to `check`.
void Judge::give_verdict(const Node& node, const Function& function, const Call& c, const Value& result, bool outermost, Evaluation& out) {
  if (function.check == nullptr) return;
  const auto weight = weight_of(c, result);
  const Checking at_once{.most = std::min(checked_at_once, budget_ / weight), .sample = false, .cancelled = nullptr};
  auto verdict = attempt([&] { return function.check(c, result, at_once); });
  if (!verdict || verdict->kind == Verdict::Kind::none) return;
  budget_ -= verdict->checked * weight;
  if (verdict->kind == Verdict::Kind::broken && !out.warning) out.warning = warned(node, function, c, result, *verdict);
  if (verdict->kind == Verdict::Kind::pending && outermost) {
    // The call outlives the sheet's names and the tree.
    const auto kept = std::make_shared<const std::pair<Call, Value>>(c, result);
    out.check = [kept, check = function.check](const Checking& checking) {
      const auto v = attempt([&] { return check(kept->first, kept->second, checking); });
      return v ? *v : Verdict{};
    };
    const Node place{.kind = node.kind, .span = node.span};
    out.warn = [kept, place, &function, judge = *this](const Verdict& v) {
      return judge.warned(place, function, kept->first, kept->second, v);
    };
  }
  // Operands are evaluated first: the outermost verdict is the last one.
  out.verdict = std::move(*verdict);
}

void Judge::look(const Node& node, const Function& function, const Call& c, const Value& result, bool outermost, Evaluation& out) {
  give_verdict(node, function, c, result, outermost, out);
  if (out.hints.size() >= most_hints) return;
  const bool works_on_layouts = function.info.group == "Algebra" || function.info.group == "Divide and product";
  if (!works_on_layouts) return;
  // What cannot be looked at has no hint.
  attempt([&] {
    if (function.info.name == "composition") hint_dropped_modes(node, c, out);
    if (rule_ == IntegerRule::cute) hint_hidden_merge(node, function, c, result, out);
    return true;
  });
}

Diagnostic Judge::warned(const Node& node, const Function& function, const Call& c, const Value& result, const Verdict& verdict) const {
  auto problem = warning(c, result, verdict);
  const bool outside = problem.condition == "partition" && c.count() > 2 && verdict.counterexample.find("outside") != std::string::npos;
  // The thread's index, or the coordinate of the tile.
  const int argument = outside ? (c.name.starts_with("partition_") ? 1 : 2) : function.blamed;
  if (problem.suggestions.empty() && argument >= 0)
    problem.suggestions = nearest_arguments(function, c, static_cast<std::size_t>(argument), marks());
  return {blamed_span(node, c, argument), std::move(problem)};
}

void Judge::hint_dropped_modes(const Node& node, const Call& c, Evaluation& out) const {
  const auto* tiler = c.count() == 2 ? std::get_if<Tiler>(&c.arguments[1]) : nullptr;
  const auto* shape = c.count() == 2 ? std::get_if<IntTuple>(&c.arguments[1]) : nullptr;
  const int modes = tiler != nullptr && tiler->by_mode()    ? static_cast<int>(tiler->modes().size())
                    : shape != nullptr && shape->is_tuple() ? shape->rank()
                                                            : 0;
  if (modes == 0) return;
  const int of = rank(inner_layout(c.arguments[0]));
  if (modes >= of) return;
  out.hints.push_back({blamed_span(node, c, 1),
                       {"dropped modes",
                        fmt::format("The tiler has {} of {} modes: composition by mode drops the others. A divide keeps them.", modes, of),
                        {}}});
}

/// Whether the compiler, knowing every integer, would have found fewer modes.
void Judge::hint_hidden_merge(const Node& node, const Function& function, const Call& c, const Value& result, Evaluation& out) const {
  const auto* layout = std::get_if<Layout>(&result);
  if (layout == nullptr || (layout->shape().all_static() && layout->stride().all_static())) return;
  auto known = c;
  for (auto& v : known.arguments) {
    if (auto* l = std::get_if<Layout>(&v)) *l = all_known(*l);
    else if (auto* t = std::get_if<IntTuple>(&v)) *t = all_known(*t);
  }
  const auto better = attempt([&] { return function.run(known); });
  const auto* merged = better ? std::get_if<Layout>(&*better) : nullptr;
  if (merged == nullptr || merged->shape().leaves() >= layout->shape().leaves()) return;
  if (check_equal(*merged, all_known(*layout)).kind != Verdict::Kind::kept) return;
  out.hints.push_back(
      {node.span,
       {"hidden merge",
        fmt::format("Dynamic integers hide a merge: with static ones the result would be {}.", to_string(*merged, Marks::underscores)),
        {}}});
}

}  // namespace algebra::expression
