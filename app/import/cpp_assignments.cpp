// Lvalues of expressions, and writes to them.

#include "app/import/cpp_interpreter.hpp"

#include <array>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/row_named.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::Message;
using algebra::message;

/// get<1>(s)
bool CppInterpreter::is_get(SyntaxNode node) {
  if (!node.is("call_expression") || without_arguments(unqualified(node["function"].text())) != "get") return false;
  const auto templated = node["function"].is("template_function") ? node["function"] : node["function"]["name"];
  return templated.is("template_function") && node["arguments"].children().size() == 1;
}

/// Returns a variable for one mode of a CuTe tuple that is held in a variable.
CppPlace CppInterpreter::part_of(const CppPlace& whole, const std::vector<std::int64_t>& at) {
  auto part = cpp_variable({});
  const bool within = whole->whole != nullptr;
  part->whole = within ? whole->whole : whole;
  part->at = within ? whole->at : std::vector<std::int64_t>{};
  part->at.insert(part->at.end(), at.begin(), at.end());
  part->name = part->whole->name;
  refresh(*part);
  return part;
}

/// Updates the mode's value from the tuple.
void CppInterpreter::refresh(CppVariable& part) {
  const auto& whole = part.whole->value;
  if (!whole.is(Kind::expression)) {
    part.value = CppValue::unknown(whole.is(Kind::unknown) ? whole.why : Message());
    return;
  }
  auto text = whole.text;
  for (const auto i : part.at) text = fmt::format("get<{}>({})", i, text);
  part.value = CppValue::of(std::move(text));
  part.value.assumed = whole.assumed;
}

/// Writes a mode. A tuple keeps which of its integers are static, so an assigned number is converted.
void CppInterpreter::write_part(CppVariable& part, const CppValue& value) {
  const auto whole = part.whole;
  auto changed =
      CppValue::unknown(value.is(Kind::unknown) ? value.why : message("{} is changed in a way that is not followed", whole->name));
  if (whole->value.is(Kind::expression) && value.is(Kind::expression)) {
    // For a mode within a mode, each enclosing mode is replaced in turn, from the inside out.
    std::vector<std::string> parts{operand(whole->value)};
    for (std::size_t i = 0; i + 1 < part.at.size(); ++i) parts.push_back(fmt::format("get<{}>({})", part.at[i], parts.back()));
    auto text = text_of(value);
    for (std::size_t i = part.at.size(); i-- > 0;) text = fmt::format("replace<{}>({}, {})", part.at[i], parts[i], text);
    if (const auto now = entries_.value_of(text)) {
      changed = CppValue::of(text.size() > 400 ? algebra::to_string(*now, algebra::Marks::underscores) : text);
      changed.assumed = assumed_of(value);
      const auto before = assumed_of(whole->value);
      changed.assumed.insert(before.begin(), before.end());
    }
  }
  write(whole, std::move(changed));
  refresh(part);
}

