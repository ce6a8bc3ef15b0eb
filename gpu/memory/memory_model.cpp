#include "gpu/memory/memory_model.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "gpu/launch/kernel_source.hpp"

namespace gpu {
namespace {

/// Sorts and returns the number of distinct values.
template <class T>
int distinct(T* begin, T* end) {
  std::sort(begin, end);
  return static_cast<int>(std::unique(begin, end) - begin);
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

std::size_t bank_of(std::int64_t word) { return static_cast<std::size_t>(((word % banks) + banks) % banks); }

/// Returns the most words in one bank, for lanes [first, last). Lanes that need the same word share it, except in copies.
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

/// Returns whether every lane needs the same as the lane whose number differs by `bit`, or one of the two sits out.
bool alike(const std::array<std::int64_t, 32>& lanes, std::size_t bit) {
  for (std::size_t i = 0; i < lanes.size(); ++i)
    if (lanes[i] != absent && lanes[i ^ bit] != absent && lanes[i] != lanes[i ^ bit]) return false;
  return true;
}

/// A unit of cp.async.cg's work: it moves a sector, or half of one, to a sector where the halves are in place or swapped.
struct SectorMove {
  std::int64_t from = 0, to = 0;
  bool swapped = false;
  unsigned halves = 0;      ///< of the destination, a bit each
  std::uint32_t lanes = 0;  ///< a bit for each lane; lanes that write the same 16 bytes share one bit in `halves`
  std::int64_t from_line() const { return floor_div(from * sector_bytes, line_bytes); }
  std::int64_t to_line() const { return floor_div(to * sector_bytes, line_bytes); }
};

using LaneBytes = std::array<std::int64_t, 32>;  ///< of the lanes; `absent` for lanes that sit out

std::vector<SectorMove> sector_moves(const LaneBytes& from_bytes, const LaneBytes& to_bytes) {
  constexpr int half = sector_bytes / 2;
  struct Half {
    std::int64_t from = 0, to = 0;
    std::uint32_t lanes = 0;
  };
  std::vector<Half> all;
  for (std::size_t lane = 0; lane < from_bytes.size(); ++lane) {
    if (from_bytes[lane] == absent) continue;
    const auto from = floor_div(from_bytes[lane], half), to = floor_div(to_bytes[lane], half);
    const auto bit = std::uint32_t{1} << lane;
    // For lanes with the same destination only the last one is served.
    if (const auto same = std::ranges::find(all, to, &Half::to); same != all.end()) *same = {from, to, same->lanes | bit};
    else all.push_back({from, to, bit});
  }
  std::vector<SectorMove> moves;
  for (const auto& [from, to, mask] : all) {
    SectorMove move{.from = floor_div(from, 2), .to = floor_div(to, 2), .swapped = ((from ^ to) & 1) != 0};
    auto same =
        std::ranges::find_if(moves, [&](const auto& m) { return m.from == move.from && m.to == move.to && m.swapped == move.swapped; });
    if (same == moves.end()) same = moves.insert(same, move);
    same->halves |= 1U << (to & 1);
    same->lanes |= mask;
  }
  return moves;
}

/// Returns the lanes of each turn of cp.async.cg, as masks. A turn takes moves from one line to another that have the same halves, all
/// swapped or none, and that move their sector by an even number of places, or all by an odd one; of moves that read the same sector only
/// one.
std::vector<std::uint32_t> moved_together(const std::vector<SectorMove>& moves) {
  struct Turn {
    SectorMove like;
    std::vector<std::int64_t> read;
    std::uint32_t lanes = 0;
  };
  const auto kind = [](const SectorMove& m) { return std::tuple(m.from_line(), m.to_line(), (m.from ^ m.to) & 1, m.swapped, m.halves); };
  std::vector<Turn> turns;
  for (const auto& move : moves) {
    auto turn = std::ranges::find_if(
        turns, [&](const auto& t) { return kind(t.like) == kind(move) && std::ranges::find(t.read, move.from) == t.read.end(); });
    if (turn == turns.end()) turn = turns.insert(turn, Turn{move, {}, 0});
    turn->read.push_back(move.from);
    turn->lanes |= move.lanes;
  }
  std::vector<std::uint32_t> masks;
  for (const auto& turn : turns) masks.push_back(turn.lanes);
  // Sorts turns by their first lane.
  std::sort(masks.begin(), masks.end(), [](auto a, auto b) { return std::countr_zero(a) < std::countr_zero(b); });
  return masks;
}

/// Counts the source of cp.async.cg as the hardware does: each sector of the destination once for each line that it comes from.
void count_source(Request& r, const std::vector<SectorMove>& moves) {
  std::vector<std::int64_t> lines, halves;
  std::vector<std::pair<std::int64_t, std::int64_t>> sectors;
  for (const auto& m : moves) {
    lines.push_back(m.from_line());
    sectors.emplace_back(m.from_line(), m.to);
    for (int half = 0; half < 2; ++half)
      if ((m.halves >> half & 1) != 0) halves.push_back(2 * m.from + (m.swapped ? 1 - half : half));
  }
  r.lines = distinct(lines.data(), lines.data() + lines.size());
  r.sectors = distinct(sectors.data(), sectors.data() + sectors.size());
  r.ideal_sectors = (distinct(halves.data(), halves.data() + halves.size()) + 1) / 2;
}

/// Returns the moves if one end is the lanes' elements and the other is contiguous.
std::vector<SectorMove> sector_moves(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes, Beside beside) {
  LaneBytes here, there;
  here.fill(absent);
  there.fill(absent);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane] == absent) continue;
    here[lane] = lanes[lane] * element_bytes;
    there[lane] = beside.byte + static_cast<std::int64_t>(lane) * access_bytes;
  }
  return beside.is_source ? sector_moves(there, here) : sector_moves(here, there);
}

