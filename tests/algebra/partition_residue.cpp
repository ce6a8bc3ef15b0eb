// Partitions of tensors that the tile does not divide: each element where CuTe's identity tensor has its coordinate, none beyond.

#include <doctest/doctest.h>

#include "algebra/hardware/partition.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/operations.hpp"
#include "core_random.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

bool beyond(const Partition& p, std::int64_t i) {
  return std::any_of(p.guards.begin(), p.guards.end(), [&](const Guard& g) { return g.coordinate(i) >= g.limit; });
}

/// Touches of each element, where the guards let them.
std::vector<int> touches(const Layout& tensor, const Partition& p) {
  std::vector<int> count(static_cast<std::size_t>(cosize(tensor)), 0);
  for (std::int64_t i = 0; i < size(p.layout); ++i) {
    if (beyond(p, i)) continue;
    const auto element = p.layout(i);
    REQUIRE(element >= 0);
    REQUIRE(element < cosize(tensor));
    ++count[static_cast<std::size_t>(element)];
  }
  return count;
}

std::vector<int> indices_of(const Layout& tensor) {
  std::vector<int> count(static_cast<std::size_t>(cosize(tensor)), 0);
  for (std::int64_t i = 0; i < size(tensor); ++i) ++count[static_cast<std::size_t>(tensor(i))];
  return count;
}

IntTuple tuple_of(const std::vector<std::int64_t>& numbers) {
  IntTuple t;
  for (const auto n : numbers) t.append(IntTuple(n));
  return t;
}

/// Returns a shape of that rank, and strides in a random order of the modes with some room between.
Layout random_tensor(Random& random, int rank) {
  std::vector<std::int64_t> shape, stride(static_cast<std::size_t>(rank));
  std::vector<std::size_t> order;
  for (int i = 0; i < rank; ++i) {
    shape.push_back(1 + random.below(rank == 2 ? 40 : 14));
    order.insert(order.begin() + random.below(i + 1), static_cast<std::size_t>(i));
  }
  std::int64_t next = 1;
  for (const auto i : order) {
    stride[i] = next;
    next = next * shape[i] + random.below(3);
  }
  return {tuple_of(shape), tuple_of(stride)};
}

}  // namespace

TEST_CASE("the tutorial's tensor of 528 x 300 in tiles of 128 x 64") {
  const auto tensor = layout("(528,300):(1,528)");
  const auto p = partition(tensor, tiler_of(value("(128,64)")).value(), ByThreadLayout{layout("(32,8)"), std::nullopt});
  REQUIRE(p);
  // CuTe C++ 4.7 prints this rest for zipped_divide.
  CHECK(to_string(p->rest, Marks::plain) == "(5,5):(128,33792)");
  REQUIRE(p->guards.size() == 2);
  CHECK(p->guards[0].mode == 0);
  CHECK(p->guards[0].limit == 528);
  CHECK(p->guards[1].mode == 1);
  CHECK(p->guards[1].limit == 300);
  CHECK(p->once);
  CHECK(size(p->layout) == 640 * 320);
  CHECK(touches(tensor, *p) == std::vector<int>(528 * 300, 1));
  // Without guards where they are not needed.
  const auto even = partition(tensor, tiler_of(value("(132,64)")).value(), ByThreadLayout{layout("(33,8)"), std::nullopt});
  REQUIRE(even);
  REQUIRE(even->guards.size() == 1);
  CHECK(even->guards[0].mode == 1);
  const auto whole = partition(tensor, tiler_of(value("(_,_)")).value(), ByThreadLayout{layout("(33,10)"), std::nullopt});
  REQUIRE(whole);
  CHECK(whole->guards.empty());
  CHECK(size(mode(whole->layout, 0)) == 1);
}

