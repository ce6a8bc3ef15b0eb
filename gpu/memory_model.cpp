// What the memory system sees of one warp request: lines, sectors, banks.

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <vector>

#include "gpu/runner.hpp"

namespace gpu {
namespace {

int distinct(std::vector<std::int64_t>& values) {
  std::sort(values.begin(), values.end());
  return static_cast<int>(std::unique(values.begin(), values.end()) - values.begin());
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// Shared memory serves 32 banks of 4 bytes; 8-byte accesses go by half warps, 16-byte ones by quarter warps. Lanes that
/// want the same word share it.
int bank_ways(const std::vector<std::int64_t>& elements, int bytes) {
  const std::size_t lanes = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  int worst = 1;
  for (std::size_t first = 0; first < elements.size(); first += lanes) {
    std::array<std::vector<std::int64_t>, 32> words;
    for (std::size_t k = first; k < std::min(first + lanes, elements.size()); ++k)
      for (std::int64_t byte = elements[k] * bytes; byte < (elements[k] + 1) * bytes; byte += 4) {
        const auto word = floor_div(byte, 4);
        words[static_cast<std::size_t>(((word % 32) + 32) % 32)].push_back(word);
      }
    for (auto& bank : words) worst = std::max(worst, distinct(bank));
  }
  return worst;
}

}  // namespace

Request request(const Launch& launch, std::uint32_t block, std::uint32_t warp, std::uint32_t access) {
  const auto blocks = algebra::mode(launch.partition, 0), threads = algebra::mode(launch.partition, 1), values = algebra::mode(launch.partition, 2);
  const auto base = blocks(block) + values(access);
  const auto first = std::int64_t{warp} * 32, last = std::min(first + 32, algebra::size(threads));
  Request r{.block = block, .warp = warp, .access = access};
  std::vector<std::int64_t> elements, lines, sectors;
  for (auto t = first; t < last; ++t) {
    const auto element = base + threads(t);
    elements.push_back(element);
    const auto byte = element * launch.element_bytes;
    lines.push_back(floor_div(byte, 128));
    sectors.push_back(floor_div(byte, 32));
  }
  r.lanes = static_cast<int>(elements.size());
  r.lines = distinct(lines);
  r.sectors = distinct(sectors);
  r.bank_ways = bank_ways(elements, launch.element_bytes);
  r.ideal_sectors = (distinct(elements) * launch.element_bytes + 31) / 32;
  return r;
}

}  // namespace gpu
