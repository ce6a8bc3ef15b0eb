#include "app/actions/pointer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/links/link_rules.hpp"
#include "app/actions/inspect.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

constexpr std::int64_t page = 8;  ///< rows

void pin(App& app, Element element) {
  app.adjust([&](Sheet& s) {
    for (auto& e : s.entries) e.pin.reset();
    s.entries[static_cast<std::size_t>(element.entry)].pin = element.coordinate;
  });
}

/// The pinned element, where there is one: the mouse may lie anywhere.
Element pinned(const App& app) {
  for (std::size_t i = 0; i < app.sheet().entries.size(); ++i)
    if (app.sheet().entries[i].pin) return {static_cast<int>(i), *app.sheet().entries[i].pin};
  return {};
}

/// The entry that has a grid to walk in: the pointer's own, else the selected one.
int walked(const App& app) {
  auto element = pinned(app);
  if (!element) element = app.hover;
  const int entry = element ? element.entry : app.selected;
  if (!app.has_entry(entry) || !app.result(entry).evaluation) return -1;
  return app.picture(entry) != nullptr && algebra::links::element_shape(app.result(entry).evaluation->value) ? entry : -1;
}

}  // namespace

void unpin(App& app) {
  app.adjust([](Sheet& s) {
    for (auto& e : s.entries) e.pin.reset();
  });
}

void toggle_pin(App& app, Element element) {
  const bool same = app.sheet().entries[static_cast<std::size_t>(element.entry)].pin == element.coordinate;
  if (same) unpin(app);
  else pin(app, element);
}

// The tour takes the arrow keys.
bool can_move_pointer(const App& app) { return app.session().tour_step < 0 && walked(app) >= 0; }

void move_pointer(App& app, PointerMove move) {
  int entry = walked(app);
  if (entry < 0) return;
  // A partition's card is the grid of the tile that it is taken from.
  if (const int shown = app.picture(entry)->shown_entry; shown >= 0) entry = shown;
  const auto shape = algebra::links::element_shape(app.result(entry).evaluation->value);
  const auto* picture = app.picture(entry);
  if (!shape || picture == nullptr) return;
  const auto size = algebra::product(*shape).value;
  auto element = pinned(app);
  if (!element) element = app.hover;
  if (element.entry != entry || element.coordinate < 0 || element.coordinate >= size) {
    pin(app, {entry, 0});
  } else {
    const auto& d = picture->diagram;
    auto to = element.coordinate;
    // The slice that the card shows follows the pointer.
    const auto in_slice = std::max<std::int64_t>(1, d.rows.extent) * std::max<std::int64_t>(1, d.columns.extent);
    const bool sliced = d.shape.rank() > 2 && size > in_slice;
    if (sliced && (move == PointerMove::page_up || move == PointerMove::page_down)) {
      to += move == PointerMove::page_up ? -in_slice : in_slice;
    } else {
      auto cell = d.cell_of(sliced ? d.coordinate(0, 0) + to % in_slice : to);
      if (!cell) return;
      switch (move) {
        case PointerMove::left: --cell->column; break;
        case PointerMove::right: ++cell->column; break;
        case PointerMove::up: --cell->row; break;
        case PointerMove::down: ++cell->row; break;
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
    pin(app, {entry, to});
    const auto slice = to / in_slice;
    if (sliced && app.sheet().entries[static_cast<std::size_t>(entry)].view.slice != slice)
      app.edit([&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].view.slice = slice; }, fmt::format("slice {}", entry));
  }
  app.hover = {};
  app.notice = announced(app, pinned(app));
  app.notice_is_bad = false;
}

std::string announced(const App& app, const Element& element) {
  if (!element || !app.result(element.entry).evaluation) return {};
  const auto& value = app.result(element.entry).evaluation->value;
  const auto shape = algebra::links::element_shape(value);
  if (!shape) return {};
  const auto& name = app.result(element.entry).name;
  const auto at = rank_coordinate(algebra::links::counting(*shape), element.coordinate);
  const auto leg = algebra::links::index_map(value);
  return fmt::format("{}{}{}", name.empty() ? fmt::format("{}", element.entry + 1) : name, at.front() == '(' ? at : "(" + at + ")",
                     leg ? fmt::format(" = {}", (*leg)(element.coordinate)) : "");
}

}  // namespace app
