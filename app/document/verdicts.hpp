#pragma once
// Computes verdicts of values with many elements on a background thread: of every element for some seconds, then of samples.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "algebra/layout/contracts.hpp"
#include "app/document/decide.hpp"
#include "app/system/worker.hpp"

namespace app {

class Verdicts {
 public:
  using Job = VerdictJob;
  struct Answer {
    std::uint64_t version = 0;
    algebra::Verdict verdict;
  };

  Verdicts();
  Verdicts(const Verdicts&) = delete;
  Verdicts& operator=(const Verdicts&) = delete;

  /// Sets the function that the background thread calls when an answer is ready. The previous `wake` is not called after this returns.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Sets the seconds for verdicts of every element, from the first job of an empty queue; 0: no limit.
  void limit(double seconds);
  /// Replaces the queue, in this order. Cancels a running job and drops answers that are not wanted; but jobs of want_everything continue
  /// if their version is one of `unchanged`.
  void want(std::vector<Job>, std::vector<std::uint64_t> unchanged = {});
  /// Appends jobs that look at every element, without a time limit.
  void want_everything(std::vector<Job>);
  /// Ends the time: the remaining jobs are sampled.
  void sample_rest();
  struct Progress {
    std::size_t done = 0, total = 0;  ///< since the queue was last empty
  };
  Progress progress();
  /// Removes and returns the answers found so far.
  std::vector<Answer> take();
  /// Returns true if no job is left and no answer is waiting.
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
  bool running_everything_ = false;
  std::size_t done_ = 0;
  double seconds_ = usual_check_seconds, spent_ = 0;
  bool again_ = false;  ///< the running job is cancelled, but repeated on a sample
  std::atomic<bool> cancelled_{false};
  Worker worker_;  ///< last, so that its thread stops before the members that it uses are destroyed
};

}  // namespace app
