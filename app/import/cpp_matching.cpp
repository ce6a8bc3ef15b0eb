// Whether types are those that patterns describe, and what the template parameters in the patterns then are.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;

/// What kind of a CuTe value it is.
CuteType CppInterpreter::cute_type_of(const CppValue& v) {
  if (!v.is(Kind::expression) && !v.is(Kind::type)) return CuteType::none;
  if (v.number && !v.type.empty()) return CuteType::number;
  const auto value = entries_.value_of(is_template(v.text) ? v.text + "{}" : v.text);
  if (!value) return CuteType::none;
  if (const auto* t = std::get_if<algebra::IntTuple>(&*value))
    return !t->is_integer() ? CuteType::tuple : t->integer().is_static ? CuteType::constant : CuteType::number;
  if (std::holds_alternative<algebra::Tensor>(*value)) return CuteType::tensor;
  if (std::holds_alternative<algebra::Layout>(*value)) return CuteType::layout;
  if (std::holds_alternative<algebra::ElementType>(*value)) return CuteType::element;
  if (std::holds_alternative<algebra::TiledCopy>(*value)) return CuteType::copy;
  if (std::holds_alternative<algebra::TiledMma>(*value)) return CuteType::mma;
  if (std::holds_alternative<algebra::Tiler>(*value)) return CuteType::tuple;
  if (std::holds_alternative<algebra::Swizzle>(*value)) return CuteType::swizzle;
  if (std::holds_alternative<algebra::ComposedLayout>(*value)) return CuteType::composed;
  return CuteType::other;
}

/// The template arguments of a value's type: shape and stride of a layout; empty where they are not known.
std::vector<CppValue> CppInterpreter::arguments_of_type(const CppValue& v, CuteType type) {
  const auto text = is_template(v.text) ? v.text + "{}" : v.text;
  switch (type) {
    case CuteType::layout: return {CppValue::of(fmt::format("shape({})", text)), CppValue::of(fmt::format("stride({})", text))};
    case CuteType::tensor: return {CppValue::unknown("the engine of a tensor"), CppValue::of(fmt::format("layout({})", text))};
    case CuteType::constant: {
      const auto n = entries_.integer_of(text);
      return n ? std::vector{CppValue::integer(*n)} : std::vector<CppValue>{};
    }
    case CuteType::tuple: {
      const auto rank = entries_.integer_of(fmt::format("rank({})", text));
      constexpr std::int64_t most = 256;
      if (rank && *rank > most) unknown(message("a pack of {} elements is not followed", *rank));
      std::vector<CppValue> all;
      for (std::int64_t i = 0; rank && i < *rank; ++i) all.push_back(CppValue::of(fmt::format("get<{}>({})", i, text)));
      return all;
    }
    default: return {};
  }
}

/// Whether a structure has that one as a base.
bool CppInterpreter::derives(const Instance& of, const std::string& base) const {
  return std::ranges::any_of(of.bases, [&](const Instance* b) { return b->key == base || derives(*b, base); });
}

