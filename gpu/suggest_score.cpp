#include "gpu/suggest_score.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "algebra/layout.hpp"

namespace gpu {
namespace {

bool power_of_two(std::int64_t n) { return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n)); }

/// Whether every bit of the coordinate is a bit of the index, each another one.
bool is_linear(const algebra::Layout& layout) {
  bool linear = true;
  std::int64_t taken = 0;
  algebra::IntTuple::for_each_pair(layout.shape(), layout.stride(), [&](algebra::Int size, algebra::Int stride) {
    if (size.value == 1) return;
    linear = linear && power_of_two(size.value) && power_of_two(stride.value);
    const auto bits = (size.value - 1) * stride.value;
    linear = linear && (taken & bits) == 0;
    taken |= bits;
  });
  return linear;
}

/// The element of each (thread, value).
struct Touches {
  std::int64_t threads = 0, values = 0;
  std::vector<std::int64_t> of;
  std::int64_t operator()(std::int64_t t, std::int64_t v) const { return of[static_cast<std::size_t>(t + v * threads)]; }
};

/// The groups of `values` neighbouring values, each once.
std::vector<std::int32_t> groups_of(const Touches& touches, int values) {
  std::vector<std::vector<std::int32_t>> all;
  std::map<std::int32_t, std::vector<std::int32_t>> seen;
  std::vector<std::int32_t> groups, group(static_cast<std::size_t>(values));
  for (std::int64_t v = 0; v < touches.values; v += values)
    for (std::int64_t t = 0; t < touches.threads; ++t) {
      for (int k = 0; k < values; ++k) group[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(touches(t, v + k));
      const auto [known, is_new] = seen.try_emplace(group[0], group);
      if (is_new || known->second != group) groups.insert(groups.end(), group.begin(), group.end());
    }
  return groups;
}

int units_a_line(int access_bytes) { return line_bytes / std::max(bank_bytes, access_bytes); }

RequestList requests_of(const TileAccess& a, const Touches& touches, int bytes, int element_bytes) {
  RequestList list{.bytes = bytes, .values = bytes / element_bytes};
  const bool copies = a.instruction.kind == Instruction::Kind::async_copy;
  list.direction = copies || a.instruction.by_matrix() ? direction_of(a.instruction) : a.write ? Direction::store : Direction::load;
  const int asking = a.instruction.by_matrix() ? 8 * a.instruction.matrices : 32;
  std::map<std::vector<std::int64_t>, std::size_t> classes;
  for (std::int64_t v = 0; v < touches.values; v += list.values)
    for (std::int64_t warp = 0; 32 * warp < touches.threads; ++warp) {
      std::array<std::int64_t, 32> lanes;
      lanes.fill(absent);
      for (std::int64_t lane = 0; lane < asking && 32 * warp + lane < touches.threads; ++lane)
        lanes[static_cast<std::size_t>(lane)] = touches(32 * warp + lane, v);
      if (list.direction == Direction::copy_past_l1) {
        list.whole.push_back(lanes);
        const auto active = 32 - std::count(lanes.begin(), lanes.end(), absent);
        list.least += std::max<std::int64_t>(1, (active * bytes + line_bytes - 1) / line_bytes);
        continue;
      }
      const int each = lanes_a_phase(lanes, bytes, list.direction);
      for (int first = 0; first < 32; first += each) {
        PhaseOfLanes phase{.first = static_cast<std::uint32_t>(list.coordinates.size()),
                           .warp = static_cast<std::int32_t>(warp),
                           .request = static_cast<std::int32_t>(v / list.values),
                           .first_lane = static_cast<std::uint8_t>(first)};
        std::vector<std::int64_t> wanted;
        for (int lane = first; lane < first + each; ++lane)
          if (const auto c = lanes[static_cast<std::size_t>(lane)]; c != absent)
            if (list.direction == Direction::copy || std::ranges::find(wanted, c) == wanted.end()) wanted.push_back(c);
        if (wanted.empty()) continue;
        phase.lanes = static_cast<std::uint16_t>(wanted.size());
        for (const auto c : wanted) list.coordinates.push_back(static_cast<std::int32_t>(c));
        list.phases.push_back(phase);
        list.least += (static_cast<std::int64_t>(wanted.size()) * bytes + line_bytes - 1) / line_bytes;
        std::vector<std::int64_t> differences;
        for (const auto c : wanted) differences.push_back(c ^ wanted[0]);
        std::ranges::sort(differences);
        const auto [known, is_new] = classes.try_emplace(std::move(differences), list.classes.size());
        if (is_new) list.classes.push_back(phase);
        else ++list.classes[known->second].times;
      }
    }
  list.groups = groups_of(touches, list.values);
  return list;
}

}  // namespace

TileIndices tile_indices(const algebra::Layout& layout) {
  const auto size = static_cast<std::size_t>(algebra::size(layout));
  std::vector<std::int64_t> wide(size);
  algebra::indices(layout, 0, wide);
  TileIndices t;
  t.of.assign(wide.begin(), wide.end());
  t.linear = is_linear(layout);
  return t;
}

FastSwizzle::FastSwizzle(const algebra::Swizzle& s) {
  if (s.bits == 0) return;
  read = static_cast<std::int32_t>(((1u << s.bits) - 1) << (s.base + std::max(s.shift, 0)));
  right = std::max(s.shift, 0);
  left = std::max(-s.shift, 0);
}

