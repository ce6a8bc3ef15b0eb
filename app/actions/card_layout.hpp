#pragma once
// The layout of a card: positions of grid, legend, table and notes in the available room. All lengths are pixels unless stated otherwise;
// nothing here draws.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/system/point.hpp"

namespace app {

/// Positions of the parts of a card, in pixels from its top left corner.
struct CardLayout {
  float width = 0, height = 0;
  float grid_x = 0, grid_y = 0, grid_width = 0, grid_height = 0;
  float default_cell = 0;              ///< side of a cell at the card's initial zoom
  float words_x = 0, words_width = 0;  ///< of legend, table and notes, below the grid or beside it
  float legend_y = 0, note_y = 0;
  bool beside = false;  ///< words are beside the grid
  bool warns = true;    ///< shows a broken contract
};

/// The place of words about a card's grid.
enum class WordsStand : std::uint8_t { where_best, beneath, beside };

/// The room for a card and its options.
struct CardRoom {
  Point size;           ///< upper limit of the card
  float scale = 1;      ///< of its cells, if they fit
  bool filled = false;  ///< the card fills the room, and its cells are as large as possible
  bool warns = true;    ///< whether a broken contract is shown
  float cell = 0;       ///< of a card already laid out that is drawn smaller or larger; 0: by the room
  WordsStand words = WordsStand::where_best;
};
/// The space that words and headings of a picture need. An arrangement tries a card in many rooms, and measures its text only once.
class CardNeeds {
 public:
  /// Heights at some width: legend, table, and notes with or without the broken contract.
  struct Heights {
    float legend = 0, table = 0, note = 0;
    float width = 0;
    bool warns = false;
  };
  float scale = 1;                     ///< pixels per point
  std::int64_t rows = 1, columns = 1;  ///< of the grid
  bool parts = false;                  ///< several grids
  float comfortable = 0;               ///< side of a cell that fits its longest label
  float row_headings = 0, column_headings = 0;
  float narrowest = 0;  ///< width that the heading needs
  std::function<Heights(float width, bool warns)> measure;

  float px(float points) const { return points * scale; }
  float legend(float width) const { return heights(width, true).legend; }
  float note(float width, bool warns) const { return heights(width, warns).note; }
  float words(float width, bool warns) const {
    const auto& all = heights(width, warns);
    return all.legend + all.table + all.note;
  }

 private:
  const Heights& heights(float width, bool warns) const;
  mutable std::vector<Heights> heights_;
};
/// Lays out a picture's card. The whole grid is shown, unless its cells or one of its sides would be too small.
CardLayout lay_out_card(const CardNeeds&, const CardRoom&);

inline constexpr float card_padding = 12, card_heading_height = 31;  ///< in points

/// The columns of a card's table: marks, name, number, meaning. Without room for all, the meaning is on a line below, and names take the
/// room that the numbers leave.
struct CardTableColumns {
  std::array<float, 4> width{};
  bool one_line = true;
  float first, gap;  ///< left edge of the first column, and space between columns

  CardTableColumns(const std::vector<std::array<float, 4>>& lines, float from, float between, float room);
  /// Returns the left edge of a column.
  float before(std::size_t column) const;
};

}  // namespace app
