#include "app/panels/canvas/card.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/predicting.hpp"
#include "app/panels/teaching/teaching.hpp"
#include "app/ui/grid_view.hpp"
#include "render/labellings.hpp"
#include "render/legend.hpp"

namespace app {
namespace {

/// A cell that its longest label fits into.
float comfortable_cell(const Ui& ui, const render::Diagram& d) {
  const auto rows = std::min<std::int64_t>(d.rows.extent, 2), columns = std::min<std::int64_t>(d.columns.extent, 2);
  float w = 0;
  // Labels grow with the coordinates: the corners have the longest.
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const auto text = d.label(r == 0 ? 0 : d.rows.extent - 1, c == 0 ? 0 : d.columns.extent - 1);
      for (std::size_t from = 0; from <= text.size();) {
        const auto end = std::min(text.find('\n', from), text.size());
        w = std::max(w, text_width(ui.fonts.mono_small, std::string_view(text).substr(from, end - from)));
        from = end + 1;
      }
    }
  const bool two_lines = d.view.label_by->lines > 1;
  float cell = std::max(w + ui.px(12), ui.px(two_lines ? 58 : 39));
  if (d.columns.hierarchical)
    cell = std::max(cell, text_width(ui.fonts.mono_tiny, d.columns.natural_heading(d.columns.extent - 1)) + ui.px(4));
  return std::round(std::min(cell, ui.px(130)));
}

/// The note stands beneath the grid, not in the heading, where there may be no room for it.
bool note_beneath(const render::Diagram& d) { return d.note_matters || d.note.text().find('\n') != std::string::npos; }

/// What contract the value breaks, and its note, one beneath the other. Draws only with a list. Returns the height.
float notes(ImDrawList* list, const Ui& ui, const algebra::Message& warning, const render::Diagram& d, ImVec2 at, float width) {
  const float from = at.y;
  const auto say = [&](const algebra::Message& text, ImU32 ink, ImU32 back) {
    at.y += flow_text(list, ui, at, width, ink, back, (*ui.texts)(text)) + ui.px(10);
  };
  if (!warning.empty()) say(warning, ui.ink.error, ui.ink.error_back);
  if (note_beneath(d)) say(d.note, ui.ink.faint, ui.ink.chip);
  return at.y - from;
}

/// Fades the cells in sight that have another colour than the one that was picked in the legend.
void fade_other_colours(Ui& ui, const ViewState& view, const CardGrid& g, std::int64_t id) {
  if (view.cards.isolated_card != id) return;
  const auto& d = g.picture.diagram;
  if (cell_side(ui, g) < 1) return;  // a pixel is several cells
  cells_in_sight(ui, g).for_each([&](std::int64_t r, std::int64_t c) {
    if (render::palette_entry(d, r, c) != view.cards.isolated_colour) shade_cell(ui, g, r, c);
  });
}

/// What the two cards that are compared have in each of their elements is said by frames around those that differ.
void mark_compared(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, std::int64_t id) {
  const auto& comparison = view.cards.comparison;
  if (!comparison || (comparison.a != id && comparison.b != id)) return;
  const auto& d = g.picture.diagram;
  auto& card_view = canvas_of(ui).cards[id];
  const double cell = cell_side(ui, g);
  const auto at = comparison.at >= 0 ? d.cell_of(comparison.at) : std::nullopt;
  if (at && canvas_of(ui).jumped != comparison.jump) {
    const auto into_sight = [&](double& first, std::int64_t position, double pixels) {
      const double seen = pixels / cell, p = static_cast<double>(position);
      if (p < first || p + 1 > first + seen) first = std::max(0.0, p + 0.5 - seen / 2);
    };
    into_sight(card_view.first_row, at->row, g.size.y);
    into_sight(card_view.first_column, at->column, g.size.x);
  }
  const auto& marks = canvas_of(ui).difference.marks;
  const auto a = card_with(workspace, comparison.a), b = card_with(workspace, comparison.b);
  if (cell >= 2 && !marks.empty() && a && b)
    cells_in_sight(ui, g).for_each([&](std::int64_t r, std::int64_t c) {
      if (const auto i = d.coordinate(r, c);
          i >= 0 && i < static_cast<std::int64_t>(marks.size()) && marks[static_cast<std::size_t>(i)] && may_tell(workspace, view, a, b, i))
        mark_cell(ui, g, r, c, ui.ink.error, cell < ui.px(12) ? 1 : ui.px(1.5f));
    });
  if (at) mark_cell(ui, g, at->row, at->column, ui.ink.error, ui.px(3));
}

/// Shift and the wheel go through the slices.
void turn_slices(Requests& requests, CardRef card, const render::Diagram& d) {
  const auto& io = ImGui::GetIO();
  if (d.view.slabs || d.slices() < 2 || !io.KeyShift || !ImGui::IsWindowHovered()) return;
  const float turned = io.MouseWheel != 0 ? io.MouseWheel : io.MouseWheelH;
  if (turned != 0) requests.add<step_slice>(card, turned > 0 ? -1 : 1);
}

void draw_frame(Ui& ui, const Workspace& workspace, const ViewState& view, CardRef card, std::int64_t id, ImVec2 at, ImVec2 end) {
  auto* list = ImGui::GetWindowDrawList();
  ui.fill(list, at, end, ui.ink.panel, ui.px(8));
  const bool compared = view.cards.comparison && (view.cards.comparison.a == id || view.cards.comparison.b == id);
  const bool selected = !view.cards.front.empty() && view.cards.front.back() == id && selected_card(workspace, view) == card;
  compat::rectangle(list, at, end, compared ? ui.ink.error : selected ? ui.ink.fainter : ui.ink.line, ui.px(8), compared ? ui.px(2) : 1);
}

}  // namespace

