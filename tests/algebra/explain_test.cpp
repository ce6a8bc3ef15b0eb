// Operations worked through: the steps, with these numbers, in the order in which they are taught.

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include <fmt/format.h>

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

TEST_CASE("tiled copies and MMAs: each stage with its layout, the last one that of the result") {
  const auto copy = explained("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))");
  REQUIRE(copy.steps.size() == 5);
  CHECK(shown(*copy.steps[0].stage) == "((1,16),(8,8)):((0,8),(128,1))");
  CHECK(copy.steps[1].words.text() == "The tile is (16,64).");
  CHECK(shown(*copy.steps[3].stage) == shown(std::get<TiledCopy>(copy.evaluation.value).layout_tv));
  CHECK(
      has(copy.steps[4].words.text(), "copies 8 values of each of 1 threads: 128 threads are 128 atoms side by side, and 8 values take 1"));

  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,(8,2,2):(1,16,8),_>)";
  const auto text = steps(mma);
  CHECK(has(text, "(v,m,n,k) -> thread: (32,2,2,1):(1,32,64,0)."));
  CHECK(has(text, "M: an atom takes 16 elements, and 2 atoms work side by side: 32."));
  CHECK(has(text, "N: the permutation (8,2,2):(1,16,8) of 32 elements: place p of the tile is element (8,2,2):(1,16,8)(p) of the tensor."));
  CHECK(has(text, "Of these places, an atom takes 8, and 2 atoms work side by side: 2 times per tile."));
  CHECK(has(text, "The tile of one MMA is (32,32,16)."));
  const auto parts = explained(mma).steps;
  for (const auto& [at, name] : {std::pair{3, "layoutA_TV"}, {2, "layoutB_TV"}, {1, "layoutC_TV"}}) {
    const auto& s = parts[parts.size() - static_cast<std::size_t>(at)];
    REQUIRE(s.stage);
    CHECK(shown(*s.stage) == shown(std::get<Layout>(evaluate(fmt::format("{}({})", name, mma), {}, IntegerRule::math)->value)));
  }
  for (const std::string name : {"make_tiled_copy_A", "make_tiled_copy_B", "make_tiled_copy_C"}) {
    const auto e = explained(fmt::format("{}(Copy_Atom<UniversalCopy<uint32_t>,half_t>, {})", name, mma));
    REQUIRE(e.steps.size() > 3);
    CHECK(shown(*e.steps[e.steps.size() - 2].stage) == shown(std::get<TiledCopy>(e.evaluation.value).layout_tv));
  }
  for (const std::string name : {"make_tiled_copy_S", "make_tiled_copy_D"}) {
    const auto e = explained(fmt::format(
        "{}(Copy_Atom<UniversalCopy<uint16_t>,half_t>, make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N,half_t>,(8,4),(1,2)))", name));
    REQUIRE(e.steps.size() > 3);
    CHECK(shown(*e.steps[e.steps.size() - 2].stage) == shown(std::get<TiledCopy>(e.evaluation.value).layout_tv));
  }
  CHECK(has(steps("make_tiled_copy_C_atom(Copy_Atom<UniversalCopy<uint64_t>,float>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN))"),
            "Keep the first 2 values of each thread"));
  CHECK(has(steps("make_cotiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (128,8):(8,1), (64,64):(64,1))"),
            "The left inverse of the data"));
  const auto retiled = explained(
      "retile_S(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,2,1))), 5, "
      "(8,2,4):(1,8,16))");
  REQUIRE(retiled.steps.size() == 4);
  CHECK(shown(*retiled.steps.back().stage) == "((8,1),2,4):((1,0),8,16)");
  const auto tiled = explained("tile_to_shape((8,64):(64,1), (128,128))");
  CHECK(has(tiled.steps.front().words.text(),
            "The shape (128,128) holds (16,2) blocks of (8,64) along its modes, in this order: (16,2):(1,16)."));
  CHECK(shown(*tiled.steps.back().stage) == shown(std::get<Layout>(tiled.evaluation.value)));
}
