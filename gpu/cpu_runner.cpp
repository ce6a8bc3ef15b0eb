#include "gpu/cpu_runner.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "gpu/summary.hpp"
#include "gpu/upload.hpp"

namespace gpu {
namespace {

using algebra::TraceRecord;

/// Offsets of the coordinates 0, 1, ... of some leaves.
std::vector<std::int64_t> offsets(const Leaf* leaves, int count, std::int64_t size) {
  std::vector<std::int64_t> result{0};
  result.reserve(static_cast<std::size_t>(size));
  for (int l = 0; l < count; ++l) {
    const auto before = result.size();
    for (std::int64_t k = 1; k < leaves[l].shape; ++k)
      for (std::size_t i = 0; i < before; ++i) result.push_back(result[i] + k * leaves[l].stride);
  }
  return result;
}

std::int64_t offset_of(const Leaf* leaves, int count, std::int64_t coordinate) {
  std::int64_t offset = 0;
  for (int l = 0; l < count; ++l) {
    offset += coordinate % leaves[l].shape * leaves[l].stride;
    coordinate /= leaves[l].shape;
  }
  return offset;
}

class CpuRunner final : public Runner {
 public:
  explicit CpuRunner(std::string why) : why_(std::move(why)) {}
  std::string device_name() const override { return "CPU"; }
  std::string why_not_cuda() const override { return why_; }
  Path path_for_current_context() override { return Path::cpu; }
  std::string why_not_interop() const override { return why_; }
  void forget(unsigned) override {}

  tl::expected<Report, Failure> run(const Launch& launch, unsigned gl_buffer) override { return run_and_upload(*this, launch, gl_buffer); }

  tl::expected<Report, Failure> run(const Launch& launch, std::span<TraceRecord> trace) override {
    const auto walk = walk_of(launch);
    if (!walk) return tl::unexpected(walk.error());
    if (static_cast<std::int64_t>(trace.size()) != launch.elements)
      return tl::unexpected(Failure{fmt::format("The trace has room for {} elements, the launch has {}.", trace.size(), launch.elements), ""});
    auto report = predicted(launch, *walk);
    report.path = Path::cpu;
    report.device = "CPU";
    const auto start = std::chrono::steady_clock::now();
    report.out_of_bounds = trace_on_cpu(*walk, trace);
    const auto end = std::chrono::steady_clock::now();
    report.timing = Timing{.kernel_ms = std::chrono::duration<double, std::milli>(end - start).count(),
                           .bytes = static_cast<double>(report.blocks) * static_cast<double>(report.threads) * static_cast<double>(report.values) * launch.element_bytes,
                           .copy_ms = 0};
    count_touches(trace, report);
    compare_with_algebra(launch, trace, report);
    return report;
  }

 private:
  std::string why_;
};

}  // namespace

std::int64_t trace_on_cpu(const Walk& w, std::span<TraceRecord> trace) {
  std::fill(trace.begin(), trace.end(), TraceRecord{});
  const auto threads = offsets(w.thread, w.thread_leaves, w.threads), values = offsets(w.value, w.value_leaves, w.values);
  const auto elements = static_cast<std::uint64_t>(w.elements);
  std::int64_t outside = 0;
  for (std::int64_t b = 0; b < w.blocks; ++b) {
    const auto block = offset_of(w.block, w.block_leaves, b);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const auto base = block + values[v];
      const auto key_base = algebra::touch_key({.block = static_cast<std::uint32_t>(b), .thread = 0, .access = static_cast<std::uint32_t>(v)});
      for (std::size_t t = 0; t < threads.size(); ++t) {
        const auto element = static_cast<std::uint64_t>(base + threads[t]);
        if (element >= elements) {   // negative offsets are huge here
          ++outside;
          continue;
        }
        auto& record = trace[element];
        const auto key = key_base + t;
        if (key < ((std::uint64_t{record.first_high} << 32) | record.first_low)) {
          record.first_low = static_cast<std::uint32_t>(key);
          record.first_high = static_cast<std::uint32_t>(key >> 32);
        }
        ++record.count;
      }
    }
  }
  return outside;
}

std::unique_ptr<Runner> make_cpu_runner(std::string why_not_cuda) { return std::make_unique<CpuRunner>(std::move(why_not_cuda)); }

}  // namespace gpu
