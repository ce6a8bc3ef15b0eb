// CuTe's functions by their names: the values that its headers and documents state, and contracts where they state none.

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/value_indexing.hpp"

using namespace algebra;

namespace {

std::string cute(std::string_view text) {
  const auto e = evaluate(text, {}, IntegerRule::cute);
  return e ? to_string(e->value, Marks::underscores) : "error: " + e.error().problem.condition;
}
std::string math(std::string_view text) {
  const auto e = evaluate(text, {}, IntegerRule::math);
  return e ? to_string(e->value, Marks::plain) : "error: " + e.error().problem.condition;
}

using Rows = std::vector<std::pair<std::string_view, std::string_view>>;

void check_rows(const Rows& rows, std::string (*answer)(std::string_view)) {
  for (const auto& row : rows) {
    CAPTURE(row.first);
    CHECK(answer(row.first) == row.second);
  }
}

}  // namespace

TEST_CASE("what the comments of CuTe's headers state") {
  check_rows({{"make_ordered_layout((_2,_2,_2,_2), (_0,_2,_3,_1))", "(_2,_2,_2,_2):(_1,_4,_8,_2)"},
              {"make_ordered_layout((2,3,4,5), (_2,67,42,_50))", "(2,3,4,5):(_1,10,30,2)"},
              {"make_layout_like((_2,_2,_2,_2):(_0,_2,_4,_1))", "(_2,_2,_2,_2):(_0,_2,_4,_1)"},
              {"make_layout_like((2,3,4,5):(_0,42,_1,_0))", "(2,3,4,5):(_0,4,_1,_0)"},
              {"domain_distribute((_15,_14):(_1,_15), _6)", "(_3,_2):(_1,_15)"},
              {"make_swizzle<8,4>()", "Sw<1,2,1>"},
              {"make_swizzle<192,6>()", "Sw<2,1,5>"},
              {"shape_div((4,5,6),40)", "(1,1,3)"},
              {"coalesce((_4,_1):(_1,_0))", "_4:_1"},
              {"E<0>{}", "_1@0"},
              {"E<0,1>{}", "_1@1@0"},
              {"E<1,0>{}", "_1@0@1"}},
             cute);
}

TEST_CASE("coordinates as values") {
  check_rows({{"make_identity_layout((4,8))", "(4,8):(1@0,1@1)"},
              {"make_identity_layout(8)", "8:1"},
              {"make_identity_layout((4,(2,3)))", "(4,(2,3)):(1@0,(1@0@1,1@1@1))"},
              {"make_basis_like((4,(2,3)))", "(1@0,(1@0@1,1@1@1))"},
              {"(4,8):(1@0,2@1)", "(4,8):(1@0,2@1)"},
              {"make_identity_layout((4,8))(2,5)", "(2,5)"},
              {"make_identity_layout((4,8))(22)", "(2,5)"},
              {"make_identity_layout((4,(2,3)))(1,(1,2))", "(1,(1,2))"},
              {"crd2idx((2,5), make_identity_layout((4,8)))", "(2,5)"},
              {"coshape((4,8):(2@0,1@1))", "(7,8)"},
              {"cosize((4,8):(2@0,1@1))", "56"},
              {"coprofile((4,8):(2@0,1@1))", "(0,0)"},
              {"coshape((4,8):(8,1))", "32"},
              {"coalesce((4,8):(1@0,4@0))", "32:1@0"},
              {"coalesce((4,8):(1@0,4@1))", "(4,8):(1@0,4@1)"},
              {"zipped_divide(make_identity_layout((8,8)), (4,2))", "((4,2),(2,4)):((1@0,1@1),(4@0,2@1))"},
              {"composition((4,8):(8,1), (2,2):(1@1,1@0))", "(2,2):(1,8)"},
              {"composition(make_identity_layout((4,8)), 6:2)", "(2,3):(2@0,1@1)"},
              {"make_identity_tensor((8,8))", "ArithTuple(0,0) o (8,8):(1@0,1@1)"},
              {"local_tile(make_identity_tensor((8,8)), (4,4), (1,0))", "ArithTuple(4,0) o (4,4):(1@0,1@1)"},
              {"local_partition(make_identity_tensor((8,8)), (2,4):(4,1), 6)", "ArithTuple(1,2) o (4,2):(2@0,4@1)"},
              {"make_identity_tensor((8,8))(2,3)", "(2,3)"},
              {"ArithTuple(4,0) o (4,4):(1@0,1@1)", "ArithTuple(4,0) o (4,4):(1@0,1@1)"},
              {"complement((4,8):(1@0,1@1), 64)", "error: mismatched ranks"},
              {"right_inverse((4,8):(1@0,1@1))", "(4,8):(1,4)"},
              {"upcast<2>((4,8):(1@0,1@1))", "error: basis"},
              {"ptr o (4,8):(1@0,1@1)", "ptr+0 o (4,8):(1@0,1@1)"},
              {"local_tile((4,8):(1@0,1@1), (2,2), (1,0))", "error: basis"}},
             math);
  CHECK(cute("make_identity_layout((_4,8))") == "(_4,8):(_1@0,_1@1)");
  CHECK(cute("local_tile(make_identity_tensor((8,_8)), (_4,_4), (1,_1))") == "ArithTuple(4,_4) o (_4,_4):(_1@0,_1@1)");
}

