#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/pointers.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/language/words.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/row_named.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Names of CuTe's that are marks of the language.
struct CuteMark {
  std::string_view name, mark;
};
constexpr auto cute_marks = std::to_array<CuteMark>({{"Underscore", "_"}, {"_", "_"}, {"X", "X"}});

/// Returns whether a text needs parentheses next to an operator.
bool has_operator(std::string_view text) {
  for (algebra::Cursor cursor(text); !cursor.done(); cursor.step())
    if (const auto rest = cursor.rest();
        cursor.depth() == 0 && rest.size() > 1 && rest[0] == ' ' && std::string_view("+-*/%=").find(rest[1]) != std::string_view::npos)
      return true;
  return false;
}

}  // namespace

/// Evaluates an expression whose value may be unknown. Throws Unknown if it could not be run to its end.
CppValue CppInterpreter::perform(SyntaxNode node) {
  const Deeper deeper(*this);
  constexpr int a_step = 64;  // the steps of a statement count this many evaluations as one
  if (++evaluations_ % a_step == 0) entries_.count(1);
  if (evaluated_.first && evaluated_.first == node) return std::exchange(evaluated_, {}).second;
  return evaluate_of(node);
}

CppValue CppInterpreter::evaluate(SyntaxNode node) {
  auto value = perform(node);
  if (value.is(Kind::unknown)) unknown(value.why.empty() ? Message("this has no value here") : value.why, value.given);
  if (value.text.size() > longest) unknown("the expression is too long");
  return value;
}

std::string CppInterpreter::expression(SyntaxNode node) { return text_of(evaluate(node)); }

/// Evaluates an expression to a number, if possible, instead of a formula of entries.
CppValue CppInterpreter::numeric(SyntaxNode node) {
  const Counted numbers(numeric_);
  if (node.is("condition_clause")) return numeric(node["value"]);
  auto value = evaluate(node);
  if (!value.number && value.is(Kind::expression))
    if (const auto n = entries_.integer_of(value.text)) return plain_number(value, *n);
  return value;
}

std::string CppInterpreter::text_of(const CppValue& v) {
  if (is_lost(v)) unknown(message("its value for other threads is not known"));
  switch (v.kind) {
    case Kind::expression: return is_table(v) ? text_by_thread(v) : numeric_ == 0 ? with_suffix(v.text, v.type) : v.text;
    case Kind::type: return v.text;
    case Kind::pointer: return v.pointer.empty() ? "ptr" : v.pointer;
    case Kind::real: unknown(message("{} is not an integer", v.real));
    case Kind::structure: unknown(message("{} is a type", v.text));
    case Kind::functions: unknown(message("{} is a function", v.text));
    case Kind::lambda: unknown("a lambda has no value here");
    case Kind::object: unknown(message("an object of {} is not a layout", v.members->type));
    case Kind::string: unknown("a string is not a layout");
    case Kind::array: {
      if (!v.text.empty() || (!v.members->all.empty() && !v.members->all[0].second->value.is(Kind::expression))) return "ptr";
      std::string all;
      for (const auto& [name, element] : v.members->all) all += (all.empty() ? "" : ", ") + text_of(read(*element, name));
      return fmt::format("({})", all);
    }
    case Kind::unknown: break;
  }
  unknown(v.why);
}

std::string CppInterpreter::list(SyntaxNode arguments) {
  std::string text;
  for (const auto& v : evaluated(arguments)) {
    text += (text.empty() ? "" : ", ") + text_of(v);
    if (text.size() > longest) unknown("the expression is too long");
  }
  return text;
}

/// Returns a variable's value for use in an expression.
CppValue CppInterpreter::read(CppVariable& v, std::string_view name) {
  if (v.latent) {
    // An assumed value must be listed as an entry, whatever uses it.
    if ((numeric_ > 0 || silent()) && v.value.number && !v.value.given) return v.value;
    if (!silent() || v.value.given) use_number(v, std::string(name));
  }
  if (numeric_ > 0 && v.value.number && v.value.is(Kind::expression) && !is_lost(v.value)) {
    auto number = CppValue::integer(*v.value.number, v.value.type);
    number.assumed = assumed_of(v.value);
    return with_lanes(std::move(number), lanes_of(v.value));
  }
  return v.value;
}

