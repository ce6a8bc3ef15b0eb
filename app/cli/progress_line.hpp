#pragma once
// Shows how far a long command is, on standard error.

#include <functional>
#include <string>
#include <thread>

namespace app {

class ProgressLine {
 public:
  /// Asks `said` every now and then, on another thread; "" says nothing yet. On a terminal one line that is overwritten, and removed at
  /// the end; where standard error is a file or a pipe nothing, or with `in_files` a line every five seconds, from the first second on.
  ProgressLine(std::function<std::string()> said, bool in_files);

 private:
  std::jthread writer_;
};

}  // namespace app
