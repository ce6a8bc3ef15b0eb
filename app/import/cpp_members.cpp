// Members and elements of objects, and how many bytes they take.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/layout/rounding.hpp"
#include "algebra/text/row_named.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;
namespace {

/// Types of arrays that a member may have, with the least alignment of their elements in bytes.
struct StoredArray {
  std::string_view name;
  std::int64_t alignment;
};
constexpr std::array<StoredArray, 3> stored_arrays{{{"array", 1}, {"ArrayEngine", 16}, {"array_aligned", 16}}};

/// Returns 0, 1, 2 for x, y, z.
std::optional<int> axis_named(std::string_view name) {
  return name.size() == 1 && name[0] >= 'x' && name[0] <= 'z' ? std::optional(name[0] - 'x') : std::nullopt;
}

}  // namespace

CppValue CppInterpreter::size_of(SyntaxNode node) {
  const bool pack = node.text().starts_with("sizeof...") || node.text().starts_with("sizeof ...");
  if (pack) {
    const auto p = find(node["value"] ? node["value"].text() : only(node).text());
    if (p == nullptr || !p->value.is(Kind::array)) unknown_here(node);
    return CppValue::integer(static_cast<std::int64_t>(p->value.members->all.size()), "unsigned long");
  }
  CppValue of;
  if (const auto t = node["type"]) {
    const auto all = template_arguments(node);
    if (all.size() != 1) unknown_here(node);
    of = all.front();
    if (of.is(Kind::unknown)) unknown(of.why);
  } else {
    auto inner = node["value"];
    while (inner.is("parenthesized_expression")) inner = only(inner);
    // The grammar parses sizeof(P) as sizeof of a variable P.
    of = structure_named(inner);
    if (!of.is(Kind::structure)) of = !arithmetic_type(inner).empty() ? CppValue::of_type(arithmetic_type(inner)) : evaluate(inner);
  }
  std::int64_t alignment = 1;
  if (node.is("alignof_expression")) {
    if (!bytes_of(type_of(of), &alignment)) unknown_here(node);
    return CppValue::integer(alignment, "unsigned long");
  }
  // sizeof(make_tensor_like(t)) is the size of the tensor's registers.
  if (const auto v = of.is(Kind::expression) ? entries_.value_of(of.text) : std::nullopt)
    if (const auto* t = std::get_if<algebra::Tensor>(&*v); t != nullptr && t->type)
      return CppValue::integer(algebra::cosize(t->layout) * algebra::element_bits(*v) / 8, "unsigned long");
  // Includes the terminating 0. Escapes and prefixes would change the size.
  if (of.is(Kind::string) && of.text.starts_with('"') && of.text.ends_with('"') && of.text.find('\\') == std::string::npos &&
      std::ranges::count(of.text, '"') == 2)
    return CppValue::integer(static_cast<std::int64_t>(of.text.size()) - 1, "unsigned long");
  if (of.is(Kind::string)) unknown_here(node);
  if (of.is(Kind::array) && !of.type.empty()) {
    const auto each = bytes_of(CppValue::of_type(of.type), &alignment);
    if (each) return CppValue::integer(*each * count_of(of), "unsigned long");
  }
  const auto bytes = bytes_of(type_of(of), &alignment);
  if (!bytes) unknown_here(node);
  return CppValue::integer(*bytes, "unsigned long");
}

/// Returns C<4>::value as a plain number, which is not a static constant any more.
CppValue CppInterpreter::plain_value(CppValue constant) {
  if (constant.is(Kind::type)) constant.kind = Kind::expression;
  if (!constant.is(Kind::expression) || !constant.type.empty()) return constant;
  const auto value = entries_.value_of(constant.text);
  const auto* tuple = value ? std::get_if<algebra::IntTuple>(&*value) : nullptr;
  if (tuple == nullptr || !tuple->is_integer()) return constant;
  auto assumed = assumed_of(constant);
  auto plain =
      CppValue::integer(tuple->integer().value, tuple->integer().value == static_cast<int>(tuple->integer().value) ? "int" : "long");
  if (numeric_ == 0 && !silent()) plain.text = fmt::format("({}) * 1", constant.text);
  plain.assumed = std::move(assumed);
  return plain;
}

