// Each refusal's proof and each repair, by enumeration.

#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <set>

#include <fmt/format.h>

#include "algebra/conjectures/universe.hpp"
#include "algebra/language/refusal.hpp"
#include "algebra/layout/operations.hpp"
#include "truth.hpp"

namespace refusal_test {

using namespace algebra;

namespace {

std::optional<Refusal> refusal(std::string_view text, IntegerRule rule = IntegerRule::math) {
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
    bool either = false;
    REQUIRE(static_cast<std::int64_t>(r->indices.size()) == size(b));
    for (std::int64_t c = 0; c < size(b); ++c) REQUIRE(r->indices[static_cast<std::size_t>(c)] == asked(c));
    CHECK(r->layout.has_value() != r->proof.has_value());
    for (const auto& c : r->conditions)
      if (c.name == "stride divisibility" || c.name == "shape divisibility") either = either || !c.holds;
    CHECK(either);
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
      // In place of A or of B.
      const bool of_a = repair.span.begin == 0;
      const naive::Function changed(std::get<Layout>(other->value)), result(repair.result);
      const auto& inner = of_a ? b : std::get<Layout>(other->value);
      for (std::int64_t c = 0; c < size(inner); ++c) REQUIRE(result(c) == (of_a ? changed(g(c)) : f(changed(c))));
    }
  }
  CHECK(refusals == truth::cases() * 2);
  CHECK(proofs > rounds(100));
  CHECK(layouts > rounds(20));
  CHECK(repairs > rounds(1000));
}

TEST_CASE("Shah's conditions are those of his note") {
  const auto holds = [](std::string_view expression, std::string_view name) {
    const auto r = refusal(expression);
    REQUIRE(r);
    const auto c = std::find_if(r->conditions.begin(), r->conditions.end(), [&](const Condition& one) { return one.name == name; });
    REQUIRE(c != r->conditions.end());
    return c->holds;
  };
  // Definition 2.17: the modes 2:1 and 2:1 both reach index 1.
  constexpr auto overlapping = "(8,2):(1,9) o (2,2,3):(1,1,4)";
  CHECK_FALSE(holds(overlapping, "disjoint intervals"));
  CHECK(holds("(8,2):(1,9) o (2,2,3):(1,2,4)", "disjoint intervals"));
  // Beyond the product of A's sizes but the last nothing overlaps.
  CHECK(holds("(4,6):(1,8) o (4,2,2):(1,6,6)", "disjoint intervals"));
}

TEST_CASE("the conditions stand side by side") {
  const auto r = refusal("(4,6):(1,5) o 5:3");
  REQUIRE(r);
  const auto holds = [&](std::string_view name) {
    const auto c = std::find_if(r->conditions.begin(), r->conditions.end(), [&](const Condition& one) { return one.name == name; });
    REQUIRE(c != r->conditions.end());
    return c->holds;
  };
  CHECK(holds("stride divisibility"));
  CHECK_FALSE(holds("shape divisibility"));
  CHECK_FALSE(holds("left divisible"));
  CHECK_FALSE(holds("tractable A"));
  CHECK(holds("tractable B"));
  const auto exact = refusal("composition((2,3):(1,4), 2:3)");
  REQUIRE(exact);
  REQUIRE(exact->layout);
  CHECK(plain(*exact->layout) == "2:5");
  CHECK_FALSE(refusal("(4,6):(1,5) o 4:1"));
}

