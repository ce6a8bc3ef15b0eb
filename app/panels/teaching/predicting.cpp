#include "app/panels/teaching/teaching.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/actions/predicting.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/rows.hpp"

namespace app {
namespace {

/// Returns a cell's colour with its value shown.
ImU32 cell_ink(const Ui& ui, const render::Diagram& d, std::int64_t row, std::int64_t column) {
  const auto colours = render::fills_of(d, ui.theme_name);
  const auto key = d.colour_key(row, column);
  return colour(key < 0 ? ui.theme().card : colours[static_cast<std::size_t>(key) % colours.size()]);
}

void fill_revealed(const Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g) {
  const auto& d = g.picture.diagram;
  const auto& p = *prediction_of(workspace, view, g.entry);
  const auto paint = [&](std::int64_t r, std::int64_t c) { fill_cell(ui, g, r, c, cell_ink(ui, d, r, c)); };
  const auto sight = cells_in_sight(ui, g);
  const auto [r0, r1, c0, c1] = sight;
  // Visits the visible cells or the revealed ones, whichever are fewer.
  if (static_cast<double>(r1 - r0) * static_cast<double>(c1 - c0) < static_cast<double>(p.revealed.size())) {
    sight.for_each([&](std::int64_t r, std::int64_t c) {
      if (p.revealed.contains(d.coordinate(r, c))) paint(r, c);
    });
  } else {
    for (const auto coordinate : p.revealed)
      if (const auto cell = d.cell_of(coordinate); cell && cell->row >= r0 && cell->row < r1 && cell->column >= c0 && cell->column < c1)
        paint(cell->row, cell->column);
  }
  if (const auto wrong = d.cell_of(p.last_wrong)) fill_cell(ui, g, wrong->row, wrong->column, ui.ink.error_back);
}

/// A strip beside the grid, with the row or column under the pointer; -1: none. A click reveals it.
struct Strip {
  std::int64_t position = -1;
  bool clicked = false;
};
Strip strip(const Ui& ui, const CardGrid& g, const char* id, ImVec2 at, ImVec2 size, bool rows) {
  ImGui::SetCursorScreenPos(at);
  if (size.x < 1 || size.y < 1) return {};
  const bool clicked = ImGui::InvisibleButton(id, size);
  if (!ImGui::IsItemHovered()) return {};
  const auto mouse = ImGui::GetIO().MousePos;
  const double cell = cell_side(ui, g),
               place = rows ? g.view.first_row + (mouse.y - g.at.y) / cell : g.view.first_column + (mouse.x - g.at.x) / cell;
  const auto& d = g.picture.diagram;
  const auto position = static_cast<std::int64_t>(std::floor(place));
  if (position < 0 || position >= (rows ? d.rows.extent : d.columns.extent)) return {};
  hint(ui, ui.tr(rows ? "Click: reveal the row" : "Click: reveal the column"));
  return {position, clicked};
}

/// Draws the field for an answer over its cell.
void answer_field(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const CardGrid& g, std::int64_t row,
                  std::int64_t column) {
  auto& t = teaching(ui);
  const auto& p = *prediction_of(workspace, view, g.entry);
  const auto cell = static_cast<float>(cell_side(ui, g));
  const auto [x, y] = place_of(ui, g, row, column);
  if (x + cell < g.at.x || y + cell < g.at.y || x > g.at.x + g.size.x || y > g.at.y + g.size.y) return;
  if (t.asked_frame == ImGui::GetFrameCount()) return;
  t.asked_frame = ImGui::GetFrameCount();
  const bool begins = t.typed_for != p.asked;
  if (begins) {
    t.typed.clear();
    t.typed_for = p.asked;
  }
  const Face& face = cell > ui.fonts.label.size * 1.4f ? ui.fonts.label : ui.fonts.mono_small;
  const float width = std::max(cell, text_width(face, "00000")), pad = std::max(0.0f, (std::max(cell, face.size) - face.size) / 2);
  ImGui::SetCursorScreenPos({x, y});
  ImGui::PushFont(face.font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(4), pad));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, p.last_wrong == p.asked ? ui.ink.error_back : ui.ink.panel);
  ImGui::SetNextItemWidth(width);
  if (begins || t.wants_keys) ImGui::SetKeyboardFocusHere();
  t.wants_keys = false;
  const bool entered = ImGui::InputText("##answer", &t.typed, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = ImGui::IsItemDeactivated();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  compat::rectangle(ImGui::GetWindowDrawList(), {x, y}, {x + width, y + std::max(cell, face.size)},
                    p.last_wrong == p.asked ? ui.ink.error : ui.ink.accent, ui.px(3), ui.px(2));
  const auto at = p.asked;
  if (entered && !t.typed.empty()) {
    const bool right = is_label(g.picture.diagram, row, column, t.typed);
    requests.add<answer>(g.entry, at, right);
    t.wants_keys = !right;
    if (right) t.typed_for = -1;
  } else if (entered || (left && !begins)) {
    requests.add<stop_asking>(g.entry, at);
    t.typed_for = -1;
  }
}

struct Choice {
  const char* id;
  std::string label;
  Request wanted;
};

std::array<Choice, 4> choices(const Ui& ui, const ViewState& view, int entry) {
  return {Choice{"reveal all", ui.tr("Reveal all"), request<reveal_all>(entry)},
          Choice{"hide again", ui.tr("Hide again"), request<hide_values>(entry)},
          Choice{"answers", ui.tr(view.predictions.answering ? "Click: type" : "Click: reveal"),
                 request<answer_by_typing>(!view.predictions.answering)},
          Choice{"end", ui.tr("End"), request<stop_predicting>(entry)}};
}

/// Draws words and chips from left to right, on as many lines as needed. Returns the height; draws only with `requests`.
float flow_bar(Ui& ui, const Workspace& workspace, const ViewState& view, Requests* requests, int entry, ImVec2 at, float width) {
  const auto& face = ui.fonts.ui_small;
  const float line = face.size + ui.px(6), gap = ui.px(6);
  const auto words = tally_of(workspace, view, entry);
  Flow flow(at, width, gap, line + gap);
  const auto first = flow.next(text_width(face, words) + gap);
  if (requests != nullptr) draw_fitted(ImGui::GetWindowDrawList(), ui, face, {first.x, first.y + ui.px(3)}, width, ui.ink.text, words);
  for (const auto& c : choices(ui, view, entry)) {
    const auto place = flow.next(chip_width(ui, c.label, face));
    if (requests == nullptr) continue;
    ImGui::SetCursorScreenPos(place);
    if (chip(ui, c.id, c.label, face)) requests->add(c.wanted);
  }
  return flow.top() + line - at.y;
}

}  // namespace

