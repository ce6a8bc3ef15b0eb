#pragma once
// SIGTERM, SIGINT and SIGHUP as a request to the window, which then ends in order.

#include <atomic>
#include <functional>
#include <vector>

#include "app/system/worker.hpp"

namespace app {

/// Catches these signals during its lifetime, except those that the parent ignores, as nohup does. Catches only the first of each; the
/// second ends the process at once. Only one object may exist at a time.
class EndSignals {
 public:
  /// wake: called on another thread when a signal has come.
  explicit EndSignals(std::function<void()> wake);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// Returns true if a signal has come.
  bool came() const { return came_; }

 private:
  std::atomic<bool> came_{false};
  std::vector<int> caught_;
  Worker worker_;  ///< last: its thread uses the members above
};

}  // namespace app
