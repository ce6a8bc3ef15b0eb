#include "gpu/memory_model.hpp"

#include <algorithm>

namespace gpu {
namespace {

/// Sorts and counts without repeats.
template <class T>
int distinct(T* begin, T* end) {
  std::sort(begin, end);
  return static_cast<int>(std::unique(begin, end) - begin);
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

std::size_t bank_of(std::int64_t word) { return static_cast<std::size_t>(((word % banks) + banks) % banks); }

/// The most distinct words in one bank, of lanes [first, last).
int ways(const std::array<std::int64_t, 32>& lanes, int first, int last, int element_bytes, int access_bytes, bool& any) {
  std::array<std::int64_t, 32 * 4> words;
  int count = 0;
  for (int lane = first; lane < last; ++lane) {
    const auto element = lanes[static_cast<std::size_t>(lane)];
    if (element == absent) continue;
    const auto byte = element * element_bytes;
    for (auto word = floor_div(byte, bank_bytes); word <= floor_div(byte + access_bytes - 1, bank_bytes); ++word)
      words[static_cast<std::size_t>(count++)] = word;
  }
  any = count > 0;
  const int words_in_all = distinct(words.data(), words.data() + count);
  std::array<int, banks> in_bank{};
  int most = 0;
  for (int i = 0; i < words_in_all; ++i) most = std::max(most, ++in_bank[bank_of(words[static_cast<std::size_t>(i)])]);
  return most;
}

/// Every lane wants the same as the lane whose number differs by `bit`, or one of them sits out.
bool alike(const std::array<std::int64_t, 32>& lanes, std::size_t bit) {
  for (std::size_t i = 0; i < lanes.size(); ++i)
    if (lanes[i] != absent && lanes[i ^ bit] != absent && lanes[i] != lanes[i ^ bit]) return false;
  return true;
}

}  // namespace

int lanes_a_phase(const std::array<std::int64_t, 32>& lanes, int access_bytes, Direction direction) {
  if (access_bytes <= 4) return 32;
  const int apart = access_bytes == 8 ? 16 : 8;
  return direction == Direction::load && (alike(lanes, 1) || alike(lanes, 2)) ? 2 * apart : apart;
}

Direction phased_as(const LaunchShape& w, const Mapping& mapping, Direction direction) {
  return &mapping == &w.rows ? Direction::store : direction;
}

Asking asking(const LaunchShape& w, const Mapping& mapping) {
  Asking a{.lanes = 32, .step = w.width, .requests = w.accesses(), .bytes = w.element_bytes * w.width};
  if (&mapping == &w.rows)
    a = {.lanes = 8 * w.instruction.matrices,
         .step = matrix_row_bytes / w.element_bytes,
         .requests = w.requests(),
         .bytes = matrix_row_bytes};
  else if (&mapping == &w.staging)
    a = {.lanes = 32, .step = w.staged_values(), .requests = w.values / w.staged_values(), .bytes = w.element_bytes * w.staged_values()};
  return a;
}

std::array<std::int64_t, 32> lane_elements(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp,
                                           std::uint32_t access) {
  std::array<std::int64_t, 32> lanes;
  lanes.fill(absent);
  const auto asked = asking(w, mapping);
  const auto value = access * static_cast<std::uint32_t>(asked.step);
  // Staging and the rows of matrices are always in bounds; the others' lanes take part where both ends are.
  const bool inside = &mapping == &w.staging || w.in_bounds;
  for (std::uint32_t lane = 0; lane < static_cast<std::uint32_t>(asked.lanes); ++lane) {
    const auto thread = warp * 32 + lane;
    if (thread >= static_cast<std::uint32_t>(w.threads)) break;
    const auto element = mapping(block, thread, value);
    if (!inside) {
      const auto from = w.from(block, thread, value), to = w.same_place ? from : w.to(block, thread, value);
      if (from < 0 || from >= w.elements || to < 0 || to >= w.target_elements) continue;
    }
    lanes[lane] = element;
  }
  return lanes;
}

Request request_of(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes, Direction direction) {
  Request r;
  std::array<std::int64_t, 32> elements;
  std::array<std::int64_t, 32> lines, sectors;
  for (const auto element : lanes) {
    if (element == absent) continue;
    const auto n = static_cast<std::size_t>(r.lanes++);
    elements[n] = element;
    // Accesses are aligned to their size, so each lies in one sector.
    lines[n] = floor_div(element * element_bytes, line_bytes);
    sectors[n] = floor_div(element * element_bytes, sector_bytes);
  }
  r.lines = distinct(lines.data(), lines.data() + r.lanes);
  r.sectors = distinct(sectors.data(), sectors.data() + r.lanes);
  r.ideal_sectors = (distinct(elements.data(), elements.data() + r.lanes) * access_bytes + sector_bytes - 1) / sector_bytes;
  const int lanes_each = lanes_a_phase(lanes, access_bytes, direction);
  for (int first = 0; first < 32; first += lanes_each) {
    bool any = false;
    const int w = ways(lanes, first, first + lanes_each, element_bytes, access_bytes, any);
    r.phases += any;
    r.wavefronts += w;
    r.bank_ways = std::max(r.bank_ways, w);
  }
  return r;
}

Request request(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                Direction direction) {
  auto r = request_of(lane_elements(w, mapping, block, warp, access), w.element_bytes, asking(w, mapping).bytes,
                      phased_as(w, mapping, direction));
  r.block = block;
  r.warp = warp;
  r.access = access;
  return r;
}

std::vector<Phase> phases(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                          Direction direction) {
  const auto lanes = lane_elements(w, mapping, block, warp, access);
  const int access_bytes = asking(w, mapping).bytes, lanes_each = lanes_a_phase(lanes, access_bytes, phased_as(w, mapping, direction));
  std::vector<Phase> result;
  for (int first = 0; first < 32; first += lanes_each) {
    Phase phase{.first_lane = first, .lanes = lanes_each, .ways = 1, .words = {}, .wanted_by = {}};
    bool any = false;
    for (int lane = first; lane < first + lanes_each; ++lane) {
      const auto element = lanes[static_cast<std::size_t>(lane)];
      if (element == absent) continue;
      any = true;
      const auto byte = element * w.element_bytes;
      for (auto word = floor_div(byte, bank_bytes); word <= floor_div(byte + access_bytes - 1, bank_bytes); ++word) {
        phase.words[bank_of(word)].push_back(word);
        phase.wanted_by[bank_of(word)].push_back(lane);
      }
    }
    if (!any) continue;
    for (auto& words : phase.words) {
      std::sort(words.begin(), words.end());
      words.erase(std::unique(words.begin(), words.end()), words.end());
      phase.ways = std::max(phase.ways, static_cast<int>(words.size()));
    }
    result.push_back(std::move(phase));
  }
  return result;
}

}  // namespace gpu
