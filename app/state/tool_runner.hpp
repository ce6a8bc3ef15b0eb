#pragma once
// The tools of app/tools at work for the window: one at a time, in the background.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/map_reader.hpp"
#include "app/report/report.hpp"
#include "app/system/worker.hpp"
#include "app/tools/tool.hpp"

namespace app {

struct ToolAnswer {
  std::string tool{};  ///< its name
  int status = done;
  std::string text{}, remarks{};
  std::string data{};  ///< JSON, an object or one a line
  std::vector<Finding> findings{};
  std::uint64_t number = 0;  ///< another one for each answer
};

class ToolRunner {
 public:
  using Clock = std::chrono::steady_clock;

  ToolRunner() = default;
  /// Ends the tool that runs, and waits for it.
  ~ToolRunner();
  ToolRunner(const ToolRunner&) = delete;
  ToolRunner& operator=(const ToolRunner&) = delete;

  /// Sets what the background thread calls when there is an answer. The previous `wake` is not called after this returns.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// What makes the GPU that tools run on, called once on the background thread. Without it there is none.
  void run_on(MapReader::MakeDevice make);
  /// Seconds for verdicts of every element, where a question does not say it.
  void limit_checks(double seconds) { check_seconds_ = seconds; }

  /// Begins; false if another tool is still at it. The answer before is forgotten.
  bool run(const Tool&, Arguments);
  /// Ends it as Ctrl+C does: it answers with what it has.
  void stop();
  /// What runs; nothing: no tool does, or its answer waits to be collected.
  struct Doing {
    std::string tool{};
    std::string progress{};  ///< "" where it says nothing
    Clock::time_point since{};
    bool stopping = false;
  };
  std::optional<Doing> doing() const;
  bool busy() const;
  /// Takes the answer. True if there was one.
  bool collect();
  /// Waits for the answer and collects it. For pictures and tests.
  void finish();
  /// The last answer that was collected; null: none, or a tool runs since.
  const ToolAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }

 private:
  class Host;
  struct Asked {
    const Tool* tool;
    Arguments arguments;
  };
  void work(const std::stop_token&);

  mutable std::mutex mutex_;  ///< guards what follows, up to made_
  std::condition_variable_any changed_;
  std::optional<Asked> asked_;
  std::optional<Doing> doing_;
  std::function<std::string()> progress_;
  std::function<void()> end_;
  std::optional<ToolAnswer> made_;
  MapReader::MakeDevice make_device_;
  std::atomic<double> check_seconds_{usual_check_seconds};
  std::optional<ToolAnswer> answer_;  ///< of the window's thread alone
  std::uint64_t answers_ = 0;
  Worker worker_;  ///< last
};

}  // namespace app
