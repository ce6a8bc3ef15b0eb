#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cmath>

#include "app/actions/launch_links.hpp"
#include "app/actions/looking.hpp"
#include "app/ui/grid_view.hpp"

namespace app {
namespace {

/// Scrolls to the marked element once per jump.
void jump_to_marked(const LaunchView& v, const render::Diagram& d, float cell, ImVec2 size) {
  auto& ui = v.ui;
  const auto& look = v.view.playback;
  if (launch_of(ui).jump == look.jump) return;
  launch_of(ui).jump = look.jump;
  const auto place = look.marked >= 0 ? v.tables.cell(d, look.marked) : std::nullopt;
  if (!place) return;
  auto& card_view = launch_of(ui).trace;
  const double side = card_view.cell > 0 ? card_view.cell * ui.scale : cell;
  card_view.first_row = static_cast<double>(place->row) + 0.5 - static_cast<double>(size.y) / side / 2;
  card_view.first_column = static_cast<double>(place->column) + 0.5 - static_cast<double>(size.x) / side / 2;
}

/// Frames the cells of these elements, as far as they can be told apart.
void mark_elements(const LaunchView& v, const DrawnGrid& g) {
  auto& ui = v.ui;
  const auto& d = g.diagram;
  constexpr std::int64_t looked_at = 1 << 14;
  const bool small = d.rows.extent <= looked_at && d.columns.extent <= looked_at / std::max<std::int64_t>(1, d.rows.extent);
  const auto marked = v.view.playback.marked;
  const auto sight = cells_in_sight(ui, g);
  if (small && !v.tables.owned_elements().empty())
    sight.for_each([&](std::int64_t r, std::int64_t c) {
      if (const auto element = d.index(r, c); !d.beyond(r, c) && v.tables.owned(element) == true && v.framed(element))
        mark_cell(ui, g, r, c, ui.ink.accent, ui.px(1.5f));
    });
  // Elements linked to the pointed one.
  constexpr std::size_t few = 8;
  const auto linked = traced_elements(v.workspace, v.view);
  const auto mark = [&](render::Diagram::Cell place) {
    mark_cell(ui, g, place.row, place.column, ui.ink.pin, ui.px(linked.size() > few ? 1.5f : 2.5f));
  };
  if (linked.size() <= few) {
    for (const auto element : linked)
      if (const auto place = element >= 0 && element < v.plan.launch.elements ? cell_of_index(d, element) : std::nullopt) mark(*place);
  } else if (small) {
    sight.for_each([&](std::int64_t r, std::int64_t c) {
      if (!d.beyond(r, c) && std::binary_search(linked.begin(), linked.end(), d.index(r, c))) mark({r, c});
    });
  }
  if (marked < 0 || marked >= v.plan.launch.elements) return;
  if (const auto& place = v.tables.cell(d, marked)) mark_cell(ui, g, place->row, place->column, ui.ink.pin, ui.px(2.5f));
}

}  // namespace

float trace_grid(const LaunchView& v, ImVec2 at, ImVec2 room) {
  auto& ui = v.ui;
  const auto* diagram = v.workspace.launch_diagram();
  if (diagram == nullptr) return 0;
  const bool beyond = !diagram->bounds.empty();
  if (beyond) room.y -= ui.px(20);
  const double fit = std::min(room.x / static_cast<double>(diagram->columns.extent), room.y / static_cast<double>(diagram->rows.extent));
  const float cell = fit < ui.px(3) ? ui.px(24) : static_cast<float>(std::min<double>(ui.px(33), fit > ui.px(8) ? std::floor(fit) : fit));
  const ImVec2 size{static_cast<float>(std::min<double>(room.x, cell * static_cast<double>(diagram->columns.extent))),
                    static_cast<float>(std::min<double>(room.y, cell * static_cast<double>(diagram->rows.extent)))};
  help_here(ui, "launch.trace", at, {at.x + size.x, at.y + size.y});
  auto trace = ui.trace != nullptr ? ui.trace->view(v.plan, v.settings()) : std::nullopt;
  if (trace && v.position >= v.total) trace->position = INT64_MAX;
  jump_to_marked(v, *diagram, cell, size);
  const DrawnGrid grid{*diagram, launch_of(ui).trace, cell, at, size};
  GridStyle look{.label = &ui.fonts.mono_small, .dim = trace ? 0.0f : 0.7f, .trace = trace};
  if (trace)
    look.text = [&](std::int64_t r, std::int64_t c) { return diagram->beyond(r, c) ? std::string() : v.label(diagram->index(r, c)); };
  const auto under = draw_grid(ui, "trace", grid, look);
  if (beyond)
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_small, {at.x, at.y + size.y + ui.px(8)}, room.x, ui.ink.faint,
                (*ui.texts)(diagram->note));
  if (!trace) {
    draw_text_centred(ImGui::GetWindowDrawList(), ui.fonts.ui_small, {at.x + size.x / 2, at.y + size.y / 2}, ui.ink.text, ui.tr("tracing"));
    return size.x;
  }
  mark_elements(v, grid);
  if (under.row < 0) return size.x;
  if (diagram->beyond(under.row, under.column)) {
    hint(ui, v.beyond_words(*diagram, {under.row, under.column}));
    return size.x;
  }
  const auto element = diagram->index(under.row, under.column);
  hint(ui, v.element_words(element));
  if (const int tensor = launch_tensor(v.workspace); tensor >= 0 && !v.workspace.sheet().launch.tensor.empty())
    v.requests.add<hover_element>(Element{tensor, tensor_coordinate(*diagram, under.row, under.column)});
  if (clicked_here())
    if (const auto touch = v.first(element)) v.pick(touch->block, touch->thread);
  return size.x;
}

}  // namespace app
