#pragma once
// Reads the kernels of a program, builds the map of one and checks it in the background, so that the window never waits.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/import/cpp_program.hpp"
#include "app/map/map_story.hpp"
#include "app/system/worker.hpp"
#include "gpu/flow/check.hpp"
#include "gpu/replay/replay.hpp"

namespace app {

/// The program, block and kernel to read a map of.
struct MapQuestion {
  ProgramOrigin program{};          ///< empty: the kernel is that of a sheet's steps
  std::vector<Entry> parameters{};  ///< values for the program's parameters; for a sheet with steps all its entries
  std::vector<std::int64_t> block{0, 0, 0};
  std::size_t kernel = 0;  ///< index among the kernels that the host calls, in the order of the calls
  friend bool operator==(const MapQuestion&, const MapQuestion&) = default;
};
/// Returns the question for a sheet with steps, or for one read from a program whose host calls a kernel; nullopt for any other.
std::optional<MapQuestion> map_question(const Sheet&);

/// The result of running the kernel's block.
struct MapRun {
  std::optional<gpu::ReplayReport> report{};  ///< nullopt: see problem
  algebra::Message problem{};
  std::optional<MapStory> as_run{};        ///< the map with its steps in the order in which a GPU executed them
  std::vector<std::size_t> first_trace{};  ///< from the plan
};

struct MapAnswer {
  MapQuestion of{};
  std::vector<std::string> kernels{};
  std::optional<MapStory> story{};  ///< nullopt: see problem
  algebra::Message problem{};
  std::optional<gpu::FlowReport> report{};  ///< nullopt: not checked yet
  std::optional<MapRun> run{};              ///< nullopt: not run
};

class MapReader {
 public:
  MapReader() = default;
  MapReader(const MapReader&) = delete;
  MapReader& operator=(const MapReader&) = delete;

  /// Sets the function that the background thread calls when take() has a new answer. After this returns, the previous `wake` is not called
  /// any more.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Starts reading. A question that is still being read is dropped.
  void ask(MapQuestion);
  /// Stops the check or the run. Findings so far are kept.
  void stop_checking();
  /// Runs the block of the last map once its check is done.
  void run_block();
  /// Creates the GPU to run on; called once, on the background thread. Without it, or if it returns null, the CPU runs the block.
  using MakeDevice = std::function<std::unique_ptr<gpu::ReplayDevice>(algebra::Message& why)>;
  void run_on(MakeDevice make) { make_device_ = std::move(make); }
  /// Returns the answer if it has changed since the last call: the map, then the map with its report, then with the result of its run.
  std::optional<MapAnswer> take();
  enum class Doing : std::uint8_t { nothing, reading, checking, running };
  Doing doing() const;
  /// Returns the percentage of steps checked so far.
  int percent() const { return percent_; }
  /// Waits until the background thread is idle. For pictures and tests.
  void finish();

 private:
  void run(const std::stop_token&);

  mutable std::mutex mutex_;  ///< guards the members below
  std::condition_variable_any changed_;
  std::optional<MapQuestion> wanted_;
  std::uint64_t asked_ = 0;
  Doing doing_ = Doing::nothing;
  bool checks_ = true;
  bool runs_ = false;
  std::atomic<int> percent_{0};
  std::optional<MapAnswer> answer_;
  MakeDevice make_device_;
  Worker worker_;  ///< declared last, so that its thread ends before the other members
};

}  // namespace app
