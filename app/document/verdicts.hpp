#pragma once
// Verdicts of values with many elements, computed on a background thread.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "algebra/contracts.hpp"
#include "app/system/worker.hpp"

namespace app {

class Verdicts {
 public:
  using Check = std::function<algebra::Verdict(const algebra::Checking&)>;
  struct Job {
    std::uint64_t version = 0;  ///< of the entry
    Check check;
  };
  struct Answer {
    std::uint64_t version = 0;
    algebra::Verdict verdict;
  };

  Verdicts();
  Verdicts(const Verdicts&) = delete;
  Verdicts& operator=(const Verdicts&) = delete;

  /// Sets what the background thread calls when an answer is ready to be taken. The previous `wake` is not called after this
  /// returns.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Replaces the queue, in this order. Cancels a running job and drops answers that are not among the wanted ones.
  void want(std::vector<Job>);
  /// Removes and returns the answers found so far.
  std::vector<Answer> take();
  /// No job is left and no answer is waiting to be taken.
  bool idle();
  /// Waits until no job is left. For tests and pictures.
  void finish();

 private:
  void work(const std::stop_token& stop);

  std::mutex mutex_;  ///< guards everything below
  std::condition_variable_any changed_;
  std::deque<Job> jobs_;
  std::vector<Answer> answers_;
  std::uint64_t running_ = 0;  ///< version of the running job; 0: none
  std::atomic<bool> cancelled_{false};
  Worker worker_;  ///< last, so that its thread stops before the members that it uses are destroyed
};

}  // namespace app
