// How long a kernel's file takes to read, as it is opened: of 2,000 lines, beside 500.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/import/program.hpp"
#include "tests/benchmarks/report.hpp"
#include "tests/test_data.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double median_seconds(const std::string& source) {
  std::vector<double> seconds;
  for (int i = 0; i < 5; ++i) {
    const auto start = Clock::now();
    if (app::sheet_of_text(source, "x.cu").entries.size() < 2) throw std::runtime_error("nothing is read");
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// The kernel again and again, in namespaces, with other names for its functions and types.
std::string of_lines(const std::string& kernel, std::size_t lines) {
  std::string all;
  for (int copy = 0; static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n')) < lines; ++copy) {
    std::string next = kernel;
    for (const std::string name : {"staged", "launch", "Plan", "main"})
      for (std::size_t at = 0; (at = next.find(name, at)) != std::string::npos;) {
        const bool whole = (at == 0 || std::isalnum(static_cast<unsigned char>(next[at - 1])) == 0) &&
                           std::isalnum(static_cast<unsigned char>(next[at + name.size()])) == 0;
        if (whole) next.insert(at + name.size(), fmt::format("{}", copy));
        at += name.size();
      }
    all += next;
  }
  return all;
}

int measure() {
  std::ifstream file(program_fixture("staged_gemm.cu"));
  const std::string kernel{std::istreambuf_iterator<char>(file), {}};
  const double few = median_seconds(of_lines(kernel, 500)), many = median_seconds(of_lines(kernel, 2000));
  fmt::print("a kernel's file of 2,000 lines is read in {:.0f} ms, of 500 in {:.0f} ms\n", many * 1e3, few * 1e3);
  benchmark::ratio("reading 2,000 lines of kernels / 500", many / few);
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure); }
