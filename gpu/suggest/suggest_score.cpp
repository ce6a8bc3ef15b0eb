#include "gpu/suggest/suggest_score.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/layout/layout.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

bool power_of_two(std::int64_t n) { return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n)); }

/// Returns whether every bit of the coordinate is one bit of the index, each a different one.
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
struct ElementOf {
  std::int64_t threads = 0, values = 0;
  std::vector<std::int64_t> of;
  std::int64_t operator()(std::int64_t t, std::int64_t v) const { return of[static_cast<std::size_t>(t + v * threads)]; }
};

/// Returns the groups of `values` neighbouring values, each once.
std::vector<std::int32_t> groups_of(const ElementOf& touches, int values) {
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

/// Returns the coordinates' distances from the first in the modes of a tile, a number each, ascending.
std::vector<std::int64_t> steps_in_modes(std::span<const std::int64_t> coordinates, std::span<const std::int64_t> sizes) {
  std::vector<std::int64_t> steps;
  for (auto c : coordinates) {
    auto first = coordinates[0];
    std::int64_t step = 0, weight = 1;
    for (const auto size : sizes) {
      step += weight * (c % size - first % size);
      if (size > 1) weight *= 2 * size;
      c /= size, first /= size;
    }
    steps.push_back(step);
  }
  std::ranges::sort(steps);
  return steps;
}

int units_a_line(int access_bytes) { return line_bytes / std::max(bank_bytes, access_bytes); }

RequestList requests_of(const TileAccess& a, const ElementOf& touches, int bytes, int element_bytes, std::span<const std::int64_t> sizes) {
  RequestList list{.bytes = bytes, .values = bytes / element_bytes};
  const bool copies = a.instruction.kind == Instruction::Kind::async_copy;
  list.direction = copies || a.instruction.by_matrix() ? direction_of(a.instruction) : a.write ? Direction::store : Direction::load;
  const int asking = a.instruction.by_matrix() ? 8 * a.instruction.matrices : 32;
  std::map<std::vector<std::int64_t>, std::size_t> classes, moved;
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
        const auto [place, is_first] = moved.try_emplace(steps_in_modes(wanted, sizes), list.moved.size());
        if (is_first) list.moved.emplace_back();
        list.moved[place->second].push_back(static_cast<std::uint32_t>(list.phases.size() - 1));
      }
    }
  list.groups = groups_of(touches, list.values);
  return list;
}

}  // namespace

TileIndices tile_indices(const algebra::Layout& layout) {
  TileIndices t;
  t.of.resize(static_cast<std::size_t>(algebra::size(layout)));
  std::size_t done = 1;
  algebra::IntTuple::for_each_pair(layout.shape(), layout.stride(), [&](algebra::Int size, algebra::Int stride) {
    t.sizes.push_back(size.value);
    const auto before = done;
    for (std::int64_t i = 1; i < size.value; ++i)
      for (std::size_t k = 0; k < before; ++k, ++done) t.of[done] = static_cast<std::int32_t>(t.of[k] + i * stride.value);
  });
  t.linear = is_linear(layout);
  return t;
}

FastSwizzle::FastSwizzle(const algebra::Swizzle& s) {
  if (s.bits == 0) return;
  read = static_cast<std::int32_t>(((1u << s.bits) - 1) << (s.base + std::max(s.shift, 0)));
  right = std::max(s.shift, 0);
  left = std::max(-s.shift, 0);
}

int FastSwizzle::end() const { return static_cast<int>(std::bit_width(static_cast<std::uint32_t>(read | changed()))); }

SideBySide::SideBySide(const RequestList& list, const TileIndices& tile) : values_(list.values) {
  const auto n = static_cast<std::size_t>(values_);
  const auto index = [&](std::size_t place) { return tile.of[static_cast<std::size_t>(list.groups[place])]; };
  for (std::size_t g = 0; !never_ && g < list.groups.size(); g += n) {
    const auto first = index(g);
    for (std::size_t k = 1; k < n; ++k) {
      const auto apart = index(g + k) ^ first;
      if (g == 0) apart_[k] = apart;
      never_ = never_ || apart != apart_[k];
    }
    ones_ |= static_cast<std::uint32_t>(first);
    for (int bit = 0; values_ >> (bit + 1) != 0; ++bit)
      differs_[static_cast<std::size_t>(bit)] |= static_cast<std::uint32_t>((first >> bit & 1) != 0 ? ~first : first);
  }
}

