// Arithmetic on shapes, and what two shapes or coordinates have to do with one another.

#include <optional>

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

Value run_congruent(const Call& c) { return Truth{congruent(c.profile(0), c.profile(1))}; }
Value run_weakly(const Call& c) { return Truth{weakly_congruent(c.profile(0), c.profile(1))}; }
Value run_compatible(const Call& c) { return Truth{compatible(c.shape(0), c.shape(1))}; }
Value run_evenly(const Call& c) { return Truth{evenly_divides(c.shape(0), c.tiler(1))}; }
Value run_shape_div(const Call& c) { return shape_div(c.integers(0), c.integers(1)); }
/// By a layout: how many tiles of it a shape takes, the rest mode of logical_divide.
Value run_ceil_div(const Call& c) {
  if (const auto* tiler = std::get_if<Layout>(&c.argument(1))) return complement(*tiler, c.shape(0)).shape();
  return ceil_div(c.integers(0), c.integers(1));
}
Value run_round_up(const Call& c) { return round_up(c.integers(0), c.integers(1)); }

/// The smaller of two sizes; 1 wherever one of them is known to be 1.
Value run_shape_min(const Call& c) {
  const auto a = c.integer(0), b = c.integer(1);
  return IntTuple(a.is(1) || b.is(1) ? Int{1, true} : min(a, b));
}
Value run_elem_scale(const Call& c) { return elem_scale(c.tuple(0), c.tuple(1)); }
Value run_inner_product(const Call& c) { return inner_product(c.tuple(0), c.tuple(1)); }
Value run_sum(const Call& c) { return sum(c.tuple(0)); }
Value run_product_each(const Call& c) { return product_each(c.shape(0)); }
Value run_product_like(const Call& c) { return product_like(c.tuple(0), c.shape(1)); }
Value run_abs(const Call& c) {
  return c.tuple(0).transformed([](Int i) { return abs(i); });
}

/// max, min or gcd of integers and tuples of them.
template <Int (*combine)(Int, Int)>
Value run_fold(const Call& c) {
  std::optional<Int> result;
  for (std::size_t i = 0; i < c.count(); ++i) c.tuple(i).for_each_integer([&](Int x) { result = result ? combine(*result, x) : x; });
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

/// A == B is the same call.
Value run_equal(const Call& c) {
  // Layouts are compared as such; behind swizzles only by their elements.
  constexpr std::int64_t looked_at = 1 << 20;
  const auto v = check_equal(c.argument(0), c.argument(1), {.most = looked_at, .sample = true, .cancelled = nullptr});
  if (v.kind == Verdict::Kind::kept && v.checked < v.total)
    return Truth{true, fmt::format("the first {} of {} elements are equal", v.checked, v.total)};
  return Truth{v.kind == Verdict::Kind::kept, v.counterexample};
}
Verdict equal_check(const Call& c, const Value&, const Checking& checking) {
  auto v = check_equal(c.argument(0), c.argument(1), checking);
  // That two things differ is an answer, no contract broken.
  if (v.kind == Verdict::Kind::broken) v.kind = Verdict::Kind::none;
  return v;
}

}  // namespace

std::vector<Function> compare_functions() {
  constexpr std::string_view g = "Layout";
  return {
      {{"equal", "A == B", "the same function? where not, the first coordinate that differs", g}, "a b", 2, 2, 0, run_equal, equal_check},
      {{"congruent", "congruent(A, B)", "same profile?", g}, "a b", 2, 2, 0, run_congruent},
      {{"weakly_congruent", "weakly_congruent(A, B)", "does B have A's profile or more?", g}, "a b", 2, 2, 0, run_weakly},
      {{"compatible", "compatible(A, B)", "is every coordinate of A one of B?", g}, "a b", 2, 2, 0, run_compatible},
      {{"evenly_divides", "evenly_divides(A, tiler)", "do the tiles fill A?", g}, "a tiler", 2, 2, 0, run_evenly},
      {{"shape_div", "shape_div(a, b)", "divide b out of a", g}, "a b", 2, 2, 0, run_shape_div, nullptr, 1},
      {{"ceil_div", "ceil_div(a, b)", "divide, rounding up", g}, "a b", 2, 2, 0, run_ceil_div, nullptr, 1},
      {{"round_up", "round_up(a, b)", "the next multiple of b", g}, "a b", 2, 2, 0, run_round_up, nullptr, 1},
      {{"shape_min", "shape_min(a, b)", "the smaller of two sizes", g}, "a b", 2, 2, 0, run_shape_min},
      {{"elem_scale", "elem_scale(a, b)", "each integer times the size of the other's mode", g},
       "a b",
       2,
       2,
       0,
       run_elem_scale,
       nullptr,
       1},
      {{"inner_product", "inner_product(a, b)", "the sum of the products, leaf by leaf", g}, "a b", 2, 2, 0, run_inner_product, nullptr, 1},
      {{"sum", "sum(t)", "the sum of the leaves", g}, "t", 1, 1, 0, run_sum},
      {{"product_each", "product_each(t)", "the size of each mode", g}, "t", 1, 1, 0, run_product_each},
      {{"product_like", "product_like(t, profile)", "the sizes of what stands at the leaves of a profile", g},
       "tuple guide",
       2,
       2,
       0,
       run_product_like,
       nullptr,
       1},
      {{"abs", "abs(t)", "without signs", g}, "t", 1, 1, 0, run_abs},
      {{"max", "max(a, b, ...)", "the largest integer", g}, "", 1, 16, 0, run_fold<max>},
      {{"min", "min(a, b, ...)", "the smallest integer", g}, "", 1, 16, 0, run_fold<min>},
      {{"gcd", "gcd(a, b, ...)", "the greatest common divisor", g}, "", 1, 16, 0, run_fold<gcd>},
      {{"elem_less", "elem_less(a, b)", "is each integer less?", g}, "a b", 2, 2, 0, run_less<elem_less>},
      {{"elem_leq", "elem_leq(a, b)", "not elem_less(b, a)", g}, "a b", 2, 2, 0, run_leq<elem_less>},
      {{"elem_gtr", "elem_gtr(a, b)", "elem_less(b, a)", g}, "a b", 2, 2, 0, run_gtr<elem_less>},
      {{"elem_geq", "elem_geq(a, b)", "not elem_less(a, b)", g}, "a b", 2, 2, 0, run_geq<elem_less>},
      {{"lex_less", "lex_less(a, b)", "is the first integer that differs less?", g}, "a b", 2, 2, 0, run_less<lex_less>},
      {{"lex_leq", "lex_leq(a, b)", "not lex_less(b, a)", g}, "a b", 2, 2, 0, run_leq<lex_less>},
      {{"lex_gtr", "lex_gtr(a, b)", "lex_less(b, a)", g}, "a b", 2, 2, 0, run_gtr<lex_less>},
      {{"lex_geq", "lex_geq(a, b)", "not lex_less(a, b)", g}, "a b", 2, 2, 0, run_geq<lex_less>},
      {{"colex_less", "colex_less(a, b)", "is the last integer that differs less?", g}, "a b", 2, 2, 0, run_less<colex_less>},
      {{"colex_leq", "colex_leq(a, b)", "not colex_less(b, a)", g}, "a b", 2, 2, 0, run_leq<colex_less>},
      {{"colex_gtr", "colex_gtr(a, b)", "colex_less(b, a)", g}, "a b", 2, 2, 0, run_gtr<colex_less>},
      {{"colex_geq", "colex_geq(a, b)", "not colex_less(a, b)", g}, "a b", 2, 2, 0, run_geq<colex_less>},
  };
}

}  // namespace algebra::expression
