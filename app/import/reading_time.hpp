#pragma once
// The processor time that programs may take to be read. Their own steps are counted; this ends what takes long for each of them.

#include <ctime>
#include <optional>

namespace app {

class ReadingTime {
 public:
  static constexpr double seconds_of_program = 6, seconds_of_flow = 8;

  /// While it lives, what is read on this thread may take so many seconds of processor time together. Within another one it does nothing.
  explicit ReadingTime(double seconds) : outermost_(!ends_) {
    if (outermost_) ends_ = now() + seconds * times_as_long, is_over_ = false;
  }
  ~ReadingTime() {
    if (outermost_) ends_.reset();
  }
  ReadingTime(const ReadingTime&) = delete;
  ReadingTime& operator=(const ReadingTime&) = delete;

  /// Tells whether the time is over; false where none is set. It is asked often, and the clock is a call of the system: one question in 16
  /// looks at it.
  static bool is_over() {
    constexpr unsigned look = 16;
    return ends_ && (is_over_ = is_over_ || (asked_++ % look == 0 && now() > *ends_));
  }

 private:
  // Of builds that are not optimised.
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
  static inline thread_local bool is_over_ = false;
  static inline thread_local unsigned asked_ = 0;
  bool outermost_;
};

}  // namespace app
