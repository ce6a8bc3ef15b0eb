#pragma once
// SIGTERM, SIGINT and SIGHUP as a question to the window, which ends by itself and in order.

#include <atomic>
#include <functional>
#include <vector>

#include "app/system/worker.hpp"

namespace app {

/// Catches these signals while it lives, those that the parent has ignored excepted, as nohup does. Only the first of each: the
/// next one ends the process at once. There may be one object at a time.
class EndSignals {
 public:
  /// wake: called on another thread when a signal has come.
  explicit EndSignals(std::function<void()> wake);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// Whether one has come.
  bool came() const { return came_; }

 private:
  std::atomic<bool> came_{false};
  std::vector<int> caught_;
  Worker worker_;  ///< last: its thread uses the members above
};

}  // namespace app
