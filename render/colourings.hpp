#pragma once
// The table of colourings: one record holds everything known about one colouring.

#include <optional>
#include <span>
#include <string_view>

#include "render/colour_keys.hpp"
#include "render/diagram.hpp"

namespace render {

/// Texts are English; they are translated where they are shown.
struct Colouring {
  const char* key;     ///< in sheets, on the command line and in menus: "sector"
  const char* legend;  ///< heading of the legend: "32 B sector"
  const char* title;   ///< title of the help: "Colour by 32 B sector"
  const char* help;    ///< what equal colours mean, in one or two sentences
  /// Sets d.colour, from which the window and every export draw. Null: cells have no colour.
  void (*colour)(Diagram& d, const ColourSource&) = nullptr;
  bool needs_owners = false;  ///< needs threads and values; without them, cells are coloured by index
  bool needs_memory = false;  ///< needs indices that are places in memory, not coordinates
  bool takes_tiles = false;   ///< uses the tiles of another entry, if a card names one
  bool ramp = false;          ///< tells 32 keys apart, not 8: banks, and the threads of a warp
  int period = 0;             ///< the legend shows keys modulo this number; 0: as they are
  /// The heading of the legend where it depends on the diagram. May be null.
  algebra::Message (*heading)(const Diagram&) = nullptr;
  /// Why it has no meaning for a diagram, besides the needs above: one sentence, or null if it has one. May be null.
  const char* (*reason)(const Diagram&) = nullptr;
};

/// All colourings, in menu order.
std::span<const ColourBy> colourings();
std::optional<ColourBy> colouring_named(std::string_view key);

/// Why a colouring has no meaning for a diagram: one sentence; null if it has one.
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
