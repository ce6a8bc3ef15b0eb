// Arrays of the program: their elements, pointers to them, and types with declarators.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace app {

using algebra::message;
namespace {

constexpr std::size_t most_elements = 4096;

}  // namespace

/// Binds int a[3] = {1, 2} as an array. Returns false for T smem[128], which is only a pointer to memory.
bool CppInterpreter::array(std::string_view n, SyntaxNode of, const std::vector<SyntaxNode>& sizes, SyntaxNode init) {
  const auto arithmetic = arithmetic_type(of);
  const bool of_objects = arithmetic.empty() && structure_named(of).is(Kind::structure);
  if (!init.is("initializer_list") &&
      ((arithmetic.empty() && !of_objects) || (frame().function == nullptr && frame().instance == nullptr) || !frame().in_host))
    return false;
  // Arrays in structures are mostly memory of a kernel.
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

/// Returns the array of {1, 2, 3} with missing elements set to 0, or of {{1, 2}, {3}} with several dimensions. `initial`: null without
/// initial values; `of`: null if the element type is not given.
CppValue CppInterpreter::elements(SyntaxNode of, SyntaxNode initial, const std::vector<SyntaxNode>& sizes) {
  const Deeper deeper(*this);
  CppValue all{.kind = Kind::array};
  all.members = std::make_shared<CppMembers>();
  const auto arithmetic = of ? arithmetic_type(of) : std::string{};
  all.type = arithmetic;
  auto& made = all.members->all;
  const auto& given = initial.children();
  if (!of) {
    for (const auto& e : given) {
      if (made.size() >= most_elements) unknown(message("an array of {} elements is not followed", given.size()));
      CppValue value;
      try {
        value = e.is("initializer_list") ? elements({}, e, {}) : evaluate(e).copied();
      } catch (Unknown& u) {
        value = CppValue::unknown(u.why);
      }
      made.emplace_back(std::string{}, cpp_variable(std::move(value)));
    }
    return all;
  }
  const std::vector<SyntaxNode> inner(sizes.empty() ? sizes.end() : sizes.begin() + 1, sizes.end());
  auto count = given.size();
  if (!sizes.empty() && sizes.front()) {
    const auto n = integer_of(numeric(sizes.front()));
    if (!n || *n < 0) unknown_here(sizes.front());
    count = static_cast<std::size_t>(*n);
  } else if (!inner.empty() && !given.empty() && !given.front().is("initializer_list")) {
    const auto each = count_of(elements(of, {}, inner));
    count = each > 0 ? (count + static_cast<std::size_t>(each) - 1) / static_cast<std::size_t>(each) : 0;
  }
  if (count > most_elements) unknown(message("an array of {} elements is not followed", count));
  while (made.size() < count) {
    CppValue value;
    if (!inner.empty()) value = elements(of, {}, inner);
    else if (arithmetic.empty()) try {
        value = value_of_type(of, {}, {});
      } catch (Unknown& u) {
        value = CppValue::unknown(u.why);
      }
    else value = CppValue::unknown("this element has no value here");
    auto element = cpp_variable(std::move(value));
    if (!element->value.is(Kind::array)) element->type = cpp_type_name(arithmetic);
    made.emplace_back(std::string{}, std::move(element));
  }
  if (initial) {
    std::size_t next = 0;
    // std::array<int, 2>{{1, 2}}
    const bool twice = given.size() == 1 && given[0].is("initializer_list") && inner.empty() &&
                       (arithmetic.empty() ? only(given[0]).is("initializer_list") : given[0].children().size() > 1 || count > 1);
    aggregate(all, twice ? given[0].children() : given, next);
  }
  return all;
}

/// Initializes the members of an object or the elements of an array from a list by C++'s rules for aggregates: a nested aggregate without
/// braces of its own takes its values from the list, and members without an initial value become 0.
void CppInterpreter::aggregate(const CppValue& whole, const std::vector<SyntaxNode>& list, std::size_t& next) {
  const Deeper deeper(*this);
  const auto& all = whole.members->all;
  std::vector<bool> done(all.size());
  const bool designated = next < list.size() && list[next].is("initializer_pair");
  for (std::size_t at = 0; next < list.size() && (designated || at < all.size()); ++at) {
    auto value = list[next];
    if (value.is("initializer_pair")) {
      const auto by = only(value["designator"]);
      if (whole.is(Kind::array)) at = static_cast<std::size_t>(integer_of(numeric(by)).value_or(-1));
      else at = static_cast<std::size_t>(std::ranges::find_if(all, [&](const auto& m) { return m.first == by.text(); }) - all.begin());
      if (at >= all.size()) unknown(message("there is no member {}", by.text()));
      value = value["value"];
      ++next;
      std::size_t first = 0;
      set_member(whole, at, {value}, first);
    } else {
      if (at >= all.size()) unknown("a list has too many values");
      set_member(whole, at, list, next);
    }
    done[at] = true;
  }
  std::set<std::string, std::less<>> set;
  for (std::size_t at = 0; at < all.size(); ++at)
    if (done[at]) set.insert(all[at].first);
  // A member without an initializer of its own is 0.
  const auto* made_of = seen_as(whole);
  const auto has_initial = [&](std::size_t at) {
    return made_of != nullptr && std::ranges::any_of(made_of->fields, [&](const auto& f) { return f.name == all[at].first && f.initial; });
  };
  for (std::size_t at = 0; at < all.size(); ++at)
    if (!done[at] && !has_initial(at)) set_zero(*all[at].second);
  if (made_of != nullptr) set_defaults(*made_of, whole, set);
}

void CppInterpreter::set_zero(CppVariable& v) {
  if (v.value.is(Kind::array) || v.value.is(Kind::object)) {
    const auto* made = seen_as(v.value);
    const Instance* found = nullptr;
    // A structure with a constructor has been initialized by it.
    if (made != nullptr && !methods_named(made, made->family->name, &found).empty()) return;
    for (const auto& [name, member] : v.value.members->all)
      if (!v.value.members->references.contains(name)) set_zero(*member);
  } else if (v.value.is(Kind::unknown) && !v.type.empty()) v.value = cpp_converted(CppValue::integer(0), v.type);
}

/// Initializes one member with the values of the list from `next` on.
void CppInterpreter::set_member(const CppValue& whole, std::size_t at, const std::vector<SyntaxNode>& list, std::size_t& next) {
  auto& [name, field] = whole.members->all[at];
  const auto value = list[next];
  const bool braces = value.is("initializer_list");
  if (whole.members->references.contains(name)) {
    ++next;
    const auto shared = place(braces ? only(value) : value);
    if (shared == nullptr) unknown(message("the object that {} refers to is not known", name));
    field = shared;
    return;
  }
  const auto* made = seen_as(field->value);
  const Instance* found = nullptr;
  if (braces) {
    ++next;
    const auto& inner = value.children();
    if (made != nullptr) field->value = construct(*made, value, true);
    else if (field->value.is(Kind::array)) {
      std::size_t first = 0;
      aggregate(field->value, inner, first);
      if (first < inner.size()) unknown(message("{} has more values than {} has elements", in_one_line(value.text(), 60), name));
    } else if (inner.empty()) set_zero(*field);
    else if (inner.size() == 1)
      field->value = field->type.empty() ? argument(inner[0]).copied() : number_of(argument(inner[0]), field->type);
    else if (field->type.empty()) field->value = elements({}, value, {});
    else unknown(message("{} is more than one value", in_one_line(value.text(), 60)));
    return;
  }
  if (made != nullptr || field->value.is(Kind::array)) {
    if (made != nullptr) {
      const bool effects = has_effects(value);
      const auto v = argument(value);
      const auto* from = v.is(Kind::object) ? instance_of({.kind = Kind::structure, .text = v.members->type}) : nullptr;
      if (from != nullptr && (from == made || derives(*from, made->key))) {
        ++next;
        field->value = as_base(v, *made, false);
        return;
      }
      if (effects || v.is(Kind::unknown) || !methods_named(made, made->family->name, &found).empty()) {
        ++next;
        field->value =
            CppValue::unknown(message("the conversion of {} to {} is not supported", in_one_line(value.text(), 60), made->family->name));
        return;
      }
    }
    const auto v = value.is("identifier") ? argument(value) : CppValue{};
    if (v.is(Kind::array) && field->value.is(Kind::array)) {
      ++next;
      field->value = v.copied();
      return;
    }
    return aggregate(field->value, list, next);
  }
  ++next;
  auto v = argument(value);
  if (field->value.is(Kind::pointer) && v.is(Kind::array)) v = pointer_into(v, 0);
  if (!field->type.empty() && !v.is(Kind::unknown)) v = number_of(std::move(v), field->type);
  field->value = v.copied();
}

/// Returns a pointer to an element of an array, or past its end.
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
  std::string after = has_specifier(node, "const") ? " const" : "";
  for (auto d = node["declarator"]; d; d = d["declarator"]) {
    const auto kind = d.kind();
    if (kind == "abstract_pointer_declarator")
      after += d.has("const") || d.text().find("const") != std::string_view::npos ? "* const" : "*";
    else if (kind == "abstract_reference_declarator") after += d.text().starts_with("&&") ? "&&" : "&";
    else if (kind == "abstract_array_declarator") {
      const auto n = d["size"] ? integer_of(numeric(d["size"])) : std::nullopt;
      if (!n) unknown_here(node);
      after.insert(after.find_first_of("[&") == std::string::npos ? after.size() : after.find_first_of("[&"), fmt::format("[{}]", *n));
    } else unknown(message("the type {} is not supported", in_one_line(node.text(), 60)));
  }
  if (after.empty() || (!of.is(Kind::type) && !after.ends_with('*') && !after.ends_with(']'))) return of;
  // const T and T& of a class are treated as T.
  if (!cpp_arithmetic(canonical(of)) && after.find_first_of("*[") == std::string::npos) return of;
  if (of.is(Kind::type) && of.members != nullptr && after.find_first_of("*[") == std::string::npos) return of;
  auto made = CppValue::of_type(canonical(of) + after);
  made.assumed = of.assumed;
  return made;
}

}  // namespace app
