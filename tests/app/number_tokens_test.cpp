// Numbers of an entry's text: what each is for, and that changing one never breaks the text.

#include <doctest/doctest.h>

#include <limits>

#include <fmt/format.h>

#include "algebra/editing/number_steps.hpp"
#include "algebra/language/evaluate.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/sheet.hpp"

using namespace app;
using namespace algebra::editing;

namespace {

/// Returns "4 shape 0 | 2 stride 1": every number with its label.
std::string labelled(std::string_view line) {
  std::string all;
  for (const auto& n : numbers_in(line)) all += fmt::format("{}{} {}", all.empty() ? "" : " | ", n.value, n.label);
  return all;
}

NumberToken only(std::string_view line, std::size_t nth = 0) {
  const auto numbers = numbers_in(line);
  REQUIRE(nth < numbers.size());
  return numbers[nth];
}

}  // namespace

TEST_CASE("a number knows whether it stands in a shape, a stride, a tile or a coordinate") {
  CHECK(labelled("A = (8,4):(4,1)") == "8 shape 0 | 4 shape 1 | 4 stride 0 | 1 stride 1");
  CHECK(labelled("(4,(2,2)):(1,(4,8))") == "4 shape 0 | 2 shape (1,0) | 2 shape (1,1) | 1 stride 0 | 4 stride (1,0) | 8 stride (1,1)");
  CHECK(labelled("T = <4:1, 2>") == "4 shape 0 | 1 stride 0 | 2 tile 1");
  CHECK(labelled("(4,2)") == "4 shape 0 | 2 shape 1");
  CHECK(labelled("n = 7") == "7 value");
  CHECK(labelled("composition(A, 6:3)") == "6 B shape | 3 B stride");
  CHECK(labelled("A o 6:3") == "6 shape | 3 stride");
  CHECK(labelled("local_tile(A, (4,2), (0,1))") == "4 tiler 0 | 2 tiler 1 | 0 coord 0 | 1 coord 1");
  CHECK(labelled("local_partition(cta, thr, 3)") == "3 index");
  CHECK(labelled("zipped_divide(A, <3:3, (2,4):(1,8)>)") ==
        "3 tiler shape 0 | 3 tiler stride 0 | 2 tiler shape (1,0) | 4 tiler shape (1,1) | 1 tiler stride (1,0) | 8 tiler stride (1,1)");
  CHECK(labelled("A(2,_)") == "2 coord 0");
  CHECK(labelled("(4,4):(1,4)(5)") == "4 shape 0 | 4 shape 1 | 1 stride 0 | 4 stride 1 | 5 coord");
  CHECK(labelled("Swizzle<3,4,-3> o 0 o 8:1") == "3 B | 4 M | -3 S | 0 value | 8 shape | 1 stride");
  CHECK(labelled("take<1,3>(A)") == "1 b | 3 e");
  CHECK(labelled("upcast<2>(A)") == "2 n");
  CHECK(labelled("4:2@1") == "4 shape | 2 stride | 1 mode");
  CHECK(labelled("complement(4:2, 24)") == "4 A shape | 2 A stride | 24 n");
}

TEST_CASE("pasted C++ and Python have the same numbers") {
  CHECK(labelled("make_layout(make_shape(Int<4>{}, 2), LayoutRight{})") == "4 shape 0 | 2 shape 1");
  CHECK(labelled("Layout<Shape<_4,_2>,Stride<_2,_1>>{}") == "4 shape 0 | 2 shape 1 | 2 stride 0 | 1 stride 1");
  CHECK(labelled("cute.make_layout((4,2), stride=(2,1))") == "4 shape 0 | 2 shape 1 | 2 stride 0 | 1 stride 1");
  CHECK(labelled("ptr[32b](0xaaab) o (_2,_2):(6,_1)") == "2 shape 0 | 2 shape 1 | 6 stride 0 | 1 stride 1");
  CHECK(labelled("ptr+4 o 8:1") == "4 offset | 8 shape | 1 stride");
}

