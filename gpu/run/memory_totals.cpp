// Sums over all requests of a launch.

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "algebra/layout/sample.hpp"
#include "gpu/memory/memory_model.hpp"
#include "gpu/run/report.hpp"

namespace gpu {
namespace {

constexpr int residues = line_bytes;  // offsets of a request's first byte in its line; a bank row has the same length

/// Returns how often each residue occurs over an axis's coordinates 0 .. count - 1; nullopt if `count` cuts its modes unevenly.
using Histogram = std::array<std::int64_t, residues>;
std::optional<Histogram> histogram(const Axis& axis, std::int64_t count, std::int64_t element_bytes) {
  Histogram all{};
  all[0] = 1;
  std::int64_t left = count;
  for (int l = 0; l < axis.leaves; ++l) {
    std::int64_t extent = axis.leaf.shape[l];
    if (l + 1 == axis.leaves) {
      extent = left;
    } else if (left % extent != 0) {
      return std::nullopt;
    }
    left /= extent;
    const auto step = ((axis.leaf.stride[l] % residues * element_bytes) % residues + residues) % residues;
    Histogram next{};
    // k * step has at most `residues` different remainders, in turn.
    for (std::int64_t k = 0; k < std::min<std::int64_t>(extent, residues); ++k) {
      const auto times = extent / residues + (k < extent % residues ? 1 : 0);
      for (int r = 0; r < residues; ++r)
        next[static_cast<std::size_t>((r + k * step) % residues)] += times * all[static_cast<std::size_t>(r)];
    }
    all = next;
  }
  if (axis.leaves == 0 && count > 1) all[0] = count;
  return all;
}

std::int64_t residue(std::int64_t element, int element_bytes) {
  const auto byte = (element % residues) * element_bytes % residues;
  return (byte + residues) % residues;
}

void add(Totals& t, const Totals& more, std::int64_t times) {
  t.requests += times * more.requests;
  t.lanes += times * more.lanes;
  t.lines += times * more.lines;
  t.sectors += times * more.sectors;
  t.ideal_sectors += times * more.ideal_sectors;
  t.phases += times * more.phases;
  t.wavefronts += times * more.wavefronts;
  t.worst_bank_ways = std::max(t.worst_bank_ways, more.worst_bank_ways);
}

void add(Totals& t, const Request& r) {
  if (r.lanes == 0) return;
  Totals one;
  one.requests = 1;
  one.lanes = r.lanes;
  one.lines = r.lines;
  one.sectors = r.sectors;
  one.ideal_sectors = r.ideal_sectors;
  one.phases = r.phases;
  one.wavefronts = r.wavefronts;
  one.worst_bank_ways = r.bank_ways;
  add(t, one, 1);
}

/// Keeps the worse of the present worst access and this one.
void consider(Totals& t, bool shared, std::uint32_t access, const Totals& of_access) {
  if (of_access.requests == 0) return;
  const auto sectors = of_access.per_request(of_access.sectors), wavefronts = of_access.per_request(of_access.wavefronts);
  const bool worse = shared ? wavefronts > t.worst_wavefronts : sectors > t.worst_sectors;
  if (!worse) return;
  t.worst_access = access;
  t.worst_sectors = sectors;
  t.worst_ideal_sectors = of_access.per_request(of_access.ideal_sectors);
  t.worst_wavefronts = wavefronts;
}

/// Returns whether the request is a copy's, whose other end counts as well.
bool is_copy(Direction d) { return d == Direction::copy || d == Direction::copy_past_l1 || d == Direction::read_past_l1; }

/// Returns whether the worst access is the one with the most turns, rather than the most sectors.
bool by_turns(const LaunchShape& w, Direction d) { return d != Direction::read_past_l1 && (w.shared_memory || is_copy(d)); }

/// Computes totals by classes: a request depends on its warp and on the offset of its start in a line.
std::optional<Totals> by_class(const LaunchShape& w, const Mapping& mapping, Direction direction) {
  if (mapping.swizzle_bits != 0 || (!w.in_bounds && &mapping != &w.staging)) return std::nullopt;
  const auto asked = asking(w, mapping);
  direction = phased_as(w, mapping, direction);
  // Each request must begin with a line of the other end.
  if (is_copy(direction) && w.threads * asked.bytes % line_bytes != 0) return std::nullopt;
  const auto blocks = histogram(mapping.block, w.blocks, w.element_bytes);
  if (!blocks) return std::nullopt;
  // Accesses with the same start, and the first of them.
  std::array<std::int64_t, residues> accesses{};
  std::array<std::uint32_t, residues> first{};
  for (std::int32_t a = asked.requests - 1; a >= 0; --a) {
    const auto r = static_cast<std::size_t>(residue(mapping.value(static_cast<std::uint32_t>(a * asked.step)), w.element_bytes));
    ++accesses[r];
    first[r] = static_cast<std::uint32_t>(a);
  }
  const auto start = residue(mapping.offset + begin_of(w, mapping), w.element_bytes);
  std::vector<std::optional<Totals>> classes(residues);  // totals of one request of each warp
  const auto class_of = [&](std::size_t r) -> const Totals& {
    auto& known = classes[r];
    if (known) return *known;
    known.emplace();
    for (std::int32_t warp = 0; warp < w.warps(); ++warp) {
      std::array<std::int64_t, 32> lanes;
      lanes.fill(absent);
      for (std::int32_t lane = 0; lane < asked.lanes && warp * 32 + lane < w.threads; ++lane)
        lanes[static_cast<std::size_t>(lane)] =
            static_cast<std::int64_t>(r) / w.element_bytes + mapping.thread(static_cast<std::uint32_t>(warp * 32 + lane));
      add(*known, request_of(lanes, w.element_bytes, asked.bytes, direction, {.byte = 0, .is_source = w.shared_memory}));
    }
    return *known;
  };
  Totals t;
  for (std::size_t v = 0; v < residues; ++v) {
    if (accesses[v] == 0) continue;
    Totals of_access;
    for (std::size_t b = 0; b < residues; ++b) {
      const auto times = (*blocks)[b];
      if (times == 0) continue;
      add(of_access, class_of((static_cast<std::size_t>(start) + v + b) % residues), times);
    }
    add(t, of_access, accesses[v]);
    consider(t, by_turns(w, direction), first[v], of_access);
  }
  return t;
}

/// Computes totals request by request: all of them, or an even sample scaled up.
Totals by_request(const LaunchShape& w, const Mapping& mapping, Direction direction, const std::atomic<bool>* cancelled) {
  constexpr std::int64_t whole = 1 << 20, sampled = 1 << 16;
  const std::int64_t warps = w.warps(), requests = asking(w, mapping).requests, all = requests * w.blocks * warps;
  const auto count = all <= whole ? all : sampled;
  std::vector<Totals> each(static_cast<std::size_t>(requests <= whole ? requests : 0));
  Totals t;
  for (std::int64_t k = 0; k < count; ++k) {
    if (k % 4096 == 0 && cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) break;
    const auto i = count == all ? k : algebra::sample_at(k, count, all);
    const auto access = static_cast<std::uint32_t>(i / warps / w.blocks);
    const auto r =
        request(w, mapping, static_cast<std::uint32_t>(i / warps % w.blocks), static_cast<std::uint32_t>(i % warps), access, direction);
    add(t, r);
    if (access < each.size()) add(each[access], r);
  }
  const bool turns = by_turns(w, phased_as(w, mapping, direction));
  for (std::size_t a = 0; a < each.size(); ++a) consider(t, turns, static_cast<std::uint32_t>(a), each[a]);
  if (count < all) {
    t.exact = false;
    const auto scale = static_cast<double>(all) / static_cast<double>(count);
    for (auto* n : {&t.requests, &t.lanes, &t.lines, &t.sectors, &t.ideal_sectors, &t.phases, &t.wavefronts})
      *n = static_cast<std::int64_t>(static_cast<double>(*n) * scale + 0.5);
  }
  return t;
}

}  // namespace

Totals totals(const LaunchShape& w, const Mapping& mapping, Direction direction, const std::atomic<bool>* cancelled) {
  if (const auto t = by_class(w, mapping, direction)) return *t;
  return by_request(w, mapping, direction, cancelled);
}

bool writes_again_past_l1(const LaunchShape& w) {
  // In global memory each access waits in a place of its own.
  if (!w.instruction.past_l1 || !w.shared_memory || w.once) return false;
  const std::int64_t copies = std::int64_t{w.threads} * w.accesses();
  if (copies * w.width > w.elements) return true;
  // Blocks have separate shared memories, and a swizzle maps no two places to one.
  std::vector<std::int64_t> places;
  places.reserve(static_cast<std::size_t>(copies));
  for (std::int32_t t = 0; t < w.threads; ++t)
    for (std::int32_t a = 0; a < w.accesses(); ++a)
      places.push_back(w.from.thread(static_cast<std::uint32_t>(t)) + w.from.value(static_cast<std::uint32_t>(a * w.width)));
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) != places.end();
}

