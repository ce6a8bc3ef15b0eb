// The places that expressions name, and what is written to them.

#include <fmt/format.h>

#include "app/document/entry_source.hpp"
#include "app/import/cpp_interpreter.hpp"

namespace app {

/// The variable that an expression names; null if it names none.
CppPlace CppInterpreter::place(SyntaxNode node) {
  const Deeper deeper(*this);
  const auto kind = node.kind();
  if (kind == "identifier") return find(node.text());
  if (kind == "qualified_identifier") return member(node);
  if (kind == "parenthesized_expression") return place(only(node));
  if (kind == "conditional_expression" && !has_effects(node)) {
    const auto c = condition(node["condition"]);
    return c.holds && c.assumed.empty() ? place(node[*c.holds ? "consequence" : "alternative"]) : nullptr;
  }
  if (kind == "field_expression") {
    auto object = place(node["argument"]);
    if (node["argument"].is("this")) object = cpp_variable(frame().self);
    if (object != nullptr && object->value.is(Kind::pointer)) object = object->value.target;
    return object != nullptr ? member_place(object->value, node["field"].text()) : nullptr;
  }
  if (kind == "subscript_expression") {
    const auto object = place(node["argument"]);
    if (object == nullptr || (!object->value.is(Kind::array) && !object->value.is(Kind::pointer))) return nullptr;
    if (object->value.is(Kind::pointer) && object->value.target == nullptr && object->value.members == nullptr) return nullptr;
    const auto indices = node["indices"].is("subscript_argument_list") ? only(node["indices"])
                         : node["indices"]                             ? node["indices"]
                                                                       : node["index"];
    const auto n = integer_of(numeric(indices));
    return n ? element_at(object->value, *n) : nullptr;
  }
  if (kind == "pointer_expression" && node.text().starts_with('*')) {
    const auto pointer = evaluate(node["argument"]);
    if (pointer.is(Kind::object) && node["argument"].is("this")) return cpp_variable(pointer);
    if (pointer.is(Kind::array) && !pointer.members->all.empty()) return pointer.members->all[0].second;
    return pointer.is(Kind::pointer) ? pointer.target : nullptr;
  }
  return nullptr;
}

/// x = v, x += v, ++x, x--
CppValue CppInterpreter::assignment(SyntaxNode node) {
  const bool update = node.is("update_expression");
  const auto sign = node["operator"].text();
  const auto left = update ? node["argument"] : node["left"], right = node["right"];
  if (!update && sign == "=") return assign(left, assigned(left, right));
  // What is changed is found once: arr[i++] += 2.
  CppPlace target;
  try {
    target = place(left);
  } catch (Unknown&) {
  }
  const Counted numbers(numeric_);
  CppValue before, after;
  try {
    before = target != nullptr ? read(*target, target->name) : numeric(left);
    if (before.is(Kind::unknown)) unknown(before.text.empty() ? fmt::format("{} has no value here", left.text()) : before.text);
    if (before.is(Kind::object)) {
      Arguments values;
      if (!update) values.push_back(argument(right));
      else if (!node.text().starts_with(sign)) values.push_back(CppValue::integer(0));
      if (auto result = overloaded(fmt::format("operator{}", sign), before, values)) return std::move(*result);
      unknown(fmt::format("{} is not followed", in_one_line(node.text(), 60)));
    }
    complete(before);
    after = combine(sign.substr(0, sign.size() - 1), before, update ? CppValue::integer(1) : numeric(right), node);
  } catch (Unknown& u) {
    after = CppValue::unknown(u.why, u.given);
    if (before.is(Kind::object)) return forget(left, u.why), after;
  }
  after = target != nullptr ? store(target, left, std::move(after)) : assign(left, std::move(after));
  return !update || node.text().starts_with(sign) ? after : before;
}

/// What is assigned by left = right.
CppValue CppInterpreter::assigned(SyntaxNode left, SyntaxNode right) {
  try {
    const auto p = left.is("identifier") ? find(left.text()) : nullptr;
    const bool counts = frame().loops > 0 && p != nullptr && p->value.is_number();
    if (right.is("initializer_list") && p != nullptr && p->value.is(Kind::object)) {
      const auto* of = instance_of({.kind = Kind::structure, .text = p->value.members->type});
      return of != nullptr ? construct(*of, right, true) : CppValue::unknown("this is not followed");
    }
    const auto value = counts ? numeric(right) : right.is("initializer_list") ? elements({}, right, {}) : evaluate(right);
    return value.copied();
  } catch (Unknown& u) {
    return CppValue::unknown(u.why, u.given);
  }
}

/// After a change that is not followed: the number, tuple, array or object that it is in has no value.
void CppInterpreter::forget(SyntaxNode changed, const std::string& why) {
  const auto root = root_of(changed);
  if (root == nullptr) return;
  // By a pointer of which it is not known where it leads: whatever has its address taken.
  const bool by_pointer =
      changed.is("pointer_expression") || changed.is("subscript_expression") || changed.text().find("->") != std::string_view::npos;
  const bool nowhere = root->value.is(Kind::unknown) || (root->value.is(Kind::pointer) && !root->value.members && !root->value.target);
  if (nowhere && by_pointer && frame().function != nullptr)
    each_below(frame().function->definition["body"], [&](SyntaxNode n) {
      if (n.is("pointer_expression") && n.text().starts_with('&'))
        if (const auto p = root_of(n["argument"]); p != nullptr && (p->value.is_number() || p->value.members != nullptr))
          write(p, CppValue::unknown(fmt::format("{} may be changed by {}", p->name, in_one_line(changed.text(), 40))));
      return false;
    });
  auto& v = root->value;
  const auto value = v.is(Kind::expression) && !v.is_number() ? entries_.value_of(v.text) : std::nullopt;
  if (v.is(Kind::expression) && !v.is_number() && !(value && std::holds_alternative<algebra::IntTuple>(*value))) return;
  if (v.is(Kind::unknown) || (v.is(Kind::pointer) && v.members == nullptr && v.target == nullptr)) return;
  write(root, CppValue::unknown(root->name.empty() ? why : fmt::format("{} is changed in a way that is not followed", root->name)));
}

/// The variable that p.m, arr[i] or get<0>(s) is in; null if there is none.
CppPlace CppInterpreter::root_of(SyntaxNode node) const {
  for (int i = 0; i < 20 && node; ++i) {
    if (node.is("identifier")) return find(node.text());
    if (node.is("call_expression")) {
      const auto callee = node["function"];
      node = callee.is("field_expression") ? callee["argument"] : only(node["arguments"]);
    } else if (node["argument"]) node = node["argument"];
    else node = only(node);
  }
  return nullptr;
}

CppValue CppInterpreter::assign(SyntaxNode left, CppValue value) {
  if (left.is("parenthesized_expression")) return assign(only(left), std::move(value));
  // get<1>(s) = 9
  if (left.is("call_expression") && without_arguments(unqualified(left["function"].text())) == "get") {
    // get<1>(get<0>(s)) is get<0, 1>(s).
    std::vector<std::int64_t> indices;
    auto inner = left;
    for (int depth = 0; depth < 20 && inner.is("call_expression"); ++depth) {
      const auto templated = inner["function"].is("template_function") ? inner["function"] : inner["function"]["name"];
      if (without_arguments(unqualified(inner["function"].text())) != "get" || !templated.is("template_function")) break;
      std::vector<std::int64_t> outer;
      for (const auto& i : templated["arguments"].children()) outer.push_back(integer_of(numeric(i)).value_or(-1));
      indices.insert(indices.begin(), outer.begin(), outer.end());
      inner = only(inner["arguments"]);
    }
    const auto object = place(inner);
    if (object == nullptr) return forget(left, "it is changed in a way that is not followed"), value;
    CppValue changed;
    const auto first = indices.empty() ? -1 : indices[0];
    if (object->value.is(Kind::array) || object->value.is(Kind::object)) {
      const auto& all = object->value.members->all;
      if (first >= 0 && first < static_cast<std::int64_t>(all.size()) && indices.size() == 1)
        write(all[static_cast<std::size_t>(first)].second, value);
      else forget(inner, "it is changed in a way that is not followed");
      return value;
    }
    if (object->value.is(Kind::expression) && value.is(Kind::expression) && first >= 0) {
      // A mode within a mode: each is replaced in the one around it.
      const auto whole = read(*object, object->name);
      std::vector<std::string> parts{operand(whole)};
      for (std::size_t i = 0; i + 1 < indices.size(); ++i) parts.push_back(fmt::format("get<{}>({})", indices[i], parts.back()));
      auto text = text_of(value);
      // What a tuple holds is as static as it was made: a number that is assigned to it is converted.
      for (std::size_t i = indices.size(); i-- > 0;) text = fmt::format("replace<{}>({}, {})", indices[i], parts[i], text);
      changed = CppValue::of(text);
      changed.assumed = assumed_of(value);
      if (!entries_.value_of(text)) changed = CppValue::unknown(fmt::format("{} is changed in a way that is not followed", object->name));
    } else {
      changed = CppValue::unknown(value.is(Kind::unknown) ? value.text
                                                          : fmt::format("{} is changed in a way that is not followed", object->name));
    }
    write(object, std::move(changed));
    return value;
  }
  // std::tie(a, b) = f()
  if (left.is("call_expression") && unqualified(left["function"].text()) == "tie") {
    const auto all = left["arguments"].children();
    const bool known = value.is(Kind::array) && value.members->all.size() == all.size();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!all[i].text().ends_with("ignore"))
        assign(all[i], known ? value.members->all[i].second->value
                       : value.is(Kind::expression)
                           ? CppValue::of(fmt::format("get<{}>({})", i, value.text))
                           : CppValue::unknown(value.text.empty() ? "it is not known what it is set to" : value.text));
    return value;
  }
  CppPlace target;
  try {
    target = place(left);
    // f(x) = 3, a.set(6).n = 12
    if (target == nullptr && (left.is("call_expression") || left.is("subscript_expression"))) target = evaluate(left).target;
    else if (const auto of = left["argument"]; target == nullptr && left.is("field_expression") && of.is("call_expression"))
      target = member_place(evaluate(of), left["field"].text());
  } catch (Unknown&) {
  }
  return store(target, left, std::move(value));
}

