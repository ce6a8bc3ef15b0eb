// How fast layouts are found in a program's output, beside a pass over the same bytes that only looks for newlines.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/reading/scan.hpp"
#include "tests/benchmarks/report.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double median_seconds(const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int i = 0; i < 5; ++i) {
    const auto start = Clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

std::size_t newlines(const std::string& text) {
  std::size_t n = 0;
  for (const char *at = text.data(), *end = at + text.size();
       (at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)))) != nullptr; ++at)
    ++n;
  return n;
}

/// Lines of a log with `garbage` other lines after each layout; the layouts all different, or `kinds` of them.
std::string log_of(int layouts, int garbage, int kinds) {
  std::string text;
  for (int i = 0; i < layouts; ++i) {
    const int n = 1 + i % kinds;
    text += fmt::format("tAgA_{}: gmem_ptr[32b](0x7f3c5a000000) o ((_4,_1),{},_1):((_1,_0),{},_0)\n", i % 7, n, n + 3);
    for (int k = 0; k < garbage; ++k)
      text += fmt::format("[12:30:45.{:03}] main.cpp:{}:5: (1,2) step {}: loss=0.5, 10.0.0.1:8080 {{\"a\":1}}\n", i % 1000, k, i);
  }
  return text;
}

void measure(const char* what, int layouts, int garbage, int kinds) {
  const auto text = log_of(layouts, garbage, kinds);
  std::size_t found = 0, lines = 0;
  const double finding = median_seconds([&] {
    algebra::LogScanner scanner;
    found = 0;
    for (std::size_t i = 0; i < text.size(); i += 65536) found += scanner.feed(std::string_view(text).substr(i, 65536)).size();
    found += scanner.finish().size();
  });
  const double plain = median_seconds([&] { lines = newlines(text); });
  fmt::print("{:<38} {:>7} found of {}, {:6.2f} MB, {} lines: {:9.0f} layouts/s, {:6.1f} MB/s\n", what, found, layouts,
             static_cast<double>(text.size()) / 1e6, lines, static_cast<double>(found) / finding,
             static_cast<double>(text.size()) / finding / 1e6);
  benchmark::ratio(fmt::format("finding layouts, {} / a pass for newlines", what), finding / plain);
  benchmark::ratio(fmt::format("layouts found in a second, {} / 10,000", what), static_cast<double>(found) / finding / 1e4);
}

int measure_all() {
  measure("all different, no garbage", 20000, 0, 20000);
  measure("all different, 5 lines of garbage", 20000, 5, 20000);
  measure("100 kinds, 5 lines of garbage", 20000, 5, 100);
  measure("100 kinds, 100 lines of garbage", 2000, 100, 100);
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure_all); }
