#pragma once
// Random questions about tiles: their writers and readers are tiled copies, plain ones and those of ldmatrix and stmatrix.

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu_test {

struct SuggestCase {
  gpu::TileQuestion question;
  std::string tile;                 ///< its shape
  std::vector<std::string> copies;  ///< of each access
};

inline tl::expected<algebra::Value, algebra::Message> value_of_text(const std::string& text) {
  auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
  if (!e) return tl::unexpected(e.error().problem.message);
  return std::move(e->value);
}

/// Two accesses of a tile of up to 16 KiB, one that writes and one that reads; some swizzles and paddings.
inline SuggestCase random_suggest_case(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)); };
  const auto power = [&](int low, int high) { return 1 << pick(low, high); };
  for (;;) {
    SuggestCase c;
    const int bits = random() % 3 == 0 ? power(3, 5) : 16;
    const auto* type = bits == 8 ? "uint8_t" : bits == 16 ? "half_t" : "float";
    const int m = power(4, 7), n = power(4, 6) * (random() % 4 == 0 ? 3 : 1);
    if (m * n * bits / 8 > 16 << 10) continue;
    c.tile = fmt::format("({},{})", m, n);
    c.question.element = {.name = bits == 8 ? "u8" : bits == 16 ? "f16" : "f32", .bits = bits};
    c.question.type = type;
    c.question.vary.padding_bytes = random() % 2 == 0 ? 0 : 32;
    if (!gpu::read_tile(c.tile, value_of_text, c.question)) continue;
    bool made = true;
    for (const bool write : {true, false}) {
      std::string copy;
      if (bits == 16 && random() % 2 == 0) {
        const int matrices = power(0, 2), warps = power(0, 2);
        copy = fmt::format("make_tiled_copy_impl(Copy_Atom<{}_U32x{}_{}_N,half_t>, ((4,8,{}),(2,{})):(({},1,8),({},{})), ({},{}))",
                           write ? "SM90" : "SM75", matrices, write ? "STSM" : "LDSM", warps, matrices, 16 * warps, 8 * warps, 64 * warps,
                           8 * warps, 8 * matrices);
      } else {
        const int bytes = std::max(power(0, 4), bits / 8), vector = bytes * 8 / bits, down = power(0, 5), across = power(0, 3);
        const bool along_n = random() % 2 == 0, by_row = random() % 2 == 0;
        copy = fmt::format("make_tiled_copy(Copy_Atom<UniversalCopy<uint{}_t>,{}>, ({},{}):({},{}), ({},{}))", bytes * 8, type, down,
                           across, by_row ? across : 1, by_row ? 1 : down, along_n ? 1 : vector, along_n ? vector : 1);
      }
      auto a = gpu::tile_access(copy, write, c.question.tile, c.question.element, value_of_text);
      made = made && a;
      if (!a) break;
      a->weight = pick(1, 3);
      c.question.accesses.push_back(std::move(*a));
      c.copies.push_back(copy);
    }
    if (made) return c;
  }
}

/// A question with its best layout and four that lose, those with most wavefronts last.
struct SuggestRace {
  SuggestCase of;
  std::vector<gpu::RankedLayout> layouts;
};

inline SuggestRace random_race(std::mt19937& random) {
  for (;;) {
    SuggestRace race{.of = random_suggest_case(random), .layouts = {}};
    gpu::SuggestProgress progress;
    const auto answer = gpu::suggest(race.of.question, 24, progress);
    if (!answer || answer->best.empty()) continue;
    const auto& all = answer->best;
    std::vector<gpu::RankedLayout> losers;
    for (const auto& r : all)
      if (r.wavefronts > all[0].wavefronts) losers.push_back(r);
    if (losers.size() < 4) continue;
    race.layouts.push_back(all[0]);
    for (std::size_t i = 0; i < 4; ++i) race.layouts.push_back(losers[i * (losers.size() - 1) / 3]);
    return race;
  }
}

}  // namespace gpu_test
