#include "app/system/end_signals.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

namespace app {
namespace {

/// The descriptor of an eventfd that a signal makes readable; a signal handler may do no more.
volatile std::sig_atomic_t came_descriptor = -1;

void on_signal(int) {
  const int before = errno;
  ::eventfd_write(came_descriptor, 1);
  errno = before;
}

}  // namespace

EndSignals::EndSignals(std::function<void()> wake) {
  const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) return;
  came_descriptor = descriptor;
  worker_.wake_with(std::move(wake));
  const auto work = [this, descriptor](const std::stop_token& stop) {
    const StopDescriptor stopped(stop);
    pollfd waiting[] = {{descriptor, POLLIN, 0}, {stopped.get(), POLLIN, 0}};
    while (!stop.stop_requested() && stopped.get() >= 0) {
      if (::poll(waiting, 2, -1) < 0 && errno != EINTR) return;
      eventfd_t count = 0;
      if (::eventfd_read(descriptor, &count) != 0) continue;
      came_ = true;
      worker_.wake();
    }
  };
  // If the system has no thread left, the signals are not caught and end the program as usual.
  try {
    worker_.start(work);
  } catch (const std::system_error&) {
    return;
  }
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    if (::sigaction(signal, &action, nullptr) == 0) caught_.push_back(signal);
  }
}

EndSignals::~EndSignals() {
  for (const int signal : caught_) std::signal(signal, SIG_DFL);
  worker_.stop();
  if (came_descriptor >= 0) ::close(came_descriptor);
  came_descriptor = -1;
}

}  // namespace app
