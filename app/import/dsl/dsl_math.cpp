// Python's modules of functions of numbers, math and operator.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

using Real = double (*)(double);
using Reals = double (*)(double, double);

template <class F, std::size_t n>
F function_named(const std::pair<std::string_view, F> (&table)[n], std::string_view name) {
  return std::ranges::find(table, name, &std::pair<std::string_view, F>::first)->second;
}

/// Functions of one number for which Python calls the C library, so that results are equal.
constexpr std::pair<std::string_view, Real> of_one[] = {{"sqrt", std::sqrt},
                                                        {"log2", std::log2},
                                                        {"log10", std::log10},
                                                        {"log1p", std::log1p},
                                                        {"exp", std::exp},
                                                        {"expm1", std::expm1},
                                                        {"sin", std::sin},
                                                        {"cos", std::cos},
                                                        {"tan", std::tan},
                                                        {"asin", std::asin},
                                                        {"acos", std::acos},
                                                        {"atan", std::atan},
                                                        {"sinh", std::sinh},
                                                        {"cosh", std::cosh},
                                                        {"tanh", std::tanh},
                                                        {"fabs", std::fabs},
                                                        {"cbrt", std::cbrt},
                                                        {"degrees", [](double x) { return x * (180.0 / std::numbers::pi); }},
                                                        {"radians", [](double x) { return x * (std::numbers::pi / 180.0); }}};
constexpr std::pair<std::string_view, Reals> of_two[] = {
    {"fmod", std::fmod}, {"remainder", std::remainder}, {"copysign", std::copysign}, {"atan2", std::atan2}, {"pow", std::pow}};
constexpr std::pair<std::string_view, Real> to_whole[] = {{"ceil", std::ceil}, {"floor", std::floor}, {"trunc", std::trunc}};
constexpr std::pair<std::string_view, bool (*)(double)> tests[] = {{"isnan", [](double x) { return std::isnan(x); }},
                                                                   {"isinf", [](double x) { return std::isinf(x); }},
                                                                   {"isfinite", [](double x) { return std::isfinite(x); }}};
constexpr std::pair<std::string_view, double> constants[] = {{"pi", std::numbers::pi},
                                                             {"e", std::numbers::e},
                                                             {"tau", 2 * std::numbers::pi},
                                                             {"inf", std::numeric_limits<double>::infinity()},
                                                             {"nan", std::numeric_limits<double>::quiet_NaN()}};

}  // namespace

std::optional<DslValue> DslInterpreter::constant_of_module(std::string_view module, std::string_view name) {
  const auto* at = std::ranges::find(constants, name, &std::pair<std::string_view, double>::first);
  return module == "math" && at != std::end(constants) ? std::optional(Value::real_number(at->second)) : std::nullopt;
}

/// Returns whether all arguments are integers or real numbers.
bool DslInterpreter::are_numbers(const Given& g) {
  return std::ranges::all_of(g.all.all, [](const Value& v) { return v.is(Kind::real) || v.is_integer(); });
}

