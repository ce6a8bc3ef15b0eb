#pragma once
// The layout of a card: where its grid, its legend, its table and its notes stand in the room that it has. All lengths are pixels where
// nothing else is said; nothing here draws.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/system/point.hpp"

namespace app {

/// Positions of the parts of a card, in pixels from its top left.
struct CardLayout {
  float width = 0, height = 0;
  float grid_x = 0, grid_y = 0, grid_width = 0, grid_height = 0;
  float default_cell = 0;              ///< side of a cell at the card's initial zoom
  float words_x = 0, words_width = 0;  ///< of legend, table and notes, beneath the grid or beside it
  float legend_y = 0, note_y = 0;
  bool beside = false;  ///< words stand beside the grid
  bool warns = true;    ///< says what contract the value breaks
};

/// Where a card says what is to be said of its grid.
enum class WordsStand : std::uint8_t { where_best, beneath, beside };

/// What a card is laid out for.
struct CardRoom {
  Point size;           ///< the card is no larger
  float scale = 1;      ///< of its cells, where they have room
  bool filled = false;  ///< the card is as large as the room, and its cells are as large as fits
  bool warns = true;    ///< whether it says what contract the value breaks
  float cell = 0;       ///< of a card that is laid out already, and drawn smaller or larger; 0: by the room
  WordsStand words = WordsStand::where_best;
};
/// What the words and headings of a picture take. An arrangement tries a card in many rooms, and measures its text once.
class CardNeeds {
 public:
  /// What stands in so much of width: legend, table, and notes with what contract the value breaks or without.
  struct Heights {
    float legend = 0, table = 0, note = 0;
    float width = 0;
    bool warns = false;
  };
  float scale = 1;                     ///< pixels of a point
  std::int64_t rows = 1, columns = 1;  ///< of the grid
  bool parts = false;                  ///< the grid is several
  float comfortable = 0;               ///< side of a cell that its longest label fits into
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
/// The layout of a picture's card. A grid is shown whole, except where its cells, or all of one of its sides, would be dust.
CardLayout lay_out_card(const CardNeeds&, const CardRoom&);

inline constexpr float card_padding = 12, card_heading_height = 31;  ///< points

/// The columns of a card's table: what a line marks, its name, a number, and what it means. Where there is no room for all, what a line
/// means stands below the rest of it, and the names take what the numbers leave.
struct CardTableColumns {
  std::array<float, 4> width{};
  bool one_line = true;
  float first, gap;  ///< where they begin, and what stands between them

  CardTableColumns(const std::vector<std::array<float, 4>>& lines, float from, float between, float room);
  /// Where a column begins.
  float before(std::size_t column) const;
};

}  // namespace app
