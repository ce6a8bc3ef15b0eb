#pragma once
// View settings of a launch's playback and panel. Not part of the document.

#include <cstdint>
#include <optional>

#include "gpu/run/launch_plan.hpp"
#include "gpu/run/playback.hpp"

namespace app {

/// The parts of the GPU panel; a narrow panel shows one at a time.
enum class LaunchPart : std::uint8_t { form, playback, report };

enum class MemoryTab : std::uint8_t { lines, banks, requests, source };

struct PlaybackView {
  double speed = 1;  ///< 1/4 to 16
  bool loop = false;
  gpu::PlaybackStep step = gpu::PlaybackStep::warp;
  std::optional<MemoryTab> tab;  ///< unset: see tab_of
  LaunchPart part = LaunchPart::playback;
  bool stores = false;       ///< shows the requests to the copy's target instead of the tensor
  std::int64_t marked = -1;  ///< highlighted element of the trace; -1: none
  float height = 0;          ///< of the panel, in points; 0: automatic
  std::uint64_t jump = 0;    ///< incremented to make the views scroll to `marked`
};

/// Returns the tab shown. Until one is chosen: banks for shared memory, lines for global memory.
inline MemoryTab tab_of(const PlaybackView& view, const gpu::LaunchPlan& plan) {
  const bool has_banks = plan.launch.shared_memory && !plan.shape.instruction.by_box();
  return view.tab.value_or(has_banks ? MemoryTab::banks : MemoryTab::lines);
}

}  // namespace app
