#pragma once
// The diagram of a card: that of the entry's value, or, for a partition, of the tile that it partitions.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/partition.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/message.hpp"
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
  int shown_entry = -1;      ///< entry whose value the grid shows: the entry itself, or the tile's
  bool dimmed = false;       ///< shows the last good value of an entry in error
  algebra::Message warning;  ///< contract that the value breaks; empty: none
  algebra::Message title;    ///< for a partition: "P over A"; else empty, and the diagram's title holds
  std::string root;          ///< see root_of
  std::string tiles_of;      ///< entry whose tiles colour it; "": its own
  render::Legend legend;     ///< empty if the card shows none
};

/// Returns nullopt for notes, integers, booleans and entries that never had a value.
std::optional<Picture> picture_of(const Sheet&, const std::vector<EntryResult>&, int entry, int card = 0);

/// Draws the tensor of a launch with the borders of its tiles; returns nullopt if it cannot be drawn.
std::optional<render::Diagram> launch_picture(const gpu::LaunchPlan&);

/// Draws the value of the function's example; returns nullopt without one, or if it is too large for a card.
std::optional<render::Diagram> example_picture(const algebra::Function&);

}  // namespace app
