// Parameter packs and their expansion.

#include "app/import/cpp_interpreter.hpp"

namespace app {

using algebra::message;

/// Expands a pattern, such as Int<I + 1>{}..., for each element of its packs. `types`: the pattern is a type.
CppInterpreter::Arguments CppInterpreter::expanded(SyntaxNode pattern, bool types) {
  std::map<std::string, CppValue> packs;
  each_below(pattern, [&](SyntaxNode n) {
    if (n.is("identifier") || n.is("type_identifier"))
      if (const auto p = find(n.text()); p != nullptr && p->value.is_pack()) packs.emplace(std::string(n.text()), p->value);
    return n.is("parameter_pack_expansion") || n.text().starts_with("sizeof...");
  });
  if (packs.empty()) unknown(message("{}... is not followed", in_one_line(pattern.text(), 60)));
  const auto count = packs.begin()->second.members->all.size();
  // A template that passes a pack on twice doubles it with each call.
  constexpr std::size_t most = 256;
  if (count > most) unknown(message("a pack of {} elements is not followed", count));
  entries_.count(count);
  Arguments all;
  for (std::size_t i = 0; i < count; ++i) {
    auto& scope = frame().scopes.emplace_back();
    for (const auto& [n, pack] : packs) {
      if (pack.members->all.size() != count) unknown(message("the packs in {} differ in size", in_one_line(pattern.text(), 60)));
      scope[n] = pack.members->all[i].second;
    }
    try {
      all.push_back(types ? argument(pattern) : evaluate(pattern));
    } catch (Unknown&) {
      frame().scopes.pop_back();
      throw;
    }
    frame().scopes.pop_back();
  }
  return all;
}

/// (args + ...), (1 * ... * args), (f(args), ...)
CppValue CppInterpreter::folded(SyntaxNode node) {
  const auto by = node["operator"] ? operator_of(node["operator"].text()) : Operator::comma;
  bool has_pack = false;
  const auto of_side = [&](SyntaxNode side) -> Arguments {
    if (!side || side.text() == "...") return {};
    bool pack = false;
    each_below(side, [&](SyntaxNode n) {
      if (n.is("identifier") || n.is("type_identifier"))
        if (const auto p = find(n.text()); p != nullptr && p->value.is_pack()) pack = true;
      return pack;
    });
    has_pack = pack;
    return pack ? expanded(side) : Arguments{evaluate(side)};
  };
  const auto first = of_side(node["left"]);
  const bool to_the_right = has_pack;
  auto all = first;
  for (auto& v : of_side(node["right"])) all.push_back(std::move(v));
  if (all.empty()) {
    if (is_logical(by)) return CppValue::integer(by == Operator::both ? 1 : 0, "bool");
    if (by == Operator::comma) return CppValue::pointer_to("");
    unknown("an empty fold has no value");
  }
  if (by == Operator::comma) return all.back();
  // (a - ...) is a1 - (a2 - a3), (... - a) is (a1 - a2) - a3.
  auto result = to_the_right ? all.back() : all.front();
  for (std::size_t i = 1; i < all.size(); ++i)
    result = to_the_right ? combine(by, bracketed(all[all.size() - 1 - i]), bracketed(result), node)
                          : combine(by, bracketed(result), bracketed(all[i]), node);
  return result;
}

/// Returns a value with parentheses where it needs them as an operand.
CppValue CppInterpreter::bracketed(CppValue v) {
  if (v.is(Kind::expression)) v.text = operand(v);
  return v;
}

}  // namespace app
