#pragma once
// Independent pieces of work on all cores.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace gpu {

/// Calls work(i) for 0 <= i < jobs, on all cores at once, or on most_cores of them, until `cancelled`.
template <class Work>
void on_all_cores(std::int64_t jobs, const std::atomic<bool>& cancelled, Work&& work, std::int64_t most_cores = 1024) {
  std::atomic<std::int64_t> next{0};
  const auto run = [&] {
    for (auto i = next++; i < jobs && !cancelled; i = next++) work(i);
  };
  const auto cores = std::min<std::int64_t>({std::max(1u, std::thread::hardware_concurrency()), jobs, most_cores});
  std::vector<std::jthread> others;
  try {
    for (std::int64_t n = 1; n < cores; ++n) others.emplace_back(run);
  } catch (const std::system_error&) {
    // The system has no thread left: those that there are do the work.
  }
  run();
}

}  // namespace gpu