TEST_CASE("tuples, and the three orders of coordinates") {
  check_rows({{"elem_less((1,2),(2,3))", "true"},
              {"elem_less((1,3),(2,3))", "false"},
              {"elem_less((1,2),(2,3,4))", "true"},
              {"elem_leq((2,3),(2,3))", "true"},
              {"elem_gtr((2,3),(1,2))", "true"},
              {"elem_geq((2,3),(2,3))", "true"},
              {"lex_less((1,9),(2,0))", "true"},
              {"lex_less((1,9),(1,9))", "false"},
              {"lex_leq((1,9),(1,9))", "true"},
              {"lex_gtr((2,0),(1,9))", "true"},
              {"lex_geq((1,9),(1,9))", "true"},
              {"lex_less((1,2),(1,2,0))", "true"},
              {"colex_less((9,1),(0,2))", "true"},
              {"colex_less((1,9),(2,0))", "false"},
              {"colex_leq((9,1),(9,1))", "true"},
              {"colex_gtr((0,2),(9,1))", "true"},
              {"colex_geq((9,1),(9,1))", "true"},
              {"colex_less((2),(0,2))", "true"},
              {"elem_less(3,4)", "true"},
              {"inner_product((1,(2,3)),(4,(5,6)))", "32"},
              {"sum((1,(2,3)))", "6"},
              {"product_each((4,(2,3)))", "(4,6)"},
              {"product_like((4,(2,3)),(1,1))", "(4,6)"},
              {"elem_scale((2,3),((4,5),6))", "(40,18)"},
              {"max(3,(7,2))", "7"},
              {"min((3,7),2)", "2"},
              {"gcd(12,18,8)", "2"},
              {"abs(-3)", "3"},
              {"wrap(4)", "(4)"},
              {"unwrap(((4)))", "4"},
              {"repeat_like((4,(2,3)),7)", "(7,(7,7))"},
              {"zip((1,2),(3,4))", "((1,3),(2,4))"},
              {"zip(((1,2),(3,4)))", "((1,3),(2,4))"},
              {"filter_zeros((0,1),(4,8))", "(1,8)"},
              {"crd2crd((1,2),(4,8),8)", "9"},
              {"crd2crd(9,32,(4,8))", "(1,2)"},
              {"((4,(2,2)):(1,(4,8))).get_hier_coord(14)", "(2,(1,1))"},
              {"((4,(2,2)):(1,(4,8))).get_flat_coord(14)", "(2,3)"},
              {"((4,(2,2)):(1,(4,8))).get_1d_coord(14)", "14"},
              {"ceil_div((8,8), <4:1>)", "error: argument"},
              {"ceil_div(16, 4:2)", "(2,2)"},
              {"compact_major<LayoutRight>((2,3,4))", "(12,4,1)"},
              {"compact_col_major((2,3,4))", "(1,2,6)"},
              {"compact_row_major((2,3,4))", "(12,4,1)"},
              {"compact_order((2,3,4),(1,0,2))", "(3,1,6)"},
              {"make_ordered_layout(((2,3),4),(1,0))", "((2,3),4):((4,8),1)"},
              {"make_ordered_layout((4,(2,3)),(1,(2,0)))", "(4,(2,3)):(3,(12,1))"},
              {"make_ordered_layout((4,2),(1,(0,1)))", "error: weakly congruent"},
              {"((8,8):(8,1)).with_shape(4,16)", "(4,(2,8)):(8,(32,1))"},
              {"make_fragment_like((2,4,8):(8,1,32))", "(2,4,8):(1,2,8)"},
              {"make_fragment_like(((2,2),4):((8,0),1))", "((2,2),(4)):((1,0),(2))"},
              {"inner_partition((8,8):(8,1),(4,4),(1,0))", "ptr+32 o (4,4):(8,1)"},
              {"outer_partition((8,8):(8,1),(4,4),(1,0))", "ptr+8 o (2,2):(32,4)"},
              {"tile_unzip(logical_divide((8,8):(8,1),(4,4)),(4,4))", "((4,4),(2,2)):((8,1),(32,4))"},
              {"slice_and_offset((2,_),(4,8):(8,1))", "((8):(1),16)"},
              {"domain_offset((2,3),(4,8):(8,1))", "((4,8):(8,1),19)"},
              {"domain_offset((2,3),ptr o (4,8):(8,1))", "ptr+19 o (4,8):(8,1)"}},
             math);
}