/// `target`: null where it is not known what `left` is.
CppValue CppInterpreter::store(const CppPlace& target, SyntaxNode left, CppValue value) {
  if (target == nullptr) {
    // arr[i] = 5 where i is not known: any of them.
    if (left.is("subscript_expression"))
      if (const auto array = place(left["argument"]); array != nullptr && array->value.is(Kind::array))
        for (const auto& [key, element] : array->value.members->all)
          write(element, CppValue::unknown(fmt::format("it is not known which element {} changes", in_one_line(left.text(), 40))));
    forget(left, "it is changed in a way that is not followed");
    return value;
  }
  const auto old = target->value;
  // An element of a tensor, or what a person has set.
  if (old.is(Kind::expression) && old.type.empty() && left.is("subscript_expression")) return value;
  if (frame().in_host && frame().function != nullptr && left.is("identifier") && entries_.setting(left.text()) != nullptr && !silent() &&
      perhaps_ == 0 && (target->latent || old.is_number()))
    return value;
  if (old.is(Kind::object)) {
    const auto* of = instance_of({.kind = Kind::structure, .text = old.members->type});
    const Instance* found = nullptr;
    // A function of its own that assigns; not one that is defaulted.
    if (!methods_named(of, "operator=", &found).empty()) {
      if (auto result = overloaded("operator=", old, {value})) return std::move(*result);
      value = CppValue::unknown(fmt::format("{} is changed in a way that is not followed", target->name));
    }
  }
  if (old.is(Kind::object) && value.is(Kind::object) && old.members->type == value.members->type) {
    for (const auto& [name, field] : value.members->all)
      if (const auto own = old.members->find(name)) write(own, field->value);
    return value;
  }
  if (!target->type.empty() && !value.is(Kind::unknown)) {
    value = number_of(std::move(value), target->type);
  }
  const bool latent = frame().in_host && value.number && !target->type.empty() && !value.is(Kind::unknown);
  write(target, value);
  if (latent) target->latent = true, target->line = left.line(), target->section = frame().section;
  return value;
}

}  // namespace app