namespace {

naive::Wide at(const Layout& l, naive::Wide c) { return naive::Function(l)(c); }

/// The places of copies, by trying each index after the other.
std::vector<std::int64_t> copies(const Layout& l, std::int64_t most, std::int64_t end) {
  std::set<std::int64_t> image, taken;
  for (std::int64_t c = 0; c < size(l); ++c) image.insert(static_cast<std::int64_t>(at(l, c)));
  std::vector<std::int64_t> places;
  for (std::int64_t p = 0; p < end && static_cast<std::int64_t>(places.size()) < most; ++p) {
    if (std::any_of(image.begin(), image.end(), [&](std::int64_t i) { return taken.contains(p + i); })) continue;
    for (const auto i : image) taken.insert(p + i);
    places.push_back(p);
  }
  return places;
}

struct Tally {
  int refusals = 0, proofs = 0, layouts = 0, repairs = 0, bits = 0, swizzled = 0, halves = 0, ways = 0;
};

/// Everything that a refusal says, by enumeration.
void check_refusal(const std::string& text, const Refusal& r, Tally& tally) {
  INFO(text);
  ++tally.refusals;
  CHECK(std::any_of(r.conditions.begin(), r.conditions.end(), [](const Condition& c) { return !c.holds; }));
  for (const auto& c : r.conditions) {
    if (c.mode < 0 || c.operand < 0) continue;
    REQUIRE(c.operand < static_cast<int>(r.operands.size()));
    CHECK(c.mode <= r.operands[static_cast<std::size_t>(c.operand)].layout.shape().leaves());
  }
  const auto f = [&](std::int64_t c) { return r.indices[static_cast<std::size_t>(c)]; };
  const auto count = static_cast<std::int64_t>(r.indices.size());
  if (r.layout) {
    ++tally.layouts;
    const naive::Function is(*r.layout);
    for (std::int64_t c = 0; c < count; ++c)
      if (!r.partial || f(c) >= 0) REQUIRE(is(c) == f(c));
  }
  // Where there are more elements than are listed, the proof is about one that is not listed.
  if (r.proof && r.whole) {
    ++tally.proofs;
    const auto& p = *r.proof;
    CHECK(p.first + p.second == p.sum);
    CHECK((p.at_first == f(p.first) && p.at_second == f(p.second) && p.at_sum == f(p.sum)));
    CHECK((p.at_first + p.at_second != p.at_sum || f(0) != 0));
    if (count <= 64) CHECK_FALSE(truth::is_layout(r.shape, [&](naive::Wide c) { return f(static_cast<std::int64_t>(c)); }));
  }
  if (r.ways > 0) ++tally.ways;
  if (r.bits) {
    ++tally.bits;
    for (std::int64_t c = 0; c < count; ++c) {
      std::uint64_t index = r.bits->offset;
      for (std::size_t k = 0; k < r.bits->images.size(); ++k)
        if ((c >> k & 1) != 0) index ^= r.bits->images[k];
      REQUIRE(static_cast<std::int64_t>(index) == f(c));
    }
  }
  if (r.swizzled) {
    ++tally.swizzled;
    const auto g = truth::function(Value(*r.swizzled));
    for (std::int64_t c = 0; c < count; ++c) REQUIRE(g.at(c) == f(c));
  }
  if (const auto& s = r.side_by_side) {
    ++tally.halves;
    std::vector<std::int64_t> sizes;
    r.shape.for_each_integer([&](Int i) { sizes.push_back(i.value); });
    const naive::Function first(s->first), second(s->second);
    for (std::int64_t c = 0; c < count; ++c) {
      std::int64_t rest = c, in_first = 0, in_second = 0, step_first = 1, step_second = 1;
      bool low = true;
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        const auto along = rest % sizes[k];
        rest /= sizes[k];
        const bool cut = static_cast<int>(k) == s->integer;
        if (cut) low = along < s->at;
        in_first += along * step_first, in_second += (cut ? along - s->at : along) * step_second;
        step_first *= cut ? s->at : sizes[k], step_second *= cut ? sizes[k] - s->at : sizes[k];
      }
      REQUIRE((low ? first(in_first) : second(in_second) + s->begin) == f(c));
    }
  }
  for (const auto& repair : r.repairs) {
    ++tally.repairs;
    const auto e = evaluate(repair.expression, {}, IntegerRule::math);
    REQUIRE(e);
    CHECK(e->verdict.kind == Verdict::Kind::kept);
  }
}

}  // namespace

