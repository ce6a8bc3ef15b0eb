#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"

namespace app {

using algebra::Message;
using algebra::message;

/// Returns whether two values are equal, regardless of assumptions.
bool CppInterpreter::is_same(const CppValue& a, const CppValue& b) {
  if (a.kind != b.kind || a.number != b.number || a.real != b.real || a.members != b.members) return false;
  if (a.is(Kind::pointer) && a.target != b.target) return false;
  return a.text == b.text && a.node == b.node && a.captured == b.captured && a.lanes == b.lanes;
}

CppInterpreter::Flow CppInterpreter::statement(SyntaxNode node) {
  if (!node) return Flow::next;
  entries_.count(1);
  if (entries_.too_much(node.line(), frame().section)) return trace_exhausted(), Flow::leave;
  if (thrown_ || (tracing() && trace_is_full())) return Flow::leave;
  const Deeper deeper(*this);
  struct Outer {
    explicit Outer(decltype(followed_)& own) : of(own), before(std::exchange(own, {})) {}
    Outer(const Outer&) = delete;
    Outer& operator=(const Outer&) = delete;
    ~Outer() { of = std::move(before); }
    decltype(followed_)& of;
    decltype(followed_) before;
  };
  const Outer outer(followed_);
  const auto flow = statement_of(node);
  if (tracing()) trace_lines(node);
  return thrown_ ? Flow::leave : flow;
}

CppInterpreter::Flow CppInterpreter::statements(const std::vector<SyntaxNode>& all) {
  // Statements that goto repeats add no entries again.
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
    if (++jumps > most_rounds) unknown(message("goto {} is taken too many times", frame().label));
    seen = std::max(seen, i + 1);
    i = to - 1;
  }
  return Flow::next;
}

/// Runs goto. If it may or may not be reached, everything that the function changes becomes unknown.
CppInterpreter::Flow CppInterpreter::jump(SyntaxNode node) {
  auto& f = frame();
  if (perhaps_ > 0 || f.function == nullptr) {
    const auto why = message("it is not known whether \"{}\" is reached", in_one_line(node.text(), 40));
    if (tracing()) trace_stops(message("line {}: {}", placed(node.line()), why));
    if (f.function != nullptr) give_up(f.function->definition["body"], why);
    f.passed_over = why;
    return Flow::next;
  }
  f.label = node["label"].text();
  return Flow::jump;
}

CppInterpreter::Flow CppInterpreter::block(SyntaxNode node) {
  frame().scopes.emplace_back();
  const auto flow = statements(node.children());
  leave_scope();
  return flow;
}

/// Runs statements by the grammar's kinds.
struct CppInterpreter::Statements {
  using In = CppInterpreter;
  static const std::array<KindRow<Flow>, 18> rows;

  template <void (In::*run)(SyntaxNode)>
  static Flow next(In& in, SyntaxNode node) {
    (in.*run)(node);
    return Flow::next;
  }
  template <Flow flow>
  static Flow leads(In&, SyntaxNode) {
    return flow;
  }
  static Flow alias(In& in, SyntaxNode node) {
    in.alias(node["name"].text(), node["type"], node.line());
    return Flow::next;
  }

  static Flow expression(In& in, SyntaxNode node) {
    auto e = only(node);
    while (e.is("parenthesized_expression")) e = only(e);
    if (in.array_pointer(e)) return Flow::next;
    std::optional<TracedCall> traced;
    if (e.is("throw_statement")) return in.raise(e);
    if (e.is("call_expression")) {
      // Arguments that call functions: for their entries.
      for (const auto& a : e["arguments"].children()) in.calls_in(a);
      in.add_broken_arguments(e);
      if (in.tracing()) in.trace_statement(e);
      if (in.follow(e, true)) return in.trace_missed(e, "it is not followed"), Flow::next;
      if (in.noting() && !in.is_of_program(e) && !in.only_computes(e["function"]) && !in.trace_is_full()) {
        // Functions that compute the arguments are traced when the call runs; the call's own record is taken before.
        const Counted muted(in.muted_);
        traced = in.call_as_traced(e);
      }
    } else if (e.is("gnu_asm_expression")) {
      if (in.tracing()) in.trace_assembly(e);
      return Flow::next;
    } else {
      in.trace_accesses(e);
      in.calls_in(e);
    }
    if (in.has_effects(e) || e.is("binary_expression")) try {
        in.perform(e);
      } catch (Unknown& u) {
        in.give_up(e, u.why);
        in.trace_missed(e, u.why);
      }
    if (traced) in.trace_->calls.push_back(std::move(*traced));
    return Flow::next;
  }
};