TEST_CASE("strides that cannot be added pass through, and have neither indices nor a picture") {
  const auto mixed = evaluate("flatten(((4,2),2):((2@0,3),1@0))", {}, IntegerRule::cute);
  REQUIRE(mixed);
  CHECK_FALSE(layout_of(mixed->value).has_value());
  CHECK_FALSE(indexing(mixed->value).has_value());
  CHECK(indexings(mixed->value).empty());
  CHECK(Message::list(facts_of(*mixed)) == "size 16");
  CHECK(math("(4,2):(1@0,1@0@0)") == "(4,2):(1@0,1@0@0)");
  CHECK(math("(4,2):(1@0,3) == (4,2):(1@0,3)") == "true");
  CHECK(math("(4,2):(1@0,3) == (4,2):(1@0,2)") == "false");
  CHECK(math("((4,2):(1@0,3))(3)") == "3@0");
  CHECK(math("((4,2):(1@0,3))(5)") == "error: basis");
  // A dynamic 0, with which C++ computes no index, moves nothing in a picture.
  const auto still = evaluate("((4,2),2):((_2@0,0),_1@0)", {}, IntegerRule::cute);
  REQUIRE(still);
  REQUIRE(indexing(still->value).has_value());
  CHECK((*indexing(still->value))(9) == 3);
}

TEST_CASE("what C++ refuses is refused with CuTe's integers, and says what works") {
  const auto e = evaluate("cosize(ptr o (_4,_8):(_8,_1))", {}, IntegerRule::cute);
  REQUIRE_FALSE(e);
  CHECK(e.error().problem.message.text().find("layout(T)") != std::string::npos);
  CHECK(cute("cosize(layout(ptr o (_4,_8):(_8,_1)))") == "_32");
  CHECK(math("cosize(ptr o (4,8):(8,1))") == "32");  // as the CuTe DSL takes it
  const auto mma =
      evaluate("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, Layout<Shape<_2,_2,_1>>{}, Layout<Shape<_1,_2,_1>>{})", {}, IntegerRule::cute);
  REQUIRE(mma);
  REQUIRE(mma->hints.size() == 1);
  CHECK(mma->hints[0].problem.message.text().find("permutes M alone") != std::string::npos);
}

