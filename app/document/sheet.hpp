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

/// How a launch's threads take their part of a CTA tile.
enum class Kernel : std::uint8_t {
  local_partition,  ///< threads are a layout over coordinates; `step` may leave modes out
  inner_partition,  ///< each thread a neighbouring piece of the shape `values`
  outer_partition,  ///< each thread a coordinate of the shape `threads`, again and again over the tile
  tiled_copy,       ///< threads and values are layouts, as in make_tiled_copy; or `threads` is a tiled copy, the tensor its source
  tiled_mma,        ///< `threads` is a tiled MMA; `values` says which matrix the tensor is: A, B or C
  layout,           ///< `partition` is (block, thread, value) -> element itself
};

/// The launch that the GPU panel describes. Texts are expressions over the sheet's names.
struct LaunchSettings {
  std::string tensor, tile, threads;
  Kernel kernel = Kernel::local_partition;
  std::string values;            ///< inner_partition: a shape; tiled_copy: a layout; tiled_mma: A, B or C (C where empty)
  std::string step;              ///< local_partition: such as (_1,X); empty: none
  std::string partition;         ///< Kernel::layout
  std::string target;            ///< the tensor that the copy goes to; empty: the same one
  std::string grid, block_dims;  ///< such as 4 or (2,2); empty: what the partition has
  std::string element = "f32";
  int access_bytes = 0;  ///< most bytes a thread moves at once; 0: as many as go
  bool shared_memory = false;
  std::int64_t position = -1;                       ///< accesses played; -1: all
  std::int64_t block = -1, warp = -1, thread = -1;  ///< isolated; -1: all. `warp` is of its block.

  bool empty() const { return tensor.empty() && tile.empty() && threads.empty() && partition.empty(); }
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
