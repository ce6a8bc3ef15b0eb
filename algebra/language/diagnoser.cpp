#include "algebra/language/diagnoser.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "algebra/language/equality.hpp"
#include "algebra/language/suggest.hpp"
#include "algebra/layout/advice.hpp"

namespace algebra::expression {
namespace {

constexpr std::size_t most_hints = 8;

/// Returns the cost of checking one element, which grows with the number of integers in the layouts.
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

}  // namespace

/// Replaces a divisibility problem's message by the obstacle, and its suggestions by values that work.
void Diagnoser::improve(Problem& p, Obstacle& obstacle) const {
  const bool divisibility = p.condition == "stride divisibility" || p.condition == "shape divisibility";
  if (!divisibility && p.condition != "not canonical") return;
  if (divisibility && !obstacle.what.empty() && !obstacle.words.empty()) p.message = message("{}: {}.", obstacle.what, obstacle.words);
  p.suggestions = std::move(obstacle.nearest);
}

Problem Diagnoser::warning(const Function& function, Obstacle& obstacle, const Value& result, const Verdict& verdict) const {
  Problem p{.condition = std::string(function.condition), .message = {}, .suggestions = std::move(obstacle.nearest)};
  if (!obstacle.what.empty())
    p.message = obstacle.words.empty() ? message("{}.", obstacle.what) : message("{}: {}.", obstacle.what, obstacle.words);
  p.message = Message::sequence(std::move(p.message),
                                message("CuTe C++ accepts it and returns {}, but {}.", to_string(result, marks()), verdict.counterexample));
  return p;
}

/// Returns the reason why a call fails; empty if it cannot be determined.
Obstacle Diagnoser::obstacle_of(const Function& function, const Call& c) const {
  if (function.obstacle == nullptr) return {};
  auto obstacle = attempt([&] { return function.obstacle(c, marks()); });
  return obstacle ? std::move(*obstacle) : Obstacle{};
}

/// Suggests values near the blamed argument that work, else the value that the call should return.
SourceSpan Diagnoser::suggest(Problem& p, const Node& node, const Function& function, const Call& c, int argument, bool outermost,
                              const Obstacle& obstacle) const {
  if (p.suggestions.empty() && argument >= 0 && !obstacle.in_place)
    p.suggestions = nearest_arguments(function, c, static_cast<std::size_t>(argument), marks());
  if (!p.suggestions.empty() || !obstacle.exact) return blamed_span(node, c, argument);
  const auto exact = to_string(*obstacle.exact, marks());
  p.suggestions = {outermost ? exact : fmt::format("({})", exact)};
  return node.span;
}

SourceSpan blamed_span(const Node& node, const Call& c, int argument) {
  return argument >= 0 && static_cast<std::size_t>(argument) < c.spans.size() ? c.spans[static_cast<std::size_t>(argument)] : node.span;
}

/// Returns the diagnostic for a refused call, with its place and nearby values that work.
Diagnostic Diagnoser::refused(const Node& node, const Function& function, Call& c, Problem p, bool outermost) const {
  c.steps = nullptr;
  auto obstacle = obstacle_of(function, c);
  improve(p, obstacle);
  if (p.condition == "overflow" || p.condition == "limit" || p.condition == "argument") return {node.span, std::move(p)};
  auto span = suggest(p, node, function, c, function.blamed, outermost, obstacle);
  if (p.suggestions.empty() && function.blamed < 0 && c.indices.size() == node.indices.size()) {
    // A name with numbers alone, Swizzle<3,3,1> or Swizzle<3,3,1>{}, is replaced as a whole: a single number would not show which of them
    // it replaces.
    const bool numbers =
        std::all_of(c.indices.begin(), c.indices.end(), [](const Value& v) { return std::holds_alternative<IntTuple>(v); });
    if (c.indices.size() > 1 && numbers && node.children.empty()) {
      p.suggestions = nearest_names(function, c, marks());
      if (node.span.end != node.indices.back().span.end + 1)
        for (auto& name : p.suggestions) name += "{}";
      return {node.span, std::move(p)};
    }
    auto nearest = nearest_index(function, c, marks());
    if (!nearest.values.empty()) span = node.indices[nearest.index].span;
    p.suggestions = std::move(nearest.values);
  }
  return {span, std::move(p)};
}

/// Checks the contract: at once if there are few elements, else leaves it to `check`.
void Diagnoser::give_verdict(const Node& node, const Function& function, const Call& c, const Value& result, bool outermost,
                             Evaluation& out) {
  if (function.contract == nullptr) return;
  const auto weight = weight_of(c, result);
  const Checking at_once{.most = std::min(checked_at_once, budget_ / weight), .sample = false, .cancelled = nullptr};
  auto verdict = attempt([&] { return function.contract(c, result, at_once); });
  if (!verdict || verdict->kind == Verdict::Kind::none) return;
  budget_ -= verdict->checked * weight;
  if (verdict->kind == Verdict::Kind::broken && !out.warning) out.warning = warned(node, function, c, result, *verdict, outermost);
  if (verdict->kind == Verdict::Kind::pending && outermost) {
    // A copy, since the call must outlive the sheet's names and the tree.
    const auto kept = std::make_shared<const std::pair<Call, Value>>(c, result);
    out.check = [kept, contract = function.contract](const Checking& checking) {
      const auto v = attempt([&] { return contract(kept->first, kept->second, checking); });
      return v ? *v : Verdict{};
    };
    const Node place{.kind = node.kind, .span = node.span};
    out.warn = [kept, place, &function, diagnoser = *this](const Verdict& v) {
      return diagnoser.warned(place, function, kept->first, kept->second, v, true);
    };
  }
  // Operands are evaluated first, so the verdict that remains is the outermost one's.
  out.verdict = std::move(*verdict);
}

void Diagnoser::look(const Node& node, const Function& function, const Call& c, const Value& result, bool outermost, Evaluation& out) {
  give_verdict(node, function, c, result, outermost, out);
  if (out.hints.size() >= most_hints) return;
  const bool works_on_layouts = function.group == Group::algebra || function.group == Group::divide;
  // A result that cannot be computed gets no hint.
  attempt([&] {
    if (function.hint != nullptr)
      if (auto hint = function.hint(c)) {
        // An operand shared by two calls is evaluated twice but gets one hint.
        const auto place = blamed_span(node, c, function.blamed);
        const auto same = [&](const Diagnostic& d) { return d.span == place && d.problem.message == hint->message; };
        if (std::none_of(out.hints.begin(), out.hints.end(), same)) out.hints.push_back({place, std::move(*hint)});
      }
    if (works_on_layouts && rule_ == IntegerRule::cute) hint_hidden_merge(node, function, c, result, out);
    return true;
  });
}

Diagnostic Diagnoser::warned(const Node& node, const Function& function, const Call& c, const Value& result, const Verdict& verdict,
                             bool outermost) const {
  auto obstacle = obstacle_of(function, c);
  auto problem = warning(function, obstacle, result, verdict);
  // If the part does not exist, the thread's index or the tile's coordinate is to blame.
  const bool outside = function.part != no_argument && c.count() > 2 && verdict.outside;
  const auto span = suggest(problem, node, function, c, outside ? function.part : function.blamed, outermost, obstacle);
  return {span, std::move(problem)};
}

/// Adds a hint if the result would have fewer modes with every integer static.
void Diagnoser::hint_hidden_merge(const Node& node, const Function& function, const Call& c, const Value& result, Evaluation& out) const {
  const auto* layout = std::get_if<Layout>(&result);
  if (layout == nullptr || (layout->shape().all_static() && layout->stride().all_static())) return;
  auto known = c;
  for (auto& v : known.arguments) {
    if (auto* l = std::get_if<Layout>(&v)) *l = all_known(*l);
    else if (auto* t = std::get_if<IntTuple>(&v)) *t = all_known(*t);
    else if (auto* tiler = std::get_if<Tiler>(&v)) *tiler = all_known(*tiler);
  }
  const auto better = attempt([&] { return function.run(known); });
  const auto* merged = better ? std::get_if<Layout>(&*better) : nullptr;
  if (merged == nullptr || merged->shape().leaves() >= layout->shape().leaves()) return;
  if (check_equal(*merged, all_known(*layout)).kind != Verdict::Kind::kept) return;
  out.hints.push_back(
      {node.span,
       {"hidden merge",
        message("Dynamic integers hide a merge: with static ones the result would be {}.", to_string(*merged, Marks::underscores)),
        {}}});
}

}  // namespace algebra::expression
