#include "app/cli/limited_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include <fmt/format.h>

#include "app/system/start_program.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// a.cu:3:5: error: no such thing; not a line of the tree, which may quote anything.
bool is_error(std::string_view line) {
  const auto at = line.find("error: ");
  return at != std::string_view::npos && line.find_first_of("|`\"") > at && line.front() != ' ';
}

}  // namespace

tl::expected<EndedProgram, Message> run_limited(const std::vector<std::string>& arguments, const ProgramLimits& limits,
                                                const std::function<void(std::string_view)>& line) {
  constexpr std::size_t most_errors = 16'384;
  // The shell sets the limits; errors come between the lines.
  std::vector<std::string> all{"/bin/sh", "-c", fmt::format("ulimit -v {}; ulimit -c 0; exec \"$@\" 2>&1", limits.mebibytes * 1024), "sh"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return tl::unexpected(message("cannot run {}: {}", arguments[0], std::generic_category().message(errno)));
  const auto process = start_program(all, STDOUT_FILENO, ends[1]);
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
    const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      ended.late = true;
      ::kill(*process, SIGKILL);
      break;
    }
    const auto n = ::read(ends[0], block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    rest.append(block.data(), static_cast<std::size_t>(n));
    std::size_t begin = 0;
    for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n', begin)) {
      const auto one = std::string_view(rest).substr(begin, end - begin);
      // What the compiler says of the source, beside its tree.
      if (is_error(one) && ended.errors.size() < most_errors) ended.errors += std::string(one) + '\n';
      line(one);
      begin = end + 1;
    }
    rest.erase(0, begin);
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(*process, &status, 0) < 0 && errno == EINTR) {
  }
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

}  // namespace app
