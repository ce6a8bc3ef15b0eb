// A partition is one layout (block, thread, value) -> element: the same elements as CuTe's local_tile and local_partition.

#include <doctest/doctest.h>

#include "algebra/hardware/partition.hpp"
#include "core_random.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

ByThreadLayout by_threads(std::string_view threads) { return {layout(threads), std::nullopt}; }

}  // namespace

TEST_CASE("the partition of the design's picture") {
  const auto p = partition(layout("(8,8):(8,1)"), tiler_of(value("<4:1,4:1>")).value(), by_threads("(2,4):(4,1)"));
  REQUIRE(p);
  CHECK(to_string(p->rest, Marks::plain) == "(2,2):(32,4)");
  CHECK(to_string(p->tile, Marks::plain) == "(4,4):(8,1)");
  CHECK(rank(p->layout) == 3);
  CHECK(size(mode(p->layout, 0)) == 4);
  CHECK(size(mode(p->layout, 1)) == 8);
  CHECK(size(mode(p->layout, 2)) == 2);
  // Thread 3 of block (0,1) owns 7 and 23.
  CHECK(p->layout(2 + 4 * 3) == 7);
  CHECK(p->layout(2 + 4 * 3 + 32) == 23);
}

TEST_CASE("a partition agrees with local_tile and local_partition, and owns every element once") {
  Random random(21);
  for (int k = 0; k < 200; ++k) {
    const std::int64_t threads_m = 1 + random.below(4), threads_n = 1 + random.below(4), values_m = 1 + random.below(3),
                       values_n = 1 + random.below(3);
    const std::int64_t blocks_m = 1 + random.below(3), blocks_n = 1 + random.below(3);
    const std::int64_t tile_m = threads_m * values_m, tile_n = threads_n * values_n;
    const auto tensor = make_layout(IntTuple::tuple({IntTuple(tile_m * blocks_m), IntTuple(tile_n * blocks_n)}),
                                    random.below(2) == 0 ? Major::left : Major::right);
    const auto tile = IntTuple::tuple({IntTuple(tile_m), IntTuple(tile_n)});
    const auto threads =
        make_layout(IntTuple::tuple({IntTuple(threads_m), IntTuple(threads_n)}), random.below(2) == 0 ? Major::left : Major::right);
    CAPTURE(text(tensor));
    CAPTURE(text(threads));
    const auto p = partition(tensor, tiler_of(tile), ByThreadLayout{threads, {}});
    REQUIRE(p);
    const auto blocks = blocks_m * blocks_n, count = size(threads), values = values_m * values_n;
    std::vector<int> owners(static_cast<std::size_t>(size(tensor)), 0);
    for (std::int64_t b = 0; b < blocks; ++b)
      for (std::int64_t t = 0; t < count; ++t) {
        const auto cta = inner_partition({.offset = 0, .layout = tensor}, tiler_of(tile),
                                         IntTuple::tuple({IntTuple(b % blocks_m), IntTuple(b / blocks_m)}));
        const auto mine = local_partition(cta, threads, Int{t, true});
        REQUIRE(size(mine.layout) == values);
        for (std::int64_t v = 0; v < values; ++v) {
          const auto element = p->layout(b + blocks * (t + count * v));
          REQUIRE(element == mine.offset + mine.layout(v));
          ++owners[static_cast<std::size_t>(element)];
        }
      }
    CHECK(std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; }));
  }
}

TEST_CASE("what cannot be partitioned says why") {
  const auto condition = [](const char* tensor, const char* tile, const char* threads) {
    const auto p = tiler_of(value(tile)).and_then([&](const Tiler& t) { return partition(layout(tensor), t, by_threads(threads)); });
    return p ? std::string("a partition") : p.error().condition;
  };
  CHECK(condition("(8,8):(8,1)", "(4,4)", "(2,4):(4,1)") == "a partition");
  CHECK(condition("(8,9):(9,1)", "(4,4)", "(2,4):(4,1)") == "a partition");
  CHECK(condition("(8,8):(8,1)", "(4,4)", "(3,4):(4,1)") == "thread divisibility");
  CHECK(condition("(8,8):(8,1)", "(4,4)", "(2,4):(8,1)") == "threads");
  CHECK(condition("(8,8):(8,1)", "(4,4)", "(2,4):(1,1)") == "threads");
  CHECK(condition("(64,64):(64,1)", "(64,64)", "(64,32):(32,1)") == "threads");
  CHECK(condition("(8,8):(8,1)", "LayoutLeft", "(2,4):(4,1)") == "tiler");
}
