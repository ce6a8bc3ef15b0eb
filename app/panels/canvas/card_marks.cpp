#include "app/panels/canvas/card.hpp"

#include <algorithm>
#include <cmath>

#include "app/actions/bit_editing.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/launch_links.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/step_focus.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/picture_elements.hpp"
#include "app/panels/inspector/inspector_panel.hpp"
#include "app/panels/launch/launch_view.hpp"
#include "app/ui/grid_view.hpp"
#include "render/mode_cells.hpp"

namespace app {
namespace {

constexpr std::int64_t searched = 1 << 14;  ///< limit of cells that are examined one by one

/// Frames the elements touched by the isolated block, warp or thread of the launch, and fades the others.
void mark_isolated(Ui& ui, const Workspace& workspace, const CardGrid& g) {
  const auto& d = g.picture.diagram;
  const auto offset = launch_offset(workspace, g.picture.root);
  if (!offset || !isolates(workspace.sheet().launch)) return;
  launch_of(ui).tables.update(workspace.launch_version(), *workspace.launch(), workspace.sheet().launch);
  cells_in_sight(ui, g).for_each([&](std::int64_t r, std::int64_t c) {
    const auto owned = d.beyond(r, c) ? std::nullopt : launch_of(ui).tables.owned(d.index(r, c) - *offset);
    if (owned == false) shade_cell(ui, g, r, c);
    if (owned == true) mark_cell(ui, g, r, c, ui.ink.accent, ui.px(1.5f));
  });
}

/// Frames wrong elements: where `A == B` fails, or in the answer to an exercise.
void mark_differing(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g) {
  const auto& d = g.picture.diagram;
  auto differ = compared_elements(workspace, view, g.entry);
  if (differ.empty()) differ = wrong_elements(workspace, g.entry);
  if (differ.empty() || g.picture.shown_entry != g.entry) return;
  cells_in_sight(ui, g).for_each([&](std::int64_t r, std::int64_t c) {
    if (const auto i = d.coordinate(r, c); i >= 0 && i < static_cast<std::int64_t>(differ.size()) && differ[static_cast<std::size_t>(i)])
      mark_cell(ui, g, r, c, ui.ink.error, ui.px(2));
  });
}

/// Marks the corners of a cell, for a place that is not an element of its own.
void mark_corners(Ui& ui, const CardGrid& g, render::Diagram::Cell cell, ImU32 ink) {
  const auto c = centre_of(ui, g, cell);
  const auto half = static_cast<float>(std::max(cell_side(ui, g), static_cast<double>(ui.px(6)))) / 2, arm = half * 0.5f;
  auto* list = ImGui::GetWindowDrawList();
  list->PushClipRect({g.at.x - 1, g.at.y - 1}, {g.at.x + g.size.x + 1, g.at.y + g.size.y + 1}, true);
  for (const float sx : {-1.0f, 1.0f})
    for (const float sy : {-1.0f, 1.0f}) {
      const ImVec2 corner{std::round(c.x + sx * half), std::round(c.y + sy * half)};
      list->AddLine(corner, {corner.x - sx * arm, corner.y}, ink, ui.px(2));
      list->AddLine(corner, {corner.x, corner.y - sy * arm}, ink, ui.px(2));
    }
  list->PopClipRect();
}

/// Points out a mark that is easily missed: a ring around a tiny cell, an arrow at the edge towards one out of sight.
void point_out(Ui& ui, const CardGrid& g, render::Diagram::Cell cell, ImU32 ink) {
  auto* list = ImGui::GetWindowDrawList();
  const auto c = centre_of(ui, g, cell);
  const ImVec2 inside{std::clamp(c.x, g.at.x, g.at.x + g.size.x), std::clamp(c.y, g.at.y, g.at.y + g.size.y)};
  const float dx = c.x - inside.x, dy = c.y - inside.y, far = std::hypot(dx, dy);
  if (far < 1) {
    if (cell_side(ui, g) < ui.px(8)) list->AddCircle(c, ui.px(8), ink, 0, ui.px(1.5f));
    return;
  }
  const float r = ui.px(6), x = dx / far, y = dy / far;
  list->AddTriangleFilled({inside.x + x * r, inside.y + y * r}, {inside.x - y * r * 0.7f, inside.y + x * r * 0.7f},
                          {inside.x + y * r * 0.7f, inside.y - x * r * 0.7f}, ink);
}

void mark_role(Ui& ui, const CardGrid& g, render::Diagram::Cell cell, Role role, bool many) {
  const float thick = ui.px(many ? 1.5f : 2.5f);
  switch (role) {
    case Role::pointed: mark_cell(ui, g, cell.row, cell.column, ui.ink.pin, ui.px(3)); break;
    case Role::place: mark_corners(ui, g, cell, ui.ink.pin); break;
    case Role::owner: mark_cell(ui, g, cell.row, cell.column, ui.ink.accent, thick); break;
    case Role::operand:
    case Role::result: mark_cell(ui, g, cell.row, cell.column, ui.ink.pin, thick); break;
    case Role::same: mark_cell(ui, g, cell.row, cell.column, ui.ink.pin, ui.px(many ? 1.0f : 1.8f)); break;
  }
}

/// Marks the cells of these coordinates; `pointed` stands out.
void mark_coordinates(Ui& ui, const ViewState& view, const CardGrid& g, const std::vector<std::int64_t>& coordinates, Role role,
                      std::int64_t pointed) {
  constexpr std::size_t few = 16, lines = 64;
  const bool many = coordinates.size() > few;
  std::size_t shown = 0;
  for (const auto c : coordinates) {
    const auto cell = g.picture.diagram.cell_of(c);
    if (!cell) continue;
    const auto as = c == pointed ? Role::pointed : role;
    const auto ink = as == Role::owner ? ui.ink.accent : ui.ink.pin;
    mark_role(ui, g, *cell, as == Role::pointed || role != Role::pointed ? as : Role::same, many);
    // A copy shows the element in its destination, too.
    const auto& parts = g.picture.diagram.parts;
    if (parts.size() > 1 && parts[1].alike)
      for (const auto& there : g.picture.diagram.counterparts(cell->row, cell->column))
        mark_role(ui, g, {there.row, there.column}, as, many);
    if (!many || c == pointed) point_out(ui, g, *cell, ink);
    if (!view.show_links || (shown++ >= lines && c != pointed) || canvas_of(ui).link_points.size() > 4096) continue;
    const auto at = centre_of(ui, g, *cell);
    canvas_of(ui).link_points.push_back({g.entry,
                                         {std::clamp(at.x, g.at.x, g.at.x + g.size.x), std::clamp(at.y, g.at.y, g.at.y + g.size.y)},
                                         static_cast<float>(cell_side(ui, g)) / 2,
                                         c == pointed});
  }
}

/// Marks the pointed element and the elements linked to it.
void mark_counterparts(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, CellAt under) {
  const auto element = shown_element(workspace, view);
  const int entry = g.picture.shown_entry >= 0 ? g.picture.shown_entry : g.entry;
  const auto* marked = !element || g.picture.dimmed || g.picture.shown_entry < 0 ? nullptr : linked(workspace, view).in(entry);
  if (marked != nullptr) mark_coordinates(ui, view, g, marked->coordinates, marked->role, entry == element.entry ? element.coordinate : -1);
  else if (element && !g.picture.dimmed && entry == launch_threads(workspace))
    mark_coordinates(ui, view, g, owning_threads(workspace, view), Role::owner, -1);
  else if (under.row >= 0 && (g.picture.diagram.parts.empty() || !g.picture.diagram.vacant(under.row, under.column)))
    mark_cell(ui, g, under.row, under.column, ui.ink.pin, ui.px(2));
}

/// Draws a frame around cells, open on sides that continue out of sight.
void frame_cells(Ui& ui, const CardGrid& g, const render::CellBlock& block, float out) {
  const float beyond = out + ui.px(8);
  const auto place = [&](std::int64_t row, std::int64_t column) {
    const auto p = place_of(ui, g, row, column);
    return ImVec2{std::clamp(p.x, g.at.x - beyond, g.at.x + g.size.x + beyond),
                  std::clamp(p.y, g.at.y - beyond, g.at.y + g.size.y + beyond)};
  };
  const auto a = place(block.row, block.column), b = place(block.row + block.rows, block.column + block.columns);
  auto* list = ImGui::GetWindowDrawList();
  list->PushClipRect({g.at.x - beyond / 2, g.at.y - beyond / 2}, {g.at.x + g.size.x + beyond / 2, g.at.y + g.size.y + beyond / 2}, true);
  compat::rectangle(list, {a.x - out, a.y - out}, {b.x + out, b.y + out}, ui.ink.accent, ui.px(2), ui.px(2));
  list->PopClipRect();
}

/// Outlines a set of elements.
void outline(Ui& ui, const CardGrid& g, const std::vector<bool>& in) {
  const auto& d = g.picture.diagram;
  const auto has = [&](std::int64_t r, std::int64_t c) {
    if (r < 0 || c < 0 || r >= d.rows.extent || c >= d.columns.extent) return false;
    const auto i = d.coordinate(r, c);
    return i >= 0 && i < static_cast<std::int64_t>(in.size()) && in[static_cast<std::size_t>(i)];
  };
  auto* list = ImGui::GetWindowDrawList();
  const float out = ui.px(1.5f), thick = ui.px(2);
  list->PushClipRect({g.at.x - out - thick, g.at.y - out - thick}, {g.at.x + g.size.x + out + thick, g.at.y + g.size.y + out + thick},
                     true);
  cells_in_sight(ui, g).for_each([&](std::int64_t r, std::int64_t c) {
    if (!has(r, c)) return;
    const auto a = place_of(ui, g, r, c), b = place_of(ui, g, r + 1, c + 1);
    if (!has(r - 1, c)) list->AddLine({a.x - out / 2, a.y}, {b.x + out / 2, a.y}, ui.ink.accent, thick);
    if (!has(r + 1, c)) list->AddLine({a.x - out / 2, b.y}, {b.x + out / 2, b.y}, ui.ink.accent, thick);
    if (!has(r, c - 1)) list->AddLine({a.x, a.y - out / 2}, {a.x, b.y + out / 2}, ui.ink.accent, thick);
    if (!has(r, c + 1)) list->AddLine({b.x, a.y - out / 2}, {b.x, b.y + out / 2}, ui.ink.accent, thick);
  });
  list->PopClipRect();
}

/// Marks the elements that the inspector's current step works on, in the cards of its operands.
void mark_step(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g) {
  if (view.inspector.tab != InspectorTab::steps || g.entry == view.selected) return;
  const auto focus = step_focus(workspace, view);
  if (!focus) return;
  const auto& d = g.picture.diagram;
  const auto k = std::find(focus->operands.begin(), focus->operands.end(), g.entry) - focus->operands.begin();
  if (k == static_cast<std::ptrdiff_t>(focus->operands.size())) return;
  const render::CellBlock all{0, 0, d.rows.extent, d.columns.extent};
  // A partition's card shows its tile, which has other elements.
  if (g.picture.shown_entry != g.entry) return frame_cells(ui, g, all, ui.px(3));
  const auto& part = step_part(ui, workspace, view, static_cast<int>(k));
  const auto sight = cells_in_sight(ui, g);
  if (!part.in.empty()) outline(ui, g, part.in);
  else if (!part.mode || d.shape.rank() < 2) frame_cells(ui, g, all, ui.px(3));
  else
    for (const auto& block : render::mode_cells(
             d, *part.mode,
             {sight.first_row, sight.first_column, sight.last_row - sight.first_row, sight.last_column - sight.first_column}))
      frame_cells(ui, g, block, ui.px(1));
}

/// Scrolls to the pinned element after the keyboard has moved it.
void reveal_pinned(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g) {
  const auto element = shown_element(workspace, view);
  if (!canvas_of(ui).reveal_pointer || !element || element.entry != g.entry) return;
  const auto cell = g.picture.diagram.cell_of(element.coordinate);
  auto& card_view = canvas_of(ui).cards[g.id];
  const double side = cell_side(ui, g);
  if (!cell) return;
  const auto show = [](double& first, std::int64_t at, double visible) {
    first = std::max(0.0, std::clamp(first, static_cast<double>(at) + 1 - std::max(1.0, visible), static_cast<double>(at)));
  };
  show(card_view.first_row, cell->row, g.size.y / side);
  show(card_view.first_column, cell->column, g.size.x / side);
}

/// Marks the elements of the chosen thread: the owner of the pointed element, with its elements in the picture's other grids; otherwise the
/// thread of the card.
void mark_thread(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, CellAt under) {
  const auto& d = g.picture.diagram;
  auto thread = d.thread;
  if (!d.parts.empty()) {
    std::optional<render::Diagram::Cell> pointed;
    if (under.row >= 0) pointed = render::Diagram::Cell{under.row, under.column};
    else if (const auto element = shown_element(workspace, view); element && element.entry == g.entry)
      pointed = d.cell_of(element.coordinate);
    if (pointed && !d.vacant(pointed->row, pointed->column)) {
      for (const auto& block : d.counterparts(pointed->row, pointed->column)) frame_cells(ui, g, block, ui.px(1));
      if (const auto owner = d.owner_at(pointed->row, pointed->column).thread; owner >= 0) thread = owner;
    }
  }
  for (const auto& cell : d.cells_of_thread(thread)) mark_cell(ui, g, cell.row, cell.column, ui.ink.accent, ui.px(2.5f));
}

}  // namespace

void mark_card(Ui& ui, const Workspace& workspace, const ViewState& view, const CardGrid& g, CellAt under) {
  const auto& d = g.picture.diagram;
  const bool small = d.rows.extent <= searched && d.columns.extent <= searched / std::max<std::int64_t>(1, d.rows.extent);
  if (small) {
    mark_differing(ui, workspace, view, g);
    mark_isolated(ui, workspace, g);
  }
  if (small || !d.parts.empty()) mark_thread(ui, workspace, view, g, under);
  reveal_pinned(ui, workspace, view, g);
  mark_step(ui, workspace, view, g);
  mark_counterparts(ui, workspace, view, g, under);
}

void point_in_card(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, const CardGrid& g, CellAt under) {
  if (under.row < 0) return;
  const auto& d = g.picture.diagram;
  if (const auto remark = d.remark(under.row, under.column); !remark.empty()) hint(ui, (*ui.texts)(remark));
  if (d.beyond(under.row, under.column)) return;
  // A click in a partition's card isolates the thread, as in the trace.
  if (d.has_owners() && clicked_here())
    if (const auto offset = launch_offset(workspace, g.picture.root)) {
      const LaunchView launch(ui, workspace, view, requests, *workspace.launch());
      if (const auto touch = launch.first(d.index(under.row, under.column) - *offset)) launch.pick(touch->block, touch->thread);
    }
  if (g.picture.dimmed) return;
  const auto mouse = ImGui::GetIO().MousePos, cell = place_of(ui, g, under.row, under.column);
  const double side = cell_side(ui, g);
  const auto pointed =
      element_near(workspace.evaluator().results(), g.picture, g.entry, static_cast<double>(under.row) + (mouse.y - cell.y) / side,
                   static_cast<double>(under.column) + (mouse.x - cell.x) / side);
  if (!pointed) return;
  requests.add<hover_element>(pointed);
  if (!ImGui::IsMouseReleased(0) || ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= 9) return;
  if (d.bits)
    requests.add<toggle_bit>(g.entry, static_cast<int>(d.view.transposed ? under.column : under.row),
                             static_cast<int>(d.view.transposed ? under.row : under.column));
  else requests.add<toggle_pin>(pointed);
}

}  // namespace app
