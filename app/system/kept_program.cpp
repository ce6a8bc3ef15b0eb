#include "app/system/kept_program.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>
#include <thread>

#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;
using Clock = std::chrono::steady_clock;

tl::unexpected<Message> not_started(int error) {
  return tl::unexpected(Message("{!}", {algebra::operand(std::generic_category().message(error))}));
}

/// The data that the keeper and the program take over from this process.
struct Start {
  char* const* argv;
  int stream, file;
  int failed;  ///< the program's error is written here; closed by its start
  pid_t starter;
  sigset_t signals;  ///< signal mask of the program
  KeptProgramEnd end;
};

// The functions below run after fork, in a process that may have had threads, so they call only async-signal-safe functions.

[[noreturn]] void fail(const Start& start, int error) {
  static_cast<void>(!::write(start.failed, &error, sizeof error));
  ::_exit(127);
}

[[noreturn]] void become_program(const Start& start) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The copies must not be standard streams, which are replaced one after the other.
  const int from = ::fcntl(start.file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const int above = null < 0 ? -1 : ::fcntl(null, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (from < 0 || above < 0) fail(start, errno);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::dup2(standard == start.stream ? from : above, standard) < 0) fail(start, errno);
  // Handlers of this process must not run in the program.
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  ::sigprocmask(SIG_SETMASK, &start.signals, nullptr);
  ::execvp(start.argv[0], start.argv);
  fail(start, errno);
}

void close_all() {
  if (::syscall(SYS_close_range, 0U, ~0U, 0U) == 0) return;
  const long most = std::min(::sysconf(_SC_OPEN_MAX), 65536L);
  for (int file = 0; file < most; ++file) ::close(file);
}

[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    std::signal(signal, SIG_DFL);
    ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
    ::kill(::getpid(), signal);
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 127);
}

[[noreturn]] void keep(const Start& start) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != start.starter) ::_exit(127);
  std::signal(SIGCHLD, SIG_DFL);
  if (start.end.outlived) ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t program = ::fork();
  if (program == 0) become_program(start);
  if (program < 0) fail(start, errno);
  ::setpgid(program, program);
  // Locks and connections of this process are inherited, and the keeper must not keep them open.
  close_all();
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  sigset_t awaited;
  sigemptyset(&awaited);
  for (const int signal : {SIGTERM, SIGCHLD}) sigaddset(&awaited, signal);
  int status = 0;
  bool ended = false, ending = false, killed = false;
  Clock::time_point until{};
  for (;;) {
    int one = 0;
    pid_t child = 0;
    while ((child = ::waitpid(-1, &one, WNOHANG)) > 0)
      if (child == program) status = one, ended = true;
    if (ended && !start.end.outlived) {
      ::kill(-program, SIGKILL);
      break;
    }
    if (child < 0 && errno == ECHILD) break;
    if (ending && Clock::now() >= until) {
      if (killed) break;
      killed = true;
      ::kill(-program, SIGKILL);
      until = Clock::now() + std::chrono::milliseconds(500);  // killed processes may take a moment to end
    }
    const timespec pause{.tv_sec = ending ? 0 : 3600, .tv_nsec = ending ? 20'000'000 : 0};
    if (::sigtimedwait(&awaited, nullptr, &pause) != SIGTERM || ending) continue;
    ending = true;
    until = Clock::now() + start.end.patience;
    if (start.end.patience.count() == 0) continue;
    ::kill(-program, SIGTERM);
    ::kill(-program, SIGCONT);
  }
  end_as(status);
}

}  // namespace

tl::expected<pid_t, Message> start_kept_program(const std::vector<std::string>& arguments, int stream, int file, KeptProgramEnd end) {
  if (is_confined()) return tl::unexpected(algebra::message("no program is started here"));
  std::vector<char*> argv;
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  int failed[2];
  if (::pipe2(failed, O_CLOEXEC) != 0) return not_started(errno);
  Start start{.argv = argv.data(), .stream = stream, .file = file, .failed = failed[1], .starter = ::getpid(), .signals = {}, .end = end};
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &start.signals);
  const pid_t keeper = ::fork();
  if (keeper == 0) keep(start);
  int error = keeper < 0 ? errno : 0;
  ::pthread_sigmask(SIG_SETMASK, &start.signals, nullptr);
  ::close(failed[1]);
  while (keeper > 0 && ::read(failed[0], &error, sizeof error) < 0 && errno == EINTR) {
  }
  ::close(failed[0]);
  if (error == 0) return keeper;
  while (keeper > 0 && ::waitpid(keeper, nullptr, 0) < 0 && errno == EINTR) {
  }
  return not_started(error);
}

int end_kept_program(pid_t keeper, KeptProgramEnd end) {
  int status = 0;
  ::kill(keeper, SIGTERM);
  for (const auto until = Clock::now() + end.patience + std::chrono::seconds(1); Clock::now() < until;) {
    const auto waited = ::waitpid(keeper, &status, WNOHANG);
    if (waited > 0 || (waited < 0 && errno != EINTR)) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // The program may have stopped its keeper; killing the keeper ends the program too.
  ::kill(keeper, SIGKILL);
  while (::waitpid(keeper, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace app