namespace {

// Points. Grids of many cells are usually so large, and no cell is larger than most_cell, or than a part of the canvas's height, on a card
// that finds its own size.
constexpr float usual_grid = 440, most_cell = 160, most_cells_down = 6, least_cell = 4, least_side = 64;
constexpr float most_heading = 300;  ///< beyond it the heading is shortened rather than its card wider than the grid

/// The side of a cell at the card's usual size: what its labels need, or what makes the grid as wide as the heading.
float usual_cell(const CardNeeds& needs, float beside) {
  const auto& ui = needs.ui;
  const auto& d = needs.picture.diagram;
  const auto rows = static_cast<float>(d.rows.extent), columns = static_cast<float>(d.columns.extent);
  const float for_heading = std::min({(needs.narrowest - beside) / columns, 1.8f * needs.comfortable, ui.px(usual_grid) * 0.6f / rows});
  return std::min(std::max(needs.comfortable, for_heading), ui.px(usual_grid) / std::max(rows, columns));
}

/// The layout with words beneath the grid, or beside it.
CardLayout laid_out(const CardNeeds& needs, const CardRoom& room, bool beside) {
  const auto& ui = needs.ui;
  const auto& d = needs.picture.diagram;
  CardLayout card{.beside = beside, .warns = room.warns};
  const float left = needs.row_headings, padding = ui.px(card_padding), apart = ui.px(16);
  const auto rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
  const float inner = room.size.x - 2 * padding - left, comfortable = needs.comfortable;
  const float usual = usual_cell(needs, left + 2 * padding + ui.px(2));
  card.grid_x = padding + left;
  card.grid_y = ui.px(card_heading_height) + needs.column_headings;
  const bool narrow = !beside && inner < ui.px(150);
  // Beneath a grid among others stands its name.
  const float names = d.parts.empty() ? 0 : ui.px(10);
  float words = beside ? std::clamp(inner * 0.3f, ui.px(190), ui.px(300)) : inner;
  const float room_x = std::max(inner - (beside ? words + apart : 0), ui.px(24));
  float room_y = room.size.y - card.grid_y - padding - names - (beside ? 0 : needs.words(words, room.warns));
  // What is said beneath a narrow card takes more lines than the room's width does: again with what is left then.
  for (int tries = 0; tries < 4; ++tries) {
    room_y = std::max(room_y, ui.px(room.filled ? 24 : 60));
    const double fit = std::min(room_x / columns, room_y / rows), whole = fit > ui.px(12) ? std::floor(fit) : fit;
    const bool seen = fit >= ui.px(d.parts.empty() ? least_cell : 1.0f) || fit * std::min(rows, columns) >= ui.px(least_side);
    // As large as its labels need, or as there is room for, or whole; scrolled when whole would be dust.
    const double wanted =
        room.filled ? ui.px(220) : std::min(usual * room.scale, std::max({comfortable, ui.px(most_cell), room.size.y / most_cells_down}));
    card.default_cell = room.cell > 0 ? room.cell : static_cast<float>(!seen ? comfortable : std::min(whole, wanted));
    if (room.cell <= 0 && card.default_cell > ui.px(12)) card.default_cell = std::floor(card.default_cell);
    card.grid_width = static_cast<float>(std::min<double>(room_x, columns * card.default_cell));
    card.grid_height = static_cast<float>(std::min<double>(room_y, rows * card.default_cell));
    const float needed = card.grid_x + card.grid_width + padding + ui.px(2) + (beside ? words + apart : 0);
    card.width = room.filled ? room.size.x : std::min(room.size.x, std::max(needed, needs.narrowest));
    // A sentence needs more width than a grid of few columns.
    if (!room.filled && !beside && needs.note(inner, room.warns) > 0) card.width = std::max(card.width, std::min(room.size.x, ui.px(280)));
    if (!beside) words = room.filled ? inner : std::max(card.grid_width, card.width - card.grid_x - padding);
    // In a narrow card they begin where the card does.
    if (narrow) words = card.width - 2 * padding;
    const float said = needs.words(words, room.warns), foot = card.grid_y + card.grid_height + ui.px(10) + names;
    card.height = room.filled ? room.size.y : beside ? std::max(foot, card.grid_y + said) + ui.px(2) : foot + said + ui.px(2);
    if (card.height <= room.size.y || beside) break;
    room_y -= card.height - room.size.y;
  }
  card.words_width = words;
  card.words_x = narrow ? padding : card.grid_x + (beside ? card.grid_width + apart : 0);
  // What is wider than its grid, such as a card that fills the canvas, has it in the middle.
  if (room.filled && !beside) card.grid_x += std::max(0.0f, std::floor((room_x - card.grid_width) / 2));
  card.legend_y = beside ? card.grid_y : card.grid_y + card.grid_height + ui.px(10) + names;
  card.note_y = card.legend_y + needs.legend(words);
  return card;
}

}  // namespace

