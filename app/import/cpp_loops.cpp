// Loops, which run as many rounds as their conditions give, if these are known.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace app {

using algebra::Message;
using algebra::message;

/// Returns whether code may change variables other than its own.
bool CppInterpreter::may_change(SyntaxNode node) const {
  constexpr std::array<std::string_view, 2> changing{"swap", "for_each"};
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    if (found || !n) return true;
    if (n.is("assignment_expression") || n.is("update_expression")) {
      const auto target = n.is("update_expression") ? n["argument"] : n["left"];
      auto root = target;
      while (root && !root.is("identifier") && !root.is("this"))
        root = root.is("call_expression") && !root["function"].is("field_expression") && only(root["arguments"]) && is_get(root)
                   ? only(root["arguments"])
               : root["argument"] ? root["argument"]
               : root["function"] ? root["function"]
                                  : only(root);
      const auto p = root.is("identifier") ? find(root.text()) : nullptr;
      // Neither one of its own variables nor an element of a tensor.
      found = !root.is("identifier") || (p != nullptr && !(p->of_cute && target.is("call_expression") && !is_get(target)));
      return found;
    }
    // a << 1 with an object.
    if (n.is("binary_expression") && n["left"].is("identifier")) {
      const auto p = find(n["left"].text());
      found = found || (p != nullptr && p->value.is(Kind::object));
    }
    if (n.is("binary_expression") && operator_of(n["operator"].text()) == Operator::shift_right) found = found || is_stream(n["left"]);
    if (!n.is("call_expression")) return false;
    const auto callee = n["function"];
    if (callee.is("field_expression")) {
      const auto p = root_of(callee["argument"]);
      found = p == nullptr || (!p->of_cute && !p->value.is(Kind::expression) && !p->value.is(Kind::unknown));
      return found;
    }
    const auto p = callee.is("identifier") ? find(callee.text()) : nullptr;
    const auto base = unqualified(callee.text());
    found = (p != nullptr && !p->value.is(Kind::expression)) || function_named(callee.text()) != nullptr ||
            (callee.text().starts_with("std::") && !base.starts_with("min") && !base.starts_with("max")) ||
            std::ranges::find(changing, base) != changing.end() || callee.is("lambda_expression") ||
            (callee.is("qualified_identifier") && callee["scope"].text() != "cute");
    return found;
  });
  return found;
}

/// Returns whether a loop whose condition holds runs for ever: it has no statement that leaves it, and none that changes a variable of the
/// condition. False if that is not certain.
bool CppInterpreter::never_ends(SyntaxNode loop) const {
  std::set<std::string_view> names;
  std::set<CppPlace> places;
  bool certain = true;
  constexpr std::array<std::string_view, 9> changing{"call_expression",      "subscript_expression", "field_expression",
                                                     "pointer_expression",   "update_expression",    "assignment_expression",
                                                     "qualified_identifier", "lambda_expression",    "new_expression"};
  each_below(loop["condition"], [&](SyntaxNode n) {
    if (n.is("identifier")) {
      const auto p = find(n.text());
      certain = certain && p != nullptr && (p->value.is(Kind::expression) || p->value.is_number()) && p->value.memory_of.empty();
      names.insert(n.text()), places.insert(p);
    }
    certain = certain && std::ranges::find(changing, n.kind()) == changing.end();
    return !certain;
  });
  const auto mentions = [&](SyntaxNode node) {
    bool found = false;
    each_below(node, [&](SyntaxNode n) {
      return found = found || (n.is("identifier") && (names.contains(n.text()) || places.contains(find(n.text()))));
    });
    return found;
  };
  // A tensor's element may be written; what a pointer leads to may be anything.
  const auto may_be_one = [&](SyntaxNode target) {
    bool by_pointer = false;
    each_below(target, [&](SyntaxNode n) { return by_pointer = by_pointer || n.is("pointer_expression") || n.is("subscript_expression"); });
    return by_pointer || mentions(target.is("call_expression") ? target["function"] : target);
  };
  constexpr std::array<std::string_view, 8> leaving{"break_statement",     "return_statement",   "goto_statement", "throw_statement",
                                                    "co_return_statement", "gnu_asm_expression", "try_statement",  "reference_declarator"};
  for (const auto& code : {loop["body"], loop["update"]})
    each_below(code, [&](SyntaxNode n) {
      if (std::ranges::find(leaving, n.kind()) != leaving.end()) certain = false;
      else if (n.is("assignment_expression")) certain = certain && !may_be_one(n["left"]);
      else if (n.is("update_expression")) certain = certain && !may_be_one(n["argument"]);
      else if (n.is("pointer_expression")) certain = certain && !(n.text().starts_with('&') && mentions(n["argument"]));
      else if (n.is("lambda_expression")) certain = certain && !mentions(n);
      else if (n.is("call_expression")) {
        if (n["function"].is("field_expression")) certain = certain && !mentions(n["function"]["argument"]);
        for (const auto& a : n["arguments"].children()) certain = certain && !(a.is("identifier") && mentions(a));
      }
      return !certain;
    });
  return certain;
}

