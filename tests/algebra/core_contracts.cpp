// Every operation keeps its contract on random layouts, or says that it does not; and each checker can fail.

#include <doctest/doctest.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/contracts.hpp"
#include "core_random.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

using Kind = Verdict::Kind;

bool kept(const Verdict& v) { return v.kind == Kind::kept && v.checked == v.total && v.checked > 0; }

}  // namespace

TEST_CASE("coalesce keeps the function, static or not") {
  Random random(11);
  for (int k = 0; k < 1000; ++k) {
    const auto l = random.any_layout(k % 2 == 0);
    CAPTURE(text(l));
    const auto r = coalesce(l);
    CHECK(depth(r) <= 1);
    CHECK(kept(check_coalesce(l, r)));
    CHECK(coalesce(r) == r);
  }
}

TEST_CASE("composition of static layouts, where CuTe accepts it inside A's domain, is the composition") {
  Random random(12);
  int composed = 0;
  for (int k = 0; k < 4000; ++k) {
    const auto a = random.any_layout();
    const auto b = random.compact_layout();
    CAPTURE(text(a));
    CAPTURE(text(b));
    const auto r = attempt([&] { return composition(a, b); });
    if (!r || !composition_obstacle(a, tiler_of(b), "A").empty()) continue;
    ++composed;
    CHECK(compatible(b.shape(), r->shape()));
    for (std::int64_t i = 0; i < size(b); ++i) REQUIRE((*r)(i) == a(b(i)));
    CHECK(kept(check_composition(a, b, *r)));
  }
  CHECK(composed > 400);
}

TEST_CASE("an obstacle is named whenever CuTe refuses a static composition") {
  Random random(13);
  int refused = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto a = random.any_layout();
    const Layout b(Int{1 + random.below(24), true}, Int{1 + random.below(24), true});
    CAPTURE(text(a));
    CAPTURE(text(b));
    if (attempt([&] { return composition(a, b); })) continue;
    ++refused;
    CHECK_FALSE(composition_obstacle(a, tiler_of(b), "A").empty());
  }
  CHECK(refused > 100);
}

TEST_CASE("complements of injective layouts fill their cotarget") {
  Random random(14);
  for (int k = 0; k < 1000; ++k) {
    const auto l = random.compact_layout();
    const auto cotarget = size(l) * (1 + random.below(4)) + random.below(3);
    CAPTURE(text(l));
    CAPTURE(cotarget);
    const auto r = complement(l, IntTuple(cotarget));
    CHECK(kept(check_complement(l, IntTuple(cotarget), r)));
  }
}

TEST_CASE("inverses of compact layouts") {
  Random random(15);
  for (int k = 0; k < 1000; ++k) {
    const auto l = random.compact_layout();
    CAPTURE(text(l));
    const auto right = right_inverse(l), left = left_inverse(l);
    CHECK(size(right) == size(l));
    CHECK(kept(check_right_inverse(l, right)));
    CHECK(kept(check_left_inverse(l, left)));
  }
}

TEST_CASE("the divides hold the elements of the layout, each once, tile by tile") {
  Random random(16);
  for (int k = 0; k < 600; ++k) {
    // Rank 2 with tiles that divide the modes.
    const std::int64_t m = 1 + random.below(4), n = 1 + random.below(4), tile_m = 1 + random.below(4), tile_n = 1 + random.below(4);
    const auto shape = IntTuple::tuple({IntTuple(m * tile_m), IntTuple(n * tile_n)});
    const auto a = make_layout(shape, random.below(2) == 0 ? Major::left : Major::right);
    const auto tiler = tiler_of(IntTuple::tuple({IntTuple(tile_m), IntTuple(tile_n)}));
    CAPTURE(text(a));
    const auto zipped = zipped_divide(a, tiler);
    CHECK(rank(zipped) == 2);
    CHECK(size(mode(zipped, 0)) == tile_m * tile_n);
    CHECK(kept(check_divide(a, tiler, zipped_divide, zipped)));
    // Element (i, j) of tile (p, q), by hand.
    for (std::int64_t t = 0; t < m * n; ++t)
      for (std::int64_t e = 0; e < tile_m * tile_n; ++e) {
        const auto row = (t % m) * tile_m + e % tile_m, column = (t / m) * tile_n + e / tile_m;
        REQUIRE(zipped(t * tile_m * tile_n + e) == a(column * m * tile_m + row));
      }
    CHECK(kept(check_divide(a, tiler, logical_divide, logical_divide(a, tiler))));
    CHECK(kept(check_divide(a, tiler, tiled_divide, tiled_divide(a, tiler))));
    CHECK(kept(check_divide(a, tiler, flat_divide, flat_divide(a, tiler))));
  }
}

