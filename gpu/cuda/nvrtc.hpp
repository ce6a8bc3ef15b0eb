#pragma once
// CUDA C++ compiled while the program runs, by the toolkit's NVRTC where it is installed.

#include <cstdint>
#include <list>
#include <string>

#include <tl/expected.hpp>

#include "gpu/cuda/device.hpp"
#include "gpu/launch.hpp"

namespace gpu::cuda {

/// Kernels by their source text; keeps the last ones. One thread at a time, with use_device() called on it.
class Compiler {
 public:
  Compiler() = default;
  ~Compiler() { drop(); }
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// The kernel `name` of `source`, ready to launch. Error: why not, in a sentence.
  tl::expected<void*, std::string> kernel(const std::string& source, const char* name, const Abilities&, std::int64_t dynamic_shared_bytes);
  Status launch(void* kernel, const Dim3& grid, const Dim3& block, std::int64_t dynamic_shared_bytes, const void* source, void* destination, void* stream);
  /// Unloads all kernels: before the device is reset.
  void drop();

 private:
  struct Compiled {
    std::string source;
    void *module, *function;
  };
  std::list<Compiled> compiled_;            ///< the last used first
};

}  // namespace gpu::cuda
