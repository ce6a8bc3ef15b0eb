// Names for types, enumerators and names of other scopes: enum, using, typedef.

#include "app/import/cpp_interpreter.hpp"

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;

void CppInterpreter::enumeration(SyntaxNode node) {
  const auto type_name = std::string(node["name"].text());
  const bool scoped = node.has("class") || node.has("struct");
  CppValue before;
  CppMembers all{.type = type_name};
  for (const auto& e : node["body"].children()) {
    if (!e.is("enumerator")) continue;
    CppValue value;
    frame().scopes.emplace_back();
    for (const auto& [name, place_of] : all.all) frame().scopes.back()[name] = place_of;
    try {
      if (const auto given_value = e["value"]) value = numeric(given_value);
      else value = before.number ? CppValue::integer(*before.number + 1) : before.text.empty() ? CppValue::integer(0) : before;
      if (const auto n = integer_of(value); n && !value.number) value = CppValue::integer(*n);
      if (value.number && !type_name.empty()) value.type = type_name;
    } catch (Unknown& u) {
      value = CppValue::unknown(u.why);
    }
    frame().scopes.pop_back();
    before = value;
    const auto n = e["name"].text();
    if (!scoped) bind(n, value);
    all.all.emplace_back(std::string(n), cpp_variable(std::move(value)));
  }
  if (type_name.empty()) return;
  auto of = CppValue::of_type("int");
  if (const auto base = node["base"]) of.text = std::string(base.text());
  of.type = type_name;
  of.members = std::make_shared<CppMembers>(std::move(all));
  bind(type_name, std::move(of));
}

void CppInterpreter::alias(std::string_view n, SyntaxNode of, std::size_t line) {
  try {
    // An alias of a structure of the file.
    if (auto structure = structure_named(of); structure.is(Kind::structure)) return bind(n, std::move(structure));
    auto t = type(of);
    if (!t.is(Kind::type) && !t.is(Kind::expression)) return bind(n, std::move(t));
    auto text = t.text;
    if (t.is(Kind::type) && t.members != nullptr) return bind(n, std::move(t));  // an enumeration
    // A structure of CUTLASS that is known for its members.
    if (const auto* f = algebra::function_named(without_arguments(text));
        t.is(Kind::type) && f != nullptr && f->name.find("::") != f->name.npos)
      return bind(n, std::move(t));
    if (text == "nullptr_t") return bind(n, std::move(t));
    const auto v = entries_.value_of(is_template(text) ? text + "{}" : text);
    if (v && std::holds_alternative<algebra::ElementType>(*v)) {
      if (entries_.has(text) || silent()) return bind(n, std::move(t));
      if (const auto* set = entries_.setting(n)) text = *set;
      const auto entry = entries_.add(
          {.function = frame().section, .name = std::string(n), .text = text, .line = line, .parameter = true, .assumed = t.assumed});
      entries_.is_type(entry, text);
      t.text = entry.empty() ? text : entry;
      return bind(n, std::move(t));
    }
    if (v || concerns_layouts(of)) {
      t.kind = Kind::expression;
      if (is_template(t.text)) t.text += "{}";
      // using T = decltype(make_tma_copy(..., Shape<int, int>{}, ...)) never runs: what CuTe asserts of the shape's zeros is of no program.
      if (const auto made = entries_.evaluated(t.text);
          !v && !made && !made.error().operands().empty() && made.error().operands()[0].text.starts_with("gmem_prob_shape["))
        unknown(message("the extents of this tensor map are known only as the program runs"));
      define(n, std::move(t), line);
    } else {
      bind(n, std::move(t));
    }
  } catch (Unknown& u) {
    if (concerns_layouts(of)) fail(n, of, u.why, line);
    else bind(n, CppValue::unknown(u.why));
  }
}

/// typedef int Row[4], *Pointer;
void CppInterpreter::typedefs(SyntaxNode node) {
  const auto of = node["type"];
  if (of.is("enum_specifier")) enumeration(of);
  for (const auto& d : node.children()) {
    if (d == of || d.is("type_qualifier")) continue;
    Declarator how;
    const auto n = declared_name(d, &how);
    if (!n) continue;
    if (!how.pointer && !how.array && !how.reference) {
      alias(n.text(), of, node.line());
      continue;
    }
    try {
      auto text = canonical(type(of));
      if (how.pointer) text += '*';
      for (const auto& size : how.sizes) {
        const auto count = size ? integer_of(numeric(size)) : std::nullopt;
        if (!count) unknown(message("{} has no value here", n.text()));
        text += fmt::format("[{}]", *count);
      }
      if (how.reference) text += '&';
      bind(n.text(), CppValue::of_type(std::move(text)));
    } catch (Unknown& u) {
      bind(n.text(), CppValue::unknown(u.why));
    }
  }
}

/// using ns::x; within a function.
void CppInterpreter::use(SyntaxNode node) {
  const auto named = only(node);
  if (frames_.size() < 2 || node.has("namespace") || !named.is("qualified_identifier")) return;
  const auto n = unqualified(named.text());
  auto& scope = frame().scopes.back();
  if (auto p = member(named)) scope[std::string(n)] = std::move(p);
  else if (!definitions_.functions_named(named.text(), frame().scope).empty())
    scope[std::string(n)] = cpp_variable({.kind = Kind::functions, .text = std::string(named.text())});
}

