#include "app/actions/card_layout.hpp"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

// In points. usual_grid limits grids of many cells; no cell is larger than most_cell, or than a part of the canvas's height, on a card that
// sizes itself.
constexpr float usual_grid = 440, most_cell = 160, most_cells_down = 6, least_cell = 4, least_side = 64;

/// Returns the side of a cell at the card's default size: as its labels need, or so that the grid is as wide as the heading.
float usual_cell(const CardNeeds& needs, float beside) {
  const auto rows = static_cast<float>(needs.rows), columns = static_cast<float>(needs.columns);
  const float for_heading = std::min({(needs.narrowest - beside) / columns, 1.8f * needs.comfortable, needs.px(usual_grid) * 0.6f / rows});
  return std::min(std::max(needs.comfortable, for_heading), needs.px(usual_grid) / std::max(rows, columns));
}

/// Returns the layout with words below the grid, or beside it.
CardLayout laid_out(const CardNeeds& needs, const CardRoom& room, bool beside) {
  CardLayout card{.beside = beside, .warns = room.warns};
  const float left = needs.row_headings, padding = needs.px(card_padding), apart = needs.px(16);
  const auto rows = static_cast<double>(needs.rows), columns = static_cast<double>(needs.columns);
  const float inner = room.size.x - 2 * padding - left, comfortable = needs.comfortable;
  const float usual = usual_cell(needs, left + 2 * padding + needs.px(2));
  card.grid_x = padding + left;
  card.grid_y = needs.px(card_heading_height) + needs.column_headings;
  const bool narrow = !beside && inner < needs.px(150);
  // The name of each of several grids is below it.
  const float names = needs.parts ? needs.px(10) : 0;
  float words = beside ? std::clamp(inner * 0.3f, needs.px(190), needs.px(300)) : inner;
  const float room_x = std::max(inner - (beside ? words + apart : 0), needs.px(24));
  float room_y = room.size.y - card.grid_y - padding - names - (beside ? 0 : needs.words(words, room.warns));
  // Words below a narrow card need more lines than at the room's width, so the layout is repeated with the remaining height.
  for (int tries = 0; tries < 4; ++tries) {
    room_y = std::max(room_y, needs.px(room.filled ? 24 : 60));
    const double fit = std::min(room_x / columns, room_y / rows), whole = fit > needs.px(12) ? std::floor(fit) : fit;
    const bool seen = fit >= needs.px(needs.parts ? 1.0f : least_cell) || fit * std::min(rows, columns) >= needs.px(least_side);
    // As large as its labels need, or as fits, or whole; scrolled if the whole grid would have tiny cells.
    const double wanted = room.filled
                              ? needs.px(220)
                              : std::min(usual * room.scale, std::max({comfortable, needs.px(most_cell), room.size.y / most_cells_down}));
    card.default_cell = room.cell > 0 ? room.cell : static_cast<float>(!seen ? comfortable : std::min(whole, wanted));
    if (room.cell <= 0 && card.default_cell > needs.px(12)) card.default_cell = std::floor(card.default_cell);
    card.grid_width = static_cast<float>(std::min<double>(room_x, columns * card.default_cell));
    card.grid_height = static_cast<float>(std::min<double>(room_y, rows * card.default_cell));
    const float needed = card.grid_x + card.grid_width + padding + needs.px(2) + (beside ? words + apart : 0);
    card.width = room.filled ? room.size.x : std::min(room.size.x, std::max(needed, needs.narrowest));
    // A sentence needs more width than a grid of few columns.
    if (!room.filled && !beside && needs.note(inner, room.warns) > 0)
      card.width = std::max(card.width, std::min(room.size.x, needs.px(280)));
    if (!beside) words = room.filled ? inner : std::max(card.grid_width, card.width - card.grid_x - padding);
    // In a narrow card they start at the card's left edge.
    if (narrow) words = card.width - 2 * padding;
    const float said = needs.words(words, room.warns), foot = card.grid_y + card.grid_height + needs.px(10) + names;
    card.height = room.filled ? room.size.y : beside ? std::max(foot, card.grid_y + said) + needs.px(2) : foot + said + needs.px(2);
    if (card.height <= room.size.y || beside) break;
    room_y -= card.height - room.size.y;
  }
  card.words_width = words;
  card.words_x = narrow ? padding : card.grid_x + (beside ? card.grid_width + apart : 0);
  // In a card wider than its grid, such as one that fills the canvas, the grid is centred.
  if (room.filled && !beside) card.grid_x += std::max(0.0f, std::floor((room_x - card.grid_width) / 2));
  card.legend_y = beside ? card.grid_y : card.grid_y + card.grid_height + needs.px(10) + names;
  card.note_y = card.legend_y + needs.legend(words);
  return card;
}

}  // namespace

const CardNeeds::Heights& CardNeeds::heights(float width, bool warns) const {
  for (const auto& known : heights_)
    if (known.width == width && known.warns == warns) return known;
  auto measured = measure(width, warns);
  measured.width = width, measured.warns = warns;
  return heights_.emplace_back(measured);
}

CardLayout lay_out_card(const CardNeeds& needs, const CardRoom& room) {
  if (room.words == WordsStand::beside) return laid_out(needs, room, true);
  auto beneath = laid_out(needs, room, false);
  if (room.words == WordsStand::beneath || needs.words(room.size.x, room.warns) <= 0) return beneath;
  // Beside the grid if words below would shrink or cut it.
  const auto beside = laid_out(needs, room, true);
  const auto cut = [&](const CardLayout& c) { return static_cast<float>(needs.rows) * c.default_cell > c.grid_height + 1.5f; };
  const bool better = cut(beneath) != cut(beside) ? cut(beneath) : beside.default_cell > 1.08f * beneath.default_cell;
  const bool fits = beside.height <= room.size.y && beside.words_x + beside.words_width <= room.size.x - needs.px(card_padding);
  return better && fits ? beside : beneath;
}

CardTableColumns::CardTableColumns(const std::vector<std::array<float, 4>>& lines, float from, float between, float room)
    : first(from), gap(between) {
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) width[i] = std::max(width[i], line[i]);
  one_line = before(3) + width[3] <= room;
  if (one_line) return;
  width[1] = std::max(0.0f, width[1] - std::max(0.0f, before(3) - gap - room));
  width[3] = room - before(0);
}

float CardTableColumns::before(std::size_t column) const {
  float x = first;
  for (std::size_t i = 0; i < column; ++i) x += width[i] > 0 ? width[i] + gap : 0;
  return x;
}

}  // namespace app
