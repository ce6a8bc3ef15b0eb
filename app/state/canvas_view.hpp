#pragma once
// How the cards of the canvas are looked at: no part of the document.

#include <cstdint>
#include <vector>

namespace app {

/// A card, while the sheet stays as it is.
struct CardRef {
  int entry = -1, card = 0;
  explicit operator bool() const { return entry >= 0; }
  friend bool operator==(const CardRef&, const CardRef&) = default;
};

/// Two cards held against one another.
struct Comparison {
  std::int64_t a = 0, b = 0;  ///< numbers of the cards
  std::int64_t at = -1;       ///< the difference that is looked at: a 1-D coordinate; -1: none yet
  std::uint64_t jump = 0;     ///< grows when the cards are to scroll to it
  explicit operator bool() const { return a != 0; }
};

/// How the cards are looked at: not part of the document.
struct CanvasView {
  std::vector<std::int64_t> front;  ///< cards that were clicked, the last one over the others
  std::int64_t full = 0;            ///< the card that fills the canvas; 0: none
  Comparison comparison;
  std::int64_t isolated_card = 0;  ///< of a legend: the other colours of that card are faded
  int isolated_colour = -1;
  std::uint64_t reveal = 0;  ///< grows when the canvas is to scroll to the selected card
};

}  // namespace app
