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
float note_height(const Ui& ui, const Picture& picture, bool warns, float width) {
  return notes(nullptr, ui, warns ? picture.warning : algebra::Message{}, picture.diagram, {}, width);
}

/// What is said beneath a grid begins where the grid does.
float words_width(const Ui& ui, const CardLayout& card) {
  return std::max(card.grid_width, card.width - card.grid_x - ui.px(card_padding));
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

CardLayout lay_out_card(const Ui& ui, const Picture& picture, float max_width, float max_height, std::optional<ImVec2> fixed, bool warns) {
  const auto& d = picture.diagram;
  CardLayout card{.warns = warns};
  const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
  if (fixed) max_width = fixed->x, max_height = fixed->y;
  const float inner = max_width - ui.px(2 * card_padding);
  float room_x = inner - left, room_y = max_height - top - ui.px(card_heading_height + card_padding);
  if (fixed) room_y -= note_height(ui, picture, warns, inner - left) + legend_height(ui, picture, inner - left);
  room_y -= table_height(ui, d, inner - left);
  // Beneath a grid among others stands its name.
  const float names = d.parts.empty() ? 0 : ui.px(10);
  room_y -= names;
  room_x = std::max(room_x, ui.px(24));
  room_y = std::max(room_y, ui.px(fixed ? 24 : 120));
  const auto rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
  const float comfortable = comfortable_cell(ui, d);
  const double fit = std::min(room_x / columns, room_y / rows), whole = fit > ui.px(12) ? std::floor(fit) : fit;
  // As large as its labels need, or as there is room for; smaller to show it whole; and scrolled when whole would be dust.
  card.default_cell = fixed && fit >= ui.px(4)                ? static_cast<float>(std::min<double>(whole, ui.px(220)))
                      : fit >= comfortable                    ? comfortable
                      : fit >= ui.px(d.parts.empty() ? 4 : 1) ? static_cast<float>(whole)
                                                              : comfortable;
  card.grid_width = static_cast<float>(std::min<double>(room_x, columns * card.default_cell));
  card.grid_height = static_cast<float>(std::min<double>(room_y, rows * card.default_cell));
  card.grid_x = ui.px(card_padding) + left;
  card.grid_y = ui.px(card_heading_height) + top;
  card.width =
      fixed ? fixed->x : std::min(max_width, std::max(card.grid_x + card.grid_width + ui.px(card_padding + 2), heading_width(ui, picture)));
  // A sentence needs more width than a grid of few columns.
  if (!fixed && warns && !picture.warning.empty()) card.width = std::max(card.width, std::min(max_width, ui.px(280)));
  if (fixed) card.note_x = card.grid_x, card.note_width = inner - left;
  // What is wider than its grid, such as a card that fills the canvas, has it in the middle.
  if (fixed) card.grid_x += std::max(0.0f, std::floor((room_x - card.grid_width) / 2));
  const float words = words_width(ui, card);
  card.legend_y = card.grid_y + card.grid_height + ui.px(10) + names;
  card.note_y = card.legend_y + legend_height(ui, picture, words);
  card.height = fixed ? fixed->y : card.note_y + table_height(ui, d, words) + note_height(ui, picture, warns, words) + ui.px(2);
  return card;
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
    const ImVec2 legend{at.x + card.grid_x, at.y + card.legend_y};
    const float height = draw_legend(ui, &view.cards, &requests, id, picture, legend, words_width(ui, card));
    help_term(ui, "card", "Legend", legend, {legend.x + words_width(ui, card), legend.y + height});
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

  const ImVec2 table{at.x + card.grid_x, at.y + card.note_y};
  if (!hidden) {
    draw_callouts(ui, grid, draw_table(ui, d, table, words_width(ui, card)));
    fade_other_colours(ui, view, grid, id);
    mark_compared(ui, workspace, view, grid, id);
    mark_card(ui, workspace, view, grid, under);
    point_in_card(ui, workspace, view, requests, grid, under);
  }
  teach(ui, workspace, view, requests, grid, under, at, card);
  turn_slices(requests, ref, d);
  // A warning tells values.
  const bool wide = card.note_width > 0;
  notes(ImGui::GetWindowDrawList(), ui, hidden || !card.warns ? algebra::Message{} : picture.warning, d,
        {wide ? at.x + card.note_x : table.x, table.y + table_height(ui, d, words_width(ui, card))},
        wide ? card.note_width : words_width(ui, card));
  if (ImGui::IsWindowHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("card");
  ImGui::EndChild();
}

}  // namespace app
