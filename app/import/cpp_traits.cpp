// Templates of C++, CuTe and CUTLASS that yield a type or a number, by name: std::is_same_v<A, B>.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace app {

using algebra::message;

struct CppInterpreter::Traits {
  using Result = std::optional<CppValue>;
  /// A template with the numbers of arguments that are supported. nullopt: the arguments do not fit this meaning.
  struct Row {
    std::string_view name;
    std::size_t least, most;
    Result (Traits::*value)();
  };
  static constexpr auto any = std::numeric_limits<std::size_t>::max();
  static const std::array<Row, 21> before_program;
  static const std::array<Row, 12> after_program;

  CppInterpreter& in;
  SyntaxNode node;
  std::string_view name;
  SyntaxNode list = node["arguments"];
  const std::vector<SyntaxNode>& given = list.children();

  template <std::size_t n>
  Result value(const std::array<Row, n>& rows, std::string_view called) {
    for (const auto& row : rows)
      if (row.name == called && given.size() >= row.least && given.size() <= row.most) return (this->*row.value)();
    return std::nullopt;
  }

  // Traits
  static Result truth(bool holds) { return CppValue::integer(holds ? 1 : 0, "bool"); }
  Result is_same() {
    const auto all = in.template_arguments(list);
    if (all[0].is(Kind::unknown) || all[1].is(Kind::unknown)) unknown(all[all[0].is(Kind::unknown) ? 0 : 1].why);
    return truth(in.canonical(in.type_of(all[0])) == in.canonical(in.type_of(all[1])));
  }
  /// Returns the properties of an arithmetic type, or nullopt for another type.
  std::optional<CppArithmetic> arithmetic() {
    const auto type = in.arithmetic_type(given[0]);
    if (type.empty())
      if (const auto v = in.argument(given[0]); v.is(Kind::unknown)) unknown(v.why);
    return cpp_arithmetic(type);
  }
  Result is_arithmetic() { return truth(arithmetic().has_value()); }
  Result is_integral() {
    const auto is = arithmetic();
    return truth(is && !is->is_real);
  }
  Result is_floating_point() {
    const auto is = arithmetic();
    return truth(is && is->is_real);
  }
  Result is_signed() {
    const auto is = arithmetic();
    return truth(is && is->is_signed);
  }
  Result is_unsigned() {
    const auto is = arithmetic();
    return truth(is && !is->is_signed);
  }
  Result is_static() { return CppValue::of(fmt::format("is_static({})", in.text_of(in.template_arguments(list)[0]))); }

  // Constants
  Result constant_of(SyntaxNode number) { return CppValue::of(fmt::format("Int<{}>{{}}", in.expression(number))); }
  Result first_as_constant() { return constant_of(given[0]); }
  Result second_as_constant() { return constant_of(given[1]); }
  /// Returns the numbers of a sequence as a tuple of constants.
  Result sequence(const Arguments& numbers) {
    std::string made;
    for (const auto& v : numbers) {
      const auto number = in.integer_of(v);
      if (!number) unknown("a number in the sequence is not known");
      made += fmt::format("{}Int<{}>{{}}", made.empty() ? "" : ", ", *number);
    }
    return CppValue::of(made.empty() ? "make_shape()" : fmt::format("make_shape({})", made));
  }
  /// Returns the sequence 0, 1, ..., n - 1.
  Result first_numbers(std::int64_t n) {
    if (n < 0 || n > 256) unknown("the length of a sequence is not known");
    Arguments all;
    for (std::int64_t i = 0; i < n; ++i) all.push_back(CppValue::integer(i));
    return sequence(all);
  }
  Result index_sequence() { return sequence(in.template_arguments(list)); }
  Result integer_sequence() {
    auto all = in.template_arguments(list);
    if (!all.empty()) all.erase(all.begin());
    return sequence(all);
  }
  Result made_sequence() { return first_numbers(in.integer_of(in.template_arguments(list).back()).value_or(-1)); }
  Result sequence_for() { return first_numbers(static_cast<std::int64_t>(in.template_arguments(list).size())); }

