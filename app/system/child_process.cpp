#include "app/system/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <stop_token>
#include <system_error>

#include <fmt/format.h>

#include "app/system/start_program.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::size_t max_output = 1u << 20;

}  // namespace

tl::expected<std::unique_ptr<ChildProcess>, Message> ChildProcess::start(const std::vector<std::string>& arguments,
                                                                         std::function<void()> wake) {
  const auto failed = [&](const std::string& why) { return tl::unexpected(message("cannot run {}: {}", arguments[0], why)); };
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed(std::generic_category().message(errno));
  const auto process = start_program(arguments, STDOUT_FILENO, ends[1]);
  ::close(ends[1]);
  if (!process) {
    ::close(ends[0]);
    return failed(process.error());
  }
  std::unique_ptr<ChildProcess> child(new ChildProcess);
  child->process_ = *process;
  child->worker_.wake_with(std::move(wake));
  child->worker_.start([self = child.get(), from = ends[0]](const std::stop_token& stop) { self->read(from, stop); });
  return child;
}

ChildProcess::~ChildProcess() {
  worker_.wake_with({});
  worker_.stop();
}

void ChildProcess::read(int from, const std::stop_token& stop) {
  std::string output;
  char block[4096];
  const StopDescriptor stopped(stop);
  pollfd waiting[] = {{from, POLLIN, 0}, {stopped.get(), POLLIN, 0}};
  // A query has no state to save, and the window must not wait, so it is killed.
  const std::stop_callback kill(stop, [this] {
    const std::lock_guard lock(mutex_);
    if (process_ > 0) ::kill(process_, SIGKILL);
  });
  while (!stop.stop_requested()) {
    if (::poll(waiting, 2, -1) < 0 && errno == EINTR) continue;
    if (stop.stop_requested()) break;
    const auto n = ::read(from, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (output.size() < max_output) output.append(block, static_cast<std::size_t>(n));
  }
  ::close(from);
  // The child has closed its output. Until it is reaped its process id cannot be reused, so the lock suffices against killing another
  // process.
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  answer_ = Answer{WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::move(output)};
  worker_.wake();
}

std::optional<ChildProcess::Answer> ChildProcess::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

}  // namespace app