tl::expected<AccessScore, std::string> AccessScore::of(const TileAccess& a, std::int64_t tile_size, int element_bytes) {
  AccessScore score;
  score.element_bytes_ = element_bytes;
  if (a.tma) return score;
  const auto refuse = [&](const std::string& why) { return tl::unexpected(fmt::format("{}: {}", a.name, why)); };
  Touches touches{
      .threads = algebra::size(algebra::mode(a.thread_value, 0)), .values = algebra::size(algebra::mode(a.thread_value, 1)), .of = {}};
  constexpr std::int64_t most_threads = 1024, most_touches = std::int64_t{1} << 22;
  if (touches.threads > most_threads) return refuse(fmt::format("a block has up to {} threads, not {}.", most_threads, touches.threads));
  if (touches.threads * touches.values > most_touches)
    return refuse(fmt::format("{} threads with {} values each are more than {} touches.", touches.threads, touches.values, most_touches));
  touches.of.resize(static_cast<std::size_t>(touches.threads * touches.values));
  algebra::indices(a.thread_value, 0, touches.of);
  for (const auto c : touches.of)
    if (c < 0 || c >= tile_size) return refuse(fmt::format("it touches coordinate {} of a tile of {} elements.", c, tile_size));
  if (a.instruction.by_matrix() && touches.threads % 32 != 0) return refuse("its instruction takes whole warps of 32 threads.");
  const int fixed = a.instruction.by_matrix() ? matrix_row_bytes : a.instruction.bytes;
  for (int bytes = fixed > 0 ? fixed : 16; bytes >= element_bytes; bytes /= 2) {
    if (fixed == 0 && bytes > std::max(a.most_bytes, element_bytes)) continue;
    if (bytes % element_bytes == 0 && touches.values % (bytes / element_bytes) == 0)
      score.widths_.push_back(requests_of(a, touches, bytes, element_bytes));
    if (fixed > 0) break;
  }
  if (score.widths_.empty())
    return refuse(fmt::format("{} values of {} bytes are no whole number of accesses of {} bytes.", touches.values, element_bytes,
                              fixed > 0 ? fixed : a.most_bytes));
  return score;
}

std::optional<std::size_t> AccessScore::width(const TileIndices& tile, const FastSwizzle& swizzle) const {
  for (std::size_t w = 0; w < widths_.size(); ++w) {
    const auto& list = widths_[w];
    if (list.values == 1) return w;
    const auto n = static_cast<std::size_t>(list.values);
    bool fits = true;
    for (std::size_t g = 0; fits && g < list.groups.size(); g += n) {
      const auto first = swizzle(tile.of[static_cast<std::size_t>(list.groups[g])]);
      fits = first % list.values == 0;
      for (std::size_t k = 1; fits && k < n; ++k)
        fits = swizzle(tile.of[static_cast<std::size_t>(list.groups[g + k])]) == first + static_cast<std::int32_t>(k);
    }
    if (fits) return w;
  }
  return std::nullopt;
}

int AccessScore::turns(const RequestList& list, const PhaseOfLanes& phase, const TileIndices& tile, const FastSwizzle& swizzle) const {
  // Accesses are aligned, so that an access of 8 or 16 bytes takes all the banks of one of a line's 16 or 8 parts.
  const int unit_bytes = std::max(bank_bytes, list.bytes);
  const auto mask = units_a_line(list.bytes) - 1;
  std::array<std::uint8_t, 32> in_bank{};
  const auto* coordinate = list.coordinates.data() + phase.first;
  int most = 0;
  if (list.bytes >= bank_bytes || list.direction == Direction::copy) {
    for (int i = 0; i < phase.lanes; ++i) {
      const auto unit = swizzle(tile.of[static_cast<std::size_t>(coordinate[i])]) * element_bytes_ / unit_bytes;
      most = std::max<int>(most, ++in_bank[static_cast<std::size_t>(unit & mask)]);
    }
    return most;
  }
  // Parts of one word are served together.
  std::array<std::array<std::int32_t, 32>, 32> words;
  for (int i = 0; i < phase.lanes; ++i) {
    const auto word = swizzle(tile.of[static_cast<std::size_t>(coordinate[i])]) * element_bytes_ / unit_bytes;
    const auto bank = static_cast<std::size_t>(word & mask);
    auto& known = words[bank];
    const auto end = known.begin() + in_bank[bank];
    if (std::find(known.begin(), end, word) == end) *end = word, most = std::max<int>(most, ++in_bank[bank]);
  }
  return most;
}

std::int64_t AccessScore::wavefronts(std::size_t width, const TileIndices& tile, const FastSwizzle& swizzle) const {
  const auto& list = widths_[width];
  std::int64_t all = 0;
  for (const auto& lanes : list.whole) {
    auto elements = lanes;
    for (auto& e : elements)
      if (e != absent) e = swizzle(tile.of[static_cast<std::size_t>(e)]);
    all += request_of(elements, element_bytes_, list.bytes, list.direction).wavefronts;
  }
  if (tile.linear)
    for (const auto& phase : list.classes) all += std::int64_t{phase.times} * turns(list, phase, tile, swizzle);
  else
    for (const auto& phase : list.phases) all += turns(list, phase, tile, swizzle);
  return all;
}

bool AccessScore::by_banks_alone(std::size_t width) const {
  return widths_[width].bytes >= bank_bytes && widths_[width].direction != Direction::copy_past_l1;
}

int rank_over_f2(std::vector<std::int64_t> differences) {
  int rank = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (differences[i] == 0) continue;
    ++rank;
    const auto lowest = differences[i] & -differences[i], row = differences[i];
    for (std::size_t k = i + 1; k < differences.size(); ++k)
      if ((differences[k] & lowest) != 0) differences[k] ^= row;
  }
  return rank;
}

}  // namespace gpu
