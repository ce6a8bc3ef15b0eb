#pragma once
// View settings of the canvas and its cards. Not part of the document.

#include <cstdint>
#include <map>
#include <vector>

namespace app {

/// A card by its position in the sheet; valid until entries or cards are added, removed or moved.
struct CardRef {
  int entry = -1, card = 0;
  explicit operator bool() const { return entry >= 0; }
  friend bool operator==(const CardRef&, const CardRef&) = default;
};

/// Two cards that are being compared.
struct Comparison {
  std::int64_t a = 0, b = 0;  ///< the cards' numbers (CardId)
  std::int64_t at = -1;       ///< 1-D coordinate of the current difference; -1: none yet
  std::uint64_t jump = 0;     ///< incremented to make the cards scroll to it
  explicit operator bool() const { return a != 0; }
};

/// How a document's canvas is scaled as a whole.
struct CanvasZoom {
  bool whole = false;  ///< all cards are arranged in one view, as small as necessary
  float factor = 1;    ///< additional scale
  friend bool operator==(const CanvasZoom&, const CanvasZoom&) = default;
};

/// Cards are given by their numbers.
struct CanvasView {
  std::vector<std::int64_t> front;  ///< cards in the order of their last clicks; the last one is on top
  std::int64_t full = 0;            ///< card that fills the canvas; 0: none
  Comparison comparison;
  std::int64_t isolated_card = 0;  ///< the card in which all colours except isolated_colour are faded; 0: none
  int isolated_colour = -1;
  std::uint64_t reveal = 0;                   ///< incremented to make the canvas scroll to the selected card
  std::map<std::uint64_t, CanvasZoom> zooms;  ///< of documents with a zoomed canvas, by id
  std::uint64_t fit = 0;                      ///< incremented to make the selected card fill the canvas's view
};

}  // namespace app