CardNeeds::CardNeeds(const Ui& of_ui, const Picture& of_picture)
    : ui(of_ui),
      picture(of_picture),
      comfortable(comfortable_cell(ui, picture.diagram)),
      row_headings(row_heading_width(ui, picture.diagram)),
      column_headings(column_heading_height(ui, picture.diagram)),
      narrowest(std::min(heading_width(ui, picture), ui.px(most_heading))) {}

const CardNeeds::Heights& CardNeeds::heights(float width, bool warns) const {
  for (const auto& known : heights_)
    if (known.width == width && known.warns == warns) return known;
  return heights_.emplace_back(Heights{
      .width = width,
      .warns = warns,
      .legend = legend_height(ui, picture, width),
      .table = table_height(ui, picture.diagram, width),
      .note = notes(nullptr, ui, warns ? picture.warning : algebra::Message{}, picture.diagram, {}, width),
  });
}

CardLayout lay_out_card(const CardNeeds& needs, const CardRoom& room) {
  if (room.words == WordsStand::beside) return laid_out(needs, room, true);
  auto beneath = laid_out(needs, room, false);
  if (room.words == WordsStand::beneath || needs.words(room.size.x, room.warns) <= 0) return beneath;
  // Beside a grid that they would make smaller, or cut.
  const auto beside = laid_out(needs, room, true);
  const auto cut = [&](const CardLayout& c) {
    return static_cast<float>(needs.picture.diagram.rows.extent) * c.default_cell > c.grid_height + 1.5f;
  };
  const bool better = cut(beneath) != cut(beside) ? cut(beneath) : beside.default_cell > 1.08f * beneath.default_cell;
  const bool fits = beside.height <= room.size.y && beside.words_x + beside.words_width <= room.size.x - needs.ui.px(card_padding);
  return better && fits ? beside : beneath;
}

