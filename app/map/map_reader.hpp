#pragma once
// Reads the kernels of a program, makes the map of one and checks it, in the background: the window never waits.

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

/// Which map.
struct MapQuestion {
  ProgramOrigin program{};          ///< empty: the kernel is that of a sheet's steps
  std::vector<Entry> parameters{};  ///< of the sheet: what the program is given; of one with steps all entries
  std::vector<std::int64_t> block{0, 0, 0};
  std::size_t kernel = 0;  ///< of those that the host calls, in their order
  friend bool operator==(const MapQuestion&, const MapQuestion&) = default;
};
/// That of a sheet with steps, or of one that was read from a program whose host calls a kernel; nothing for any other.
std::optional<MapQuestion> map_question(const Sheet&);

/// What came of running the kernel's block.
struct MapRun {
  std::optional<gpu::ReplayReport> report{};  ///< nothing: see problem
  algebra::Message problem{};
  std::optional<MapStory> as_run{};        ///< the map with its steps in the order in which a GPU did them
  std::vector<std::size_t> first_trace{};  ///< of its plan
};

struct MapAnswer {
  MapQuestion of{};
  std::vector<std::string> kernels{};
  std::optional<MapStory> story{};  ///< nothing: see problem
  algebra::Message problem{};
  std::optional<gpu::FlowReport> report{};  ///< nothing: it is not checked yet
  std::optional<MapRun> run{};              ///< nothing: it was not run
};

class MapReader {
 public:
  MapReader() = default;
  MapReader(const MapReader&) = delete;
  MapReader& operator=(const MapReader&) = delete;

  /// Sets what the background thread calls when there is something to take. The previous `wake` is not called after this returns.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// What is read next; what is read now for another question is given up.
  void ask(MapQuestion);
  /// Ends the check, and what has been found of it stays; or the run.
  void stop_checking();
  /// Runs the block of the map that was read last, once it is checked.
  void run_block();
  /// What makes the GPU that it runs on, called once on the background thread. Without it, and where it makes none, the CPU runs it.
  using MakeDevice = std::function<std::unique_ptr<gpu::ReplayDevice>(algebra::Message& why)>;
  void run_on(MakeDevice make) { make_device_ = std::move(make); }
  /// What has come since the last call: the map, later the same with its report, and with what came of running it.
  std::optional<MapAnswer> take();
  enum class Doing : std::uint8_t { nothing, reading, checking, running };
  Doing doing() const;
  /// Of the steps that are checked now so many of a hundred are done.
  int percent() const { return percent_; }
  /// Waits until nothing is left to do. For pictures and tests.
  void finish();

 private:
  void run(const std::stop_token&);

  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable_any changed_;
  std::optional<MapQuestion> wanted_;
  std::uint64_t asked_ = 0;
  Doing doing_ = Doing::nothing;
  bool checks_ = true;
  bool runs_ = false;
  std::atomic<int> percent_{0};
  std::optional<MapAnswer> answer_;
  MakeDevice make_device_;
  Worker worker_;  ///< last
};

}  // namespace app
