#include "gpu/run/summary.hpp"

#include <algorithm>

#include "algebra/layout/sample.hpp"

namespace gpu {
namespace {

using algebra::Touch;
using algebra::TraceRecord;

std::uint64_t key_of(const TraceRecord& r) { return (std::uint64_t{r.first_high} << 32) | r.first_low; }

/// The partition as the algebra evaluates it; only the counts come from the launch shape.
class ByAlgebra {
 public:
  ByAlgebra(const Launch& launch, const LaunchShape& shape)
      : launch_(launch),
        block_(algebra::mode(launch.partition, 0)),
        threads_(offsets(algebra::mode(launch.partition, 1), shape.threads)),
        values_(offsets(algebra::mode(launch.partition, 2), shape.values)) {
    for (const auto& g : launch.guards)
      ends_.push_back({algebra::mode(g.coordinate, 0), offsets(algebra::mode(g.coordinate, 1), shape.threads),
                       offsets(algebra::mode(g.coordinate, 2), shape.values), g.limit});
  }

  /// Selects the block of the elements that follow.
  void go_to(std::int64_t b) {
    base_ = launch_.offset + block_(b);
    for (auto& e : ends_) e.left = e.limit - e.block(b);
  }
  std::int64_t element(std::int64_t thread, std::int64_t value) const {
    for (const auto& e : ends_)
      if (e.threads[static_cast<std::size_t>(thread)] + e.values[static_cast<std::size_t>(value)] >= e.left) return predicated_off;
    const auto sum = base_ + threads_[static_cast<std::size_t>(thread)] + values_[static_cast<std::size_t>(value)];
    return launch_.swizzle.bits == 0 || sum < 0 ? sum : algebra::apply(launch_.swizzle, sum);
  }

 private:
  static std::vector<std::int64_t> offsets(const algebra::Layout& mode, std::int64_t count) {
    std::vector<std::int64_t> result(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = mode(i);
    return result;
  }
  struct End {
    algebra::Layout block;
    std::vector<std::int64_t> threads, values;
    std::int64_t limit, left = 0;
  };
  const Launch& launch_;
  algebra::Layout block_;
  std::vector<std::int64_t> threads_, values_;
  std::vector<End> ends_;
  std::int64_t base_ = 0;
};

Touch touch(std::int64_t block, std::int64_t thread, std::int64_t value) {
  return {.block = static_cast<std::uint32_t>(block),
          .thread = static_cast<std::uint32_t>(thread),
          .access = static_cast<std::uint32_t>(value)};
}

Comparison compare_whole(const Launch& launch, const LaunchShape& w, std::span<const TraceRecord> trace,
                         const std::atomic<bool>* cancelled) {
  std::vector<TraceRecord> expected(trace.size());
  ByAlgebra partition(launch, w);
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) return {};
    partition.go_to(b);
    for (std::int64_t v = 0; v < w.values; ++v)
      for (std::int64_t t = 0; t < w.threads; ++t) {
        const auto element = partition.element(t, v);
        if (element < 0 || element >= launch.elements) continue;
        auto& record = expected[static_cast<std::size_t>(element)];
        const auto key = algebra::touch_key(touch(b, t, v));
        if (key < key_of(record)) {
          record.first_low = static_cast<std::uint32_t>(key);
          record.first_high = static_cast<std::uint32_t>(key >> 32);
        }
        ++record.count;
      }
  }
  Comparison c{.same = 0, .compared = static_cast<std::int64_t>(trace.size()), .whole = true, .first_difference = {}};
  for (std::size_t e = 0; e < trace.size(); ++e) {
    if (trace[e] == expected[e]) ++c.same;
    else if (!c.first_difference) c.first_difference = static_cast<std::int64_t>(e);
  }
  return c;
}

}  // namespace

void count_touches(std::span<const TraceRecord> trace, std::int64_t shared_by, Touches& touches) {
  touches.once = touches.never = touches.more = 0;
  touches.first_never.reset();
  touches.first_more.reset();
  for (std::size_t e = 0; e < trace.size(); ++e) {
    const auto count = trace[e].count;
    if (count == shared_by) {
      ++touches.once;
    } else if (count == 0) {
      if (touches.never++ == 0) touches.first_never = static_cast<std::int64_t>(e);
    } else if (touches.more++ == 0) {
      touches.first_more = static_cast<std::int64_t>(e);
    }
  }
}

Sample sample_touches(const Launch& launch, const LaunchShape& w, std::int64_t records, std::int64_t most) {
  Sample sample;
  ByAlgebra partition(launch, w);
  const auto all = w.touches(), count = std::min(all, most);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto i = algebra::sample_at(k, count, all);
    const auto block = i % w.blocks, thread = i / w.blocks % w.threads, value = i / w.blocks / w.threads;
    partition.go_to(block);
    const auto element = partition.element(thread, value);
    if (element < 0 || element >= records) continue;
    sample.elements.push_back(element);
    sample.keys.push_back(algebra::touch_key(touch(block, thread, value)));
  }
  return sample;
}

Comparison compare_sample(const Sample& sample, std::span<const TraceRecord> records) {
  Comparison c{.same = 0,
               .compared = static_cast<std::int64_t>(std::min(sample.elements.size(), records.size())),
               .whole = false,
               .first_difference = {}};
  for (std::size_t k = 0; k < static_cast<std::size_t>(c.compared); ++k) {
    const auto& record = records[k];
    const bool same = record.count == 1 ? key_of(record) == sample.keys[k] : record.count > 1 && key_of(record) <= sample.keys[k];
    if (same) ++c.same;
    else if (!c.first_difference || sample.elements[k] < *c.first_difference) c.first_difference = sample.elements[k];
  }
  return c;
}

Comparison compare_with_algebra(const Launch& launch, const LaunchShape& w, std::span<const TraceRecord> trace,
                                const std::atomic<bool>* cancelled) {
  const auto have = static_cast<std::int64_t>(trace.size());
  if (w.touches() <= compared_whole && launch.elements <= compared_whole && have == launch.elements)
    return compare_whole(launch, w, trace, cancelled);
  const auto sample = sample_touches(launch, w, have, 1 << 20);
  std::vector<TraceRecord> records;
  records.reserve(sample.elements.size());
  for (const auto e : sample.elements) records.push_back(trace[static_cast<std::size_t>(e)]);
  return compare_sample(sample, records);
}

}  // namespace gpu