TEST_CASE("complements in shapes") {
  check_rows({{"complement(4:1, (4,6))", "6:4"}, {"complement(4:1, (2,(4,3)))", "6:4"}, {"complement(4:1, 0)", "0:4"}}, math);
  check_rows({{"complement(_4:_1, (_4,6))", "6:_4"}, {"complement(_4:_1, (_8,6))", "(_2,6):(_4,_8)"}, {"complement(4:_1, (_8,6))", "12:4"}},
             cute);
}

TEST_CASE("A == B says where two layouts differ") {
  const auto why = [](std::string_view text) {
    const auto e = evaluate(text, {}, IntegerRule::math);
    REQUIRE(e);
    return std::get<Truth>(e->value).why;
  };
  CHECK(math("(4,2):(1,4) == 8:1") == "true");
  CHECK(math("(4,2):(1,4) == (2,4):(1,2)") == "true");
  CHECK(math("(65536,65536):(65536,1) == (65536,65536):(65536,1)") == "true");
  CHECK(math("(4,2):(2,1) == (4,2):(2,1) o 8") == "true");
  CHECK(why("(4,2):(1,4) == (4,2):(2,1)") == "A(1) = 1 where B(1) = 2");
  CHECK(why("(4,4):(1,4) == (4,4):(1,5)") == "A(4) = 4 where B(4) = 5");
  CHECK(why("(2,2,1048576):(1,2,4) == (2,2,1048576):(1,2,5)") == "A(4) = 4 where B(4) = 5");
  CHECK(why("4:1 == 8:1") == "A has 4 elements, B has 8");
  CHECK(why("make_identity_layout((4,4)) == (4,4):(1@1,1@0)") == "A(1) = (1,0) where B(1) = (0,1)");
  CHECK(why("(Swizzle<1,0,1> o 4:1) == 4:1") == "A(2) = 3 where B(2) = 2");
  CHECK(math("Swizzle<1,0,1> == Swizzle<1,0,1>") == "true");
  CHECK(math("ptr+4 o 4:1 == ptr o 4:1") == "false");
}

