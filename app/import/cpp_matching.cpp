// Matches types with patterns, and deduces the template parameters in the patterns.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/row_named.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;

/// Returns the kind of a CuTe value.
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

/// Returns the template arguments of a value's type, such as shape and stride of a layout; empty if they are unknown.
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

/// Returns whether a structure has another one as a direct or indirect base.
bool CppInterpreter::derives(const Instance& of, const std::string& base) const {
  return std::ranges::any_of(of.bases, [&](const Instance* b) { return b->key == base || derives(*b, base); });
}

/// Compares a type or value with patterns, by the kinds of these.
struct CppInterpreter::Matching {
  struct Row {
    std::array<std::string_view, 2> names;
    std::optional<bool> (Matching::*fits)(SyntaxNode pattern);  ///< nullopt: the pattern is only a name
  };
  static const std::array<Row, 6> rows;

  CppInterpreter& in;
  const CppValue& actual;
  SyntaxNode templates;
  CppScope& bound;
  int* specific;

  bool inner(SyntaxNode pattern, const CppValue& part) { return in.matches(pattern, part, templates, bound, specific); }
  /// Opens a scope in which a pattern is evaluated.
  void enter_scope() {
    auto& scope = in.frame().scopes.emplace_back();
    for (const auto& [n, p] : bound) scope.emplace(n, p);
  }

  std::optional<bool> described(SyntaxNode pattern) {
    const auto declarator = pattern["declarator"];
    const auto text = actual.is(Kind::type) ? in.entries_.resolved(actual.text) : std::string{};
    const auto without = [&](std::size_t removed) {
      ++*specific;
      return inner(pattern["type"], CppValue::of_type(text.substr(0, text.size() - removed)));
    };
    if (declarator.is("abstract_pointer_declarator")) return text.ends_with('*') && without(1);
    if (declarator.is("abstract_reference_declarator")) {
      const bool twice = declarator.text().starts_with("&&");
      return text.ends_with("&&") == twice && text.ends_with('&') && without(twice ? 2 : 1);
    }
    if (declarator.is("abstract_array_declarator")) {
      const auto at = text.rfind('[');
      if (!text.ends_with(']') || at == std::string::npos || !declarator["size"]) return false;
      const auto n = CppValue::integer(std::stoll(text.substr(at + 1)), "unsigned long");
      return inner(declarator["size"], n) && without(text.size() - at);
    }
    if (declarator) {
      if (text.ends_with(')')) unknown("the specialisation depends on a function's type");
      return false;
    }
    if (has_specifier(pattern, "const")) return text.ends_with(" const") && without(6);
    return inner(pattern["type"], actual);
  }
  std::optional<bool> qualified(SyntaxNode pattern) {
    // Major::K, Traits::kM
    if (const auto p = in.member(pattern); p != nullptr && p->value.number) {
      ++*specific;
      return in.canonical(p->value) == in.canonical(actual);
    }
    return inner(pattern["name"], actual);
  }
  std::optional<bool> anything(SyntaxNode) { return true; }
  std::optional<bool> parameter(SyntaxNode pattern) {
    const auto named = parameter_in(templates, pattern.text());
    if (!named) return std::nullopt;
    auto value = actual;
    if (value.is(Kind::expression) && !value.type.empty() && is_type_parameter(named)) value = in.type_of(value);
    const auto it = bound.find(pattern.text());
    if (it == bound.end()) {
      bound.emplace(std::string(pattern.text()), cpp_variable(std::move(value)));
      return true;
    }
    ++*specific;
    return it->second->value.is(Kind::unknown) || in.canonical(it->second->value) == in.canonical(value);
  }
  /// Returns whether the condition of enable_if_t<(N > 4)> holds.
  bool enabled_if(SyntaxNode condition) {
    enter_scope();
    const auto c = in.condition(condition);
    in.frame().scopes.pop_back();
    if (!c.holds) unknown("the specialisation depends on an unknown value");
    ++*specific;
    return *c.holds;
  }
  std::optional<bool> of_template(SyntaxNode pattern) {
    const auto head = unqualified(pattern["name"].text());
    const auto wanted = pattern["arguments"].children();
    if (head == "void_t") unknown("the specialisation depends on the members of a type");
    if (head == "enable_if_t") return enabled_if(wanted.empty() ? SyntaxNode{} : wanted[0]);
    std::vector<CppValue> given_values;
    if (const auto* made = in.instance_of(actual)) {
      if (made->family->name != head) return false;
      given_values = made->arguments;
    } else {
      const auto named = cute_type_named(head);
      const bool sequence = named.is == CuteType::sequence;
      const auto is = sequence ? CuteType::tuple : named.is;
      if (is == CuteType::none || in.cute_type_of(actual) != is) return false;
      given_values = in.arguments_of_type(actual, is);
      // Layout<Shape> has the default strides of make_layout.
      if (is == CuteType::layout && wanted.size() == 1 && given_values.size() == 2) {
        if (in.canonical(CppValue::of(fmt::format("make_layout({})", given_values[0].text))) != in.canonical(actual)) return false;
        given_values.pop_back();
      }
      if (sequence) {
        for (auto& v : given_values)
          if (const auto n = in.integer_of(v)) v = CppValue::integer(*n);
      }
      if (named.typed && (sequence || !given_values.empty()))
        given_values.insert(given_values.begin(), sequence ? CppValue::unknown("the type of a sequence") : CppValue::of_type("int"));
    }
    ++*specific;
    return given_values.empty() || in.matches_all(wanted, given_values, templates, bound, specific);
  }
  /// Compares with a type or number whose template parameters are known by now; parameters are not deduced here.
  bool certain(SyntaxNode pattern) {
    ++*specific;
    enter_scope();
    std::optional<std::string> wanted;
    try {
      wanted = in.canonical(in.evaluate(pattern));
    } catch (Unknown&) {
    }
    in.frame().scopes.pop_back();
    if (wanted) return *wanted == in.canonical(actual);
    const auto named = cute_type_named(unqualified(pattern.text()));
    return !actual.is(Kind::type) && named.is != CuteType::none && in.cute_type_of(actual) == named.is;
  }
};

constexpr std::array<CppInterpreter::Matching::Row, 6> CppInterpreter::Matching::rows{{
    {{"type_descriptor"}, &Matching::described},
    {{"qualified_identifier"}, &Matching::qualified},
    {{"placeholder_type_specifier"}, &Matching::anything},
    {{"identifier", "type_identifier"}, &Matching::parameter},
    {{"template_type", "template_function"}, &Matching::of_template},
    {{"dependent_type", "decltype"}, &Matching::anything},  // a non-deduced context
}};

/// Returns whether a type or value matches the pattern, and binds the template parameters in it.
bool CppInterpreter::matches(SyntaxNode pattern, const CppValue& actual, SyntaxNode templates, CppScope& bound, int* specific) {
  const Deeper deeper(*this);
  if (actual.is(Kind::unknown)) return true;
  Matching matching{*this, actual, templates, bound, specific};
  if (const auto* row = algebra::row_named(Matching::rows, pattern.kind()))
    if (const auto fits = (matching.*row->fits)(pattern)) return *fits;
  if (const auto* made = instance_of(actual)) {
    const auto wanted = structure_named(pattern);
    ++*specific;
    return wanted.is(Kind::structure) && (wanted.text == made->key || derives(*made, wanted.text));
  }
  return matching.certain(pattern);
}

/// Matches the arguments of a template. A pack takes the remaining ones.
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
