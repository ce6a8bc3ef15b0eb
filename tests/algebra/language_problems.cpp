// Tests the messages about expressions that have no value or break their contract, and their places.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/unsupported.hpp"
#include "algebra/language/vocabulary.hpp"
#include "tests/algebra/said.hpp"

using namespace algebra;

namespace {

Environment short_sheet() {
  Environment names;
  names.emplace("A", evaluate("(8,8):(8,1)", {}, IntegerRule::math)->value);
  names.emplace("thr", evaluate("(2,4):(4,1)", {}, IntegerRule::math)->value);
  return names;
}

Said refused_there(std::string_view text) { return refused(text, short_sheet()); }
Said warned_there(std::string_view text) { return warned(text, short_sheet()); }

}  // namespace

TEST_CASE("the broken entry of the starter sheet") {
  const std::string text = "composition(A, 6:3)";
  const auto e = evaluate(text, short_sheet(), IntegerRule::math);
  REQUIRE(e.has_value());
  CHECK(to_string(e->value, Marks::plain) == "(3,2):(24,1)");
  CHECK(e->verdict.kind == Verdict::Kind::broken);
  REQUIRE(e->warning.has_value());
  const auto said = said_of(text, *e->warning);
  CHECK(said.at == "6:3");
  CHECK(said.condition == "stride divisibility");
  CHECK(said.message ==
        "CuTe composes these wrongly: 3 does not divide mode 0 of A (size 8); as a function it is (3,2):(24,9). CuTe C++ accepts it and "
        "returns "
        "(3,2):(24,1), but R(3) = 1 where A(B(3)) = 9.");
  CHECK(e->warning->problem.suggestions == std::vector<std::string>{"6:4", "6:1"});
  for (const auto& offered : e->warning->problem.suggestions) {
    const auto again = evaluate("composition(A, " + offered + ")", short_sheet(), IntegerRule::math);
    REQUIRE(again.has_value());
    CHECK(again->verdict.kind == Verdict::Kind::kept);
    CHECK_FALSE(again->warning.has_value());
  }
}

TEST_CASE("values know what made them") {
  const auto e = evaluate("zipped_divide(A, <4:1,4:1>)", short_sheet(), IntegerRule::math);
  REQUIRE(e.has_value());
  CHECK(e->made_by.operation == "zipped_divide");
  REQUIRE(e->made_by.operands.size() == 2);
  CHECK(e->made_by.names == std::vector<std::string>{"A", ""});
  CHECK(e->made_by.operands[0] == short_sheet().at("A"));
  CHECK(e->verdict.kind == Verdict::Kind::kept);
  CHECK(e->verdict.checked == 64);
  CHECK(evaluate("A", short_sheet(), IntegerRule::math)->made_by.operation.empty());
  CHECK(evaluate("4:1", {}, IntegerRule::math)->verdict.kind == Verdict::Kind::none);
  CHECK(evaluate("A o 8:1", short_sheet(), IntegerRule::math)->made_by.operation == "composition");
  CHECK(evaluate("A(2,_)", short_sheet(), IntegerRule::math)->made_by.operation == "slice");
  // The verdict is that of the outermost operation that has a contract.
  CHECK(evaluate("size(coalesce(A))", short_sheet(), IntegerRule::math)->verdict.contract == "R(i) = L(i)");
}

