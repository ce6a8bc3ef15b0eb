#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/atoms.hpp"
#include "algebra/characters.hpp"
#include "algebra/language.hpp"
#include "app/import/cpp_interpreter.hpp"

namespace app {
/// An entry of its own in the sheet.
void CppInterpreter::define(std::string_view n, CppValue value, std::size_t line, bool parameter) {
  if (value.is(Kind::pointer) || value.is(Kind::object) || value.is(Kind::array) || value.is(Kind::real) || value.is(Kind::string) ||
      value.is(Kind::lambda) || value.is(Kind::functions) || value.is(Kind::structure))
    return bind(n, std::move(value));
  auto& f = frame();
  auto text = value.is(Kind::type) ? value.text : text_of(value);
  value.assumed.insert(f.path.begin(), f.path.end());
  if (f.in_host && !parameter && f.loops == 0) {
    if (const auto* set = entries_.setting(n)) {
      const auto is = entries_.integer_of(text), wanted = entries_.integer_of(*set);
      if (!is || !wanted || *is != *wanted) text = *set, value.number = wanted, value.assumed.clear();
    }
    if (f.function != nullptr)
      if (const auto it = presumed_.find({f.function->key(), std::string(n)}); it != presumed_.end()) text = it->second, value.number = {};
  }
  if (text.size() > longest) unknown("the expression is too long");
  if (silent()) {
    if (f.rounds > 0) entries_.later(f.section, std::string(n), line, text);
    value.kind = Kind::expression;
    value.text = std::move(text);
    return bind(n, std::move(value));
  }
  const auto entry = entries_.add({.function = f.section,
                                   .name = std::string(n),
                                   .text = std::move(text),
                                   .line = line,
                                   .parameter = parameter,
                                   .assumed = std::move(value.assumed)});
  if (entry.empty()) return bind(n, CppValue::unknown("the rest of the program is not read"));
  auto named = CppValue::of(entry, value.type);
  named.number = value.number;
  bind(n, std::move(named));
}

void CppInterpreter::fail(std::string_view n, SyntaxNode source, std::string why, std::size_t line) {
  if (silent()) {
    if (frame().rounds > 0) entries_.later(frame().section, std::string(n), line, {});
    return bind(n, CppValue::unknown(std::move(why)));
  }
  const auto entry = entries_.add({.function = frame().section,
                                   .name = std::string(n),
                                   .text = in_one_line(source.text(), 400),
                                   .line = line,
                                   .problem = std::move(why)});
  if (entry.empty()) return bind(n, CppValue::unknown("the rest of the program is not read"));
  bind(n, CppValue::of(entry));
}

/// A host function's number becomes an entry, a parameter if it is one that the program is given.
void CppInterpreter::use_number(CppVariable& v, const std::string& name) {
  v.latent = false;
  const bool assumed = v.value.given;
  const auto entry = entries_.add({.function = v.section,
                                   .name = name,
                                   .text = v.value.text,
                                   .line = v.line,
                                   .parameter = true,
                                   .assumed = v.value.assumed,
                                   .is_assumed = assumed});
  if (entry.empty()) {
    v.value = CppValue::unknown("the rest of the program is not read");
    return;
  }
  auto named = CppValue::of(entry, v.value.type);
  named.number = v.value.number ? v.value.number : entries_.integer_of(entry);
  v.value = std::move(named);
}

/// The elements' type as the language writes it, for pointers and arrays; "" where it is none that matters.
std::string CppInterpreter::element_type_of(SyntaxNode of) {
  try {
    const auto t = type(of);
    const auto text = t.is(Kind::type) || t.is(Kind::expression) ? t.text : std::string{};
    return text == "void" || text == "char" ? "" : text;
  } catch (Unknown&) {
    return {};
  }
}

bool CppInterpreter::is_constant(SyntaxNode declared) {
  return std::ranges::any_of(declared.children(), [](const SyntaxNode& child) {
    return child.is("type_qualifier") && (child.text() == "const" || child.text() == "constexpr");
  });
}

void CppInterpreter::declaration(SyntaxNode node) {
  const auto of = node["type"];
  if (of.is("enum_specifier")) enumeration(of);
  const bool kept = frame().function != nullptr && node.text().starts_with("static ") && !is_constant(node);
  for (const auto& d : node.children()) {
    if (d == of || !(d.is("identifier") || d.kind().ends_with("declarator"))) continue;
    Declarator how;
    const auto name_node = declared_name(d, &how);
    if (!name_node) continue;
    const auto init = d.is("init_declarator") ? d["value"] : d.is("function_declarator") ? d["parameters"] : SyntaxNode{};
    try {
      declare(of, d, name_node, how, init);
      if (const auto p = kept ? find(name_node.text()) : nullptr; p != nullptr && (p->value.is_number() || p->value.members != nullptr)) {
        const auto changed = changed_in(frame().function->definition["body"]);
        if (std::ranges::find(changed, p) != changed.end())
          bind(name_node.text(),
               CppValue::unknown(fmt::format("{} keeps its value from call to call, which is not followed", name_node.text())));
      }
    } catch (Unknown& u) {
      // Whatever it is, it is not passed over.
      if (name_node.is("structured_binding_declarator")) continue;
      const auto n = unqualified(name_node.text());
      if (is_layout_type(of.text()) || mentions_cute(init)) fail(n, init ? init : d, u.why, d.line());
      else bind(n, CppValue::unknown(u.why));
    }
  }
}

void CppInterpreter::declare(SyntaxNode of, SyntaxNode d, SyntaxNode name_node, const Declarator& how, SyntaxNode init) {
  const auto n = unqualified(name_node.text());
  if (name_node.is("structured_binding_declarator")) return unpack(name_node, init, how.reference);
  // int A::count = 7;
  if (name_node.is("qualified_identifier"))
    if (const auto p = member(name_node); p != nullptr && init && !how.pointer && !how.array) {
      auto value = value_of_type(of, init, std::string(n));
      p->type = arithmetic_type(of);
      return write(p, std::move(value));
    }
  if (const auto f = function_in(init)) {
    CppValue functions{.kind = Kind::functions, .text = std::string(without_arguments(unqualified(f.text())))};
    functions.node = f;
    return bind(n, std::move(functions));
  }
  if (how.reference && init && !init.is("initializer_list"))
    if (auto shared = place(init)) {
      frame().scopes.back()[std::string(n)] = std::move(shared);
      return;
    }
  if (how.array && array(n, of, how.sizes, init)) return;
  if (!how.pointer && !how.array) return initialise(n, of, init, d);
  if (how.pointer && init) try {
      auto value = evaluate(init);
      if (value.is(Kind::array) && value.members->type.empty()) value = pointer_into(value, 0);
      if (value.is(Kind::pointer) && (value.members != nullptr || value.target != nullptr || of.is("placeholder_type_specifier")))
        return bind(n, std::move(value));
    } catch (Unknown&) {
    }
  bind(n, CppValue::pointer_to(of.is("placeholder_type_specifier") ? element_of(init) : element_type_of(of)));
}

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
    // Another name of a structure of the file.
    if (auto structure = structure_named(of); structure.is(Kind::structure)) return bind(n, std::move(structure));
    auto t = type(of);
    if (!t.is(Kind::type) && !t.is(Kind::expression)) return bind(n, std::move(t));
    auto text = t.text;
    if (t.is(Kind::type) && t.members != nullptr) return bind(n, std::move(t));  // an enumeration
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
        if (!count) unknown(fmt::format("{} has no value here", n.text()));
        text += fmt::format("[{}]", *count);
      }
      if (how.reference) text += '&';
      bind(n.text(), CppValue::of_type(std::move(text)));
    } catch (Unknown& u) {
      bind(n.text(), CppValue::unknown(u.why));
    }
  }
}