constexpr std::array<CppInterpreter::KindRow<CppInterpreter::Flow>, 18> CppInterpreter::Statements::rows{{
    {{"expression_statement"}, &expression},
    {{"declaration"}, &next<&In::declaration>},
    {{"compound_statement"}, &by<&In::block>},
    {{"if_statement"}, &by<&In::branch>},
    {{"for_statement", "while_statement", "do_statement"}, &by<&In::loop>},
    {{"for_range_loop"}, &by<&In::loop_over>},
    {{"switch_statement"}, &by<&In::choice>},
    {{"break_statement"}, &leads<Flow::break_loop>},
    {{"continue_statement"}, &leads<Flow::next_round>},
    {{"return_statement"}, &by<&In::give_back>},
    {{"goto_statement"}, &by<&In::jump>},
    {{"try_statement"}, &by<&In::attempt>},
    {{"throw_statement"}, &by<&In::raise>},
    {{"alias_declaration"}, &alias},
    {{"type_definition"}, &next<&In::typedefs>},
    {{"enum_specifier"}, &next<&In::enumeration>},
    {{"using_declaration"}, &next<&In::use>},
    // Unfinished code is still read.
    {{"labeled_statement", "attributed_statement", "ERROR", "else_clause", "case_statement", "init_statement"},
     [](In& in, SyntaxNode node) { return in.statements(node.children()); }},
}};

/// The beginning of the names of the functions that give a thread's part.
constexpr std::string_view part_names = "partition_";

/// Adds arguments of a call, such as thr.partition_D(sA) of copy, as entries if they break their contracts: no definition has them.
void CppInterpreter::add_broken_arguments(SyntaxNode call) {
  if (silent() || is_of_program(call)) return;
  for (const auto& a : call["arguments"].children()) {
    if (!a.is("call_expression") || is_of_program(a) || changes_something(a)) continue;
    const auto callee = a["function"].is("field_expression") ? a["function"]["field"] : a["function"];
    if (!callee.text().starts_with(part_names)) continue;
    try {
      const auto v = argument(a);
      if (const auto text = text_of(v); v.is(Kind::expression) && entries_.breaks_contract(text))
        entries_.add({.function = frame().section,
                      .name = std::string(without_arguments(callee.text())),
                      .text = text,
                      .line = a.line(),
                      .assumed = v.assumed});
    } catch (Unknown&) {
    }
  }
}

CppInterpreter::Flow CppInterpreter::statement_of(SyntaxNode node) {
  const auto kind = node.kind();
  if (const auto* row = algebra::row_named(Statements::rows, kind)) return row->run(*this, node);
  // An unsupported statement may change the variables that it mentions.
  if (kind.ends_with("definition") || kind.ends_with("specifier") || kind.ends_with("declaration")) return Flow::next;
  if (node.is_leaf() && node.text().size() < 2) return Flow::next;
  trace_skipped(node, "it is not understood");
  give_up(node, message("\"{}\" is not understood", in_one_line(node.text(), 40)));
  return Flow::next;
}

