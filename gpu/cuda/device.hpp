#pragma once
// CUDA calls behind plain C++: only the .cu files see the toolkit.

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::cuda {

/// A CUDA error with its name and the call that returned it; ok when code is 0.
struct Status {
  int code = 0;
  std::string name, call;
  bool ok() const { return code == 0; }
  /// Returns whether there is no usable GPU: 35 (driver too old or missing) and 100 (no device).
  bool no_gpu() const { return code == 35 || code == 100; }
  bool no_room() const { return code == 2; }
  /// Returns whether this is a sticky error, which every later call returns until the device is reset, or a device that is gone.
  bool lost() const;
};

Status count_devices(int& count);
/// Makes the first device current for the calling thread, as the driver API needs it.
Status use_device();
std::string device_name();
/// Returns CUDA versions as 1000 * major + 10 * minor: the driver's (0: no driver), and that of the toolkit that built the program.
void versions(int& driver, int& built_with);
struct Abilities {
  int major = 0, minor = 0;              ///< compute capability
  std::int64_t shared_bytes = 48 << 10;  ///< most shared memory per block, with opt-in
  int processors = 1;
};
Status abilities(Abilities&);
/// Counts the CUDA devices of the current GL context.
Status count_gl_devices(int& count);
/// Resets the device after a sticky error; the process loses everything it had there. Fails if the device does not
/// recover.
Status reset();
Status free_memory(std::size_t& free_bytes);
/// Runs a kernel that writes to a bad address; returns the resulting sticky error.
Status write_badly(void* stream);

/// Owns device memory.
class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  /// Replaces the memory; aligned to 256 bytes. Empty after a failure.
  Status allocate(std::size_t bytes);
  void free();
  /// Copy to or from its beginning, after all work launched without a stream.
  Status fill(const void* from, std::size_t bytes);
  Status read(void* to, std::size_t bytes) const;
  void* get() const { return pointer_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* pointer_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A non-blocking stream, and two events to time it.
class Stream {
 public:
  Stream() = default;
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Status create();  ///< does nothing if already created
  void* get() const { return stream_; }
  Status synchronize();
  Status start_clock();
  Status stop_clock();
  /// Waits for the second event. `ms`: milliseconds between the two.
  Status read_clock(double& ms);

 private:
  void* stream_ = nullptr;
  void* events_[2] = {};
};

/// Registers an OpenGL buffer with CUDA for its lifetime.
class Registration {
 public:
  Registration() = default;
  ~Registration();
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  Status attach(unsigned gl_buffer);
  /// Drops the registration of a lost device, which cannot be undone any more.
  void abandon() { resource_ = nullptr; }
  /// Maps the buffer, in the order of the stream's work. OpenGL must not use the buffer until unmap.
  Status map(void* stream, void*& pointer, std::size_t& bytes);
  Status unmap(void* stream);

 private:
  void* resource_ = nullptr;
};

}  // namespace gpu::cuda
