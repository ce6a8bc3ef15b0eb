#include "gpu/memory_model.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "gpu/kernel_source.hpp"

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

/// The most words in one bank, of lanes [first, last). Lanes that want the same word share it, but for copies.
int ways(const std::array<std::int64_t, 32>& lanes, int first, int last, int element_bytes, int access_bytes, Direction direction,
         bool& any) {
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
  const int words_in_all = direction == Direction::copy ? count : distinct(words.data(), words.data() + count);
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

/// What cp.async.cg moves in one turn, as a mask of lanes: what goes from one line to another and equally far around within it. Where
/// that is not by whole sectors, from one sector to another.
std::vector<std::uint32_t> moved_together(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes,
                                          std::int64_t beside) {
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>, std::uint32_t> turns;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane] == absent) continue;
    const auto here = lanes[lane] * element_bytes, there = beside + static_cast<std::int64_t>(lane) * access_bytes;
    const auto around = (((here - there) % line_bytes) + line_bytes) % line_bytes;
    const bool by_sectors = around % sector_bytes == 0;
    turns[{floor_div(here, line_bytes), floor_div(there, line_bytes), around, by_sectors ? 0 : floor_div(here, sector_bytes),
           by_sectors ? 0 : floor_div(there, sector_bytes)}] |= std::uint32_t{1} << lane;
  }
  std::vector<std::uint32_t> masks;
  for (const auto& [key, mask] : turns) masks.push_back(mask);
  // The turn of the first lane first.
  std::sort(masks.begin(), masks.end(), [](auto a, auto b) { return std::countr_zero(a) < std::countr_zero(b); });
  return masks;
}

/// Where lane 0's bytes of a request lie on the other side of cp.async; the lanes lie side by side from there.
std::int64_t beside(const LaunchShape& w, std::uint32_t block, std::uint32_t warp, std::uint32_t access) {
  const auto thread = warp * 32, bytes = static_cast<std::uint32_t>(w.width * w.element_bytes);
  if (w.shared_memory) return w.staging(block, thread, access * static_cast<std::uint32_t>(w.width)) * w.element_bytes;
  const auto slot = access % static_cast<std::uint32_t>(accesses_in_flight(w));
  return std::int64_t{bytes} * (thread + std::int64_t{slot} * w.threads);
}

}  // namespace

int lanes_a_phase(const std::array<std::int64_t, 32>& lanes, int access_bytes, Direction direction) {
  if (access_bytes <= 4) return 32;
  const int apart = access_bytes == 8 ? 16 : 8;
  return direction == Direction::load && (alike(lanes, 1) || alike(lanes, 2)) ? 2 * apart : apart;
}

Direction direction_of(const Instruction& i) {
  if (i.kind == Instruction::Kind::async_copy) return i.past_l1 ? Direction::copy_past_l1 : Direction::copy;
  return i.by_matrix() ? Direction::store : Direction::load;
}

Direction phased_as(const LaunchShape& w, const Mapping& mapping, Direction direction) {
  if (&mapping == &w.rows) return Direction::store;
  const bool tensor = &mapping == &w.from || (w.shared_memory && &mapping == &w.to);
  const bool copied = w.instruction.kind == Instruction::Kind::async_copy && tensor && direction == Direction::store;
  return copied ? direction_of(w.instruction) : direction;
}

Asking asking(const LaunchShape& w, const Mapping& mapping) {
  Asking a{.lanes = 32, .step = w.width, .requests = w.accesses(), .bytes = w.element_bytes * w.width};
  if (w.instruction.by_box())
    a = {.lanes = 1, .step = w.request_values, .requests = w.requests(), .bytes = w.request_values * w.element_bytes};
  else if (&mapping == &w.rows)
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
      const auto from = w.element(block, thread, value), to = w.same_place ? from : w.to(block, thread, value);
      if (from < 0 || from >= w.elements || to < 0 || to >= w.target_elements) continue;
    }
    lanes[lane] = element;
  }
  return lanes;
}

