// Partitions by a tiled copy or a tiled MMA: for each thread of each block what CuTe's partition functions give it.

#include <doctest/doctest.h>

#include "algebra/hardware/partition.hpp"
#include "algebra/hardware/tiled.hpp"
#include "core_random.hpp"

using namespace algebra;
using namespace core_tests;

namespace {

template <class Tiled>
Tiled tiled(std::string_view text) {
  return std::get<Tiled>(evaluate(text, {}, IntegerRule::math).value().value);
}

/// `part(t, tile)` is thread t's part of the tile at offset 0.
template <class Part>
void check_same(const Partition& p, std::int64_t threads, Part&& part) {
  REQUIRE(size(mode(p.layout, 1)) == threads);
  const auto blocks = size(mode(p.layout, 0));
  for (std::int64_t t = 0; t < threads; ++t) {
    const Tensor mine = part(t, Tensor{.offset = 0, .layout = p.tile});
    REQUIRE(size(mine.layout) == size(mode(p.layout, 2)));
    bool same = true;
    for (std::int64_t b = 0; b < blocks; ++b)
      for (std::int64_t v = 0; v < size(mine.layout); ++v)
        same = same && p.layout(b + blocks * (t + threads * v)) == mode(p.layout, 0)(b) + mine.offset + mine.layout(v);
    REQUIRE(same);
  }
}

std::string refused(const Layout& tensor, std::string_view tile, const Distribution& by) {
  const auto p = partition(tensor, tiler_of(value(tile)).value(), by);
  REQUIRE_FALSE(p);
  return p.error().message.text();
}

}  // namespace

TEST_CASE("a partition by a tiled MMA is partition_A, _B and _C of every thread") {
  for (const std::string_view text :
       {"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)",
        "make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN, (2,1,2):(2,1,1))", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,2))",
        "make_tiled_mma(SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>, (2,1,1))", "make_tiled_mma(SM61_DP4A, (16,16,1))"}) {
    INFO(text);
    const auto mma = tiled<TiledMma>(text);
    const auto shape = tile_shape(mma);
    for (const char matrix : {'A', 'B', 'C'}) {
      const int first = matrix == 'B' ? 1 : 0, second = matrix == 'C' ? 1 : 2;
      const auto m = shape.mode(first).integer().value * 2, n = shape.mode(second).integer().value;
      const auto tile = IntTuple::tuple({IntTuple(m), IntTuple(n)});
      const auto tensor = make_layout(IntTuple::tuple({IntTuple(2 * m), IntTuple(2 * n)}), Major::right);
      const auto p = partition(tensor, tiler_of(tile), ByTiledMma{mma, matrix});
      REQUIRE_MESSAGE(p, p.error().message.text());
      const auto which = matrix == 'A' ? Matrix::a : matrix == 'B' ? Matrix::b : Matrix::c;
      check_same(*p, size(thr_layout_vmnk(mma)), [&](std::int64_t t, const Tensor& of) {
        return algebra::partition(mma, which, Int{t, true}, of);
      });
    }
  }
}

TEST_CASE("a partition by a tiled copy is partition_S and partition_D of every thread") {
  for (const std::string_view text :
       {"make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,4):(4,1), (1,8))",
        "make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N,half_t>, (8,8):(8,1), (1,2))",
        "make_tiled_copy(Copy_Atom<SM75_U16x8_LDSM_T,half_t>, (32,2):(1,32), (8,1))",
        "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)))",
        "make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)))"}) {
    INFO(text);
    const auto copy = tiled<TiledCopy>(text);
    const auto shape = tile_shape(copy);
    const auto m = shape.mode(0).integer().value * 2, n = shape.mode(1).integer().value;
    const auto tensor = make_layout(IntTuple::tuple({IntTuple(2 * m), IntTuple(2 * n)}), Major::right);
    for (const bool source : {true, false}) {
      const auto p = partition(tensor, tiler_of(IntTuple::tuple({IntTuple(m), IntTuple(n)})), ByTiledCopy{copy, source});
      REQUIRE_MESSAGE(p, p.error().message.text());
      check_same(*p, size(mode(copy.layout_tv, 0)), [&](std::int64_t t, const Tensor& of) {
        return algebra::partition(copy, source ? Side::source : Side::destination, Int{t, true}, of);
      });
    }
  }
}

TEST_CASE("what a partition by a tiled copy or MMA refuses") {
  const auto copy = tiled<TiledCopy>("make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>, (8,4), (1,1))");
  CHECK(refused(layout("8:1"), "8", ByTiledCopy{copy}).find("Rank of tensor") != std::string::npos);
  CHECK(refused(layout("(8,4)"), "(8,4)", ByTiledMma{tiled<TiledMma>("make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN)"), 'A'})
            .find("must number its 8") != std::string::npos);
  CHECK(
      refused(layout("(64,64)"), "(64,64)", ByTiledMma{tiled<TiledMma>("make_tiled_mma(SM61_DP4A, (64,64))"), 'C'}).find("at most 1024") !=
      std::string::npos);
}
