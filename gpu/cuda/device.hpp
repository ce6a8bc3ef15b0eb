#pragma once
// The CUDA calls, behind plain C++: only the .cu files see the toolkit.

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::cuda {

/// A CUDA error with its name and the call that returned it; ok when code is 0.
struct Status {
  int code = 0;
  std::string name, call;
  bool ok() const { return code == 0; }
  /// 35 (driver too old or missing) and 100 (no device): there is no GPU to use.
  bool no_gpu() const { return code == 35 || code == 100; }
  bool no_room() const { return code == 2; }
  /// Stays until the device is reset: every later call returns it too.
  bool lost() const;
};

Status count_devices(int& count);
/// Makes the first device current for the calling thread, as the driver API needs it.
Status use_device();
std::string device_name();
/// CUDA versions as 1000 * major + 10 * minor: what the driver offers (0: no driver), what this program was built with.
void versions(int& driver, int& built_with);
struct Abilities {
  int major = 0, minor = 0;              ///< compute capability
  std::int64_t shared_bytes = 48 << 10;  ///< shared memory that a block can have when it asks
  int processors = 1;
};
Status abilities(Abilities&);
/// CUDA devices behind the current GL context.
Status count_gl_devices(int& count);
/// After a sticky error: everything this process had on the device is gone. Not ok where the device does not come back.
Status reset();
Status free_memory(std::size_t& free_bytes);
/// A kernel that really writes to a bad address: the sticky error that it leaves.
Status write_badly(void* stream);

/// Device memory, freed with the object.
class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  /// Frees what it had; aligned to 256 bytes. A failure leaves it empty.
  Status allocate(std::size_t bytes);
  void free();
  void* get() const { return pointer_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* pointer_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A non-blocking stream and two events to measure with.
class Stream {
 public:
  Stream() = default;
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Status create();  ///< does nothing the second time
  void* get() const { return stream_; }
  Status synchronize();
  Status start_clock();
  Status stop_clock();
  /// Waits for the second event. Milliseconds between the two.
  Status read_clock(double& ms);

 private:
  void* stream_ = nullptr;
  void* events_[2] = {};
};

/// An OpenGL buffer registered with CUDA, unregistered with the object.
class Registration {
 public:
  Registration() = default;
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  Status attach(unsigned gl_buffer);
  /// The device is lost: there is nothing left to unregister.
  void abandon() { resource_ = nullptr; }
  /// In order with the stream's work. OpenGL must not use the buffer until unmap.
  Status map(void* stream, void*& pointer, std::size_t& bytes);
  Status unmap(void* stream);

 private:
  void* resource_ = nullptr;
};

}  // namespace gpu::cuda
