#pragma once
// Verdicts of values with many elements, found on a thread of their own while the window goes on.

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

  /// `wake` is called from the other thread whenever an answer is there to be taken, and never after this returns
  /// with another one.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// All that is wanted now, in this order. What runs or waits and is not among them is cancelled.
  void want(std::vector<Job>);
  std::vector<Answer> take();
  /// Nothing is being looked for, and there is nothing to take.
  bool idle();
  /// Waits until nothing is left to do. For tests and pictures.
  void finish();

 private:
  void work(const std::stop_token& stop);

  std::mutex mutex_;  ///< of all below
  std::condition_variable_any changed_;
  std::deque<Job> jobs_;
  std::vector<Answer> answers_;
  std::uint64_t running_ = 0;  ///< version of the job that runs; 0: none
  std::atomic<bool> cancelled_{false};
  Worker worker_;  ///< last: it uses all of the above
};

}  // namespace app
