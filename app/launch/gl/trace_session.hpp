#pragma once
// The trace buffer in OpenGL and the runner that fills it: gpu writes the buffer, render reads it.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "algebra/layout/memory_budget.hpp"
#include "algebra/text/message.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/launch_worker.hpp"
#include "gpu/run/runner.hpp"
#include "render/gl/grid.hpp"

namespace app {

/// Runs launches without blocking the window: the trace in slices of a frame, everything else on a background thread. The GL
/// context must be current in every call; the session must be destroyed before the context.
class TraceSession {
 public:
  explicit TraceSession(gpu::Want, gpu::Faults = {});
  ~TraceSession();
  TraceSession(const TraceSession&) = delete;
  TraceSession& operator=(const TraceSession&) = delete;

  /// Sets the function that the background thread calls when advance() has results to collect.
  void wake_with(std::function<void()> wake);
  /// Starts this launch; cancels the previous one. The trace is limited to the elements that fit the memory budget.
  void start(const gpu::LaunchPlan&);
  /// Continues the trace for about budget_ms and collects the results of the background thread. Returns true if anything changed.
  bool advance(double budget_ms);
  /// Blocks until everything is done. For screenshots and tests.
  void finish();
  /// Cancels the running work; keeps the results so far.
  void cancel();
  /// Cancels and forgets the launch, once the sheet has none.
  void clear();

  bool tracing() const;            ///< the trace is incomplete: call advance() each frame
  bool busy() const;               ///< something is running, on either thread
  double fraction() const;         ///< of the running work, 0 to 1
  std::string_view stage() const;  ///< "tracing", "comparing", "timing", "multiplying"; "" if not busy

  /// The parts of the present launch's report that are known so far.
  const std::optional<gpu::Report>& report() const { return report_; }
  /// The error of the present launch; "" without one.
  const algebra::Message& failure() const { return failure_; }
  /// Returns the device and its path: "NVIDIA H200 · CUDA–GL interop", "NVIDIA H200 · copied" or "CPU".
  algebra::Message status_label() const;
  /// Returns why the path is not interop; "" if it is.
  algebra::Message why() const;
  gpu::Path path() const { return path_; }
  /// Returns the buffer for the shader, at the playback and isolation of the settings; nullopt until the trace is complete.
  std::optional<render::gl::TraceView> view(const gpu::LaunchPlan&, const LaunchSettings&) const;

 private:
  void begin();
  bool reserve(std::int64_t records);
  void release();
  void fail(const gpu::Failure&);
  void trace_is_whole();
  void take(gpu::LaunchWorker::Finding&&);
  /// Reads the records to compare and queues the tasks that need them, or that must not disturb the trace.
  void compare_and_copy();
  void recover();

  std::unique_ptr<gpu::Runner> runner_;
  gpu::Path path_;
  int frames_to_wait_ = 0;  ///< until a large trace begins
  unsigned buffer_ = 0;
  algebra::MemoryBudget::Share share_;  ///< of the buffer
  std::int64_t capacity_ = 0, wanted_ = 0, records_ = 0;
  gpu::Launch launch_;
  gpu::LaunchShape shape_;
  std::optional<gpu::MmaLaunch> mma_;
  std::optional<gpu::Report> report_;
  algebra::Message failure_;
  std::atomic<bool> lost_{false};        ///< the runner must recover before the next launch; also set by the worker
  bool whole_ = false;                   ///< tracing_ has finished, but its records are not read yet
  std::shared_ptr<gpu::Sample> sample_;  ///< touches to compare if the trace is too large to compare all
  std::unique_ptr<gpu::Tracing> tracing_;
  std::unique_ptr<gpu::LaunchWorker> worker_;
};

}  // namespace app