Request request_of(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes, Direction direction,
                   std::int64_t beside) {
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
  if (direction == Direction::copy_past_l1) {
    // The counter of conflicts counts none.
    r.phases = r.wavefronts = static_cast<int>(moved_together(lanes, element_bytes, access_bytes, beside).size());
    return r;
  }
  const int lanes_each = lanes_a_phase(lanes, access_bytes, direction);
  for (int first = 0; first < 32; first += lanes_each) {
    bool any = false;
    const int w = ways(lanes, first, first + lanes_each, element_bytes, access_bytes, direction, any);
    r.phases += any;
    r.wavefronts += w;
    r.bank_ways = std::max(r.bank_ways, w);
  }
  return r;
}

namespace {

/// One thread's box: the lines and sectors that its elements stand in. No lanes meet in a bank.
Request request_of_box(const LaunchShape& w, std::uint32_t block, std::uint32_t access) {
  Request r;
  std::vector<std::int64_t> elements, lines, sectors;
  for (std::int32_t v = 0; v < w.request_values; ++v)
    if (const auto e = w.element(block, 0, access * static_cast<std::uint32_t>(w.request_values) + static_cast<std::uint32_t>(v)); e >= 0) {
      elements.push_back(e);
      lines.push_back(e * w.element_bytes / line_bytes);
      sectors.push_back(e * w.element_bytes / sector_bytes);
    }
  r.lanes = elements.empty() ? 0 : 1;
  r.lines = distinct(lines.data(), lines.data() + lines.size());
  r.sectors = distinct(sectors.data(), sectors.data() + sectors.size());
  r.ideal_sectors = (distinct(elements.data(), elements.data() + elements.size()) * w.element_bytes + sector_bytes - 1) / sector_bytes;
  return r;
}

}  // namespace

Request request(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                Direction direction) {
  auto r = w.instruction.by_box() ? request_of_box(w, block, access)
                                  : request_of(lane_elements(w, mapping, block, warp, access), w.element_bytes, asking(w, mapping).bytes,
                                               phased_as(w, mapping, direction), beside(w, block, warp, access));
  r.block = block;
  r.warp = warp;
  r.access = access;
  return r;
}

std::vector<Phase> phases(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                          Direction direction) {
  if (w.instruction.by_box()) return {};
  const auto lanes = lane_elements(w, mapping, block, warp, access);
  const int access_bytes = asking(w, mapping).bytes;
  direction = phased_as(w, mapping, direction);
  std::vector<Phase> result;
  if (direction == Direction::copy_past_l1) {
    for (const auto mask : moved_together(lanes, w.element_bytes, access_bytes, beside(w, block, warp, access))) {
      const int first = std::countr_zero(mask);
      result.push_back({.first_lane = first,
                        .lanes = static_cast<int>(std::bit_width(mask)) - first,
                        .taking_part = mask,
                        .ways = 1,
                        .words = {},
                        .wanted_by = {}});
    }
  } else {
    const int lanes_each = lanes_a_phase(lanes, access_bytes, direction);
    for (int first = 0; first < 32; first += lanes_each) {
      std::uint32_t mask = 0;
      for (int lane = first; lane < first + lanes_each; ++lane)
        if (lanes[static_cast<std::size_t>(lane)] != absent) mask |= std::uint32_t{1} << lane;
      if (mask != 0)
        result.push_back({.first_lane = first, .lanes = lanes_each, .taking_part = mask, .ways = 1, .words = {}, .wanted_by = {}});
    }
  }
  for (auto& phase : result) {
    for (int lane = phase.first_lane; lane < phase.first_lane + phase.lanes; ++lane) {
      if ((phase.taking_part >> lane & 1) == 0) continue;
      const auto byte = lanes[static_cast<std::size_t>(lane)] * w.element_bytes;
      for (auto word = floor_div(byte, bank_bytes); word <= floor_div(byte + access_bytes - 1, bank_bytes); ++word) {
        phase.words[bank_of(word)].push_back(word);
        phase.wanted_by[bank_of(word)].push_back(lane);
      }
    }
    for (auto& words : phase.words) {
      std::sort(words.begin(), words.end());
      if (direction != Direction::copy) words.erase(std::unique(words.begin(), words.end()), words.end());
      phase.ways = std::max(phase.ways, static_cast<int>(words.size()));
    }
  }
  return result;
}

}  // namespace gpu
