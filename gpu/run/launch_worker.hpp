#pragma once
// Computes a launch's prediction, comparison and copy on a worker thread.

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

#include "gpu/run/report.hpp"
#include "gpu/run/runner.hpp"
#include "gpu/run/summary.hpp"

namespace gpu {

class LaunchWorker {
 public:
  using Finding = std::variant<Memory, Sample, Comparison, tl::expected<Copied, Failure>, MmaReport>;
  struct Task {
    std::string_view stage;                  ///< must have static storage
    std::function<Finding(Progress&)> work;  ///< must end soon after it is cancelled
  };

  /// `rest` is called on the worker thread once after each run of tasks, when no task was added for `after`.
  explicit LaunchWorker(std::function<void()> rest = {}, std::chrono::milliseconds after = std::chrono::seconds(1));
  LaunchWorker(const LaunchWorker&) = delete;
  LaunchWorker& operator=(const LaunchWorker&) = delete;

  /// `wake` is called on the worker thread whenever a finding is ready. After this returns, the previous one is never
  /// called.
  void wake_with(std::function<void()> wake);
  /// Appends a task to the queue.
  void add(Task);
  /// Drops queued tasks, cancels the running one, and discards all findings, including that of the running task.
  void cancel();
  std::vector<Finding> take();
  /// Blocks until no task is queued or running.
  void wait();
  /// Blocks until there is a finding to take, or no task is queued or running.
  void wait_for_finding();

  bool idle() const;               ///< no task is queued or running; there may be findings
  bool empty() const;              ///< idle (but for a cancelled task), and nothing to take
  std::string_view stage() const;  ///< of the running or next task; "" if idle
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
  std::shared_ptr<Progress> running_;  ///< null: no task is running
  std::string_view running_stage_;
  std::jthread thread_;  ///< last: it uses all members above
};

}  // namespace gpu
