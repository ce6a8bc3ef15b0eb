#pragma once
// An entry `A == B`, and how the cards of A and B show it.

#include <cstdint>
#include <string>
#include <vector>

#include "app/actions/cards.hpp"

namespace app {

/// While an entry `A == B` is selected: for each element of entry `index`, where it is A or B, whether they differ
/// there. Empty for other entries, and where there are too many elements to mark.
std::vector<bool> compared_elements(const Workspace&, const ViewState&, int index);

/// The other entries that this one can be compared with: those with a name and a layout or a tensor.
std::vector<std::string> comparable_entries(const Workspace&, int index);

/// What a card is called: "A", "3" without a name, "A (2)" for a further card.
std::string card_name(const Workspace&, CardRef);

/// How two cards differ: by the indices of their elements, or where both show who owns them by their owners.
struct CardDifference {
  enum class Kind : std::uint8_t { same, differ, sizes, not_comparable };
  Kind kind = Kind::not_comparable;
  std::string a, b;  ///< what the cards are called
  std::int64_t size_a = 0, size_b = 0;
  std::int64_t differing = 0, looked_at = 0;  ///< elements; fewer than all: a sample, spread evenly
  std::int64_t first = -1;                    ///< the first 1-D coordinate where they differ
  std::string coordinate, value_a, value_b;   ///< there
  std::vector<bool> marks;                    ///< by 1-D coordinate: they differ there; empty beyond 2^20 elements
};
CardDifference compare_cards(const Workspace&, CardRef a, CardRef b);

/// Holds the two cards against one another until end_comparison.
void begin_comparison(const Workspace&, ViewState&, CardRef a, CardRef b);
void end_comparison(ViewState&);
/// Goes to the difference after, or before, the one that is looked at, around the ends; brings its slice into sight.
void step_difference(Workspace&, ViewState&, int direction);

/// Adds the entry `A == B` below, and selects it.
void compare_entries(Workspace&, ViewState&, int index, const std::string& other);

}  // namespace app
