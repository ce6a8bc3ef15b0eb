#pragma once
// The cards of the canvas: which one is meant, and what is done with it. Where they stand is arrange.hpp's.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/document/sheet.hpp"

namespace app {

class App;

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
struct CardLook {
  std::vector<std::int64_t> front;  ///< cards that were clicked, the last one over the others
  std::int64_t full = 0;            ///< the card that fills the canvas; 0: none
  Comparison comparison;
  std::int64_t isolated_card = 0;  ///< of a legend: the other colours of that card are faded
  int isolated_colour = -1;
  std::uint64_t reveal = 0;  ///< grows when the canvas is to scroll to the selected card
};

std::int64_t id_of(const App&, CardRef);
/// The card with that number; nothing where it is gone.
CardRef card_with(const App&, std::int64_t id);
/// Of the selected entry the card that was clicked last, else its first.
CardRef selected_card(const App&);
/// The selected card has a picture.
bool has_card(const App&);
/// Selects the card's entry and puts the card over the others.
void bring_to_front(App&, CardRef);
/// Changes a card's settings in one undo step; with the same merge key in a row in one for all of them.
void edit_card(App&, CardRef, const std::function<void(CardSettings&)>&, const std::string& merge_key = {});

/// All cards back to the automatic places and sizes.
void arrange_cards(App&);
bool any_card_moved(const App&);
/// A second card of the same entry, coloured by the next thing that tells its elements apart.
void duplicate_card(App&, CardRef);
bool can_duplicate(const App&, CardRef);
/// A further card goes; an entry's only card is hidden.
void close_card(App&, CardRef);
void fill_canvas(App&, CardRef);  ///< again: leave

/// The neighbouring slice of a value of rank 3 or more; stops at the ends.
void step_slice(App&, CardRef, int direction);
/// The slices that the card steps through; 1 where there is nothing to step.
std::int64_t slices_of(const App&, CardRef);
/// Colours a card; the entry whose tiles it showed is forgotten where the colouring takes none.
void set_colours(CardSettings&, render::ColourBy);
/// The next colouring, or labels, that make sense for the card.
void cycle_colours(App&, CardRef);
void cycle_labels(App&, CardRef);

/// The entry with a name that the shape of this one comes from and that can be pulled to another: its operation's first
/// operand, or that one's, ...; -1 where there is none.
int literal_behind(const App&, int entry);

/// Why a colouring or labels say nothing about what the card shows, in English; null where they do.
const char* why_not(const App&, CardRef, render::ColourBy);
const char* why_not(const App&, CardRef, render::LabelBy);

}  // namespace app