/// Returns whether int f(int n) declares a function, in contrast to the variable of Point p(q).
bool CppInterpreter::declares_function(SyntaxNode declarator) {
  for (const auto& p : declarator["parameters"].children()) {
    const auto type_node = p["type"];
    // dim3 block(size(mma)) contains a call, unless size is a type.
    const bool call = p["declarator"].is("abstract_function_declarator");
    if (!p.is("parameter_declaration") || (p["declarator"] && !call) ||
        (!type_node.is("type_identifier") && !type_node.is("qualified_identifier")))
      return true;
    const auto known = type_node.is("type_identifier") ? find(type_node.text()) : member(type_node);
    if (known == nullptr
            ? definitions_.family_named(type_node.text(), frame().scope) != nullptr || cpp_arithmetic(type_node.text()).has_value()
            : known->value.is(Kind::type) || known->value.is(Kind::structure))
      return true;
  }
  return declarator["parameters"].children().empty();
}

/// Returns the arguments of Point p(q), which the grammar parses as parameters.
SyntaxNode CppInterpreter::arguments_of(SyntaxNode declarator) {
  if (snippets_.size() > 1000) unknown("there are too many expressions that look like types");
  const auto& snippet = snippets_.emplace_back(fmt::format("auto x = f{};", declarator["parameters"].text()));
  SyntaxNode found;
  for (const auto& root : snippet.roots())
    each_below(root, [&](SyntaxNode n) {
      if (n.is("argument_list") && !found) found = n;
      return bool(found);
    });
  return found;
}

/// Returns k < size<2>(A), which the grammar parses as a call of k<...>, as a comparison if k is a number. Other nodes are returned as they
/// are.
SyntaxNode CppInterpreter::as_comparison(SyntaxNode node) {
  auto first = node;
  while (first.is("binary_expression") && std::string_view("+-*/%").find(first["operator"].text()) != std::string_view::npos)
    first = first["left"];
  const auto name = first.is("call_expression") ? first["function"]["name"] : SyntaxNode{};
  if (!name.is("identifier") || !first["function"].is("template_function")) return node;
  const auto p = find(name.text());
  if (p == nullptr || (!p->value.is_number() && !p->value.number)) return node;
  const auto [it, added] = comparisons_.try_emplace(std::string(node.text()), node);
  auto& comparison = it->second;
  if (!added || snippets_.size() > 1000) return comparison;
  const auto rest = algebra::trimmed(node.text().substr(name.end() - node.begin())).substr(1);
  const auto& snippet = snippets_.emplace_back(fmt::format("auto x = ({}) < ({});", name.text(), rest));
  for (const auto& root : snippet.roots())
    each_below(root, [&](SyntaxNode n) {
      if (n.is("binary_expression") && comparison == node) comparison = n;
      return n.is("binary_expression");
    });
  return comparison;
}

/// Declares int (*row)[3] = grid;, which the grammar parses as an assignment. Returns false for a real assignment.
bool CppInterpreter::array_pointer(SyntaxNode node) {
  if (!node.is("assignment_expression")) return false;
  auto called = node["left"];
  while (called.is("subscript_expression")) called = called["argument"];
  const auto named = called.is("call_expression") ? only(called["arguments"]) : SyntaxNode{};
  if (called == node["left"] || !named.is("pointer_expression") || !named["argument"].is("identifier") ||
      arithmetic_type(called["function"]).empty())
    return false;
  const auto n = named["argument"].text();
  try {
    auto v = evaluate(node["right"]);
    if (v.is(Kind::array)) v = pointer_into(v, 0);
    bind(n, v.is(Kind::pointer) ? std::move(v) : CppValue::unknown(message("{} has no value here", n)));
  } catch (Unknown& u) {
    bind(n, CppValue::unknown(u.why));
  }
  return true;
}

/// Returns the value of an alias or variable template for these arguments. `of`: the structure that it is a member of, or null.
CppValue CppInterpreter::from_template(const CppTemplate& t, const Arguments& arguments, const Instance* of) {
  const Deeper deeper(*this);
  auto& run = frames_.emplace_back();
  run.instance = of;
  run.scope = t.scope;
  run.section = t.name;
  run.scopes.emplace_back();
  const Counted quiet(silent_);
  CppValue value;
  try {
    bind_template_list(t.templates, arguments);
    if (t.node.is("alias_declaration")) value = type(t.node["type"]);
    else {
      const auto d = t.node["declarator"];
      const auto initial = d["value"] ? d["value"] : t.node["default_value"];
      value = value_of_type(t.node["type"].is("placeholder_type_specifier") ? SyntaxNode{} : t.node["type"], initial, t.name);
    }
  } catch (Unknown& u) {
    value = CppValue::unknown(u.why);
  }
  frames_.pop_back();
  if (value.is(Kind::unknown)) unknown(value.why);
  return value;
}

const CppTemplate* CppInterpreter::member_template(const Instance* of, std::string_view name, const Instance** found) const {
  if (of == nullptr) return nullptr;
  for (const auto& t : definitions_.templates())
    if (t.family == of->family && t.name == name) return *found = of, &t;
  for (const auto* base : of->bases)
    if (const auto* t = member_template(base, name, found)) return t;
  return nullptr;
}

/// Returns a variable of the innermost block, or null.
CppPlace CppInterpreter::declared_here(std::string_view name) const {
  const auto& scope = frame().scopes.back();
  const auto it = scope.find(name);
  return frames_.size() < 2 || it == scope.end() ? nullptr : it->second;
}

}  // namespace app
