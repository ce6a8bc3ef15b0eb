// if, switch and try: the statements that run, and the values that are unknown afterwards if a condition is unknown.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <utility>

namespace app {

using algebra::Message;
using algebra::message;

CppInterpreter::Flow CppInterpreter::branch(SyntaxNode node) {
  frame().scopes.emplace_back();
  if (const auto first = node["condition"]["initializer"]) statement(first);
  if (!node.has("constexpr")) trace_accesses(node["condition"]);
  const auto holds = condition(node["condition"]);
  const auto then = node["consequence"];
  auto otherwise = node["alternative"];
  if (otherwise.is("else_clause")) otherwise = only(otherwise);
  auto flow = Flow::next;
  if (!holds.holds) {
    if (tracing()) trace_stops(message("line {}: it is not known whether \"{}\" holds", placed(node.line()), holds.why));
    flow = either(holds, then, otherwise);
  } else {
    const bool listed = !silent() && !node.has("constexpr");
    // The branch not taken may have calls that other numbers reach: they are read once.
    if (!*holds.holds && listed && !remember_alternative(node["condition"], then) && has_unread_call(then)) read_perhaps(then);
    const auto taken = *holds.holds ? then : otherwise;
    auto path = frame().path;
    frame().path.insert(holds.assumed.begin(), holds.assumed.end());
    flow = statement(taken);
    // If the function is left here under some condition, that condition applies to the rest of it.
    if (flow == Flow::next && !frame().strict) frame().path = std::move(path);
    assume_in(*holds.holds ? otherwise : then, holds.assumed);
    // Alternatives of an else-if chain after the one that is taken.
    if (*holds.holds && listed)
      for (auto next = otherwise; next;) {
        if (!next.is("if_statement")) {
          if (has_unread_call(next)) read_perhaps(next);
          break;
        }
        if (!remember_alternative(next["condition"], next["consequence"]) && has_unread_call(next["consequence"]))
          read_perhaps(next["consequence"]);
        next = next["alternative"];
        if (next.is("else_clause")) next = only(next);
      }
  }
  leave_scope();
  return flow;
}

/// Runs both branches of an unknown condition. Variables on which they disagree are unknown afterwards.
CppInterpreter::Flow CppInterpreter::either(const Condition& c, SyntaxNode then, SyntaxNode otherwise) {
  std::vector<Changes> after;
  std::vector<Flow> flows;
  for (const auto& body : {then, otherwise}) {
    auto record = journal_.open();
    {
      const Counted perhaps(perhaps_);
      flows.push_back(statement(body));
    }
    after.push_back(undone(record));
    if (flows.back() == Flow::leave) {
      if (frame().result) frame().perhaps.push_back(*std::exchange(frame().result, std::nullopt));
      else frame().may_return = true;
    }
  }
  const auto leaves = [&](std::size_t i) { return flows[i] != Flow::next; };
  join(after, leaves(0), leaves(1),
       c.why.empty() ? Message("a condition is not known") : message("it depends on {}, which is not known", c.why));
  if (flows[0] == flows[1] && flows[0] != Flow::next) return flows[0];
  // A break or continue depends on an unknown condition, so the rest of the loop is uncertain.
  for (const auto flow : flows)
    if (flow == Flow::break_loop || flow == Flow::next_round)
      frame().unclear_loop = c.why.empty() ? Message("a condition") : Message::verbatim(c.why);
  if (leaves(0) && leaves(1)) return frame().unclear_loop.empty() ? Flow::leave : Flow::next_round;
  return Flow::next;
}

/// Merges the changes of two ways of which it is unknown which was taken: variables on which they disagree become unknown. A way that
/// leaves the function or loop does not count.
void CppInterpreter::join(const std::vector<Changes>& after, bool first_leaves, bool second_leaves, const Message& why) {
  std::set<CppPlace> changed;
  for (const auto& changes : after)
    for (const auto& [place, value] : changes) changed.insert(place);
  for (const auto& place : changed) {
    const auto value_after = [&](std::size_t i) {
      const auto it = after[i].find(place);
      return it == after[i].end() ? place->value : it->second.value;
    };
    const bool first = !first_leaves || second_leaves, second = !second_leaves || first_leaves;
    auto a = value_after(first ? 0 : 1);
    const auto b = value_after(second ? 1 : 0);
    const bool same = !a.is(Kind::unknown) && is_same(a, b);
    const bool latent = place->latent;
    // A value such as atoi(argv[1]), or a number of the program instead: the user may set it.
    if ((a.given || b.given) && (a.number || b.number)) {
      a = a.number ? a : b;
      a.given = true;
      a.assumed.clear();
    } else if (!same && !(a.number && b.number && *a.number == *b.number && a.lanes == b.lanes)) {
      a = CppValue::unknown(place->name.empty() ? why : message("{} has no value here: {}", place->name, why));
    }
    write(place, std::move(a));
    place->latent = latent && place->value.number.has_value();
  }
}

/// Runs code that may or may not be executed: an operand of && or ?:, an exception handler. `why`: the reason given for values that become
/// unknown.
void CppInterpreter::perhaps(const std::function<void()>& run, const Message& why) {
  auto record = journal_.open();
  try {
    const Counted maybe(perhaps_);
    run();
  } catch (Unknown&) {
    forget_changes(record.taken(), why);
    throw;
  }
  join({undone(record), {}}, false, false, why);
}

std::vector<SyntaxNode> CppInterpreter::cases_from(const std::vector<SyntaxNode>& all, std::size_t first) const {
  std::vector<SyntaxNode> run;
  for (std::size_t i = first; i < all.size(); ++i) {
    if (!all[i].is("case_statement")) {
      run.push_back(all[i]);
      continue;
    }
    const auto value = all[i]["value"];
    for (const auto& child : all[i].children())
      if (!(child == value)) run.push_back(child);
  }
  return run;
}

/// switch
CppInterpreter::Flow CppInterpreter::choice(SyntaxNode node) {
  frame().scopes.emplace_back();
  if (const auto first = node["condition"]["initializer"]) statement(first);
  trace_accesses(node["condition"]);
  const auto all = node["body"].children();
  std::optional<std::int64_t> wanted;
  Assumed assumed;
  try {
    const auto v = numeric(node["condition"]);
    wanted = integer_of(v);
    assumed = assumed_of(v);
    if (wanted) part_ways(v, node.line(), true, assumed);
  } catch (Unknown&) {
  }
  std::optional<std::size_t> taken, standard;
  bool known = wanted.has_value();
  for (std::size_t i = 0; known && i < all.size(); ++i) {
    if (!all[i].is("case_statement")) continue;
    if (!all[i]["value"]) {
      standard = i;
      continue;
    }
    std::optional<std::int64_t> value;
    try {
      value = integer_of(numeric(all[i]["value"]));
    } catch (Unknown&) {
    }
    known = value.has_value();
    if (value == wanted && !taken) taken = i;
  }
  if (!taken) taken = standard;
  frame().scopes.emplace_back();
  auto flow = Flow::next;
  if (known) {
    auto path = frame().path;
    frame().path.insert(assumed.begin(), assumed.end());
    auto record = journal_.open();
    const auto outer = std::exchange(frame().unclear_loop, {});
    if (taken) flow = statements(cases_from(all, *taken));
    const auto changed = record.taken();
    if (flow == Flow::break_loop || (flow == Flow::next_round && frame().loops == 0)) flow = Flow::next;
    // After a break that may have been reached, the rest of the loop is uncertain.
    if (const auto unclear = std::exchange(frame().unclear_loop, outer); !unclear.empty()) {
      forget_changes(changed, message("it depends on {}, which is not known", unclear));
      if (frame().loops > 0) frame().unclear_loop = unclear;
    }
    if (flow == Flow::next && !frame().strict) frame().path = std::move(path);
    assume_in(node["body"], assumed);
    // Reads calls that occur only in other cases.
    if (!silent())
      for (std::size_t i = 0; i < all.size(); ++i)
        if (i != taken && has_unread_call(all[i])) read_perhaps(all[i]);
  } else {
    if (tracing())
      trace_stops(message("line {}: it depends on {}, which is not known", placed(node.line()), in_one_line(node["condition"].text(), 60)));
    auto record = journal_.open();
    {
      const Counted perhaps(perhaps_);
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is("case_statement")) continue;
        const auto left = statements(cases_from({all[i]}, 0));
        if (left == Flow::next_round) frame().unclear_loop = Message::verbatim(in_one_line(node["condition"].text(), 60));
        if (left != Flow::leave) continue;
        if (frame().result) frame().perhaps.push_back(*std::exchange(frame().result, std::nullopt));
        else frame().may_return = true;
      }
    }
    const auto changed = record.taken();
    forget_changes(changed, message("it depends on {}, which is not known", in_one_line(node["condition"].text(), 60)));
  }
  leave_scope();
  leave_scope();
  return flow;
}

