#pragma once
// Runs a launch and records its trace: on CUDA into an OpenGL buffer, on CUDA through a copy, or on the CPU.

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/hardware/trace.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/failure.hpp"
#include "gpu/launch/launch.hpp"
#include "gpu/run/report.hpp"

namespace gpu {

enum class Want : std::uint8_t { automatic, cuda, cpu };  ///< --device=auto|cuda|cpu

/// May be read and cancelled from any thread.
struct Progress {
  std::atomic<bool> cancelled{false};
  std::atomic<std::int64_t> done{0}, total{0};  ///< blocks, or other units of work
};

/// A trace in progress into an OpenGL buffer. Destroy it to cancel. Needs the GL context to be current.
class Tracing {
 public:
  virtual ~Tracing() = default;
  /// Continues for about `budget_ms`. Returns true when the trace is complete.
  virtual tl::expected<bool, Failure> advance(double budget_ms) = 0;
  virtual double fraction() const = 0;  ///< 0 .. 1
  /// Returns the counts. Valid once the trace is complete, as is records().
  virtual const Touches& touches() const = 0;
  /// Returns the records of these elements, for the comparison with the algebra.
  virtual tl::expected<std::vector<algebra::TraceRecord>, Failure> records(std::span<const std::int64_t> elements) = 0;
};

/// Runs launches. Owns the CUDA state, if any. Never throws, never exits; a failed launch leaves it ready for the next one.
class Runner {
 public:
  /// Makes a runner: for the CPU without CUDA, without a device or with Want::cpu; `why_not_cuda` then has the reason.
  static std::unique_ptr<Runner> create(Want, Faults = {});
  virtual ~Runner() = default;

  virtual std::string device_name() const = 0;        ///< "NVIDIA H200" or "CPU"
  virtual algebra::Message why_not_cuda() const = 0;  ///< "" when CUDA runs
  /// Returns the path for the current GL context; call it once per context. For Path::copied, why_not_interop() gives the reason ("display
  /// is on another GPU").
  virtual Path path_for_current_context() = 0;
  virtual algebra::Message why_not_interop() const = 0;

  /// Begins a trace of the first `records` elements into the OpenGL buffer `gl_buffer` (at least records * 16 bytes): without a
  /// copy through the host if path_for_current_context() is interop; otherwise traced on a separate thread and uploaded.
  virtual tl::expected<std::unique_ptr<Tracing>, Failure> begin(const Launch&, std::int64_t records, unsigned gl_buffer) = 0;
  /// Traces the first trace.size() elements into host memory, without OpenGL, on the calling thread. Cancelled: a Failure with an empty
  /// message.
  virtual tl::expected<Touches, Failure> trace(const Launch&, std::span<algebra::TraceRecord> trace, Progress&) = 0;
  /// Moves real data through the partition, checks it, and times it; on the calling thread, which may be any.
  virtual tl::expected<Copied, Failure> copy(const Launch&, Progress&) = 0;
  /// Frees memory that only another launch needs; call this after some time without launches. May be called from any thread.
  virtual void rest() {}
  /// Releases the GL buffer; call this before it is deleted or resized.
  virtual void forget(unsigned gl_buffer) = 0;
  /// Recovers from a Failure with device_lost, or if worth_another_try(), when no other thread uses the runner. The next launch starts
  /// afresh, on the CPU if the device does not come back.
  virtual void recover() = 0;
  /// Returns whether launches run on the CPU since the device was lost, and the last attempt to recover it was some time ago.
  virtual bool worth_another_try() const { return false; }
};

/// Returns the number of leading elements of a launch that get a record of 16 bytes: all, or a power of two, so that `copies` of the trace
/// take at most a quarter of the memory budget.
std::int64_t traced_elements(const Launch&, int copies);

/// Traces, predicts, compares and copies, in this order: the report of `cutescope run`.
tl::expected<Report, Failure> run(Runner&, const Launch&, std::span<algebra::TraceRecord> trace, Progress&);

/// Runs a tile of a tiled MMA on the runner's GPU, or computes it on the CPU.
MmaReport run_mma(const Runner&, const MmaLaunch&);

}  // namespace gpu
