#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "app/import/cpp_interpreter.hpp"

namespace app {

/// Whether two values are the same, whatever is assumed for them.
bool CppInterpreter::is_same(const CppValue& a, const CppValue& b) {
  if (a.kind != b.kind || a.number != b.number || a.real != b.real || a.members != b.members) return false;
  if (a.is(Kind::pointer) && a.target != b.target) return false;
  return a.text == b.text && a.node == b.node && a.captured == b.captured;
}

CppInterpreter::Flow CppInterpreter::statement(SyntaxNode node) {
  if (!node) return Flow::next;
  entries_.count(1);
  if (entries_.too_much(node.line(), frame().section)) return Flow::leave;
  const Deeper deeper(*this);
  return statement_of(node);
}

CppInterpreter::Flow CppInterpreter::statements(const std::vector<SyntaxNode>& all) {
  // What goto leads back to is run again without entries.
  std::size_t seen = 0, jumps = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Counted again(silent_, i < seen);
    const auto flow = statement(all[i]);
    if (flow != Flow::jump) {
      if (flow != Flow::next) return flow;
      continue;
    }
    std::size_t to = 0;
    while (to < all.size() && !(all[to].is("labeled_statement") && all[to]["label"].text() == frame().label)) ++to;
    if (to == all.size()) return flow;
    if (++jumps > most_rounds) unknown(fmt::format("goto {} is followed too often", frame().label));
    seen = std::max(seen, i + 1);
    i = to - 1;
  }
  return Flow::next;
}

/// goto. Where it is not known whether it is reached, whatever the function changes is unknown.
CppInterpreter::Flow CppInterpreter::jump(SyntaxNode node) {
  auto& f = frame();
  if (perhaps_ > 0 || f.function == nullptr) {
    const auto why = fmt::format("it is not known whether \"{}\" is reached", in_one_line(node.text(), 40));
    if (f.function != nullptr)
      for (const auto& p : changed_in(f.function->definition["body"])) write(p, CppValue::unknown(why));
    f.passed_over = why;
    return Flow::next;
  }
  f.label = node["label"].text();
  return Flow::jump;
}

CppInterpreter::Flow CppInterpreter::block(SyntaxNode node) {
  frame().scopes.emplace_back();
  const auto flow = statements(node.children());
  frame().scopes.pop_back();
  return flow;
}

CppInterpreter::Flow CppInterpreter::statement_of(SyntaxNode node) {
  const auto kind = node.kind();
  if (kind == "compound_statement") return block(node);
  if (kind == "declaration") return declaration(node), Flow::next;
  if (kind == "alias_declaration") return alias(node["name"].text(), node["type"], node.line()), Flow::next;
  if (kind == "type_definition") return typedefs(node), Flow::next;
  if (kind == "enum_specifier") return enumeration(node), Flow::next;
  if (kind == "if_statement") return branch(node);
  if (kind == "for_statement" || kind == "while_statement" || kind == "do_statement") return loop(node);
  if (kind == "for_range_loop") return loop_over(node);
  if (kind == "switch_statement") return choice(node);
  if (kind == "break_statement") return Flow::break_loop;
  if (kind == "continue_statement") return Flow::next_round;
  if (kind == "return_statement") return give_back(node);
  if (kind == "goto_statement") return jump(node);
  // What stands in half-typed code is still read.
  if (kind == "labeled_statement" || kind == "attributed_statement" || kind == "ERROR" || kind == "else_clause" ||
      kind == "case_statement" || kind == "init_statement")
    return statements(node.children());
  if (kind == "expression_statement") {
    auto e = only(node);
    while (e.is("parenthesized_expression")) e = only(e);
    if (e.is("call_expression")) {
      // Arguments that call functions: for their entries.
      for (const auto& a : e["arguments"].children()) calls_in(a);
      if (follow(e, true)) return Flow::next;
    } else {
      calls_in(e);
    }
    if (!has_effects(e) && !e.is("binary_expression")) return Flow::next;
    try {
      evaluate(e);
    } catch (Unknown& u) {
      for (const auto& p : changed_in(e))
        if (p->value.is_number() || !p->type.empty()) write(p, CppValue::unknown(u.why));
    }
  }
  return Flow::next;
}

