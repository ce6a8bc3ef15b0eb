#pragma once
// Cards: layout and drawing, and the types shared by the files of this folder.

#include "app/panels/canvas/canvas_state.hpp"
#include "app/ui/grid_view.hpp"

namespace app {

/// The layout of a picture's card within `max_width` x `max_height` pixels. fixed: the size of the card, whose cells are then as
/// large as fits.
CardLayout lay_out_card(const Ui&, const Picture&, float max_width, float max_height, std::optional<ImVec2> fixed = {});

/// Draws a card at a position on the screen, as a child window, so that a card above it gets the mouse.
void draw_card(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 at);
inline constexpr float card_padding = 12, card_heading_height = 31;  ///< points

/// A card's grid as drawn in this frame.
struct CardGrid : DrawnGrid {
  int entry;
  const Picture& picture;
  int card = 0;         ///< which of the entry's cards
  std::int64_t id = 0;  ///< the card's number, the key of its view in CanvasState::cards
};

}  // namespace app
