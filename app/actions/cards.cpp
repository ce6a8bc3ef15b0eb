#include "app/actions/cards.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "algebra/editing/reshape.hpp"
#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "app/state/state.hpp"
#include "render/colourings.hpp"

namespace app {
namespace {

const CardSettings& settings_of(const Workspace& workspace, CardRef c) {
  return workspace.sheet().entries[static_cast<std::size_t>(c.entry)].card(c.card);
}

bool exists(const Workspace& workspace, CardRef c) {
  return workspace.has_entry(c.entry) && c.card >= 0 && c.card < workspace.sheet().entries[static_cast<std::size_t>(c.entry)].cards();
}

}  // namespace

std::int64_t id_of(const Workspace& workspace, CardRef c) { return exists(workspace, c) ? settings_of(workspace, c).id.number : 0; }

CardRef card_with(const Workspace& workspace, std::int64_t id) {
  if (id == 0) return {};
  const auto& entries = workspace.sheet().entries;
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (int n = 0; n < entries[i].cards(); ++n)
      if (entries[i].card(n).id.number == id) return {static_cast<int>(i), n};
  return {};
}

CardRef selected_card(const Workspace& workspace, const ViewState& view) {
  if (!workspace.has_entry(view.selected)) return {};
  const auto& entry = workspace.sheet().entries[static_cast<std::size_t>(view.selected)];
  for (auto id = view.cards.front.rbegin(); id != view.cards.front.rend(); ++id)
    for (int n = 0; n < entry.cards(); ++n)
      if (entry.card(n).id.number == *id) return {view.selected, n};
  return {view.selected, 0};
}

bool has_card(const Workspace& workspace, const ViewState& view) {
  const auto c = selected_card(workspace, view);
  return c && workspace.picture(c.entry, c.card) != nullptr;
}

void isolate_colour(ViewState& view, std::int64_t card, int colour) {
  view.cards.isolated_card = card;
  view.cards.isolated_colour = colour;
}

void bring_to_front(const Workspace& workspace, ViewState& view, CardRef c) {
  if (!exists(workspace, c)) return;
  view.selected = c.entry;
  const auto id = id_of(workspace, c);
  auto& front = view.cards.front;
  std::erase(front, id);
  front.push_back(id);
  // Limits the list of cards that were brought to the front.
  if (front.size() > 256) front.erase(front.begin());
}

void edit_card(Workspace& workspace, CardRef c, std::string_view name, const std::function<void(CardSettings&)>& change,
               const std::string& merge_key) {
  if (!exists(workspace, c)) return;
  workspace.edit(
      name, [&](Sheet& s) { change(s.entries[static_cast<std::size_t>(c.entry)].card(c.card)); }, merge_key);
}

ActionsOf actions_for(const Workspace& workspace, CardRef c) {
  return {workspace.sheet(), workspace.evaluator(), c.entry, c.card, workspace.picture(c.entry, c.card), ActionHost::window};
}

bool can_do(const Workspace& workspace, CardRef c, std::string_view key) {
  if (!exists(workspace, c)) return false;
  const auto o = offered(actions_for(workspace, c), key);
  return o && o->why_not == nullptr;
}

void do_card_action(Workspace& workspace, CardRef c, std::string_view key, const std::string& value) {
  const auto* action = entry_action(key);
  if (!exists(workspace, c) || action == nullptr) return;
  const auto of = actions_for(workspace, c);
  workspace.edit(action->edit, [&](Sheet& s) { change_by(s, of, key, value); });
}

void choose_next(Workspace& workspace, CardRef c, std::string_view key) {
  if (!exists(workspace, c)) return;
  const auto action = offered(actions_for(workspace, c), key);
  if (!action) return;
  const auto& choices = action->choices;
  const auto now = static_cast<std::size_t>(std::ranges::find_if(choices, &ActionChoice::chosen) - choices.begin());
  for (std::size_t k = 1; k < choices.size(); ++k)
    if (const auto& next = choices[(now + k) % choices.size()]; next.why_not == nullptr)
      return do_card_action(workspace, c, key, next.value);
}

void show_or_hide_card(Workspace& workspace, int entry) {
  if (workspace.has_entry(entry)) do_card_action(workspace, {entry, 0}, "visible");
}

namespace {

void place_card(Workspace& workspace, CardRef c, std::string_view name, CardSettings::Point at, CardSettings::Extent size) {
  edit_card(workspace, c, name, [&](CardSettings& s) {
    const auto within = [](int points, int least) { return std::clamp(points, least, most_canvas_points); };
    s.at = {within(at.x, 0), within(at.y, 0)};
    s.size = {within(size.width, 1), within(size.height, 1)};
  });
}

}  // namespace

void move_card(Workspace& workspace, CardRef c, CardSettings::Point at, CardSettings::Extent size) {
  place_card(workspace, c, "move a card", at, size);
}

void resize_card(Workspace& workspace, CardRef c, CardSettings::Point at, CardSettings::Extent size) {
  place_card(workspace, c, "resize a card", at, size);
}

void reshape_card(Workspace& workspace, std::int64_t id, algebra::editing::GridShape wanted) {
  const auto c = card_with(workspace, id);
  if (!c) return;
  const auto text =
      algebra::editing::reshaped(workspace.sheet().entries[static_cast<std::size_t>(c.entry)].text, wanted, workspace.evaluator().rule());
  if (!text) return;
  workspace.edit(
      "change a shape", [&](Sheet& s) { s.entries[static_cast<std::size_t>(c.entry)].text = *text; }, fmt::format("pull {}", id));
  workspace.reload_text();
}

void raise_card(const Workspace& workspace, ViewState& view, CardRef c) {
  const int selected = view.selected;
  bring_to_front(workspace, view, c);
  view.selected = selected;
}

void leave_full_card(ViewState& view) { view.cards.full = 0; }

void arrange_cards(Workspace& workspace) {
  workspace.edit("arrange the cards", [](Sheet& s) {
    for (auto& e : s.entries)
      for (int n = 0; n < e.cards(); ++n) {
        e.card(n).at.reset();
        e.card(n).size.reset();
      }
  });
}

bool any_card_moved(const Workspace& workspace) {
  return std::ranges::any_of(workspace.sheet().entries, [](const Entry& e) {
    const auto moved = [](const CardSettings& c) { return c.at || c.size; };
    return moved(e) || std::ranges::any_of(e.more, moved);
  });
}

void duplicate_card(Workspace& workspace, ViewState& view, CardRef c) {
  if (!can_do(workspace, c, "another")) return;
  do_card_action(workspace, c, "another");
  bring_to_front(workspace, view, {c.entry, c.card + 1});
  ++view.cards.reveal;
}

void close_card(Workspace& workspace, ViewState& view, CardRef c) {
  if (!exists(workspace, c)) return;
  if (view.cards.full == id_of(workspace, c)) view.cards.full = 0;
  do_card_action(workspace, c, "close");
}

void fill_canvas(const Workspace& workspace, ViewState& view, CardRef c) {
  const auto id = id_of(workspace, c);
  view.cards.full = view.cards.full == id ? 0 : id;
  if (view.cards.full != 0) bring_to_front(workspace, view, c);
}

CanvasZoom canvas_zoom(const Workspace& workspace, const ViewState& view) {
  const auto found = view.cards.zooms.find(workspace.document().id);
  return found == view.cards.zooms.end() ? CanvasZoom{} : found->second;
}

void zoom_canvas(const Workspace& workspace, ViewState& view, float factor) {
  view.cards.zooms[workspace.document().id].factor = std::clamp(factor, least_canvas_zoom, largest_canvas_zoom);
}

void fit_all_cards(const Workspace& workspace, ViewState& view) {
  view.cards.full = 0;
  const auto now = canvas_zoom(workspace, view);
  view.cards.zooms[workspace.document().id] = {.whole = !now.whole || now.factor != 1};
}

void fit_this_card(ViewState& view) {
  view.cards.full = 0;
  ++view.cards.fit;
}

void usual_canvas(const Workspace& workspace, ViewState& view) { view.cards.zooms.erase(workspace.document().id); }

bool is_canvas_zoomed(const Workspace& workspace, const ViewState& view) { return canvas_zoom(workspace, view) != CanvasZoom{}; }

std::int64_t slices_of(const Workspace& workspace, CardRef c) {
  const auto* picture = exists(workspace, c) ? workspace.picture(c.entry, c.card) : nullptr;
  return picture == nullptr || picture->diagram.view.slabs ? 1 : picture->diagram.slices();
}

void step_slice(Workspace& workspace, CardRef c, int direction) {
  const auto slices = slices_of(workspace, c);
  if (slices < 2) return;
  const auto now = std::clamp<std::int64_t>(settings_of(workspace, c).view.slice, 0, slices - 1);
  edit_card(
      workspace, c, "turn to a slice", [&](CardSettings& s) { s.view.slice = std::clamp<std::int64_t>(now + direction, 0, slices - 1); },
      fmt::format("slice {}", id_of(workspace, c)));
}

int literal_behind(const Workspace& workspace, int entry) {
  const auto& results = workspace.evaluator().results();
  for (std::size_t steps = 0; steps < results.size() && entry >= 0; ++steps) {
    const auto& r = results[static_cast<std::size_t>(entry)];
    if (steps > 0 &&
        algebra::editing::shape_of_entry(workspace.sheet().entries[static_cast<std::size_t>(entry)].text, workspace.evaluator().rule()))
      return entry;
    if (!r.evaluation || r.evaluation->made_by.names.empty() || r.evaluation->made_by.names[0].empty()) return -1;
    entry = workspace.evaluator().find(r.evaluation->made_by.names[0]);
  }
  return -1;
}

std::string colour_text(const Picture& picture, const Texts& texts) {
  const auto by = picture.diagram.view.colour_by;
  std::string text = texts("colour: ");
  // "tile of D"
  if (by->takes_tiles && !picture.tiles_of.empty()) text += fmt::format(fmt::runtime(texts("{} of {}")), texts(by->key), picture.tiles_of);
  else text += texts(by->key);
  return text + " ▾";
}

std::vector<std::string> colour_texts(const Picture* picture, const Texts& texts) {
  if (picture == nullptr) return {"▾"};
  return {colour_text(*picture, texts), fmt::format("{} ▾", texts(picture->diagram.view.colour_by->key)), "▾"};
}

std::string slice_steps_text(const render::Diagram& d) {
  if (d.view.slabs || d.slices() < 2) return {};
  return fmt::format("‹ {} · {} / {} ›", d.slice_text(), d.view.slice + 1, d.slices());
}

}  // namespace app
