// Each refusal's proof and each repair, by enumeration.

#include <doctest/doctest.h>

#include <random>

#include "algebra/conjectures/universe.hpp"
#include "algebra/language/refusal.hpp"
#include "algebra/layout/operations.hpp"
#include "truth.hpp"

namespace refusal_test {

using namespace algebra;

namespace {

std::optional<Refusal> refusal(const std::string& text, IntegerRule rule = IntegerRule::math) {
  const auto e = evaluate(text, {}, rule);
  return e ? std::nullopt : refusal_of(text, {}, rule, e.error());
}

}  // namespace

TEST_CASE("a refusal has a proof that is true, or the layout that it is, and repairs that work") {
  std::mt19937_64 random(11);
  int proofs = 0, layouts = 0, repairs = 0, refusals = 0;
  for (int n = 0; refusals < truth::cases() * 2 && n < 1000000; ++n) {
    const auto choice = [&] {
      return std::get<Layout>(conjectures::random_choice(conjectures::Kind::layout, {12, 2}, IntegerRule::math, random));
    };
    const auto a = choice(), b = choice();
    const auto text = plain(a) + " o " + plain(b);
    const auto r = refusal(text);
    if (!r) continue;
    ++refusals;
    INFO(text);
    const naive::Function f(a), g(b);
    const auto asked = [&](std::int64_t c) { return f(g(c)); };
    REQUIRE(static_cast<std::int64_t>(r->indices.size()) == size(b));
    for (std::int64_t c = 0; c < size(b); ++c) REQUIRE(r->indices[static_cast<std::size_t>(c)] == asked(c));
    CHECK(r->layout.has_value() != r->proof.has_value());
    if (r->layout) {
      ++layouts;
      const naive::Function is(*r->layout);
      for (std::int64_t c = 0; c < size(b); ++c) REQUIRE(is(c) == asked(c));
    }
    if (r->proof) {
      ++proofs;
      const auto& p = *r->proof;
      CHECK(p.first + p.second == p.sum);
      CHECK(p.at_first == asked(p.first));
      CHECK(p.at_second == asked(p.second));
      CHECK(p.at_sum == asked(p.sum));
      CHECK(p.at_first + p.at_second != p.at_sum);
      if (p.divides) CHECK(p.size % p.run != 0);
      // The whole truth: whatever the ways to cut B's integers, none is a layout.
      CHECK_FALSE(truth::is_layout(b.shape(), asked));
    }
    for (const auto& repair : r->repairs) {
      ++repairs;
      const auto other = evaluate(repair.operand, {}, IntegerRule::math);
      REQUIRE(other);
      const naive::Function h(std::get<Layout>(other->value)), result(repair.result);
      for (std::int64_t c = 0; c < size(std::get<Layout>(other->value)); ++c) REQUIRE(result(c) == f(h(c)));
    }
  }
  CHECK(refusals == truth::cases() * 2);
  CHECK(proofs > 100);
  CHECK(layouts > 20);
  CHECK(repairs > 1000);
}

TEST_CASE("the conditions stand side by side") {
  const auto r = refusal("(4,6):(1,5) o 5:3");
  REQUIRE(r);
  REQUIRE(r->conditions.size() >= 3);
  CHECK(r->conditions[0].name == "shape divisibility");
  CHECK_FALSE(r->conditions[0].holds);
  CHECK(r->conditions[1].name == "tractable A");
  CHECK_FALSE(r->conditions[1].holds);
  CHECK(r->conditions[2].holds);
  const auto exact = refusal("composition((2,3):(1,4), 2:3)");
  REQUIRE(exact);
  REQUIRE(exact->layout);
  CHECK(plain(*exact->layout) == "2:5");
  CHECK_FALSE(refusal("complement((2,2):(1,1), 8)"));
  CHECK_FALSE(refusal("(4,6):(1,5) o 4:1"));
}

}  // namespace refusal_test
