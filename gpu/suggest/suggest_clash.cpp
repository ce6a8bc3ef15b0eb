// Finds where a layout loses turns: the lanes that need different words of one bank.

#include <algorithm>

#include "algebra/bits/bit_basis.hpp"
#include "algebra/layout/layout.hpp"
#include "gpu/suggest/suggest_score.hpp"

namespace gpu {

std::optional<Clash> worst_clash(const TileQuestion& q, const TileLayout& is, std::size_t access) {
  const int element_bytes = q.element.bits / 8;
  const auto score = AccessScore::of(q.accesses[access], q.tile, element_bytes);
  if (!score || score->tma()) return std::nullopt;
  const auto tile = tile_indices(is.layout);
  const FastSwizzle swizzle(is.swizzle);
  const auto width = score->width(tile, swizzle);
  if (!width) return std::nullopt;
  const auto& list = score->widths()[*width];
  const PhaseOfLanes* worst = nullptr;
  int most = 1;
  for (const auto& phase : list.phases)
    if (const int turns = score->turns(list, phase, tile, swizzle); turns > most) most = turns, worst = &phase;
  if (worst == nullptr) return std::nullopt;
  Clash clash{.access = access, .warp = worst->warp, .request = worst->request, .lanes = {}, .turns = most};
  clash.ideal = std::max(1, (worst->lanes * list.bytes + line_bytes - 1) / line_bytes);
  const int unit_bytes = std::max(bank_bytes, list.bytes), units = line_bytes / unit_bytes;
  std::vector<std::int64_t> units_of;
  for (int i = 0; i < worst->lanes; ++i)
    units_of.push_back(swizzle(tile.of[static_cast<std::size_t>(list.coordinates[worst->first + static_cast<std::size_t>(i)])]) *
                       std::int64_t{element_bytes} / unit_bytes);
  std::vector<std::vector<std::int64_t>> in_unit(static_cast<std::size_t>(units));
  const bool copies = list.direction == Direction::copy;
  for (const auto u : units_of)
    if (auto& in = in_unit[static_cast<std::size_t>(u % units)]; copies || std::ranges::find(in, u) == in.end()) in.push_back(u);
  const auto at = std::ranges::max_element(in_unit, {}, &std::vector<std::int64_t>::size) - in_unit.begin();
  clash.bank = static_cast<int>(at) * unit_bytes / bank_bytes;
  // Several lanes may share a coordinate.
  const auto& thread_value = q.accesses[access].thread_value;
  const auto threads = algebra::size(algebra::mode(thread_value, 0));
  const int asking = q.accesses[access].instruction.by_matrix() ? 8 * q.accesses[access].instruction.matrices : 32;
  std::vector<std::int64_t> seen;
  for (int lane = worst->first_lane; lane < asking && worst->warp * 32 + lane < threads; ++lane) {
    const auto c = thread_value(worst->warp * 32 + lane + worst->request * list.values * threads);
    const auto unit = swizzle(tile.of[static_cast<std::size_t>(c)]) * std::int64_t{element_bytes} / unit_bytes;
    if (unit % units != at || std::ranges::find(units_of, unit) == units_of.end()) continue;
    if (!copies && std::ranges::find(seen, unit) != seen.end()) continue;
    if (static_cast<int>(clash.lanes.size()) == most) break;
    seen.push_back(unit);
    clash.lanes.push_back(lane);
  }
  if (!tile.linear || copies) return clash;
  std::vector<std::uint64_t> words, places;
  for (const auto u : units_of) {
    words.push_back(static_cast<std::uint64_t>(u ^ units_of[0]));
    places.push_back(words.back() % static_cast<std::uint64_t>(units));
  }
  const int rank = algebra::rank(words);
  auto distinct = units_of;
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  // The lanes' words form a subspace: each bank that is hit then has 2^(difference of the ranks) of them.
  if (static_cast<std::size_t>(1) << rank == distinct.size()) clash.lane_rank = rank, clash.bank_rank = algebra::rank(places);
  return clash;
}

std::array<int, 32> words_in_banks(const TileQuestion& q, const TileLayout& is, std::size_t access) {
  std::array<int, 32> words{};
  const int element_bytes = q.element.bits / 8;
  const auto score = AccessScore::of(q.accesses[access], q.tile, element_bytes);
  if (!score || score->tma()) return words;
  const auto tile = tile_indices(is.layout);
  const FastSwizzle swizzle(is.swizzle);
  const auto width = score->width(tile, swizzle);
  if (!width || score->widths()[*width].phases.empty()) return words;
  const auto& list = score->widths()[*width];
  const auto worst = std::ranges::max_element(list.phases, {}, [&](const PhaseOfLanes& p) { return score->turns(list, p, tile, swizzle); });
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < worst->lanes; ++i) {
    const auto byte = swizzle(tile.of[static_cast<std::size_t>(list.coordinates[worst->first + i])]) * std::int64_t{element_bytes};
    for (auto word = byte / bank_bytes; word * bank_bytes < byte + list.bytes; ++word) all.push_back(word);
  }
  std::ranges::sort(all);
  if (list.direction != Direction::copy) all.erase(std::unique(all.begin(), all.end()), all.end());
  for (const auto word : all) ++words[static_cast<std::size_t>(word % banks)];
  return words;
}

}  // namespace gpu
