#pragma once
// Runs independent pieces of work on all cores.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace gpu {

/// Calls work(i) for 0 <= i < jobs on all other cores, until `cancelled`, and on this one from finish() on. `cancelled` and everything the
/// work refers to must outlive it.
template <class Work>
class CoreJobs {
 public:
  CoreJobs(std::int64_t jobs, const std::atomic<bool>& cancelled, Work work) : jobs_(jobs), cancelled_(cancelled), work_(std::move(work)) {
    const auto cores = std::min<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()), jobs);
    try {
      for (std::int64_t n = 1; n < cores; ++n) others_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
      // The system has no thread left: the existing ones do the work.
    }
  }
  CoreJobs(const CoreJobs&) = delete;
  CoreJobs& operator=(const CoreJobs&) = delete;
  /// Helps until all jobs are done.
  void finish() {
    run();
    others_.clear();
  }

 private:
  void run() {
    for (auto i = next_++; i < jobs_ && !cancelled_; i = next_++) work_(i);
  }

  const std::int64_t jobs_;
  const std::atomic<bool>& cancelled_;
  Work work_;
  std::atomic<std::int64_t> next_{0};
  std::vector<std::jthread> others_;
};

/// Calls work(i) for 0 <= i < jobs, on all cores at once, until `cancelled`.
template <class Work>
void on_all_cores(std::int64_t jobs, const std::atomic<bool>& cancelled, Work&& work) {
  CoreJobs(jobs, cancelled, [&](std::int64_t i) { work(i); }).finish();
}

}  // namespace gpu
