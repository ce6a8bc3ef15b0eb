#pragma once
// The table of colourings: one record holds everything known about one colouring.

#include <optional>
#include <span>
#include <string_view>

#include "render/colour_keys.hpp"
#include "render/diagram.hpp"

namespace render {

/// A colouring. Texts are English; they are translated where they are shown.
struct Colouring {
  const char* key;     ///< in sheets, on the command line and in menus: "sector"
  const char* legend;  ///< heading of the legend: "32 B sector"
  const char* title;   ///< title of the help: "Colour by 32 B sector"
  const char* help;    ///< the meaning of equal colours, in one or two sentences
  /// Sets d.colour, used by the window and by every export. Null: cells have no colour.
  void (*colour)(Diagram& d, const ColourSource&) = nullptr;
  bool needs_owners = false;  ///< needs threads and values; without them, cells are coloured by index
  bool needs_memory = false;  ///< needs indices that are places in memory, not coordinates
  bool takes_tiles = false;   ///< uses the tiles of another entry, if a card names one
  bool ramp = false;          ///< distinguishes 32 keys, not 8: banks, and the threads of a warp
  int period = 0;             ///< the legend shows keys modulo this number; 0: as they are
  /// Returns the heading of the legend if it depends on the diagram. May be null.
  algebra::Message (*heading)(const Diagram&) = nullptr;
  /// Returns why the colouring does not apply to a diagram, apart from the needs above: one sentence, or null if it applies. May be null.
  const char* (*reason)(const Diagram&) = nullptr;
};

/// Returns all colourings, in menu order.
std::span<const ColourBy> colourings();
std::optional<ColourBy> colouring_named(std::string_view key);

/// Returns why a colouring does not apply to a diagram: one sentence; null if it applies.
const char* why_not(ColourBy, const Diagram&);

/// Adds a colouring to the table for the lifetime of this object; for tests. The record must outlive every view that
/// uses it, and no other thread may read the table meanwhile.
class AddedColouring {
 public:
  explicit AddedColouring(const Colouring&);
  ~AddedColouring();
  AddedColouring(const AddedColouring&) = delete;
  AddedColouring& operator=(const AddedColouring&) = delete;

 private:
  ColourBy added_;
};

}  // namespace render
