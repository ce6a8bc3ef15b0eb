#pragma once
// A thread that works beside the window and wakes it when there is something to take.

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace app {

/// One thread. Its destructor stops it, so make it its owner's last member: it goes before what the thread uses.
class Worker {
 public:
  /// Runs `work` on a thread of its own; it must return soon after a stop is requested. Call this once.
  void start(std::function<void(std::stop_token)> work);
  bool started() const { return thread_.joinable(); }
  /// Requests a stop and waits for the thread's end.
  void stop();
  /// `wake` is what wake() calls, on any thread. The one before is not called any more when this returns.
  void wake_with(std::function<void()> wake);
  void wake();

 private:
  std::mutex mutex_;  ///< of wake_
  std::function<void()> wake_;
  std::jthread thread_;  ///< last: it uses all of the above
};

/// A descriptor from which something can be read once a stop is requested: for a thread that waits in poll().
class StopDescriptor {
 public:
  explicit StopDescriptor(const std::stop_token& stop);
  ~StopDescriptor();
  StopDescriptor(const StopDescriptor&) = delete;
  StopDescriptor& operator=(const StopDescriptor&) = delete;

  /// -1 where the system has no descriptor left.
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
  std::optional<std::stop_callback<std::function<void()>>> signal_;
};

}  // namespace app