/// Runs for, while and do for as many rounds as the condition gives, if it is known. Only the first round adds entries.
CppInterpreter::Flow CppInterpreter::loop(SyntaxNode node) {
  const bool tested_after = node.is("do_statement");
  const auto test = node["condition"];
  frame().scopes.emplace_back();
  const Counted in_loop(frame().loops);
  if (const auto begin = node["initializer"]; begin && node.is("for_statement")) {
    if (begin.is("declaration")) statement(begin);
    else try {
        trace_accesses(begin);
        evaluate(begin);
      } catch (Unknown&) {
      }
  }
  for (const auto& [name, counter] : frame().scopes.back()) counter->guarded = true;
  auto record = journal_.open();
  auto flow = Flow::next;
  Message why;  // why the loop's end is unknown
  const auto begun = entries_.steps();
  const auto path = frame().path;
  const auto outer_unclear = std::exchange(frame().unclear_loop, {});
  const auto first = node["initializer"];
  bool leaves = false;
  each_below(node["body"], [&](SyntaxNode n) {
    leaves = leaves || n.is("return_statement") || n.is("goto_statement");
    return leaves || n.is("lambda_expression");
  });
  // Changes of the loop's own variables, which count its rounds, do not matter.
  const auto changes_others = [&](SyntaxNode n) {
    if (!n || !has_effects(n)) return false;
    const auto changed = changed_in(n);
    const auto& own = frame().scopes.back();
    return changed.empty() || !std::ranges::all_of(changed, [&](const CppPlace& p) {
             return std::ranges::any_of(own, [&](const auto& variable) { return variable.second == p; });
           });
  };
  if (tracing()) rounds_.push_back({node.line(), 0});
  const bool changes_nothing = !tracing() && first.is("declaration") && !(leaves && frame().strict) && !may_change(node["body"]) &&
                               !changes_others(node["update"]) && !changes_others(test);
  for (std::size_t round = 0;; ++round) {
    followed_.clear();
    Condition c{.holds = true};
    if (test && (round > 0 || !tested_after)) trace_accesses(test), c = condition(test);
    frame().path.insert(c.assumed.begin(), c.assumed.end());
    Message stops;  // why the trace ends at this loop
    if (!c.holds) {
      why = message("it is changed by a loop whose condition {} is not known", c.why);
      stops = message("its condition {} is not known", c.why);
    } else if (!*c.holds) {
      // A loop without any round is still read for its entries.
      if (round == 0 && !silent()) read_perhaps(node["body"]);
      break;
    }
    if (tracing() && round == 1 && c.holds && perhaps_ == 0 && !way_is_lost_ && never_ends(node)) {
      auto holds = test.text();
      if (holds.starts_with('(') && holds.ends_with(')')) holds = holds.substr(1, holds.size() - 2);
      why = message("the loop never ends: {} holds, and nothing in the loop changes that", in_one_line(holds, 80));
      trace_->endless.emplace_back(placed(node.line()), why);
      trace_stops(message("line {}: {}", placed(node.line()), why));
      flow = Flow::leave;
      break;
    }
    const bool too_long = tracing() ? round >= most_traced_rounds
                                    : round >= most_rounds || entries_.steps() - begun > 12'000 || (round > 0 && entries_.steps() > 30'000);
    if (tracing()) rounds_.back().round = static_cast<std::int64_t>(round);
    if (too_long) why = "it is changed by a loop with too many rounds", stops = "it has too many rounds";
    if (tracing() && !stops.empty()) trace_stops(message("the loop of line {}: {}", placed(node.line()), stops));
    if (!why.empty() && round > 0) break;
    {
      const Counted later(silent_, round > 0), rounds(frame().rounds, round > 0);
      const Counted perhaps(perhaps_, !why.empty());
      flow = statement(node["body"]);
    }
    if (flow == Flow::leave || flow == Flow::break_loop || flow == Flow::jump) {
      if (!why.empty()) flow = Flow::next;
      break;
    }
    if (!frame().unclear_loop.empty()) why = message("it is changed by a loop whose end condition {} is not known", frame().unclear_loop);
    // All rounds do the same, and have no effect outside of the loop.
    if (!why.empty() || changes_nothing) {
      if (round == 0 && !silent()) look_ahead(node);
      break;
    }
    if (const auto update = node["update"]) try {
        const Counted later(silent_);
        trace_accesses(update);
        evaluate(update);
      } catch (Unknown& u) {
        why = u.why;
        if (tracing()) trace_stops(message("the loop of line {}: {}", placed(node.line()), why));
        break;
      }
    // If a round changes no variable, further rounds would be like it, or there are none.
    if (record.states().empty() && !tracing()) break;
  }
  frame().unclear_loop = outer_unclear;
  if (tracing()) rounds_.pop_back();
  const auto changed = record.taken();
  if (!why.empty()) forget_changes(changed, why);
  if (!frame().strict) frame().path = path;
  leave_scope();
  return flow == Flow::leave || flow == Flow::jump ? flow : Flow::next;
}

