// Threads beside the window, and programs of the desktop.

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "app/system/child_process.hpp"
#include "app/system/kept_program.hpp"
#include "app/system/start_program.hpp"
#include "app/system/worker.hpp"
#include "tests/wait.hpp"

using namespace app;

namespace {

/// A shell's script as a kept program, and the lines that it writes.
struct Script {
  tl::expected<pid_t, algebra::Message> keeper;
  int output = -1;
  explicit Script(const std::string& text, KeptProgramEnd end = {}) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    keeper = start_kept_program({"sh", "-c", text}, STDOUT_FILENO, ends[1], end);
    ::close(ends[1]);
    output = ends[0];
  }
  ~Script() { ::close(output); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  std::string line() const {
    std::string text;
    for (char c = 0; ::read(output, &c, 1) == 1 && c != '\n';) text += c;
    return text;
  }
};

/// Returns whether a process runs, and is not only waited for.
bool runs(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string stat;
  std::getline(file, stat);
  const auto name_ends = stat.rfind(')');
  return name_ends != std::string::npos && stat.substr(name_ends + 2, 1) != "Z";
}

int status_of(pid_t keeper) {
  int status = 0;
  ::waitpid(keeper, &status, 0);
  return status;
}

double seconds_of(const std::function<void()>& what) {
  const auto begin = std::chrono::steady_clock::now();
  what();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Writes its own number and that of a child, neither of which heeds SIGTERM.
constexpr const char* deaf =
    "trap '' TERM; sh -c 'trap \"\" TERM; echo $$; while :; do sleep 100; done' & echo $$; while :; do sleep 100; done";

}  // namespace

TEST_CASE("A worker wakes whoever wants it last, and ends when it is stopped") {
  std::atomic<int> before = 0, woken = 0, ended = 0;
  Worker worker;
  CHECK_FALSE(worker.started());
  worker.wake();  // nobody
  worker.wake_with([&] { ++before; });
  worker.wake_with([&] { ++woken; });
  worker.start([&](const std::stop_token& stop) {
    worker.wake();
    const StopDescriptor stopped(stop);
    pollfd wanted{stopped.get(), POLLIN, 0};
    ended = ::poll(&wanted, 1, 60'000) == 1 && stop.stop_requested() ? 1 : 2;
  });
  CHECK(worker.started());
  worker.stop();
  CHECK(before == 0);
  CHECK(woken == 1);
  CHECK(ended == 1);
  worker.stop();  // once more is nothing
}

TEST_CASE("A descriptor of a stop that was requested before it can be read from at once") {
  std::stop_source source;
  source.request_stop();
  const StopDescriptor stopped(source.get_token());
  pollfd wanted{stopped.get(), POLLIN, 0};
  CHECK(::poll(&wanted, 1, 0) == 1);
}

TEST_CASE("Programs are found in the PATH") {
  CHECK(is_installed("sh"));
  CHECK_FALSE(is_installed("cutescope-no-such-program"));
  CHECK_FALSE(start_program({"cutescope-no-such-program"}, STDOUT_FILENO, STDOUT_FILENO));
}

TEST_CASE("A folder of the PATH that depends on where one stands has no programs") {
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", ("bin:.::" + before).c_str(), 1);
  CHECK(installed_path("sh").starts_with('/'));
  ::setenv("PATH", ".:bin", 1);
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path("/bin");
  CHECK_FALSE(is_installed("sh"));
  std::filesystem::current_path(here);
  ::setenv("PATH", before.c_str(), 1);
}

TEST_CASE("A keeper ends as its program has ended, and says what cannot be started") {
  CHECK_FALSE(start_kept_program({"cutescope-no-such-program"}, STDOUT_FILENO, STDOUT_FILENO));
  const Script seven("echo here; exit 7");
  REQUIRE(seven.keeper);
  CHECK(seven.line() == "here");
  const int status = status_of(*seven.keeper);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
  const Script killed("kill -SEGV $$");
  const int by_signal = status_of(*killed.keeper);
  CHECK(WIFSIGNALED(by_signal));
  CHECK(WTERMSIG(by_signal) == SIGSEGV);
  // The standard streams that are not asked for lead nowhere, and no other file of ours is passed on: what runs the tests may pass on some.
  for (int file = STDERR_FILENO + 1; file < 1024; ++file) ::fcntl(file, F_SETFD, FD_CLOEXEC);
  const Script files("ls -l /proc/$$/fd | grep -c -v 'total\\|/dev/null\\|pipe:'; cat");
  CHECK(files.line() == "0");
  CHECK(WEXITSTATUS(status_of(*files.keeper)) == 0);
}

TEST_CASE("A program that ignores SIGTERM is killed after the patience, and what it has started with it") {
  for (const bool outlived : {false, true}) {
    const KeptProgramEnd end{.patience = std::chrono::milliseconds(200), .outlived = outlived};
    const Script script(deaf, end);
    const auto one = script.line(), other = script.line();
    REQUIRE(runs(one));
    REQUIRE(runs(other));
    CHECK(seconds_of([&] { end_kept_program(*script.keeper, end); }) < 5);
    CHECK(comes([&] { return !runs(one) && !runs(other); }));
  }
}

TEST_CASE("A program has its patience to put things in order") {
  const KeptProgramEnd end{.patience = std::chrono::seconds(60)};
  const Script script("trap 'echo in order; exit 3' TERM; echo ready; while :; do sleep 0.01; done", end);
  CHECK(script.line() == "ready");
  CHECK(seconds_of([&] { CHECK(WEXITSTATUS(end_kept_program(*script.keeper, end)) == 3); }) < 30);
  CHECK(script.line() == "in order");
}

TEST_CASE("What a program leaves behind ends with it, or where it is outlived when the end is asked for") {
  constexpr auto* leaves = "sleep 1000 & echo $!";
  const Script alone(leaves);
  const auto left = alone.line();
  status_of(*alone.keeper);
  CHECK(comes([&] { return !runs(left); }));
  const Script outlived(leaves, {.outlived = true});
  const auto stays = outlived.line();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(runs(stays));
  end_kept_program(*outlived.keeper, {.outlived = true});
  CHECK(comes([&] { return !runs(stays); }));
}

TEST_CASE("A program ends with whoever has started it, however that ends") {
  for (const int signal : {SIGKILL, SIGTERM, SIGSEGV}) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    const pid_t starter = ::fork();
    if (starter == 0) {
      std::signal(signal, SIG_DFL);  // the tests' own handler would report a crash
      start_kept_program({"sh", "-c", deaf}, STDOUT_FILENO, ends[1], {.patience = std::chrono::milliseconds(100), .outlived = true});
      for (;;) ::pause();
    }
    ::close(ends[1]);
    std::string text;
    for (char c = 0; std::ranges::count(text, '\n') < 2 && ::read(ends[0], &c, 1) == 1;) text += c;
    ::close(ends[0]);
    const auto line_end = text.find('\n');
    const auto one = text.substr(0, line_end), other = text.substr(line_end + 1, text.size() - line_end - 2);
    REQUIRE(runs(one));
    REQUIRE(runs(other));
    ::kill(starter, signal);
    status_of(starter);
    CHECK(comes([&] { return !runs(one) && !runs(other); }));
  }
}

TEST_CASE("A question that was stopped is not waited for") {
  auto asked = ChildProcess::start({"sh", "-c", "trap '' TERM; while :; do sleep 100; done"}, [] {});
  REQUIRE(asked);
  CHECK(seconds_of([&] { asked->reset(); }) < 10);
}
