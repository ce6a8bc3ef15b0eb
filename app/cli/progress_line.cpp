#include "app/cli/progress_line.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>

namespace app {

ProgressLine::ProgressLine(std::function<std::string()> said, bool in_files) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (!terminal && !in_files) return;
  writer_ = std::jthread([said = std::move(said), terminal](std::stop_token stop) {
    using std::chrono::milliseconds;
    bool written = false;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ended;
    auto pause = terminal ? milliseconds(500) : milliseconds(1000);
    while (!ended.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); })) {
      pause = terminal ? milliseconds(200) : milliseconds(5000);
      const auto line = said();
      if (line.empty()) continue;
      if (terminal) fmt::print(stderr, "\r\x1b[K{}", line);
      else fmt::print(stderr, "cutescope: {}\n", line);
      std::fflush(stderr);
      written = true;
    }
    if (written && terminal) fmt::print(stderr, "\r\x1b[K");
  });
}

}  // namespace app