/// auto [a, b] = f(x);
void CppInterpreter::unpack(SyntaxNode names, SyntaxNode init, bool reference) {
  CppValue value = CppValue::unknown({});
  try {
    value = evaluate(init);
  } catch (Unknown& u) {
    value = CppValue::unknown(u.why);
  }
  const auto all = names.children();
  if ((value.is(Kind::array) || value.is(Kind::object)) && value.members->all.size() != all.size())
    value =
        CppValue::unknown(fmt::format("{} has {} members, not {}", in_one_line(init.text(), 60), value.members->all.size(), all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& n = all[i];
    if (value.is(Kind::array) || value.is(Kind::object)) {
      const auto& element = value.members->all[i].second;
      if (reference) bind(n.text(), element);
      else if (element->value.is(Kind::expression) && element->value.type.empty()) define(n.text(), element->value, n.line());
      else bind(n.text(), element->value.copied());
    } else if (value.is(Kind::expression)) {
      auto part = CppValue::of(fmt::format("get<{}>({})", i, value.text));
      part.assumed = value.assumed;
      define(n.text(), std::move(part), n.line());
    } else if (concerns_layouts(init)) fail(n.text(), init, value.text, n.line());
    else bind(n.text(), CppValue::unknown(value.text));
  }
}

/// What a variable of this type begins with: `initial` is a value, a list in braces or brackets, or null.
CppValue CppInterpreter::value_of_type(SyntaxNode of, SyntaxNode initial, const std::string& name) {
  const auto structure = of ? structure_named(of) : CppValue{};
  if (structure.is(Kind::structure)) {
    const auto* made = instance_of(structure);
    if (made == nullptr) unknown(fmt::format("{} is a template without arguments", structure.text));
    if (!initial) return construct(*made, {}, false);
    if (initial.is("initializer_list") || initial.is("argument_list")) return construct(*made, initial, initial.is("initializer_list"));
    auto value = evaluate(initial).copied();
    if (value.is(Kind::object)) return value;
    unknown(fmt::format("{} is made of {} by a conversion that is not followed", structure.text, in_one_line(initial.text(), 60)));
  }
  const auto arithmetic = of ? arithmetic_type(of) : std::string{};
  if (!initial) {
    if (arithmetic.empty() && of) return type(of);
    unknown(fmt::format("{} has no value here", name.empty() ? "this" : name));
  }
  auto value = initial;
  if (initial.is("initializer_list") || initial.is("argument_list")) {
    const auto inner = initial.children();
    if (inner.empty() && !arithmetic.empty()) return cpp_converted(CppValue::integer(0), arithmetic);
    if (inner.size() != 1 || arithmetic.empty()) return of ? literal(of, initial) : CppValue::of(list(initial));
    value = inner[0];
  }
  auto v = evaluate(value);
  if (!arithmetic.empty()) v = v.is(Kind::object) ? number_of(std::move(v), arithmetic) : cpp_converted(v, arithmetic);
  return v;
}

/// `init`: the value, an initializer list, an argument list, or null; `whole`: the declarator.
void CppInterpreter::initialise(std::string_view n, SyntaxNode of, SyntaxNode init, SyntaxNode whole) {
  const auto line = whole.line();
  const auto type_name = in_one_line(of.text(), 80);
  const bool automatic = of.is("placeholder_type_specifier");
  const auto no_value = [&](std::string why) { bind(n, CppValue::unknown(std::move(why))); };
  const auto nothing = fmt::format("{} has no value here", n);
  const auto arithmetic = automatic ? std::string{} : arithmetic_type(of);
  const bool integer = !arithmetic.empty() && !cpp_arithmetic(arithmetic)->is_real;
  const bool wanted = is_layout_type(type_name) || (init && concerns_layouts(init)) || (!init && !automatic && concerns_layouts(of));
  try {
    if (type_name.ends_with("dim3") && init) {
      auto value = init.is("initializer_list") || init.is("argument_list") ? CppValue::of(fmt::format("({})", list(init))) : evaluate(init);
      return bind(n, std::move(value));
    }
    if (!automatic)
      if (const auto structure = structure_named(of); structure.is(Kind::structure))
        return bind(n, value_of_type(of, init, std::string(n)));
    // thrust::device_vector<TA> d_A is known by its elements.
    if (auto last = of; type_name.find("vector") != std::string::npos || type_name.find("Vector") != std::string::npos) {
      while (last.is("qualified_identifier")) last = last["name"];
      if (last.is("template_type")) return bind(n, CppValue::pointer_to(element_type_of(only(last["arguments"]))));
      return no_value(nothing);
    }
    // std::array<int, 3> a{1, 2, 3}, std::tuple<int, int> t(3, 8)
    if (auto last = of; init && (init.is("initializer_list") || init.is("argument_list"))) {
      while (last.is("qualified_identifier")) last = last["name"];
      const auto base = last.is("template_type") ? last["name"].text() : std::string_view{};
      const auto arguments = last["arguments"].children();
      if (base == "array" && arguments.size() == 2 && array(n, arguments[0]["type"], {arguments[1]}, init)) return;
      const bool of_cute = base == "tuple" && !of.text().starts_with("std::");
      if (of_cute || base == "Shape" || base == "Stride" || base == "Coord" || base == "Step") {
        define(n, CppValue::of(fmt::format("({})", list(init))), line);
        return;
      }
      if ((base == "tuple" || base == "pair") && of.text().starts_with("std::")) {
        auto all = elements({}, init, {});
        for (std::size_t i = 0; i < all.members->all.size(); ++i) {
          auto& [key, element] = all.members->all[i];
          if (base == "pair") key = i == 0 ? "first" : "second";
          element->type = i < arguments.size() ? arithmetic_type(arguments[i]) : std::string{};
          if (!element->type.empty()) element->value = number_of(element->value, element->type);
        }
        return bind(n, std::move(all));
      }
    }
    CppValue value;
    if (!init) {
      if (!arithmetic.empty()) {
        auto variable = cpp_variable(CppValue::unknown(nothing));
        variable->type = cpp_type_name(arithmetic), variable->line = line, variable->section = frame().section;
        return bind(n, std::move(variable));
      }
      if (automatic || !(is_layout_type(type_name) || concerns_layouts(of))) return no_value(nothing);
      value = type(of);
    } else if (!arithmetic.empty()) {
      value = value_of_type(of, init, std::string(n));
    } else if (init.is("argument_list") || init.is("parameter_list")) {
      if (!wanted && !is_layout_type(type_name) && !concerns_layouts(of)) return no_value(nothing);
      value = init.children().empty() ? type(of) : literal(of, init);
    } else if (init.is("initializer_list")) {
      if (!wanted && !automatic && !concerns_layouts(of)) return no_value(nothing);
      value = automatic ? evaluate(only(init)) : literal(of, init);
    } else if (!wanted && !automatic && !entries_.has(type_name) && !concerns_layouts(of)) {
      calls_in(init);
      value = evaluate(init).copied();
      if (!value.is(Kind::object) && !value.is(Kind::array) && !value.is(Kind::lambda) && !value.is_number()) return no_value(nothing);
    } else {
      value = evaluate(init).copied();
    }
    if (value.is(Kind::type)) {
      value.kind = Kind::expression;
      value.type.clear();
      if (is_template(value.text)) value.text += "{}";
    }
    if (value.is(Kind::unknown)) unknown(value.text);
    if (value.is(Kind::lambda)) {
      bind(n, value);
      return read_lambda(n, value);
    }
    if (!value.is(Kind::expression)) {
      const bool listed = wanted && (value.is(Kind::object) || value.is(Kind::string));
      if (listed && value.is(Kind::string)) unknown("a text is no layout");
      return bind(n, std::move(value));
    }
    const auto known = value.number ? std::nullopt : entries_.value_of(value.text);
    if (!known && !value.number && !wanted) {
      calls_in(init);
      // A call of what is not known may give anything.
      return no_value(nothing);
    }
    const auto* number = known ? std::get_if<algebra::IntTuple>(&*known) : nullptr;
    if (integer) {
      // A variable of type int is dynamic, whatever it begins with.
      if (number != nullptr && number->is_integer()) {
        if (number->integer().is_static && !value.number) value.text = fmt::format("({}) * 1", value.text);
        if (!value.number && in_range_of(number->integer().value, arithmetic) != number->integer().value)
          value = CppValue::integer(number->integer().value, arithmetic);
        value.number = number->integer().value;
      }
      value.type = cpp_type_name(arithmetic);
    }
    const bool constant = whole.text().find('{') != std::string_view::npos || automatic;
    // A host function's variable, which may change before it is used.
    if (integer && (frame().in_host || silent()) && !constant) {
      auto variable = cpp_variable(std::move(value));
      variable->line = line, variable->section = frame().section, variable->type = cpp_type_name(arithmetic);
      variable->latent = true;
      variable->value.assumed.insert(frame().path.begin(), frame().path.end());
      auto& now = variable->value;
      if (frame().loops == 0 && !silent()) {
        const auto instead = [&](const std::string& text) {
          now = CppValue::of(text, variable->type);
          now.number = entries_.integer_of(text);
        };
        if (const auto* set = entries_.setting(n, frames_.size() <= 2)) instead(*set);
        if (frame().function != nullptr)
          if (const auto it = presumed_.find({frame().function->key(), std::string(n)}); it != presumed_.end()) instead(it->second);
      }
      return bind(n, std::move(variable));
    }
    define(n, std::move(value), line);
    if (integer)
      if (const auto p = find(n)) p->type = cpp_type_name(arithmetic);
  } catch (Unknown& u) {
    if (wanted) fail(n, init ? init : whole, std::move(u.why), line);
    else no_value(std::move(u.why));
  }
}

}  // namespace app
