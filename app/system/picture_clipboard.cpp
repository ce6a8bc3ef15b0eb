#include "app/system/picture_clipboard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

extern char** environ;

namespace app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(3);

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool installed(std::string_view program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!folders.empty()) {
    const auto end = std::min(folders.find(':'), folders.size());
    const auto file = fmt::format("{}/{}", folders.substr(0, end), program);
    if (::access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

/// All of the bytes. A socket rather than a pipe: a program that ends early is an error here, not a signal.
bool send_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// The exit status, or -1 for one that had to be ended.
int wait_for(pid_t program) {
  for (const auto end = Clock::now() + patience; Clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
    int status = 0;
    const auto waited = ::waitpid(program, &status, WNOHANG);
    if (waited == program) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (waited < 0 && errno != EINTR) return -1;
  }
  ::kill(program, SIGTERM);
  ::waitpid(program, nullptr, 0);
  return -1;
}

}  // namespace

tl::expected<void, std::string> feed_program(const char* const* arguments, std::string_view bytes) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return tl::unexpected(fmt::format("{} could not be started: {}.", arguments[0], std::strerror(errno)));
  const timeval limit{.tv_sec = patience.count(), .tv_usec = 0};
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  // What keeps the clipboard stays behind: it must not hold on to a terminal or to a pipe that somebody reads.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t program = 0;
  const int error = ::posix_spawnp(&program, arguments[0], &actions, nullptr, const_cast<char* const*>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return tl::unexpected(fmt::format("{} could not be started: {}.", arguments[0], std::strerror(error)));
  }
  const bool sent = send_all(ends[0], bytes);
  ::close(ends[0]);
  const int status = wait_for(program);
  if (!sent || status != 0) return tl::unexpected(fmt::format("{} did not take the picture.", arguments[0]));
  return {};
}

tl::expected<void, std::string> copy_png(std::string_view png) {
  static constexpr const char* wayland[] = {"wl-copy", "--type", "image/png", nullptr};
  static constexpr const char* x11[] = {"xclip", "-selection", "clipboard", "-t", "image/png", "-i", nullptr};
  if (is_set("WAYLAND_DISPLAY") && installed(wayland[0])) return feed_program(wayland, png);
  if (is_set("DISPLAY") && installed(x11[0])) return feed_program(x11, png);
  return tl::unexpected(
      std::string(is_set("WAYLAND_DISPLAY")
                      ? "A picture is copied with wl-copy, which is not installed (package wl-clipboard); exporting to a file works."
                  : is_set("DISPLAY") ? "A picture is copied with xclip, which is not installed (package xclip); exporting to a file works."
                                      : "There is no display whose clipboard could take a picture; exporting to a file works."));
}

}  // namespace app
