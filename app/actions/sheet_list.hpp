#pragma once
// The rows of the sheet's list: which are folded away, how high each is, where it begins. Only rows in sight are drawn and measured; others
// have a guessed height. Lengths are pixels.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "app/actions/sections.hpp"
#include "app/state/state.hpp"

namespace app {

/// What a section makes of an entry's row.
struct RowPlace {
  int heading = -1;  ///< the section whose heading stands above it; -1: none
  bool folded = false;
};

/// What heights are guessed by. Two looks that are equal draw a row equally high.
struct RowLook {
  float width = 0;              ///< of the list
  float code = 0, letters = 0;  ///< heights of an entry's text and of what stands beneath it
  float words = 0;              ///< height of a note's text
  float point = 1;              ///< pixels of a point
  float heading = 0;            ///< height of a section's heading
  const void* font = nullptr;
  friend bool operator==(const RowLook&, const RowLook&) = default;
};

class SheetList {
 public:
  /// Heights, places and numbers of the rows; again only after a change.
  void update(const Workspace&, const ViewState&, const RowLook&);
  std::size_t count() const { return heights_.size(); }
  /// Where an entry's row begins, with the heading above it, from the top of the list; of count() where the last one ends.
  float top(std::size_t entry) const { return tops_[entry]; }
  float height() const { return tops_.empty() ? 0 : tops_.back(); }
  bool empty() const { return tops_.empty(); }
  float heading_above(std::size_t entry) const { return places_[entry].heading < 0 ? 0 : look_.heading; }
  const RowPlace& place(std::size_t entry) const { return places_[entry]; }
  const Section& section(int number) const { return sections_[static_cast<std::size_t>(number)]; }
  /// The line number as shown.
  int number(std::size_t entry) const { return numbers_[entry]; }
  bool is_folded(int entry) const;
  /// The first entry that is in sight where the list is scrolled so far.
  int first_in_sight(float scroll) const;
  /// The row is as high as it was drawn. True if that is another height: see sum_up.
  bool measured(std::size_t entry, float height, std::uint64_t version);
  /// The rows below those that were measured make room for them.
  void sum_up();
  /// The place between rows at which a row that is dragged there would be let go; y: from the top of the list.
  int drop_place(float y) const;

 private:
  void list_sections(const Workspace&, const ViewState&);

  RowLook look_;
  std::uint64_t version_ = 0, evaluation_ = 0;
  std::vector<float> heights_, tops_;    ///< of the rows themselves; with headings, one more than there are entries
  std::vector<Section> sections_;        ///< empty: the sheet has no headings
  std::vector<RowPlace> places_;         ///< by entry
  std::set<std::string> folds_;          ///< the sections whose folding was changed, when the rows were listed
  std::vector<std::uint64_t> measured_;  ///< version of the result that the height was measured with; 0: guessed
  std::vector<int> numbers_;
};

}  // namespace app
