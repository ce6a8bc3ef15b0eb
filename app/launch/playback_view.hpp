#pragma once
// How a launch is played and looked at. Not part of the document.

#include <cstdint>

#include "gpu/playback.hpp"

namespace app {

enum class MemoryTab : std::uint8_t { lines, banks, requests, source };

struct PlaybackView {
  double speed = 1;  ///< 1/4 .. 16
  bool loop = false;
  gpu::PlaybackStep step = gpu::PlaybackStep::warp;
  MemoryTab tab = MemoryTab::lines;
  bool stores = false;       ///< requests to the copy's target in place of those to the tensor
  std::int64_t marked = -1;  ///< element that stands out in the trace; -1: none
  float height = 0;          ///< of the panel, in points; 0: as the window has room
  std::uint64_t jump = 0;    ///< grows when the views are to scroll to `marked`
};

}  // namespace app
