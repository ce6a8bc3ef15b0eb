// Overload resolution, and template parameters of functions and structures.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;
namespace {

/// Marks the name of a template that is an argument of another template.
constexpr std::string_view template_mark = "template ";

enum Rank : int { rejected = -1, any = 0, converted_by_class = 1, converted = 2, promoted = 3, exact = 4 };

}  // namespace

/// Reparses Int<static_cast<int>(x)>, Int<f(x)> and Int<a[1]>, which the grammar takes for types of functions and arrays, as expressions.
SyntaxNode CppInterpreter::as_expression(SyntaxNode node) {
  const auto declarator = node["declarator"];
  if (!node.is("type_descriptor") || (!declarator.is("abstract_function_declarator") && !declarator.is("abstract_array_declarator")))
    return node;
  if (snippets_.size() > 1000) unknown("there are too many expressions that look like types");
  const auto& snippet = snippets_.emplace_back(fmt::format("auto x = {};", node.text()));
  for (const auto& root : snippet.roots()) {
    SyntaxNode found;
    each_below(root, [&](SyntaxNode n) {
      if (n.is("init_declarator") && !found) found = n["value"];
      return bool(found);
    });
    if (found) return found;
  }
  return node;
}

CppInterpreter::Arguments CppInterpreter::template_arguments(SyntaxNode list_node) {
  Arguments all;
  for (const auto& written : list_node.children()) {
    const auto a = as_expression(written);
    if (a.is("parameter_pack_expansion") || (a.is("type_descriptor") && a.text().ends_with("..."))) {
      for (auto& v : expanded(only(a), true)) all.push_back(std::move(v));
      continue;
    }
    if (auto named = as_template(a)) all.push_back(std::move(*named));
    else all.push_back(argument(a));
  }
  return all;
}

/// Returns the template of the file that an argument names, as Wide in Apply<Wide, float>; nullopt for other arguments.
std::optional<CppValue> CppInterpreter::as_template(SyntaxNode node) {
  if (node.is("type_descriptor") && !node["declarator"]) node = node["type"];
  if (!node.is("type_identifier") && !node.is("identifier") && !node.is("qualified_identifier")) return std::nullopt;
  const auto text = node.text();
  if (node.is("qualified_identifier") ? member(node) != nullptr : find(text) != nullptr) return std::nullopt;
  // Within a template its own name denotes itself.
  for (const auto* i = frame().instance; i != nullptr; i = i->outer)
    if (i->family->name == text) return std::nullopt;
  const auto named = [](const std::string& scope, const std::string& name) {
    return CppValue::of_type(fmt::format("{}{}{}{}", template_mark, scope, scope.empty() ? "" : "::", name));
  };
  if (const auto* family = definitions_.family_named(text, frame().scope); family != nullptr && family->outer == nullptr)
    return family->is_template() ? std::optional(named(family->scope, family->name)) : std::nullopt;
  if (const auto* t = definitions_.template_named(text, frame().scope);
      t != nullptr && t->family == nullptr && t->node.is("alias_declaration"))
    return named(t->scope, t->name);
  return std::nullopt;
}

/// Returns the template that a name with arguments denotes: the argument of a template template parameter, or the name itself.
std::string CppInterpreter::template_meant(std::string_view name) const {
  const auto p = find(name);
  const bool is_one = p != nullptr && p->value.is(Kind::type) && p->value.text.starts_with(template_mark);
  return is_one ? p->value.text.substr(template_mark.size()) : std::string(name);
}