CppValue CppInterpreter::name(SyntaxNode node) {
  const auto text = node.text();
  if (const auto b = find(text)) {
    auto v = read(*b, text);
    if (v.is(Kind::unknown)) unknown(v.why.empty() ? message("{} has no value here", text) : v.why);
    return v;
  }
  if (const auto* row = algebra::row_named(cute_marks, text)) return CppValue::of(std::string(row->mark));
  const bool constant = text.size() > 1 && text[0] == '_' && algebra::is_digit(text[1]);
  if (constant || algebra::expression::is_word(text) || algebra::is_atom_name(text)) return CppValue::of(std::string(text));
  if (function_named(text) != nullptr) return {.kind = Kind::functions, .text = std::string(text), .node = node};
  // An unsupported instruction, such as SM90_TMA_LOAD.
  if (text.size() > 4 && text.starts_with("SM") && algebra::is_digit(text[2])) unknown(message("{} is not supported yet", text));
  if (const auto nearest = node.is("type_identifier") ? algebra::expression::nearest_element_type(text) : std::string_view{};
      !nearest.empty())
    unknown(message("{} has no value here; the nearest type is {}", text, nearest));
  unknown(message("{} has no value here", text));
}

/// Evaluates expressions by the grammar's kinds.
struct CppInterpreter::Expressions {
  using In = CppInterpreter;
  static const std::array<KindRow<CppValue>, 27> rows;

  /// Evaluates a node with side effects and records that it ran to its end.
  template <CppValue (In::*value)(SyntaxNode)>
  static CppValue once(In& in, SyntaxNode node) {
    return in.followed(node, [&] { return (in.*value)(node); });
  }
  template <int is>
  static CppValue truth(In&, SyntaxNode) {
    return CppValue::integer(is, "bool");
  }
  static CppValue string(In&, SyntaxNode node) { return {.kind = Kind::string, .text = std::string(node.text())}; }
  static CppValue null(In&, SyntaxNode) {
    auto p = CppValue::pointer_to("");
    p.type = "nullptr_t";
    return p;
  }
  static CppValue last(In& in, SyntaxNode node) {
    try {
      in.perform(node["left"]);
    } catch (Unknown& u) {
      in.give_up(node["left"], u.why);
    }
    return in.evaluate(node["right"]);
  }
  static CppValue literal(In& in, SyntaxNode node) { return in.literal(node["type"], node["value"]); }
  static CppValue self(In& in, SyntaxNode) {
    if (in.frame().self.members == nullptr) unknown("the object is not known");
    return in.itself();
  }
  [[noreturn]] static CppValue only_running(In&, SyntaxNode node) {
    unknown(message("{} is known only when the program runs", in_one_line(node.text(), 60)));
  }

