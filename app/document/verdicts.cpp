#include "app/document/verdicts.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace app {

Verdicts::Verdicts() {
  worker_.start([this](const std::stop_token& stop) { work(stop); });
}

void Verdicts::limit(double seconds) {
  const std::lock_guard lock(mutex_);
  seconds_ = seconds;
}

void Verdicts::want(std::vector<Job> jobs, std::vector<std::uint64_t> unchanged) {
  std::ranges::sort(unchanged);
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty() && running_ == 0) done_ = 0, spent_ = 0;
    const auto goes_on = [&](std::uint64_t version) { return std::ranges::binary_search(unchanged, version); };
    const auto wanted = [&](std::uint64_t version) {
      return std::any_of(jobs.begin(), jobs.end(), [&](const Job& j) { return j.version == version; });
    };
    if (running_ != 0 && !wanted(running_) && !(running_everything_ && goes_on(running_))) cancelled_ = true, again_ = false;
    std::erase_if(answers_, [&](const Answer& a) { return !wanted(a.version) && !goes_on(a.version); });
    // A job that is running, or has its answer, is not repeated.
    std::erase_if(jobs, [&](const Job& j) {
      return j.version == running_ ||
             std::any_of(answers_.begin(), answers_.end(), [&](const Answer& a) { return a.version == j.version; });
    });
    std::erase_if(jobs_, [&](const Job& j) { return !j.everything || !goes_on(j.version) || wanted(j.version); });
    jobs_.insert(jobs_.begin(), std::make_move_iterator(jobs.begin()), std::make_move_iterator(jobs.end()));
  }
  changed_.notify_all();
}

void Verdicts::want_everything(std::vector<Job> jobs) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty() && running_ == 0) done_ = 0, spent_ = 0;
    for (auto& job : jobs) {
      job.everything = true;
      jobs_.push_back(std::move(job));
    }
  }
  changed_.notify_all();
}

void Verdicts::sample_rest() {
  const std::lock_guard lock(mutex_);
  for (auto& job : jobs_) job.everything = false;
  running_everything_ = false;
  if (jobs_.empty() && running_ == 0) return;
  spent_ = std::numeric_limits<double>::infinity();
  if (running_ != 0) cancelled_ = again_ = true;
}

Verdicts::Progress Verdicts::progress() {
  const std::lock_guard lock(mutex_);
  const std::size_t left = jobs_.size() + (running_ != 0);
  return left == 0 ? Progress{} : Progress{done_, done_ + left};
}

std::vector<Verdicts::Answer> Verdicts::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

bool Verdicts::idle() {
  const std::lock_guard lock(mutex_);
  return jobs_.empty() && running_ == 0 && answers_.empty();
}

void Verdicts::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return jobs_.empty() && running_ == 0; });
}

void Verdicts::work(const std::stop_token& stop) {
  const std::stop_callback cancel(stop, [this] {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  });
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, stop, [&] { return !jobs_.empty(); });
    if (stop.stop_requested()) return;
    auto job = std::move(jobs_.front());
    jobs_.pop_front();
    running_ = job.version;
    running_everything_ = job.everything;
    cancelled_ = again_ = false;
    const bool in_time = spent_ < (seconds_ > 0 ? seconds_ : std::numeric_limits<double>::infinity());
    const auto most = job.everything ? most_decided : in_time ? algebra::checked_in_background : algebra::checked_whole;
    lock.unlock();
    const auto start = std::chrono::steady_clock::now();
    auto verdict = job.check({.most = most, .sample = true, .cancelled = &cancelled_});
    const auto passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    lock.lock();
    running_ = 0;
    spent_ += passed;
    const bool answered = !cancelled_;
    if (answered) ++done_, answers_.push_back({job.version, std::move(verdict)});
    else if (again_) job.everything = false, jobs_.push_front(std::move(job));
    changed_.notify_all();
    if (answered) worker_.wake();
  }
}

}  // namespace app