/// Returns the variable that an expression denotes, or null.
CppPlace CppInterpreter::place(SyntaxNode node) {
  using In = CppInterpreter;
  static constexpr auto rows = std::to_array<KindRow<CppPlace>>({
      {{"identifier"}, [](In& in, SyntaxNode n) { return in.find(n.text()); }},
      {{"qualified_identifier"}, [](In& in, SyntaxNode n) { return in.member(n); }},
      {{"parenthesized_expression"}, [](In& in, SyntaxNode n) { return in.place(only(n)); }},
      {{"conditional_expression"},
       [](In& in, SyntaxNode n) -> CppPlace {
         if (in.has_effects(n)) return nullptr;
         // Different threads take different variables.
         if (const auto truth = in.tracing() ? in.truth_of(n["condition"]) : std::nullopt; truth && truth->lanes != nullptr) return nullptr;
         const auto c = in.condition(n["condition"]);
         return c.holds && c.assumed.empty() ? in.place(n[*c.holds ? "consequence" : "alternative"]) : nullptr;
       }},
      {{"field_expression"},
       [](In& in, SyntaxNode n) -> CppPlace {
         auto object = in.place(n["argument"]);
         if (n["argument"].is("this")) object = cpp_variable(in.itself());
         if (object != nullptr && object->value.is(Kind::pointer)) object = object->value.target;
         if (object == nullptr) return nullptr;
         // derived.Base::x
         if (const auto named = n["field"]; named.is("qualified_identifier") && object->value.is(Kind::object))
           return in.field_of(object->value, in.instance_of(in.scope_of(named)), unqualified(named.text()));
         return in.member_place(object->value, n["field"].text());
       }},
      {{"call_expression"},
       [](In& in, SyntaxNode n) -> CppPlace {
         const auto whole = is_get(n) ? in.place(only(n["arguments"])) : nullptr;
         if (whole == nullptr) return nullptr;
         const auto templated = n["function"].is("template_function") ? n["function"] : n["function"]["name"];
         std::vector<std::int64_t> at;
         for (const auto& i : templated["arguments"].children()) {
           const auto number = in.integer_of(in.numeric(i));
           if (!number || *number < 0) return nullptr;
           at.push_back(*number);
         }
         if (whole->value.is(Kind::array) || whole->value.is(Kind::object)) {
           const auto& all = whole->value.members->all;
           return at.size() == 1 && at[0] < static_cast<std::int64_t>(all.size()) ? all[static_cast<std::size_t>(at[0])].second : nullptr;
         }
         return whole->value.is(Kind::expression) && !whole->value.is_number() && !at.empty() ? part_of(whole, at) : nullptr;
       }},
      {{"subscript_expression"},
       [](In& in, SyntaxNode n) -> CppPlace {
         const auto object = in.place(n["argument"]);
         if (object == nullptr || (!object->value.is(Kind::array) && !object->value.is(Kind::pointer))) return nullptr;
         if (object->value.is(Kind::pointer) && object->value.target == nullptr && object->value.members == nullptr) return nullptr;
         const auto indices = n["indices"].is("subscript_argument_list") ? only(n["indices"]) : n["indices"] ? n["indices"] : n["index"];
         const auto number = in.same_for_all(in.numeric(indices));
         return number ? element_at(object->value, *number) : nullptr;
       }},
      {{"pointer_expression"},
       [](In& in, SyntaxNode n) -> CppPlace {
         if (!n.text().starts_with('*')) return nullptr;
         const auto pointer = in.evaluate(n["argument"]);
         if (pointer.is(Kind::object) && n["argument"].is("this")) return cpp_variable(pointer);
         if (pointer.is(Kind::array) && !pointer.members->all.empty()) return pointer.members->all[0].second;
         return pointer.is(Kind::pointer) ? pointer.target : nullptr;
       }},
  });
  const Deeper deeper(*this);
  const auto* row = algebra::row_named(rows, node.kind());
  return row != nullptr ? row->run(*this, node) : nullptr;
}

/// Returns the variable that an expression denotes. Null, unlike an exception of place(), if it is unknown.
CppPlace CppInterpreter::known_place(SyntaxNode node) {
  try {
    return place(node);
  } catch (Unknown&) {
    return nullptr;
  }
}

/// x = v, x += v, ++x, x--
CppValue CppInterpreter::assignment(SyntaxNode node) {
  const bool update = node.is("update_expression");
  const auto sign = node["operator"].text();
  const bool sets = operator_of(sign) == Operator::assignment;
  const auto left = update ? node["argument"] : node["left"], right = node["right"];
  // mma.accumulate_ = GMMA::ScaleOut::Zero
  if (tracing() && left.is("field_expression") && left["field"].text() == "accumulate_")
    if (const auto mma = place(left["argument"]); mma != nullptr && mma->value.is(Kind::expression)) {
      const auto adds = assigned(left, right);
      const auto n = sets && adds.is(Kind::expression) ? same_for_all(adds) : std::nullopt;
      auto with = mma->value;
      with.adds = static_cast<std::int8_t>(!n || perhaps_ > 0 ? 2 : *n != 0 ? 1 : 0);
      write(mma, std::move(with));
      return adds;
    }
  if (!update && sets) return assign(left, assigned(left, right));
  // The target is determined once, as in arr[i++] += 2.
  const auto target = known_place(left);
  const Counted numbers(numeric_);
  CppValue before, after;
  try {
    before = target != nullptr ? read(*target, target->name) : numeric(left);
    if (before.is(Kind::unknown)) unknown(before.why.empty() ? message("{} has no value here", left.text()) : before.why);
    if (before.is(Kind::object)) {
      Arguments values;
      if (!update) values.push_back(argument(right));
      else if (!node.text().starts_with(sign)) values.push_back(CppValue::integer(0));
      if (auto result = overloaded(fmt::format("operator{}", sign), before, values)) return std::move(*result);
      unknown(message("{} is not followed", in_one_line(node.text(), 60)));
    }
    complete(before);
    after = combine(operator_of(sign.substr(0, sign.size() - 1)), before, update ? CppValue::integer(1) : numeric(right), node);
  } catch (Unknown& u) {
    after = CppValue::unknown(u.why, u.given);
    if (!update) give_up(right, u.why);
    if (before.is(Kind::object)) return forget(left, u.why), after;
  }
  after = target != nullptr ? store(target, left, std::move(after)) : assign(left, std::move(after));
  return !update || node.text().starts_with(sign) ? after : before;
}

