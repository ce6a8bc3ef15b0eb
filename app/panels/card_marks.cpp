// What stands out in a card's grid: counterparts of the element that is pointed at, who is isolated, what differs.

#include "app/comparing.hpp"
#include "app/panels/card.hpp"
#include "app/panels/gpu_views.hpp"

namespace app {
namespace {

constexpr std::int64_t searched = 1 << 14;   ///< cells that are looked at one by one

/// Where a card's indices stand in the launch's trace: what to take off them; nothing where the launch is over other memory.
std::optional<std::int64_t> launch_offset(const App& app, const Picture& picture) {
  const int tensor = app.launch() ? app.evaluator().find(app.sheet().launch.tensor) : -1;
  if (tensor < 0 || picture.root.empty() || root_of(app.evaluator().results(), tensor) != picture.root) return std::nullopt;
  const auto* value = app.result(tensor).value();
  const auto* at = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr;
  return at != nullptr ? at->offset : 0;
}

/// Frames what the isolated block, warp or thread of the launch touches, and fades the rest.
void mark_isolated(Ui& ui, const App& app, const CardGrid& g) {
  const auto& d = g.picture.diagram;
  const auto offset = launch_offset(app, g.picture);
  if (!offset || !isolates(app.sheet().launch)) return;
  ui.launch_tables.update(app.launch_version(), *app.launch(), app.sheet().launch);
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const auto owned = ui.launch_tables.owned(d.index(r, c) - *offset);
      if (owned == false) shade_cell(ui, g.view, g.default_cell, g.at, g.size, r, c);
      if (owned == true) mark_cell(ui, g.view, g.default_cell, g.at, g.size, r, c, ui.ink.accent, ui.px(1.5f));
    }
}

void mark_differing(Ui& ui, const App& app, const CardGrid& g) {
  const auto& d = g.picture.diagram;
  const auto differ = compared_elements(app, g.entry);
  if (differ.empty()) return;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c)
      if (const auto i = d.coordinate(r, c); i >= 0 && i < static_cast<std::int64_t>(differ.size()) && differ[static_cast<std::size_t>(i)])
        mark_cell(ui, g.view, g.default_cell, g.at, g.size, r, c, ui.ink.error, ui.px(2));
}

/// The element that is pointed at, wherever its memory is shown.
void mark_counterparts(Ui& ui, const App& app, const CardGrid& g, bool small, CellAt under) {
  const auto& d = g.picture.diagram;
  const auto element = app.shown_element();
  const auto* source = element ? app.picture(element.entry) : nullptr;
  const auto source_layout = element && app.result(element.entry).evaluation ? layout_of(app.result(element.entry).evaluation->value) : std::nullopt;
  if (source != nullptr && source_layout && source->root == g.picture.root && small && element.coordinate < algebra::size(*source_layout)) {
    std::int64_t memory = (*source_layout)(element.coordinate);
    if (const auto* tensor = std::get_if<algebra::Tensor>(&app.result(element.entry).evaluation->value)) memory += tensor->offset;
    for (std::int64_t r = 0; r < d.rows.extent; ++r)
      for (std::int64_t c = 0; c < d.columns.extent; ++c)
        if (d.index(r, c) == memory) mark_cell(ui, g.view, g.default_cell, g.at, g.size, r, c, ui.ink.pin, ui.px(2.5f));
  } else if (under.row >= 0) {
    mark_cell(ui, g.view, g.default_cell, g.at, g.size, under.row, under.column, ui.ink.pin, ui.px(2));
  }
}

}  // namespace

void mark_card(Ui& ui, const App& app, const CardGrid& g, CellAt under) {
  const auto& d = g.picture.diagram;
  const bool small = d.rows.extent <= searched && d.columns.extent <= searched / std::max<std::int64_t>(1, d.rows.extent);
  if (small) {
    mark_differing(ui, app, g);
    mark_isolated(ui, app, g);
  }
  mark_counterparts(ui, app, g, small, under);
  if (g.picture.thread >= 0 && small && !d.owners.empty())
    for (std::int64_t r = 0; r < d.rows.extent; ++r)
      for (std::int64_t c = 0; c < d.columns.extent; ++c)
        if (d.owners[static_cast<std::size_t>(r * d.columns.extent + c)].thread == g.picture.thread)
          mark_cell(ui, g.view, g.default_cell, g.at, g.size, r, c, ui.ink.accent, ui.px(2.5f));
}

void point_in_card(Ui& ui, const App& app, Actions& actions, const CardGrid& g, CellAt under) {
  if (under.row < 0) return;
  const auto& d = g.picture.diagram;
  // A partition's card isolates who is clicked, as the trace does.
  if (!d.owners.empty() && clicked_here())
    if (const auto offset = launch_offset(app, g.picture)) {
      const LaunchView launch(ui, app, actions, *app.launch());
      if (const auto touch = launch.first(d.index(under.row, under.column) - *offset)) launch.pick(touch->block, touch->thread);
    }
  if (g.picture.dimmed) return;
  const Element pointed{g.picture.shown_entry >= 0 ? g.picture.shown_entry : g.entry, d.coordinate(under.row, under.column)};
  actions.push_back([pointed](App& a) { a.hover = pointed; });
  if (!ImGui::IsMouseReleased(0) || ImGui::GetIO().MouseDragMaxDistanceSqr[0] >= 9) return;
  actions.push_back([pointed](App& a) {
    a.adjust([&](Sheet& s) {
      auto& pin = s.entries[static_cast<std::size_t>(pointed.entry)].pin;
      const bool same = pin == pointed.coordinate;
      for (auto& e : s.entries) e.pin.reset();
      if (!same) pin = pointed.coordinate;
    });
  });
}

}  // namespace app
