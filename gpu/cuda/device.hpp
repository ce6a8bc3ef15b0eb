#pragma once
// The CUDA calls, behind plain C++: only device.cu sees the toolkit.

#include <cstddef>
#include <cstdint>
#include <string>

#include "algebra/trace.hpp"
#include "gpu/walk.hpp"

namespace gpu::cuda {

/// A CUDA error with its name and the call that returned it; ok when code is 0.
struct Status {
  int code = 0;
  std::string name, call;
  bool ok() const { return code == 0; }
  /// 35 (driver too old or missing) and 100 (no device): there is no GPU to use.
  bool no_gpu() const { return code == 35 || code == 100; }
};

Status count_devices(int& count);
std::string device_name();
/// CUDA devices behind the current GL context.
Status count_gl_devices(int& count);
/// After a sticky error: everything this process had on the device is gone, and the next call starts anew.
void reset();

/// Device memory, freed with the object.
class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Status allocate(std::size_t bytes);
  void* get() const { return pointer_; }

 private:
  void* pointer_ = nullptr;
};
Status free_memory(std::size_t& free_bytes);

/// An OpenGL buffer registered with CUDA, unregistered with the object.
class Registration {
 public:
  Registration() = default;
  ~Registration();
  Registration(Registration&& other) noexcept;
  Registration& operator=(Registration&& other) noexcept;
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  Status attach(unsigned gl_buffer);
  /// The device was reset: there is nothing left to unregister.
  void abandon() { resource_ = nullptr; }
  Status map(void*& pointer, std::size_t& bytes);
  Status unmap();

 private:
  void* resource_ = nullptr;
};

struct Counts {
  unsigned long long once = 0, never = 0, more = 0;
};

/// Clears the records, walks the launch, and waits. `out_of_bounds` counts accesses outside.
Status trace(const Walk&, void* records, std::int64_t& out_of_bounds);
Status count(const void* records, std::int64_t elements, Counts&);
Status download(const void* records, std::int64_t elements, algebra::TraceRecord* to);
/// Median of 7 after a warm-up: the walk, and a device-to-device copy of `bytes` (0 when there is no memory for it).
Status measure(const Walk&, void* records, std::size_t bytes, double& kernel_ms, double& copy_ms);

}  // namespace gpu::cuda