CppInterpreter::Flow CppInterpreter::give_back(SyntaxNode node) {
  const auto e = only(node);
  auto& f = frame();
  if (!f.strict) {
    calls_in(e);
    if (has_effects(e)) try {
        evaluate(e);
      } catch (Unknown& u) {
        for (const auto& p : changed_in(e)) write(p, CppValue::unknown(u.why));
      }
    return Flow::next;
  }
  if (!e) return Flow::leave;
  try {
    const auto shared = f.by_reference && !has_effects(e) ? place(e) : nullptr;
    auto value = e.is("initializer_list") && f.function != nullptr ? literal(f.function->definition["type"], e) : evaluate(e);
    if (!f.by_reference) value = value.copied();
    if (shared != nullptr && !value.is(Kind::pointer)) value.target = shared;
    else if (!f.by_reference && !value.is(Kind::pointer)) value.target.reset();
    frame().result = std::move(value);
  } catch (Unknown& u) {
    frame().result = CppValue::unknown(u.why);
    for (const auto& p : changed_in(e)) write(p, CppValue::unknown(u.why));
  }
  return Flow::leave;
}

void CppInterpreter::write(const CppPlace& place, CppValue value) {
  for (auto* j : journals_) j->try_emplace(place, *place);
  if (!frame().passed_over.empty() && !value.is(Kind::unknown)) value = CppValue::unknown(frame().passed_over);
  value.assumed.insert(frame().path.begin(), frame().path.end());
  if (!value.is(Kind::pointer)) value.target.reset();
  place->value = std::move(value);
  place->latent = false;
}

/// Takes the changes back; they are returned, with what the variables had become.
CppInterpreter::Journal CppInterpreter::undone(Journal journal) {
  for (auto& [place, before] : journal) {
    for (auto* j : journals_) j->try_emplace(place, before);
    std::swap(*place, before);
  }
  return journal;
}

void CppInterpreter::forget_changes(const Journal& journal, const std::string& why) {
  for (const auto& [place, value] : journal)
    write(place, CppValue::unknown(place->name.empty() ? why : fmt::format("{}: {}", place->name, why)));
}

/// The variables that a piece of code may change: what is assigned to, counted up, or passed by its address.
std::vector<CppPlace> CppInterpreter::changed_in(SyntaxNode node) {
  std::vector<CppPlace> all;
  const auto add = [&](SyntaxNode target) {
    // p.m, arr[i], get<0>(s): the whole object.
    for (int i = 0; i < 20 && target; ++i) {
      if (target.is("identifier")) {
        if (auto p = find(target.text())) all.push_back(std::move(p));
        return;
      }
      if (target.is("call_expression")) target = only(target["arguments"]);
      else if (target["argument"]) target = target["argument"];
      else target = only(target);
    }
  };
  each_below(node, [&](SyntaxNode n) {
    if (n.is("assignment_expression")) add(n["left"]);
    else if (n.is("update_expression") || (n.is("pointer_expression") && n.text().starts_with('&'))) add(n["argument"]);
    return n.is("lambda_expression");
  });
  return all;
}

void CppInterpreter::assume_in(SyntaxNode node, const Assumed& assumed) {
  if (!node || assumed.empty()) return;
  for (const auto& p : changed_in(node)) {
    auto value = p->value;
    value.assumed.insert(assumed.begin(), assumed.end());
    const bool latent = p->latent;
    write(p, std::move(value));
    p->latent = latent;
  }
}

/// What may not happen changes no variable.
void CppInterpreter::read_perhaps(SyntaxNode node) {
  Journal journal;
  journals_.push_back(&journal);
  const Counted perhaps(perhaps_);
  const auto results = frame().perhaps.size();
  auto result = frame().result;
  statement(node);
  journals_.pop_back();
  undone(std::move(journal));
  frame().perhaps.resize(results);
  frame().result = std::move(result);
}