/// Returns how many numbers an array has, including nested arrays.
std::int64_t CppInterpreter::count_of(const CppValue& v) {
  if (!v.is(Kind::array)) return 1;
  std::int64_t all = 0;
  for (const auto& [key, element] : v.members->all) all += count_of(element->value);
  return all;
}

/// Returns the size of a type and sets its alignment; nullopt if they are unknown.
std::optional<std::int64_t> CppInterpreter::bytes_of(const CppValue& of, std::int64_t* alignment) {
  const auto plain = [&](std::int64_t n) {
    *alignment = n;
    return n;
  };
  if (const auto* made = instance_of(of)) {
    // Bases in other files and alignas change the size in ways that are not visible here.
    if (!made->unread_base.empty() || made->body->node.text().find("alignas") != std::string_view::npos) return std::nullopt;
    std::int64_t size = 0, most = 1;
    const auto object = default_object(*made);
    for (const auto& [name, field] : object.members->all) {
      const auto& v = field->value;
      std::int64_t own = 1, count = 1;
      std::optional<std::int64_t> bytes;
      if (!field->type.empty()) bytes = bytes_of(CppValue::of_type(field->type), &own);
      else if (v.is(Kind::object)) bytes = bytes_of(type_of(v), &own);
      else if (v.is(Kind::array) && !v.type.empty()) bytes = bytes_of(CppValue::of_type(v.type), &own), count = count_of(v);
      else if (const auto* stored = v.is(Kind::pointer) && v.number ? algebra::row_named(stored_arrays, v.type) : nullptr) {
        if (const auto element = bytes_of(CppValue::of_type(v.text), &own))
          bytes = *element * *v.number, own = std::max(own, stored->alignment);
      }
      if (!bytes) return std::nullopt;
      size = algebra::round_up(size, own) + *bytes * count;
      most = std::max(most, own);
    }
    *alignment = most;
    return std::max<std::int64_t>(algebra::round_up(size, most), 1);
  }
  if (!of.is(Kind::type) && !of.is(Kind::expression)) return std::nullopt;
  const auto text = entries_.resolved(of.text);
  if (text.ends_with('*')) return plain(8);
  if (text.ends_with('&')) return bytes_of(CppValue::of_type(text.substr(0, text.find_last_not_of('&') + 1)), alignment);
  if (text.ends_with(" const")) return bytes_of(CppValue::of_type(text.substr(0, text.size() - 6)), alignment);
  if (text.ends_with(']')) {
    const auto at = text.find('[');
    auto bytes = bytes_of(CppValue::of_type(text.substr(0, at)), alignment);
    for (auto i = at; bytes && i < text.size(); i = text.find(']', i) + 1) *bytes *= std::stoll(text.substr(i + 1));
    return bytes;
  }
  if (const auto is = cpp_arithmetic(text)) return plain(is->bits / 8);
  const auto value = entries_.value_of(is_template(text) ? text + "{}" : text);
  if (!value) return std::nullopt;
  if (const auto* t = std::get_if<algebra::ElementType>(&*value)) return plain((t->bits + 7) / 8);
  // A static constant is an empty class.
  if (const auto* t = std::get_if<algebra::IntTuple>(&*value); t != nullptr && t->is_integer() && t->integer().is_static) return plain(1);
  return std::nullopt;
}

