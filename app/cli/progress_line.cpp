#include "app/cli/progress_line.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>

#include "app/cli/output.hpp"

namespace app {

ProgressLine::ProgressLine(std::function<std::string()> said, bool in_files) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (!terminal && !in_files) return;
  const auto work = [said = std::move(said), terminal](std::stop_token stop) {
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
      if (terminal) show_progress(line);
      else print_err("cutescope: {}\n", line);
      written = true;
    }
    if (written && terminal) show_progress("");
  };
  // Without a thread for the line the work goes on.
  try {
    writer_ = std::jthread(work);
  } catch (const std::system_error&) {
  }
}

}  // namespace app
