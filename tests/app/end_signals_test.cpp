// Signals that ask a window to end.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/system/end_signals.hpp"
#include "tests/wait.hpp"

using namespace app;

namespace {

/// Returns the status that waitpid reports for a process that runs `work` and exits with its result.
template <class Work>
int status_of(Work work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

}  // namespace

TEST_CASE("a signal to end is a question, and the next one ends the process") {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    CAPTURE(signal);
    const int asked = status_of([signal] {
      std::atomic<int> woken{0};
      ::signal(signal, SIG_DFL);  // the parent may ignore it: nohup does
      const EndSignals signals([&woken] { ++woken; });
      if (signals.came()) return 1;
      ::raise(signal);
      return comes([&] { return signals.came() && woken == 1; }) ? 0 : 2;
    });
    CHECK((WIFEXITED(asked) && WEXITSTATUS(asked) == 0));
    const int impatient = status_of([signal] {
      ::signal(signal, SIG_DFL);
      const EndSignals signals([] {});
      ::raise(signal);
      ::raise(signal);
      return 0;
    });
    CHECK((WIFSIGNALED(impatient) && WTERMSIG(impatient) == signal));
  }
}

TEST_CASE("what the parent has ignored stays ignored, and nothing is caught afterwards") {
  CHECK(status_of([] {
          ::signal(SIGHUP, SIG_IGN);
          const EndSignals signals([] {});
          ::raise(SIGHUP);
          ::raise(SIGHUP);
          return signals.came() ? 1 : 0;
        }) == 0);
  const int after = status_of([] {
    {
      const EndSignals signals([] {});
    }
    ::raise(SIGTERM);
    return 0;
  });
  CHECK((WIFSIGNALED(after) && WTERMSIG(after) == SIGTERM));
}
