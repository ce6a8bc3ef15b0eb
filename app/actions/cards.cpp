#include "app/actions/cards.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "algebra/editing/reshape.hpp"
#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "app/state/state.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

using render::ColourBy;
using render::LabelBy;

const CardSettings& settings_of(const Workspace& workspace, CardRef c) {
  return workspace.sheet().entries[static_cast<std::size_t>(c.entry)].card(c.card);
}

bool exists(const Workspace& workspace, CardRef c) {
  return workspace.has_entry(c.entry) && c.card >= 0 && c.card < workspace.sheet().entries[static_cast<std::size_t>(c.entry)].cards();
}

/// The enumerator after `now`, or the first after `last`.
template <class T>
T next_of(T now, T last) {
  return now == last ? T{} : static_cast<T>(static_cast<int>(now) + 1);
}

/// The choice after `now` that makes sense; `now` where there is no other.
template <class T>
T next_choice(const Workspace& workspace, CardRef c, T now, std::span<const T> choices) {
  const auto at = static_cast<std::size_t>(std::ranges::find(choices, now) - choices.begin()) % choices.size();
  for (std::size_t k = 1; k < choices.size(); ++k)
    if (const auto next = choices[(at + k) % choices.size()]; why_not(workspace, c, next) == nullptr) return next;
  return now;
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
  // More than one ever laid over one another are forgotten.
  if (front.size() > 256) front.erase(front.begin());
}

void edit_card(Workspace& workspace, CardRef c, std::string_view name, const std::function<void(CardSettings&)>& change,
               const std::string& merge_key) {
  if (!exists(workspace, c)) return;
  workspace.edit(
      name, [&](Sheet& s) { change(s.entries[static_cast<std::size_t>(c.entry)].card(c.card)); }, merge_key);
}

void set_colours(CardSettings& s, ColourBy by) {
  s.view.colour_by = by;
  if (!by->takes_tiles) s.colour_from.clear();
}

void set_colouring(Workspace& workspace, CardRef c, ColourBy by) {
  edit_card(workspace, c, "colour a card", [&](CardSettings& s) { set_colours(s, by); });
}

void colour_by_tiles_of(Workspace& workspace, CardRef c, const std::string& entry) {
  edit_card(workspace, c, "colour a card", [&](CardSettings& s) {
    s.view.colour_by = ColourBy::tile;
    s.colour_from = entry;
  });
}

void set_labels(Workspace& workspace, CardRef c, LabelBy by) {
  edit_card(workspace, c, "label a card", [&](CardSettings& s) { s.view.label_by = by; });
}

void set_palette(Workspace& workspace, CardRef c, render::PaletteName palette) {
  edit_card(workspace, c, "change a palette", [&](CardSettings& s) { s.view.palette = palette; });
}

void set_headings(Workspace& workspace, CardRef c, render::Headings headings) {
  edit_card(workspace, c, "change headings", [&](CardSettings& s) { s.view.headings = headings; });
}

void set_tmem_grid(Workspace& workspace, CardRef c, render::TmemGrid grid) {
  edit_card(workspace, c, "change a card of tensor memory", [&](CardSettings& s) { s.view.tmem = grid; });
}

void transpose_card(Workspace& workspace, CardRef c) {
  edit_card(workspace, c, "transpose a card", [](CardSettings& s) { s.view.transposed ^= true; });
}

void show_or_hide_legend(Workspace& workspace, CardRef c) {
  edit_card(workspace, c, "show or hide a legend", [](CardSettings& s) { s.legend ^= true; });
}

void show_or_hide_slabs(Workspace& workspace, CardRef c) {
  edit_card(workspace, c, "show slices", [](CardSettings& s) { s.view.slabs ^= true; });
}

void place_card(Workspace& workspace, CardRef c, CardSettings::Point at, const std::optional<CardSettings::Extent>& size) {
  edit_card(workspace, c, size ? "resize a card" : "move a card", [&](CardSettings& s) {
    const auto within = [](int points, int least) { return std::clamp(points, least, most_canvas_points); };
    // A card that was made larger stays where it is, too.
    s.at = {within(at.x, 0), within(at.y, 0)};
    if (size) s.size = {within(size->width, 1), within(size->height, 1)};
  });
}

void arrange_card(Workspace& workspace, CardRef c) {
  edit_card(workspace, c, "arrange a card", [](CardSettings& s) {
    s.at.reset();
    s.size.reset();
  });
}

