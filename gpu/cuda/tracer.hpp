#pragma once
// Runs the tracing kernel, one slice of the launch at a time, into device memory of the caller.

#include <atomic>
#include <cstdint>
#include <span>

#include "algebra/hardware/trace.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/report.hpp"

namespace gpu::cuda {

/// A tracer, which reuses its stream and small buffers for every launch.
class Tracer {
 public:
  Tracer() = default;
  ~Tracer();
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  /// Begins to trace the first `records` elements.
  Status begin(const LaunchShape&, std::int64_t records);
  /// Continues for about budget_ms, in slices of about 10 ms at most; a small launch for at least 100 ms. `records`
  /// (16 bytes each) must be the same memory in every call. Waits for the work that it starts, and counts after
  /// the last slice.
  Status advance(void* records, double budget_ms, const std::atomic<bool>* cancelled = nullptr);
  bool whole() const { return whole_; }
  double fraction() const;
  std::int64_t blocks_done() const { return static_cast<std::int64_t>(fraction() * static_cast<double>(shape_.blocks)); }
  int slices() const { return slices_; }
  const Touches& touches() const { return touches_; }

  Status gather(const void* records, std::span<const std::int64_t> elements, algebra::TraceRecord* to);
  /// Copies the records in pieces, so that it can be cancelled.
  Status download(const void* records, std::span<algebra::TraceRecord> to, const std::atomic<bool>& cancelled);
  void* stream() const { return stream_.get(); }

 private:
  void launch_slice(void* records, std::int64_t blocks, std::int32_t accesses);
  void adapt(std::int64_t blocks, std::int32_t accesses, double ms);
  Status count(const void* records);

  Stream stream_;
  Memory found_, indices_, gathered_;
  void* found_on_host_ = nullptr;  ///< pinned
  LaunchShape shape_;
  std::int64_t records_ = 0;
  bool exact_ = false;  ///< every record is written exactly once: no clearing, no atomics
  bool cleared_ = false, whole_ = false;
  std::int64_t block_ = 0, blocks_at_once_ = 1;
  std::int32_t access_ = 0, accesses_at_once_ = 1, accesses_now_ = 1;
  int slices_ = 0;
  Touches touches_;
};

/// Run a fill with 16-byte stores, and a copy with 16-byte loads and stores: the baselines of benchmarks.
Status plain_fill(void* to, std::size_t bytes, void* stream);
Status plain_copy(const void* from, void* to, std::size_t bytes, void* stream);

}  // namespace gpu::cuda