TEST_CASE("random tensors and tiles: every coordinate of the tensor once, at the element that local_tile and local_partition say") {
  Random random(16);
  int residues = 0, once = 0;
  for (int k = 0; k < 400; ++k) {
    const int rank = 2 + static_cast<int>(random.below(2));
    const auto tensor = random_tensor(random, rank);
    std::vector<std::int64_t> threads, tile;
    for (int i = 0; i < rank; ++i) {
      threads.push_back(1 + random.below(4));
      tile.push_back(threads.back() * (1 + random.below(4)));
    }
    const auto thread_layout = make_layout(tuple_of(threads), random.below(2) == 0 ? Major::left : Major::right);
    CAPTURE(text(tensor));
    CAPTURE(text(thread_layout));
    CAPTURE(to_string(tuple_of(tile), Marks::plain));
    const auto p = partition(tensor, tiler_of(tuple_of(tile)), ByThreadLayout{thread_layout, {}});
    if (!p) MESSAGE(p.error().message.text());
    REQUIRE(p);
    residues += !p->guards.empty();
    once += p->once;
    // By CuTe's own functions, block by block and thread by thread: local_tile and local_partition.
    const auto blocks = size(mode(p->layout, 0)), count = size(mode(p->layout, 1)), values = size(mode(p->layout, 2));
    REQUIRE(count == size(thread_layout));
    for (std::int64_t b = 0; b < blocks; ++b) {
      IntTuple at;
      std::int64_t left = b;
      for (int i = 0; i < rank; ++i) {
        const auto tiles = (size(mode(tensor, i)) + tile[static_cast<std::size_t>(i)] - 1) / tile[static_cast<std::size_t>(i)];
        at.append(IntTuple(left % tiles));
        left /= tiles;
      }
      const auto cta = inner_partition({.offset = 0, .layout = tensor}, tiler_of(tuple_of(tile)), at);
      for (std::int64_t t = 0; t < count; ++t) {
        const auto mine = local_partition(cta, thread_layout, Int{t, true});
        REQUIRE(size(mine.layout) == values);
        for (std::int64_t v = 0; v < values; ++v) REQUIRE(p->layout(b + blocks * (t + count * v)) == mine.offset + mine.layout(v));
      }
    }
    REQUIRE(touches(tensor, *p) == indices_of(tensor));
  }
  CHECK(residues > 300);
  CHECK(once > 250);
}

TEST_CASE("every distribution cuts a tensor with a rest, and none touches an element twice") {
  const auto copy = std::get<TiledCopy>(value("make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,half_t>, (_8,_4):(_4,_1), (_1,_2))"));
  const auto mma = std::get<TiledMma>(value("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1))"));
  const std::vector<std::pair<const char*, Distribution>> all{{"(16,16)", ByInner{tiler_of(layout("(2,4)"))}},
                                                              {"(16,16)", ByOuter{tiler_of(tuple_of({4, 8}))}},
                                                              {"(16,16)", ByThreadsAndValues{layout("(8,4):(4,1)"), layout("(1,2)")}},
                                                              {"(16,16)", ByTiledCopy{copy, true}},
                                                              {"(16,16)", ByTiledCopy{copy, false}},
                                                              {"(32,16)", ByTiledMma{mma, 'C'}}};
  for (const auto& row : all)
    for (const char* shape : {"(37,19):(19,1)", "(37,19)", "(32,19):(19,1)", "(5,3):(3,1)", "((4,9),19):((1,40),4)"}) {
      const auto* tile = row.first;
      const auto& by = row.second;
      CAPTURE(tile);
      CAPTURE(shape);
      CAPTURE(by.index());
      const auto tensor = layout(shape);
      const auto p = partition(tensor, tiler_of(value(tile)).value(), by);
      if (!p) MESSAGE(p.error().message.text());
      REQUIRE(p);
      REQUIRE(!p->guards.empty());
      CHECK(touches(tensor, *p) == indices_of(tensor));
    }
}

TEST_CASE("a copy's tile that does not divide the CTA tile ends with it") {
  const auto copy = std::get<TiledCopy>(value("make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,half_t>, (_8,_4):(_4,_1), (_1,_2))"));
  const auto mma = std::get<TiledMma>(value("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1))"));
  for (const auto& by : {Distribution{ByTiledCopy{copy, true}}, Distribution{ByThreadsAndValues{layout("(8,4):(4,1)"), layout("(1,2)")}},
                         Distribution{ByTiledMma{mma, 'C'}}}) {
    for (const char* shape : {"(24,24):(24,1)", "(25,30):(30,1)"}) {
      const auto tensor = layout(shape);
      const auto p = partition(tensor, tiler_of(value("(12,12)")).value(), by);
      CAPTURE(by.index());
      CAPTURE(shape);
      REQUIRE(p);
      CHECK(std::any_of(p->guards.begin(), p->guards.end(), [](const Guard& g) { return g.of_tile; }));
      CHECK(touches(tensor, *p) == indices_of(tensor));
    }
  }
}

TEST_CASE("nested modes that CuTe cuts off are refused, those that it rounds up are not") {
  const auto cut = [](const char* tensor, const char* tile) {
    return partition(layout(tensor), tiler_of(value(tile)).value(), ByOuter{tiler_of(tuple_of({1}))});
  };
  const auto up = cut("((2,5),5):((20,1),50)", "(4,2)");
  REQUIRE(up);
  CHECK(touches(layout("((2,5),5):((20,1),50)"), *up) == indices_of(layout("((2,5),5):((20,1),50)")));
  const auto off = cut("((5,3),4):((3,1),15)", "(8,4)");
  REQUIRE(!off);
  CHECK(off.error().message.text().find("out of mode 0 of the coalesced left layout (size 5): it has 5, which does not divide 8") !=
        std::string::npos);
}
