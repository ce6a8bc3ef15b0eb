#include "app/system/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

extern char** environ;

namespace app {
namespace {

constexpr std::size_t max_output = 1u << 20;

}  // namespace

tl::expected<std::unique_ptr<ChildProcess>, std::string> ChildProcess::start(const std::vector<std::string>& arguments,
                                                                             std::function<void()> wake) {
  std::vector<char*> argv;
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return tl::unexpected(fmt::format("cannot run {}: {}", arguments[0], std::generic_category().message(errno)));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return tl::unexpected(fmt::format("cannot run {}: {}", arguments[0], std::generic_category().message(error)));
  }
  std::unique_ptr<ChildProcess> child(new ChildProcess);
  child->process_ = process;
  child->wake_ = std::move(wake);
  child->thread_ = std::thread([self = child.get(), from = ends[0]] { self->read(from); });
  return child;
}

ChildProcess::~ChildProcess() {
  {
    const std::lock_guard lock(mutex_);
    wake_ = {};
    if (process_ > 0) ::kill(process_, SIGTERM);
  }
  if (thread_.joinable()) thread_.join();
}

void ChildProcess::read(int from) {
  std::string output;
  char block[4096];
  for (;;) {
    const auto n = ::read(from, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (output.size() < max_output) output.append(block, static_cast<std::size_t>(n));
  }
  ::close(from);
  // It has closed its output; until it is waited for nobody else gets its number.
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  answer_ = Answer{WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::move(output)};
  if (wake_) wake_();
}

std::optional<ChildProcess::Answer> ChildProcess::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

bool is_installed(std::string_view program) {
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path != nullptr ? path : ""; !rest.empty();) {
    const auto colon = rest.find(':');
    const auto folder = rest.substr(0, colon);
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    if (!folder.empty() && ::access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace app