const render::Diagram& shown_diagram(Ui& ui, const Workspace& workspace, const ViewState& view, int entry, std::int64_t card,
                                     const render::Diagram& d) {
  if (!hides_values(workspace, view, entry)) return d;
  auto& blank = teaching(ui).blank[card];
  blank = blanked(d);
  blank.subtitle = ui.tr("values hidden");
  return blank;
}

ImU32 shown_cell_ink(const Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, std::int64_t row,
                     std::int64_t column) {
  const auto& d = g.picture.diagram;
  return hides_cell(workspace, view, g.entry, d.coordinate(row, column)) ? colour(ui.theme().card) : cell_ink(ui, d, row, column);
}

GridStyle hidden_style(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, GridStyle look) {
  look.text = [&workspace, &view, &g](std::int64_t r, std::int64_t c) {
    const auto& d = g.picture.diagram;
    const auto coordinate = d.coordinate(r, c);
    return prediction_of(workspace, view, g.entry)->asked == coordinate ? std::string()
           : hides_cell(workspace, view, g.entry, coordinate)           ? "?"
                                                                        : d.label(r, c);
  };
  look.paint = [&ui, &workspace, &view, &g] { fill_revealed(ui, workspace, view, g); };
  return look;
}

void point_at_hidden(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const CardGrid& g, CellAt under) {
  const auto& d = g.picture.diagram;
  const auto& p = *prediction_of(workspace, view, g.entry);
  if (const auto asked = d.cell_of(p.asked)) answer_field(ui, workspace, view, requests, g, asked->row, asked->column);
  const auto mark = [&](std::int64_t r, std::int64_t c, ImU32 ink) { mark_cell(ui, g, r, c, ink, ui.px(2.5f)); };
  if (const auto right = d.cell_of(p.last_right)) mark(right->row, right->column, ui.ink.good);
  if (const auto wrong = d.cell_of(p.last_wrong)) mark(wrong->row, wrong->column, ui.ink.error);

  const float left = row_heading_width(ui, d), top = column_heading_height(ui, d);
  const auto row = strip(ui, g, "rows", {g.at.x - left, g.at.y}, {left - ui.px(2), g.size.y}, true);
  const auto column = strip(ui, g, "columns", {g.at.x, g.at.y - top}, {g.size.x, top - ui.px(2)}, false);
  const auto [r0, r1, c0, c1] = cells_in_sight(ui, g);
  const auto show = [&](std::vector<std::int64_t> cells) { requests.add<reveal>(g.entry, std::move(cells)); };
  if (row.clicked) return show(row_of(d, row.position, c0));
  if (column.clicked) return show(column_of(d, column.position, r0));
  if (under.row < 0) return;
  mark(under.row, under.column, ui.ink.pin);
  if (!clicked_here()) return;
  const auto& io = ImGui::GetIO();
  const auto of = io.KeyShift ? Revealed::row : io.KeyCtrl ? Revealed::column : Revealed::cell;
  requests.add(click_on_hidden(workspace, view, g.entry, d, {under.row, under.column}, of, {r0, c0}));
}

float prediction_height(Ui& ui, const Workspace& workspace, const ViewState& view, int entry, float width) {
  return prediction_of(workspace, view, entry) == nullptr ? 0 : flow_bar(ui, workspace, view, nullptr, entry, {}, width) + ui.px(10);
}

void prediction_bar(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, int entry, ImVec2 at, float width) {
  flow_bar(ui, workspace, view, &requests, entry, at, width);
}

}  // namespace app
