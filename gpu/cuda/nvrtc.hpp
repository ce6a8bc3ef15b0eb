#pragma once
// Compiles CUDA C++ at run time with the toolkit's NVRTC, if it is installed.

#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/launch/launch.hpp"

namespace gpu::cuda {

/// Makes the device that launches use current for the calling thread, and returns its abilities. Error: the reason why there is none.
tl::expected<Abilities, algebra::Message> current_device();

/// Caches recent kernels by source text. Use it from one thread at a time, after use_device() on that thread.
class Compiler {
 public:
  Compiler();
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Returns the kernel `name` of `source`, ready to launch. Error: the reason, in one sentence.
  tl::expected<void*, algebra::Message> kernel(const std::string& source, const char* name, const Abilities&,
                                               std::int64_t dynamic_shared_bytes);
  /// Checks that the run-time compiler accepts the source for that device, which need not be present. Error: as of kernel().
  tl::expected<void, algebra::Message> compiles(const std::string& source, const Abilities&);
  Status launch(void* kernel, const Dim3& grid, const Dim3& block, std::int64_t dynamic_shared_bytes, const void* source, void* destination,
                void* stream);
  /// Unloads all kernels. Call this before the device is reset.
  void drop();
  /// Unloads NVRTC, which takes about 65 MiB of memory, until it must compile another kernel.
  void rest();

 private:
  struct Compiled {
    std::string source;
    void *module, *function;
  };
  class Nvrtc;
  std::unique_ptr<Nvrtc> nvrtc_;  ///< null: not loaded
  std::list<Compiled> compiled_;  ///< most recently used first
};

}  // namespace gpu::cuda
