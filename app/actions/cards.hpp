#pragma once
// Finding, selecting and changing cards of the canvas. arrange.hpp computes their positions.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "algebra/editing/reshape.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/state/state.hpp"

namespace app {

/// Returns the card's number; 0 if it does not exist.
std::int64_t id_of(const Workspace&, CardRef);
/// Returns the card with that number; an empty reference if there is none.
CardRef card_with(const Workspace&, std::int64_t id);
/// Returns the last clicked card of the selected entry, else its first.
CardRef selected_card(const Workspace&, const ViewState&);
/// Returns whether the selected card has a picture.
bool has_card(const Workspace&, const ViewState&);
/// Fades all colours of that card but one. Card 0, colour -1: fades none.
void isolate_colour(ViewState&, std::int64_t card, int colour);
/// Selects the card's entry and draws the card above the others.
void bring_to_front(const Workspace&, ViewState&, CardRef);
/// Changes a card's settings in one undo step of that name. Consecutive changes with the same merge key are one step.
void edit_card(Workspace&, CardRef, std::string_view name, const std::function<void(CardSettings&)>&, const std::string& merge_key = {});

/// Returns the card's actions in the window, by the table of actions.
ActionsOf actions_for(const Workspace&, CardRef);
bool can_do(const Workspace&, CardRef, std::string_view key);
/// Carries out an action that changes the sheet, in one undo step: "transposed", or "colour" with a choice; see entry_actions.hpp. Does
/// nothing if it is not possible.
void do_card_action(Workspace&, CardRef, std::string_view key, const std::string& value = {});
/// Selects the next possible choice, such as the next colouring.
void choose_next(Workspace&, CardRef, std::string_view key);

/// Moves the card to that position on the canvas, or to the nearest that a sheet can store. It keeps its present size.
void move_card(Workspace&, CardRef, CardSettings::Point at, CardSettings::Extent size);
/// Resizes the card, in an undo step with another name. The card keeps its position.
void resize_card(Workspace&, CardRef, CardSettings::Point at, CardSettings::Extent size);
void show_or_hide_card(Workspace&, int entry);
/// Rewrites the entry's text so that its value has that shape. A whole drag is one undo step.
void reshape_card(Workspace&, std::int64_t id, algebra::editing::GridShape);

/// Resets all cards to their automatic positions and sizes.
void arrange_cards(Workspace&);
bool any_card_moved(const Workspace&);
/// Adds a card of the same entry, with the next colouring that applies to it.
void duplicate_card(Workspace&, ViewState&, CardRef);
/// Removes an additional card; hides an entry's only card.
void close_card(Workspace&, ViewState&, CardRef);
/// Draws the card above the others; the selection stays.
void raise_card(const Workspace&, ViewState&, CardRef);
void leave_full_card(ViewState&);
void fill_canvas(const Workspace&, ViewState&, CardRef);  ///< toggles: a second call restores the canvas

/// Returns the zoom of the document's canvas.
CanvasZoom canvas_zoom(const Workspace&, const ViewState&);
/// Scales the contents of the canvas, within least_canvas_zoom and largest_canvas_zoom.
void zoom_canvas(const Workspace&, ViewState&, float factor);
inline constexpr float least_canvas_zoom = 0.1f, largest_canvas_zoom = 8;
/// Shows all cards in one view; a second call restores pages of a readable size.
void fit_all_cards(const Workspace&, ViewState&);
/// Makes the selected card as large as the view allows.
void fit_this_card(ViewState&);
/// Restores the zoom of a newly opened document.
void usual_canvas(const Workspace&, ViewState&);
bool is_canvas_zoomed(const Workspace&, const ViewState&);

/// Shows the next (1) or previous (-1) slice of a value of rank 3 or more; stops at the ends.
void step_slice(Workspace&, CardRef, int direction);
/// Returns the number of slices that the card steps through; 1 if it shows the whole value.
std::int64_t slices_of(const Workspace&, CardRef);
/// Returns the named entry whose literal determines this entry's shape, so that it can be reshaped instead: found through the first operand
/// of each operation. -1 if there is none.
int literal_behind(const Workspace&, int entry);

/// Returns "colour: tile of D ▾", the card's colouring; then ever shorter texts, and only the mark for a card without a picture.
std::string colour_text(const Picture&, const Texts&);
std::vector<std::string> colour_texts(const Picture*, const Texts&);
/// Returns "‹ (_,_,3) · 4 / 8 ›", or "" if there is only one slice.
std::string slice_steps_text(const render::Diagram&);

}  // namespace app