  /// argc > 1 ? atoi(argv[1]) : 256 is a number that the program may receive, with its own default.
  static CppValue either(In& in, SyntaxNode node, const Condition& c) {
    CppValue then, otherwise;
    if (in.has_effects(node["consequence"]) || in.has_effects(node["alternative"])) {
      // One of both runs: changes that both make alike are certain.
      const auto why = message("it depends on {}, which is not known", c.why);
      std::vector<Changes> after;
      for (auto* v : {&then, &otherwise}) {
        auto record = in.journal_.open();
        {
          const Counted maybe(in.perhaps_);
          *v = in.argument(node[v == &then ? "consequence" : "alternative"]);
        }
        after.push_back(in.undone(record));
      }
      in.join(after, false, false, why);
    } else {
      then = in.argument(node["consequence"]), otherwise = in.argument(node["alternative"]);
    }
    if (then.given != otherwise.given && (then.number || otherwise.number)) {
      auto number = then.number ? then : otherwise;
      number.given = true;
      return number;
    }
    if (!then.is(Kind::unknown) && is_same(then, otherwise)) return then;
    unknown_here(node["condition"]);
  }
  static CppValue conditional(In& in, SyntaxNode node) {
    if (auto v = in.selected(node)) return std::move(*v);
    const auto c = in.condition(node["condition"]);
    if (!c.holds) return either(in, node, c);
    auto v = in.evaluate(*c.holds ? node["consequence"] : node["alternative"]);
    // The result has the common type of both branches.
    if (const auto other = v.is_number() ? in.type_of_unevaluated(node[*c.holds ? "alternative" : "consequence"]) : std::string{};
        !other.empty() && cpp_arithmetic(v.type) && cpp_type_name(v.type) != other) {
      in.complete(v);
      v = cpp_converted(v, cpp_common_type(v.type, other));
    }
    v.assumed.insert(c.assumed.begin(), c.assumed.end());
    return v;
  }
  static CppValue cast(In& in, SyntaxNode node) {
    // (f(x)) - y, which the grammar parses as a cast of -y.
    if (node["type"]["declarator"].is("abstract_function_declarator"))
      unknown(message("\"{}\" is not understood", in_one_line(node.text(), 60)));
    auto v = in.evaluate(node["value"]);
    const auto to = node["type"].is("type_descriptor") && node["type"]["declarator"] ? std::string{} : in.arithmetic_type(node["type"]);
    return to.empty() ? v : in.number_of(std::move(v), to);
  }
  /// *p, &x, &a[i], &f
  static CppValue pointer(In& in, SyntaxNode node) {
    if (!node.text().starts_with('&')) {
      if (const auto to = in.place(node)) return in.read(*to, to->name);
      only_running(in, node);
    }
    if (const auto f = in.function_in(node))
      return {.kind = Kind::functions, .text = std::string(without_arguments(unqualified(f.text()))), .node = f};
    if (const auto of = node["argument"]; of.is("subscript_expression"))
      if (const auto array = in.place(of["argument"]); array != nullptr && array->value.members != nullptr) {
        const auto indices = of["indices"];
        const auto n = in.same_for_all(in.numeric(indices.is("subscript_argument_list") ? only(indices) : indices));
        const auto begin = array->value.is(Kind::pointer) ? array->value.number.value_or(0) : 0;
        if (n) return pointer_into(array->value, begin + *n);
      }
    auto target = in.given_place(node["argument"]);
    if (!target) only_running(in, node);
    CppValue p{.kind = Kind::pointer};
    p.target = std::move(target);
    return p;
  }
};

constexpr std::array<CppInterpreter::KindRow<CppValue>, 27> CppInterpreter::Expressions::rows{{
    {{"identifier", "type_identifier", "namespace_identifier", "field_identifier"}, &by<&In::name>},
    {{"number_literal"}, [](In& in, SyntaxNode node) { return in.literal_number(node.text()); }},
    {{"binary_expression"}, &by<&In::binary>},
    {{"call_expression"}, &once<&In::call>},
    {{"field_expression"}, &by<&In::field>},
    {{"subscript_expression"}, &by<&In::subscript>},
    {{"qualified_identifier"}, &by<&In::qualified>},
    // Parentheses are kept only for operators, because around a single number they would make a tuple.
    {{"parenthesized_expression"}, [](In& in, SyntaxNode node) { return in.evaluate(only(node)); }},
    {{"unary_expression"}, &by<&In::unary>},
    {{"update_expression", "assignment_expression"}, &once<&In::assignment>},
    {{"comma_expression"}, &last},
    {{"fold_expression"}, &by<&In::folded>},
    {{"conditional_expression"}, &conditional},
    {{"compound_literal_expression"}, &literal},
    {{"cast_expression"}, &cast},
    {{"pointer_expression"}, &pointer},
    {{"new_expression"}, &only_running},
    {{"true"}, &truth<1>},
    {{"false"}, &truth<0>},
    {{"char_literal"}, [](In& in, SyntaxNode node) { return in.character(node.text()); }},
    {{"string_literal", "concatenated_string", "raw_string_literal"}, &string},
    {{"null", "nullptr"}, &null},
    {{"this"}, &self},
    {{"template_type", "template_function", "type_descriptor", "primitive_type", "dependent_type", "decltype", "sized_type_specifier",
      "placeholder_type_specifier"},
     &by<&In::type>},
    {{"sizeof_expression", "alignof_expression"}, &by<&In::size_of>},
    {{"lambda_expression"}, &by<&In::lambda>},
    {{"initializer_list"}, [](In& in, SyntaxNode node) { return in.elements({}, node, {}); }},
}};

