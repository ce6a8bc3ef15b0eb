#pragma once
// Files that are written soon, not now, and never by the thread that draws. Nothing runs while nothing is to be written.

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

#include "app/system/worker.hpp"

namespace app {

class LateWriter {
 public:
  using Write = std::function<tl::expected<void, std::string>()>;

  explicit LateWriter(std::chrono::milliseconds delay) : delay_(delay) {}
  /// The destructor writes what is still to be written.
  LateWriter(const LateWriter&) = delete;
  LateWriter& operator=(const LateWriter&) = delete;

  /// Calls `write` on another thread, `delay` after the first wish for `what` that is not done yet; a newer wish for the
  /// same replaces an older one and does not put it off.
  void want(const std::string& what, Write write);
  /// Nothing is left to write.
  bool idle();
  /// Returns when nothing is left to write.
  void flush();
  /// The first failure since it was last asked for. Each one is told once until something can be written again.
  std::optional<std::string> problem();
  /// Called from the other thread when there is a problem to be told.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Wish {
    Write write;
    Clock::time_point due;
  };
  void work(const std::stop_token& stop);

  const std::chrono::milliseconds delay_;
  std::mutex mutex_;  ///< of all below
  std::condition_variable_any changed_, idle_;
  std::map<std::string, Wish> wishes_;
  std::optional<std::string> problem_;
  bool hurry_ = false, busy_ = false, failing_ = false;
  Worker worker_;  ///< last: it uses all of the above; started with the first wish
};

}  // namespace app