/// Returns the type of a value for overload resolution. A CuTe value stands for its type.
CppValue CppInterpreter::type_of(const CppValue& v) {
  switch (v.kind) {
    case Kind::expression:
      if (!v.type.empty()) {
        if (const auto p = find(v.type); p != nullptr && p->value.is(Kind::type)) return p->value;
        return CppValue::of_type(v.type);
      }
      return v;
    case Kind::real: return CppValue::of_type(v.type);
    case Kind::object: return {.kind = Kind::structure, .text = v.text.empty() ? v.members->type : v.text};
    case Kind::pointer:
      if (!v.type.empty() && v.type == "nullptr_t") return CppValue::of_type(v.type);
      if (v.target != nullptr && !v.target->type.empty()) return CppValue::of_type(v.target->type + "*");
      if (v.target != nullptr) return CppValue::of_type(canonical(type_of(v.target->value)) + "*");
      return v.text.empty() ? CppValue::unknown("a pointer") : CppValue::of_type(entries_.resolved(v.text) + "*");
    case Kind::string: return CppValue::of_type("char*");
    case Kind::array:
      if (v.type.empty()) break;
      return CppValue::of_type(cpp_type_name(v.type) + "*");
    default: break;
  }
  return v;
}

/// Returns the same text for equal types or values, however they are written.
std::string CppInterpreter::canonical(const CppValue& v) {
  if (v.is(Kind::array)) {
    std::string all;
    for (const auto& [key, element] : v.members->all) all += canonical(element->value) + ",";
    return all;
  }
  if (v.is(Kind::type) && !v.type.empty()) return v.type;
  if (v.number) return std::to_string(*v.number);
  if (!v.is(Kind::expression) && !v.is(Kind::type)) return v.text;
  const auto text = entries_.resolved(v.text);
  if (text.ends_with(" const")) return cpp_type_name(text.substr(0, text.size() - 6)) + " const";
  if (cpp_arithmetic(text)) return cpp_type_name(text);
  const auto value = entries_.value_of(is_template(text) ? text + "{}" : text);
  return value ? algebra::to_string(*value, algebra::Marks::underscores) : text;
}

/// Returns how well an argument fits a parameter of an arithmetic type, as a Rank.
int CppInterpreter::rank_of_number(const std::string& to, const CppValue& actual) {
  std::string from = actual.type;
  if (actual.is(Kind::expression) && from.empty()) {
    const auto is = cute_type_of(actual);
    if (is == CuteType::constant) return converted_by_class;
    if (is != CuteType::number) return rejected;
    from = "int";
  }
  if (!actual.is(Kind::expression) && !actual.is(Kind::real)) return rejected;
  const auto a = cpp_arithmetic(from), b = cpp_arithmetic(to);
  if (!a) return converted;  // an enumeration
  if (cpp_type_name(from) == cpp_type_name(to)) return exact;
  if (!a->is_real && a->bits < 32 && cpp_type_name(to) == "int") return promoted;
  if (a->is_real && b->is_real && cpp_type_name(to) == "double") return promoted;
  return converted;
}

/// Returns how well an argument fits a parameter, as a Rank.
int CppInterpreter::rank_of(const CppFunction& f, const CppParameter& p, const CppValue& actual, CppScope& bound, int* specific) {
  if (actual.is(Kind::unknown)) return any;
  const auto of = p.node["type"];
  const bool generic = parameter_in(f.templates, p.type) || of.is("placeholder_type_specifier");
  if (actual.is(Kind::functions) || actual.is(Kind::lambda)) {
    bool of_function = false;
    each_below(p.node["declarator"], [&](SyntaxNode n) {
      return of_function = of_function || n.is("function_declarator") || n.is("abstract_function_declarator");
    });
    if (of_function) return exact;
  }
  // T (&a)[N]
  if (p.declarator.array && p.declarator.reference) {
    if (!actual.is(Kind::array)) return rejected;
    *specific += 1;
    const auto size = p.declarator.sizes.empty() ? SyntaxNode{} : p.declarator.sizes.front();
    const auto n = CppValue::integer(static_cast<std::int64_t>(actual.members->all.size()), "unsigned long");
    if (size && !matches(size, n, f.templates, bound, specific)) return rejected;
    return actual.type.empty() || matches(of, CppValue::of_type(cpp_type_name(actual.type)), f.templates, bound, specific) ? exact
                                                                                                                           : rejected;
  }
  if (p.declarator.pointer || p.declarator.array) {
    if (!actual.is(Kind::pointer) && !actual.is(Kind::array) && !actual.is(Kind::string)) return rejected;
    *specific += 1;
    const auto is = type_of(actual);
    if (is.is(Kind::unknown)) return converted;
    if (!is.text.ends_with('*')) return converted;
    const auto element = CppValue::of_type(is.text.substr(0, is.text.size() - 1));
    if (matches(of, element, f.templates, bound, specific)) return exact;
    return element_type_of(of).empty() ? converted : rejected;
  }
  if (!generic)
    if (const auto to = arithmetic_type(of); !to.empty()) {
      *specific += 1;
      return rank_of_number(to, actual);
    }
  return matches(of, type_of(actual), f.templates, bound, specific) ? exact : rejected;
}