TEST_CASE("the products repeat the block, disjointly and in the tiler's order") {
  Random random(17);
  for (int k = 0; k < 600; ++k) {
    const auto block = random.compact_layout(), copies = random.compact_layout();
    if (size(block) * size(copies) > 1 << 14) continue;
    CAPTURE(text(block));
    CAPTURE(text(copies));
    const auto r = logical_product(block, tiler_of(copies));
    CHECK(mode(r, 0) == block);
    CHECK(kept(check_logical_product(block, copies, r)));
    // CuTe zips the modes of the two, and has no rule for an integer beside a tuple.
    if (block.shape().is_tuple() != copies.shape().is_tuple() && std::max(rank(block), rank(copies)) == 1) continue;
    CHECK(kept(check_product(block, copies, blocked_product(block, copies))));
    CHECK(kept(check_product(block, copies, raked_product(block, copies))));
  }
}

TEST_CASE("copies of a product by mode that meet in another mode are found") {
  const auto verdict = [](const char* block, const Tiler& tiler) {
    const auto a = layout(block);
    return check_logical_product(a, tiler, logical_product(a, tiler));
  };
  // The tiler of CuTe's documentation, chosen so that the copies fit beside one another; and one that is not.
  CHECK(verdict("(_2,_5):(_5,_1)", {std::vector<Tiler>{tiler_of(layout("_3:_5")), tiler_of(layout("_4:_6"))}}).kind == Kind::kept);
  const auto met = verdict("(_4,_4):(_4,_1)", tiler_of(IntTuple::tuple({IntTuple(2), IntTuple(2)})));
  CHECK(met.kind == Kind::broken);
  CHECK(met.counterexample == "index 1 is in two copies");
}

TEST_CASE("each checker finds the element that is wrong") {
  const auto a = layout("(_8,_8):(_8,_1)");
  const auto composed = check_composition(a, layout("_6:_3"), composition(a, layout("_6:_3")));
  CHECK(composed.kind == Kind::broken);
  CHECK(composed.counterexample == "R(3) = 1 where A(B(3)) = 9");
  CHECK(composed.contract == "R(c) = A(B(c))");
  CHECK(composed.total == 6);
  CHECK(check_coalesce(layout("(_2,_2):(_1,_3)"), layout("_4:_1")).counterexample == "R(2) = 2 where L(2) = 3");
  CHECK(check_coalesce(layout("_4:_1"), layout("_5:_1")).kind == Kind::broken);
  CHECK(check_complement(layout("_4:_1"), IntTuple(24), layout("_6:_3")).kind == Kind::broken);
  CHECK(check_complement(layout("_4:_1"), IntTuple(24), layout("_5:_4")).kind == Kind::broken);
  CHECK(check_complement(layout("_4:_1"), IntTuple(24), layout("_7:_4")).kind == Kind::broken);
  CHECK(check_complement(layout("_4:_1"), IntTuple(24), layout("(_2,_3):(_12,_4)")).kind == Kind::broken);
  // Nothing of no elements is looked at, where L has more than can be.
  const auto none = check_complement(layout("_1038002:_1"), IntTuple(0), complement(layout("_1038002:_1"), IntTuple(0)),
                                     {.most = 4096, .sample = true, .cancelled = nullptr});
  CHECK(none.checked == 0);
  CHECK(none.total == 0);
  CHECK(check_right_inverse(layout("_4:_2"), layout("_2:_1")).counterexample == "L(R(1)) = 2");
  CHECK(check_left_inverse(layout("_4:_2"), layout("_4:_1")).counterexample == "R(L(1)) = 2");
  CHECK(check_divide(layout("_8:_1"), tiler_of(layout("_3:_1")), logical_divide, layout("(_3,_3):(_1,_3)")).kind == Kind::broken);
  CHECK(check_product(layout("_4:_1"), layout("_2:_1"), layout("(_4,_2):(_1,_2)")).kind == Kind::broken);
  CHECK(check_logical_product(layout("_2:_1"), layout("_2:_1"), layout("(_2,_2):(_2,_1)")).kind == Kind::broken);
  CHECK(check_composition(layout("_8:_1"), layout("(_2,_2):(_1,_2)"), layout("(_4,_1):(_1,_0)")).kind == Kind::broken);
}

TEST_CASE("tiles that reach beyond the end of a mode with a dynamic size are no mistake") {
  const auto verdict = [](const char* a, const char* tiler, const char* divided = nullptr) {
    const auto t = tiler_of(tuple(tiler));
    Checking whole;
    whole.most = 1 << 20;
    return check_divide(layout(a), t, zipped_divide, divided != nullptr ? layout(divided) : zipped_divide(layout(a), t), whole);
  };
  const auto kept = verdict("(528,300):(_1,528)", "(_128,_64)");
  CHECK(kept.kind == Kind::kept);
  CHECK(kept.contract == "D(c) = A(T(c)), each element in one tile; 46400 coordinates beyond the end");
  CHECK(kept.checked == 640 * 320);
  CHECK(verdict("(528,300):(1@0,1@1)", "(_128,_64)").kind == Kind::kept);
  CHECK(verdict("(7,_4):(_4,_1)", "(_3,_2)").kind == Kind::kept);
  // A static size that the tile does not divide, tiles that miss elements, and tiles of others.
  CHECK(verdict("(528,_300):(_1,528)", "(_128,_64)").kind == Kind::broken);
  CHECK(verdict("((5,3),4):((3,1),15)", "(_8,_4)").kind == Kind::broken);
  CHECK(verdict("7", "_3", "(_3,2):(_1,_3)").kind == Kind::broken);
  CHECK(verdict("7", "_3", "(_3,3):(_1,_2)").counterexample == "D(3) = 2 where A has 3");
}