CppInterpreter::Flow CppInterpreter::give_back(SyntaxNode node) {
  const auto e = only(node);
  auto& f = frame();
  trace_accesses(e);
  if (!f.strict) {
    calls_in(e);
    if (has_effects(e)) try {
        perform(e);
      } catch (Unknown& u) {
        give_up(e, u.why);
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
    give_up(e, u.why);
    trace_missed(e, u.why);
  }
  return Flow::leave;
}

void CppInterpreter::write(const CppPlace& place, CppValue value) {
  if (place->whole != nullptr) return write_part(*place, value);
  if (place->vector) return;
  if (shared_arrays_.contains(place->value.memory_of) && place->value.is(Kind::unknown)) return;
  journal_.note(place, [&] { return *place; });
  if (!frame().passed_over.empty() && !value.is(Kind::unknown)) value = CppValue::unknown(frame().passed_over);
  value.assumed.insert(frame().path.begin(), frame().path.end());
  if (!value.is(Kind::pointer)) value.target.reset();
  place->value = std::move(value);
  place->latent = false;
}

/// Undoes the changes of a record. Returns them with the values that the variables had before this.
CppInterpreter::Changes CppInterpreter::undone(Record& record) {
  auto changes = record.taken();
  for (auto& change : changes) {
    journal_.note(change.first, [&] { return change.second; });
    std::swap(*change.first, change.second);
  }
  return changes;
}

void CppInterpreter::forget_changes(const Changes& changes, const Message& why) {
  for (const auto& [place, value] : changes)
    write(place, CppValue::unknown(place->name.empty() ? why : message("{}: {}", place->name, why)));
}

/// Returns the variables that a piece of code may change: by assignment, ++ or --, or through their address. `unfollowed`: without code
/// that ran to its end, whose changes are known.
std::vector<CppPlace> CppInterpreter::changed_in(SyntaxNode node, bool unfollowed) {
  std::vector<CppPlace> all;
  const auto add = [&](SyntaxNode target) {
    if (auto p = changed_by(target)) all.push_back(std::move(p));
  };
  each_below(node, [&](SyntaxNode n) {
    if (unfollowed && is_followed(n)) return true;
    const bool assigned = n.is("assignment_expression"), updated = n.is("update_expression");
    if (assigned || updated)
      for (const auto& one : named_by(n[assigned ? "left" : "argument"])) add(one);
    else if (n.is("pointer_expression") && n.text().starts_with('&')) add(n["argument"]);
    return n.is("lambda_expression");
  });
  return all;
}

/// Returns whether one of the functions may change the variable that is argument i. Numbers and objects passed by value or as const cannot
/// change.
bool CppInterpreter::may_change(const std::vector<const CppFunction*>& functions, std::size_t i, const CppVariable& v) {
  if (functions.empty() || (!v.value.is_number() && !v.value.is(Kind::object))) return true;
  return !std::ranges::all_of(functions, [&](const CppFunction* f) {
    if (i >= f->parameters.size()) return true;
    const auto& how = f->parameters[i].declarator;
    if (how.pointer || how.pack) return false;
    return !how.reference || f->parameters[i].node.text().find("const") != std::string_view::npos;
  });
}

/// Adds the variables that unfinished calls in a piece of code may change: arguments of the file's functions, objects of methods, and
/// globals. Arguments of other functions are passed to lend().
void CppInterpreter::add_changed_by_calls(SyntaxNode node, std::vector<CppPlace>& all) {
  std::set<std::size_t> functions;
  each_below(node, [&](SyntaxNode n) {
    if (is_followed(n)) return true;
    if (n.is("binary_expression") && operator_of(n["operator"].text()) == Operator::shift_right && is_stream(n["left"]))
      if (auto p = root_of(n["right"])) all.push_back(std::move(p));
    if (!n.is("call_expression")) return false;
    const auto callee = n["function"];
    if (callee.is("field_expression"))
      if (auto p = root_of(callee["argument"]); p != nullptr && p->value.members != nullptr) {
        all.push_back(std::move(p));
        for (const auto& a : n["arguments"].children())
          if (auto passed = root_of(a); passed != nullptr && !passed->guarded) all.push_back(std::move(passed));
        return false;
      }
    const auto named = callee.is("identifier") ? find(callee.text()) : nullptr;
    const bool is_lambda = named != nullptr && named->value.is(Kind::lambda);
    const auto* f = function_named(callee.text());
    if (f == nullptr && !is_lambda) {
      lend(callee, n["arguments"].children());
      return false;
    }
    const auto arguments = n["arguments"].children();
    auto overloads = f == nullptr ? std::vector<const CppFunction*>() : definitions_.functions_named(f->name, frame().scope);
    if (f != nullptr) overloads.push_back(f);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      auto p = changed_by(arguments[i]);
      if (p == nullptr || p->guarded) continue;
      if (may_change(overloads, i, *p)) all.push_back(std::move(p));
    }
    if (is_lambda && functions.insert(named->value.node.begin()).second) {
      const auto inner = changed_in(named->value.node["body"]);
      all.insert(all.end(), inner.begin(), inner.end());
    }
    if (f != nullptr) add_changed_globals(*f, all, functions);
    return false;
  });
}