/// Returns a real result of a math function. Raises Python's exception outside of the function's domain.
DslValue DslInterpreter::real_result(const Given& g, double result) {
  const bool finite = std::ranges::all_of(g.all.all, [](const Value& v) { return std::isfinite(v.as_real()); });
  if (std::isfinite(result) || !finite) return Value::real_number(result);
  // Overflow raises another exception than an undefined result.
  const bool large = std::isinf(result) && has_word("exp expm1 cosh sinh pow", g.name);
  return fails(large && g.all.all[0].as_real() != 0 ? "OverflowError" : "ValueError", message("this is not a number here"));
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::math() {
  using Fold = bool (*)(std::int64_t & n, std::int64_t by);
  static constexpr Fold common_divisor = [](std::int64_t& n, std::int64_t by) { return n = std::gcd(n, by), true; };
  static constexpr Fold common_multiple = [](std::int64_t& n, std::int64_t by) {
    const auto with = std::gcd(n, by);
    n = with == 0 ? 0 : n / with;
    return !__builtin_mul_overflow(n, std::abs(by), &n);
  };
  static constexpr auto folded = [](DslInterpreter& d, const Given& g, std::int64_t n, Fold fold) -> Value {
    bool dynamic = false, fits = true;
    for (const auto& v : g.all.all) {
      if (!v.is_integer()) return d.unfit(g);
      dynamic |= v.dynamic;
      if (!fits || v.number == std::numeric_limits<std::int64_t>::min()) return Value::unknown(message("this does not fit in 64 bits"));
      fits = fold(n, v.number);
    }
    return fits ? Value::integer(n, dynamic) : Value::unknown(message("this does not fit in 64 bits"));
  };
  // Returns n * (n - 1) * ... with k factors; `divides`: divided by k!, with whole numbers throughout.
  static constexpr auto falling = [](DslInterpreter& d, const Given& g, bool takes, bool divides) -> Value {
    if (!std::ranges::all_of(g.all.all, [](const Value& v) { return v.is_integer(); })) return d.unfit(g);
    const auto n = g[0]->number, k = g.number(1, n);
    if (n < 0 || k < 0) return d.fails("ValueError", message("this is not a number here"));
    if (!takes) return d.fails("TypeError", d.not_read(g.name));
    if (k > n) return Value::integer(0);
    std::int64_t result = 1;
    for (std::int64_t i = 1; i <= k; ++i) {
      if (__builtin_mul_overflow(result, n - k + i, &result)) return Value::unknown(message("this does not fit in 64 bits"));
      if (divides) result /= i;
    }
    return Value::integer(result);
  };
  static const Row rows[] = {
      {"sqrt log2 log10 log1p exp expm1 sin cos tan asin acos atan sinh cosh tanh fabs cbrt degrees radians", ".x",
       [](DslInterpreter& d, const Given& g) {
         return are_numbers(g) ? d.real_result(g, function_named(of_one, g.name)(g[0]->as_real())) : d.unfit(g);
       }},
      {"fmod remainder copysign atan2 pow", ".x .y",
       [](DslInterpreter& d, const Given& g) {
         return are_numbers(g) ? d.real_result(g, function_named(of_two, g.name)(g[0]->as_real(), g[1]->as_real())) : d.unfit(g);
       }},
      {"ceil floor trunc", ".x",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& x = *g[0];
         if (x.is_integer()) return Value::integer(x.number, x.dynamic);
         if (!x.is(Kind::real)) return d.unfit(g);
         const auto whole = function_named(to_whole, g.name)(x.real);
         return std::abs(whole) < 9e15 ? Value::integer(static_cast<std::int64_t>(whole), x.dynamic) : d.unread(g);
       }},
      {"isnan isinf isfinite", ".x",
       [](DslInterpreter& d, const Given& g) {
         return are_numbers(g) ? Value::boolean(function_named(tests, g.name)(g[0]->as_real())) : d.unfit(g);
       }},
      {"isclose", ".a .b | rel_tol? abs_tol?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!are_numbers(g)) return d.unfit(g);
         const auto a = g[0]->as_real(), b = g[1]->as_real();
         const auto part = g[2] != nullptr ? g[2]->as_real() : 1e-9, least = g[3] != nullptr ? g[3]->as_real() : 0.0;
         if (a == b) return Value::boolean(true);
         if (std::isinf(a) || std::isinf(b)) return Value::boolean(false);
         const auto apart = std::abs(b - a);
         return Value::boolean(apart <= std::abs(part * b) || apart <= std::abs(part * a) || apart <= least);
       }},
      {"log", ".x .base?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!are_numbers(g)) return d.unfit(g);
         for (const auto& v : g.all.all)
           if (v.as_real() <= 0) return d.fails("ValueError", message("this is not a number here"));
         const auto x = std::log(g[0]->as_real());
         if (g[1] == nullptr) return d.real_result(g, x);
         const auto base = std::log(g[1]->as_real());
         return base == 0 ? d.fails("ZeroDivisionError", message("this divides by 0")) : d.real_result(g, x / base);
       }},
      {"hypot dist frexp ldexp modf fsum", "* **", [](DslInterpreter& d, const Given& g) { return d.unread(g); }},
      {"gcd", "*", [](DslInterpreter& d, const Given& g) { return folded(d, g, 0, common_divisor); }, true},
      {"lcm", "*", [](DslInterpreter& d, const Given& g) { return folded(d, g, 1, common_multiple); }, true},
      {"isqrt", ".n",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is_integer()) return d.unfit(g);
         const auto of = g[0]->number;
         if (of < 0) return d.fails("ValueError", message("this is not a number here"));
         if (of > 9'000'000'000'000'000) return d.unread(g);
         auto n = static_cast<std::int64_t>(std::sqrt(static_cast<double>(of)));
         while (n * n > of) --n;
         while ((n + 1) * (n + 1) <= of) ++n;
         return Value::integer(n);
       },
       true},
      {"factorial", ".n .k?", [](DslInterpreter& d, const Given& g) { return falling(d, g, g[1] == nullptr, false); }, true},
      {"comb", ".n .k?", [](DslInterpreter& d, const Given& g) { return falling(d, g, g[1] != nullptr, true); }, true},
      {"perm", ".n .k?", [](DslInterpreter& d, const Given& g) { return falling(d, g, true, false); }, true},
      {"prod", ".of | start?",
       [](DslInterpreter& d, const Given& g) { return d.run_row(*row_in(numbers(), "prod"), g.name, nullptr, g.all); }},
  };
  return rows;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::operators() {
  static constexpr auto is_so = [](DslInterpreter& d, const Given& g, bool wanted) {
    const auto holds = d.truth(*g[0]);
    return holds ? Value::boolean(*holds == wanted, g[0]->dynamic) : g[0]->undecided(d.not_read(g.name));
  };
  // "add" of `__add__`, "and_" of `__and__`.
  static constexpr auto operator_named = [](std::string_view name) {
    static constexpr std::pair<std::string_view, Operator> others[] = {{"concat pos", Operator::add},
                                                                       {"neg", Operator::subtract},
                                                                       {"inv invert", Operator::complement},
                                                                       {"is_", Operator::identical},
                                                                       {"is_not", Operator::not_identical}};
    for (const auto& [words, is] : others)
      if (has_word(words, name)) return is;
    const auto word = name.substr(0, name.find('_'));
    const auto is_named = [&](const PythonOperator& o) {
      return o.method.size() == word.size() + 4 && o.method.substr(2, word.size()) == word;
    };
    return std::ranges::find_if(python_operators, is_named)->is;
  };
  static const Row rows[] = {
      {"add sub mul floordiv mod truediv and_ or_ xor pow lshift rshift matmul concat", ".a .b",
       [](DslInterpreter& d, const Given& g) { return d.binary(operator_named(g.name), *g[0], *g[1]); }},
      {"lt le eq ne ge gt is_ is_not", ".a .b",
       [](DslInterpreter& d, const Given& g) {
         return d.comparison(operator_named(g.name), *g[0], *g[1], message("the condition of {} is not known here", g.name));
       }},
      {"contains", ".of .value",
       [](DslInterpreter& d, const Given& g) {
         return d.comparison(Operator::contained, *g[1], *g[0], message("the condition of {} is not known here", "in"));
       }},
      {"neg pos inv invert", ".a", [](DslInterpreter& d, const Given& g) { return d.unary(operator_named(g.name), *g[0], g.name); }},
      {"truth", ".a", [](DslInterpreter& d, const Given& g) { return is_so(d, g, true); }},
      {"not_", ".a", [](DslInterpreter& d, const Given& g) { return is_so(d, g, false); }},
      {"abs", ".x", [](DslInterpreter& d, const Given& g) { return d.run_row(*row_in(numbers(), g.name), g.name, nullptr, g.all); }},
      {"index", ".x",
       [](DslInterpreter& d, const Given& g) { return g[0]->is_integer() ? Value::integer(g[0]->number, g[0]->dynamic) : d.unfit(g); }},
      {"getitem", ".of .index", [](DslInterpreter& d, const Given& g) { return d.item(*g[0], *g[1]); }},
  };
  return rows;
}

}  // namespace app