bool SideBySide::behind(const FastSwizzle& swizzle) const {
  // A swizzle is linear: swizzle(first + k) is swizzle(first) + k if it maps their XOR to k, and if swizzle(first) ends in zeros.
  if (never_) return false;
  for (int k = 1; k < values_; ++k)
    if (swizzle(apart_[static_cast<std::size_t>(k)]) != k) return false;
  for (int bit = 0; values_ >> (bit + 1) != 0; ++bit) {
    const bool changes = (swizzle.changed() >> bit & 1) != 0;
    const int by = bit + swizzle.right - swizzle.left;
    if ((changes ? differs_[static_cast<std::size_t>(bit)] >> by & 1 : ones_ >> bit & 1) != 0) return false;
  }
  return true;
}

tl::expected<AccessScore, Message> AccessScore::of(const TileAccess& a, const algebra::Layout& tile, int element_bytes) {
  const auto tile_size = algebra::size(tile);
  AccessScore score;
  tile.shape().for_each_integer([&](algebra::Int i) { score.sizes_.push_back(i.value); });
  score.element_bytes_ = element_bytes;
  if (a.tma) return score;
  const auto refuse = [&](const std::string& why) { return tl::unexpected(message("{}: {}", a.name, why)); };
  ElementOf touches{
      .threads = algebra::size(algebra::mode(a.thread_value, 0)), .values = algebra::size(algebra::mode(a.thread_value, 1)), .of = {}};
  constexpr std::int64_t most_touches = std::int64_t{1} << 22;
  if (touches.threads > algebra::most_threads)
    return refuse(message("a block has up to {} threads, not {}.", algebra::most_threads, touches.threads));
  if (touches.threads * touches.values > most_touches)
    return refuse(message("{} threads with {} values each are more than {} touches.", touches.threads, touches.values, most_touches));
  touches.of.resize(static_cast<std::size_t>(touches.threads * touches.values));
  algebra::indices(a.thread_value, 0, touches.of);
  for (const auto c : touches.of)
    if (c < 0 || c >= tile_size) return refuse(message("it touches coordinate {} of a tile of {} elements.", c, tile_size));
  if (a.instruction.by_matrix() && touches.threads % 32 != 0) return refuse("its instruction takes whole warps of 32 threads.");
  const int fixed = a.instruction.by_matrix() ? matrix_row_bytes : a.instruction.bytes;
  for (int bytes = fixed > 0 ? fixed : 16; bytes >= element_bytes; bytes /= 2) {
    if (fixed == 0 && bytes > std::max(a.most_bytes, element_bytes)) continue;
    if (bytes % element_bytes == 0 && touches.values % (bytes / element_bytes) == 0)
      score.widths_.push_back(requests_of(a, touches, bytes, element_bytes, score.sizes_));
    if (fixed > 0) break;
  }
  if (score.widths_.empty())
    return refuse(message("{} values of {} bytes are not a whole number of accesses of {} bytes.", touches.values, element_bytes,
                          fixed > 0 ? fixed : a.most_bytes));
  return score;
}

std::optional<std::size_t> AccessScore::width(const TileIndices& tile, const FastSwizzle& swizzle) const {
  for (std::size_t w = 0; w < widths_.size(); ++w)
    if (SideBySide(widths_[w], tile).behind(swizzle)) return w;
  return std::nullopt;
}

int AccessScore::turns(const RequestList& list, const PhaseOfLanes& phase, const TileIndices& tile, const FastSwizzle& swizzle) const {
  // Accesses are aligned, so an access of 8 or 16 bytes covers all the banks of one of a line's 16 or 8 parts.
  const int to_unit = std::countr_zero(static_cast<unsigned>(std::max(bank_bytes, list.bytes) / element_bytes_));
  const auto mask = units_a_line(list.bytes) - 1;
  std::array<std::uint8_t, 32> in_bank{};
  const auto* coordinate = list.coordinates.data() + phase.first;
  const auto unit_of = [&](int i) { return swizzle(tile.of[static_cast<std::size_t>(coordinate[i])]) >> to_unit; };
  int most = 0;
  if (list.bytes >= bank_bytes || list.direction == Direction::copy) {
    for (int i = 0; i < phase.lanes; ++i) most = std::max<int>(most, ++in_bank[static_cast<std::size_t>(unit_of(i) & mask)]);
    return most;
  }
  // Parts of one word are served together.
  std::array<std::array<std::int32_t, 32>, 32> words;
  for (int i = 0; i < phase.lanes; ++i) {
    const auto word = unit_of(i);
    const auto bank = static_cast<std::size_t>(word & mask);
    auto& known = words[bank];
    const auto end = known.begin() + in_bank[bank];
    if (std::find(known.begin(), end, word) == end) *end = word, most = std::max<int>(most, ++in_bank[bank]);
  }
  return most;
}