std::vector<CppInterpreter::Candidate> CppInterpreter::candidates(const std::vector<const CppFunction*>& functions, const Arguments& values,
                                                                  const Arguments& explicit_arguments) {
  std::vector<Candidate> all;
  for (const auto* f : functions) {
    const bool pack = !f->parameters.empty() && f->parameters.back().declarator.pack;
    if (values.size() > f->parameters.size() && !pack) continue;
    Candidate c{.function = f};
    bool fits = true;
    std::set<std::string, std::less<>> given;  // explicit template parameters, which are not deduced
    for (std::size_t i = values.size(); i < f->parameters.size() && fits; ++i)
      fits = bool(f->parameters[i].node["default_value"]) || f->parameters[i].declarator.pack;
    // template <> int f<float>(int)
    if (const auto own = f->arguments.children(); !own.empty() && fits) {
      const auto wanted = template_arguments(f->arguments);
      fits = explicit_arguments.size() == wanted.size();
      for (std::size_t i = 0; fits && i < wanted.size(); ++i) fits = canonical(wanted[i]) == canonical(explicit_arguments[i]);
      c.specific += 50;
    } else if (!explicit_arguments.empty() && !f->templates) {
      fits = false;
    } else {
      const auto parameters = f->templates.children();
      for (std::size_t i = 0; i < explicit_arguments.size() && i < parameters.size() && fits; ++i) {
        const auto n = template_parameter_name(parameters[i]);
        if (!n) continue;
        if (parameters[i].kind().starts_with("variadic")) {
          CppValue rest{.kind = Kind::array};
          rest.members = std::make_shared<CppMembers>(CppMembers{.type = "..."});
          for (std::size_t k = i; k < explicit_arguments.size(); ++k)
            rest.members->all.emplace_back(std::string{}, cpp_variable(explicit_arguments[k]));
          c.templates.emplace(std::string(n.text()), cpp_variable(std::move(rest)));
          break;
        }
        // template <class T> f and template <int N> f
        const auto& v = explicit_arguments[i];
        const bool is_type = v.is(Kind::type) || v.is(Kind::structure) || (v.is(Kind::expression) && !v.number);
        if (!v.is(Kind::unknown) && is_type_parameter(parameters[i]) != is_type &&
            !(v.is(Kind::expression) && !is_type_parameter(parameters[i])))
          fits = false;
        c.templates.emplace(std::string(n.text()), cpp_variable(v));
        given.emplace(n.text());
      }
      if (!f->templates || f->templates.children().empty()) c.specific += 100;
    }
    for (std::size_t i = 0; i < values.size() && fits; ++i) {
      if (i >= f->parameters.size() || f->parameters[i].declarator.pack) {
        c.ranks.push_back(parameter_in(f->templates, f->parameters.back().type) ? exact : any);
        continue;
      }
      try {
        // In f<long>(n) the argument is converted to the explicit type, and deduces nothing.
        const auto& p = f->parameters[i];
        const auto of =
            given.contains(p.type) && !p.declarator.pointer && !p.declarator.array ? c.templates.find(p.type) : c.templates.end();
        const auto to =
            of != c.templates.end() && of->second->value.is(Kind::type) ? entries_.resolved(of->second->value.text) : std::string{};
        const bool number = cpp_arithmetic(to) && (values[i].is(Kind::expression) || values[i].is(Kind::real));
        c.ranks.push_back(number ? rank_of_number(to, values[i]) : rank_of(*f, p, values[i], c.templates, &c.specific));
      } catch (Unknown&) {
        c.ranks.push_back(any);
      }
      fits = c.ranks.back() != rejected;
    }
    if (pack) --c.specific;
    // Ts in Ts... args
    if (fits && pack)
      if (const auto n = f->parameters.back().type; parameter_in(f->templates, n)) {
        CppValue types{.kind = Kind::array};
        types.members = std::make_shared<CppMembers>(CppMembers{.type = "..."});
        for (std::size_t i = f->parameters.size() - 1; i < values.size(); ++i)
          types.members->all.emplace_back(std::string{}, cpp_variable(type_of(values[i])));
        c.templates.insert_or_assign(n, cpp_variable(std::move(types)));
      }
    if (fits && enabled(*f, c.templates)) all.push_back(std::move(c));
  }
  return all;
}

