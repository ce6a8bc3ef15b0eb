#pragma once
// Comparisons of two cards, and entries `A == B`.

#include <cstdint>
#include <string>
#include <vector>

#include "app/actions/cards.hpp"

namespace app {

/// While an entry `A == B` is selected and `index` is A or B, returns for each of its elements whether A and B differ there. Empty for
/// other entries, and if there are too many elements to mark. Elements hidden in one of them count as equal.
std::vector<bool> compared_elements(const Workspace&, const ViewState&, int index);

/// Returns "A"; "3", the entry's number, if it has no name; "A (2)" for its second card.
std::string card_name(const Workspace&, CardRef);

/// The difference of two cards: by their elements' indices, or by their owners if both cards show owners.
struct CardDifference {
  enum class Kind : std::uint8_t { same, differ, sizes, not_comparable };
  Kind kind = Kind::not_comparable;
  std::string a, b;  ///< names of the cards
  std::int64_t size_a = 0, size_b = 0;
  std::int64_t differing = 0, looked_at = 0;  ///< elements; looked_at < size: an evenly spread sample
  std::int64_t first = -1;                    ///< the first 1-D coordinate where they differ
  std::string coordinate, value_a, value_b;   ///< at `first`
  std::vector<bool> marks;                    ///< by 1-D coordinate: whether they differ; empty beyond 2^20 elements
};
/// Returns whether both cards show that element's value, so that the difference may be shown.
bool may_tell(const Workspace&, const ViewState&, CardRef a, CardRef b, std::int64_t coordinate);
CardDifference compare_cards(const Workspace&, CardRef a, CardRef b);
/// Returns "3 of 64 differ, first at (1,2): 9 ≠ 12".
std::string said_of(const CardDifference&, const Texts&);

/// Compares the two cards until end_comparison.
void begin_comparison(const Workspace&, ViewState&, CardRef a, CardRef b);
void end_comparison(ViewState&);
/// Goes to the next (1) or previous (-1) difference that may be shown, wrapping at the ends, and shows its slice.
void step_difference(Workspace&, ViewState&, int direction);

/// Adds an entry `A == B` below, and selects it.
void compare_entries(Workspace&, ViewState&, int index, const std::string& other);

}  // namespace app