/// Whether a type or value is one that the pattern describes; binds the template parameters in it.
bool CppInterpreter::matches(SyntaxNode pattern, const CppValue& actual, SyntaxNode templates, CppScope& bound, int* specific) {
  const Deeper deeper(*this);
  if (actual.is(Kind::unknown)) return true;
  const auto kind = pattern.kind();
  if (kind == "type_descriptor") {
    const auto declarator = pattern["declarator"];
    const auto text = actual.is(Kind::type) ? entries_.resolved(actual.text) : std::string{};
    const auto inner = [&](std::size_t removed) {
      ++*specific;
      return matches(pattern["type"], CppValue::of_type(text.substr(0, text.size() - removed)), templates, bound, specific);
    };
    if (declarator.is("abstract_pointer_declarator")) return text.ends_with('*') && inner(1);
    if (declarator.is("abstract_reference_declarator")) {
      const bool twice = declarator.text().starts_with("&&");
      return text.ends_with("&&") == twice && text.ends_with('&') && inner(twice ? 2 : 1);
    }
    if (declarator.is("abstract_array_declarator")) {
      const auto at = text.rfind('[');
      if (!text.ends_with(']') || at == std::string::npos || !declarator["size"]) return false;
      const auto n = CppValue::integer(std::stoll(text.substr(at + 1)), "unsigned long");
      return matches(declarator["size"], n, templates, bound, specific) && inner(text.size() - at);
    }
    if (declarator) {
      if (text.ends_with(')')) unknown("which specialisation is meant depends on a function's type");
      return false;
    }
    if (has_specifier(pattern, "const")) return text.ends_with(" const") && inner(6);
    return matches(pattern["type"], actual, templates, bound, specific);
  }
  if (kind == "qualified_identifier") {
    // Major::K, Traits::kM
    if (const auto p = member(pattern); p != nullptr && p->value.number) {
      ++*specific;
      return canonical(p->value) == canonical(actual);
    }
    return matches(pattern["name"], actual, templates, bound, specific);
  }
  if (kind == "placeholder_type_specifier") return true;
  if (kind == "identifier" || kind == "type_identifier") {
    if (parameter_in(templates, pattern.text())) {
      auto value = actual;
      if (value.is(Kind::expression) && !value.type.empty() && is_type_parameter(parameter_in(templates, pattern.text())))
        value = type_of(value);
      const auto it = bound.find(pattern.text());
      if (it == bound.end()) {
        bound.emplace(std::string(pattern.text()), cpp_variable(std::move(value)));
        return true;
      }
      ++*specific;
      return it->second->value.is(Kind::unknown) || canonical(it->second->value) == canonical(value);
    }
  } else if (kind == "template_type" || kind == "template_function") {
    const auto head = unqualified(pattern["name"].text());
    const auto wanted = pattern["arguments"].children();
    // Whether a condition holds decides: enable_if_t<(N > 4)>.
    if (head == "enable_if_t" || head == "void_t") {
      if (head == "void_t") unknown("which specialisation is meant depends on what a type has");
      auto& scope = frame().scopes.emplace_back();
      for (const auto& [n, p] : bound) scope.emplace(n, p);
      const auto c = condition(wanted.empty() ? SyntaxNode{} : wanted[0]);
      frame().scopes.pop_back();
      if (!c.holds) unknown("which specialisation is meant depends on what is not known");
      ++*specific;
      return *c.holds;
    }
    std::vector<CppValue> given_values;
    if (const auto* made = instance_of(actual)) {
      if (made->family->name != head) return false;
      given_values = made->arguments;
    } else {
      const auto named = cute_type_named(head);
      const bool sequence = named.is == CuteType::sequence;
      const auto is = sequence ? CuteType::tuple : named.is;
      if (is == CuteType::none || cute_type_of(actual) != is) return false;
      given_values = arguments_of_type(actual, is);
      // Layout<Shape> has the strides that make_layout gives it.
      if (is == CuteType::layout && wanted.size() == 1 && given_values.size() == 2) {
        if (canonical(CppValue::of(fmt::format("make_layout({})", given_values[0].text))) != canonical(actual)) return false;
        given_values.pop_back();
      }
      if (sequence) {
        for (auto& v : given_values)
          if (const auto n = integer_of(v)) v = CppValue::integer(*n);
      }
      if (named.typed && (sequence || !given_values.empty()))
        given_values.insert(given_values.begin(), sequence ? CppValue::unknown("the type of a sequence") : CppValue::of_type("int"));
    }
    ++*specific;
    return given_values.empty() || matches_all(wanted, given_values, templates, bound, specific);
  } else if (kind == "dependent_type" || kind == "decltype") {
    return true;  // not deduced
  }
  if (const auto* made = instance_of(actual)) {
    const auto wanted = structure_named(pattern);
    ++*specific;
    return wanted.is(Kind::structure) && (wanted.text == made->key || derives(*made, wanted.text));
  }
  // A certain type or number; the template parameters in it are known by now, or else it is not deduced.
  ++*specific;
  auto& scope = frame().scopes.emplace_back();
  for (const auto& [n, p] : bound) scope.emplace(n, p);
  std::string wanted;
  bool known = true;
  try {
    wanted = canonical(evaluate(pattern));
  } catch (Unknown&) {
    known = false;
  }
  frame().scopes.pop_back();
  if (const auto named = cute_type_named(unqualified(pattern.text())); !known)
    return !actual.is(Kind::type) && named.is != CuteType::none && cute_type_of(actual) == named.is;
  return wanted == canonical(actual);
}

/// As matches, for the arguments of a template; a pack takes what is left.
bool CppInterpreter::matches_all(const std::vector<SyntaxNode>& wanted, const Arguments& actual, SyntaxNode templates, CppScope& bound,
                                 int* specific) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].is("parameter_pack_expansion") || wanted[i].text().ends_with("...")) {
      CppValue pack{.kind = Kind::array};
      pack.members = std::make_shared<CppMembers>(CppMembers{.type = "..."});
      for (std::size_t k = i; k < actual.size(); ++k) pack.members->all.emplace_back(std::string{}, cpp_variable(actual[k]));
      auto inner = wanted[i];
      while (only(inner)) inner = only(inner);
      bound.insert_or_assign(std::string(inner.text()), cpp_variable(std::move(pack)));
      --*specific;
      return true;
    }
    if (i >= actual.size() || !matches(wanted[i], actual[i], templates, bound, specific)) return false;
  }
  return actual.size() == wanted.size();
}

}  // namespace app
