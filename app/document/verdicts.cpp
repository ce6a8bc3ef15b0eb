#include "app/document/verdicts.hpp"

#include <algorithm>

namespace app {

Verdicts::Verdicts() {
  worker_.start([this](const std::stop_token& stop) { work(stop); });
}

void Verdicts::want(std::vector<Job> jobs) {
  {
    const std::lock_guard lock(mutex_);
    const auto wanted = [&](std::uint64_t version) {
      return std::any_of(jobs.begin(), jobs.end(), [&](const Job& j) { return j.version == version; });
    };
    if (running_ != 0 && !wanted(running_)) cancelled_ = true;
    std::erase_if(answers_, [&](const Answer& a) { return !wanted(a.version); });
    // What runs or has its answer need not be done again.
    std::erase_if(jobs, [&](const Job& j) {
      return j.version == running_ ||
             std::any_of(answers_.begin(), answers_.end(), [&](const Answer& a) { return a.version == j.version; });
    });
    jobs_.assign(std::make_move_iterator(jobs.begin()), std::make_move_iterator(jobs.end()));
  }
  changed_.notify_all();
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
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    running_ = job.version;
    cancelled_ = false;
    lock.unlock();
    auto verdict = job.check({.most = algebra::checked_in_background, .sample = true, .cancelled = &cancelled_});
    lock.lock();
    running_ = 0;
    const bool answered = !cancelled_;
    if (answered) answers_.push_back({job.version, std::move(verdict)});
    changed_.notify_all();
    if (answered) worker_.wake();
  }
}

}  // namespace app