/// Adds the global variables that a function, or one that it calls, mentions where it may change them.
void CppInterpreter::add_changed_globals(const CppFunction& f, std::vector<CppPlace>& all, std::set<std::size_t>& seen) {
  if (!seen.insert(f.key()).second) return;
  const auto add = [&](SyntaxNode target) {
    while (target["argument"]) target = target["argument"];
    if (auto p = target.is("identifier") ? global(target.text()) : nullptr; p != nullptr && !p->guarded) all.push_back(std::move(p));
  };
  each_below(f.definition["body"], [&](SyntaxNode n) {
    if (n.is("update_expression")) add(n["argument"]);
    if (n.is("assignment_expression")) add(n["left"]);
    if (!n.is("call_expression")) return false;
    if (n["function"].is("field_expression")) add(n["function"]["argument"]);
    for (const auto& a : n["arguments"].children()) add(a);
    if (const auto* inner = function_named(n["function"].text())) add_changed_globals(*inner, all, seen);
    return false;
  });
}

/// Discards the value of a variable, and those of its members and of the target of a pointer.
void CppInterpreter::lose(const CppPlace& place, const Message& why) {
  std::set<CppPlace> done;
  std::vector<CppPlace> rest{place};
  while (!rest.empty()) {
    const auto p = rest.back();
    rest.pop_back();
    if (p == nullptr || !done.insert(p).second) continue;
    const auto& v = p->value;
    if (v.members != nullptr && !v.is(Kind::type))
      for (const auto& [name, member] : v.members->all) rest.push_back(member);
    if (v.target != nullptr) rest.push_back(v.target);
    const auto value = v.is(Kind::expression) && !v.is_number() ? entries_.value_of(v.text) : std::nullopt;
    if (v.is_number() || v.is(Kind::pointer) || !p->type.empty() || (value && std::holds_alternative<algebra::IntTuple>(*value)))
      write(p, CppValue::unknown(why));
  }
}

/// Discards the values of all variables that a piece of code may change, except by parts that ran to their end.
void CppInterpreter::give_up(SyntaxNode node, const Message& why) {
  if (!node) return;
  std::vector<CppPlace> all;
  try {
    all = changed_in(node, true);
    add_changed_by_calls(node, all);
  } catch (Unknown&) {  // a name with an unknown meaning
  }
  for (const auto& p : all) lose(p, why);
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

/// Code that may not run changes no variable.
void CppInterpreter::read_perhaps(SyntaxNode node) {
  if (tracing()) return;
  auto record = journal_.open();
  const Counted perhaps(perhaps_);
  const auto results = frame().perhaps.size();
  auto result = frame().result;
  statement(node);
  undone(record);
  frame().perhaps.resize(results);
  frame().result = std::move(result);
}

}  // namespace app
