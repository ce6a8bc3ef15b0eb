#pragma once
// The document: entries and a launch. Plain, comparable, serialisable; nothing derived.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/evaluate.hpp"
#include "app/document/exercise.hpp"
#include "gpu/launch_form.hpp"
#include "render/theme.hpp"

namespace app {

/// Which card it is, wherever its entry moves and whatever is typed there. Not part of the document: equal to any other,
/// not saved, 0 until the workspace gives it a number.
struct CardId {
  std::int64_t number = 0;
  friend bool operator==(const CardId&, const CardId&) { return true; }
};

/// How one card shows its entry's value, and where: lengths in points at the usual size, from the canvas's top left.
struct CardSettings {
  render::View view;
  std::string colour_from;  ///< colour by tile: the entry whose tiles are meant; empty: its own
  bool legend = false;      ///< which colour is what, beneath the grid
  struct Point {
    int x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
  };
  struct Extent {
    int width = 0, height = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  std::optional<Point> at;     ///< where somebody put it; nothing: where there is room
  std::optional<Extent> size;  ///< as somebody made it; nothing: as its grid wants
  CardId id;

  friend bool operator==(const CardSettings&, const CardSettings&) = default;
};

/// One line of the sheet, and how its value is shown: by one card with the settings of the entry itself, and by `more`.
struct Entry : CardSettings {
  std::string text;                  ///< `A = (8,8):(8,1)`, `composition(A, B)` or `# a note`
  bool visible = true;               ///< has cards on the canvas
  std::vector<CardSettings> more;    ///< further cards of the same value
  std::optional<std::int64_t> pin;   ///< 1-D coordinate of the pinned element
  std::uint64_t watched = 0;         ///< found by a watch, and kept by nobody so far: its number there; 0: an ordinary entry. Not saved.
  std::int64_t times = 0;            ///< that the watch found it. Not saved.
  std::vector<std::string> unknown;  ///< `@` lines after this entry that this version does not know; they survive a save

  friend bool operator==(const Entry&, const Entry&) = default;

  int cards() const { return 1 + static_cast<int>(more.size()); }
  /// Card 0 is the entry's own. Requires 0 <= n < cards().
  CardSettings& card(int n) { return n == 0 ? *this : more[static_cast<std::size_t>(n - 1)]; }
  const CardSettings& card(int n) const { return n == 0 ? *this : more[static_cast<std::size_t>(n - 1)]; }
};

/// The launch that the GPU panel describes, over the sheet's names, and how its trace is looked at.
struct LaunchSettings : gpu::LaunchForm {
  std::string element = "f32";
  std::int64_t position = -1;                       ///< accesses played; -1: all
  std::int64_t block = -1, warp = -1, thread = -1;  ///< isolated; -1: all. `warp` is of its block.

  friend bool operator==(const LaunchSettings&, const LaunchSettings&) = default;
};

struct Sheet {
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  std::vector<Entry> entries;
  LaunchSettings launch;
  Lesson lesson;  ///< empty: the sheet is no lesson
  std::vector<Exercise> exercises;
  std::vector<std::string> unknown;  ///< unknown `@` lines before the first entry

  friend bool operator==(const Sheet&, const Sheet&) = default;
};

/// The format that is written, and the last that is read: docs/sheet-format.md.
inline constexpr int sheet_format = 1;
/// Largest sheet that is read.
inline constexpr std::size_t max_sheet_bytes = 4u << 20;
/// Cards beside an entry's own, and how far from the canvas's top left one may stand, in points.
inline constexpr std::size_t max_more_cards = 15;
inline constexpr int most_canvas_points = 100000;
inline constexpr std::size_t max_entries = 10'000;

/// The `.cutes` text: entries a line each, `@view`, `@pin`, `@launch`, `@integers`, `@lesson`, `@exercise` lines between them.
std::string serialise(const Sheet&);

/// Error: one sentence with the line number (not text, too large, a malformed `@` line).
tl::expected<Sheet, std::string> parse_sheet(std::string_view text);

/// The starter sheet, embedded in the program.
Sheet starter_sheet();

}  // namespace app
