#pragma once
// The cards of the canvas: which one is meant, and what is done with it. Where they stand is arrange.hpp's.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/editing/reshape.hpp"
#include "app/state/state.hpp"

namespace app {

std::int64_t id_of(const Workspace&, CardRef);
/// The card with that number; nothing where it is gone.
CardRef card_with(const Workspace&, std::int64_t id);
/// Of the selected entry the card that was clicked last, else its first.
CardRef selected_card(const Workspace&, const ViewState&);
/// The selected card has a picture.
bool has_card(const Workspace&, const ViewState&);
/// Fades the other colours of that card; 0, -1: of none.
void isolate_colour(ViewState&, std::int64_t card, int colour);
/// Selects the card's entry and puts the card over the others.
void bring_to_front(const Workspace&, ViewState&, CardRef);
/// Changes a card's settings in one undo step of that name; with the same merge key in a row in one for all of them.
void edit_card(Workspace&, CardRef, std::string_view name, const std::function<void(CardSettings&)>&, const std::string& merge_key = {});

/// Colours a card; the entry whose tiles it showed is forgotten where the colouring takes none.
void set_colours(CardSettings&, render::ColourBy);

// Settings of a card, each a step of undo.
void set_colouring(Workspace&, CardRef, render::ColourBy);
/// Coloured by the tiles of another entry.
void colour_by_tiles_of(Workspace&, CardRef, const std::string& entry);
void set_labels(Workspace&, CardRef, render::LabelBy);
void set_palette(Workspace&, CardRef, render::PaletteName);
void set_headings(Workspace&, CardRef, render::Headings);
/// To that place of the canvas; with a size also to that size.
void place_card(Workspace&, CardRef, CardSettings::Point at, const std::optional<CardSettings::Extent>& size);
/// Back to its automatic place and size.
void arrange_card(Workspace&, CardRef);
void show_or_hide_card(Workspace&, int entry);
/// Changes the text of the card's entry so that its value has that shape; one step for a whole drag.
void reshape_card(Workspace&, std::int64_t id, algebra::editing::GridShape);

/// All cards back to the automatic places and sizes.
void arrange_cards(Workspace&);
bool any_card_moved(const Workspace&);
/// A second card of the same entry, coloured by the next thing that tells its elements apart.
void duplicate_card(Workspace&, ViewState&, CardRef);
bool can_duplicate(const Workspace&, CardRef);
/// A further card goes; an entry's only card is hidden.
void close_card(Workspace&, ViewState&, CardRef);
/// Puts the card over the others; the entry that is worked on stays selected.
void raise_card(const Workspace&, ViewState&, CardRef);
void leave_full_card(ViewState&);
void fill_canvas(const Workspace&, ViewState&, CardRef);  ///< again: leave

/// The neighbouring slice of a value of rank 3 or more; stops at the ends.
void step_slice(Workspace&, CardRef, int direction);
/// The slices that the card steps through; 1 where there is nothing to step.
std::int64_t slices_of(const Workspace&, CardRef);
/// The next colouring, or labels, that make sense for the card.
void cycle_colours(Workspace&, CardRef);
void cycle_labels(Workspace&, CardRef);
void cycle_palettes(Workspace&, CardRef);
void cycle_headings(Workspace&, CardRef);
void transpose_card(Workspace&, CardRef);
void show_or_hide_legend(Workspace&, CardRef);
void show_or_hide_slabs(Workspace&, CardRef);  ///< all slices side by side, or one

/// The entry with a name that the shape of this one comes from and that can be pulled to another: its operation's first
/// operand, or that one's, ...; -1 where there is none.
int literal_behind(const Workspace&, int entry);

/// Why a colouring or labels say nothing about what the card shows, in English; null where they do.
const char* why_not(const Workspace&, CardRef, render::ColourBy);
const char* why_not(const Workspace&, CardRef, render::LabelBy);

}  // namespace app
