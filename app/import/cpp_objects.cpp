// Operators, conversions and constructors of the file's structures.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>

#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;

/// Calls an operator of the file, as a member of `self` or as a function; nullopt if none fits.
std::optional<CppValue> CppInterpreter::overloaded(const std::string& name, const CppValue& self, const Arguments& values) {
  const Instance* found = nullptr;
  if (self.is(Kind::object)) {
    const auto members = methods_of(self, seen_as(self), name, &found);
    if (!members.empty())
      if (const auto chosen = best(members, values, {})) return invoke(*chosen, values, {}, found, self);
  }
  const auto functions = definitions_.functions_named(name, frame().scope);
  if (functions.empty()) return std::nullopt;
  Arguments all{self};
  all.insert(all.end(), values.begin(), values.end());
  const auto chosen = best(functions, all, {});
  if (!chosen) return std::nullopt;
  // Operands taken by reference are shared.
  std::vector<CppPlace> places;
  for (auto& v : all) places.push_back(v.is(Kind::object) ? cpp_variable(v) : nullptr);
  return invoke(*chosen, all, places, nullptr, {});
}

/// Returns a value as a number of an arithmetic type, using an object's conversion operator.
CppValue CppInterpreter::number_of(CppValue v, const std::string& type) {
  if (v.is(Kind::object) && !type.empty()) {
    const auto* of = seen_as(v);
    const Instance* found = nullptr;
    if (of != nullptr)
      for (const auto* f : of->family->functions)
        if (f->name.starts_with("operator ") &&
            (cpp_type_name(f->name.substr(9)) == cpp_type_name(type) || of->family->functions.size() == 1))
          if (const auto one = methods_named(of, f->name, &found); !one.empty()) {
            auto result = invoke({.function = one.front()}, {}, {}, found, v);
            if (result.is(Kind::unknown)) unknown(result.why);
            v = std::move(result);
            break;
          }
    if (v.is(Kind::object)) unknown(message("the conversion of an object of {} to a number is not supported", v.members->type));
  }
  complete(v);
  if (v.number) add_lanes(v);
  return cpp_converted(v, type);
}

/// Returns whether a reference of this arithmetic type ("": another type) would bind to a converted copy instead of the variable.
bool CppInterpreter::is_of_other_type(const CppVariable& v, const std::string& arithmetic) {
  const auto& own = v.type.empty() ? v.value.type : v.type;
  return !arithmetic.empty() && !own.empty() && cpp_arithmetic(own) && cpp_type_name(own) != cpp_type_name(arithmetic);
}

/// Returns whether an expression changes variables, or may do so.
bool CppInterpreter::has_effects(SyntaxNode node) const {
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    const auto callee = n.is("call_expression") ? n["function"] : SyntaxNode{};
    const auto base = without_arguments(unqualified(callee.text()));
    const bool computes = callee && !callee.is("field_expression") && (cpp_arithmetic(callee.text()) || only_gives_number(base)) &&
                          function_named(callee.text()) == nullptr && find(base) == nullptr;
    found = found || n.is("assignment_expression") || n.is("update_expression") || (callee && !computes);
    return found || n.is("lambda_expression");
  });
  return found;
}

/// Returns the variable that an expression denotes, including a[i++]; null for expressions that must be evaluated.
CppPlace CppInterpreter::place_once(SyntaxNode node) {
  while (node.is("parenthesized_expression")) node = only(node);
  const bool names_one = node.is("subscript_expression") || node.is("field_expression") || node.is("pointer_expression") || is_get(node);
  return !has_effects(node) || names_one ? place(node) : nullptr;
}

