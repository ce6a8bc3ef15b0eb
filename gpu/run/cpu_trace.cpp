#include "gpu/run/cpu_trace.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "gpu/run/summary.hpp"
#include "gpu/tma/tma_launch.hpp"

namespace gpu {
namespace {

using algebra::TraceRecord;

std::vector<std::int64_t> offsets(const Axis& axis, std::int32_t count) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(count));
  for (std::int32_t i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = axis(static_cast<std::uint32_t>(i));
  return result;
}

/// Marks the threads of a block that are beyond the end at one value, by the guards that can tell.
class Beyond {
 public:
  explicit Beyond(const LaunchShape& w) {
    for (int g = 0; g < w.guards.count; ++g) {
      Coordinate c{
          offsets(w.guards.axis(g, 1), w.threads), offsets(w.guards.axis(g, 2), w.values), w.guards.axis(g, 0), w.guards.limit[g], 0, 0};
      c.most = *std::max_element(c.threads.begin(), c.threads.end());
      coordinates_.push_back(std::move(c));
    }
  }
  void block(std::uint32_t b) {
    for (auto& c : coordinates_) c.of_block = c.blocks(b);
  }
  void value(std::size_t v) {
    deciding_.clear();
    for (const auto& c : coordinates_)
      if (const auto left = c.limit - c.of_block - c.values[v]; c.most >= left) deciding_.push_back({c.threads.data(), left});
  }
  bool thread(std::size_t t) const {
    return std::any_of(deciding_.begin(), deciding_.end(), [&](const Deciding& d) { return d.threads[t] >= d.left; });
  }

 private:
  struct Coordinate {
    std::vector<std::int64_t> threads, values;
    Axis blocks;
    std::int64_t limit, most, of_block;
  };
  struct Deciding {
    const std::int64_t* threads;
    std::int64_t left;
  };
  std::vector<Coordinate> coordinates_;
  std::vector<Deciding> deciding_;
};

}  // namespace

bool trace_on_cpu(const LaunchShape& w, std::span<TraceRecord> trace, Touches& touches, Progress& progress) {
  std::fill(trace.begin(), trace.end(), TraceRecord{});
  progress.total = w.blocks;
  const auto threads = offsets(w.from.thread, w.threads), values = offsets(w.from.value, w.values);
  const auto elements = static_cast<std::uint64_t>(w.elements), records = static_cast<std::uint64_t>(trace.size());
  std::uint64_t first_outside = ~std::uint64_t{0};
  const bool swizzled = w.from.swizzle_bits != 0;
  Beyond beyond(w);
  // Often enough to be cancelled within moments, rarely enough to cost nothing.
  const auto batch = std::max<std::int64_t>(1, (std::int64_t{1} << 18) / (std::int64_t{w.threads} * w.values));
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    if (b % batch == 0) {
      if (progress.cancelled) return false;
      progress.done = b;
    }
    const auto block = w.from.offset + w.from.block(static_cast<std::uint32_t>(b));
    beyond.block(static_cast<std::uint32_t>(b));
    for (std::size_t v = 0; v < values.size(); ++v) {
      beyond.value(v);
      const auto base = block + values[v];
      const auto key_base =
          algebra::touch_key({.block = static_cast<std::uint32_t>(b), .thread = 0, .access = static_cast<std::uint32_t>(v)});
      for (std::size_t t = 0; t < threads.size(); ++t) {
        if (beyond.thread(t)) {
          ++touches.predicated;
          continue;
        }
        const auto sum = base + threads[t];
        const auto element = static_cast<std::uint64_t>(swizzled ? w.from.swizzled(sum) : sum);
        const auto key = key_base + t;
        if (element >= elements) {  // unsigned, so negative offsets are huge here
          ++touches.out_of_bounds;
          first_outside = std::min(first_outside, key);
          continue;
        }
        if (element >= records) continue;
        auto& record = trace[element];
        if (key < ((std::uint64_t{record.first_high} << 32) | record.first_low)) {
          record.first_low = static_cast<std::uint32_t>(key);
          record.first_high = static_cast<std::uint32_t>(key >> 32);
        }
        ++record.count;
      }
    }
  }
  if (touches.out_of_bounds > 0)
    touches.first_outside =
        algebra::first_touch({static_cast<std::uint32_t>(first_outside), static_cast<std::uint32_t>(first_outside >> 32), 1, 0});
  progress.done = w.blocks;
  return true;
}

tl::expected<Touches, Failure> traced_on_cpu(const Launch& launch, std::span<TraceRecord> trace, Progress& progress,
                                             const algebra::Message& why_not) {
  const auto shape = launch_shape(launch);
  if (!shape) return tl::unexpected(shape.error());
  Touches touches;
  const auto start = std::chrono::steady_clock::now();
  if (!trace_on_cpu(*shape, trace, touches, progress)) return tl::unexpected(Failure{});
  touches.trace_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  count_touches(trace, shape->shared_by, touches);
  if (!launch.tma) return touches;
  touches.tma = predicted_landing(launch, *shape, progress);
  touches.tma->why_not = why_not;
  if (progress.cancelled) return tl::unexpected(Failure{});
  return touches;
}

}  // namespace gpu
