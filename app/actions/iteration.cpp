#include "app/actions/iteration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/actions/inspect.hpp"
#include "app/actions/predicting.hpp"

namespace app {
namespace {

/// What the walk is over: the value, where its card is of itself.
std::optional<algebra::Layout> walked_layout(const App& app, int entry) {
  const auto& evaluation = app.result(entry).evaluation;
  return evaluation ? layout_of(evaluation->value) : std::nullopt;
}

void place(App& app, std::int64_t position) {
  auto& it = app.iteration;
  it.position = std::clamp<std::int64_t>(position, 0, std::max<std::int64_t>(0, it.order->size - 1));
  it.coordinate = it.order->size > 0 ? it.order->coordinate(it.position) : 0;
}

}  // namespace

bool can_walk(const App& app, int entry) {
  if (!app.has_entry(entry)) return false;
  const auto layout = walked_layout(app, entry);
  const auto* picture = app.picture(entry);
  // A partition's card is of the tile that it is taken from: a walk over the one is none over the other.
  return layout && algebra::size(*layout) > 0 && picture != nullptr && !picture->dimmed && picture->shown_entry == entry;
}

bool can_walk_by_index(const App& app, int entry) {
  if (!can_walk(app, entry)) return false;
  const auto layout = walked_layout(app, entry);
  return algebra::size(*layout) <= most_sorted && !algebra::has_basis(*layout);
}

bool walks(const App& app, int entry) {
  return entry >= 0 && app.iteration.entry == entry && app.iteration.order != nullptr && app.has_entry(entry) &&
         app.result(entry).name == app.iteration.name && can_walk(app, entry);
}

WalkOrder walk_order(const App& app, int entry, bool by_index) {
  const auto layout = walked_layout(app, entry);
  WalkOrder order{
      .version = app.result(entry).version, .by_index = by_index, .size = layout ? algebra::size(*layout) : 0, .coordinates = {}};
  if (!by_index || !can_walk_by_index(app, entry)) return order;
  const auto& d = app.picture(entry)->diagram;
  std::vector<std::int64_t> at(static_cast<std::size_t>(order.size));
  algebra::indices(*layout, 0, at);
  if (d.swizzle)
    for (auto& index : at) index = algebra::apply(*d.swizzle, index + d.offset);
  order.coordinates.resize(at.size());
  std::iota(order.coordinates.begin(), order.coordinates.end(), std::int64_t{0});
  std::stable_sort(order.coordinates.begin(), order.coordinates.end(),
                   [&](std::int64_t a, std::int64_t b) { return at[static_cast<std::size_t>(a)] < at[static_cast<std::size_t>(b)]; });
  return order;
}

void walk(App& app, int entry) {
  if (!can_walk(app, entry)) return;
  auto& it = app.iteration;
  if (walks(app, entry)) {
    const bool plays = !it.playing;
    if (plays && it.position + 1 >= it.order->size) walk_to(app, 0);
    it.playing = plays;
    return;
  }
  it.entry = entry;
  it.name = app.result(entry).name;
  it.playing = true;
  it.carried = 0;
  it.order = std::make_shared<const WalkOrder>(walk_order(app, entry, it.by_index));
  place(app, 0);
}

void stop_walk(App& app) {
  app.iteration.entry = -1;
  app.iteration.playing = false;
  app.iteration.order.reset();
}

void walk_to(App& app, std::int64_t position) {
  if (!walks(app, app.iteration.entry)) return;
  refresh_walk(app);
  app.iteration.carried = 0;
  app.iteration.playing = false;
  place(app, position);
}

void walk_by_index(App& app, bool by_index) {
  app.iteration.by_index = by_index;
  refresh_walk(app);
}

void refresh_walk(App& app) {
  auto& it = app.iteration;
  if (!walks(app, it.entry)) return;
  if (it.order->version != app.result(it.entry).version || it.order->by_index != it.by_index)
    it.order = std::make_shared<const WalkOrder>(walk_order(app, it.entry, it.by_index));
  place(app, it.position);
}

void advance_walk(App& app, double seconds) {
  auto& it = app.iteration;
  if (!it.playing) return;
  if (!walks(app, it.entry)) return stop_walk(app);
  refresh_walk(app);
  it.carried += seconds * walk_rate * it.speed;
  const auto whole = std::floor(it.carried);
  if (whole < 1) return;
  it.carried -= whole;
  const auto next = it.position + static_cast<std::int64_t>(whole), size = it.order->size;
  if (next < size) return place(app, next);
  if (it.loop) return place(app, next % size);
  place(app, size - 1);
  it.carried = 0;
  it.playing = false;
}

std::string walk_words(const App& app) {
  const auto& it = app.iteration;
  if (!walks(app, it.entry)) return {};
  const auto facts = inspect(app, {it.entry, it.coordinate});
  if (!facts) return {};
  auto text = fmt::format("i = {} → {}", it.coordinate, facts->rank_coordinate);
  if (facts->natural != facts->rank_coordinate) text += " → " + facts->natural;
  if (hides_cell(app, it.entry, it.coordinate)) return text + fmt::format(" → {} ?", app.texts("index"));
  const auto& d = app.picture(it.entry)->diagram;
  std::string index = fmt::format("{}", facts->layout(it.coordinate) + facts->offset);
  if (const auto cell = d.cell_of(it.coordinate)) {
    index = d.codomain.rank() > 0 ? algebra::natural_coordinate(d.codomain, d.index(cell->row, cell->column))
                                  : fmt::format("{}", d.index(cell->row, cell->column));
  }
  return text + fmt::format(" → {} {}", app.texts("index"), index);
}

}  // namespace app