/// Returns the value that left = right assigns.
CppValue CppInterpreter::assigned(SyntaxNode left, SyntaxNode right) {
  try {
    if (auto functions = as_functions(right)) return *std::move(functions);
    const auto p = left.is("identifier") ? find(left.text()) : nullptr;
    const bool counts = frame().loops > 0 && p != nullptr && p->value.is_number();
    if (right.is("initializer_list") && p != nullptr && p->value.is(Kind::object)) {
      const auto* of = instance_of({.kind = Kind::structure, .text = p->value.members->type});
      return of != nullptr ? construct(*of, right, true) : CppValue::unknown("this is not followed");
    }
    const auto value = counts ? numeric(right) : right.is("initializer_list") ? elements({}, right, {}) : evaluate(right);
    return value.copied();
  } catch (Unknown& u) {
    give_up(right, u.why);
    return CppValue::unknown(u.why, u.given);
  }
}

/// Discards the values that an unsupported change may affect: of the number, tuple, array or object that contains the changed place.
void CppInterpreter::forget(SyntaxNode changed, const Message& why) {
  if (const auto all = named_by(changed); all.size() != 1 || all.front() != changed) {
    for (const auto& one : all) forget(one, why);
    return;
  }
  const auto root = root_of(changed);
  if (root == nullptr) return;
  // A write through a pointer with an unknown target may change any variable whose address is taken.
  const bool by_pointer =
      changed.is("pointer_expression") || changed.is("subscript_expression") || changed.text().find("->") != std::string_view::npos;
  const bool nowhere = root->value.is(Kind::unknown) || (root->value.is(Kind::pointer) && !root->value.members && !root->value.target);
  if (nowhere && by_pointer && frame().function != nullptr)
    each_below(frame().function->definition["body"], [&](SyntaxNode n) {
      if (n.is("pointer_expression") && n.text().starts_with('&'))
        if (const auto p = root_of(n["argument"]); p != nullptr && (p->value.is_number() || p->value.members != nullptr))
          write(p, CppValue::unknown(message("{} may be changed by {}", p->name, in_one_line(changed.text(), 40))));
      return false;
    });
  auto& v = root->value;
  const auto value = v.is(Kind::expression) && !v.is_number() ? entries_.value_of(v.text) : std::nullopt;
  if (v.is(Kind::expression) && !v.is_number() && !(value && std::holds_alternative<algebra::IntTuple>(*value))) return;
  if (v.is(Kind::unknown) || (v.is(Kind::pointer) && v.members == nullptr && v.target == nullptr)) return;
  write(root, CppValue::unknown(root->name.empty() ? why : message("{} is changed in a way that is not followed", root->name)));
}

/// Returns the expressions that an lvalue may stand for: a and b for c ? a : b, and the arguments of f(a, b), which may return a reference
/// to one of them.
std::vector<SyntaxNode> CppInterpreter::named_by(SyntaxNode node) const {
  const auto inner = node.is("pointer_expression") && node.text().starts_with('*') ? node["argument"] : node;
  if (inner.is("parenthesized_expression")) return named_by(only(inner));
  if (inner.is("conditional_expression")) return {inner["consequence"], inner["alternative"]};
  if (!inner.is("call_expression") || is_get(inner) || function_named(inner["function"].text()) == nullptr) return {node};
  return inner["arguments"].children();
}

/// Returns the variable that contains p.m, arr[i] or get<0>(s), or null.
CppPlace CppInterpreter::root_of(SyntaxNode node) const {
  for (int i = 0; i < 20 && node; ++i) {
    if (node.is("identifier")) return find(node.text());
    if (node.is("call_expression")) {
      const auto callee = node["function"];
      // C(i) = v changes C, not i.
      if (const auto p = callee.is("identifier") ? find(callee.text()) : nullptr; p != nullptr && !p->value.is(Kind::lambda)) return p;
      node = callee.is("field_expression") ? callee["argument"] : only(node["arguments"]);
    } else if (node["argument"]) node = node["argument"];
    else node = only(node);
  }
  return nullptr;
}

