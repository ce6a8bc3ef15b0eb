// Calls of functions and lambdas: parameters, frames and results.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::Message;
using algebra::message;

/// Binds the parameters of a call. `places`: the variables that references share; null for other arguments.
void CppInterpreter::bind_call(const CppFunction& f, SyntaxNode parameters, const Arguments& values, const std::vector<CppPlace>& places) {
  std::size_t i = 0;
  for (const auto& p : parameters.children()) {
    if (!p.kind().ends_with("parameter_declaration")) continue;
    Declarator how;
    const auto n = declared_name(p["declarator"], &how);
    if (how.pack || p.is("variadic_parameter_declaration")) {
      CppValue pack{.kind = Kind::array};
      pack.members = std::make_shared<CppMembers>();
      pack.members->type = "...";
      for (; i < values.size(); ++i)
        pack.members->all.emplace_back(
            std::string{}, how.reference && i < places.size() && places[i] != nullptr ? places[i] : cpp_variable(values[i].copied()));
      if (n) bind(n.text(), std::move(pack));
      continue;
    }
    CppValue value;
    CppPlace shared;
    if (i < values.size()) {
      value = values[i];
      if (how.reference && i < places.size()) shared = places[i];
    } else if (const auto standard = p["default_value"]) {
      value = argument(standard);
    } else {
      unknown(message("{} is called with {} values", f.name.empty() ? "a lambda" : f.name, values.size()));
    }
    ++i;
    if (!n) continue;
    // int* p and int p[] are addresses.
    const bool address = how.pointer || (how.array && !how.reference);
    const auto to = address ? std::string{} : arithmetic_type(p["type"]);
    // const long& bound to an int refers to a copy.
    if (shared != nullptr && is_of_other_type(*shared, to)) shared = nullptr;
    if (shared != nullptr) {
      if (shared->value.is(Kind::object)) {
        auto seen = converted_object(shared->value, p["type"], true);
        if (seen.text != shared->value.text) shared = cpp_variable(std::move(seen));
      }
      frame().scopes.back()[std::string(n.text())] = std::move(shared);
      continue;
    }
    if (!to.empty()) {
      complete(value);
      if (value.is_number() || value.number || value.is(Kind::object)) value = number_of(std::move(value), to);
    }
    // With an unknown type T, the number that T a becomes is unknown, too.
    if (const auto of = p["type"]; to.empty() && !address && of.is("type_identifier") && (value.is_number() || value.number))
      if (const auto t = find(of.text()); t != nullptr && t->value.is(Kind::unknown) && !t->value.why.empty())
        value = CppValue::unknown(t->value.why);
    // A C array is passed as a pointer.
    if ((how.pointer || how.array) && value.is(Kind::array)) value = pointer_into(value, 0);
    if (how.pointer && value.is(Kind::pointer) && value.target != nullptr && value.target->value.is(Kind::object)) {
      auto seen = converted_object(value.target->value, p["type"], true);
      if (seen.text != value.target->value.text) value.target = cpp_variable(std::move(seen));
    }
    const bool lvalue = i <= places.size() && places[i - 1] != nullptr;
    if (value.is(Kind::object) && !how.pointer) {
      value = converted_object(std::move(value), p["type"], how.reference);
      value = lvalue && !how.reference ? copy_of(value) : value;
    }
    auto variable = cpp_variable(how.reference && value.is(Kind::object) ? value : value.copied());
    if (!how.reference && has_destructor(variable->value)) frame().objects.emplace_back(frame().scopes.size(), variable);
    variable->type = to;
    bind(n.text(), std::move(variable));
  }
}

/// Returns the result of a call: the value on which all returns that may be reached agree.
CppValue CppInterpreter::finished(Frame& f, const std::string& what) {
  if (!f.result) {
    if (!f.perhaps.empty()) return CppValue::unknown(message("the result of {} depends on an unknown value", what));
    return CppValue::unknown(message("{} returns nothing", what));
  }
  auto result = std::move(*f.result);
  for (const auto& other : f.perhaps)
    if (!is_same(other, result)) return CppValue::unknown(message("the result of {} depends on an unknown value", what));
  result.assumed.insert(f.path.begin(), f.path.end());
  return result;
}

