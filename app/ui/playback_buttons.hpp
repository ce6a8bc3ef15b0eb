#pragma once
// Playback controls for launches and traversals: buttons, a slider, speeds.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/ui/ui.hpp"

namespace app {

inline constexpr std::array<double, 7> speeds{0.25, 0.5, 1, 2, 4, 8, 16};
std::string speed_text(double speed);  ///< Returns "¼×", "2×".

/// Draws icon buttons of one size from left to right.
struct PlaybackButtons {
  enum class Icon : std::uint8_t { back, play, pause, forward, loop, close };

  Ui& ui;
  float x, y, size;
  /// Draws a button. what: the tooltip. Returns true if it is clicked.
  bool operator()(Icon, const char* what, ImU32 ink);
};

/// Draws a slider from `x` to `right`, centred vertically on `mid`. Returns the new position, 0 .. total, while it is dragged.
std::optional<std::int64_t> scrub(Ui&, const char* id, float x, float right, float mid, float height, std::int64_t position,
                                  std::int64_t total);

}  // namespace app
