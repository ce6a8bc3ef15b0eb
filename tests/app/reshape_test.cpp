// A grid pulled to another shape: what becomes of its entry's text.

#include <doctest/doctest.h>

#include <string>

#include "algebra/editing/reshape.hpp"

using namespace app;
using namespace algebra::editing;
using algebra::IntegerRule;

namespace {

std::string pulled(std::string_view line, std::int64_t first, std::int64_t second, IntegerRule rule = IntegerRule::math) {
  return reshaped(line, {first, second, 2}, rule).value_or("nothing");
}

}  // namespace

TEST_CASE("compact strides follow the shape, others stay") {
  CHECK(pulled("A = (8,8):(8,1)", 8, 9) == "A = (8,9):(9,1)");
  CHECK(pulled("A = (8,8):(8,1)", 5, 8) == "A = (5,8):(8,1)");
  CHECK(pulled("A = (4,8):(1,4)", 6, 3) == "A = (6,3):(1,6)");
  CHECK(pulled("A = (4,8):(8,1)", 4, 2) == "A = (4,2):(2,1)");
  CHECK(pulled("A = (8,8):(9,1)", 8, 16) == "A = (8,16):(9,1)");  // padded rows
  CHECK(pulled("A = (4,4):(0,1)", 6, 4) == "A = (6,4):(0,1)");    // broadcast
  CHECK(pulled("(4,4,2):(8,2,1)", 4, 6) == "(4,6,2):(12,2,1)");   // row-major of rank 3
  CHECK(pulled("(4,4,2):(1,4,16)", 5, 4) == "(5,4,2):(1,5,20)");
  CHECK(pulled("A = (2,3):(-3,1)", 2, 5) == "A = (2,5):(-3,1)");
}

TEST_CASE("strides of single elements decide only where nothing else does") {
  CHECK(pulled("(1,8):(8,1)", 4, 8) == "(4,8):(8,1)");
  CHECK(pulled("(8,1):(1,8)", 8, 4) == "(8,4):(1,8)");
  CHECK(pulled("(1,1):(1,1)", 2, 3) == "(2,3):(1,2)");
  CHECK(pulled("(1,8):(0,1)", 3, 8) == "(3,8):(1,3)");  // column-major, as CuTe has it where nothing is said
}

TEST_CASE("of a mode of several integers the outermost changes") {
  CHECK(pulled("B = ((2,2),(2,4)):((1,2),(4,8))", 8, 8) == "B = ((2,4),(2,4)):((1,2),(8,16))");
  CHECK(pulled("B = ((4,4),(2,2)):((8,1),(32,4))", 16, 7) == "B = ((4,4),(2,4)):((8,1),(32,4))");  // 7 is nearest to 8
  CHECK(pulled("B = ((4,4),(2,2)):((8,1),(32,4))", 1, 1) == "B = ((4,1),(2,1)):((8,1),(32,4))");
  CHECK_FALSE(reshaped("v = ((3,5),4):((20,4),1)", {INT64_MAX, 4, 2}, IntegerRule::math));
  CHECK(reshaped("v = ((3,5),4):((20,4),1)", {INT64_MIN, 4, 2}, IntegerRule::math).value_or("") == "v = ((3,1),4):((4,4),1)");
  CHECK(reshaped("v = 8:2", {12, 1, 1}, IntegerRule::math).value_or("") == "v = 12:2");
  CHECK(reshaped("v = (2,4):(4,1)", {2, 3, 2}, IntegerRule::math).value_or("") == "v = (2,3):(3,1)");
}

TEST_CASE("all that is not a number stays as it was written") {
  CHECK(pulled("A = ( _4 , 8 ) : ( _8 , _1 )", 6, 4, IntegerRule::cute) == "A = ( _6 , 4 ) : ( _4 , _1 )");
  CHECK(pulled("shape = (4,2)", 6, 2) == "shape = (6,2)");
  CHECK(pulled("A = make_layout(make_shape(Int<4>{}, 2), LayoutRight{})", 8, 5, IntegerRule::cute) ==
        "A = make_layout(make_shape(Int<8>{}, 5), LayoutRight{})");
  CHECK(pulled("make_layout((4,2))", 4, 3) == "make_layout((4,3))");
  CHECK(pulled("make_layout((4,2), (2,1))", 4, 3) == "make_layout((4,3), (3,1))");
  CHECK(pulled("Layout<Shape<_4,_2>,Stride<_2,_1>>{}", 4, 4, IntegerRule::cute) == "Layout<Shape<_4,_4>,Stride<_4,_1>>{}");
}

TEST_CASE("what is no literal has no shape to pull") {
  for (const auto* line : {"A", "B = composition((8,8):(8,1), 4:1)", "# (8,8):(8,1)", "D = zipped_divide(A, <4:1, 4:1>)", "broken = (4",
                           "n = 12", "<4:1, 2:1>", "Swizzle<3,0,3> o 0 o (8,8):(8,1)", "(4,4):(1@0,1@1)", "", "A2 = A1"}) {
    CAPTURE(line);
    CHECK_FALSE(shape_of_entry(line, IntegerRule::math));
    CHECK_FALSE(reshaped(line, {2, 2, 2}, IntegerRule::math));
  }
  CHECK(shape_of_entry("A = ((4,4),(2,2)):((8,1),(32,4))", IntegerRule::math) == GridShape{16, 4, 2});
  CHECK(shape_of_entry("v = 8:2", IntegerRule::math) == GridShape{8, 1, 1});
  CHECK(shape_of_entry("(2,3,4)", IntegerRule::math) == GridShape{2, 3, 3});
}

TEST_CASE("a size that nobody can have is refused") {
  const auto huge = std::int64_t{1} << 40;
  CHECK(pulled("A = (8,8):(8,1)", huge, huge) == "nothing");
  CHECK(pulled("A = (8,8)", huge, huge) == "nothing");
  CHECK(pulled("A = (8,8):(8,1)", 0, -5) == "A = (1,1):(1,1)");
}
