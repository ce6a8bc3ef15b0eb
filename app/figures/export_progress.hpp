#pragma once
// How far an export is, on a terminal.

#include <chrono>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "render/export.hpp"

namespace app {

/// A line on standard error that counts, where that is a terminal and the export takes longer than a glance; it is
/// removed when this goes.
class ExportProgress {
 public:
  ExportProgress() : shown_to_someone_(::isatty(STDERR_FILENO) != 0) {}
  ~ExportProgress() {
    if (written_) fmt::print(stderr, "\r\x1b[K");
  }
  ExportProgress(const ExportProgress&) = delete;
  ExportProgress& operator=(const ExportProgress&) = delete;

  bool operator()(double fraction) {
    const auto now = Clock::now();
    if (!shown_to_someone_ || now < next_) return true;
    next_ = now + std::chrono::milliseconds(100);
    fmt::print(stderr, "\r{:3.0f} %", 100 * fraction);
    std::fflush(stderr);
    return written_ = true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_to_someone_, written_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(400);
};

}  // namespace app