CppValue CppInterpreter::evaluate_of(SyntaxNode node) {
  node = as_comparison(node);
  if (node.has_error())
    for (const auto& child : node.children())
      if (child.is("ERROR")) unknown(message("\"{}\" is not understood", in_one_line(node.text(), 60)));
  if (const auto* row = algebra::row_named(Expressions::rows, node.kind())) return row->run(*this, node);
  unknown(message("\"{}\" is not understood", in_one_line(node.text(), 60)));
}

std::string CppInterpreter::operand(SyntaxNode node) { return operand(evaluate(node)); }
std::string CppInterpreter::operand(const CppValue& v) {
  auto text = text_of(v);
  return has_operator(text) ? fmt::format("({})", text) : text;
}

/// Adds the number of an entry's expression, if it has one.
void CppInterpreter::complete(CppValue& v) {
  if (v.number || !v.is(Kind::expression)) return;
  v.number = entries_.integer_of(v.text);
  if (v.number) add_lanes(v);
}

CppValue CppInterpreter::binary(SyntaxNode node) {
  // The grammar parses X<N >= 8> as X<N <=> 8>.
  auto by = operator_of(node["operator"].text());
  if (by == Operator::three_way && !has_spaceship_) by = Operator::at_least;
  const auto left = node["left"], right = node["right"];
  if (is_logical(by)) {
    if (tracing() && !has_effects(node))
      if (auto v = truth_of(node)) return std::move(*v);
    const auto c = condition(node);
    if (!c.holds) unknown(message("\"{}\" is not understood", in_one_line(node.text(), 60)));
    auto v = CppValue::integer(*c.holds ? 1 : 0, "bool");
    v.assumed = c.assumed;
    return v;
  }
  if (by == Operator::shift_right && is_stream(left)) {
    if (left.is("binary_expression")) try {
        binary(left);
      } catch (Unknown&) {  // evaluated one by one
      }
    if (const auto target = place(right); target != nullptr && target->value.is_number()) may_be_given(target, node.line());
    return CppValue::unknown(message("\"{}\" reads from a stream", in_one_line(node.text(), 60)));
  }
  auto a = evaluate(left);
  // a + b + c needs no parentheses.
  const auto before = left.is("binary_expression") ? operator_of(left["operator"].text()) : Operator::none;
  const bool chained = language_has(before) && !is_comparison(before) && (by == Operator::add || by == Operator::subtract);
  // Operators that the language lacks apply to numbers, and parentheses would make a tuple of one.
  if (!chained && language_has(by) && a.is(Kind::expression) && !is_table(a)) a.text = operand(a);
  return combine(by, a, evaluate(right), node);
}

