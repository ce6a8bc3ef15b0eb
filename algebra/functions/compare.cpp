// Arithmetic on shapes, and relations between two shapes or coordinates.

#include "algebra/functions/records.hpp"

#include <optional>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/language/equality.hpp"
#include "algebra/language/tuples.hpp"

namespace algebra::expression {
namespace {

Value run_congruent(const Call& c) { return Truth{congruent(c.profile(0), c.profile(1))}; }
Value run_weakly(const Call& c) { return Truth{weakly_congruent(c.profile(0), c.profile(1))}; }
Value run_compatible(const Call& c) { return Truth{compatible(c.sizes(0), c.sizes(1))}; }
Value run_evenly(const Call& c) {
  const bool tensor = std::holds_alternative<Tensor>(c.argument(0));
  return Truth{evenly_divides(tensor ? c.only_shape(0) : c.sizes(0), c.tiler(1))};
}
Value run_shape_div(const Call& c) { return shape_div(c.numbers(0), c.integers(1)); }
/// Divides; by a layout: the number of its tiles that a shape takes, the rest mode of logical_divide.
Value run_ceil_div(const Call& c) {
  if (const auto* tiler = std::get_if<Layout>(&c.argument(1))) return complement(*tiler, c.shape(0)).shape();
  return ceil_div(c.numbers(0), c.integers(1));
}
Value run_round_up(const Call& c) { return round_up(c.numbers(0), c.integers(1)); }

Value run_elem_scale(const Call& c) { return elem_scale(c.tuple(0), c.tuple(1)); }
Value run_inner_product(const Call& c) { return inner_product(c.tuple(0), c.tuple(1)); }
Value run_sum(const Call& c) {
  // CuTe adds up a tuple; layouts and tensors are not tuples and are returned unchanged.
  return holds_modes(c.argument(0)) ? Value(sum(c.tuple(0))) : c.argument(0);
}
Value run_product_each(const Call& c) { return product_each(c.as_in_cpp && c.is_tuple(0) ? c.tuple(0) : c.only_shape(0)); }
/// Computes product_like; C++ treats a layout in the guide as a leaf.
Value run_product_like(const Call& c) {
  if (!c.as_in_cpp) return product_like(c.tuple(0), c.shape(1));
  return product_like(c.tuple(0), profile_of(c.argument(1)).value_or(IntTuple(1)));
}
Value run_abs(const Call& c) { return IntTuple(abs(c.integer(0))); }

Value run_lcm(const Call& c) {
  const auto a = c.integer(0), b = c.integer(1);
  return IntTuple(a / gcd(a, b) * b);
}

/// Combines the integers of a tuple from the last to the first, as CuTe does: the sign of a gcd depends on the order.
template <Int (*combine)(Int, Int)>
std::optional<Int> folded(const IntTuple& t) {
  if (t.is_integer()) return t.integer();
  std::optional<Int> result;
  for (int i = t.is_tuple() ? t.rank() : 0; i-- > 0;)
    if (const auto x = folded<combine>(t.mode(i))) result = result ? combine(*x, *result) : *x;
  return result;
}

/// Computes max, min or gcd of integers and tuples. CuTe returns a single operand unchanged, and does not compare `_`.
template <Int (*combine)(Int, Int)>
Value run_fold(const Call& c) {
  if (c.as_in_cpp && c.count() == 1) {
    if (!c.is_tuple(0) && !holds_modes(c.argument(0))) return c.argument(0);
    if (const auto alone = unwrap(c.tuple(0)); alone.is_underscore()) return alone;
  }
  std::optional<Int> result;
  for (auto i = c.count(); i-- > 0;) {
    const auto operand = c.tuple(i);
    if (with_zeros(operand) != operand)
      throw ArgumentProblem{{"argument", message("{} takes integers, not the `_` of {}.", c.name, plain(operand)), {}}, i};
    if (const auto x = folded<combine>(operand)) result = result ? combine(*x, *result) : *x;
  }
  if (!result) throw Problem{"argument", "There is no integer to choose from.", {}};
  return IntTuple(*result);
}

using Less = bool (*)(const IntTuple&, const IntTuple&);
template <Less less>
Value run_less(const Call& c) {
  return Truth{less(c.tuple(0), c.tuple(1))};
}
template <Less less>
Value run_leq(const Call& c) {
  return Truth{!less(c.tuple(1), c.tuple(0))};
}
template <Less less>
Value run_gtr(const Call& c) {
  return Truth{less(c.tuple(1), c.tuple(0))};
}
template <Less less>
Value run_geq(const Call& c) {
  return Truth{!less(c.tuple(0), c.tuple(1))};
}

/// Compares two values; A == B is the same call.
Value run_equal(const Call& c) {
  // Layouts are compared by their modes, values behind swizzles only by their elements.
  constexpr std::int64_t looked_at = 1 << 20;
  const auto v = check_equal(c.argument(0), c.argument(1), {.most = looked_at, .sample = true, .cancelled = nullptr});
  if (v.kind == Verdict::Kind::kept && v.checked < v.total)
    return Truth{true, message("the first {} of {} elements are equal", v.checked, v.total)};
  return Truth{v.kind == Verdict::Kind::kept, v.counterexample};
}
Verdict equal_check(const Call& c, const Value&, const Checking& checking) {
  auto v = check_equal(c.argument(0), c.argument(1), checking);
  // A difference is an answer here, not a broken contract.
  if (v.kind == Verdict::Kind::broken) v.kind = Verdict::Kind::none;
  return v;
}

Function relation(std::string_view order, std::string_view name, std::string_view meaning, Value (*run)(const Call&),
                  std::string_view answer, std::string_view formula = {}) {
  return member_of({.name = "{0}_{1}",
                    .signature = "{0}_{1}(a, b)",
                    .group = Group::layout,
                    .meaning = meaning,
                    .formula = formula,
                    .parameters = "a b",
                    .arguments = {2, 2},
                    .run = run,
                    .example = {"{0}_{1}((1,5), (2,3))", answer}},
                   order, name);
}

}  // namespace

std::vector<Function> compare_functions() {
  return {
      {.name = "equal",
       .signature = "A == B",
       .group = Group::layout,
       .meaning = "the same function? where not, the first coordinate that differs",
       .formula = "A(i) = B(i)",
       .parameters = "a b",
       .arguments = {2, 2},
       .notation = Notation::equal,
       .run = run_equal,
       .contract = equal_check,
       .code = {.cpp = code::cpp::equal, .dsl = code::dsl::equal, .pycute = code::pycute::equal},
       .example = {"equal((4,2):(1,4), (4,2):(2,1))", "false"}},
      {.name = "congruent",
       .signature = "congruent(A, B)",
       .group = Group::layout,
       .meaning = "same profile?",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_congruent,
       .code = {.cpp = code::cpp::shapes, .dsl = code::dsl::is_congruent},
       .example = {"congruent((4,(2,3)), (1,(5,7)))", "true"}},
      {.name = "weakly_congruent",
       .signature = "weakly_congruent(A, B)",
       .group = Group::layout,
       .meaning = "does B have A's profile or more?",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_weakly,
       .code = {.cpp = code::cpp::shapes, .dsl = code::dsl::is_congruent},
       .example = {"weakly_congruent((4,6), (4,(2,3)))", "true"}},
      {.name = "compatible",
       .signature = "compatible(A, B)",
       .group = Group::layout,
       .meaning = "is every coordinate of A one of B?",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_compatible,
       .code = {.cpp = code::cpp::shapes},
       .example = {"compatible((4,6), (4,(2,3)))", "true"}},
      {.name = "evenly_divides",
       .signature = "evenly_divides(A, tiler)",
       .group = Group::layout,
       .meaning = "do the tiles fill A?",
       .parameters = "a tiler",
       .arguments = {2, 2},
       .run = run_evenly,
       .code = {.cpp = code::cpp::shape_first},
       .example = {"evenly_divides((8,6), <4,3>)", "true"}},
      {.name = "shape_div",
       .signature = "shape_div(a, b)",
       .group = Group::layout,
       .meaning = "divide b out of a",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_shape_div,
       .blamed = 1,
       .code = {.dsl = code::dsl::same_name, .pycute = code::pycute::same_name},
       .example = {"shape_div(12, 4)", "3"}},
      {.name = "ceil_div",
       .signature = "ceil_div(a, b)",
       .group = Group::layout,
       .meaning = "divide, rounding up",
       .formula = "(a + b - 1) / b",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_ceil_div,
       .blamed = 1,
       .code = {.dsl = code::dsl::same_name},
       .example = {"ceil_div((5,7), (4,2))", "(2,4)"}},
      {.name = "round_up",
       .signature = "round_up(a, b)",
       .group = Group::layout,
       .meaning = "the next multiple of b",
       .formula = "b * ceil_div(a, b)",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_round_up,
       .blamed = 1,
       .code = {.dsl = code::dsl::same_name},
       .example = {"round_up((5,7), (4,2))", "(8,8)"}},
      {.name = "elem_scale",
       .signature = "elem_scale(a, b)",
       .group = Group::layout,
       .meaning = "each integer times the size of the other's mode",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_elem_scale,
       .blamed = 1,
       .code = {.pycute = code::pycute::same_name},
       .example = {"elem_scale((2,3), (4,(5,6)))", "(8,90)"}},
      {.name = "inner_product",
       .signature = "inner_product(a, b)",
       .group = Group::layout,
       .meaning = "the sum of the products, leaf by leaf",
       .formula = "a0 * b0 + a1 * b1 + ...",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_inner_product,
       .blamed = 1,
       .code = {.pycute = code::pycute::same_name},
       .example = {"inner_product((1,2), (6,1))", "8"}},
      {.name = "sum",
       .signature = "sum(t)",
       .group = Group::layout,
       .meaning = "the sum of the leaves",
       .formula = "t0 + t1 + ...",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_sum,
       .code = {.cpp = code::cpp::as_given},
       .example = {"sum((4,(2,3)))", "9"}},
      {.name = "product_each",
       .signature = "product_each(t)",
       .group = Group::layout,
       .meaning = "the size of each mode",
       .formula = "(size(t0), size(t1), ...)",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_product_each,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::same_name},
       .example = {"product_each((4,(2,3)))", "(4,6)"}},
      {.name = "product_like",
       .signature = "product_like(t, profile)",
       .group = Group::layout,
       .meaning = "the sizes of what stands at the leaves of a profile",
       .parameters = "tuple guide",
       .arguments = {2, 2},
       .run = run_product_like,
       .blamed = 1,
       .code = {.dsl = code::dsl::same_name},
       .example = {"product_like((4,(2,3)), (1,1))", "(4,6)"}},
      {.name = "abs",
       .signature = "abs(i)",
       .group = Group::layout,
       .meaning = "without its sign",
       .formula = "max(i, -i)",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_abs,
       .code = {.cpp = code::cpp::qualified},
       .example = {"abs(-2)", "2"}},
      {.name = "max",
       .signature = "max(a, b, ...)",
       .group = Group::layout,
       .meaning = "the largest integer",
       .arguments = {1, 16},
       .run = run_fold<max>,
       .code = {.cpp = code::cpp::qualified, .pycute = code::pycute::largest_or_smallest},
       .example = {"max(4, 7, 2)", "7"}},
      {.name = "min",
       .signature = "min(a, b, ...)",
       .group = Group::layout,
       .meaning = "the smallest integer",
       .arguments = {1, 16},
       .run = run_fold<min>,
       .code = {.cpp = code::cpp::qualified, .pycute = code::pycute::largest_or_smallest},
       .example = {"min(4, 7, 2)", "2"}},
      {.name = "gcd",
       .signature = "gcd(a, b, ...)",
       .group = Group::layout,
       .meaning = "the greatest common divisor",
       .arguments = {1, 16},
       .run = run_fold<gcd>,
       .code = {.cpp = code::cpp::qualified},
       .example = {"gcd(12, 18)", "6"}},
      {.name = "lcm",
       .signature = "lcm(a, b)",
       .group = Group::layout,
       .meaning = "the least common multiple",
       .formula = "a * b / gcd(a, b)",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_lcm,
       .code = {.cpp = code::cpp::qualified},
       .example = {"lcm(12, 18)", "36"}},
      {.name = "elem_less",
       .signature = "elem_less(a, b)",
       .group = Group::layout,
       .meaning = "is each integer less?",
       .formula = "a0 < b0, a1 < b1, ...",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_less<elem_less>,
       .code = {.dsl = code::dsl::same_name},
       .example = {"elem_less((1,5), (2,3))", "false"}},
      relation("elem", "leq", "not {0}_less(b, a)", run_leq<elem_less>, "true", "a0 <= b0, a1 <= b1, ..."),
      relation("elem", "gtr", "{0}_less(b, a)", run_gtr<elem_less>, "false", "a0 > b0, a1 > b1, ..."),
      relation("elem", "geq", "not {0}_less(a, b)", run_geq<elem_less>, "true", "a0 >= b0, a1 >= b1, ..."),
      relation("lex", "less", "is the first integer that differs less?", run_less<lex_less>, "true"),
      relation("lex", "leq", "not {0}_less(b, a)", run_leq<lex_less>, "true"),
      relation("lex", "gtr", "{0}_less(b, a)", run_gtr<lex_less>, "false"),
      relation("lex", "geq", "not {0}_less(a, b)", run_geq<lex_less>, "false"),
      relation("colex", "less", "is the last integer that differs less?", run_less<colex_less>, "false"),
      relation("colex", "leq", "not {0}_less(b, a)", run_leq<colex_less>, "false"),
      relation("colex", "gtr", "{0}_less(b, a)", run_gtr<colex_less>, "true"),
      relation("colex", "geq", "not {0}_less(a, b)", run_geq<colex_less>, "true"),
  };
}

}  // namespace algebra::expression
