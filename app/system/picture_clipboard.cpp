#include "app/system/picture_clipboard.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "app/system/start_program.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(3);

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// Sends all bytes. A socket is used rather than a pipe: a program that ends early is an error here, not a signal.
bool send_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// Returns the exit status, or -1 if the program had to be ended.
int wait_for(pid_t program) {
  for (const auto end = Clock::now() + patience; Clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
    int status = 0;
    const auto waited = ::waitpid(program, &status, WNOHANG);
    if (waited == program) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (waited < 0 && errno != EINTR) return -1;
  }
  ::kill(program, SIGKILL);
  ::waitpid(program, nullptr, 0);
  return -1;
}

}  // namespace

tl::expected<void, Message> feed_program(const std::vector<std::string>& arguments, std::string_view bytes) {
  const auto failed = [&](const std::string& why) { return tl::unexpected(message("{} could not be started: {}.", arguments[0], why)); };
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return failed(std::strerror(errno));
  const timeval limit{.tv_sec = patience.count(), .tv_usec = 0};
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  const auto program = start_program(arguments, STDIN_FILENO, ends[1]);
  ::close(ends[1]);
  if (!program) {
    ::close(ends[0]);
    return failed(program.error());
  }
  const bool sent = send_all(ends[0], bytes);
  ::close(ends[0]);
  const int status = wait_for(*program);
  if (!sent || status != 0) return tl::unexpected(message("{} did not accept the picture.", arguments[0]));
  return {};
}

tl::expected<void, Message> copy_png(std::string_view png) {
  if (is_set("WAYLAND_DISPLAY") && is_installed("wl-copy")) return feed_program({"wl-copy", "--type", "image/png"}, png);
  if (is_set("DISPLAY") && is_installed("xclip")) return feed_program({"xclip", "-selection", "clipboard", "-t", "image/png", "-i"}, png);
  return tl::unexpected(
      is_set("WAYLAND_DISPLAY")
          ? Message("A picture is copied with wl-copy, which is not installed (package wl-clipboard); exporting to a file works.")
      : is_set("DISPLAY") ? Message("A picture is copied with xclip, which is not installed (package xclip); exporting to a file works.")
                          : Message("There is no display whose clipboard could take a picture; exporting to a file works."));
}

}  // namespace app
