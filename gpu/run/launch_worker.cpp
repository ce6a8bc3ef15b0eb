#include "gpu/run/launch_worker.hpp"

#include <algorithm>
#include <utility>

namespace gpu {

LaunchWorker::LaunchWorker(std::function<void()> rest, std::chrono::milliseconds after)
    : rest_(std::move(rest)), rest_after_(after), thread_([this](const std::stop_token& stop) { work(stop); }) {}

void LaunchWorker::wake_with(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

void LaunchWorker::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_all();
}

void LaunchWorker::cancel() {
  {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
    findings_.clear();
    if (running_) running_->cancelled = true;
  }
  changed_.notify_all();
}

std::vector<LaunchWorker::Finding> LaunchWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(findings_, {});
}

void LaunchWorker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return tasks_.empty() && !running_; });
}

void LaunchWorker::wait_for_finding() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !findings_.empty() || (tasks_.empty() && !running_); });
}

bool LaunchWorker::idle() const {
  const std::lock_guard lock(mutex_);
  return tasks_.empty() && !running_;
}

bool LaunchWorker::empty() const {
  const std::lock_guard lock(mutex_);
  // A cancelled task may take a moment to notice and is not waited for.
  return tasks_.empty() && (!running_ || running_->cancelled) && findings_.empty();
}

std::string_view LaunchWorker::stage() const {
  const std::lock_guard lock(mutex_);
  return running_ ? running_stage_ : tasks_.empty() ? std::string_view{} : tasks_.front().stage;
}

double LaunchWorker::fraction() const {
  const std::lock_guard lock(mutex_);
  if (!running_) return 0;
  const auto total = running_->total.load();
  return total > 0 ? std::clamp(static_cast<double>(running_->done.load()) / static_cast<double>(total), 0.0, 1.0) : 0;
}

void LaunchWorker::work(const std::stop_token& stop) {
  const std::stop_callback cancel_running(stop, [this] {
    const std::lock_guard lock(mutex_);
    if (running_) running_->cancelled = true;
  });
  std::unique_lock lock(mutex_);
  bool worked = false;
  for (;;) {
    const auto wanted = [&] { return !tasks_.empty(); };
    if (worked && rest_ && !changed_.wait_for(lock, stop, rest_after_, wanted) && !stop.stop_requested()) {
      lock.unlock();
      rest_();
      lock.lock();
    }
    changed_.wait(lock, stop, wanted);
    worked = true;
    if (stop.stop_requested()) return;
    const auto task = std::move(tasks_.front());
    tasks_.pop_front();
    const auto progress = running_ = std::make_shared<Progress>();
    running_stage_ = task.stage;
    lock.unlock();
    auto finding = task.work(*progress);
    lock.lock();
    running_.reset();
    const bool found = !progress->cancelled;
    if (found) findings_.push_back(std::move(finding));
    changed_.notify_all();
    // Called under the lock, so that the receiver still exists.
    if (found && wake_) wake_();
  }
}

}  // namespace gpu
