#pragma once
// Runs a launch and leaves its trace: on CUDA into an OpenGL buffer, on CUDA through a copy, or on the CPU.

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/trace.hpp"
#include "gpu/failure.hpp"
#include "gpu/launch.hpp"
#include "gpu/report.hpp"

namespace gpu {

enum class Want : std::uint8_t { automatic, cuda, cpu };  ///< --device=auto|cuda|cpu

/// Watched and cancelled from any thread.
struct Progress {
  std::atomic<bool> cancelled{false};
  std::atomic<std::int64_t> done{0}, total{0};  ///< blocks, or whatever the work counts
};

/// A trace on its way into an OpenGL buffer. Destroy it to cancel; needs the GL context current.
class Tracing {
 public:
  virtual ~Tracing() = default;
  /// Goes on for about `budget_ms`. True: the trace is whole.
  virtual tl::expected<bool, Failure> advance(double budget_ms) = 0;
  virtual double fraction() const = 0;  ///< 0 .. 1
  /// Of a whole trace:
  virtual const Touches& touches() const = 0;
  /// The records of these elements, for the comparison with the algebra.
  virtual tl::expected<std::vector<algebra::TraceRecord>, Failure> records(std::span<const std::int64_t> elements) = 0;
};

/// Owns the CUDA state, if any. Never throws, never exits; a failed launch leaves it ready for the next one.
class Runner {
 public:
  /// Without CUDA, without a device or with Want::cpu this is a CPU runner; `why_not_cuda` then says why.
  static std::unique_ptr<Runner> create(Want, Faults = {});
  virtual ~Runner() = default;

  virtual std::string device_name() const = 0;   ///< "NVIDIA H200" or "CPU"
  virtual std::string why_not_cuda() const = 0;  ///< "" when CUDA runs
  /// Call with the GL context current, once per context: interop, or copied with the reason ("display is on another GPU").
  virtual Path path_for_current_context() = 0;
  virtual std::string why_not_interop() const = 0;

  /// Begins a trace into the OpenGL buffer `gl_buffer` (at least elements * 16 bytes): without a copy through the host
  /// where path_for_current_context() is interop; otherwise traced on a thread of its own and uploaded.
  virtual tl::expected<std::unique_ptr<Tracing>, Failure> begin(const Launch&, unsigned gl_buffer) = 0;
  /// The same trace into host memory, without OpenGL, on the calling thread. trace.size() == launch.elements.
  /// Cancelled: a Failure with an empty message.
  virtual tl::expected<Touches, Failure> trace(const Launch&, std::span<algebra::TraceRecord> trace, Progress&) = 0;
  /// Moves real data through the partition, checks it, and times it; on the calling thread, which may be any.
  virtual tl::expected<Copied, Failure> copy(const Launch&, Progress&) = 0;
  /// Nothing has been launched for a while: gives back memory that only another launch needs. From any thread.
  virtual void rest() {}
  /// Call before the GL buffer is deleted or resized.
  virtual void forget(unsigned gl_buffer) = 0;
  /// After a Failure with device_lost, when no other thread uses the runner: the next launch starts anew.
  virtual void recover() = 0;
};

/// Trace, prediction, comparison and copy, one after the other: what `cutescope run` reports.
tl::expected<Report, Failure> run(Runner&, const Launch&, std::span<algebra::TraceRecord> trace, Progress&);

}  // namespace gpu