/// Evaluates the arguments of a call once each, with packs expanded. `places`: the variables that they denote.
void CppInterpreter::passed(SyntaxNode arguments, Arguments& values, std::vector<CppPlace>& places) {
  for (const auto& a : arguments.children()) {
    if (a.is("parameter_pack_expansion")) {
      for (auto& v : expanded(only(a))) values.push_back(std::move(v));
      places.resize(values.size());
      continue;
    }
    auto p = place_once(a);
    // Finding the variable may have had effects, so the argument must not be evaluated again.
    if (p != nullptr && has_effects(a) && !is_get(a)) values.push_back(read(*p, p->name));
    else values.push_back(a.is("initializer_list") ? elements({}, a, {}) : evaluate(a));
    if (p == nullptr) p = values.back().is(Kind::pointer) ? nullptr : values.back().target;
    places.push_back(std::move(p));
  }
}

/// Initializes by : a(x), b{y}, Base(z), and by defaults the members and bases without an initializer.
void CppInterpreter::initialise_members(const CppFunction& f, const Instance& of, const CppValue& self) {
  std::set<std::string, std::less<>> bases, set;
  std::vector<SyntaxNode> members;
  for (const auto& child : f.definition.children()) {
    if (!child.is("field_initializer_list")) continue;
    for (const auto& i : child.children()) {
      if (i.children().size() < 2) unknown(message("\"{}\" is not understood", in_one_line(i.text(), 60)));
      const auto given = i.children().back();
      const auto name = without_arguments(unqualified(only(i).text()));
      // A delegating constructor.
      const Instance* whole = of.family->name == name ? &of : nullptr;
      for (const auto* base : of.bases)
        if (base->family->name == name) whole = base, bases.insert(base->key);
      if (whole == nullptr) {
        members.push_back(i);
        continue;
      }
      take_part(self, *whole, construct(*whole, given, given.is("initializer_list")));
      if (whole == &of) return;
    }
  }
  construct_bases(of, self, bases);
  for (const auto& i : members) {
    const auto name = without_arguments(unqualified(only(i).text()));
    initialise_member(i, name, of, self);
    set.emplace(name);
  }
  set_defaults(of, self, set);
}

void CppInterpreter::initialise_member(SyntaxNode i, std::string_view name, const Instance& of, const CppValue& self) {
  const auto given = i.children().back();
  const auto field = field_of(self, &of, name);
  if (field == nullptr) return;
  const auto& inner = given.children();
  if (self.members->references.contains(name)) {
    const auto shared = inner.size() == 1 ? place(inner[0]) : nullptr;
    if (shared == nullptr) unknown(message("the object that {} refers to is not known", name));
    for (auto& [n, own] : self.members->all)
      if (own == field && n == name) own = shared;
    return;
  }
  if (field->value.is(Kind::object)) {
    const auto* made = seen_as(field->value);
    if (made == nullptr) unknown(message("{} is not followed", in_one_line(i.text(), 60)));
    write(field, construct(*made, given, given.is("initializer_list")));
  } else if (field->value.is(Kind::array) && (given.is("initializer_list") || inner.empty())) {
    std::size_t first = 0;
    aggregate(field->value, inner, first);
  } else if (inner.empty()) {
    if (!field->type.empty()) write(field, cpp_converted(CppValue::integer(0), field->type));
  } else if (inner.size() == 1) {
    auto v = evaluate(inner[0]);
    if (field->value.is(Kind::pointer) && v.is(Kind::array)) v = pointer_into(v, 0);
    write(field, field->type.empty() ? v.copied() : number_of(std::move(v), field->type));
  } else {
    write(field, CppValue::unknown(message("{} is not followed", in_one_line(i.text(), 60))));
  }
}

/// Runs the default constructors of bases that no initializer constructs.
void CppInterpreter::construct_bases(const Instance& of, const CppValue& object, const std::set<std::string, std::less<>>& done) {
  for (const auto* base : of.bases) {
    const Instance* found = nullptr;
    if (done.contains(base->key) || methods_named(base, base->family->name, &found).empty()) continue;
    const auto part = construct(*base, {}, false);
    take_part(object, *base, part);
  }
}

}  // namespace app
