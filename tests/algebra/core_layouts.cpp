// Integers, tuples, layouts as functions, and what makes layouts.

#include <doctest/doctest.h>

#include <limits>

#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/properties.hpp"
#include "core_random.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

constexpr Int known(std::int64_t n) { return {n, true}; }
constexpr Int dynamic(std::int64_t n) { return {n, false}; }

template <class F>
std::string condition(F&& f) {
  const auto result = attempt([&] { return f(); });
  return result ? "no problem" : result.error().condition;
}

}  // namespace

TEST_CASE("the marks of arithmetic are those of CuTe's integral constants") {
  CHECK(known(3) * known(4) == known(12));
  CHECK(known(3) * dynamic(4) == dynamic(12));
  CHECK(known(1) * dynamic(4) == dynamic(4));
  CHECK(known(0) * dynamic(4) == known(0));
  CHECK(dynamic(4) * known(0) == known(0));
  CHECK(dynamic(0) * known(4) == dynamic(0));
  CHECK(known(0) + dynamic(4) == dynamic(4));
  CHECK(dynamic(7) % known(1) == known(0));
  CHECK(known(0) / dynamic(4) == known(0));
  CHECK(ceil_div(known(7), known(2)) == known(4));
  CHECK(shape_div(known(2), known(8)) == known(1));
  CHECK(shape_div(dynamic(3), known(8)) == dynamic(1));
}

TEST_CASE("integers that do not fit, and divisions by zero, are problems") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  CHECK(condition([&] { return known(most) + known(1); }) == "overflow");
  CHECK(condition([&] { return known(least) - known(1); }) == "overflow");
  CHECK(condition([&] { return known(most) * known(2); }) == "overflow");
  CHECK(condition([&] { return known(least) / known(-1); }) == "overflow");
  CHECK(condition([&] { return abs(known(least)); }) == "overflow");
  CHECK(condition([&] { return known(4) / known(0); }) == "division by zero");
  CHECK(condition([&] { return known(4) % known(0); }) == "division by zero");
  CHECK(condition([&] { return shape_div(known(4), known(0)); }) == "division by zero");
  CHECK(condition([&] { return shape_div(known(4), known(6)); }) == "shape_div");
  CHECK(condition([&] {
          return size_of(Layout(IntTuple::tuple({known(most), known(2)}), IntTuple::tuple({known(0), known(0)})));
        }) == "overflow");
}

TEST_CASE("a tuple of more nodes than fit inline keeps all of them") {
  IntTuple flat, nested;
  for (int i = 0; i < 200; ++i) {
    flat.append(Int{i, i % 2 == 0});
    nested.append(IntTuple::tuple({IntTuple(i), IntTuple(Int{i + 1, false})}));
  }
  CHECK(flat.rank() == 200);
  CHECK(flat.leaves() == 200);
  CHECK(flat.mode(199).integer() == dynamic(199));
  CHECK(nested.depth() == 2);
  CHECK(text(nested.mode(150)) == "(_150,151)");
  auto copy = nested;
  CHECK(copy == nested);
  const auto moved = std::move(copy);
  CHECK(moved == nested);
  copy = flat;
  CHECK(copy == flat);
  copy = moved.mode(3);
  CHECK(text(copy) == "(_3,4)");
}

TEST_CASE("a tuple appended to itself") {
  auto t = tuple("(_2,_3)");
  for (int i = 0; i < 4; ++i) t.append(IntTuple(t));
  CHECK(t.rank() == 6);
  t.append(t);
  CHECK(t.rank() == 7);
  CHECK(t.mode(6).rank() == 6);
}

TEST_CASE("a tuple of too many integers is a problem, not a crash") {
  CHECK(condition([] {
          IntTuple t(2);
          for (int i = 0; i < 20; ++i) t = IntTuple::tuple({t, t});
          return t;
        }) == "limit");
}

TEST_CASE("there is no mode beyond the rank") {
  CHECK(condition([] { return tuple("(_2,_3)").mode(2); }) == "mode out of range");
  CHECK(condition([] { return tuple("(_2,_3)").mode(-1); }) == "mode out of range");
  CHECK(condition([] { return crd2idx(IntTuple(1), tuple("(_3,(_2,_3))"), tuple("(_3,(_1))")); }) == "mismatched ranks");
}

TEST_CASE("calls, indices and the inner product agree") {
  Random random(1);
  for (int k = 0; k < 300; ++k) {
    const auto l = random.any_layout();
    CAPTURE(text(l));
    const auto n = size(l);
    const auto first = random.below(n);
    std::vector<std::int64_t> some(static_cast<std::size_t>(n - first));
    indices(l, first, some);
    std::int64_t largest = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto want = index_by_definition(l, i);
      REQUIRE(l(i) == want);
      REQUIRE(crd2idx(known(i), l.shape(), l.stride()).value == want);
      REQUIRE(crd2idx(idx2crd(known(i), l.shape()), l.shape(), l.stride()).value == want);
      REQUIRE(natural_coordinate(l.shape(), i) == to_string(idx2crd(known(i), l.shape()), Marks::plain));
      if (i >= first) REQUIRE(some[static_cast<std::size_t>(i - first)] == want);
      largest = std::max(largest, want);
    }
    CHECK(cosize(l) == largest + 1);
  }
}