TEST_CASE("a broken contract is said wherever in the expression it is") {
  CHECK(warned_there("size(composition(A, 6:3))").at == "6:3");
  CHECK(warned("A o 6:3 o 2:1", short_sheet(), Verdict::Kind::kept).at == "6:3");  // the outermost is
  const auto divide = warned_there("zipped_divide((10,10), (4,4))");
  CHECK(divide.at == "(4,4)");
  CHECK(divide.condition == "evenly_divides");
  CHECK(has(divide.message, "144"));
  const auto thread = warned_there("local_partition(A, thr, 9)");
  CHECK(thread.condition == "partition");
  CHECK(has(thread.message, "thread 9"));
  CHECK(has(warned_there("local_tile(A, (4,4), (1,7))").message, "tile 7 of mode 1"));
  for (const std::string fine : {"local_partition(A, thr, 7)", "local_tile(A, (4,4), (1,_))", "coalesce(A)", "complement(4:2, 24)",
                                 "right_inverse(A)", "blocked_product((2,2), (3,4))"}) {
    INFO(fine);
    const auto e = evaluate(fine, short_sheet(), IntegerRule::math);
    REQUIRE(e.has_value());
    CHECK_FALSE(e->warning.has_value());
  }
}

TEST_CASE("CuTe's refusals carry its condition, the numbers and what would work") {
  const auto said = refused_there("composition((_4,_3):(_3,_1), _2:_6)");
  CHECK(said.at == "_2:_6");
  CHECK(said.condition == "stride divisibility");
  CHECK(said.message == "CuTe cannot compose these: mode 0 of (4,3):(3,1) (size 4) does not divide 6; as a function it is _2:_7.");
  CHECK(has(said.message, "6"));
  CHECK_FALSE(said.nearest.empty());
  CHECK(refused_there("complement((_2,_8):(_3,_4), _102)").at == "(_2,_8):(_3,_4)");
  CHECK(refused_there("logical_divide(A, (2,2,2))").at == "(2,2,2)");
}

TEST_CASE("an offer says all that it changes, and has elements") {
  const auto swizzle = refused_there("Swizzle<3,3,1>");
  CHECK(swizzle.at == "Swizzle<3,3,1>");
  CHECK(swizzle.nearest == "Swizzle<1,3,1>");
  const auto both = evaluate("Swizzle<3,3,1>", {}, IntegerRule::math);
  REQUIRE(!both);
  CHECK(both.error().problem.suggestions == std::vector<std::string>{"Swizzle<1,3,1>", "Swizzle<3,3,3>"});
  const auto made = refused_there("composition(Swizzle<3,3,1>{}, (8,8):(8,1))");
  CHECK(made.at == "Swizzle<3,3,1>{}");
  CHECK(made.nearest == "Swizzle<1,3,1>{}");
  const auto called = refused_there("(4,8):(8,1)(2,3)");
  CHECK(called.nearest == "((4,8):(8,1))(2,3)");
  CHECK(evaluate(called.nearest, {}, IntegerRule::math).has_value());
  CHECK(refused_there("(4,8):(8,1)(_,3)").nearest == "((4,8):(8,1))(_,3)");
  const auto type = refused_there("recast<u33>(4:1)");
  CHECK(type.message == "There is no element type u33.");
  CHECK(type.nearest == "u32");
  CHECK(refused_there("recast<floot>(4:1)").nearest == "float");
  const auto copy = evaluate("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,4))", {}, IntegerRule::math);
  REQUIRE(!copy);
  CHECK(!copy.error().problem.suggestions.empty());
  for (const auto& near : copy.error().problem.suggestions) CHECK(near.find('0') == std::string::npos);
  // CuTe makes a copy of nothing.
  const auto empty = warned_there("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (0,4))");
  CHECK(has(empty.message, "its tile is empty"));
  CHECK(empty.nearest.find('0') == std::string::npos);
  // A reason is always said.
  CHECK(has(refused_there("blocked_product((_6,_8):(_-16,_0),(_1):(_1))").message, "negative size"));
  const auto left_out = evaluate("is_tractable((4,1):(1,3))", {}, IntegerRule::math);
  REQUIRE(left_out);
  CHECK(has(std::get<Truth>(left_out->value).why, "size 1"));
}

