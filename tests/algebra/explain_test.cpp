// Operations worked through: the steps, with these numbers, in the order in which they are taught.

#include <doctest/doctest.h>

#include <string>

#include "algebra/language/evaluate.hpp"
#include "tests/algebra/said.hpp"

using namespace algebra;

namespace {

Explanation explained(std::string_view text, IntegerRule rule = IntegerRule::math) {
  auto e = explain(text, {}, rule);
  REQUIRE_MESSAGE(e.has_value(), text);
  return std::move(*e);
}

std::string steps(std::string_view text, IntegerRule rule = IntegerRule::math) {
  return to_string(explained(text, rule).steps, rule == IntegerRule::cute ? Marks::underscores : Marks::plain);
}

std::string shown(const Layout& l) { return to_string(l, Marks::plain); }

}  // namespace

TEST_CASE("composition: divide the shape by the stride, take the modulus by the size, drop the ones") {
  const auto e = explained("(10,2):(16,4) o 20:2");
  CHECK(shown(std::get<Layout>(e.evaluation.value)) == "(5,4):(32,4)");
  REQUIRE(e.steps.size() == 4);
  CHECK(shown(*e.steps[0].stage) == "(10,2):(16,4)");
  CHECK(shown(*e.steps[1].stage) == "(5,2):(32,4)");
  CHECK(shown(*e.steps[2].stage) == "(5,4):(32,4)");
  CHECK(shown(*e.steps[3].stage) == "(5,4):(32,4)");
  // A mode of which nothing is left becomes a one, and is dropped.
  const auto text = steps("(4,2,8):(3,12,97) o 3:8");
  CHECK(has(text, "(1,3):(24,97)"));
  CHECK(has(text, "Drop the modes of size 1: 3:97."));
}

TEST_CASE("coalesce: which of the four cases each pair falls in") {
  const auto text = steps("coalesce((2,(1,6)):(1,(6,2)))");
  CHECK(has(text, "1:6 ++ 6:2: the left mode has size 1 and goes."));
  CHECK(has(text, "2:1 ++ 6:2: the right mode goes on where the left one ends, 2·1 = 2; they merge into 12:1."));
  CHECK(has(steps("coalesce((2,2):(1,4))"), "the right mode does not go on where the left one ends; both stay."));
  CHECK(has(steps("coalesce((4,1):(1,7))"), "the right mode has size 1 and goes."));
  CHECK(has(steps("coalesce((_4,2):(_1,_4))", IntegerRule::cute), "they would merge, but the compiler does not know"));
  CHECK(has(steps("coalesce((2,(1,6)):(1,(6,2)), (1,1))"), "One leaf of the profile: (1,6):(6,2)."));
}

TEST_CASE("complement: the modes by stride and what each adds") {
  const auto text = steps("complement((2,2):(1,6), 24)");
  CHECK(has(text, "The mode 2:1, next by stride: 1 / 1 = 1 fit before it, which adds 1:1; the next free stride is 1·2 = 2."));
  CHECK(has(text, "The mode 2:6, next by stride: 6 / 2 = 3 fit before it, which adds 3:2; the next free stride is 6·2 = 12."));
  CHECK(has(text, "As often as that fits into 24: 24 / 12 rounded up."));
  CHECK(has(text, "Coalesced: (3,2):(2,12)."));
}

TEST_CASE("divides, products, inverses and partitions say what they do, each step with its numbers") {
  const auto divide = steps("logical_divide((4,2,3):(2,1,8), 4:2)");
  CHECK(has(divide, "(B, B*) = (4,(2,3)):(2,(1,8))"));
  CHECK(has(divide, "A o (B, B*) = ((2,2),(2,3)):((4,1),(2,8)): (tile, rest)."));
  CHECK(has(
      steps("zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"),
      "Gather the first parts of all modes into mode 0, the second parts into mode 1: ((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))."));
  CHECK(has(steps("tiled_divide((8,8):(8,1), (4,4))"), "The modes of mode 1 become modes of their own"));
  CHECK(has(steps("flat_divide((8,8):(8,1), (4,4))"), "The modes of mode 0 and of mode 1 become modes of their own"));
  const auto product = steps("logical_product((2,2):(4,1), 6:1)");
  CHECK(has(product, "Room for 6 copies of A = (2,2):(4,1): its complement in 4·6 = 24."));
  CHECK(has(product, "A* = (2,3):(2,8)"));
  CHECK(has(steps("blocked_product((2,5):(5,1), (3,4):(1,3))"), "Pair the modes, the block inside"));
  CHECK(has(steps("raked_product((2,5):(5,1), (3,4):(1,3))"), "Pair the modes, the copies inside"));
  CHECK(has(steps("right_inverse((4,8):(8,1))"),
            "The mode 8:1 begins at the next index: its elements are 4 apart as coordinates, which adds 8:4; the next index is 8."));
  CHECK(has(steps("right_inverse((4,8):(9,1))"), "The mode 4:9 does not begin at the next index, 8: it is left out."));
  CHECK(has(steps("left_inverse((4,8):(1,5))"), "The last mode has 8 elements, at 4 each."));
  CHECK(has(steps("local_tile((8,8):(8,1), (4,4), (0,1))"), "It begins at offset 4 and has the layout (4,4):(8,1)."));
  CHECK(
      has(steps("local_partition((8,8):(8,1), (2,4):(4,1), 3)"), "In the thread layout (2,4):(4,1), index 3 stands at coordinate (0,3)."));
}

TEST_CASE("the last stage is the result, and explaining changes no value") {
  for (const std::string text :
       {"coalesce((2,(1,6)):(1,(6,2)))", "composition((8,8):(8,1), 6:4)", "(20:2) o ((5,4):(1,5))", "complement((2,2):(1,6), 24)",
        "logical_divide((4,2,3):(2,1,8), 4:2)", "zipped_divide((8,8):(8,1), (4,2))", "flat_divide((8,8):(8,1), (4,2))",
        "logical_product((2,2):(4,1), 6:1)", "raked_product((2,5):(5,1), (3,4):(1,3))", "right_inverse((4,8):(8,1))",
        "left_inverse((4,8):(1,5))", "local_tile((8,8):(8,1), (4,4), (0,1))", "local_partition((8,8):(8,1), (2,4):(4,1), 3)"}) {
    CAPTURE(text);
    const auto e = explained(text);
    const auto plain = evaluate(text, {}, IntegerRule::math);
    REQUIRE(plain);
    CHECK(e.evaluation.value == plain->value);
    REQUIRE(!e.steps.empty());
    REQUIRE(e.steps.back().stage);
    const auto* tensor = std::get_if<Tensor>(&plain->value);
    CHECK(shown(*e.steps.back().stage) == shown(tensor != nullptr ? tensor->layout : std::get<Layout>(plain->value)));
    for (const auto& step : e.steps) CHECK(!step.words.text().empty());
  }
}

TEST_CASE("what is no operation has no steps, and what is wrong is said as ever") {
  CHECK(explained("(4,2):(2,1)").steps.empty());
  CHECK(explained("size((4,2):(2,1))").steps.empty());
  const auto refused = explain("composition((4,6):(1,5), 5:3)", {}, IntegerRule::math);
  REQUIRE(!refused);
  CHECK(refused.error().problem.condition == "shape divisibility");
}