TEST_CASE("numbers in arithmetic are what their sum or product is") {
  CHECK(labelled("n = Int<128>{} * 64") == "128 value | 64 value");
  CHECK(labelled("(8 * 4, 2):(1, 8 * 4)") == "8 shape 0 | 4 shape 0 | 2 shape 1 | 1 stride 0 | 8 stride 1 | 4 stride 1");
  CHECK(labelled("make_layout(make_shape(Int<128>{} * 2, 3 + 4))") == "128 shape 0 | 2 shape 0 | 3 shape 1 | 4 shape 1");
  CHECK(labelled("make_shape(2 * (3 + 4), (8 - 2) / 3)") == "2 shape 0 | 3 shape 0 | 4 shape 0 | 8 shape 1 | 2 shape 1 | 3 shape 1");
  CHECK(labelled("size(sA) / 2 - 1") == "2 value | 1 value");
  CHECK(labelled("local_tile(A, (bM, 2 * 64), (0,_))") == "2 tiler 1 | 64 tiler 1 | 0 coord 0");
  CHECK(labelled("make_tensor(ptr + 32, (8,8):(8,1))").starts_with("32 offset | 8 "));
  // No divisor becomes 0.
  CHECK(only("size(A) / 2").least == 1);
  CHECK(only("(M % 16, 4)").least == 1);
  CHECK(only("n = 128 * 64", 1).least < 0);
  CHECK(only("(128 * 64, 2)", 1).least == 1);
  CHECK(with_number("Int<128>{} * 64", only("Int<128>{} * 64"), 32) == "Int<32>{} * 64");
}

TEST_CASE("notes have no numbers, and neither have numbers too large to be one") {
  CHECK(numbers_in("# 4 by 8").empty());
  CHECK(numbers_in("").empty());
  CHECK(labelled("99999999999999999999:1") == "1 stride");
  CHECK(labelled("A = 4:1  // of 8") == "4 shape | 1 stride");
}

TEST_CASE("broken text has the numbers that can be told") {
  CHECK(labelled("A = (8,4") == "8 shape 0 | 4 shape 1");
  CHECK(labelled("composition(A, (4") == "4 B 0");
  CHECK(labelled("A = ((((") == "");
  std::string deep(2000, '(');
  CHECK(numbers_in(deep + "4").size() <= 1);
}

TEST_CASE("a changed number keeps its flag, its sign and its base") {
  CHECK(with_number("A = _4:1", only("A = _4:1"), 16) == "A = _16:1");
  CHECK(with_number("A = 4_c:1", only("A = 4_c:1"), 7) == "A = 7_c:1");
  CHECK(with_number("0x1f:1", only("0x1f:1"), 32) == "0x20:1");
  CHECK(with_number("4:-2", only("4:-2", 1), 3) == "4:3");
  CHECK(with_number("4:2", only("4:2", 1), -12) == "4:-12");
  CHECK(with_number("cute::Int<4>{}", only("cute::Int<4>{}"), 5) == "cute::Int<5>{}");
  CHECK(with_number("cute::_4", only("cute::_4"), 5) == "cute::_5");
  CHECK(with_number("# é", NumberToken{}, 0).size() > 0);
}

TEST_CASE("whatever value a number is dragged to within its bounds, the text parses") {
  for (const std::string line : {"A = (8,4):(4,1)", "Swizzle<3,4,3> o 0 o (8,8):(8,1)", "local_tile((8,8):(8,1), (4,4), (0,1))",
                                 "take<0,1>((4,4))", "(_4,0x10):(-2,4_c)", "Layout<Shape<_4,_2>,Stride<_2,_1>>{}", "ptr+4 o 8:1@0",
                                 "upcast<2>(8:1)", "(Int<8>{} * 2, 3 + 1):(1, 8 * 2)", "size(8:1) / 2 - 1", "2 * (3 + 4) % 5"}) {
    for (std::size_t i = 0; i < numbers_in(line).size(); ++i) {
      const auto n = only(line, i);
      for (const auto value : {n.least, n.least + 1, std::int64_t{1}, n.most - 1, n.most, std::numeric_limits<std::int64_t>::min()}) {
        const auto text = with_number(line, n, value);
        INFO(text);
        const auto again = numbers_in(text);
        REQUIRE(again.size() == numbers_in(line).size());
        CHECK(again[i].value == std::clamp(value, n.least, n.most));
        CHECK(again[i].label == n.label);
        const auto split = algebra::split_line(text);
        REQUIRE(split);
        const auto e = algebra::evaluate(split->expression, {}, algebra::IntegerRule::math);
        if (!e) CHECK(e.error().problem.condition != "syntax");
      }
    }
  }
}

