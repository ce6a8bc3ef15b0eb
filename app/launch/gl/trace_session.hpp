#pragma once
// The trace buffer in OpenGL, and the runner that fills it: what app makes and hands to gpu and to render.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/launch/launch_plan.hpp"
#include "gpu/launch_worker.hpp"
#include "gpu/runner.hpp"
#include "render/gl/grid.hpp"

namespace app {

/// Runs launches without holding up the window: the trace in slices of a frame, everything else on a thread of its own.
/// Needs the GL context current for every call, and outlives none of it.
class TraceSession {
 public:
  explicit TraceSession(gpu::Want, gpu::Faults = {});
  ~TraceSession();
  TraceSession(const TraceSession&) = delete;
  TraceSession& operator=(const TraceSession&) = delete;

  /// Calls `wake` from the other thread when there is something to collect with advance().
  void wake_with(std::function<void()> wake);
  /// Takes this launch in place of the one before, whose work is cancelled.
  void start(const gpu::LaunchPlan&);
  /// Goes on with the trace for about budget_ms and collects what the other thread has found. True: something changed.
  bool advance(double budget_ms);
  /// Until nothing is left to do: for screenshots and tests.
  void finish();
  /// Stops what is under way; what is known stays.
  void cancel();
  /// Forget the last launch, because there is none now.
  void clear();

  bool tracing() const;            ///< the trace is not whole yet: advance() wants to be called each frame
  bool busy() const;               ///< something is under way, on whichever thread
  double fraction() const;         ///< of what is under way, 0 .. 1
  std::string_view stage() const;  ///< "tracing", "comparing", "timing"; "" when not busy

  /// Whatever parts are known of the present launch.
  const std::optional<gpu::Report>& report() const { return report_; }
  const std::string& failure() const { return failure_; }
  /// "NVIDIA H200 · CUDA–GL interop", "NVIDIA H200 · copied", "CPU": the chip.
  std::string status_label() const;
  /// Why it is not the fastest path; empty when it is.
  std::string why() const;
  gpu::Path path() const { return path_; }
  /// The buffer as the shader reads it; nothing until the trace is whole.
  std::optional<render::gl::TraceView> view(const gpu::LaunchPlan&, const LaunchSettings&) const;

 private:
  bool reserve(std::int64_t records);
  void release();
  void fail(const gpu::Failure&);
  void trace_is_whole();
  void take(gpu::LaunchWorker::Finding&&);
  /// Reads the records that are to be compared, and has the rest done, which needs them or must not disturb the trace.
  void compare_and_copy();
  void recover();

  std::unique_ptr<gpu::Runner> runner_;
  gpu::Path path_;
  unsigned buffer_ = 0;
  std::int64_t capacity_ = 0, records_ = 0;
  gpu::Launch launch_;
  gpu::LaunchShape shape_;
  std::optional<gpu::Report> report_;
  std::string failure_;
  std::atomic<bool> lost_{false};        ///< the runner must recover before the next launch; set by the worker too
  bool whole_ = false;                   ///< tracing_ has come to its end; its records are still wanted
  std::shared_ptr<gpu::Sample> sample_;  ///< touches to compare, where the trace is too large to compare all of it
  std::unique_ptr<gpu::Tracing> tracing_;
  std::unique_ptr<gpu::LaunchWorker> worker_;
};

}  // namespace app