void draw_card(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, CardRef ref, const Picture& picture,
               const CardLayout& card, ImVec2 at) {
  const auto id = id_of(workspace, ref);
  const auto& d = shown_diagram(ui, workspace, view, ref.entry, id, picture.diagram);
  const bool hidden = hides_values(workspace, view, ref.entry);
  at = {std::round(at.x), std::round(at.y)};
  const ImVec2 end{at.x + card.width, at.y + card.height};
  ImGui::SetCursorScreenPos(at);
  if (!compat::begin_child(fmt::format("card {}", id).c_str(), {card.width, card.height},
                           ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    ImGui::EndChild();
    return;
  }
  // What is scrolled out of sight is not under the pointer.
  const auto seen_from = ImGui::GetWindowDrawList()->GetClipRectMin(), seen_to = ImGui::GetWindowDrawList()->GetClipRectMax();
  help_here(ui, "card", {std::max(at.x, seen_from.x), std::max(at.y, seen_from.y)},
            {std::min(end.x, seen_to.x), std::min(end.y, seen_to.y)});
  draw_frame(ui, workspace, view, ref, id, at, end);
  card_edges(ui, workspace, view, ref, card, at);
  card_heading(ui, workspace, view, requests, ref, d, at, card.width);
  if (!hidden) {
    const ImVec2 legend{at.x + card.words_x, at.y + card.legend_y};
    const float height = draw_legend(ui, &view.cards, &requests, id, picture, legend, card.words_width);
    help_term(ui, "card", "Legend", legend, {legend.x + card.words_width, legend.y + height});
  }

  auto& card_view = canvas_of(ui).cards[id];
  const ImVec2 grid_at{std::round(at.x + card.grid_x), std::round(at.y + card.grid_y)}, grid_size{card.grid_width, card.grid_height};
  pull_corner(ui, workspace, requests, ref, picture, card, grid_at);
  const CardGrid grid{{d, card_view, card.default_cell, grid_at, grid_size}, ref.entry, picture, ref.card, id};
  const auto under =
      draw_grid(ui, "grid", grid, shown_style(ui, workspace, view, grid, {.label = &ui.fonts.label, .dim = picture.dimmed ? 0.6f : 0.0f}));
  if (ImGui::IsItemActivated()) requests.add<raise_card>(ref);
  draw_headings(ui, grid);
  help_term(ui, "card", "Headings", {grid_at.x, at.y + ui.px(card_heading_height)}, {grid_at.x + grid_size.x, grid_at.y});
  help_term(ui, "card", "Headings", {at.x, grid_at.y}, {grid_at.x, grid_at.y + grid_size.y});

  const ImVec2 table{at.x + card.words_x, at.y + card.note_y};
  if (!hidden) {
    draw_callouts(ui, grid, draw_table(ui, d, table, card.words_width));
    fade_other_colours(ui, view, grid, id);
    mark_compared(ui, workspace, view, grid, id);
    mark_card(ui, workspace, view, grid, under);
    point_in_card(ui, workspace, view, requests, grid, under);
  }
  teach(ui, workspace, view, requests, grid, under, at, card);
  turn_slices(requests, ref, d);
  // A warning tells values.
  notes(ImGui::GetWindowDrawList(), ui, hidden || !card.warns ? algebra::Message{} : picture.warning, d,
        {table.x, table.y + table_height(ui, d, card.words_width)}, card.words_width);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("card");
  ImGui::EndChild();
}

}  // namespace app
