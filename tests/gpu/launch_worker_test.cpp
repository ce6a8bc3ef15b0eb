// The thread beside the trace: when it rests.

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "gpu/run/launch_worker.hpp"
#include "tests/wait.hpp"

using namespace gpu;
using namespace std::chrono_literals;

namespace {

LaunchWorker::Task task(std::atomic<int>& done) {
  return {"timing", [&done](Progress&) -> LaunchWorker::Finding {
            ++done;
            return Comparison{};
          }};
}

}  // namespace

TEST_CASE("a worker rests once after its work, and again after more of it") {
  std::atomic<int> rests = 0, done = 0;
  LaunchWorker worker([&] { ++rests; }, 20ms);
  std::this_thread::sleep_for(60ms);
  CHECK(rests == 0);  // it has not worked yet
  worker.add(task(done));
  CHECK(comes([&] { return rests == 1; }));
  CHECK(done == 1);
  std::this_thread::sleep_for(80ms);
  CHECK(rests == 1);
  worker.add(task(done));
  CHECK(comes([&] { return rests == 2; }));
  CHECK(done == 2);
}

TEST_CASE("a worker that has more to do does not rest in between, and ends at once") {
  std::atomic<int> rests = 0, done = 0;
  const auto begin = std::chrono::steady_clock::now();
  {
    LaunchWorker worker([&] { ++rests; }, 1h);
    for (int i = 0; i < 3; ++i) worker.add(task(done));
    worker.wait();
    CHECK(done == 3);
    CHECK(rests == 0);
  }
  CHECK(std::chrono::steady_clock::now() - begin < 1min);
}
