// Runs a fuzz target over files, where there is no libFuzzer to do it: every input of a corpus, every case once found.
//
//   fuzz_parser FOLDER-OR-FILE...

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fuzz/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<std::string> inputs_of(int argc, char** argv) {
  std::vector<std::string> inputs;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      // A folder of found cases appears with the first case.
      if (fs::exists(argv[i])) inputs.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) inputs.push_back(entry.path().string());
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

/// The progress that the process which runs inputs shares with the one that waits for it, and that outlives its death.
struct Progress {
  std::size_t done = 0;  ///< inputs that came to an end; the one that kills the process does not
  int passed = 0, failed = 0;
  std::size_t slowest = 0;
  double milliseconds = 0;  ///< of the slowest
};

void run(const std::vector<std::string>& inputs, Progress& progress) {
  while (progress.done < inputs.size()) {
    const auto& input = inputs[progress.done];
    std::ifstream file(input, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto start = std::chrono::steady_clock::now();
    try {
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++progress.passed;
    } catch (const std::exception& e) {
      ++progress.failed;
      std::printf("FAILED: %s: %s\n", input.c_str(), e.what());
    }
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (taken.count() > progress.milliseconds) {
      progress.milliseconds = taken.count();
      progress.slowest = progress.done;
    }
    ++progress.done;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto inputs = inputs_of(argc, argv);
  void* shared = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return std::perror("mmap"), 1;
  auto& progress = *new (shared) Progress;
  // A child runs the inputs, because an input may kill it in ways that no handler sees; then another goes on after it.
  while (progress.done < inputs.size()) {
    std::fflush(stdout);
    const auto child = ::fork();
    if (child < 0) return std::perror("fork"), 1;
    if (child == 0) {
      run(inputs, progress);
      std::exit(0);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) < 0) return std::perror("waitpid"), 1;
    if (progress.done < inputs.size()) {
      std::printf("FAILED: %s: the program died of it\n", inputs[progress.done].c_str());
      ++progress.done, ++progress.failed;
    } else if (status != 0) {
      // A leak, found when the child ended.
      ++progress.failed;
      std::printf("FAILED: the last process ended with status %d\n", status);
    }
  }
  // For people: how long an input takes depends on the machine, so nothing is asserted.
  if (!inputs.empty()) std::printf("slowest: %s, %.1f ms\n", inputs[progress.slowest].c_str(), progress.milliseconds);
  std::printf("script: %d passed, %d failed\n", progress.passed, progress.failed);
  return progress.failed == 0 && progress.passed > 0 ? 0 : 1;
}
