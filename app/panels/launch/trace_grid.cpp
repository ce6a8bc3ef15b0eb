#include "app/panels/launch/launch_view.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/actions/launch_links.hpp"
#include "app/actions/looking.hpp"
#include "app/ui/grid_view.hpp"

namespace app {
namespace {

/// "T3" for who touched first, "×2" for more than once, "×0" for never once all have run, "·" for not yet.
std::string cell_label(const LaunchView& v, std::int64_t element) {
  const auto& touches = v.workspace.launch_touches();
  if (element < 0 || element >= static_cast<std::int64_t>(touches.size())) return {};
  const auto& touch = touches[static_cast<std::size_t>(element)];
  if (!touch) return v.position >= v.total ? "×0" : "·";
  if (touch_position(v.plan, *touch) >= v.position) return "·";
  if (const auto count = launch_of(v.ui).tables.count(element).value_or(1); count > 1 && count != v.plan.shape.shared_by)
    return fmt::format("×{}", count);
  if (launch_of(v.ui).tables.owned(element) == false) return {};
  if (v.plan.shape.instruction.by_box()) {
    // Which instruction; where each CTA has one, which block.
    const auto instruction = touch->access / static_cast<std::uint32_t>(v.plan.shape.request_values);
    return v.plan.shape.requests() > 1 ? fmt::format("I{}", instruction) : fmt::format("B{}", touch->block);
  }
  return fmt::format("T{}", touch->thread);
}

/// Scrolls to the marked element, once for each jump.
void jump_to_marked(const LaunchView& v, const render::Diagram& d, float cell, ImVec2 size) {
  auto& ui = v.ui;
  const auto& look = v.view.playback;
  if (launch_of(ui).jump == look.jump) return;
  launch_of(ui).jump = look.jump;
  const auto place = look.marked >= 0 ? launch_of(ui).tables.cell(d, look.marked) : std::nullopt;
  if (!place) return;
  auto& card_view = launch_of(ui).trace;
  const double side = card_view.cell > 0 ? card_view.cell * ui.scale : cell;
  card_view.first_row = static_cast<double>(place->row) + 0.5 - static_cast<double>(size.y) / side / 2;
  card_view.first_column = static_cast<double>(place->column) + 0.5 - static_cast<double>(size.x) / side / 2;
}

/// Of what is isolated: all of a thread's elements; of a warp or a block those that look like somebody else's, who came first.
bool framed(const LaunchView& v, std::int64_t element) {
  if (v.settings().thread >= 0) return true;
  const auto first = v.first(element);
  return !first || !is_chosen(v.settings(), first->block, first->thread);
}

/// Frames around cells of these elements, as many as can be told apart.
void mark_elements(const LaunchView& v, const DrawnGrid& g) {
  auto& ui = v.ui;
  const auto& d = g.diagram;
  constexpr std::int64_t looked_at = 1 << 14;
  const bool small = d.rows.extent <= looked_at && d.columns.extent <= looked_at / std::max<std::int64_t>(1, d.rows.extent);
  const auto marked = v.view.playback.marked;
  const auto sight = cells_in_sight(ui, g);
  if (small && !launch_of(ui).tables.owned_elements().empty())
    sight.for_each([&](std::int64_t r, std::int64_t c) {
      if (const auto element = d.index(r, c); !d.beyond(r, c) && launch_of(ui).tables.owned(element) == true && framed(v, element))
        mark_cell(ui, g, r, c, ui.ink.accent, ui.px(1.5f));
    });
  // What is linked to the pointed element.
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
  if (const auto& place = launch_of(ui).tables.cell(d, marked)) mark_cell(ui, g, place->row, place->column, ui.ink.pin, ui.px(2.5f));
}

/// The 1-D coordinate in the tensor: the grid goes on beyond its end.
std::int64_t tensor_coordinate(const render::Diagram& d, CellAt cell) {
  if (d.bounds.empty()) return d.coordinate(cell.row, cell.column);
  std::int64_t coordinate = 0, before = 1;
  for (const auto& b : d.bounds) {
    coordinate += b(cell.row, cell.column) * before;
    before *= b.extent;
  }
  return coordinate;
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
    look.text = [&](std::int64_t r, std::int64_t c) { return diagram->beyond(r, c) ? std::string() : cell_label(v, diagram->index(r, c)); };
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
    auto text = (*ui.texts)(diagram->remark(under.row, under.column));
    if (const auto& off = launch_of(ui).tables.predicated(v.plan, *diagram, {under.row, under.column})) {
      if (const auto& shape = v.plan.shape; shape.instruction.by_box()) {
        text += fmt::format("\n{} · {}", v.box_name(off->block, off->access / static_cast<std::uint32_t>(shape.request_values)),
                            ui.tr(shape.instruction.stores ? "not written" : "filled with zeros"));
      } else {
        text += fmt::format("\nT{} V{}", off->thread, off->access);
        if (v.plan.blocks() > 1) text += fmt::format(" · {} {}", ui.tr("block"), off->block);
        text += fmt::format(" · {}", ui.tr("predicated off"));
      }
    }
    hint(ui, text);
    return size.x;
  }
  const auto element = diagram->index(under.row, under.column);
  v.tooltip(element);
  if (const int tensor = launch_tensor(v.workspace); tensor >= 0 && !v.workspace.sheet().launch.tensor.empty())
    v.requests.add<hover_element>(Element{tensor, tensor_coordinate(*diagram, under)});
  if (clicked_here())
    if (const auto touch = v.first(element)) v.pick(touch->block, touch->thread);
  return size.x;
}

}  // namespace app
