#pragma once
// The colourings that there are: one record each holds all that the program knows of it.

#include <optional>
#include <span>
#include <string_view>

#include "render/colour_keys.hpp"
#include "render/diagram.hpp"

namespace render {

/// Texts are English; they are translated where they are shown.
struct Colouring {
  const char* key;     ///< in sheets, on the command line and in menus: "sector"
  const char* legend;  ///< heads its legend: "32 B sector"
  const char* title;   ///< of its help: "Colour by 32 B sector"
  const char* help;    ///< what equal colours mean, in one or two sentences
  /// Sets d.colour, from which the window and every export draw. Null: cells have no colour.
  void (*colour)(Diagram& d, const ColourSource&) = nullptr;
  bool needs_owners = false;  ///< threads and values; without any, cells are coloured by index
  bool needs_memory = false;  ///< indices that are places in memory, not coordinates
  bool takes_tiles = false;   ///< those of another entry, where a card names one
  int period = 0;             ///< keys that differ by a multiple of it are the same in a legend; 0: none are
  /// Why it says nothing about a diagram, beyond the needs above: one sentence, or null where it does. May be null.
  const char* (*reason)(const Diagram&) = nullptr;
};

/// In the order of menus.
std::span<const ColourBy> colourings();
std::optional<ColourBy> colouring_named(std::string_view key);

/// Why a colouring says nothing about a diagram: one sentence; null where it says something.
const char* why_not(ColourBy, const Diagram&);

/// Adds a colouring to the table for as long as this lives; for tests. The record must outlive every view that has it, and no
/// other thread may look at the table meanwhile.
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