TEST_CASE("swizzles and composed layouts") {
  check_rows(
      {{"composition(Swizzle<0,4,3>, 8:1)", "8:1"},
       {"composition(Swizzle<2,0,3>, Swizzle<1,2,3>)", "Sw<3,0,3>"},
       {"composition(Swizzle<2,0,3>, Swizzle<1,2,4>)", "error: swizzle"},
       {"make_layout(Swizzle<3,4,3>)", "Sw<3,4,3> o 0 o 10:1"},
       {"right_inverse(Swizzle<3,4,3>)", "Sw<3,4,3>"},
       {"left_inverse(Swizzle<3,4,3>)", "Sw<3,4,3>"},
       {"right_inverse(Swizzle<3,0,3> o (8,8):(8,1))", "Sw<3,0,-3> o 0 o (8,8):(8,1)"},
       {"right_inverse(composition(Swizzle<3,0,3>, 8, (8,8):(8,1)))", "(8,8):(8,1) o -8 o Sw<3,0,3>"},
       {"right_inverse(right_inverse(composition(Swizzle<3,0,3>, 8, (8,8):(8,1))))", "Sw<3,0,3> o 8 o (8,8):(8,1)"},
       {"(64:1 o -8 o Swizzle<3,0,3>)(24)", "19"},
       {"size(64:1 o -8 o Swizzle<3,0,3>)", "error: argument"},
       {"composition(Swizzle<2,0,3>, Swizzle<1,0,3> o (8,8):(8,1))", "error: swizzle"},
       {"composition(Swizzle<2,0,3>, 0, Swizzle<1,0,3> o (8,8):(8,1))", "Sw<2,0,3> o 0 o Sw<1,0,3> o 0 o (8,8):(8,1)"},
       {"zipped_divide(16:4 o 5 o Swizzle<1,0,3> o 0 o (8,8):(8,1), (2,2))", "16:4 o 5 o Sw<1,0,3> o 0 o ((2,2),(4,4)):((8,1),(16,2))"},
       {"(16:4 o 5 o Swizzle<1,0,3> o 0 o (8,8):(8,1)).layout_b()", "Sw<1,0,3> o 0 o (8,8):(8,1)"},
       {"Swizzle<3,3,3>(190)", "174"},
       {"nullspace(Swizzle<3,0,3> o (8,8):(8,1))", "1:0"},
       {"logical_product(4:1, composition(Swizzle<1,0,1>, 0, Swizzle<1,0,1> o 4:1))", "error: swizzle"},
       {"upcast<2>(Swizzle<3,4,3>)", "Sw<3,3,3>"},
       {"upcast<4>(Swizzle<3,1,3>)", "Sw<2,0,3>"},
       {"downcast<8>(Swizzle<3,1,3>)", "Sw<3,4,3>"},
       {"upcast<3>(Swizzle<3,1,3>)", "error: swizzle"},
       {"recast_layout<f16,uint128_t>(Swizzle<3,3,3> o (8,64):(64,1))", "Sw<3,0,3> o 0 o (8,8):(8,1)"},
       {"max_alignment(Swizzle<3,4,3>)", "16"},
       {"max_alignment(Swizzle<3,3,3> o (8,64):(64,1))", "8"},
       {"max_common_vector(Swizzle<3,3,3> o (8,64):(64,1), (8,64):(64,1))", "8"},
       {"max_common_layout(Swizzle<3,3,3> o (8,64):(64,1), (8,64):(64,1))", "8:8"},
       {"size(Swizzle<3,0,3> o (8,8):(8,1))", "64"},
       {"cosize(Swizzle<3,0,3> o (8,8):(8,1))", "64"},
       {"stride(Swizzle<3,0,3> o (8,8):(8,1))", "error: argument"},
       {"zipped_divide(Swizzle<3,0,3> o (8,8):(8,1), (4,4))", "Sw<3,0,3> o 0 o ((4,4),(2,2)):((8,1),(32,4))"},
       {"tile_to_shape(Swizzle<3,0,3> o (8,8):(8,1), (16,16))", "Sw<3,0,3> o 0 o ((8,2),(8,2)):((8,64),(1,128))"},
       {"coalesce(Swizzle<3,0,3> o (8,8):(1,8))", "Sw<3,0,3> o 0 o 64:1"},
       {"filter(Swizzle<3,0,3> o (8,8):(1,8))", "error: argument"},
       {"complement(Swizzle<3,0,3> o (8,8):(1,8), 128)", "2:64"},
       {"layout<1>(Swizzle<3,0,3> o (8,8):(1,8))", "Sw<3,0,3> o 0 o 8:8"},
       {"get_swizzle_portion(Swizzle<3,0,3> o (8,8):(1,8))", "Sw<3,0,3>"},
       {"get_swizzle_portion((8,8):(1,8))", "Sw<0,4,3>"},
       {"get_nonswizzle_portion(Swizzle<3,0,3> o (8,8):(1,8))", "(8,8):(1,8)"},
       {"(Swizzle<3,0,3> o (8,8):(1,8)).layout_a()", "Sw<3,0,3>"},
       {"(Swizzle<3,0,3> o (8,8):(1,8)).layout_b()", "(8,8):(1,8)"},
       {"(Swizzle<3,0,3> o (8,8):(1,8)).offset()", "0"},
       {"composition(8:2, 4, 8:1)", "8:2 o 4 o 8:1"},
       {"composition(8:2, 4, 8:1)(3)", "14"},
       {"composition(8:2, composition(4:1, 0, 8:1))", "8:2"},
       {"composition(8:1, Swizzle<1,0,1>)", "Sw<1,0,1> o 0 o 8:1"},
       {"ptr o (Swizzle<3,0,3> o (8,8):(8,1))", "ptr+0 o Sw<3,0,3> o 0 o (8,8):(8,1)"},
       {"domain_offset((1,0), Swizzle<3,0,3> o (8,8):(8,1))", "(Sw<3,0,3> o 8 o (8,8):(8,1),0)"},
       {"logical_product(4:1, Swizzle<1,0,1> o 4:1)", "Sw<1,2,1> o 0 o (4,4):(1,4)"}},
      math);
  // MixedBits: the bits that the coordinate gives, and those that the compiler knows.
  CHECK(cute("slice_and_offset((_,(_,1)), Swizzle<3,0,3> o (_8,(_4,_2)):(_8,(_1,_4)))") ==
        "(Sw<3,0,3> o M_0|(4&4)=4 o (_8,_4):(_8,_1),_0)");
  CHECK(cute("(Swizzle<3,0,3> o (_8,_8):(_8,_1))(_2,_)") == "((_2,_2,_2)):((_1,_-2,_4))");
}

