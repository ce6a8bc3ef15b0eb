#pragma once
// Runs a launch and leaves its trace: on CUDA into an OpenGL buffer, on CUDA through a copy, or on the CPU.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/trace.hpp"
#include "gpu/launch.hpp"

namespace gpu {

enum class Path : std::uint8_t { interop, copied, cpu };
enum class Want : std::uint8_t { automatic, cuda, cpu };   ///< --device=auto|cuda|cpu

/// What went wrong, in one plain sentence, and the call with its CUDA name where there is one.
struct Failure {
  std::string message;
  std::string call;
};

struct Timing {
  double kernel_ms = 0;             ///< median of repeats, warmed up (CUDA events; steady clock on the CPU)
  double bytes = 0;                 ///< element bytes that the launch touches
  double copy_ms = 0;               ///< a plain copy of the same bytes, in the same run
};

/// One warp request: what the memory system sees at one access of one warp.
struct Request {
  std::uint32_t block = 0, warp = 0, access = 0;
  int lanes = 0;                    ///< threads that take part
  int lines = 0;                    ///< 128 B lines
  int sectors = 0;                  ///< 32 B sectors
  int ideal_sectors = 0;            ///< ceil(distinct bytes / 32)
  int bank_ways = 0;                ///< 1 = free of conflicts; the most lanes' words that fall into one bank in a phase
};

struct Report {
  Path path = Path::cpu;
  std::string device;               ///< "NVIDIA H200", "CPU"
  std::int64_t once = 0, never = 0, more = 0;   ///< elements of the tensor by count
  std::int64_t out_of_bounds = 0;   ///< accesses outside [0, elements)
  std::int64_t blocks = 0, threads = 0, values = 0;
  std::int64_t same = 0, compared = 0;          ///< "same as the algebra: N of N"
  std::optional<std::int64_t> first_difference; ///< element
  double mean_sectors = 0, mean_ideal_sectors = 0, mean_lines = 0;
  int worst_bank_ways = 0;
  std::optional<Timing> timing;
};

/// Faults to act out, for tests.
struct Faults {
  bool no_device = false;     ///< as on a machine without a GPU
  bool no_interop = false;    ///< as where the display is another GPU's
};

/// Owns the CUDA state, if any. Never throws, never exits; a failed launch leaves it ready for the next one.
class Runner {
 public:
  /// Without CUDA, without a device or with Want::cpu this is a CPU runner; `why_not_cuda` then says why.
  static std::unique_ptr<Runner> create(Want, Faults = {});
  virtual ~Runner() = default;

  virtual std::string device_name() const = 0;      ///< "NVIDIA H200" or "CPU"
  virtual std::string why_not_cuda() const = 0;     ///< "" when CUDA runs
  /// Call with the GL context current, once per context: interop, or copied with the reason ("display is on another GPU").
  virtual Path path_for_current_context() = 0;
  virtual std::string why_not_interop() const = 0;

  /// Fill the OpenGL buffer `gl_buffer` (at least elements * 16 bytes) without a copy through the host where
  /// path_for_current_context() is interop; otherwise trace elsewhere and upload. Needs the context current.
  virtual tl::expected<Report, Failure> run(const Launch&, unsigned gl_buffer) = 0;
  /// The same trace into host memory, without OpenGL. trace.size() == launch.elements.
  virtual tl::expected<Report, Failure> run(const Launch&, std::span<algebra::TraceRecord> trace) = 0;
  /// Call before the GL buffer is deleted or resized.
  virtual void forget(unsigned gl_buffer) = 0;
};

/// The request that `access` of `warp` of `block` makes, from the algebra alone.
Request request(const Launch&, std::uint32_t block, std::uint32_t warp, std::uint32_t access);

std::string report_text(const Launch&, const Report&);
std::string report_json(const Launch&, const Report&);

}  // namespace gpu
