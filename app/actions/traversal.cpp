#include "app/actions/traversal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "algebra/language/value_indexing.hpp"
#include "app/actions/predicting.hpp"
#include "app/document/element_text.hpp"

namespace app {
namespace {

/// Returns the layout of the traversed value.
std::optional<algebra::Layout> walked_layout(const Workspace& workspace, int entry) {
  const auto& evaluation = workspace.result(entry).evaluation;
  return evaluation ? layout_of(evaluation->value) : std::nullopt;
}

void place(ViewState& view, std::int64_t position) {
  auto& it = view.traversal;
  it.position = std::clamp<std::int64_t>(position, 0, std::max<std::int64_t>(0, it.order->size - 1));
  it.coordinate = it.order->size > 0 ? it.order->coordinate(it.position) : 0;
}

}  // namespace

bool can_traverse(const Workspace& workspace, int entry) {
  if (!workspace.has_entry(entry)) return false;
  const auto layout = walked_layout(workspace, entry);
  const auto* picture = workspace.picture(entry);
  // A partition's card shows its tile, whose elements are not those of the traversal.
  return layout && algebra::size(*layout) > 0 && picture != nullptr && !picture->dimmed && picture->shown_entry == entry;
}

bool can_traverse_by_index(const Workspace& workspace, int entry) {
  if (!can_traverse(workspace, entry)) return false;
  const auto layout = walked_layout(workspace, entry);
  const auto f = algebra::indexing(workspace.result(entry).evaluation->value);
  return f && f->codomain.rank() == 0 && algebra::size(*layout) <= most_sorted;
}

bool is_traversed(const Workspace& workspace, const ViewState& view, int entry) {
  return entry >= 0 && view.traversal.entry == entry && view.traversal.order != nullptr && workspace.has_entry(entry) &&
         workspace.result(entry).name == view.traversal.name && can_traverse(workspace, entry);
}

TraversalOrder traversal_order(const Workspace& workspace, int entry, bool by_index) {
  const auto layout = walked_layout(workspace, entry);
  TraversalOrder order{
      .version = workspace.result(entry).version, .by_index = by_index, .size = layout ? algebra::size(*layout) : 0, .coordinates = {}};
  if (!by_index || !can_traverse_by_index(workspace, entry)) return order;
  const auto f = algebra::indexing(workspace.result(entry).evaluation->value);
  std::vector<std::int64_t> at(static_cast<std::size_t>(order.size));
  algebra::indices(f->layout, 0, at);
  for (auto& index : at) index = f->outer(index + f->offset);
  order.coordinates.resize(at.size());
  std::iota(order.coordinates.begin(), order.coordinates.end(), std::int64_t{0});
  std::stable_sort(order.coordinates.begin(), order.coordinates.end(),
                   [&](std::int64_t a, std::int64_t b) { return at[static_cast<std::size_t>(a)] < at[static_cast<std::size_t>(b)]; });
  return order;
}

void traverse(const Workspace& workspace, ViewState& view, int entry) {
  if (!can_traverse(workspace, entry)) return;
  auto& it = view.traversal;
  if (is_traversed(workspace, view, entry)) {
    const bool plays = !it.playing;
    if (plays && it.position + 1 >= it.order->size) traverse_to(workspace, view, 0);
    it.playing = plays;
    return;
  }
  it.entry = entry;
  it.name = workspace.result(entry).name;
  it.playing = true;
  it.carried = 0;
  it.order = std::make_shared<const TraversalOrder>(traversal_order(workspace, entry, it.by_index));
  place(view, 0);
}

void stop_traversal(ViewState& view) {
  view.traversal.entry = -1;
  view.traversal.playing = false;
  view.traversal.order.reset();
}

void traverse_to(const Workspace& workspace, ViewState& view, std::int64_t position) {
  if (!is_traversed(workspace, view, view.traversal.entry)) return;
  refresh_traversal(workspace, view);
  view.traversal.carried = 0;
  view.traversal.playing = false;
  place(view, position);
}

void traverse_by_index(const Workspace& workspace, ViewState& view, bool by_index) {
  view.traversal.by_index = by_index;
  refresh_traversal(workspace, view);
}

void loop_traversal(ViewState& view, bool loop) { view.traversal.loop = loop; }
void set_traversal_speed(ViewState& view, double speed) { view.traversal.speed = speed; }

void refresh_traversal(const Workspace& workspace, ViewState& view) {
  auto& it = view.traversal;
  if (!is_traversed(workspace, view, it.entry)) return;
  if (it.order->version != workspace.result(it.entry).version || it.order->by_index != it.by_index)
    it.order = std::make_shared<const TraversalOrder>(traversal_order(workspace, it.entry, it.by_index));
  place(view, it.position);
}

void advance_traversal(const Workspace& workspace, ViewState& view, double seconds) {
  auto& it = view.traversal;
  if (!it.playing) return;
  if (!is_traversed(workspace, view, it.entry)) return stop_traversal(view);
  refresh_traversal(workspace, view);
  it.carried += seconds * traversal_rate * it.speed;
  const auto whole = std::floor(it.carried);
  if (whole < 1) return;
  it.carried -= whole;
  const auto next = it.position + static_cast<std::int64_t>(whole), size = it.order->size;
  if (next < size) return place(view, next);
  if (it.loop) return place(view, next % size);
  place(view, size - 1);
  it.carried = 0;
  it.playing = false;
}

std::string traversal_words(const Workspace& workspace, const ViewState& view) {
  const auto& it = view.traversal;
  if (!is_traversed(workspace, view, it.entry)) return {};
  const auto* value = workspace.result(it.entry).value();
  const auto layout = value != nullptr ? layout_of(*value) : std::nullopt;
  if (!layout || it.coordinate >= algebra::size(*layout)) return {};
  const auto by_rank = rank_coordinate(*layout, it.coordinate), natural = algebra::natural_coordinate(layout->shape(), it.coordinate);
  auto text = fmt::format("i = {} → {}", it.coordinate, by_rank);
  if (natural != by_rank) text += " → " + natural;
  if (hides_cell(workspace, view, it.entry, it.coordinate)) return text + fmt::format(" → {} ?", view.texts("index"));
  return text + fmt::format(" → {} {}", view.texts("index"), algebra::index_text(*value, it.coordinate));
}

}  // namespace app
