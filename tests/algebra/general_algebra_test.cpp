// Tests layouts over more than the integers: answers of the operations, compared with PyCuTe's, and checked by their definition, element by
// element.

#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/contracts_general.hpp"
#include "algebra/layout/general_algebra.hpp"
#include "tests/fields.hpp"
#include "tests/test_data.hpp"

namespace general_algebra_test {

using namespace algebra;

namespace {

std::string answer(const std::string& text, IntegerRule rule = IntegerRule::math) {
  const auto e = evaluate(text, {}, rule);
  return e ? to_string(e->value, Marks::plain) : "refused";
}
Layout layout(const std::string& text) { return std::get<Layout>(evaluate(text, {}, IntegerRule::math)->value); }

/// Powers of two, and any vectors of so many bits over F2.
Layout random_over_bits(std::mt19937_64& random, int bits) {
  IntTuple shape, stride;
  for (auto modes = 1 + random() % 3; modes > 0; --modes) {
    shape.append(Int{std::int64_t{1} << random() % 4, true});
    const auto value = static_cast<std::int64_t>(random() % (1U << bits));
    stride.append(value == 0 ? Int{0, true} : Int{value, true, Int::bits_mark});
  }
  return {shape, stride};
}

}  // namespace

TEST_CASE("strides over F2 and sums of basis elements are read in each notation, and printed as PyCuTe prints them") {
  for (const auto* text : {"(8,8):(F1,F9)", "(8,8):(^1,^9)", "(8,8):(F2(1),F2(9))"}) CHECK(answer(text) == "(8,8):(F1,F9)");
  for (const auto* text : {"4:1@0+2@1", "4:E(0)+2*E(1)", "4:ArithTuple(1,2)", "4:E<0>{} + 2*E<1>{}"}) CHECK(answer(text) == "4:1@0+2@1");
  CHECK(answer("(4,4):(F3@0,1@1@1)") == "(4,4):(F3@0,1@1@1)");
  CHECK(answer("2@0+4@1") == "2@0+4@1");
  CHECK(answer("2@0+4@1-4@1") == "2@0");
  // Equal sums are equal strides, whatever they were made of.
  CHECK(layout("4:2@0+4@1") == layout("4:ArithTuple(2,4)"));
  CHECK(layout("4:2@0+4@1").stride().integer().basis == layout("4:1@0+2@1").stride().integer().basis);
  CHECK(answer("3*F3") == "F5");
  CHECK(answer("F9+F5") == "F12");
  CHECK(answer("4:F1+1") == "refused");
  CHECK(answer("F1@0+1@0") == "refused");
  // They are of mathematical integers; an entry's name is its own.
  CHECK(answer("(_8,_8):(F1,F9)", IntegerRule::cute) == "refused");
  CHECK(to_string(evaluate("F9", {{"F9", Layout()}}, IntegerRule::math)->value, Marks::plain) == "1:0");
}

TEST_CASE("operations over coordinates and over F2 answer as PyCuTe") {
  std::ifstream file(test_data() + "/golden/general_strides.tsv");
  REQUIRE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto fields = fields_of(line);
    CAPTURE(fields[0]);
    CHECK(answer(fields[0]) == fields[1]);
    ++rows;
  }
  CHECK(rows > 200);
}

TEST_CASE("over F2 inverses, complements and compositions are what they are for random layouts") {
  std::mt19937_64 random(5);
  int inverses = 0, complements = 0, compositions = 0;
  for (int n = 0; n < 3000; ++n) {
    const auto a = random_over_bits(random, 6), b = random_over_bits(random, 6);
    CAPTURE(plain(a));
    CAPTURE(plain(b));
    if (const auto r = attempt([&] { return general::left_inverse(a); })) {
      CHECK(general::check_left_inverse(a, *r, {}).kind == Verdict::Kind::kept);
      ++inverses;
    }
    const auto right = general::right_inverse(a);
    for (std::int64_t i = 0; i < size(right); ++i) CHECK(general::same_coordinate(value_at(value_at(i, right), a), Element(Int{i, true})));
    if (const auto r = attempt([&] { return general::complement(a); })) {
      CHECK(general::check_complement(a, *r, {}).kind == Verdict::Kind::kept);
      ++complements;
    }
    if (const auto r = attempt([&] { return general::composition(a, b); })) {
      CHECK(general::check_composition(a, Tiler{b}, *r, {}).kind == Verdict::Kind::kept);
      ++compositions;
    }
    const auto zeros = general::nullspace(a);
    for (std::int64_t i = 0; i < size(zeros); ++i) CHECK(value_at(value_at(i, zeros), a).is_zero());
  }
  CHECK(inverses > 300);
  CHECK(complements > 300);
  CHECK(compositions > 300);
}

TEST_CASE("a layout over F2 is drawn, compared and written as a matrix by its values") {
  std::mt19937_64 random(6);
  for (int n = 0; n < 500; ++n) {
    const auto a = random_over_bits(random, 7);
    CAPTURE(plain(a));
    const auto f = indexing(a);
    REQUIRE(f);
    for (std::int64_t i = 0; i < size(a); ++i) CHECK((*f)(i) == value_at(i, a).at(Int::bits_mark));
  }
  for (const auto* text : {"Swizzle<3,3,3> o (64,8):(1,64)", "Swizzle<2,0,3> o (8,8):(8,1)", "(4,8):(8,1)", "Swizzle<1,2,-1> o 16:1"}) {
    CAPTURE(text);
    CHECK(answer(std::string("layout_over_F2(") + text + ") == (" + text + ")") == "true");
    CHECK(answer(std::string("layout_of_bits(bit_matrix(layout_over_F2(") + text + "))) == (" + text + ")") == "true");
  }
  CHECK(answer("(8,8):(F1,F9) == (8,8):(1,8)") == "false");
  // Coordinates that have entries of both kinds.
  const auto mixed = indexing(layout("(4,4):(F3@0,1@1)"));
  REQUIRE(mixed);
  CHECK(index_text(*mixed, 15) == "(5,3)");
  CHECK(index_text(*indexing(layout("4:1@0+2@1")), 3) == "(3,6)");
}

TEST_CASE("an operation of a mode leaves the others alone") {
  CHECK(answer("composition[0](((6,2),5):((8,2),1), (4,3):(3,1))") == "(((2,2),3),5):(((24,2),8),1)");
  CHECK(answer("coalesce[1]((3,(2,6)):(1,(3,6)))") == "(3,12):(1,3)");
  CHECK(answer("logical_divide[0,1](((4,8),2):((1,4),32), 4:2)") == answer("logical_divide[0][1](((4,8),2):((1,4),32), 4:2)"));
  CHECK(answer("logical_divide[0,1](((4,8),2):((1,4),32), 4:2)") == "((4,(4,2)),2):((1,(8,4)),32)");
  CHECK(answer("size[1]((4,(2,3)))") == "6");
  CHECK(answer("fold(1, (2,(3,4)), multiplies)") == "24");
  CHECK(answer("transform_leaf((7,(8,9)), (2,(3,4)), ceil_div)") == "(4,(3,3))");
  CHECK(answer("transform_leaf((7,(8,9)), (2,3), ceil_div)") == "refused");
}

}  // namespace general_algebra_test
