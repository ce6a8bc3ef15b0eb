#include "app/actions/pointer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/links/link.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/traversal.hpp"
#include "app/document/element_text.hpp"
#include "app/document/link_graph.hpp"

namespace app {
namespace {

constexpr std::int64_t page = 8;  ///< in rows

void pin(Workspace& workspace, Element element) {
  workspace.set_view([&](Sheet& s) {
    for (auto& e : s.entries) e.pin.reset();
    s.entries[static_cast<std::size_t>(element.entry)].pin = element.coordinate;
  });
}

/// Returns the pinned element; the mouse may be anywhere.
Element pinned(const Workspace& workspace) {
  for (std::size_t i = 0; i < workspace.sheet().entries.size(); ++i)
    if (workspace.sheet().entries[i].pin) return {static_cast<int>(i), *workspace.sheet().entries[i].pin};
  return {};
}

/// Returns the entry whose grid the keys move through: the pointed element's, else the selected one.
int walked(const Workspace& workspace, const ViewState& view) {
  auto element = pinned(workspace);
  if (!element) element = view.hover;
  const int entry = element ? element.entry : view.selected;
  if (!workspace.has_entry(entry) || !workspace.result(entry).evaluation) return -1;
  const auto& e = *workspace.result(entry).evaluation;
  return workspace.picture(entry) != nullptr && algebra::links::element_shape(e.value, e.made_by) ? entry : -1;
}

}  // namespace

Element shown_element(const Workspace& workspace, const ViewState& view) {
  const auto& it = view.traversal;
  const bool walked = is_traversed(workspace, view, it.entry);
  // A playing traversal continues, whatever is under the pointer.
  Element shown = walked && it.playing ? Element{} : view.hover;
  if (!shown && walked) shown = {it.entry, it.coordinate};
  if (!shown) {
    // Cached, because it is needed many times a frame and a sheet may have thousands of entries.
    if (view.pinned.at != workspace.changes()) view.pinned = {workspace.changes(), pinned(workspace)};
    shown = view.pinned.element;
  }
  return shown && hides_values(workspace, view, shown.entry) ? Element{} : shown;
}

const LinkedElements& linked(const Workspace& workspace, const ViewState& view) {
  return workspace.linking().of(shown_element(workspace, view));
}

void unpin(Workspace& workspace) {
  workspace.set_view([](Sheet& s) {
    for (auto& e : s.entries) e.pin.reset();
  });
}

void toggle_pin(Workspace& workspace, Element element) {
  if (!workspace.has_entry(element.entry) || element.coordinate < 0) return;
  const bool same = workspace.sheet().entries[static_cast<std::size_t>(element.entry)].pin == element.coordinate;
  if (same) unpin(workspace);
  else pin(workspace, element);
}

// The tour takes the arrow keys.
bool can_move_pointer(const Workspace& workspace, const ViewState& view) { return view.tour_step < 0 && walked(workspace, view) >= 0; }

void move_pointer(Workspace& workspace, ViewState& view, HostRequests& host, PointerMove move) {
  int entry = walked(workspace, view);
  if (entry < 0) return;
  // A partition's card is the grid of its tile.
  if (const int shown = workspace.picture(entry)->shown_entry; shown >= 0) entry = shown;
  const auto& evaluation = *workspace.result(entry).evaluation;
  const auto shape = algebra::links::element_shape(evaluation.value, evaluation.made_by);
  const auto* picture = workspace.picture(entry);
  if (!shape || picture == nullptr) return;
  const auto size = algebra::product(*shape).value;
  auto element = pinned(workspace);
  if (!element) element = view.hover;
  if (element.entry != entry || element.coordinate < 0 || element.coordinate >= size) {
    pin(workspace, {entry, 0});
  } else {
    const auto& d = picture->diagram;
    auto to = element.coordinate;
    // The card shows the slice of the pointer.
    const auto in_slice = std::max<std::int64_t>(1, d.rows.extent) * std::max<std::int64_t>(1, d.columns.extent);
    const bool sliced = d.shape.rank() > 2 && size > in_slice && d.elements.empty();
    if (sliced && (move == PointerMove::page_up || move == PointerMove::page_down)) {
      to += move == PointerMove::page_up ? -in_slice : in_slice;
    } else {
      auto cell = d.cell_of(sliced ? d.coordinate(0, 0) + to % in_slice : to);
      if (!cell) return;
      // Skips empty cells of a memory.
      const auto step = [&](std::int64_t render::Diagram::Cell::*along, int by, std::int64_t extent) {
        auto next = *cell;
        do next.*along += by;
        while (next.*along >= 0 && next.*along < extent && d.vacant(next.row, next.column));
        if (next.*along >= 0 && next.*along < extent) cell = next;
      };
      switch (move) {
        case PointerMove::left: step(&render::Diagram::Cell::column, -1, d.columns.extent); break;
        case PointerMove::right: step(&render::Diagram::Cell::column, 1, d.columns.extent); break;
        case PointerMove::up: step(&render::Diagram::Cell::row, -1, d.rows.extent); break;
        case PointerMove::down: step(&render::Diagram::Cell::row, 1, d.rows.extent); break;
        case PointerMove::row_start: cell->column = 0; break;
        case PointerMove::row_end: cell->column = d.columns.extent - 1; break;
        case PointerMove::page_up: cell->row -= page; break;
        case PointerMove::page_down: cell->row += page; break;
      }
      cell->row = std::clamp<std::int64_t>(cell->row, 0, d.rows.extent - 1);
      cell->column = std::clamp<std::int64_t>(cell->column, 0, d.columns.extent - 1);
      const auto at = d.coordinate(cell->row, cell->column);
      to = sliced ? to / in_slice * in_slice + at % in_slice : at;
    }
    if (to < 0 || to >= size) return;
    pin(workspace, {entry, to});
    const auto slice = to / in_slice;
    if (sliced && workspace.sheet().entries[static_cast<std::size_t>(entry)].view.slice != slice)
      workspace.edit(
          "turn to a slice", [&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].view.slice = slice; },
          fmt::format("slice {}", entry));
  }
  view.hover = {};
  host.tell(algebra::Message::verbatim(announced(workspace, pinned(workspace))), false);
}

std::string announced(const Workspace& workspace, const Element& element) {
  if (!element) return {};
  return element_text(workspace.result(element.entry), element.entry, element.coordinate);
}

}  // namespace app
