#include "app/system/late_writer.hpp"

#include <algorithm>

namespace app {

LateWriter::~LateWriter() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = hurry_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void LateWriter::want(const std::string& what, Write write) {
  const std::lock_guard lock(mutex_);
  const auto [wish, is_new] = wishes_.try_emplace(what);
  if (is_new) wish->second.due = Clock::now() + delay_;
  wish->second.write = std::move(write);
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  if (is_new) changed_.notify_all();
}

bool LateWriter::idle() {
  const std::lock_guard lock(mutex_);
  return wishes_.empty() && !busy_;
}

void LateWriter::flush() {
  std::unique_lock lock(mutex_);
  if (wishes_.empty() && !busy_) return;
  hurry_ = true;
  changed_.notify_all();
  idle_.wait(lock, [this] { return wishes_.empty() && !busy_; });
  hurry_ = stop_;
}

std::optional<std::string> LateWriter::problem() {
  const std::lock_guard lock(mutex_);
  return std::exchange(problem_, std::nullopt);
}

void LateWriter::wake_with(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

void LateWriter::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto next =
        std::min_element(wishes_.begin(), wishes_.end(), [](const auto& a, const auto& b) { return a.second.due < b.second.due; });
    if (next == wishes_.end()) {
      idle_.notify_all();
      if (stop_) return;
      changed_.wait(lock);
      continue;
    }
    if (!hurry_ && next->second.due > Clock::now()) {
      const auto due = next->second.due;
      changed_.wait_until(lock, due);
      continue;
    }
    const auto write = std::move(next->second.write);
    wishes_.erase(next);
    busy_ = true;
    lock.unlock();
    const auto written = write();
    lock.lock();
    busy_ = false;
    if (!written && !failing_) {
      problem_ = written.error();
      if (wake_) wake_();
    }
    failing_ = !written;
  }
}

}  // namespace app
