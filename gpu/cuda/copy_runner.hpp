#pragma once
// A launch's data moved, checked and timed: by a kernel that is compiled for it where that is possible.

#include <mutex>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "gpu/cuda/device.hpp"
#include "gpu/cuda/nvrtc.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/report.hpp"
#include "gpu/runner.hpp"

namespace gpu::cuda {

/// Why there is no copy: a CUDA error, with the bytes that were wanted, or a sentence; neither when it was cancelled.
struct CopyTrouble {
  Status status;
  std::size_t wanted = 0;
  std::string message;
};

/// Keeps small buffers and compiled kernels for the next launch. From any thread, one at a time.
class CopyRunner {
 public:
  struct Acting {
    bool no_nvrtc = false, no_memory = false;  ///< faults to act out
  };
  tl::expected<Copied, CopyTrouble> run(const LaunchShape&, const std::string& device, Progress&, Acting);
  /// Before the device is reset.
  void drop();
  /// Gives back what only a new kernel needs.
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
  void* kernel_ = nullptr;  ///< null: the generic one
  std::int64_t dynamic_bytes_ = 0;
};

}  // namespace gpu::cuda
