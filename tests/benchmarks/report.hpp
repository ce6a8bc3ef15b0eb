#pragma once
// Output of benchmarks: scripts/bench makes one table of their ratios.

#include <cstdio>
#include <exception>
#include <string_view>

#include <fmt/format.h>

namespace benchmark {

/// Prints one row of the table: `what` has the form "A / B". The ratio is from one run on one machine.
inline void ratio(std::string_view what, double value) {
  fmt::print("ratio: {} = {:.{}f}\n", what, value, value < 10 ? 2 : value < 100 ? 1 : 0);
  std::fflush(stdout);
}

/// Prints a part that cannot be measured here, and why.
inline void left_out(std::string_view what, std::string_view why) { fmt::print("SKIPPED: {}: {}\n", what, why); }

/// Runs the benchmark for main. A benchmark that fails prints the reason: exit status 1.
template <class Work>
int run(Work&& work) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // flushes each line, so that results are seen even if a later part hangs
  try {
    return work();
  } catch (const std::exception& e) {
    fmt::print(stderr, "the benchmark failed: {}\n", e.what());
    return 1;
  }
}

}  // namespace benchmark
