#include "app/document/decide.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>

#include "algebra/layout/memory_budget.hpp"

namespace app {
namespace {

using algebra::Verdict;
using Clock = std::chrono::steady_clock;

/// The bytes that the sets of one check may take.
constexpr std::int64_t bytes_of_a_check = std::int64_t{128} << 20;

std::size_t threads_for(std::size_t jobs) {
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  const auto fit = std::max<std::int64_t>(1, algebra::memory_budget().bytes() / bytes_of_a_check);
  return std::min({jobs, static_cast<std::size_t>(cores), static_cast<std::size_t>(fit)});
}

/// Runs work(0), ..., work(jobs - 1), each once, on all cores. Calls `stopped` before each job, and stops once it returns true.
template <class Work, class Stopped>
void on_all_cores(std::size_t jobs, Work&& work, Stopped&& stopped) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t running = 0;
  const auto run = [&] {
    for (auto i = next++; i < jobs && !stopped(); i = next++) work(i);
    const std::lock_guard lock(mutex);
    --running;
    ended.notify_one();
  };
  std::vector<std::jthread> threads;
  for (auto n = threads_for(jobs); n > 0; --n) {
    {
      const std::lock_guard lock(mutex);
      ++running;
    }
    try {
      threads.emplace_back(run);
    } catch (const std::system_error&) {
      // The system has no thread left: the threads that have started do the work, or the calling thread if there is none.
      if (threads.empty()) return run();
      const std::lock_guard lock(mutex);
      --running;
      break;
    }
  }
  std::unique_lock lock(mutex);
  while (!ended.wait_for(lock, std::chrono::milliseconds(20), [&] { return running == 0; })) stopped();
}

}  // namespace

bool is_sampled(const Verdict& v) { return v.kind == Verdict::Kind::pending || (v.kind == Verdict::Kind::kept && v.checked < v.total); }

std::vector<std::optional<Verdict>> decide(std::span<const VerdictCheck> checks, double seconds, DecideProgress& progress) {
  const auto start = Clock::now();
  progress.total += checks.size();
  std::vector<std::optional<Verdict>> verdicts(checks.size());
  on_all_cores(
      checks.size(),
      [&](std::size_t i) {
        auto verdict = checks[i]({.most = algebra::checked_whole, .sample = true, .cancelled = &progress.cancelled});
        if (progress.cancelled) return;  // a cancelled check has looked at a part only
        if (!is_sampled(verdict)) ++progress.whole;
        verdicts[i] = std::move(verdict);
        ++progress.looked_at;
      },
      [&] { return progress.cancelled.load(); });
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < checks.size(); ++i)
    if (verdicts[i] && is_sampled(*verdicts[i])) open.push_back(i);
  std::ranges::stable_sort(open, {}, [&](std::size_t i) { return verdicts[i]->total; });
  std::atomic<bool> stop{false};
  const auto stopped = [&] {
    const bool late = seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() > seconds;
    if (progress.cancelled || late) stop = true;
    return stop.load();
  };
  on_all_cores(
      open.size(),
      [&](std::size_t k) {
        auto verdict = checks[open[k]]({.most = seconds > 0 ? most_decided : most_decidable, .sample = true, .cancelled = &stop});
        if (stop) return;
        if (!is_sampled(verdict)) ++progress.whole;
        verdicts[open[k]] = std::move(verdict);
      },
      stopped);
  return verdicts;
}

}  // namespace app
