// Sums, common domains and morphisms of layouts, element by element.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include "algebra/conjectures/universe.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/common_domain.hpp"
#include "algebra/layout/morphism.hpp"

namespace mathematics_test {

using namespace algebra;

namespace {

std::string printed_value(const std::string& text) {
  const auto e = evaluate(text, {}, IntegerRule::math);
  return e ? to_string(e->value, Marks::plain) : e.error().problem.condition;
}

Layout random_layout(std::mt19937_64& random) {
  return std::get<Layout>(conjectures::random_choice(conjectures::Kind::layout, {12, 2}, IntegerRule::math, random));
}

}  // namespace

TEST_CASE("a sum of layouts is the sum at every coordinate") {
  std::mt19937_64 random(1);
  int sums = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto a = random_layout(random), b = random_layout(random);
    const auto r = attempt([&] { return layout_add(a, b); });
    if (!r) continue;
    ++sums;
    REQUIRE(size(*r) == size(a));
    for (std::int64_t i = 0; i < size(a); ++i) REQUIRE((*r)(i) == a(i) + b(i));
  }
  CHECK(sums > 300);
  CHECK(printed_value("layout_add((5,3,4):(1,5,15), (10,6):(1,10))") == "60:2");
  CHECK(printed_value("layout_add((2,(3,4)):(12,(4,1)), (6,4):(4,1))") == "(2,3,4):(16,12,2)");
  CHECK(printed_value("layout_add(8:2@0, 8:3@0)") == "8:5@0");
  CHECK(printed_value("layout_add(6:1, 8:1)") == "size");
  CHECK(printed_value("layout_add((2,3):(1,0), (3,2):(0,1))") == "common domain");
}

TEST_CASE("a common domain divides both shapes, and what is left has none") {
  std::mt19937_64 random(2);
  for (int n = 0; n < 5000; ++n) {
    const auto a = random_layout(random), b = random_layout(random);
    const auto r = greatest_common_domain(a.shape(), b.shape());
    CHECK(r == greatest_common_domain(b.shape(), a.shape()));
    CHECK(std::gcd(size(a), size(b)) % size(r) == 0);
    CHECK(attempt([&] { return composition(a, r); }).has_value());
    CHECK(attempt([&] { return composition(b, r); }).has_value());
  }
  CHECK(printed_value("greatest_common_domain((6,35), (15,14))") == "(3,7):(1,30)");
  CHECK(printed_value("greatest_common_domain((16,64), (4,16,16))") == "(4,4,4,16):(1,4,16,64)");
  CHECK(printed_value("greatest_common_domain((5,3), (3,5))") == "(1):(0)");
  CHECK(printed_value("greatest_common_domain((7,2,3,2,2,3,2), (7,3,2,2,3,2,2))") == "(7,2,2):(1,42,504)");
}

TEST_CASE("coalesce_z is the same function at and beyond every coordinate") {
  std::mt19937_64 random(3);
  for (int n = 0; n < 3000; ++n) {
    const auto a = random_layout(random);
    const auto r = coalesce_z(a);
    REQUIRE(size(r) == size(a));
    for (std::int64_t i = 0; i < 2 * size(a) + 2; ++i) REQUIRE(r(i) == a(i));
  }
  CHECK(printed_value("coalesce_z((3,(2,6)):(1,(3,6)), (_,1))") == "(3,12):(1,3)");
  CHECK(printed_value("prefix_product(((2,3),(4,5)), (1,100))") == "((1,2),(100,400))");
  CHECK(printed_value("prefix_product((4,8), 2)") == "(2,8)");
}

TEST_CASE("a layout is tractable exactly if it is that of its morphism") {
  std::mt19937_64 random(4);
  int tractable = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto a = random_layout(random);
    if (why_intractable(a)) {
      CHECK_FALSE(attempt([&] { return morphism_of(a); }).has_value());
      continue;
    }
    ++tractable;
    const auto m = morphism_of(a);
    CHECK(attempt([&] { return morphism_of(as_tuple(m)); }).value() == m);
    const auto again = layout_of(m);
    CHECK(again.shape() == a.shape());
    for (std::int64_t i = 0; i < size(a); ++i) REQUIRE(again(i) == a(i));
  }
  CHECK(tractable > 3000);
  CHECK(printed_value("is_tractable((2,2):(1,3))") == "false");
}

TEST_CASE("a weak composition is the composition at every coordinate") {
  std::mt19937_64 random(5);
  int composed = 0;
  for (int n = 0; n < 40000; ++n) {
    const auto a = random_layout(random), b = random_layout(random);
    if (why_intractable(a) || why_intractable(b)) continue;
    const auto m = attempt([&] { return weak_composition(morphism_of(a), morphism_of(b)); });
    if (!m) continue;
    ++composed;
    const auto r = coalesce(layout_of(*m), b.shape());
    REQUIRE(size(r) == size(b));
    for (std::int64_t i = 0; i < size(b); ++i) REQUIRE(r(i) == a(b(i)));
  }
  CHECK(composed > 500);
}

TEST_CASE("refinements refine, and are cut at the same places") {
  std::mt19937_64 random(6);
  const auto places = [](const IntTuple& t) {
    std::set<std::int64_t> all;
    std::int64_t before = 1;
    t.for_each_integer([&](Int i) { all.insert(before *= i.value); });
    return all;
  };
  int refined = 0;
  for (int n = 0; n < 5000; ++n) {
    const auto t = random_layout(random).shape(), u = random_layout(random).shape();
    const auto both = mutual_refinement(t, u);
    if (!both) continue;
    ++refined;
    CHECK(compatible(t, both->first));
    CHECK(compatible(u, both->second));
    const auto of_t = places(both->first), of_u = places(both->second);
    CHECK(std::includes(of_u.begin(), of_u.end(), of_t.begin(), of_t.end()));
  }
  CHECK(refined > 500);
  CHECK(printed_value("mutual_refinement((6,6), (2,6,6))") == "(((2,3),(2,3)),(2,(3,2),(3,2)))");
  CHECK(printed_value("mutual_refinement((4,3), (6,2))") == "mutual refinement");
}

TEST_CASE("a pullback's layout is the layout, finer, and so is a pushforward's") {
  CHECK(printed_value("layout_of_morphism(pullback(morphism((4,8):(16,1)), ((2,4),2,4))) == (4,8):(16,1)") == "true");
  CHECK(printed_value("layout_of_morphism(pushforward(morphism((4,8):(16,1)), ((2,2),8))) == (4,8):(16,1)") == "true");
  CHECK(printed_value("pullback(morphism((4,8):(16,1)), (4,4,4))") == "refinement");
  CHECK(printed_value("layout_of_morphism(((4,8),(8,4),(1,2)))") == "morphism");
}

TEST_CASE("whether two layouts compose is told as composition tells it") {
  std::mt19937_64 random(7);
  int refused = 0;
  for (int n = 0; n < 50000; ++n) {
    const auto a = random_layout(random), b = random_layout(random);
    const bool composed = attempt([&] { return composition(a, b); }).has_value();
    refused += composed ? 0 : 1;
    REQUIRE(composes(a, b) == composed);
  }
  CHECK(refused > 5000);
}

}  // namespace mathematics_test