/// Reads the second round of a loop, for definitions that differ from the first.
void CppInterpreter::look_ahead(SyntaxNode node) {
  if (tracing()) return;
  auto record = journal_.open();
  const Counted later(silent_), rounds(frame().rounds);
  try {
    if (const auto update = node["update"]) evaluate(update);
    const auto test = node["condition"];
    if (!test || condition(test).holds.value_or(true)) read_perhaps(node["body"]);
  } catch (Unknown&) {
  }
  undone(record);
}

/// for (auto x : array)
CppInterpreter::Flow CppInterpreter::loop_over(SyntaxNode node) {
  frame().scopes.emplace_back();
  const Counted in_loop(frame().loops);
  const auto name_node = declared_name(node["declarator"]);
  const auto of = node["right"];
  std::optional<CppValue> range;
  try {
    range = of.is("initializer_list") ? elements({}, of, {}) : evaluate(of);
  } catch (Unknown&) {
  }
  auto flow = Flow::next;
  if (range && range->is(Kind::array) && name_node) {
    Declarator how;
    declared_name(node["declarator"], &how);
    std::size_t round = 0;
    auto record = journal_.open();
    const auto outer_unclear = std::exchange(frame().unclear_loop, {});
    for (const auto& [key, element] : range->members->all) {
      auto own = how.reference ? element : cpp_variable(element->value.copied());
      if (!how.reference) own->type = element->type;
      if (const auto to = arithmetic_type(node["type"]); !how.reference && !to.empty())
        own->type = to, own->value = number_of(own->value, to);
      bind(name_node.text(), std::move(own));
      const Counted later(silent_, round > 0), rounds(frame().rounds, round > 0);
      ++round;
      const Counted perhaps(perhaps_, !frame().unclear_loop.empty());
      flow = statement(node["body"]);
      if (flow == Flow::leave || flow == Flow::break_loop || flow == Flow::jump || round > most_rounds) break;
    }
    const auto changed = record.taken();
    if (!frame().unclear_loop.empty())
      forget_changes(changed, message("it is changed by a loop whose end condition {} is not known", frame().unclear_loop));
    frame().unclear_loop = outer_unclear;
  } else {
    if (tracing()) trace_stops(message("the loop of line {}: {}", placed(node.line()), Message("its rounds are not known")));
    auto record = journal_.open();
    if (name_node) bind(name_node.text(), CppValue::unknown(message("{} differs in each round of the loop", name_node.text())));
    {
      const Counted perhaps(perhaps_);
      statement(node["body"]);
    }
    const auto changed = record.taken();
    forget_changes(changed, "it is changed by a loop whose rounds are not known");
  }
  leave_scope();
  return flow == Flow::leave || flow == Flow::jump ? flow : Flow::next;
}

}  // namespace app
