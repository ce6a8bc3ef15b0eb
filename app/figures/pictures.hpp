#pragma once
// Which diagram a card shows: an entry's value, or for a partition the tile that it takes its part of.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/partition.hpp"
#include "app/document/sheet.hpp"
#include "render/diagram.hpp"
#include "render/legend.hpp"

namespace gpu {
struct LaunchPlan;
}

namespace app {

struct EntryResult;

struct Picture {
  render::Diagram diagram;
  int shown_entry = -1;                    ///< the entry whose value the grid is: the entry itself, or the tile's
  bool dimmed = false;                     ///< the last good picture of a broken entry
  std::int64_t thread = -1;                ///< thread whose cells stand out
  std::string root;                        ///< the name whose memory the grid's indices are offsets into
  std::string tiles_of;                    ///< the entry whose tiles colour it; "" for its own
  std::vector<render::LegendItem> legend;  ///< where the card shows one
};

/// Nothing for notes, integers, truths and entries that never had a value.
std::optional<Picture> picture_of(const Sheet&, const std::vector<EntryResult>&, int entry, int card = 0);

/// The tensor of a launch, with the borders of its tiles.
std::optional<render::Diagram> launch_picture(const gpu::LaunchPlan&);

/// The name whose memory an entry's indices are offsets into: `A` for A, for a divide or a slice of A, ...
std::string root_of(const std::vector<EntryResult>&, int entry);

}  // namespace app