TEST_CASE("a misspelt name is told apart, and the nearest one offered") {
  const auto function = refused_there("zipped_devide(A, thr)");
  CHECK(function.at == "zipped_devide");
  CHECK(function.condition == "unknown function");
  CHECK(function.nearest == "zipped_divide");
  CHECK(refused_there("zippedDivide(A, thr)").nearest == "zipped_divide");
  CHECK(refused_there("make_strde(1,2)").nearest == "make_stride");
  CHECK(refused_there("Layot<_4,_1>{}").nearest == "Layout");
  const auto name = refused_there("coalesce(thx)");
  CHECK(name.at == "thx");
  CHECK(name.condition == "unknown name");
  CHECK(name.nearest == "thr");
  CHECK(refused_there("make_layout((4,2), LayoutRigth)").nearest == "LayoutRight");
  CHECK(refused_there("qqqqqqqq").nearest.empty());
}

TEST_CASE("arguments are blamed one by one") {
  CHECK(refused_there("composition(A, f16)").at == "f16");
  CHECK(refused_there("coalesce(A, LayoutLeft)").at == "LayoutLeft");
  CHECK(refused_there("take(A)").at == "take");
  CHECK(refused_there("take<0,9>(A)").condition == "mode out of range");
  CHECK(has(refused_there("composition(A)").message, "2 to 3 arguments, not 1"));
  CHECK(has(refused_there("coalesce()").message, "1 to 2 arguments, not 0"));
  CHECK(has(refused_there("rank<0>()").message, "argument"));
  CHECK(has(refused_there("make_layout((4,2), strid=(2,1))").message, "no argument named strid"));
  CHECK(has(refused_there("make_layout((4,2), (2,1), stride=(2,1))").message, "twice"));
  CHECK(has(refused_there("make_layout(stride=(2,1))").message, "lacks"));
  CHECK(refused_there("A(1,2,3)").at == "1,2,3");
  CHECK(refused_there("A((1,1),2)").condition == "mismatched ranks");
  CHECK(refused_there("A()").condition == "argument");
  CHECK(refused_there("coalesce").condition == "call");
  CHECK(refused_there("ptr").condition == "tensor");
  CHECK(refused_there("(8,8):1@0").condition == "congruent");
  CHECK(refused_there("1@").condition == "syntax");
  CHECK(refused_there("1@300").condition == "limit");
}

TEST_CASE("a literal that is no layout") {
  const auto said = refused_there("(4,2):(1,2,3)");
  CHECK(said.condition == "congruent");
  CHECK(said.nearest == "(4,2):(1,2)");
  CHECK(refused_there("(-4,2)  :(1,2)").condition == "shape");
  CHECK(refused_there("(4,2):(A,1)").at == "(A,1)");
  CHECK(refused_there("(_,4):(1,2)").condition == "argument");
  CHECK(refused_there("(X,4):(1,2)").condition == "argument");
  CHECK(refused_there("Swizzle<9,9,1>").condition == "swizzle");
}

TEST_CASE("_ and X are no integers") {
  for (const auto text : {"complement(4:1,_)", "round_up(_,4)", "ceil_div(_,4)", "shape_div(_,2)", "shape_div(4,_)", "ceil_div(4,X)",
                          "idx2crd(_,(4,4))", "make_ordered_layout((4,4),(_,1))", "local_partition((4,4):(4,1),(2,2),_)"}) {
    CAPTURE(text);
    CHECK(refused_there(text).condition == "argument");
  }
}

TEST_CASE("no modes are no layout") {
  CHECK(refused_there("take<2,2>((2,3):(1,2))").condition == "mode out of range");
  CHECK(refused_there("select((2,3):(1,2))").condition == "template argument");
  CHECK(refused_there("4:1 o ()").condition == "tiler rank");
}