TEST_CASE("bounds: shapes from 1, coordinates from 0, strides below 0, modes and swizzles small") {
  CHECK(only("8:2").least == 1);
  CHECK(only("8:2", 1).least < 0);
  CHECK(only("A(2,_)").least == 0);
  CHECK(only("take<1,3>(A)").most == 63);
  CHECK(only("Swizzle<3,4,3>", 2).least < 0);
  CHECK(only("Swizzle<3,4,3>").least == 0);
  CHECK(only("0:1").least == 0);  // what is written stays
}

TEST_CASE("a drag moves by a step each 8 points, finer and coarser on request, and stops at the bounds") {
  const auto n = only("8:1");
  CHECK(dragged(n, 8, 0, DragPace::normal) == 8);
  CHECK(dragged(n, 8, 7.9f, DragPace::normal) == 8);
  CHECK(dragged(n, 8, 8.1f, DragPace::normal) == 9);
  CHECK(dragged(n, 8, -16.5f, DragPace::normal) == 6);
  CHECK(dragged(n, 8, 48, DragPace::fine) == 10);
  CHECK(dragged(n, 8, 48, DragPace::coarse) == 56);
  CHECK(dragged(n, 8, -4000, DragPace::normal) == 1);
  CHECK(dragged(n, n.most - 1, 4000, DragPace::normal) == n.most);
}

TEST_CASE("the wheel steps by one, or through the powers of two") {
  const auto shape = only("8:1"), stride = only("8:1", 1);
  CHECK(stepped(shape, 8, 1, false) == 9);
  CHECK(stepped(shape, 1, -1, false) == 1);
  CHECK(stepped(shape, 8, 1, true) == 16);
  CHECK(stepped(shape, 9, 1, true) == 16);
  CHECK(stepped(shape, 9, -1, true) == 8);
  CHECK(stepped(shape, 8, -2, true) == 2);
  CHECK(stepped(shape, 1, -1, true) == 1);
  CHECK(stepped(stride, 1, -1, true) == 0);
  CHECK(stepped(stride, 0, -1, true) == -1);
  CHECK(stepped(stride, -1, -2, true) == -4);
  CHECK(stepped(stride, -4, 2, true) == -1);
  CHECK(stepped(stride, -1, 2, true) == 1);
  CHECK(stepped(shape, shape.most, 3, true) == shape.most);
}

TEST_CASE("with Ctrl a number takes the nearest value that works, or stays") {
  const auto n = only("8:1");
  const auto even = [](std::int64_t v) { return v % 2 == 0; };
  CHECK(nearest_working(n, 8, 4, even) == 8);
  CHECK(nearest_working(n, 9, 4, even) == 8);
  CHECK(nearest_working(n, 9, 4, [](std::int64_t v) { return v == 12; }) == 12);
  CHECK(nearest_working(n, 9, 4, [](std::int64_t) { return false; }) == 4);
  int asked = 0;
  nearest_working(n, 500, 4, [&](std::int64_t) { return ++asked, false; });
  CHECK(asked <= 129);
}

TEST_CASE("composition(A, 6:n) works with the strides that divide, and is seen to") {
  const auto sheet = parse_sheet("A = (8,8):(8,1)\nE = composition(A, 6:4)\n");
  REQUIRE(sheet);
  SheetEvaluator evaluator;
  evaluator.update(*sheet);
  std::vector<int> works;
  for (int stride = 1; stride <= 9; ++stride)
    if (text_works(evaluator, fmt::format("E = composition(A, 6:{})", stride))) works.push_back(stride);
  CHECK(std::find(works.begin(), works.end(), 4) != works.end());
  CHECK(std::find(works.begin(), works.end(), 3) == works.end());
}

TEST_CASE("a slider's range holds the value, and its places are those of its values") {
  for (const std::int64_t value :
       {std::int64_t{1}, std::int64_t{9}, std::int64_t{100}, std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::max()}) {
    const auto n = only(fmt::format("{}:1", value));
    const auto range = slider_range(n);
    CAPTURE(value);
    CHECK(range.least == 1);
    CHECK(range.most >= value / 2);
    CHECK(range.place(range.least) == 0);
    CHECK(range.place(range.most) == doctest::Approx(1));
    if (value < 1000 && value <= range.most) CHECK(range.at(range.place(value)) == value);
  }
  CHECK(slider_range(only("8:1")).most == 16);
  CHECK(!slider_range(only("8:1")).logarithmic);
  CHECK(slider_range(only("4096:1")).logarithmic);
  CHECK(slider_range(only("8:-3", 1)).least < 0);
}
