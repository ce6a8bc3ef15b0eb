// Tests the memory requests of a warp that touches a value's elements.

#include "gpu/memory/warp_requests.hpp"

#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/links/link.hpp"

using namespace gpu;

namespace {

algebra::Evaluation evaluated(const char* expression) {
  auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::math);
  REQUIRE(e);
  return std::move(*e);
}

}  // namespace

TEST_CASE("a warp's requests for neighbouring coordinates") {
  const std::vector values{evaluated("64:1"), evaluated("64:2"), evaluated("64:32"), evaluated("Swizzle<3,2,3> o 0 o (8,32):(32,1)"),
                           evaluated("size(64:1)")};
  const auto of = [&](std::size_t value, int bits = 32) { return WarpRequests::of(values[value], bits); };
  REQUIRE(of(0));
  CHECK(of(0)->count() == 2);
  CHECK_FALSE(of(0)->by_thread());
  const auto row = of(0)->request(1);
  CHECK(row.lanes[0] == 32);
  CHECK(row.request.lines == 1);
  CHECK(row.request.sectors == 4);
  CHECK(row.request.ideal_sectors == 4);
  CHECK(row.request.bank_ways == 1);
  CHECK(of(1)->request(0).request.sectors == 8);
  CHECK(of(1)->request(0).request.bank_ways == 2);
  CHECK(of(2)->request(0).request.bank_ways == 32);
  CHECK(of(2)->request(0).request.lines == 32);
  CHECK(of(0, 16)->request(0).request.sectors == 2);
  CHECK(of(0, 4)->request(0).request.sectors == 1);
  CHECK(of(0)->of_coordinate(40) == 1);
  CHECK(of(0)->coordinate(1, 8) == 40);
  CHECK_FALSE(of(4));
  // For a swizzled layout, `lanes` holds the swizzled indices.
  const auto& swizzled = std::get<algebra::ComposedLayout>(values[3].value);
  const auto r = of(3)->request(2);
  for (int lane = 0; lane < 32; ++lane) CHECK(r.lanes[static_cast<std::size_t>(lane)] == swizzled(64 + lane));
  const auto sum = of(1)->sum();
  CHECK(sum.all);
  CHECK(sum.sectors == 16);
  CHECK(sum.ideal == 8);
}

TEST_CASE("a partition's requests are one value of 32 threads") {
  const auto part = evaluated("local_partition(ptr o (64,32):(32,1), (8,8):(8,1), 9)");
  const auto r = WarpRequests::of(part, 32);
  REQUIRE(r);
  CHECK(r->by_thread());
  CHECK(r->threads() == 64);
  CHECK(r->count() == 2 * 32);  // two warps, 8 x 4 values
  const auto first = r->request(0);
  // Threads 0..7 stand in row 0, 8..15 in row 1: 8 elements of 32 B a row of 128 B.
  CHECK(first.lanes[0] == 0);
  CHECK(first.lanes[7] == 7);
  CHECK(first.lanes[8] == 32);
  CHECK(first.request.sectors == 4);
  CHECK(first.request.lines == 4);
  CHECK(r->of_coordinate(3) == 6);
  CHECK(r->coordinate(6, 9) == 3);
  CHECK(r->coordinate(6, 8) == -1);
  CHECK(r->request(6).lanes[9] == (*algebra::links::index_map(part.value))(3));
}

TEST_CASE("a layout of 2^40 elements has requests, and a sum of the first") {
  const auto r = WarpRequests::of(evaluated("(1048576,1048576):(1048576,1)"), 32);
  REQUIRE(r);
  CHECK(r->count() == std::int64_t{1} << 35);
  CHECK_FALSE(r->sum().all);
  CHECK(r->request(r->count() - 1).request.lines == 32);
}

TEST_CASE("a part by a tiled copy is asked for as its instruction does") {
  // Lanes 0 to 7 give the address of a row of 16 bytes each, and eight rows are a turn.
  const auto of = [](const char* atom, const char* parts, const char* tensor) {
    const auto e =
        evaluated(fmt::format("partition_S(make_tiled_copy_impl(Copy_Atom<{},half_t>, {}), 9, ptr o {})", atom, parts, tensor).c_str());
    const auto r = WarpRequests::of(e, 16);
    REQUIRE(r);
    return *r;
  };
  constexpr const char* matrix = "((4,8),2):((16,1),8), (8,8)";
  const auto x1 = of("SM75_U32x1_LDSM_N", matrix, "(32,8):(8,1)");
  CHECK(x1.count() == 4);
  CHECK(x1.values() == 8);
  CHECK(x1.request(1).request.lanes == 8);
  CHECK(x1.request(1).request.wavefronts == 1);
  CHECK(x1.request(1).lanes[7] == 64 + 56);
  CHECK(x1.request(1).lanes[8] == absent);
  CHECK(x1.of_coordinate(17) == 2);
  CHECK(of("SM75_U32x1_LDSM_N", matrix, "(32,8):(64,1)").request(0).request.wavefronts == 8);
  const auto async = of("SM80_CP_ASYNC_CACHEALWAYS<uint128_t>", "(32,8):(1,32), (32,8)", "(32,16):(16,1)");
  CHECK(async.count() == 2);
  CHECK(async.request(0).request.sectors == 32);
  CHECK(async.request(0).request.ideal_sectors == 16);
  // A column of halves is nothing that it could move: element by element, as before.
  CHECK(of("SM80_CP_ASYNC_CACHEALWAYS<uint128_t>", "(32,8):(1,32), (32,8)", "(32,16):(1,32)").values() == 1);
}
