#include "app/panels/card.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/teaching.hpp"
#include "app/predicting.hpp"

namespace app {
namespace {

constexpr float padding = 12, heading_height = 31;

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
  const bool two_lines = d.view.label_by == render::LabelBy::thread_value;
  float cell = std::max(w + ui.px(12), ui.px(two_lines ? 58 : 39));
  if (d.columns.hierarchical) cell = std::max(cell, text_width(ui.fonts.mono_tiny, d.columns.natural_heading(d.columns.extent - 1)) + ui.px(4));
  return std::round(std::min(cell, ui.px(130)));
}

std::string colour_text(const Ui& ui, const Entry& entry) {
  std::string text = ui.tr("colour: ");
  text += ui.tr(std::string(name_of(entry.view.colour_by)).c_str());
  if (entry.view.colour_by == render::ColourBy::tile && !entry.colour_from.empty()) text += fmt::format(" {} {}", ui.tr("of"), entry.colour_from);
  return text + " ▾";
}

/// Slices of a rank above 2: which one, and steps to its neighbours.
float slice_steps(const Ui& ui, const App& app, Actions& actions, int index, ImVec2 right) {
  const auto* e = app.result(index).last_good ? &*app.result(index).last_good : nullptr;
  const auto layout = e != nullptr ? layout_of(e->value) : std::nullopt;
  if (!layout || algebra::rank(*layout) <= 2) return 0;
  std::int64_t slices = 1;
  for (int m = 2; m < algebra::rank(*layout); ++m) slices *= algebra::size(algebra::mode(*layout, m));
  const auto now = std::clamp<std::int64_t>(app.sheet().entries[static_cast<std::size_t>(index)].view.slice, 0, slices - 1);
  const auto text = fmt::format("‹ {} {} / {} ›", ui.tr("slice"), now + 1, slices);
  const float w = text_width(ui.fonts.ui_small, text);
  draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_small, {right.x - w, right.y}, ui.ink.link, text);
  for (const int step : {-1, 1}) {
    ImGui::SetCursorScreenPos({step < 0 ? right.x - w : right.x - w / 2, right.y});
    if (ImGui::InvisibleButton(step < 0 ? "previous" : "next", {w / 2, ui.fonts.ui_small.size}))
      actions.push_back([index, to = std::clamp<std::int64_t>(now + step, 0, slices - 1)](App& a) {
        a.edit([&](Sheet& s) { s.entries[static_cast<std::size_t>(index)].view.slice = to; }, fmt::format("slice {}", index));
      });
  }
  return w + ui.px(12);
}

void draw_heading(Ui& ui, const App& app, Actions& actions, int index, const render::Diagram& d, ImVec2 at, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const float y = at.y + ui.px(8);
  float right = at.x + width - ui.px(padding);
  const auto text = colour_text(ui, app.sheet().entries[static_cast<std::size_t>(index)]);
  const float w = text_width(ui.fonts.ui_small, text);
  ImGui::SetCursorScreenPos({right - w, y});
  if (ImGui::InvisibleButton("menu", {w, ui.fonts.ui_small.size})) ImGui::OpenPopup("card");
  draw_text(list, ui.fonts.ui_small, {right - w, y}, ImGui::IsItemHovered() ? ui.ink.link : ui.ink.fainter, text);
  right -= w + ui.px(12);
  card_menu(ui, app, actions, index);
  right -= slice_steps(ui, app, actions, index, {right, y});
  float x = at.x + ui.px(padding);
  if (teaching(ui).captioned != index) {
    const auto title = d.title.empty() ? fmt::format("{}", index + 1) : ui.texts->message(d.title);
    draw_text(list, ui.fonts.ui_bold, {x, y - ui.px(1)}, ui.ink.text, fitted(ui.fonts.ui_bold, title, right - x));
    x += text_width(ui.fonts.ui_bold, title) + ui.px(9);
    if (x < right) {
      const auto value = fitted(ui.fonts.mono_small, d.subtitle, right - x);
      draw_text(list, ui.fonts.mono_small, {x, y}, ui.ink.faint, value);
      x += text_width(ui.fonts.mono_small, value) + ui.px(14);
    }
  }
  // A short note stands in the heading, a long one beneath the grid.
  if (const auto note = ui.texts->message(d.note); note.find('\n') == std::string::npos && !note.empty() && x + text_width(ui.fonts.ui_small, note) < right)
    draw_text_right(list, ui.fonts.ui_small, {right, y}, ui.ink.fainter, note);
}