CppValue CppInterpreter::combine(Operator by, const CppValue& left, const CppValue& right, SyntaxNode whole) {
  auto a = left, b = right;
  const auto sign = sign_of(by);
  const bool adds = by == Operator::add, subtracts = by == Operator::subtract;
  const bool equality = by == Operator::equal || by == Operator::different;
  if (a.is(Kind::object) || b.is(Kind::object))
    if (auto result = overloaded(fmt::format("operator{}", sign), a, {b})) {
      if (result->is(Kind::unknown)) unknown(result->why);
      return std::move(*result);
    }
  const auto not_understood = [&] { unknown(message("\"{}\" is not understood", in_one_line(whole.text(), 60))); };
  if (is_comparison(by) && a.kind == b.kind && (a.is(Kind::string) || a.is(Kind::pointer) || a.is(Kind::structure) || a.is(Kind::type))) {
    if (a.is(Kind::pointer) && a.target == nullptr && b.target == nullptr && a.members == nullptr) not_understood();
    const bool same = a.is(Kind::pointer) && a.members != nullptr ? a.members == b.members && a.number == b.number
                      : a.is(Kind::pointer)                       ? a.target == b.target
                                                                  : canonical(a) == canonical(b);
    if (equality) return CppValue::integer(same == (by == Operator::equal) ? 1 : 0, "bool");
  }
  const auto is_major = [](const CppValue& v) { return v.is(Kind::expression) && v.text.starts_with("GMMA::Major::"); };
  if (equality && is_major(a) && is_major(b)) return CppValue::integer((a.text == b.text) == (by == Operator::equal) ? 1 : 0, "bool");
  // Arithmetic on pointers into arrays.
  for (auto* v : {&a, &b})
    if (v->is(Kind::array) && v->members != nullptr && v->members->type.empty()) *v = pointer_into(*v, 0);
  if (b.is(Kind::pointer) && adds) std::swap(a, b);
  if (a.is(Kind::pointer) && a.members != nullptr) {
    complete(b);
    const bool same = b.is(Kind::pointer) && b.members == a.members;
    if (same && subtracts) return CppValue::integer(*a.number - *b.number, "long");
    if (same) return cpp_operation(by, CppValue::integer(*a.number, "long"), CppValue::integer(*b.number, "long"));
    if (!b.is(Kind::pointer) && !same_for_all(b)) not_understood();
    if (b.number && (adds || subtracts)) return pointer_into(a, *a.number + (adds ? *b.number : -*b.number));
  }
  // sK.data() + size(sK) points to elements of the same type.
  if (a.is(Kind::pointer) && a.target == nullptr && (adds || subtracts) && (b.is_number() || b.is(Kind::expression))) {
    if (tracing() && !same_for_all(b)) a.assumed.emplace(thread_parameter);
    return moved(std::move(a), by, b);
  }
  if (a.is(Kind::pointer) || b.is(Kind::pointer)) not_understood();
  const bool numbers = a.is_number() && b.is_number();
  if (numbers || !language_has(by)) complete(a), complete(b);
  auto assumed = assumed_of(a);
  assumed.merge(assumed_of(b));
  const bool known = (a.number || a.is(Kind::real)) && (b.number || b.is(Kind::real));
  if (known && (numbers || !language_has(by) || numeric_ > 0)) {
    // A number without a C++ type gets the smallest one that holds it.
    for (auto* v : {&a, &b})
      if (v->type.empty()) v->type = *v->number == static_cast<int>(*v->number) ? "int" : "long";
    auto result = cpp_operation(by, a, b);
    if (result.is(Kind::unknown)) return result;
    result.assumed = std::move(assumed);
    bool for_all = true;
    result = by_lanes(by, a, b, std::move(result), &for_all);
    if (is_lost(a) || is_lost(b)) return result;
    const bool plain = language_has(by) && !is_comparison(by) && numeric_ == 0 && !silent() && a.is(Kind::expression) &&
                       b.is(Kind::expression) && (adds || subtracts || by == Operator::multiply || (*a.number >= 0 && *b.number > 0)) &&
                       for_all && !is_table(a) && !is_table(b);
    if (plain) {
      // Keeps the formula, unless C++ wraps around where the language does not.
      auto text = fmt::format("{} {} {}", text_of(a), sign, operand(b));
      if (entries_.integer_of(text) == result.number) result.text = std::move(text);
    }
    return result;
  }
  if (!language_has(by)) not_understood();
  auto result = CppValue::of(fmt::format("{} {} {}", is_table(a) ? operand(a) : text_of(a), sign, operand(b)));
  result.assumed = std::move(assumed);
  return result;
}