CppValue CppInterpreter::invoke(const Candidate& c, const Arguments& values, const std::vector<CppPlace>& places, const Instance* of,
                                const CppValue& self) {
  const auto& f = *c.function;
  if (frames_.size() > most_value_calls) unknown(message("{} calls itself too often", f.name));
  const bool again =
      std::ranges::any_of(frames_, [&](const Frame& other) { return other.function == &f; }) || (silent() && frames_.size() > 2);
  if (!silent()) read_.insert(f.key());
  const auto& caller = frame().section;
  auto section = fmt::format("{}@{}", f.name, caller.substr(0, caller.find('@')));
  const bool in_host = frame().in_host;
  auto record = journal_.open();
  auto& run = frames_.emplace_back();
  run.function = &f;
  run.instance = of;
  run.self = self;
  run.scope = f.scope;
  run.section = std::move(section);
  run.in_host = in_host && !f.device;
  run.strict = true;
  run.by_reference = f.definition["declarator"].is("reference_declarator");
  run.scopes.back() = c.templates;
  run.scopes.emplace_back();
  const Counted nested(silent_, again);
  const Replaced formulas(numeric_, 0);
  CppValue result;
  try {
    bind_call(f, f.declarator["parameters"], values, places);
    if (of != nullptr && self.is(Kind::object) && f.family != nullptr && f.name == f.family->name) initialise_members(f, *of, self);
    statement(f.definition["body"]);
    leave_scope();
    frame().scopes.emplace_back();
    result = thrown_ ? CppValue::unknown(message("{} throws an exception", f.name)) : finished(frame(), f.name);
    const auto to = arithmetic_type(f.definition["type"]);
    if (!to.empty()) complete(result);
    if (result.is(Kind::object)) result = converted_object(std::move(result), f.definition["type"], run.by_reference);
    if (!to.empty() && !f.definition["declarator"].is("pointer_declarator") && !run.by_reference &&
        (result.is_number() || result.number || result.is(Kind::object)))
      result = number_of(std::move(result), to);
  } catch (Unknown& u) {
    while (&frame() != &run) frames_.pop_back();
    trace_skipped(f.definition["declarator"], u.why);
    give_up(f.definition["body"], u.why);
    result = CppValue::unknown(u.why);
  }
  const bool unclear = run.may_return || !run.perhaps.empty();
  const auto path = run.path;
  frames_.pop_back();
  const auto changed = record.taken();
  // If it is unknown how far the function runs, its changes outside of itself are unknown.
  if (unclear) forget_changes(changed, message("it is not known how {} changes it", f.name));
  result.assumed.insert(path.begin(), path.end());
  return result;
}

CppValue CppInterpreter::invoke_named(const std::vector<const CppFunction*>& functions, SyntaxNode template_list, SyntaxNode arguments,
                                      const Instance* of, const CppValue& self, std::string_view name) {
  Arguments values;
  std::vector<CppPlace> places;
  passed(arguments, values, places);
  const auto lost = [&](const Message& why) {
    for (std::size_t i = 0; i < places.size(); ++i)
      if (const auto& p = places[i]; p != nullptr && !p->guarded && may_change(functions, i, *p)) lose(p, why);
    if (self.members != nullptr) lose(cpp_variable(self), why);
  };
  std::optional<Candidate> chosen;
  try {
    chosen = best(functions, values, template_arguments(template_list));
  } catch (Unknown& u) {
    lost(u.why);
    throw;
  }
  if (!chosen) {
    const auto why = message("no {} of the file takes these arguments", name);
    lost(why);
    unknown(why);
  }
  return invoke(*chosen, values, places, of, self);
}