/// Returns whether the conditions of a template hold, such as enable_if_t<(N > 4)>.
bool CppInterpreter::enabled(const CppFunction& f, const CppScope& bound) {
  std::vector<SyntaxNode> conditions;
  const auto look = [&](SyntaxNode in) {
    each_below(in, [&](SyntaxNode n) {
      const bool found = n.is("template_type") && unqualified(n["name"].text()).starts_with("enable_if");
      if (found) conditions.push_back(only(n["arguments"]));
      if (n.is("requires_clause")) conditions.push_back(n["constraint"]);
      return found;
    });
  };
  look(f.templates);
  look(f.definition["type"]);
  for (const auto& child : f.declarator.children())
    if (child.is("trailing_return_type")) look(child);
  for (const auto& node : conditions) {
    auto& scope = frame().scopes.emplace_back();
    for (const auto& [n, p] : bound) scope.emplace(n, p);
    const auto c = condition(as_expression(node));
    frame().scopes.pop_back();
    if (!c.holds) unknown(message("the overload of {} depends on {}, which is not known", f.name, in_one_line(node.text(), 60)));
    if (!*c.holds) return false;
  }
  return true;
}

/// Returns the best candidate for a call; nullopt if none fits. Throws Unknown if several fit equally well.
std::optional<CppInterpreter::Candidate> CppInterpreter::best(const std::vector<const CppFunction*>& functions, const Arguments& values,
                                                              const Arguments& explicit_arguments) {
  auto all = candidates(functions, values, explicit_arguments);
  if (all.empty()) return std::nullopt;
  const auto better = [](const Candidate& a, const Candidate& b) {
    bool some = false;
    for (std::size_t i = 0; i < a.ranks.size() && i < b.ranks.size(); ++i) {
      if (a.ranks[i] < b.ranks[i]) return false;
      some = some || a.ranks[i] > b.ranks[i];
    }
    return some || a.specific > b.specific;
  };
  const bool unclear = all.size() > 1 && std::ranges::any_of(values, [](const CppValue& v) { return v.is(Kind::unknown); });
  std::size_t found = 0;
  for (std::size_t i = 1; i < all.size(); ++i)
    if (better(all[i], all[found])) found = i;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i != found && (!better(all[found], all[i]) || unclear))
      unknown(message("the choice among {} functions {} depends on unknown types", all.size(), all[found].function->name));
  // Template parameters that are not deduced get their defaults, or are unknown.
  auto& c = all[found];
  const auto templates = c.function->templates.children();
  auto& scope = frame().scopes.emplace_back();
  for (const auto& [n, p] : c.templates) scope.emplace(n, p);
  for (const auto& p : templates) {
    const auto n = template_parameter_name(p);
    if (!n || c.templates.contains(n.text())) continue;
    CppValue value = CppValue::unknown(message("the file does not give the template argument {}", n.text()));
    if (const auto standard = p["default_type"] ? p["default_type"] : p["default_value"]) value = argument(standard);
    frame().scopes.back().insert_or_assign(std::string(n.text()), cpp_variable(value));
    c.templates.emplace(std::string(n.text()), cpp_variable(std::move(value)));
  }
  frame().scopes.pop_back();
  return c;
}

}  // namespace app