CppValue CppInterpreter::unary(SyntaxNode node) {
  const auto by = operator_of(node["operator"].text());
  if (by == Operator::negation) {
    if (tracing() && !has_effects(node))
      if (auto v = truth_of(node)) return std::move(*v);
    const auto c = condition(node);
    if (!c.holds) unknown(message("\"{}\" is not understood", in_one_line(node.text(), 60)));
    auto v = CppValue::integer(*c.holds ? 1 : 0, "bool");
    v.assumed = c.assumed;
    return v;
  }
  auto v = evaluate(node["argument"]);
  if (v.is(Kind::object))
    if (auto result = overloaded(fmt::format("operator{}", sign_of(by)), v, {})) return std::move(*result);
  if (by == Operator::add) {
    // char and short become int.
    const auto is = v.number ? cpp_arithmetic(v.type) : std::nullopt;
    return is && !is->is_real && is->bits < 32 ? cpp_converted(v, "int") : v;
  }
  if (by == Operator::subtract) {
    if (v.is(Kind::real)) return CppValue::real_number(-v.real, v.type);
    if (v.is_number()) complete(v);
    if (v.number && !v.type.empty()) {
      const auto zero = CppValue::integer(0, v.type);
      auto n = cpp_operation(by, zero, v);
      n.assumed = assumed_of(v);
      bool exact = true;
      n = by_lanes(by, zero, v, std::move(n), &exact);
      if (n.number && *n.number == -*v.number && numeric_ == 0 && exact && !is_table(v) && !is_lost(v))
        n.text = fmt::format("-{}", operand(v));
      return n;
    }
    auto negative = CppValue::of(fmt::format("-{}", operand(v)));
    negative.assumed = v.assumed;
    return negative;
  }
  if (by == Operator::complement) {
    complete(v);
    if (v.number) {
      if (v.type.empty()) v.type = "int";
      const auto ones = CppValue::integer(-1, "int");
      auto n = cpp_operation(Operator::bit_xor, v, ones);
      n.assumed = assumed_of(v);
      return by_lanes(Operator::bit_xor, v, ones, std::move(n));
    }
  }
  unknown(message("\"{}\" is not understood", in_one_line(node.text(), 60)));
}

/// Returns whether a condition holds; nullopt if that is unknown.
CppInterpreter::Condition CppInterpreter::condition(SyntaxNode node) {
  node = as_comparison(node);
  const auto unclear = [&] { return Condition{std::nullopt, {}, in_one_line(node.text(), 60)}; };
  try {
    const Deeper deeper(*this);
    if (node.is("condition_clause")) {
      const auto value = node["value"];
      if (value.is("declaration")) {
        statement(value);
        const auto p = find(declared_name(value["declarator"]).text());
        const auto n = p != nullptr ? integer_of(p->value) : std::nullopt;
        if (!n) return unclear();
        Condition c{*n != 0, assumed_of(p->value), {}};
        part_ways(p->value, node.line(), false, c.assumed);
        return c;
      }
      return condition(value);
    }
    if (node.is("parenthesized_expression")) return condition(only(node));
    const auto by = operator_of(node["operator"].text());
    if (node.is("unary_expression") && by == Operator::negation) {
      auto inner = condition(node["argument"]);
      if (inner.holds) inner.holds = !*inner.holds;
      return inner;
    }
    if (node.is("binary_expression") && is_logical(by)) {
      const bool all = by == Operator::both;
      const auto a = condition(node["left"]);
      if (a.holds && *a.holds != all) return a;
      Condition b;
      if (!a.holds && has_effects(node["right"]))
        perhaps([&] { b = condition(node["right"]); }, message("it depends on {}, which is not known", a.why));
      else b = condition(node["right"]);
      if (b.holds && *b.holds != all) return b;
      if (!a.holds || !b.holds) return a.holds ? b : a;
      b.assumed.insert(a.assumed.begin(), a.assumed.end());
      return b;
    }
    const auto v = numeric(node);
    if (v.is(Kind::real)) return {v.real != 0, v.assumed, {}};
    if (v.is(Kind::pointer) && v.target == nullptr) return unclear();
    if (v.is(Kind::pointer)) return {true, {}, {}};
    const auto n = integer_of(v);
    if (!n) return unclear();
    Condition c{*n != 0, assumed_of(v), {}};
    part_ways(v, node.line(), false, c.assumed);
    return c;
  } catch (Unknown& u) {
    if (has_effects(node)) give_up(node, u.why);
    return unclear();
  }
}

std::string CppInterpreter::given(const std::string& name, const std::string& usual, std::size_t line, bool is_size) {
  // CUDA's block index is unsigned, so an offset with it as a factor has one more bit than int.
  auto entry = entries_.given(name, usual, line, is_size, name.starts_with("blockIdx.") ? "u" : "");
  if (entry.empty()) unknown("the rest of the program is not read");
  if (traces_ != nullptr && name.starts_with("threadIdx")) entries_.follow(entry);
  return entry;
}

CppPlace CppInterpreter::member_place(const CppValue& object, std::string_view name) const {
  if (!object.is(Kind::object)) return object.members != nullptr ? object.members->find(name) : nullptr;
  return field_of(object, seen_as(object), name);
}

}  // namespace app
