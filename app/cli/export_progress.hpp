#pragma once
// The progress of an export, on a terminal.

#include <unistd.h>

#include <chrono>

#include <fmt/format.h>

#include "app/cli/output.hpp"

namespace app {

/// Prints the percentage to standard error, if that is a terminal and the export takes longer than 0.4 s. The destructor
/// erases the line. As a render::Progress it never cancels.
class ExportProgress {
 public:
  ExportProgress() : shown_to_someone_(::isatty(STDERR_FILENO) != 0) {}
  ~ExportProgress() {
    if (written_) show_progress("");
  }
  ExportProgress(const ExportProgress&) = delete;
  ExportProgress& operator=(const ExportProgress&) = delete;

  bool operator()(double fraction) {
    const auto now = Clock::now();
    if (!shown_to_someone_ || now < next_) return true;
    next_ = now + std::chrono::milliseconds(100);
    show_progress(fmt::format("{:3.0f} %", 100 * fraction));
    return written_ = true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_to_someone_, written_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(400);
};

}  // namespace app