TEST_CASE("a tile that reaches beyond the end is no mistake, whoever knows the sizes: a divide into such tiles is one") {
  for (const auto rule : {IntegerRule::math, IntegerRule::cute}) {
    const bool math = rule == IntegerRule::math;
    const auto verdict = [&](const char* plain, const char* known) {
      const auto e = evaluate(math ? plain : known, {}, rule);
      REQUIRE_MESSAGE(e, (math ? plain : known));
      return e->verdict;
    };
    CHECK(verdict("local_tile((10,8):(8,1), (4,4), (2,0))", "local_tile((_10,_8):(_8,_1), (_4,_4), (2,0))").kind == Kind::kept);
    CHECK(verdict("local_tile((10,8):(8,1), (4,4), (_,1))", "local_tile((_10,_8):(_8,_1), (_4,_4), (_,1))").kind == Kind::kept);
    CHECK(verdict("local_tile((10,8):(8,1), (4,4), (3,0))", "local_tile((_10,_8):(_8,_1), (_4,_4), (3,0))").counterexample ==
          "tile 3 of mode 0 is outside: there are 3");
    CHECK(verdict("zipped_divide((10,8):(8,1), (4,4))", "zipped_divide((_10,_8):(_8,_1), (_4,_4))").kind == Kind::broken);
    // Tiles that are no neighbours.
    CHECK(verdict("local_tile((10,8):(8,1), <4:2,4>, (0,0))", "local_tile((_10,_8):(_8,_1), <_4:_2,_4>, (0,0))").kind == Kind::broken);
  }
}

TEST_CASE("CuTe's wrong answers are told") {
  // Dynamic integers: CuTe leaves its checks out.
  const auto a = layout("(2,3):(1,2)"), b = layout("(2,3):(3,1)");
  const auto r = composition(a, b);
  CHECK(text(r) == "((1,2),(2,1)):((3,4),(1,2))");
  CHECK(check_composition(a, b, r).counterexample == "R has 4 elements, B has 6");
  // A hole in the static check.
  CHECK(check_composition(layout("(_4,_6,_8):(_2,_3,_5)"), layout("_6:_3"), layout("(_2,_3):(_6,_3)")).counterexample ==
        "R(2) = 3 where A(B(2)) = 7");
  const auto none = complement(layout("(8,_2):(_8,_16)"), Int{16, false});
  CHECK(text(none) == "(_8,0,1):(_1,64,_32)");
  CHECK(check_complement(layout("(8,_2):(_8,_16)"), Int{16, false}, none).kind == Kind::broken);
}

TEST_CASE("beyond 2^16 elements a verdict says that it is a sample") {
  const auto big = layout("(_65536,_65536):(_65536,_1)");
  const auto v = check_coalesce(big, big);
  CHECK(v.kind == Kind::kept);
  CHECK(v.total == std::int64_t{1} << 32);
  CHECK(v.checked == 1 << 16);
  // A difference in the last element only is among the samples.
  CHECK(check_coalesce(layout("_1048576:_1"), layout("(_1048575,_2):(_1,_5)")).kind == Kind::broken);
}

TEST_CASE("repeats are found also where not all indices fit into a set") {
  // A gap makes the range larger than a set, and the elements too many for a list.
  const auto layout = [](std::string_view text) { return std::get<Layout>(evaluate(text, {}, IntegerRule::math)->value); };
  const Checking whole{.most = std::int64_t{1} << 48, .sample = true, .cancelled = nullptr};
  const auto apart = layout("(1048576,4):(1,200000000)");
  const auto identity = layout("4194304:1");
  const auto verdict = check_left_inverse(apart, identity, whole);
  CHECK(verdict.contract == "R(L(i)) = i");
  // Here the last column lies on the first of the others.
  const auto meeting = layout("(1048576,(2,2)):(1,(400000000,0))");
  CHECK(check_left_inverse(meeting, layout("1048576:1"), whole).contract == "L(R(L(i))) = L(i)");
  // 2^28 elements and more, in several walks.
  CHECK(kept(check_coalesce(layout("(16384,16400):(1,16384)"), layout("268697600:1"), whole)));
}