/// Returns the cp.async's other side (shared for a global request, and vice versa).
Beside beside(const LaunchShape& w, std::uint32_t block, std::uint32_t warp, std::uint32_t access) {
  const auto thread = warp * 32, bytes = static_cast<std::uint32_t>(w.width * w.element_bytes);
  if (w.shared_memory)
    return {.byte = w.staging(block, thread, access * static_cast<std::uint32_t>(w.width)) * w.element_bytes, .is_source = true};
  const auto slot = access % static_cast<std::uint32_t>(accesses_in_flight(w));
  return {.byte = std::int64_t{bytes} * (thread + std::int64_t{slot} * w.threads), .is_source = false};
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
  if (w.instruction.kind != Instruction::Kind::async_copy || !tensor) return direction;
  if (direction == Direction::store) return direction_of(w.instruction);
  return direction == Direction::load && !w.shared_memory && w.instruction.past_l1 ? Direction::read_past_l1 : direction;
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

std::int64_t begin_of(const LaunchShape& w, const Mapping& mapping) {
  if (&mapping == &w.staging) return 0;
  return (&mapping == &w.to ? w.target_begins : w.begins) / w.element_bytes;
}

std::array<std::int64_t, 32> lane_elements(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp,
                                           std::uint32_t access) {
  std::array<std::int64_t, 32> lanes;
  lanes.fill(absent);
  const auto asked = asking(w, mapping);
  const auto value = access * static_cast<std::uint32_t>(asked.step);
  // Staging and the rows of matrices are always in bounds; for others, lanes take part if both ends are in bounds.
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

Request request_of(const std::array<std::int64_t, 32>& lanes, int element_bytes, int access_bytes, Direction direction, Beside beside) {
  Request r;
  std::array<std::int64_t, 32> elements;
  std::array<std::int64_t, 32> lines, sectors;
  for (const auto element : lanes) {
    if (element == absent) continue;
    const auto n = static_cast<std::size_t>(r.lanes++);
    elements[n] = element;
    // Accesses are aligned to their size, so each is in one sector.
    lines[n] = floor_div(element * element_bytes, line_bytes);
    sectors[n] = floor_div(element * element_bytes, sector_bytes);
  }
  r.lines = distinct(lines.data(), lines.data() + r.lanes);
  r.sectors = distinct(sectors.data(), sectors.data() + r.lanes);
  r.ideal_sectors = (distinct(elements.data(), elements.data() + r.lanes) * access_bytes + sector_bytes - 1) / sector_bytes;
  if (direction == Direction::copy_past_l1) {
    // The hardware's counter of conflicts shows none.
    r.phases = r.wavefronts = static_cast<int>(moved_together(sector_moves(lanes, element_bytes, access_bytes, beside)).size());
    return r;
  }
  if (direction == Direction::read_past_l1) {
    count_source(r, sector_moves(lanes, element_bytes, access_bytes, beside));
    direction = Direction::load;
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

Request request_past_l1(const LaneBytes& from, const LaneBytes& to) {
  const auto moves = sector_moves(from, to);
  Request r;
  count_source(r, moves);
  r.phases = r.wavefronts = static_cast<int>(moved_together(moves).size());
  return r;
}

namespace {

/// Returns the lanes' elements, counted from the start of a line.
std::array<std::int64_t, 32> placed_elements(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp,
                                             std::uint32_t access) {
  auto lanes = lane_elements(w, mapping, block, warp, access);
  const auto begin = begin_of(w, mapping);
  for (auto& element : lanes)
    if (element != absent) element += begin;
  return lanes;
}

/// Returns the request of one thread's box: the lines and sectors of its elements. There are no bank conflicts.
Request request_of_box(const LaunchShape& w, std::uint32_t block, std::uint32_t access) {
  Request r;
  std::vector<std::int64_t> elements, lines, sectors;
  for (std::int32_t v = 0; v < w.request_values; ++v)
    if (const auto e = w.element(block, 0, access * static_cast<std::uint32_t>(w.request_values) + static_cast<std::uint32_t>(v)); e >= 0) {
      elements.push_back(e);
      lines.push_back((e * w.element_bytes + w.begins) / line_bytes);
      sectors.push_back((e * w.element_bytes + w.begins) / sector_bytes);
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
                                  : request_of(placed_elements(w, mapping, block, warp, access), w.element_bytes, asking(w, mapping).bytes,
                                               phased_as(w, mapping, direction), beside(w, block, warp, access));
  r.block = block;
  r.warp = warp;
  r.access = access;
  return r;
}

std::vector<Phase> phases(const LaunchShape& w, const Mapping& mapping, std::uint32_t block, std::uint32_t warp, std::uint32_t access,
                          Direction direction) {
  if (w.instruction.by_box()) return {};
  const auto lanes = placed_elements(w, mapping, block, warp, access);
  const int access_bytes = asking(w, mapping).bytes;
  direction = phased_as(w, mapping, direction);
  std::vector<Phase> result;
  if (direction == Direction::read_past_l1) direction = Direction::load;
  if (direction == Direction::copy_past_l1) {
    for (const auto mask : moved_together(sector_moves(lanes, w.element_bytes, access_bytes, beside(w, block, warp, access)))) {
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
