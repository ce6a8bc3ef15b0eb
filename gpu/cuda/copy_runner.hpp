#pragma once
// Copies, checks and times a launch's data, with a kernel compiled for the launch if possible.

#include <mutex>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/cuda/nvrtc.hpp"
#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/report.hpp"
#include "gpu/run/runner.hpp"

namespace gpu::cuda {

/// The failure of a copy: a CUDA error with the bytes requested, or a sentence; neither if it was cancelled.
struct CopyTrouble {
  Status status;
  std::size_t wanted = 0;
  algebra::Message message;
};

/// Keeps small buffers and compiled kernels for the next launch. May be called from any thread; calls are serialised.
class CopyRunner {
 public:
  struct Acting {
    bool no_nvrtc = false, no_memory = false;  ///< faults to inject
  };
  tl::expected<Copied, CopyTrouble> run(const LaunchShape&, const std::string& device, Progress&, Acting);
  /// Frees everything. Call this before the device is reset.
  void drop();
  /// Frees memory that only the compilation of a kernel needs.
  void rest();

 private:
  Status reserve(const LaunchShape&, std::size_t& wanted);
  void choose_kernel(const LaunchShape&, bool no_nvrtc, Copied&);
  Status launch(const LaunchShape&, Copied&);
  Status measure(const LaunchShape&, Progress&, double first_ms, Copied&);
  Status measure_plain(const LaunchShape&, Progress&, int repeats, Copied&);

  std::mutex one_at_a_time_;
  std::optional<Abilities> abilities_;
  Compiler compiler_;
  std::optional<Stream> stream_;
  Memory source_, destination_, scratch_;
  void* kernel_ = nullptr;  ///< null: the generic kernel
  std::int64_t dynamic_bytes_ = 0;
};

}  // namespace gpu::cuda
