#pragma once
// Runs the tools of app/tools for the window, one at a time in the background.

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
  std::string data{};  ///< JSON, one object or one per line
  std::vector<Finding> findings{};
  std::uint64_t number = 0;  ///< unique for each answer
};

class ToolRunner {
 public:
  using Clock = std::chrono::steady_clock;

  ToolRunner() = default;
  /// Stops a running tool and waits for it.
  ~ToolRunner();
  ToolRunner(const ToolRunner&) = delete;
  ToolRunner& operator=(const ToolRunner&) = delete;

  /// Sets the function that the background thread calls when there is an answer. After this returns, the previous `wake` is not called any
  /// more.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Creates the GPU for tools, called once on the background thread. Without it, tools have no GPU.
  void run_on(MapReader::MakeDevice make);
  /// Sets the seconds for exhaustive verdicts, for questions that do not set them.
  void limit_checks(double seconds) { check_seconds_ = seconds; }

  /// Starts a tool; false if another one is still running. The previous answer is dropped.
  bool run(const Tool&, Arguments);
  /// Stops the tool as Ctrl+C does: it answers with the results so far.
  void stop();
  /// The running tool; nullopt: none, or its answer is waiting to be collected.
  struct Doing {
    std::string tool{};
    std::string progress{};  ///< "" without a progress line
    Clock::time_point since{};
    bool stopping = false;
  };
  std::optional<Doing> doing() const;
  bool busy() const;
  /// Takes the answer. Returns true if there was one.
  bool collect();
  /// Waits for the answer and collects it. For pictures and tests.
  void finish();
  /// Returns the last collected answer; null: none, or a tool has been started since.
  const ToolAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }

 private:
  class Host;
  struct Asked {
    const Tool* tool;
    Arguments arguments;
  };
  void work(const std::stop_token&);

  mutable std::mutex mutex_;  ///< guards the members below, up to made_
  std::condition_variable_any changed_;
  std::optional<Asked> asked_;
  std::optional<Doing> doing_;
  std::function<std::string()> progress_;
  std::function<void()> end_;
  std::optional<ToolAnswer> made_;
  MapReader::MakeDevice make_device_;
  std::atomic<double> check_seconds_{usual_check_seconds};
  std::optional<ToolAnswer> answer_;  ///< used only by the window's thread
  std::uint64_t answers_ = 0;
  Worker worker_;  ///< declared last, so that its thread ends before the other members
};

}  // namespace app