CppInterpreter::Flow CppInterpreter::branch(SyntaxNode node) {
  frame().scopes.emplace_back();
  if (const auto first = node["condition"]["initializer"]) statement(first);
  const auto holds = condition(node["condition"]);
  const auto then = node["consequence"];
  auto otherwise = node["alternative"];
  if (otherwise.is("else_clause")) otherwise = only(otherwise);
  auto flow = Flow::next;
  if (!holds.holds) {
    flow = either(holds, then, otherwise);
  } else {
    const bool listed = !silent() && !node.has("constexpr");
    // A call that is not made here: with other numbers it is.
    if (!*holds.holds && listed && !remember_alternative(node["condition"], then) && has_unread_call(then)) read_perhaps(then);
    const auto taken = *holds.holds ? then : otherwise;
    auto path = frame().path;
    frame().path.insert(holds.assumed.begin(), holds.assumed.end());
    flow = statement(taken);
    // A function that is left here, or not, depends on the condition to its end.
    if (flow == Flow::next && !frame().strict) frame().path = std::move(path);
    assume_in(*holds.holds ? otherwise : then, holds.assumed);
    // Of else if after else if, those after the one that is taken.
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
  frame().scopes.pop_back();
  return flow;
}

/// Runs both branches where it is not known which is taken. What they disagree on is unknown after them.
CppInterpreter::Flow CppInterpreter::either(const Condition& c, SyntaxNode then, SyntaxNode otherwise) {
  std::vector<Journal> after;
  std::vector<Flow> flows;
  for (const auto& body : {then, otherwise}) {
    Journal journal;
    journals_.push_back(&journal);
    {
      const Counted perhaps(perhaps_);
      flows.push_back(statement(body));
    }
    journals_.pop_back();
    after.push_back(undone(std::move(journal)));
    if (flows.back() == Flow::leave) {
      if (frame().result) frame().perhaps.push_back(*std::exchange(frame().result, std::nullopt));
      else frame().may_return = true;
    }
  }
  const auto why = c.why.empty() ? std::string("a condition is not known") : fmt::format("it depends on {}, which is not known", c.why);
  const auto leaves = [&](std::size_t i) { return flows[i] != Flow::next; };
  std::set<CppPlace> changed;
  for (const auto& journal : after)
    for (const auto& [place, value] : journal) changed.insert(place);
  for (const auto& place : changed) {
    const auto value_after = [&](std::size_t i) {
      const auto it = after[i].find(place);
      return it == after[i].end() ? place->value : it->second.value;
    };
    // A branch that leaves has no say in what follows.
    const bool first = !leaves(0) || leaves(1), second = !leaves(1) || leaves(0);
    auto a = value_after(first ? 0 : 1);
    const auto b = value_after(second ? 1 : 0);
    const bool same = !a.is(Kind::unknown) && is_same(a, b);
    const bool latent = place->latent;
    // What the program is given, as by atoi(argv[1]), or else its own number: a person may say.
    if ((a.given || b.given) && (a.number || b.number)) {
      a = a.number ? a : b;
      a.given = true;
      a.assumed.clear();
    } else if (!same && !(a.number && b.number && *a.number == *b.number)) {
      a = CppValue::unknown(place->name.empty() ? why : fmt::format("{} has no value here: {}", place->name, why));
    }
    write(place, std::move(a));
    place->latent = latent && place->value.number.has_value();
  }
  if (leaves(0) && leaves(1)) {
    if (flows[0] == flows[1] && flows[0] != Flow::leave) return flows[0];
    return Flow::leave;
  }
  // A loop of which it is not known how it goes on.
  for (const auto flow : flows)
    if (flow == Flow::break_loop || flow == Flow::next_round) frame().unclear_loop = c.why.empty() ? "a condition" : c.why;
  return Flow::next;
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
  const auto all = node["body"].children();
  std::optional<std::int64_t> wanted;
  Assumed assumed;
  try {
    const auto v = numeric(node["condition"]);
    wanted = integer_of(v);
    assumed = assumed_of(v);
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
    if (taken) flow = statements(cases_from(all, *taken));
    if (flow == Flow::break_loop) flow = Flow::next;
    if (flow == Flow::next && !frame().strict) frame().path = std::move(path);
    assume_in(node["body"], assumed);
    // What the other cases call that nothing else does.
    if (!silent())
      for (std::size_t i = 0; i < all.size(); ++i)
        if (i != taken && has_unread_call(all[i])) read_perhaps(all[i]);
  } else {
    Journal journal;
    journals_.push_back(&journal);
    {
      const Counted perhaps(perhaps_);
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].is("case_statement") && statements(cases_from({all[i]}, 0)) == Flow::leave) {
          if (frame().result) frame().perhaps.push_back(*std::exchange(frame().result, std::nullopt));
          else frame().may_return = true;
        }
    }
    journals_.pop_back();
    forget_changes(journal, fmt::format("it depends on {}, which is not known", in_one_line(node["condition"].text(), 60)));
  }
  frame().scopes.pop_back();
  frame().scopes.pop_back();
  return flow;
}

}  // namespace app
