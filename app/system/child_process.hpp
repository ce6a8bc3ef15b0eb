#pragma once
// A program that runs beside ours and whose answer is its output: a desktop's file dialog, a question to its settings.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/system/worker.hpp"

namespace app {

class ChildProcess {
 public:
  struct Answer {
    int status = 0;      ///< the exit status; -1: it was killed
    std::string output;  ///< at most 1 MiB of its standard output
  };

  /// `wake` is called from another thread when the answer is there. Error: one sentence.
  static tl::expected<std::unique_ptr<ChildProcess>, std::string> start(const std::vector<std::string>& arguments,
                                                                        std::function<void()> wake);
  /// Ends it where it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Once, when it has ended.
  std::optional<Answer> take();

 private:
  ChildProcess() = default;
  void read(int from);

  std::mutex mutex_;  ///< of all below
  int process_ = -1;  ///< -1: waited for
  std::optional<Answer> answer_;
  Worker worker_;  ///< last: it uses all of the above
};

}  // namespace app
