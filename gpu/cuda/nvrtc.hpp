#pragma once
// CUDA C++ compiled while the program runs, by the toolkit's NVRTC where it is installed.

#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "gpu/cuda/device.hpp"
#include "gpu/launch.hpp"

namespace gpu::cuda {

/// Kernels by their source text; keeps the last ones. One thread at a time, with use_device() called on it.
class Compiler {
 public:
  Compiler();
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// The kernel `name` of `source`, ready to launch. Error: why not, in a sentence.
  tl::expected<void*, std::string> kernel(const std::string& source, const char* name, const Abilities&, std::int64_t dynamic_shared_bytes);
  Status launch(void* kernel, const Dim3& grid, const Dim3& block, std::int64_t dynamic_shared_bytes, const void* source, void* destination,
                void* stream);
  /// Unloads all kernels: before the device is reset.
  void drop();
  /// Closes the run-time compiler, which is some 65 MiB of memory, until the next kernel that is not known.
  void rest();

 private:
  struct Compiled {
    std::string source;
    void *module, *function;
  };
  class Nvrtc;
  std::unique_ptr<Nvrtc> nvrtc_;  ///< null: not open
  std::list<Compiled> compiled_;  ///< the last used first
};

}  // namespace gpu::cuda