TEST_CASE("each operation that is refused says what is true") {
  std::mt19937_64 random(39);
  const auto choice = [&] {
    return std::get<Layout>(conjectures::random_choice(conjectures::Kind::layout, {12, 2}, IntegerRule::math, random));
  };
  const auto number = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  const std::vector<std::function<std::string()>> calls{
      [&] { return fmt::format("complement({}, {})", plain(choice()), number(4, 40)); },
      [&] { return fmt::format("left_inverse({})", plain(choice())); },
      [&] { return fmt::format("logical_divide({}, {})", plain(choice()), plain(choice())); },
      [&] { return fmt::format("zipped_divide({}, <{}, {}>)", plain(choice()), plain(choice()), number(1, 4)); },
      [&] { return fmt::format("logical_product({}, {})", plain(choice()), plain(choice())); },
      [&] { return fmt::format("blocked_product({}, {})", plain(choice()), plain(choice())); },
      [&] { return fmt::format("tile_to_shape(({},{}), ({},{}))", number(1, 4), number(1, 3), number(2, 9), number(2, 9)); },
      [&] { return fmt::format("coalesce({}, (1,1,1))", plain(choice())); },
      [&] { return fmt::format("composition({}, <{}, {}>)", plain(choice()), plain(choice()), number(1, 4)); },
  };
  for (const auto& call : calls) {
    Tally tally;
    const int wanted = std::max(20, truth::cases() / 5);
    std::string last;
    for (int n = 0; n < 400 * wanted && tally.refusals < wanted; ++n) {
      last = call();
      if (const auto r = refusal(last)) check_refusal(last, *r, tally);
    }
    INFO(last);
    CHECK(tally.refusals == wanted);
    MESSAGE(last << ": " << tally.refusals << " refusals, " << tally.proofs << " proofs, " << tally.layouts << " layouts, " << tally.bits
                 << " over F2, " << tally.swizzled << " swizzled, " << tally.halves << " side by side, " << tally.ways << " by all ways, "
                 << tally.repairs << " repairs");
  }
}

TEST_CASE("what is no layout may be one over F2, or a swizzled one") {
  std::mt19937_64 random(23);
  const auto number = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  Tally tally;
  for (int n = 0; n < rounds(4000); ++n) {
    const auto text = fmt::format("({},{}):({},{}) o (2,2,2):({},{},{})", 1 << number(1, 3), 1 << number(1, 3), number(1, 4), number(1, 4),
                                  number(1, 7), number(1, 7), number(1, 9));
    if (const auto r = refusal(text)) check_refusal(text, *r, tally);
  }
  MESSAGE(tally.refusals << " refusals, " << tally.bits << " over F2, " << tally.swizzled << " swizzled");
  if (trials_for_one == 1) {  // of few trials none may be
    CHECK(tally.bits > 2);
    CHECK(tally.swizzled > 0);
  }
}

TEST_CASE("places of copies are the first that are free") {
  std::mt19937_64 random(3);
  for (int n = 0; n < truth::cases(); ++n) {
    const auto l = std::get<Layout>(conjectures::random_choice(conjectures::Kind::layout, {12, 1}, IntegerRule::math, random));
    CHECK(places_of_copies(l, 100, 60) == copies(l, 100, 60));
  }
}

TEST_CASE("refusals of every operation, one each") {
  const auto complement = refusal("complement((2,2):(1,1), 8)");
  REQUIRE(complement);
  REQUIRE(complement->layout);
  CHECK(plain(*complement->layout) == "3:3");
  CHECK(complement->operation == "complement");
  const auto injective =
      std::find_if(complement->conditions.begin(), complement->conditions.end(), [](const Condition& c) { return c.name == "injective"; });
  REQUIRE(injective != complement->conditions.end());
  CHECK(injective->mode == 1);
  const auto inverse = refusal("left_inverse((4,3):(2,3))");
  REQUIRE(inverse);
  CHECK(inverse->conditions[0].name == "left inverse divisibility");
  const auto tiled = refusal("tile_to_shape(4:1, 6)");
  REQUIRE(tiled);
  REQUIRE(tiled->layout);
  CHECK(plain(*tiled->layout) == "6:1");
  const auto nested = refusal("size(coalesce((2,4), (1,1,1)))");
  REQUIRE(nested);
  CHECK(nested->operation == "coalesce");
  const auto by_mode = refusal("zipped_divide((4,6):(1,5), <2, (2,2):(1,1)>)");
  REQUIRE(by_mode);
  CHECK(by_mode->part.text() == "mode 1");
  REQUIRE_FALSE(nested->repairs.empty());
  CHECK(nested->repairs[0].expression == "size(coalesce((2,4), (1,1)))");
  CHECK_FALSE(refusal("size(nothing)"));
  CHECK_FALSE(refusal("complement((4,2):(1@0,1@1), 8)"));
}

}  // namespace refusal_test
