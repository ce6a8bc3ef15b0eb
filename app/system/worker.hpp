#pragma once
// A background thread that wakes the window when it has a result.

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace app {

/// Owns one thread. The destructor stops it, so make this the owner's last member: it is destroyed before the members that the thread uses.
class Worker {
 public:
  /// Runs `work` on a new thread; it must return soon after a stop is requested. Call this only once.
  void start(std::function<void(std::stop_token)> work);
  bool started() const { return thread_.joinable(); }
  /// Requests a stop and waits for the thread to end.
  void stop();
  /// Sets the function that wake() calls, on any thread. The previous one is not called after this returns.
  void wake_with(std::function<void()> wake);
  void wake();

 private:
  std::mutex mutex_;  ///< guards wake_
  std::function<void()> wake_;
  std::jthread thread_;  ///< last: it uses the members above
};

/// A file descriptor that becomes readable when a stop is requested, for threads that wait in poll().
class StopDescriptor {
 public:
  explicit StopDescriptor(const std::stop_token& stop);
  ~StopDescriptor();
  StopDescriptor(const StopDescriptor&) = delete;
  StopDescriptor& operator=(const StopDescriptor&) = delete;

  /// Returns the descriptor; -1 if the system has none left.
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
  std::optional<std::stop_callback<std::function<void()>>> signal_;
};

}  // namespace app