CppValue CppInterpreter::lambda(SyntaxNode node) {
  CppValue v{.kind = Kind::lambda, .node = node};
  v.captured = std::make_shared<std::vector<CppScope>>(frame().scopes);
  // [=] and [x] copy; [&] and [&x] share the variable.
  const auto own = [&](const std::string& name) {
    for (auto scope = v.captured->rbegin(); scope != v.captured->rend(); ++scope)
      if (const auto it = scope->find(name); it != scope->end()) {
        auto copy = std::make_shared<CppVariable>(*it->second);
        if (copy->latent) copy->value = read(*it->second, name), copy->latent = false;
        copy->value = copy->value.copied();
        copy->own = true;
        it->second = std::move(copy);
        return;
      }
  };
  const auto captures = node["captures"].children();
  const auto is_shared = [&](SyntaxNode c) {
    const auto before = node.text().substr(0, c.begin() - node.begin());
    return algebra::trimmed(before).ends_with('&');
  };
  std::set<std::string, std::less<>> shared;
  for (const auto& c : captures)
    if (c.is("identifier") && is_shared(c)) shared.emplace(c.text());
  for (const auto& c : captures) {
    if (c.is("lambda_default_capture") && c.text() == "=") {
      std::set<std::string> used;
      each_below(node["body"], [&](SyntaxNode n) {
        if (n.is("identifier") && !shared.contains(n.text())) used.emplace(n.text());
        return false;
      });
      for (const auto& n : used) own(n);
    } else if (c.is("identifier") && !shared.contains(c.text())) own(std::string(c.text()));
    else if (c.is("assignment_expression") || c.is("lambda_capture_initializer")) {
      const auto n = c["left"];
      if (is_shared(c) || c.text().starts_with('&'))
        if (auto target = place(c["right"])) {
          v.captured->emplace_back()[std::string(n.text())] = std::move(target);
          continue;
        }
      CppValue value;
      try {
        value = evaluate(c["right"]).copied();
      } catch (Unknown& u) {
        value = CppValue::unknown(u.why);
      }
      auto variable = cpp_variable(std::move(value));
      variable->own = true;
      v.captured->emplace_back()[std::string(n.text())] = std::move(variable);
    }
  }
  return v;
}

/// Adds the entries of a lambda that is not called, with unknown arguments.
void CppInterpreter::read_lambda(std::string_view name, const CppValue& value) {
  const auto* f = frame().function;
  bool called = false;
  if (f != nullptr)
    each_below(f->definition["body"], [&](SyntaxNode n) {
      called = called || (n.is("call_expression") && n["function"].text() == name);
      return called;
    });
  if (called || silent() || !listed_lambdas_.insert(value.node.begin()).second) return;
  frame().scopes.emplace_back();
  for (const auto& p : value.node["declarator"]["parameters"].children())
    if (const auto n = declared_name(p["declarator"])) bind(n.text(), CppValue::unknown(message("{} differs in each call", n.text())));
  const bool strict = std::exchange(frame().strict, false);
  read_perhaps(value.node["body"]);
  frame().strict = strict;
  frame().scopes.pop_back();
}

CppValue CppInterpreter::invoke_lambda(const CppValue& called, const Arguments& values, const std::vector<CppPlace>& places) {
  if (frames_.size() > most_value_calls) unknown("a lambda calls itself too often");
  const auto node = called.node;
  const auto& caller = frame();
  // Only the first call of a lambda adds its entries.
  const bool again = silent() || !listed_lambdas_.insert(node.begin()).second;
  auto record = journal_.open();
  auto& run = frames_.emplace_back();
  run.function = caller.function;
  run.instance = caller.instance;
  run.self = caller.self;
  run.scope = caller.scope;
  run.section = caller.section;
  run.in_host = caller.in_host;
  run.of_lambda = true;
  run.strict = true;
  run.scopes = *called.captured;
  run.scopes.emplace_back();
  const Counted nested(silent_, again);
  const Replaced formulas(numeric_, 0);
  CppValue result;
  try {
    const auto parameters = node["declarator"]["parameters"];
    if (const auto templates = node["template_parameters"]) {
      // []<int N>(Int<N>)
      CppScope bound;
      int specific = 0;
      const auto& all = parameters.children();
      for (std::size_t i = 0; i < std::min(all.size(), values.size()); ++i)
        if (!matches(all[i]["type"], type_of(values[i]), templates, bound, &specific)) unknown("the lambda does not take these values");
      for (auto& [n, p] : bound) frame().scopes.back().insert_or_assign(n, p);
    }
    bind_call({}, parameters, values, places);
    statement(node["body"]);
    result = finished(frame(), "the lambda");
    for (const auto& child : node["declarator"].children())
      if (child.is("trailing_return_type"))
        if (const auto to = arithmetic_type(only(child)); !to.empty() && (complete(result), result.is_number() || result.number))
          result = cpp_converted(result, to);
  } catch (Unknown& u) {
    while (&frame() != &run) frames_.pop_back();
    trace_skipped(node, u.why);
    give_up(node["body"], u.why);
    result = CppValue::unknown(u.why);
  }
  const bool unclear = run.may_return || !run.perhaps.empty();
  frames_.pop_back();
  const auto changed = record.taken();
  if (unclear) forget_changes(changed, "it is not known how a lambda changes it");
  return result;
}

}  // namespace app