/// Returns the variable that an assignment to an expression changes: for p.m, arr[i] or get<0>(s) the whole object. Null for elements of
/// tensors and for memory behind pointers, as the pointer itself does not change.
CppPlace CppInterpreter::changed_by(SyntaxNode node) const {
  bool is_led_to = false;
  for (int i = 0; i < 20 && node; ++i) {
    if (node.is("identifier")) {
      auto p = find(node.text());
      const bool leads = p != nullptr && p->value.is(Kind::pointer) && p->value.members == nullptr && p->value.target == nullptr;
      return is_led_to && leads ? nullptr : p;
    }
    is_led_to = is_led_to || node.is("subscript_expression") || (node.is("pointer_expression") && node.text().starts_with('*')) ||
                (node.is("field_expression") && node["operator"].text() == "->");
    if (node.is("call_expression")) {
      const auto callee = node["function"];
      if (const auto p = callee.is("identifier") ? find(callee.text()) : nullptr; p != nullptr && p->of_cute) return nullptr;
      node = callee.is("field_expression") ? callee["argument"] : only(node["arguments"]);
    } else if (node["argument"]) node = node["argument"];
    else node = only(node);
  }
  return nullptr;
}

CppValue CppInterpreter::assign(SyntaxNode left, CppValue value) {
  if (left.is("parenthesized_expression")) return assign(only(left), std::move(value));
  // std::tie(a, b) = f()
  if (left.is("call_expression") && unqualified(left["function"].text()) == "tie") {
    const auto all = left["arguments"].children();
    const bool known = value.is(Kind::array) && value.members->all.size() == all.size();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!all[i].text().ends_with("ignore"))
        assign(all[i], known ? value.members->all[i].second->value
                       : value.is(Kind::expression)
                           ? CppValue::of(fmt::format("get<{}>({})", i, value.text))
                           : CppValue::unknown(value.why.empty() ? Message("the assigned value is not known") : value.why));
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

/// Writes a value to `target`; null: it is unknown which variable `left` denotes.
CppValue CppInterpreter::store(const CppPlace& target, SyntaxNode left, CppValue value) {
  if (target == nullptr) {
    // arr[i] = 5 with an unknown i may change any element.
    if (left.is("subscript_expression"))
      if (const auto array = known_place(left["argument"]); array != nullptr && array->value.is(Kind::array))
        for (const auto& [key, element] : array->value.members->all)
          write(element, CppValue::unknown(message("it is not known which element {} changes", in_one_line(left.text(), 40))));
    forget(left, "it is changed in a way that is not supported");
    return value;
  }
  const auto old = target->value;
  // An element of a tensor is no variable, and a number that the user has set keeps its value.
  if (old.is(Kind::expression) && old.type.empty() && left.is("subscript_expression")) return value;
  if (frame().in_host && frame().function != nullptr && left.is("identifier") && entries_.setting(left.text()) != nullptr && !silent() &&
      perhaps_ == 0 && (target->latent || old.is_number()))
    return value;
  if (old.is(Kind::object)) {
    const auto* of = seen_as(old);
    const Instance* found = nullptr;
    // A user-defined operator=, but not a defaulted one.
    if (!methods_named(of, "operator=", &found).empty()) {
      if (auto result = overloaded("operator=", old, {value})) return std::move(*result);
      value = CppValue::unknown(message("{} is changed in a way that is not followed", target->name));
    }
  }
  if (old.is(Kind::object) && value.is(Kind::object)) {
    // An assignment through a base changes only the members of that base.
    const auto *to = seen_as(old), *from = instance_of({.kind = Kind::structure, .text = value.members->type});
    if (to == nullptr || from == nullptr || (to != from && !derives(*from, to->key)))
      return forget(left, "it is changed in a way that is not supported"), value;
    const auto part = as_base(value, *to, false);
    for (std::size_t i = 0; i < part.members->all.size(); ++i) {
      const auto& [name, field] = part.members->all[i];
      if (old.members->references.contains(name)) continue;
      auto base = as_base(old, *to, true);
      if (old.members->all.size() == part.members->all.size()) write(old.members->all[i].second, field->value);
      else if (const auto own = field_of(base, to, name)) write(own, field->value);
    }
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
