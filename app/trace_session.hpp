#pragma once
// The trace buffer in OpenGL, and the runner that fills it: what app makes and hands to gpu and to render.

#include <memory>
#include <optional>
#include <string>

#include "app/launch_plan.hpp"
#include "gpu/runner.hpp"
#include "render/gl/grid.hpp"

namespace app {

/// Needs the GL context current for every call, and outlives none of it.
class TraceSession {
 public:
  explicit TraceSession(gpu::Want);
  ~TraceSession();
  TraceSession(const TraceSession&) = delete;
  TraceSession& operator=(const TraceSession&) = delete;

  /// Runs the plan and keeps its report; a failure keeps a message and leaves the buffer empty.
  void run(const LaunchPlan&);
  /// Forget the last launch, because there is none now.
  void clear();

  const std::optional<gpu::Report>& report() const { return report_; }
  const std::string& failure() const { return failure_; }
  /// "NVIDIA H200 · CUDA–GL interop", "NVIDIA H200 · copied", "CPU": the chip.
  std::string chip() const;
  /// Why it is not the fastest path; empty when it is.
  std::string why() const;
  gpu::Path path() const { return path_; }
  /// The buffer as the shader reads it; position counts accesses, -1 all.
  std::optional<render::gl::TraceView> view(const LaunchPlan&, const LaunchSettings&) const;

 private:
  bool reserve(std::int64_t records);
  void release();

  std::unique_ptr<gpu::Runner> runner_;
  gpu::Path path_;
  unsigned buffer_ = 0;
  std::int64_t capacity_ = 0, records_ = 0;
  std::optional<gpu::Report> report_;
  std::string failure_;
};

}  // namespace app
