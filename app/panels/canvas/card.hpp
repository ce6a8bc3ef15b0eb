#pragma once
// Cards: layout and drawing, and the types shared by the files of this folder.

#include "app/panels/canvas/canvas_state.hpp"
#include "app/ui/grid_view.hpp"

namespace app {

/// Measures the words and headings of a picture.
CardNeeds needs_of(const Ui&, const Picture&);
inline CardLayout lay_out_card(const Ui& ui, const Picture& picture, const CardRoom& room) {
  return lay_out_card(needs_of(ui, picture), room);
}

/// Draws a card at a position on the screen, as a child window, so that a card above it gets the mouse.
void draw_card(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 at);

/// A card's grid as drawn in this frame.
struct CardGrid : DrawnGrid {
  int entry;
  const Picture& picture;
  int card = 0;         ///< index among the entry's cards
  std::int64_t id = 0;  ///< the card's number, the key of its view in CanvasState::cards
};

// The heading of a card: title, value, slice and menu.
/// Draws the heading; dragging it moves the card.
void card_heading(Ui&, const Workspace&, const ViewState&, Requests&, CardRef, const render::Diagram&, ImVec2 at, float width);
/// Returns whether the heading steps through slices.
bool has_slice_steps(const render::Diagram&);
/// Returns the width of the full heading, including its padding.
float heading_width(const Ui&, const Picture&, bool with_menu = true);

// The menu of a card.
// Draws the popup "card": view settings of the card, exports and copies.
void card_menu(Ui&, const Workspace&, const ViewState&, Requests&, CardRef);

// Resizing a card by its edges, and reshaping its entry by the grid's corner.
// Handles the draggable edges of a card. Call this before anything else in the card.
void card_edges(Ui&, const Workspace&, const ViewState&, CardRef, const CardLayout&, ImVec2 at);
/// Handles the grid's corner, which reshapes the entry when dragged. Call this before the grid.
void pull_corner(Ui&, const Workspace&, Requests&, CardRef, const Picture&, const CardLayout&, ImVec2 grid_at);

// The legend of a card: the meaning of its colours.
// Draws the legend's swatches; a click on one fades the other colours. Returns the height; with a null view, only measures.
float draw_legend(const Ui&, const CanvasView*, Requests*, std::int64_t card, const Picture&, ImVec2 at, float width);
float legend_height(const Ui&, const Picture&, float width);

// Callouts over a card's cells, frames and arrows with words, and the table below the grid with the same words.
// Returns the height of the table; 0 for a diagram without one.
float table_height(const Ui&, const render::Diagram&, float width);
/// Draws the table, at most `width` wide. Returns the subject of the line under the mouse.
std::optional<render::Speaks> draw_table(Ui&, const render::Diagram&, ImVec2 at, float width);
/// Draws the callouts. With `only`, those on that subject stand out and the others are faint.
void draw_callouts(Ui&, const CardGrid&, std::optional<render::Speaks> only);

// Marks in a card's grid: linked elements, isolation, differences.
// Draws all marks of the grid. under: the cell under the mouse.
void mark_card(Ui&, const Workspace&, const ViewState&, const CardGrid&, CellAt under);
/// Handles pointing at a cell and clicking it.
void point_in_card(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);

// The bar of a comparison of two cards.
// Shows how the compared cards differ, with buttons for the next difference. Returns the height; 0 without a comparison.
float comparison_bar(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, float width);

}  // namespace app
