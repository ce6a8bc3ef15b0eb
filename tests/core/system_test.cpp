// Threads beside the window, and programs of the desktop.

#include <poll.h>
#include <unistd.h>

#include <atomic>

#include <doctest/doctest.h>

#include "app/system/start_program.hpp"
#include "app/system/worker.hpp"

using namespace app;

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