CppValue CppInterpreter::field(SyntaxNode node) {
  const auto object = node["argument"], member_node = node["field"];
  if (object.is("identifier") && is_built_in(object.text())) {
    std::string usual = object.text().ends_with("Dim") ? "1" : "0";
    bool is_size = object.text().ends_with("Dim");
    if (object.text() == "blockDim") {
      const auto* size = block_size_ ? std::get_if<algebra::IntTuple>(&*block_size_) : nullptr;
      const int mode = axis_named(member_node.text()).value_or(2);
      is_size = size == nullptr;
      if (size == nullptr) usual = mode == 0 ? "128" : "1";
      else if (size->is_integer()) usual = mode == 0 ? std::to_string(size->integer().value) : "1";
      else if (mode < size->rank() && size->mode(mode).is_integer()) usual = std::to_string(size->mode(mode).integer().value);
    }
    auto v = CppValue::of(given(fmt::format("{}.{}", object.text(), member_node.text()), usual, node.line(), is_size), "unsigned int");
    complete(v);
    return numeric_ > 0 && v.number ? plain_number(v, *v.number) : v;
  }
  if (const auto p = place(node)) {
    auto& field_variable = *p;
    // binfo.seqlen_q, computed from run-time input, is a size that the program receives.
    const bool is_size = !frame().in_host && names_size(member_node.text());
    if (field_variable.value.is(Kind::unknown) && (field_variable.value.given || is_size) && !field_variable.type.empty()) {
      auto v = CppValue::of(given(in_one_line(node.text(), 60), usual_number(member_node.text()), node.line(), true), field_variable.type);
      complete(v);
      return v;
    }
    auto v = read(field_variable, member_node.text());
    if (v.is(Kind::unknown)) unknown(v.why.empty() ? message("{} has no value here", in_one_line(node.text(), 60)) : v.why);
    return v;
  }
  // p.Static, a static member of the object's class.
  if (const auto owner = place(object)) {
    if (const auto* made = seen_as(owner->value))
      if (const auto p = member_of(*made, member_node.text())) return read(*p, member_node.text());
    // params.seqlen_q: a size that the program receives.
    const auto& v = owner->value;
    if (v.is(Kind::unknown) && v.given && member_node.is("field_identifier") && names_size(member_node.text())) {
      auto size = CppValue::of(
          given(fmt::format("{}.{}", object.text(), member_node.text()), usual_number(member_node.text()), node.line(), true), "int");
      complete(size);
      return size;
    }
    if (const auto axis = axis_named(member_node.text()); axis && v.is(Kind::expression)) {
      auto part = CppValue::of(fmt::format("get<{}>({})", *axis, v.text));
      part.assumed = v.assumed;
      return part;
    }
  }
  if (member_node.text() == "value") return plain_value(evaluate(object));
  if (object.is("call_expression") || object.is("compound_literal_expression")) {
    const auto v = evaluate(object);
    if (const auto p = member_place(v, member_node.text())) return read(*p, member_node.text());
  }
  unknown_here(node);
}

CppValue CppInterpreter::subscript(SyntaxNode node) {
  if (auto v = gathered(node)) return std::move(*v);
  if (const auto p = place(node)) {
    auto v = read(*p, p->name.empty() ? "element" : p->name);
    if (v.is(Kind::unknown)) unknown(v.why.empty() ? message("{} has no value here", in_one_line(node.text(), 60)) : v.why);
    return v;
  }
  const auto object = evaluate(node["argument"]);
  if ((object.is(Kind::array) || object.is(Kind::pointer)) && object.members != nullptr) {
    const auto indices = node["indices"];
    if (const auto n = same_for_all(numeric(indices.is("subscript_argument_list") ? only(indices) : indices)))
      if (const auto p = element_at(object, *n)) return read(*p, "element");
  }
  if (object.is(Kind::object)) {
    const auto indices = node["indices"];
    const auto index = evaluate(indices.is("subscript_argument_list") ? only(indices) : indices);
    if (auto result = overloaded("operator[]", object, {index})) return std::move(*result);
  }
  unknown(message("{} is known only when the program runs", in_one_line(node.text(), 60)));
}

}  // namespace app