TEST_CASE("syntax errors stand where they are") {
  CHECK(refused_there("coalesce(A").at == "(");
  CHECK(refused_there("(4,2").at == "(");
  CHECK(refused_there("(4,,2)").at == ",");
  CHECK(refused_there("4 5").at == "5");
  CHECK(refused_there("A B").at == "B");
  CHECK(refused_there("coalesce(A))").at == ")");
  CHECK(refused_there("(4,2]").at == "]");
  CHECK(refused_there("4 $ 5").at == "$");
  CHECK(refused_there("\xC3\xA9").at == "\xC3\xA9");
  CHECK(refused_there("(4,2):").message == "The expression ends too early.");
  CHECK(refused_there("").message == "There is nothing here yet.");
  CHECK(refused_there("  // nothing").message == "There is nothing here yet.");
  for (const auto text : {"coalesce(A", "(4,,2)", "$", "(4,2):", ""}) CHECK(refused_there(text).condition == "syntax");
}

TEST_CASE("the functions of CuTe that are not supported are no functions here, and each says so") {
  const auto all = algebra::expression::unsupported_functions();
  CHECK(all.size() > 100);
  CHECK(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; }));
  for (const auto& u : all) {
    INFO(u.name);
    CHECK(algebra::expression::find_function(u.name, true) == nullptr);
    CHECK(algebra::expression::find_unsupported(u.name) == &u);
    const auto d = refused_there(fmt::format("{}(4)", u.name));
    CHECK(d.condition == "not supported");
    // The function that the message names instead exists.
    if (const auto word = u.instead.substr(0, u.instead.find('<')); !word.empty() && word != "ptr" && word.find('/') == word.npos)
      CHECK(algebra::expression::find_function(word, true) != nullptr);
  }
}

TEST_CASE("what only a running kernel has is told apart from what nobody knows") {
  const auto kernel = [](const std::string& what) {
    return what + " has a value only in a running kernel: write a number such as 0, or a name, in its place.";
  };
  CHECK(refused_there("threadIdx.x").message == kernel("threadIdx.x"));
  CHECK(refused_there("local_partition(A, thr, threadIdx.x)").at == "threadIdx.x");
  CHECK(refused_there("local_tile(A, (4,4), (blockIdx.x, blockIdx.y))").message == kernel("blockIdx.x"));
  CHECK(refused_there("blockDim").message == kernel("blockDim"));
  CHECK(refused_there("cute.arch.thread_idx()").message == kernel("thread_idx()"));
  // The error for an unsupported function of CuTe differs from that for an unknown name.
  CHECK(refused_there("gemm(A, A)").message == "gemm works only in a kernel and returns no layout or tensor.");
  CHECK(refused_there("make_im2col_tma_copy(A)").message == "make_im2col_tma_copy is a function of CuTe, but not supported yet.");
  CHECK(refused_there("make_im2col_tma_copy(A)").nearest == "make_tma_copy");
  CHECK(refused_there("A.data()").message == "data is a function of CuTe, but not supported yet.");
  CHECK(refused_there("make_quilt(A)").message == "There is no function make_quilt here.");
  CHECK(refused_there("SM80_NOTHING_TN").message == "There is no atom SM80_NOTHING_TN here.");
}

TEST_CASE("nothing is proposed in its own place") {
  // Every name of a record, as a value, as a call and as a type: the suggested nearby name must be another one.
  for (const auto& function : functions())
    for (const auto& alias : function.aliases) {
      const std::string name(alias.name);
      for (const auto& text : {name, name + "{}", name + "()", name + "<>{}"}) {
        const auto e = evaluate(text, {}, IntegerRule::math);
        if (e) continue;
        INFO(text, ": ", e.error().problem.message.text());
        for (const auto& suggestion : e.error().problem.suggestions) CHECK(suggestion != name);
        CHECK(e.error().problem.message.text() != "There is no " + name + " here.");
      }
    }
  CHECK(refused_there("TiledMMA").message.starts_with("TiledMMA is a function: "));
  CHECK(refused_there("TiledMMA{}").message.starts_with("TiledMMA is a function: "));
  CHECK(refused_there("make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, TiledMMA{})")
            .message.starts_with("TiledMMA is a function: "));
}