float note_height(const Ui& ui, const render::Diagram& d, float width) {
  return d.note.find('\n') == std::string::npos ? 0 : flow_text(nullptr, ui, {}, width, 0, 0, ui.texts->message(d.note)) + ui.px(10);
}

}  // namespace

CardLayout lay_out_card(Ui& ui, int entry, const Picture& picture, float max_width, float max_height) {
  const auto& d = picture.diagram;
  CardLayout card;
  const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
  const float room_x = max_width - left - ui.px(2 * padding), room_y = std::max(ui.px(120), max_height - top - ui.px(heading_height + padding));
  const auto rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
  const float comfortable = comfortable_cell(ui, d);
  const double fit = std::min(room_x / columns, room_y / rows);
  // As large as its labels need; smaller to show it whole; and scrolled when whole would be dust.
  card.default_cell = fit >= comfortable ? comfortable : fit >= ui.px(4) ? static_cast<float>(fit > ui.px(12) ? std::floor(fit) : fit) : comfortable;
  const auto& view = ui.cards[entry];
  const bool same = view.rows == d.rows.extent && view.columns == d.columns.extent && view.cell > 0;
  card.cell = same ? static_cast<float>(view.cell * ui.scale) : card.default_cell;
  card.grid_width = static_cast<float>(std::min<double>(room_x, columns * card.default_cell));
  card.grid_height = static_cast<float>(std::min<double>(room_y, rows * card.default_cell));
  card.grid_x = ui.px(padding) + left;
  card.grid_y = ui.px(heading_height) + top;
  card.width = card.grid_x + card.grid_width + ui.px(padding + 2);
  const float heading = text_width(ui.fonts.ui_bold, d.title) + text_width(ui.fonts.mono_small, d.subtitle) + ui.px(175);
  card.width = std::min(max_width, std::max(card.width, heading));
  card.height = card.grid_y + card.grid_height + ui.px(padding);
  card.height += note_height(ui, d, card.width - ui.px(2 * padding));
  return card;
}

void draw_card(Ui& ui, const App& app, Actions& actions, int index, const Picture& picture, const CardLayout& card, ImVec2 at) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& d = shown_diagram(ui, app, index, picture.diagram);
  const ImVec2 end{at.x + card.width, at.y + card.height};
  ui.fill(list, at, end, ui.ink.panel, ui.px(8));
  compat::rectangle(list, at, end, ui.ink.line, ui.px(8), 1);
  ImGui::PushID(index);
  draw_heading(ui, app, actions, index, d, at, card.width);

  auto& view = ui.cards[index];
  const ImVec2 grid_at{std::round(at.x + card.grid_x), std::round(at.y + card.grid_y)}, grid_size{card.grid_width, card.grid_height};
  const CardGrid grid{index, picture, view, card.default_cell, grid_at, grid_size};
  const auto under = draw_grid(ui, "grid", d, view, card.default_cell, grid_at, grid_size,
                               shown_look(ui, app, grid, {.label = &ui.fonts.label, .dim = picture.dimmed ? 0.6f : 0.0f, .trace = {}, .text = {}}));
  draw_headings(ui, d, view, card.default_cell, grid_at, grid_size);
  if (!hides_values(app, index)) {
    mark_card(ui, app, grid, under);
    point_in_card(ui, app, actions, grid, under);
  }
  teach(ui, app, actions, grid, under, at, card);
  if (d.note.find('\n') != std::string::npos)
    flow_text(list, ui, {at.x + ui.px(padding), grid_at.y + grid_size.y + ui.px(10)}, card.width - ui.px(2 * padding), ui.ink.faint, ui.ink.chip, ui.texts->message(d.note));
  ImGui::PopID();
}

}  // namespace app
