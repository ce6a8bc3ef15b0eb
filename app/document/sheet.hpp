#pragma once
// The sheet: entries and a launch. Plain, comparable, serialisable data, without derived values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/evaluate.hpp"
#include "algebra/text/message.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/exercise.hpp"
#include "app/document/panels.hpp"
#include "app/document/program_origin.hpp"
#include "gpu/launch/launch_form.hpp"
#include "render/theme.hpp"

namespace app {

/// The identity of a card while its entry moves or changes. Not part of the document: all compare equal, and none is saved. 0 until the
/// workspace assigns a number.
struct CardId {
  std::int64_t number = 0;
  friend bool operator==(const CardId&, const CardId&) { return true; }
};

/// The view and the place of a card. Lengths are in points at zoom 1, positions from the canvas's top left.
struct CardSettings {
  render::View view;
  std::string colour_from;  ///< for colour by tile: the entry with the tiles; empty: its own
  bool legend = false;      ///< shown beneath the grid
  struct Point {
    int x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
  };
  struct Extent {
    int width = 0, height = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  std::optional<Point> at;     ///< the user's position; nullopt: automatic
  std::optional<Extent> size;  ///< the user's size; nullopt: fits its grid
  CardId id;

  friend bool operator==(const CardSettings&, const CardSettings&) = default;
};

/// A line of the sheet and the cards that show its value: one with the settings of the entry itself, and `more`.
struct Entry : CardSettings {
  std::string text;                  ///< `A = (8,8):(8,1)`, `composition(A, B)` or `# a note`
  bool visible = true;               ///< has cards on the canvas
  std::vector<CardSettings> more;    ///< additional cards of the same value
  EntrySource source;                ///< origin of an entry that was read from a program
  std::optional<std::int64_t> pin;   ///< 1-D coordinate of the pinned element
  std::uint64_t watched = 0;         ///< Watched::id while it is a find that was not kept; 0: an ordinary entry. Not saved.
  std::int64_t times = 0;            ///< number of times that the watch found it. Not saved.
  std::vector<std::string> unknown;  ///< `@` lines after it that this version does not know; kept when saving

  friend bool operator==(const Entry&, const Entry&) = default;

  int cards() const { return 1 + static_cast<int>(more.size()); }
  /// Returns a card; card 0 is the entry's own. Requires 0 <= n < cards().
  CardSettings& card(int n) { return n == 0 ? *this : more[static_cast<std::size_t>(n - 1)]; }
  const CardSettings& card(int n) const { return n == 0 ? *this : more[static_cast<std::size_t>(n - 1)]; }
};

/// The launch of the GPU panel, whose expressions may use the sheet's names, and the view of its trace.
struct LaunchSettings : gpu::LaunchForm {
  std::int64_t position = -1;                       ///< requests played; -1: all
  std::int64_t block = -1, warp = -1, thread = -1;  ///< isolated; -1: all. `warp` is within its block

  friend bool operator==(const LaunchSettings&, const LaunchSettings&) = default;
};

struct Sheet {
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  std::vector<Entry> entries;
  ProgramOrigin program;  ///< empty: the sheet was not read from a program
  LaunchSettings launch;
  Lesson lesson;  ///< empty: the sheet is no lesson
  std::vector<Exercise> exercises;
  std::optional<PanelSet> panels;    ///< panels that are open when the sheet is opened; nullopt: the user's choices
  std::vector<std::string> unknown;  ///< unknown `@` lines before the first entry
  algebra::Message summary{};        ///< summary of the program's definitions, as in the first note; not in the file

  friend bool operator==(const Sheet&, const Sheet&) = default;
};

/// The version of the written format, and the highest that can be read; see docs/sheet-format.md.
inline constexpr int sheet_format = 1;
/// The largest sheet that can be read.
inline constexpr std::size_t max_sheet_bytes = 4u << 20;
/// The most additional cards of an entry, the largest distance of a card from the canvas's top left, in points, and the most entries.
inline constexpr std::size_t max_more_cards = 15;
inline constexpr int most_canvas_points = 100000;
inline constexpr std::size_t max_entries = 10'000;

/// The key of the message for a refused line, with its number from 1.
inline constexpr std::string_view line_key = "line {}: {}";
/// Returns the `.cutes` text: one line per entry that has text, with `@view`, `@pin`, `@source`, `@launch`, `@integers`, `@panels`,
/// `@program`, `@macro`, `@lesson`, `@exercise` lines in between.
std::string serialise(const Sheet&);

/// Parses a `.cutes` text. Error: one sentence with the line number: not text, too large, or a malformed `@` line.
tl::expected<Sheet, algebra::Message> parse_sheet(std::string_view text);

/// Returns the sheet of a window that opens without a file, embedded in the program.
Sheet starter_sheet();

}  // namespace app
