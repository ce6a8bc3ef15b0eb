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

/// Returns the size of a cell that fits its longest label.
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

/// Returns whether the note is shown below the grid, because the heading may lack the room.
bool note_beneath(const render::Diagram& d) { return d.note_matters || d.note.text().find('\n') != std::string::npos; }

/// Writes the value's broken contract, then its note. Draws only with a list. Returns the height.
float notes(ImDrawList* list, const Ui& ui, const algebra::Message& warning, const render::Diagram& d, ImVec2 at, float width) {
  const float from = at.y;
  const auto say = [&](const algebra::Message& text, ImU32 ink, ImU32 back) {
    at.y += flow_text(list, ui, at, width, ink, back, (*ui.texts)(text)) + ui.px(10);
  };
  if (!warning.empty()) say(warning, ui.ink.error, ui.ink.error_back);
  if (note_beneath(d)) say(d.note, ui.ink.faint, ui.ink.chip);
  return at.y - from;
}

/// Fades visible cells with colours other than the one selected in the legend.
void fade_other_colours(Ui& ui, const ViewState& view, const CardGrid& g, std::int64_t id) {
  if (view.cards.isolated_card != id) return;
  const auto& d = g.picture.diagram;
  if (cell_side(ui, g) < 1) return;  // each pixel covers several cells
  cells_in_sight(ui, g).for_each([&](std::int64_t r, std::int64_t c) {
    if (render::palette_entry(d, r, c) != view.cards.isolated_colour) shade_cell(ui, g, r, c);
  });
}

/// Frames the elements in which the two compared cards differ.
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

/// Shift and the wheel step through the slices.
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

constexpr float most_heading = 300;  ///< in points; a longer heading is shortened, so that it does not widen the card beyond its grid

CardNeeds needs_of(const Ui& ui, const Picture& picture) {
  const auto& d = picture.diagram;
  CardNeeds needs;
  needs.scale = ui.scale;
  needs.rows = d.rows.extent, needs.columns = d.columns.extent;
  needs.parts = !d.parts.empty();
  needs.comfortable = comfortable_cell(ui, d);
  needs.row_headings = row_heading_width(ui, d), needs.column_headings = column_heading_height(ui, d);
  needs.narrowest = std::min(heading_width(ui, picture), ui.px(most_heading));
  needs.measure = [&ui, &picture](float width, bool warns) {
    const auto& all = picture.diagram;
    return CardNeeds::Heights{.legend = legend_height(ui, picture, width),
                              .table = table_height(ui, all, width),
                              .note = notes(nullptr, ui, warns ? picture.warning : algebra::Message{}, all, {}, width)};
  };
  return needs;
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
  // Parts that are scrolled out of sight are not under the pointer.
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
  // A warning would reveal hidden values.
  notes(ImGui::GetWindowDrawList(), ui, hidden || !card.warns ? algebra::Message{} : picture.warning, d,
        {table.x, table.y + table_height(ui, d, card.words_width)}, card.words_width);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("card");
  ImGui::EndChild();
}

}  // namespace app
