#pragma once
// State of the canvas kept from frame to frame: positions of the cards, and drags.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/actions/canvas_places.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/system/texts.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// A marked cell on the screen, from which lines between cards are drawn.
struct LinkPoint {
  int entry = -1;
  ImVec2 at;
  float half = 0;       ///< half of the cell's side
  bool source = false;  ///< the pointed cell
};

struct CanvasState : CanvasPlaces {
  /// The inputs that `arranged` was computed from.
  struct Basis {
    std::uint64_t pictures = 0;
    float scale = 0, width = 0, height = 0, taught = 0;
    bool whole = false;
    Language language = Language::english;
    const void* workspace = nullptr;
    const void* fonts = nullptr;
    friend bool operator==(const Basis&, const Basis&) = default;
  };
  Basis basis;
  float placed_scale = 0;           ///< scale of the fonts that `placed` was laid out with
  std::int64_t show_foot = 0;       ///< card to scroll to its lower edge; 0: none
  std::uint64_t revealed = 0;       ///< CanvasView::reveal that was last carried out
  int selected = -1;                ///< the entry whose card was last scrolled to
  std::uint64_t selected_in = 0;    ///< id of its document
  bool awaits_card = false;         ///< scroll to its card as soon as there is one
  std::uint64_t jumped = 0;         ///< Comparison::jump that was last carried out
  CardDifference difference;        ///< between the compared cards
  std::uint64_t difference_of = 0;  ///< Workspace::pictures_version() that it was computed for
  std::int64_t compared_a = 0, compared_b = 0;
  std::unordered_map<std::int64_t, CardView> cards;  ///< by the card's number
  std::vector<LinkPoint> link_points;                ///< collected in this frame while the cards are drawn
  bool pointer_by_keys = false;                      ///< the mouse is ignored as a pointer until it moves
  bool reveal_pointer = false;                       ///< the card with the pinned element must scroll to it
};
inline CanvasState& canvas_of(const Ui& ui) { return ui.kept<CanvasState>(); }

}  // namespace app