  // Types
  Result chosen() {
    const auto c = in.condition(given[0]);
    if (!c.holds) unknown_here(given[0]);
    auto v = in.type(given[*c.holds ? 1 : 2]);
    v.assumed.insert(c.assumed.begin(), c.assumed.end());
    return v;
  }
  enum Removed : std::uint8_t { nothing = 0, references = 1, constants = 2, extents = 4 };
  template <int removed>
  Result without() {
    auto all = in.template_arguments(list);
    if (all.size() != 1) return std::nullopt;
    auto& v = all[0];
    if (v.is(Kind::unknown)) unknown(v.why);
    if (!v.is(Kind::type)) return v;
    constexpr std::string_view constant = " const";
    if ((removed & references) != 0) v.text = v.text.substr(0, v.text.find_last_not_of('&') + 1);
    if ((removed & constants) != 0 && v.text.ends_with(constant)) v.text.resize(v.text.size() - constant.size());
    if ((removed & extents) != 0 && v.text.ends_with(']')) v.text = v.text.substr(0, v.text.find('[')) + "*";
    return v;
  }
  /// tuple_element_t<1, T>
  Result element() {
    const auto all = in.template_arguments(list);
    const auto n = all.size() == 2 ? in.integer_of(all[0]) : std::nullopt;
    if (!n) unknown_here(node);
    const auto text = in.text_of(all[1]);
    return with_assumed(CppValue::of(fmt::format("get<{}>({})", *n, is_template(text) ? text + "{}" : text)), all);
  }
  /// size_v<T>, tuple_size_v<T>: the language's function of that name applied to the type.
  Result measure() { return measured(name.substr(0, name.size() - 2)); }
  Result rank() { return measured("rank"); }
  Result measured(std::string_view function) {
    const auto all = in.template_arguments(list);
    std::string text;
    for (const auto& v : all) text += (text.empty() ? "" : ",") + in.text_of(v);
    return in.plain_value(with_assumed(CppValue::of(fmt::format("{}({})", function, text)), all));
  }

 private:
  CppValue with_assumed(CppValue v, const Arguments& all) {
    for (const auto& a : all) v.assumed.merge(in.assumed_of(a));
    return v;
  }
};

/// Templates that programs do not define themselves.
constexpr std::array<CppInterpreter::Traits::Row, 21> CppInterpreter::Traits::before_program{{
    {"conditional", 3, 3, &Traits::chosen},
    {"conditional_t", 3, 3, &Traits::chosen},
    {"is_same", 2, 2, &Traits::is_same},
    {"is_integral", 1, 1, &Traits::is_integral},
    {"is_floating_point", 1, 1, &Traits::is_floating_point},
    {"is_arithmetic", 1, 1, &Traits::is_arithmetic},
    {"is_signed", 1, 1, &Traits::is_signed},
    {"is_unsigned", 1, 1, &Traits::is_unsigned},
    {"is_static", 1, 1, &Traits::is_static},
    {"integral_constant", 2, 2, &Traits::second_as_constant},
    {"constant", 2, 2, &Traits::first_as_constant},
    {"bool_constant", 1, 1, &Traits::first_as_constant},
    {"integer_sequence", 0, any, &Traits::integer_sequence},
    {"index_sequence", 0, any, &Traits::index_sequence},
    {"int_sequence", 0, any, &Traits::index_sequence},
    {"seq", 0, any, &Traits::index_sequence},
    {"make_integer_sequence", 2, 2, &Traits::made_sequence},
    {"make_index_sequence", 1, 1, &Traits::made_sequence},
    {"make_int_sequence", 1, 1, &Traits::made_sequence},
    {"make_seq", 1, 1, &Traits::made_sequence},
    {"index_sequence_for", 0, any, &Traits::sequence_for},
}};
/// Templates that a program may define itself.
constexpr std::array<CppInterpreter::Traits::Row, 12> CppInterpreter::Traits::after_program{{
    {"remove_cvref_t", 1, 1, &Traits::without<references | constants>},
    {"remove_reference_t", 1, 1, &Traits::without<references>},
    {"remove_cv_t", 1, 1, &Traits::without<constants>},
    {"remove_const_t", 1, 1, &Traits::without<constants>},
    {"decay_t", 1, 1, &Traits::without<references | constants | extents>},
    {"type_identity_t", 1, 1, &Traits::without<nothing>},
    {"tuple_element", 2, 2, &Traits::element},  // used with ::type
    {"tuple_element_t", 2, 2, &Traits::element},
    {"cosize_v", 0, any, &Traits::measure},
    {"size_v", 0, any, &Traits::measure},
    {"rank_v", 0, any, &Traits::measure},
    {"tuple_size_v", 0, any, &Traits::rank},
}};

/// Returns the value of a template known by name; nullopt for others. `own`: looks among those that a program may define itself.
std::optional<CppValue> CppInterpreter::trait(SyntaxNode node, bool own) {
  Traits traits{.in = *this, .node = node, .name = unqualified(node["name"].text())};
  if (own) return traits.value(Traits::after_program, traits.name);
  if (auto value = traits.value(Traits::before_program, traits.name)) return value;
  const bool is_value = traits.name.starts_with("is_") && traits.name.ends_with("_v");
  return is_value ? traits.value(Traits::before_program, traits.name.substr(0, traits.name.size() - 2)) : std::nullopt;
}

}  // namespace app
