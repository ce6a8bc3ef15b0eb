// Tests that calls which CuTe refuses to compile are problems with a name and the operands' numbers.

#include <doctest/doctest.h>

#include "core_random.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

template <class F>
Problem problem(F&& f) {
  const auto result = attempt([&] { return f(); });
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

bool mentions(const Problem& p, std::string_view number) { return p.message.text().find(number) != std::string::npos; }

}  // namespace

TEST_CASE("refused operations name CuTe's condition and the numbers") {
  const auto strided = problem([] { return composition(layout("(_4,_3):(_3,_1)"), layout("_2:_6")); });
  CHECK(strided.condition == "stride divisibility");
  CHECK(mentions(strided, "6"));
  const auto shaped = problem([] { return composition(layout("(_3,_5):(_1,_9)"), layout("_5:_1")); });
  CHECK(shaped.condition == "shape divisibility");
  CHECK(mentions(shaped, "5"));
  CHECK(problem([] { return complement(layout("(_6,4):(_2,16)"), IntTuple(96)); }).condition == "static strides");
  CHECK(problem([] { return complement(layout("(_8,_2):(_3,_3)")); }).condition == "injective");
  CHECK(problem([] { return left_inverse(layout("_3:1")); }).condition == "static strides");
  CHECK(mentions(problem([] { return upcast(layout("(_3,_3):(_3,_1)"), 4); }), "4"));
  CHECK(mentions(problem([] { return downcast(layout("_4:_3"), 2); }), "2"));
  CHECK(problem([] { return take(layout("(_2,_3):(_1,_2)"), 1, 3); }).condition == "mode out of range");
  CHECK(problem([] { return group(layout("(_2,_3):(_1,_2)"), 1, 5); }).condition == "mode out of range");
  CHECK(problem([] { return zipped_divide(layout("_8:_1"), tiler_of(tuple("(_2,_2)"))); }).condition == "tiler rank");
  CHECK(problem([] { return crd2idx(tuple("(1,2,3)"), tuple("(4,4)"), tuple("(1,4)")); }).condition == "mismatched ranks");
  CHECK(problem([] { return make_ordered_layout(tuple("(4,4)"), tuple("(1,2,3)")); }).condition == "weakly congruent");
  const Layout wide(Int{1 << 20, true}, Int{std::int64_t{1} << 50, true});
  CHECK(problem([&] { return composition(wide, wide); }).condition == "overflow");
}

TEST_CASE("a step and its tiler have the same rank, and X leaves a mode out") {
  const auto tiler = tiler_of(tuple("(_2,_2,_4)"));
  const auto kept = dice(tuple("(_1,X,_1)"), tiler);
  CHECK(kept.modes().size() == 2);
  CHECK(problem([&] { return dice(tuple("(_1,X)"), tiler); }).condition == "mismatched ranks");
}
