#include "app/panels/inspector/inspector_panel.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "app/actions/inspector_rows.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/slides.hpp"
#include "app/document/link_graph.hpp"
#include "app/panels/launch/launch_view.hpp"

namespace app {
namespace {

/// The table's columns: as many as fit, always with coordinate and index, in the larger letters if possible.
struct TableColumns {
  const Face* face;
  std::vector<std::size_t> shown;
  std::array<float, 4> widths{};

  TableColumns(const Ui& ui, const std::array<const char*, 4>& titles, const std::array<std::string, 4>& longest, float width)
      : face(&ui.fonts.mono_small), shown{0, 1, 2, 3} {
    // For a shape without nesting, R-D and natural coordinates are the same.
    if (longest[1] == longest[2]) shown = {0, 1, 3};
    const auto needed = [&] {
      float sum = 0;
      for (const auto k : shown) sum += widths[k] = std::max(text_width(*face, longest[k]), text_width(*face, ui.tr(titles[k]))) + ui.px(8);
      return sum;
    };
    float sum = needed();
    if (sum > width) face = &ui.fonts.mono_tiny, sum = needed();
    while (sum > width && shown.size() > 2) {
      shown.erase(shown.end() - 2);
      sum = needed();
    }
    for (auto& w : widths) w *= width / std::max(1.0f, sum);
  }
};

/// Draws the table of the 1-D, R-D and natural coordinates and the index of all elements. Takes the rest of the panel except `below`
/// pixels, but at least six rows. Marks the row of `element` and scrolls to it.
void draw_coordinates(Rows& rows, const Workspace& workspace, Requests& requests, int entry, const Element& element, float below) {
  auto& ui = rows.ui;
  auto& state = inspector_state(ui);
  const auto table = coordinate_table(*workspace.result(entry).evaluation);
  const auto size = table.size;
  if (size < 1) return;
  rows.heading((*ui.texts)(algebra::message("Coordinates of {}", shown_name(workspace, entry))));
  const float line = ui.fonts.mono_small.size + ui.px(5), bar = scroll_bar_width(ui);
  const float width = rows.width - bar;
  const auto& titles = CoordinateTable::titles;
  const TableColumns columns(ui, titles, table.row(size - 1), width);
  const auto& face = *columns.face;
  const auto write = [&](const auto& cells, ImU32 ink) {
    float x = rows.x;
    for (const auto k : columns.shown) {
      draw_fitted(rows.list, ui, face, {x, rows.y}, columns.widths[k] - ui.px(3), ink, cells[k]);
      x += columns.widths[k];
    }
  };
  std::array<std::string, 4> words;
  for (std::size_t k = 0; k < 4; ++k) words[k] = ui.tr(titles[k]);
  write(words, ui.ink.faint);
  const float head = rows.y;
  rows.y += line;

  const float room = rows.bottom - rows.y - below;
  const auto shown = std::min<std::int64_t>(size, std::max<std::int64_t>(6, static_cast<std::int64_t>(room / line)));
  const ImVec2 at{rows.x, rows.y - ui.px(2)}, box{rows.width, static_cast<float>(shown) * line};
  const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + box.x, at.y + box.y});
  state.in_table = over;
  if (state.table_entry != entry) state.table.first = 0;
  state.table_entry = entry;
  const bool points_here = element && element.entry == entry;
  if (points_here && (state.followed != element || state.table_rows != shown) && !over)
    show_row(state.table, element.coordinate, size, static_cast<double>(shown));
  if (!over) state.followed = element;
  state.table_rows = shown;
  const bool clicked = area("rows", at, {width, box.y}) && clicked_here();
  const bool row_hovered = ImGui::IsItemHovered();
  scroll_rows(ui, "table bar", state.table, size, line, at, box);
  state.table.first = std::floor(state.table.first);

  const auto first = static_cast<std::int64_t>(state.table.first);
  const auto under = row_hovered ? first + static_cast<std::int64_t>((ImGui::GetIO().MousePos.y - at.y) / line) : -1;
  for (auto i = first; i < std::min(size, first + shown); ++i) {
    if (points_here && i == element.coordinate)
      rows.list->AddRectFilled({rows.x, rows.y - ui.px(2)}, {rows.x + width, rows.y + line - ui.px(2)}, ui.ink.row_mark);
    write(table.row(i), ui.ink.text);
    rows.y += line;
    rows.list->AddLine({rows.x, rows.y - ui.px(2.5f)}, {rows.x + width, rows.y - ui.px(2.5f)}, ui.ink.line);
  }
  float column = rows.x;
  for (const auto k : columns.shown) {
    help_term(ui, "inspector", titles[k], {column, head}, {column + columns.widths[k], rows.y});
    column += columns.widths[k];
  }
  if (under < 0 || under >= size) return;
  const Element pointed{entry, under};
  requests.add<hover_element>(pointed);
  if (clicked) requests.add<toggle_pin>(pointed);
}

}  // namespace

void element_tab(Rows& rows, const Workspace& workspace, const ViewState& view, Requests& requests) {
  auto& ui = rows.ui;
  auto& state = inspector_state(ui);
  const auto element = shown_element(workspace, view);
  const auto facts = element_facts(workspace.document_view(), element);
  const int entry = !facts.empty() ? element.entry : inspected_entry(workspace, view);
  const float top = rows.y;
  if (!facts.empty()) {
    rows.heading((*ui.texts)(view.hover ? algebra::message("Under the pointer, in {}", shown_name(workspace, element.entry))
                                        : algebra::message("Pinned, in {}", shown_name(workspace, element.entry))));
    for (const auto& fact : facts) rows.row(fact, ui.ink.text);
  } else {
    nothing_to_show(rows, "Point at an element to see its coordinates; click to pin it.");
    // The first element stands in for it, so that nothing moves once one is pointed at.
    for (const auto& fact : element_facts(workspace.document_view(), {entry, 0})) rows.row(fact, ui.ink.fainter);
  }
  if (entry < 0) return;
  // The table must not jump under the pointer, so the part above it may grow but not shrink.
  const bool inside = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (state.table_entry != entry || !inside) state.above = 0;
  state.above = std::max(state.above, rows.y - top);
  rows.y = top + state.above;
  draw_coordinates(rows, workspace, requests, entry, element, state.below);
  const float under = rows.y;
  const auto& e = *workspace.result(entry).evaluation;
  if (!e.made_by.operation.empty()) {
    rows.heading((*ui.texts)(algebra::message("Made by {}", shown_name(workspace, entry))));
    for (std::size_t i = 0; i < e.made_by.operands.size(); ++i) {
      const auto text = algebra::to_string(e.made_by.operands[i], marks_of(workspace));
      const auto place = rows.labelled(i == 0 ? e.made_by.operation : "",
                                       e.made_by.names[i].empty() ? text : fmt::format("{} = {}", e.made_by.names[i], text), ui.ink.text);
      help_here(ui, "function:" + e.made_by.operation, place.from, place.to);
    }
  }
  verdict(rows, workspace.result(entry));
  state.below = rows.y - under + ui.px(14);
}

}  // namespace app