std::int64_t AccessScore::turns_of_moved(const RequestList& list, const TileIndices& tile, const FastSwizzle& swizzle,
                                         ScoreScratch& scratch) const {
  // The indices of such phases differ by a constant. If that is a multiple of a line and of the bits that the swizzle reads and changes,
  // banks and words stay the same.
  const int line = std::countr_zero(static_cast<unsigned>(line_bytes / element_bytes_));
  const auto mask = (std::int32_t{1} << std::max(line, swizzle.end())) - 1;
  if (scratch.known.size() <= static_cast<std::size_t>(mask)) scratch.known.resize(static_cast<std::size_t>(mask) + 1);
  std::int64_t all = 0;
  for (const auto& phases : list.moved) {
    const auto stamp = ++scratch.stamp;
    for (const auto p : phases) {
      const auto& phase = list.phases[p];
      const auto first = tile.of[static_cast<std::size_t>(list.coordinates[phase.first])] & mask;
      auto& known = scratch.known[static_cast<std::size_t>(first)];
      if (known.stamp != stamp) known = {.stamp = stamp, .turns = turns(list, phase, tile, swizzle)};
      all += known.turns;
    }
  }
  return all;
}

std::int64_t AccessScore::wavefronts(std::size_t width, const TileIndices& tile, const FastSwizzle& swizzle, ScoreScratch& scratch) const {
  const auto& list = widths_[width];
  std::int64_t all = 0;
  for (const auto& lanes : list.whole) {
    auto elements = lanes;
    for (auto& e : elements)
      if (e != absent) e = swizzle(tile.of[static_cast<std::size_t>(e)]);
    all += request_of(elements, element_bytes_, list.bytes, list.direction, {.byte = 0, .is_source = true}).wavefronts;
  }
  if (tile.linear)
    for (const auto& phase : list.classes) all += std::int64_t{phase.times} * turns(list, phase, tile, swizzle);
  else if (tile.sizes == sizes_) all += turns_of_moved(list, tile, swizzle, scratch);
  else
    for (const auto& phase : list.phases) all += turns(list, phase, tile, swizzle);
  return all;
}

bool AccessScore::by_banks_alone(std::size_t width) const {
  return widths_[width].bytes >= bank_bytes && widths_[width].direction != Direction::copy_past_l1;
}

BeforeSwizzles::BeforeSwizzles(std::span<const AccessScore> accesses, const algebra::Layout& layout)
    : accesses_(accesses), tile_(tile_indices(layout)) {
  for (const auto& a : accesses) known_.emplace_back(a.widths().size());
}

std::optional<std::size_t> BeforeSwizzles::width(std::size_t access, const FastSwizzle& swizzle) {
  const auto& widths = accesses_[access].widths();
  for (std::size_t w = 0; w < widths.size(); ++w) {
    auto& known = known_[access][w];
    if (!known) known.emplace(widths[w], tile_);
    if (known->behind(swizzle)) return w;
  }
  return std::nullopt;
}

std::int32_t BeforeSwizzles::last(const FastSwizzle& swizzle) {
  if (by_height_.empty()) {
    const auto greatest = *std::ranges::max_element(tile_.of);
    const auto height = [&](std::int32_t i) { return static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(i ^ greatest))); };
    for (const auto i : tile_.of) ++agreeing_[height(i)];
    std::partial_sum(agreeing_.begin(), agreeing_.end(), agreeing_.begin());
    by_height_.resize(tile_.of.size());
    auto end = agreeing_;
    for (const auto i : tile_.of) by_height_[--end[height(i)]] = i;
  }
  // The bits that the swizzle leaves alone decide, except among indices that agree in them.
  std::int32_t last = 0;
  const auto n = agreeing_[static_cast<std::size_t>(swizzle.end())];
  for (std::uint32_t i = 0; i < n; ++i) last = std::max(last, swizzle(by_height_[i]));
  return last;
}

}  // namespace gpu
