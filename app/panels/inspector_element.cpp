// The element that is pointed at: its coordinates, the inner product written out, where it came from, who owns it.

#include "app/panels/inspector.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/linking.hpp"
#include "app/panels/card.hpp"
#include "app/panels/gpu_views.hpp"
#include "app/pointer.hpp"

namespace app {
namespace {

std::string name_of_entry(const App& app, int entry) {
  const auto& name = app.result(entry).name;
  return name.empty() ? fmt::format("{}", entry + 1) : name;
}

}  // namespace

void coordinate_table(Pen& pen, const App& app, Actions& actions, int entry, const Element& element, float below) {
  auto& ui = pen.ui;
  auto& state = inspector_state(ui);
  const auto& value = app.result(entry).evaluation->value;
  const auto shape = element_shape(value);
  if (!shape) return;
  const auto& face = ui.fonts.mono_small;
  pen.heading(fmt::format("{} {}", ui.tr("Coordinates of"), name_of_entry(app, entry)));
  const auto layout = counting(*shape);
  const auto leg = index_leg(value);
  const auto size = algebra::size(layout);
  const float line = face.size + ui.px(5), bar = scroll_bar_width(ui);
  const float width = pen.width - bar;
  // Columns as wide as their longest words, the last element's.
  const std::array<const char*, 4> titles{"1-D", "R-D", "natural", "index"};
  const auto cells_of = [&](std::int64_t i) {
    return std::array<std::string, 4>{fmt::format("{}", i), rank_coordinate(layout, i), algebra::natural_coordinate(*shape, i), leg ? fmt::format("{}", (*leg)(i)) : std::string("–")};
  };
  const auto longest = cells_of(size - 1);
  std::array<float, 4> widths{};
  float wanted = 0;
  for (std::size_t k = 0; k < 4; ++k) wanted += widths[k] = std::max(text_width(face, longest[k]), text_width(face, ui.tr(titles[k]))) + ui.px(8);
  for (auto& w : widths) w *= width / std::max(1.0f, wanted);
  float x = pen.x;
  for (std::size_t k = 0; k < 4; x += widths[k++]) draw_text(pen.list, face, {x, pen.y}, ui.ink.faint, fitted(face, ui.tr(titles[k]), widths[k] - ui.px(3)));
  pen.y += line;

  const float room = pen.bottom - pen.y - below;
  const auto shown = std::min<std::int64_t>(size, std::max<std::int64_t>(6, static_cast<std::int64_t>(room / line)));
  const ImVec2 at{pen.x, pen.y - ui.px(2)}, area{pen.width, static_cast<float>(shown) * line};
  const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + area.x, at.y + area.y});
  state.in_table = over;
  if (state.table_entry != entry) state.table.first = 0;
  state.table_entry = entry;
  const bool points_here = element && element.entry == entry;
  if (points_here && (state.followed != element || state.table_rows != shown) && !over) show_row(state.table, element.coordinate, size, static_cast<double>(shown));
  if (!over) state.followed = element;
  state.table_rows = shown;
  ImGui::SetCursorScreenPos(at);
  const bool clicked = ImGui::InvisibleButton("rows", {width, area.y}) && clicked_here();
  const bool row_hovered = ImGui::IsItemHovered();
  if (over && !ImGui::GetIO().WantTextInput) {
    if (compat::key_pressed(ImGuiKey_PageDown)) state.table.first += static_cast<double>(shown);
    if (compat::key_pressed(ImGuiKey_PageUp)) state.table.first -= static_cast<double>(shown);
  }
  scroll_rows(ui, "table bar", state.table, size, line, at, area);
  state.table.first = std::floor(state.table.first);

  const auto first = static_cast<std::int64_t>(state.table.first);
  const auto under = row_hovered ? first + static_cast<std::int64_t>((ImGui::GetIO().MousePos.y - at.y) / line) : -1;
  for (auto i = first; i < std::min(size, first + shown); ++i) {
    if (points_here && i == element.coordinate) pen.list->AddRectFilled({pen.x, pen.y - ui.px(2)}, {pen.x + width, pen.y + line - ui.px(2)}, ui.ink.row_mark);
    const auto cells = cells_of(i);
    x = pen.x;
    for (std::size_t k = 0; k < 4; x += widths[k++]) draw_text(pen.list, face, {x, pen.y}, ui.ink.text, fitted(face, cells[k], widths[k] - ui.px(3)));
    pen.y += line;
    pen.list->AddLine({pen.x, pen.y - ui.px(2.5f)}, {pen.x + width, pen.y - ui.px(2.5f)}, ui.ink.line);
  }
  if (under < 0 || under >= size) return;
  const Element pointed{entry, under};
  actions.push_back([pointed](App& a) { a.hover = pointed; });
  if (clicked) actions.push_back([pointed](App& a) { toggle_pin(a, pointed); });
}

void element_tab(Pen& pen, const App& app, Actions& actions) {
  auto& ui = pen.ui;
  auto& state = inspector_state(ui);
  const auto element = app.shown_element();
  const auto facts = element ? inspect(app, element) : std::nullopt;
  const int entry = facts ? element.entry : inspected_entry(app);
  const float top = pen.y;
  if (facts) {
    pen.heading(fmt::format("{} {}", ui.tr(app.hover ? "Under the pointer, in" : "Pinned, in"), name_of_entry(app, element.entry)));
    pen.row(ui.tr("1-D"), fmt::format("{}", element.coordinate));
    pen.row(ui.tr("R-D"), facts->rank_coordinate);
    pen.row(ui.tr("natural"), facts->natural);
    pen.row(ui.tr("index"), facts->inner_product);
    for (const auto& [operand, where] : facts->in_operands) pen.row(fmt::format("{} {}", ui.tr("in"), operand).c_str(), where);
    if (!facts->owner.empty()) pen.row(ui.tr("thread"), facts->owner);
    pen.row(ui.tr("address"), facts->address);
    pen.row(ui.tr("sector · bank"), facts->memory);
  } else {
    pen.y += ui.px(10);
    pen.words(ui.tr("Point at an element to see its coordinates; click to pin it."), ui.ink.faint);
  }
  if (entry < 0) return;
  // While rows of the table are pointed at, it stays where it is.
  if (state.table_entry != entry) state.above = 0;
  state.above = std::max(state.above, pen.y - top);
  if (state.in_table_before) pen.y = top + state.above;
  else state.above = pen.y - top;
  coordinate_table(pen, app, actions, entry, element, state.below);
  state.in_table_before = state.in_table;
  const float under = pen.y;
  const auto& e = *app.result(entry).evaluation;
  if (!e.made_by.operation.empty()) {
    pen.heading(fmt::format("{} {}", ui.tr("Made by"), name_of_entry(app, entry)));
    const auto marks = app.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
    for (std::size_t i = 0; i < e.made_by.operands.size(); ++i) {
      const auto text = algebra::to_string(e.made_by.operands[i], marks);
      pen.row(i == 0 ? e.made_by.operation.c_str() : "", e.made_by.names[i].empty() ? text : fmt::format("{} = {}", e.made_by.names[i], text));
    }
  }
  verdict(pen, e.verdict);
  state.below = pen.y - under + ui.px(14);
}

}  // namespace app
