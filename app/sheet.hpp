#pragma once
// The document: entries and a launch. Plain, comparable, serialisable; nothing derived.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/evaluate.hpp"
#include "render/diagram.hpp"

namespace app {

/// One line of the sheet, and how its value is shown.
struct Entry {
  std::string text;                  ///< `A = (8,8):(8,1)`, `composition(A, B)` or `# a note`
  bool visible = true;               ///< has a card on the canvas
  render::View view;
  std::string colour_from;           ///< colour by tile: the entry whose tiles are meant; empty: its own
  std::optional<std::int64_t> pin;   ///< 1-D coordinate of the pinned element
  std::vector<std::string> unknown;  ///< `@` lines after this entry that this version does not know; they survive a save

  friend bool operator==(const Entry&, const Entry&) = default;
};

/// The launch that the GPU panel describes. Tensor, tile and threads are expressions over the sheet's names.
struct LaunchSettings {
  std::string tensor, tile, threads;
  std::string element = "f32";
  bool shared_memory = false;
  std::int64_t position = -1;                     ///< accesses played; -1: all
  std::int64_t block = -1, thread = -1;           ///< isolated; -1: all

  bool empty() const { return tensor.empty() && tile.empty() && threads.empty(); }
  friend bool operator==(const LaunchSettings&, const LaunchSettings&) = default;
};

struct Sheet {
  algebra::IntegerRule integers = algebra::IntegerRule::automatic;
  std::vector<Entry> entries;
  LaunchSettings launch;
  std::vector<std::string> unknown;               ///< unknown `@` lines before the first entry

  friend bool operator==(const Sheet&, const Sheet&) = default;
};

/// Largest sheet that is read.
inline constexpr std::size_t max_sheet_bytes = 4u << 20;
inline constexpr std::size_t max_entries = 10'000;

/// The `.cutes` text: entries a line each, `@view`, `@pin`, `@launch`, `@integers` lines between them.
std::string serialise(const Sheet&);

/// Error: one sentence with the line number (not text, too large, a malformed `@` line).
tl::expected<Sheet, std::string> parse_sheet(std::string_view text);

/// Error: one sentence with the path and the system's reason.
tl::expected<Sheet, std::string> load_sheet(const std::string& path);
tl::expected<void, std::string> save_sheet(const Sheet&, const std::string& path);

/// The starter sheet, embedded in the program.
Sheet starter_sheet();

/// Names of the view settings in files, on the command line and in menus: "index", "tile", "thread", ...
std::string_view name_of(render::ColourBy);
std::string_view name_of(render::LabelBy);
std::string_view name_of(render::PaletteName);
std::optional<render::ColourBy> colour_by(std::string_view name);
std::optional<render::LabelBy> label_by(std::string_view name);
std::optional<render::PaletteName> palette_name(std::string_view name);
std::optional<algebra::IntegerRule> integer_rule(std::string_view name);
std::string_view name_of(algebra::IntegerRule);

/// Bits of an element type's short name (f16, f32, i8, ...), or nothing.
std::optional<int> element_bits(std::string_view type);

}  // namespace app
