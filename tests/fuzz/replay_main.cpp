// Runs a fuzz target over files, where there is no libFuzzer to do it: every input of a corpus, every case once found.
//
//   fuzz_parser FOLDER-OR-FILE...

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <unistd.h>

#include "tests/fuzz/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
/// There under a sanitizer only.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

namespace {

namespace fs = std::filesystem;

std::string running;

/// Only what a signal handler may call.
void name_input() {
  const auto say = [](const char* text) {
    if (::write(STDOUT_FILENO, text, std::strlen(text)) < 0) return;
  };
  say("FAILED: the program died of ");
  say(running.c_str());
  say("\n");
}

void on_signal(int signal) {
  name_input();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::vector<fs::path> inputs_of(int argc, char** argv) {
  std::vector<fs::path> inputs;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      // A folder of found cases appears with the first case.
      if (fs::exists(argv[i])) inputs.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  // A sanitizer has better handlers than ours.
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(name_input);
  else
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, on_signal);

  int passed = 0, failed = 0;
  double slowest = 0;
  std::string slowest_input;
  for (const auto& input : inputs_of(argc, argv)) {
    running = input.string();
    std::ifstream file(input, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto start = std::chrono::steady_clock::now();
    try {
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++passed;
    } catch (const std::exception& e) {
      ++failed;
      std::printf("FAILED: %s: %s\n", running.c_str(), e.what());
    }
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (taken.count() > slowest) slowest = taken.count(), slowest_input = running;
  }
  // For people: how long an input takes depends on the machine, so nothing is asserted.
  if (!slowest_input.empty()) std::printf("slowest: %s, %.1f ms\n", slowest_input.c_str(), slowest);
  std::printf("script: %d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
