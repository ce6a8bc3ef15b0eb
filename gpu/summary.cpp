#include "gpu/summary.hpp"

#include <algorithm>
#include <vector>

#include "algebra/sample.hpp"

namespace gpu {
namespace {

using algebra::TraceRecord;

std::uint64_t key_of(const TraceRecord& r) { return (std::uint64_t{r.first_high} << 32) | r.first_low; }

algebra::Touch touch_at(const Report& r, std::int64_t i) {
  return {.block = static_cast<std::uint32_t>(i % r.blocks),
          .thread = static_cast<std::uint32_t>(i / r.blocks % r.threads),
          .access = static_cast<std::uint32_t>(i / r.blocks / r.threads)};
}

void compare_whole(const Launch& launch, std::span<const TraceRecord> trace, std::int64_t touches, Report& r) {
  std::vector<TraceRecord> expected(trace.size());
  std::vector<std::int64_t> block(1 << 14);
  for (std::int64_t first = 0; first < touches; first += static_cast<std::int64_t>(block.size())) {
    const auto count = std::min<std::int64_t>(touches - first, static_cast<std::int64_t>(block.size()));
    const std::span part(block.data(), static_cast<std::size_t>(count));
    algebra::indices(launch.partition, first, part);
    for (std::int64_t k = 0; k < count; ++k) {
      const auto element = part[static_cast<std::size_t>(k)];
      if (element < 0 || element >= launch.elements) continue;
      auto& record = expected[static_cast<std::size_t>(element)];
      const auto key = algebra::touch_key(touch_at(r, first + k));
      if (key < key_of(record)) {
        record.first_low = static_cast<std::uint32_t>(key);
        record.first_high = static_cast<std::uint32_t>(key >> 32);
      }
      ++record.count;
    }
  }
  r.compared = static_cast<std::int64_t>(trace.size());
  for (std::size_t e = 0; e < trace.size(); ++e) {
    if (trace[e] == expected[e]) ++r.same;
    else if (!r.first_difference) r.first_difference = static_cast<std::int64_t>(e);
  }
}

void compare_sample(const Launch& launch, std::span<const TraceRecord> trace, std::int64_t touches, Report& r) {
  const auto sample = std::min<std::int64_t>(touches, 1 << 20);
  for (std::int64_t k = 0; k < sample; ++k) {
    const auto i = algebra::sample_at(k, sample, touches);
    const auto element = launch.partition(i);
    if (element < 0 || element >= launch.elements) continue;
    const auto& record = trace[static_cast<std::size_t>(element)];
    const auto key = algebra::touch_key(touch_at(r, i));
    const bool same = record.count == 1 ? key_of(record) == key : record.count > 1 && key_of(record) <= key;
    ++r.compared;
    if (same) ++r.same;
    else if (!r.first_difference) r.first_difference = element;
  }
}

}  // namespace

Report predicted(const Launch& launch, const Walk& w) {
  Report r;
  r.blocks = w.blocks;
  r.threads = w.threads;
  r.values = w.values;
  const std::int64_t warps = (r.threads + 31) / 32, total = r.values * r.blocks * warps;
  const auto count = std::min<std::int64_t>(total, 1 << 14);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto i = algebra::sample_at(k, count, total);
    const auto q = request(launch, static_cast<std::uint32_t>(i / warps % r.blocks), static_cast<std::uint32_t>(i % warps),
                           static_cast<std::uint32_t>(i / warps / r.blocks));
    r.mean_sectors += q.sectors;
    r.mean_ideal_sectors += q.ideal_sectors;
    r.mean_lines += q.lines;
    r.worst_bank_ways = std::max(r.worst_bank_ways, q.bank_ways);
  }
  r.mean_sectors /= static_cast<double>(count);
  r.mean_ideal_sectors /= static_cast<double>(count);
  r.mean_lines /= static_cast<double>(count);
  return r;
}

void count_touches(std::span<const TraceRecord> trace, Report& r) {
  for (const auto& record : trace) {
    if (record.count == 0) ++r.never;
    else if (record.count == 1) ++r.once;
    else ++r.more;
  }
}

void compare_with_algebra(const Launch& launch, std::span<const TraceRecord> trace, Report& r) {
  const auto touches = r.blocks * r.threads * r.values;
  if (touches <= compared_whole && launch.elements <= compared_whole) compare_whole(launch, trace, touches, r);
  else compare_sample(launch, trace, touches, r);
}

}  // namespace gpu
