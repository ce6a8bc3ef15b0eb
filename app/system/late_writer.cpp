#include "app/system/late_writer.hpp"

#include <algorithm>

namespace app {

void LateWriter::want(const std::string& what, Write write) {
  const std::lock_guard lock(mutex_);
  const auto [wanted, is_new] = pending_.try_emplace(what);
  if (is_new) wanted->second.due = Clock::now() + delay_;
  wanted->second.write = std::move(write);
  if (!worker_.started()) worker_.start([this](const std::stop_token& stop) { work(stop); });
  if (is_new) changed_.notify_all();
}

bool LateWriter::idle() {
  const std::lock_guard lock(mutex_);
  return pending_.empty() && !busy_;
}

void LateWriter::flush() {
  std::unique_lock lock(mutex_);
  if (pending_.empty() && !busy_) return;
  hurry_ = true;
  changed_.notify_all();
  idle_.wait(lock, [this] { return pending_.empty() && !busy_; });
  hurry_ = false;
}

std::optional<algebra::Message> LateWriter::problem() {
  const std::lock_guard lock(mutex_);
  return std::exchange(problem_, std::nullopt);
}

void LateWriter::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto next =
        std::min_element(pending_.begin(), pending_.end(), [](const auto& a, const auto& b) { return a.second.due < b.second.due; });
    if (next == pending_.end()) {
      idle_.notify_all();
      if (stop.stop_requested()) return;
      changed_.wait(lock, stop, [this] { return !pending_.empty(); });
      continue;
    }
    const auto hurries = [&] { return hurry_ || stop.stop_requested(); };
    if (const auto due = next->second.due; !hurries() && due > Clock::now()) {
      changed_.wait_until(lock, stop, due, hurries);
      continue;
    }
    const auto write = std::move(next->second.write);
    pending_.erase(next);
    busy_ = true;
    lock.unlock();
    const auto written = write();
    lock.lock();
    busy_ = false;
    if (!written && !failing_) {
      problem_ = written.error();
      worker_.wake();
    }
    failing_ = !written;
  }
}

}  // namespace app
