#pragma once
// The limit of processor time for reading a program. Steps are counted separately; this covers programs whose single steps are slow.

#include <ctime>
#include <functional>
#include <optional>

namespace app {

class ReadingTime {
 public:
  static constexpr double seconds_of_program = 6, seconds_of_flow = 6.5;

  /// Limits the processor time of reading on this thread, in seconds, during its lifetime. Nested limits have no effect. `stop`: polled;
  /// true ends the time at once.
  explicit ReadingTime(double seconds, const std::function<bool()>& stop = {}) : outermost_(!ends_) {
    if (outermost_) ends_ = now() + seconds * times_as_long, is_over_ = false, stop_ = stop ? &stop : nullptr;
  }
  ~ReadingTime() {
    if (outermost_) ends_.reset(), stop_ = nullptr;
  }
  ReadingTime(const ReadingTime&) = delete;
  ReadingTime& operator=(const ReadingTime&) = delete;

  /// Returns whether the time is over; false without a limit. As reading the clock is a system call, only one call in 16 does it.
  static bool is_over() {
    constexpr unsigned look = 16;
    return ends_ && (is_over_ = is_over_ || (asked_++ % look == 0 && (now() > *ends_ || (stop_ != nullptr && (*stop_)()))));
  }

 private:
  // For builds without optimisation.
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
  static constexpr double times_as_long = 20;
#else
  static constexpr double times_as_long = 1;
#endif
  static double now() {
#ifdef __EMSCRIPTEN__
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#else
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
#endif
  }

  static inline thread_local std::optional<double> ends_;
  static inline thread_local const std::function<bool()>* stop_ = nullptr;
  static inline thread_local bool is_over_ = false;
  static inline thread_local unsigned asked_ = 0;
  bool outermost_;
};

}  // namespace app
