#pragma once
// What a launch needs beside its trace, found on a thread of its own: prediction, comparison, copy.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "gpu/report.hpp"
#include "gpu/runner.hpp"
#include "gpu/summary.hpp"

namespace gpu {

class LaunchWorker {
 public:
  using Finding = std::variant<Memory, Sample, Comparison, tl::expected<Copied, Failure>>;
  struct Task {
    std::string_view stage;                  ///< of static storage
    std::function<Finding(Progress&)> work;  ///< ends soon when it is cancelled
  };

  /// `rest` is called on the other thread once after each run of tasks, when nothing has been to do for so long.
  explicit LaunchWorker(std::function<void()> rest = {}, std::chrono::milliseconds after = std::chrono::seconds(1));
  LaunchWorker(const LaunchWorker&) = delete;
  LaunchWorker& operator=(const LaunchWorker&) = delete;

  /// `wake` is called from the other thread whenever a finding is there to be taken, and never after this returns with
  /// another one.
  void wake_with(std::function<void()> wake);
  /// After those that wait already.
  void add(Task);
  /// Drops what waits, cancels what runs, and forgets what was found: nothing of all this is ever taken.
  void cancel();
  std::vector<Finding> take();
  /// Until nothing runs or waits.
  void wait();
  /// Until there is something to take, or nothing runs or waits.
  void wait_for_finding();

  bool idle() const;               ///< nothing runs or waits; there may be findings
  bool empty() const;              ///< idle, and nothing to take
  std::string_view stage() const;  ///< of what runs or is next; "" when idle
  double fraction() const;

 private:
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> wake_;
  const std::function<void()> rest_;
  const std::chrono::milliseconds rest_after_;
  std::deque<Task> tasks_;
  std::vector<Finding> findings_;
  std::shared_ptr<Progress> running_;  ///< null: nothing runs
  std::string_view running_stage_;
  std::jthread thread_;  ///< last: it uses all of the above
};

}  // namespace gpu