TEST_CASE("a coordinate beyond the size runs on in the last mode") {
  CHECK(layout("(_4,_2):(_1,_10)")(8) == 20);
  CHECK(layout("(_4,_1):(_1,_10)")(5) == 11);
  std::vector<std::int64_t> some(3);
  indices(layout("(_4,_2):(_1,_10)"), 7, some);
  CHECK(some == std::vector<std::int64_t>{13, 20, 21});
}

TEST_CASE("negative strides") {
  CHECK(layout("_4:_-2")(3) == -6);
  CHECK(cosize(layout("_4:_-2")) == 7);
  // The value is the one that CuTe computes; a negative size breaks every contract.
  CHECK(text(right_inverse(layout("_8:_-1"))) == "_1:_0");
  const auto left = left_inverse(layout("_8:_-1"));
  CHECK(text(left) == "(_-1,_8):(_0,_1)");
  CHECK(check_left_inverse(layout("_8:_-1"), left).counterexample == "(-1,8):(0,1) has a negative size: it holds no elements");
  const auto rest = complement(layout("_4:_-1"), IntTuple(16));
  CHECK(text(rest) == "(_-1,_-2):(_1,_-4)");
  CHECK(check_complement(layout("_4:_-1"), IntTuple(16), rest).kind == Verdict::Kind::broken);
  CHECK(condition([] { return complement(layout("(_4,_2):(_1,_-8)"), IntTuple(32)); }) == "negative stride");
  CHECK(condition([&] { return index_range(left).least; }) == "negative size");
}

TEST_CASE("ordered layouts: dynamic orders count as large, from left to right") {
  CHECK(text(make_ordered_layout(tuple("(_2,_2,_2,_2)"), tuple("(_0,_2,_3,_1)"))) == "(_2,_2,_2,_2):(_1,_4,_8,_2)");
  CHECK(text(make_ordered_layout(tuple("(2,3,4,5)"), tuple("(_2,67,42,_50)"))) == "(2,3,4,5):(_1,10,30,2)");
  CHECK(text(make_layout_like(layout("(_2,_2,_2,_2):(_0,_2,_4,_1)"))) == "(_2,_2,_2,_2):(_0,_2,_4,_1)");
  CHECK(text(make_layout_like(layout("(2,3,4,5):(_0,42,_1,_0)"))) == "(2,3,4,5):(_0,4,_1,_0)");
}

TEST_CASE("properties of layouts") {
  const auto p = [](const char* l, int bits) { return properties(layout(l), bits); };
  CHECK(p("(_8,_8):(_8,_1)", 32).injective);
  CHECK(p("(_8,_8):(_8,_1)", 32).surjective);
  CHECK_FALSE(p("(_8,_8):(_8,_1)", 32).contiguous);
  CHECK(p("(_8,_8):(_1,_8)", 32).contiguous);
  CHECK(p("(_8,_8):(_1,_8)", 32).vector_bits == 128);
  CHECK(p("(_6,_8):(_1,_6)", 16).vector_bits == 128);
  CHECK(p("(_6,_8):(_1,_10)", 16).vector_bits == 32);
  CHECK(p("(_8,_8):(_8,_1)", 16).vector_bits == 16);
  CHECK_FALSE(p("(_4,_4):(_1,_2)", 32).injective);
  CHECK(p("(_4,_4):(_1,_2)", 32).surjective);
  CHECK_FALSE(p("_4:_2", 32).surjective);
  CHECK(kind_of_function(layout("(_8,_8):(_8,_1)")) == "bijective");
  CHECK(kind_of_function(layout("_4:_2")) == "injective");
  CHECK(kind_of_function(layout("(_4,_2):(_1,_0)")) == "surjective");
}

TEST_CASE("properties agree with enumeration") {
  Random random(2);
  for (int k = 0; k < 500; ++k) {
    const auto l = k % 2 == 0 ? random.any_layout() : random.compact_layout();
    CAPTURE(text(l));
    std::vector<bool> hit(static_cast<std::size_t>(cosize(l)), false);
    bool injective = true;
    for (std::int64_t i = 0; i < size(l); ++i) {
      auto&& seen = hit[static_cast<std::size_t>(l(i))];
      injective = injective && !seen;
      seen = true;
    }
    const auto p = properties(l, 32);
    CHECK(p.decided);
    CHECK(p.injective == injective);
    CHECK(p.surjective == std::all_of(hit.begin(), hit.end(), [](bool h) { return h; }));
  }
}
