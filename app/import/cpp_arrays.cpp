// Arrays of the program: their elements, pointers to them, and types with declarators.

#include <algorithm>

#include <fmt/format.h>

#include "app/import/cpp_interpreter.hpp"

namespace app {
namespace {

constexpr std::size_t most_elements = 4096;

}  // namespace

/// int a[3] = {1, 2}; T smem[128] is but a pointer. Whether it was one that is kept as an array.
bool CppInterpreter::array(std::string_view n, SyntaxNode of, const std::vector<SyntaxNode>& sizes, SyntaxNode init) {
  const auto arithmetic = arithmetic_type(of);
  const bool of_objects = arithmetic.empty() && structure_named(of).is(Kind::structure);
  if (!init.is("initializer_list") &&
      ((arithmetic.empty() && !of_objects) || (frame().function == nullptr && frame().instance == nullptr) || !frame().in_host))
    return false;
  // Those of structures are mostly memory of a kernel.
  if (!init && frame().function == nullptr) {
    std::int64_t count = 1;
    for (const auto& size : sizes) count *= size ? integer_of(argument(size)).value_or(0) : 0;
    if (count < 1 || count > 16) return false;
  }
  try {
    auto value = elements(of, init, sizes);
    value.text = element_type_of(of);
    bind(n, std::move(value));
  } catch (Unknown& u) {
    bind(n, CppValue::unknown(u.why));
  }
  return true;
}

/// {1, 2, 3}, with what is missing set to 0; {{1, 2}, {3}} of more than one size. `initial`: null where nothing sets them.
CppValue CppInterpreter::elements(SyntaxNode of, SyntaxNode initial, const std::vector<SyntaxNode>& sizes) {
  const Deeper deeper(*this);
  CppValue all{.kind = Kind::array};
  all.members = std::make_shared<CppMembers>();
  const auto arithmetic = of ? arithmetic_type(of) : std::string{};
  all.type = arithmetic;
  const std::vector<SyntaxNode> inner(sizes.empty() ? sizes.end() : sizes.begin() + 1, sizes.end());
  auto count = initial.children().size();
  if (!sizes.empty() && sizes.front()) {
    const auto n = integer_of(numeric(sizes.front()));
    if (!n || *n < 0) unknown(fmt::format("{} has no value here", in_one_line(sizes.front().text(), 60)));
    count = std::max(count, static_cast<std::size_t>(*n));
  }
  if (count > most_elements) unknown(fmt::format("an array of {} elements is not followed", count));
  auto& made = all.members->all;
  for (const auto& e : initial.children()) {
    CppValue value;
    try {
      const bool nested = !inner.empty() || !of || !arithmetic.empty();
      if (of && inner.empty() && structure_named(of).is(Kind::structure)) value = value_of_type(of, e, {});
      else if (e.is("initializer_list")) value = nested ? elements(of, e, inner) : literal(of, e);
      else value = evaluate(e).copied();
      if (!arithmetic.empty() && !value.is(Kind::array)) value = cpp_converted(value, arithmetic);
    } catch (Unknown& u) {
      value = CppValue::unknown(u.why);
    }
    auto element = cpp_variable(std::move(value));
    if (!element->value.is(Kind::array)) element->type = cpp_type_name(arithmetic);
    made.emplace_back(std::string{}, std::move(element));
  }
  while (made.size() < count) {
    CppValue value;
    if (!inner.empty()) value = elements(of, {}, inner);
    else if (!initial && of && arithmetic.empty()) value = value_of_type(of, {}, {});
    else if (!initial) value = CppValue::unknown("this element has no value here");
    else value = arithmetic.empty() ? value_of_type(of, {}, {}) : cpp_converted(CppValue::integer(0), arithmetic);
    auto element = cpp_variable(std::move(value));
    if (!element->value.is(Kind::array)) element->type = cpp_type_name(arithmetic);
    made.emplace_back(std::string{}, std::move(element));
  }
  return all;
}

/// A pointer to an element of an array, or behind the last.
CppValue CppInterpreter::pointer_into(const CppValue& array, std::int64_t index) {
  CppValue p{.kind = Kind::pointer, .text = array.text};
  p.members = array.members;
  p.number = index;
  p.target = element_at({.kind = Kind::array, .members = array.members}, index);
  return p;
}
CppPlace CppInterpreter::element_at(const CppValue& v, std::int64_t index) {
  if (v.is(Kind::pointer) && v.members == nullptr) return index == 0 ? v.target : nullptr;
  if (v.members == nullptr) return nullptr;
  if (v.is(Kind::pointer)) index += v.number.value_or(0);
  const auto& all = v.members->all;
  return index >= 0 && index < static_cast<std::int64_t>(all.size()) ? all[static_cast<std::size_t>(index)].second : nullptr;
}

/// int const, T*, int[3], void(int)
CppValue CppInterpreter::declared_type(SyntaxNode node) {
  auto of = type(node["type"]);
  std::string after;
  for (const auto& child : node.children())
    if (child.is("type_qualifier") && child.text() == "const") after = " const";
  for (auto d = node["declarator"]; d; d = d["declarator"]) {
    const auto kind = d.kind();
    if (kind == "abstract_pointer_declarator")
      after += d.has("const") || d.text().find("const") != std::string_view::npos ? "* const" : "*";
    else if (kind == "abstract_reference_declarator") after += d.text().starts_with("&&") ? "&&" : "&";
    else if (kind == "abstract_array_declarator") {
      const auto n = d["size"] ? integer_of(numeric(d["size"])) : std::nullopt;
      if (!n) unknown(fmt::format("{} has no value here", in_one_line(node.text(), 60)));
      after.insert(after.find_first_of("[&") == std::string::npos ? after.size() : after.find_first_of("[&"), fmt::format("[{}]", *n));
    } else unknown(fmt::format("{} is a type that is not followed", in_one_line(node.text(), 60)));
  }
  if (after.empty() || (!of.is(Kind::type) && !after.ends_with('*') && !after.ends_with(']'))) return of;
  // const T and T& of classes are followed as T.
  if (!cpp_arithmetic(canonical(of)) && after.find_first_of("*[") == std::string::npos) return of;
  if (of.is(Kind::type) && of.members != nullptr && after.find_first_of("*[") == std::string::npos) return of;
  auto made = CppValue::of_type(canonical(of) + after);
  made.assumed = of.assumed;
  return made;
}

}  // namespace app