/// try { } catch (int e) { }
CppInterpreter::Flow CppInterpreter::attempt(SyntaxNode node) {
  auto record = journal_.open();
  const bool unclear_before = std::exchange(may_throw_, false);
  auto flow = Flow::next;
  {
    const Counted tried(tries_);
    flow = statement(node["body"]);
  }
  const bool thrown = std::exchange(thrown_, false), unclear = std::exchange(may_throw_, unclear_before);
  const auto handler = [&](SyntaxNode clause) {
    frame().scopes.emplace_back();
    for (const auto& p : clause["parameters"].children())
      if (const auto n = declared_name(p["declarator"])) bind(n.text(), CppValue::unknown(message("{} is a caught exception", n.text())));
    const auto left = statement(clause["body"]);
    leave_scope();
    return left;
  };
  std::vector<SyntaxNode> clauses;
  for (const auto& child : node.children())
    if (child.is("catch_clause")) clauses.push_back(child);
  if (thrown && clauses.size() == 1) flow = handler(clauses[0]);
  else if (thrown || unclear) {
    const Counted maybe(perhaps_);
    for (const auto& clause : clauses) handler(clause);
    flow = Flow::next;
  }
  const auto changed = record.taken();
  if ((thrown && clauses.size() != 1) || unclear) forget_changes(changed, "it is not known whether an exception is thrown");
  return flow;
}

/// throw
CppInterpreter::Flow CppInterpreter::raise(SyntaxNode node) {
  if (has_effects(node)) try {
      evaluate(only(node));
    } catch (Unknown&) {
    }
  if (perhaps_ > 0) {
    may_throw_ = true;
    return Flow::leave;
  }
  // A function that is read for its entries continues, as after `return`.
  if (!frame().strict && tries_ == 0) return Flow::next;
  thrown_ = true;
  return Flow::leave;
}

}  // namespace app
