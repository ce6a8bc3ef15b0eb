#pragma once
// Delayed writing of files on a background thread, which starts with the first write and sleeps while there is none.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

#include "app/system/worker.hpp"

namespace app {

class LateWriter {
 public:
  using Write = std::function<tl::expected<void, algebra::Message>()>;

  explicit LateWriter(std::chrono::milliseconds delay) : delay_(delay) {}
  /// The destructor carries out the pending writes.
  LateWriter(const LateWriter&) = delete;
  LateWriter& operator=(const LateWriter&) = delete;

  /// Schedules `write` on the background thread, `delay` from now. If a write for `what` is pending already, replaces it without postponing
  /// it.
  void want(const std::string& what, Write write);
  /// Returns true if no write is pending or running.
  bool idle();
  /// Carries out the pending writes at once and waits for them.
  void flush();
  /// Returns the error of a failed write, once; further failures are not reported until a write succeeds.
  std::optional<algebra::Message> problem();
  /// Sets the function that the background thread calls when there is a problem to report.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Pending {
    Write write;
    Clock::time_point due;
  };
  void work(const std::stop_token& stop);

  const std::chrono::milliseconds delay_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable_any changed_, idle_;
  std::map<std::string, Pending> pending_;
  std::optional<algebra::Message> problem_;
  bool hurry_ = false, busy_ = false, failing_ = false;
  Worker worker_;  ///< last: its thread uses the members above; started by the first `want`
};

}  // namespace app
