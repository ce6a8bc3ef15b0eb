#include "app/system/worker.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

namespace app {

void Worker::start(std::function<void(std::stop_token)> work) { thread_ = std::jthread(std::move(work)); }

void Worker::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Worker::wake_with(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

void Worker::wake() {
  // Called under the lock, so that the receiver cannot be destroyed meanwhile.
  const std::lock_guard lock(mutex_);
  if (wake_) wake_();
}

StopDescriptor::StopDescriptor(const std::stop_token& stop)
    : descriptor_(::eventfd(0, EFD_CLOEXEC)), signal_(std::in_place, stop, [this] { ::eventfd_write(descriptor_, 1); }) {}

StopDescriptor::~StopDescriptor() {
  signal_.reset();  // first: it writes to the descriptor
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace app