TEST_CASE("slices of a swizzled layout have its elements") {
  // Powers of two, as CuTe wants them; every coordinate of the sliced modes.
  for (const char* swizzle : {"Swizzle<3,0,3>", "Swizzle<2,1,3>", "Swizzle<2,0,-3>", "Swizzle<1,2,2>"})
    for (const char* layout : {"(8,8):(8,1)", "(8,(4,4)):(4,(1,32))", "(16,8):(1,16)"})
      for (int i = 0; i < 8; ++i)
        for (const bool dynamic : {false, true}) {
          const auto whole = std::string(swizzle) + " o " + layout;
          const auto f = evaluate(whole, {}, IntegerRule::math);
          REQUIRE(f);
          const auto& composed = std::get<ComposedLayout>(f->value);
          const IntTuple at(Int{i, !dynamic});
          const auto sliced = attempt([&] { return slice_and_offset(IntTuple::tuple({at, IntTuple::underscore()}), composed); });
          REQUIRE(sliced);
          const auto offset = sliced->offset.integer().value;
          for (std::int64_t j = 0; j < size(mode(composed.layout, 1)); ++j) {
            const auto want = composed(i + j * size(mode(composed.layout, 0)));
            const auto* plain = std::get_if<Layout>(&sliced->layout);
            const auto have = plain != nullptr ? (*plain)(j) : std::get<ComposedLayout>(sliced->layout)(j);
            REQUIRE(offset + have == want);
          }
        }
}

TEST_CASE("hints: what is right, but perhaps not what was meant") {
  const auto hints = [](std::string_view text, IntegerRule rule) {
    const auto e = evaluate(text, {}, rule);
    REQUIRE_MESSAGE(e.has_value(), text);
    std::string all;
    for (const auto& h : e->hints) all += h.problem.condition + ": " + h.problem.message.text() + "\n";
    return all;
  };
  CHECK(hints("composition((8,8,4):(1,8,64), <4,4>)", IntegerRule::math) ==
        "dropped modes: The tiler has 2 of 3 modes: composition by mode drops the others. A divide keeps them.\n");
  CHECK(hints("zipped_divide((8,8,4):(1,8,64), <4,4>)", IntegerRule::math).empty());
  CHECK(hints("coalesce((_4,2):(_1,_4))", IntegerRule::cute).empty() == false);
  CHECK(hints("coalesce((4,2):(_1,4))", IntegerRule::cute) ==
        "hidden merge: Dynamic integers hide a merge: with static ones the result would be _8:_1.\n");
  CHECK(hints("coalesce((_4,_2):(_1,_4))", IntegerRule::cute).empty());
  CHECK(hints("coalesce((4,2):(_1,5))", IntegerRule::cute).empty());
  CHECK(hints("Swizzle<3,0,3> o (8,8)", IntegerRule::math).empty());
}
