#pragma once
// The rows of the sheet's list: which are folded, their heights and positions. Only visible rows are drawn and measured; others have an
// estimated height. Lengths are pixels.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "app/actions/sections.hpp"
#include "app/state/state.hpp"

namespace app {

/// The effect of sections on an entry's row.
struct RowPlace {
  int heading = -1;  ///< the section with its heading above the row; -1: none
  bool folded = false;
};

/// Measures from which heights are estimated. Equal measures give rows of equal height.
struct RowLook {
  float width = 0;              ///< of the list
  float code = 0, letters = 0;  ///< heights of an entry's text and of the text below it
  float words = 0;              ///< height of a note's text
  float point = 1;              ///< pixels per point
  float heading = 0;            ///< height of a section's heading
  const void* font = nullptr;
  friend bool operator==(const RowLook&, const RowLook&) = default;
};

class SheetList {
 public:
  /// Updates heights, positions and numbers of the rows after a change.
  void update(const Workspace&, const ViewState&, const RowLook&);
  std::size_t count() const { return heights_.size(); }
  /// Returns the top of an entry's row, including the heading above it, from the top of the list; for count() the bottom of the last one.
  float top(std::size_t entry) const { return tops_[entry]; }
  float height() const { return tops_.empty() ? 0 : tops_.back(); }
  bool empty() const { return tops_.empty(); }
  float heading_above(std::size_t entry) const { return places_[entry].heading < 0 ? 0 : look_.heading; }
  const RowPlace& place(std::size_t entry) const { return places_[entry]; }
  const Section& section(int number) const { return sections_[static_cast<std::size_t>(number)]; }
  /// Returns the displayed line number.
  int number(std::size_t entry) const { return numbers_[entry]; }
  bool is_folded(int entry) const;
  /// Returns the first visible entry at a scroll position.
  int first_in_sight(float scroll) const;
  /// Sets the height of a row that was drawn. Returns true if it has changed: then call sum_up.
  bool measured(std::size_t entry, float height, std::uint64_t version);
  /// Moves the rows below those with changed heights.
  void sum_up();
  /// Returns the index at which a row dragged to `y` would be inserted; y: from the top of the list.
  int drop_place(float y) const;

 private:
  void list_sections(const Workspace&, const ViewState&);

  RowLook look_;
  std::uint64_t version_ = 0, evaluation_ = 0;
  std::vector<float> heights_, tops_;    ///< of the rows themselves; with headings, one more than there are entries
  std::vector<Section> sections_;        ///< empty: the sheet has no headings
  std::vector<RowPlace> places_;         ///< by entry
  std::set<std::string> folds_;          ///< the sections with changed folding when the rows were listed
  std::vector<std::uint64_t> measured_;  ///< version of the result at the measurement; 0: estimated
  std::vector<int> numbers_;
};

}  // namespace app
