#pragma once
// How benchmarks tell what they measured: scripts/bench makes one table of their ratios.

#include <cstdio>
#include <exception>
#include <string_view>

#include <fmt/format.h>

namespace benchmark {

/// One row of the table: `what` is of the form "A / B". The ratio is of one run on one machine.
inline void ratio(std::string_view what, double value) {
  fmt::print("ratio: {} = {:.{}f}\n", what, value, value < 10 ? 2 : value < 100 ? 1 : 0);
  std::fflush(stdout);
}

/// A part that cannot be measured here, and why.
inline void left_out(std::string_view what, std::string_view why) { fmt::print("SKIPPED: {}: {}\n", what, why); }

/// main's work. A benchmark that fails has no result, and says why: exit status 1.
template <class Work>
int run(Work&& work) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what is known is seen, even where a later part does not come back
  try {
    return work();
  } catch (const std::exception& e) {
    fmt::print(stderr, "the benchmark failed: {}\n", e.what());
    return 1;
  }
}

}  // namespace benchmark