Memory predict(const LaunchShape& w, const std::atomic<bool>* cancelled) {
  Memory m;
  // TMA fetches by itself: warps request no lines, and there are no bank conflicts.
  if (w.instruction.by_box()) return m;
  if (!w.shared_memory) {
    m.global_load = totals(w, w.from, Direction::load, cancelled);
    m.global_store = totals(w, w.to, Direction::store, cancelled);
    if (w.instruction.kind == Instruction::Kind::async_copy) m.shared_store = totals(w, w.from, Direction::store, cancelled);
    return m;
  }
  m.global_load =
      w.instruction.past_l1 ? totals(w, w.from, Direction::read_past_l1, cancelled) : totals(w, w.staging, Direction::load, cancelled);
  m.global_load->sectors_at_most = writes_again_past_l1(w);
  m.global_store = totals(w, w.staging, Direction::store, cancelled);
  const auto kind = w.instruction.kind;
  m.stores = kind == Instruction::Kind::store_matrix || kind == Instruction::Kind::async_copy;
  m.shared_store = totals(w, kind == Instruction::Kind::store_matrix ? w.rows : w.from, Direction::store, cancelled);
  // Each warp reads the next one's writes, lane by lane: the same lanes in another order of warps.
  m.shared_load = totals(w, kind == Instruction::Kind::load_matrix ? w.rows : w.from, Direction::load, cancelled);
  return m;
}

}  // namespace gpu
