// How fast the finder goes through a family of layouts, and how that grows with the tile.

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "gpu/suggest/suggest.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

using Clock = std::chrono::steady_clock;

tl::expected<algebra::Value, algebra::Message> look_up(const std::string& text) {
  auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
  if (!e) return tl::unexpected(e.error().problem.message);
  return std::move(e->value);
}

/// Returns a tile of halves that is written by rows and read by ldmatrix, all swizzles and paddings of up to 16 elements.
gpu::TileQuestion question(int rows, int columns) {
  gpu::TileQuestion q;
  q.element = {.name = "f16", .bits = 16};
  q.type = "half_t";
  q.vary.padding_bytes = 32;
  const auto read = gpu::read_tile(fmt::format("({},{}):({},1)", rows, columns, columns), look_up, q);
  if (!read) throw std::runtime_error(read.error());
  for (const auto& [write, text] :
       {std::pair(true, "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))"),
        std::pair(false,
                  "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1)))")}) {
    auto a = gpu::tile_access(text, write, q.tile, q.element, look_up);
    if (!a) throw std::runtime_error(a.error());
    q.accesses.push_back(std::move(*a));
  }
  return q;
}

struct Time {
  double seconds = 0;
  gpu::Answer answer;
};
Time median(const gpu::TileQuestion& q) {
  std::vector<double> all;
  Time t;
  for (int i = 0; i < 7; ++i) {
    gpu::SuggestProgress progress;
    const auto start = Clock::now();
    auto answer = gpu::suggest(q, 10, progress);
    all.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    if (!answer) throw std::runtime_error(answer.error());
    t.answer = std::move(*answer);
  }
  std::ranges::sort(all);
  t.seconds = all[all.size() / 2];
  return t;
}

int measure() {
  const auto base = median(question(128, 64));
  fmt::print("128 x 64 halves, two accesses: {} candidates, {} possible, {} scored, {:.1f} ms, {:.0f} candidates a second\n",
             base.answer.covered, base.answer.possible, base.answer.scored, 1000 * base.seconds,
             static_cast<double>(base.answer.covered) / base.seconds);
  benchmark::ratio("the finder, a tile of 128 x 64 halves and two accesses: its time / 100 ms", base.seconds / 0.1);
  for (const auto& [rows, columns] : {std::pair(64, 64), std::pair(128, 128), std::pair(256, 128)}) {
    const auto t = median(question(rows, columns));
    fmt::print("{} x {}: {} candidates, {:.1f} ms, {:.0f} candidates a second\n", rows, columns, t.answer.covered, 1000 * t.seconds,
               static_cast<double>(t.answer.covered) / t.seconds);
    benchmark::ratio(fmt::format("the finder, {} x {} halves: its time / that of 128 x 64", rows, columns), t.seconds / base.seconds);
  }
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure); }
