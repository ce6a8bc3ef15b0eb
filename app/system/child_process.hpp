#pragma once
// A child process whose output is the answer: the desktop's file dialog, or a query of its settings.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

#include "app/system/worker.hpp"

namespace app {

class ChildProcess {
 public:
  struct Answer {
    int status = 0;      ///< exit status; -1: killed
    std::string output;  ///< its standard output, at most 1 MiB
  };

  /// Starts a program (see start_program). wake: called from another thread when the answer is ready. Error: one sentence.
  static tl::expected<std::unique_ptr<ChildProcess>, algebra::Message> start(const std::vector<std::string>& arguments,
                                                                             std::function<void()> wake);
  /// Kills the program if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Returns the answer once, after the program has ended; nullopt before and afterwards.
  std::optional<Answer> take();

 private:
  ChildProcess() = default;
  void read(int from, const std::stop_token&);

  std::mutex mutex_;  ///< guards everything below
  int process_ = -1;  ///< -1: already reaped
  std::optional<Answer> answer_;
  Worker worker_;  ///< last: its thread uses the members above
};

}  // namespace app
