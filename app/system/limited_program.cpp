#include "app/system/limited_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "app/system/kept_program.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Returns true for "a.cu:3:5: error: no such thing", but not for a line of the tree, which may quote such a text.
bool is_error(std::string_view line) {
  const auto at = line.find("error: ");
  return at != std::string_view::npos && line.find_first_of("|`\"") > at && line.front() != ' ';
}

}  // namespace

std::optional<std::uint64_t> available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;)
    if (std::uint64_t kibibytes = 0; word == "MemAvailable:" && file >> kibibytes) return kibibytes << 10;
  return std::nullopt;
}

tl::expected<EndedProgram, Message> run_limited(const std::vector<std::string>& arguments, const ProgramLimits& limits,
                                                const std::function<void(std::string_view)>& line) {
  constexpr std::size_t most_errors = 16'384;
  // The shell sets the limits. Errors go to standard output, so they arrive between the lines.
  std::vector<std::string> all{"/bin/sh", "-c",
                               fmt::format("ulimit -v {}; ulimit -t {}; ulimit -c 0; exec {}\"$@\" 2>&1", limits.mebibytes * 1024,
                                           limits.seconds, limits.in_background ? "nice " : ""),
                               "sh"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return tl::unexpected(message("cannot run {}: {}", arguments[0], std::generic_category().message(errno)));
  constexpr KeptProgramEnd at_once{.patience = std::chrono::milliseconds(0)};
  const auto process = start_kept_program(all, STDOUT_FILENO, ends[1], at_once);
  ::close(ends[1]);
  if (!process) {
    ::close(ends[0]);
    return tl::unexpected(message("cannot run {}: {}", arguments[0], process.error()));
  }
  EndedProgram ended;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(limits.seconds);
  std::string rest;
  std::vector<char> block(1 << 16);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd waiting{.fd = ends[0], .events = POLLIN, .revents = 0};
    ended.given_up = limits.given_up && limits.given_up();
    const auto wait = limits.given_up ? std::min<std::int64_t>(left, 100) : left;
    const int ready = left > 0 && !ended.given_up ? ::poll(&waiting, 1, static_cast<int>(wait)) : 0;
    if ((ready < 0 && errno == EINTR) || (ready == 0 && left > 0 && !ended.given_up)) continue;
    if (ready <= 0) {
      ended.late = !ended.given_up;
      break;
    }
    const auto n = ::read(ends[0], block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    rest.append(block.data(), static_cast<std::size_t>(n));
    std::size_t begin = 0;
    for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n', begin)) {
      const auto one = std::string_view(rest).substr(begin, end - begin);
      // The compiler's errors, which come in between the lines of its tree.
      if (is_error(one) && ended.errors.size() < most_errors) ended.errors += std::string(one) + '\n';
      line(one);
      begin = end + 1;
    }
    rest.erase(0, begin);
  }
  ::close(ends[0]);
  int status = 0;
  // The program may close its output long before it ends.
  const auto is_over = [&] { return ended.late || ended.given_up; };
  while (!is_over()) {
    const auto waited = ::waitpid(*process, &status, WNOHANG);
    if (waited != 0 && !(waited < 0 && errno == EINTR)) break;
    ended.late = std::chrono::steady_clock::now() > until;
    ended.given_up = !ended.late && limits.given_up && limits.given_up();
    if (!is_over()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (is_over()) status = end_kept_program(*process, at_once);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

}  // namespace app