void show_or_hide_card(Workspace& workspace, int entry) {
  if (workspace.has_entry(entry))
    workspace.edit("show or hide a card", [&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].visible ^= true; });
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

bool can_duplicate(const Workspace& workspace, CardRef c) {
  return exists(workspace, c) && workspace.picture(c.entry, c.card) != nullptr &&
         workspace.sheet().entries[static_cast<std::size_t>(c.entry)].more.size() < max_more_cards;
}

void duplicate_card(Workspace& workspace, ViewState& view, CardRef c) {
  if (!can_duplicate(workspace, c)) return;
  auto copy = settings_of(workspace, c);
  std::vector<ColourBy> coloured;
  std::ranges::copy_if(render::colourings(), std::back_inserter(coloured), [](ColourBy by) { return by->colour != nullptr; });
  set_colours(copy, next_choice<ColourBy>(workspace, c, copy.view.colour_by, coloured));
  copy.id = {};
  copy.at.reset();
  int made = 0;
  workspace.edit("duplicate a card", [&](Sheet& s) {
    auto& entry = s.entries[static_cast<std::size_t>(c.entry)];
    entry.more.insert(entry.more.begin() + c.card, copy);
    entry.visible = true;
    made = c.card + 1;
  });
  bring_to_front(workspace, view, {c.entry, made});
  ++view.cards.reveal;
}

void close_card(Workspace& workspace, ViewState& view, CardRef c) {
  if (!exists(workspace, c)) return;
  if (view.cards.full == id_of(workspace, c)) view.cards.full = 0;
  workspace.edit("close a card", [&](Sheet& s) {
    auto& entry = s.entries[static_cast<std::size_t>(c.entry)];
    if (entry.more.empty()) {
      entry.visible = false;
      return;
    }
    // The entry's own card goes: the next one takes its place.
    if (c.card == 0) static_cast<CardSettings&>(entry) = entry.more.front();
    entry.more.erase(entry.more.begin() + std::max(0, c.card - 1));
  });
}

void fill_canvas(const Workspace& workspace, ViewState& view, CardRef c) {
  const auto id = id_of(workspace, c);
  view.cards.full = view.cards.full == id ? 0 : id;
  if (view.cards.full != 0) bring_to_front(workspace, view, c);
}

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

void cycle_colours(Workspace& workspace, CardRef c) {
  if (!exists(workspace, c)) return;
  const auto next = next_choice(workspace, c, settings_of(workspace, c).view.colour_by, render::colourings());
  set_colouring(workspace, c, next);
}

void cycle_labels(Workspace& workspace, CardRef c) {
  if (!exists(workspace, c)) return;
  const auto next = next_choice(workspace, c, settings_of(workspace, c).view.label_by, render::labellings());
  set_labels(workspace, c, next);
}

void cycle_palettes(Workspace& workspace, CardRef c) {
  if (exists(workspace, c)) set_palette(workspace, c, next_of(settings_of(workspace, c).view.palette, render::PaletteName::print));
}

void cycle_headings(Workspace& workspace, CardRef c) {
  if (exists(workspace, c)) set_headings(workspace, c, next_of(settings_of(workspace, c).view.headings, render::Headings::natural));
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

bool of_tensor_memory(const Workspace& workspace, CardRef c) {
  const auto* picture = exists(workspace, c) ? workspace.picture(c.entry, c.card) : nullptr;
  if (picture != nullptr && !picture->diagram.elements.empty()) return true;
  const auto& evaluation = workspace.result(c.entry).evaluation;
  if (!evaluation) return false;
  const auto* tensor = std::get_if<algebra::Tensor>(&evaluation->value);
  return (tensor != nullptr && algebra::tmem_use(*tensor)) || algebra::tmem_copying(evaluation->made_by, evaluation->value);
}

const char* why_not(const Workspace& workspace, CardRef c, ColourBy by) {
  const auto* picture = exists(workspace, c) ? workspace.picture(c.entry, c.card) : nullptr;
  if (picture == nullptr) return "There is nothing to colour.";
  // The other entry's tiles say where its elements lie, even in a single mode.
  if (by->takes_tiles && !settings_of(workspace, c).colour_from.empty()) return nullptr;
  return render::why_not(by, picture->diagram);
}

const char* why_not(const Workspace& workspace, CardRef c, LabelBy by) {
  const auto* picture = exists(workspace, c) ? workspace.picture(c.entry, c.card) : nullptr;
  if (picture == nullptr) return "There is nothing to label.";
  return render::why_not(by, picture->diagram);
}

}  // namespace app
