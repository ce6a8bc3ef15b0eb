#pragma once
// Detects code nested too deeply for the stack of the thread that reads it.

#include <cstdint>

namespace app {

class StackGuard {
 public:
  /// Sets the start of the measurement.
  void begin() { begin_ = here(); }
  bool too_deep() const {
    const auto now = here();
    return (now < begin_ ? begin_ - now : now - begin_) > most;
  }

 private:
#ifdef __EMSCRIPTEN__
  static constexpr std::uintptr_t most = 400 << 10;
#else
  static constexpr std::uintptr_t most = 5 << 20;  ///< of the 8 MiB of a thread's stack
#endif
  static std::uintptr_t here() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

  std::uintptr_t begin_ = 0;
};

}  // namespace app
