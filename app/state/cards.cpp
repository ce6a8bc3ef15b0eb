#include "app/state/cards.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include <fmt/format.h>

#include "algebra/editing/reshape.hpp"
#include "app/state/app.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

using render::ColourBy;
using render::LabelBy;

const CardSettings& settings_of(const App& app, CardRef c) { return app.sheet().entries[static_cast<std::size_t>(c.entry)].card(c.card); }

bool exists(const App& app, CardRef c) {
  return app.has_entry(c.entry) && c.card >= 0 && c.card < app.sheet().entries[static_cast<std::size_t>(c.entry)].cards();
}

/// The choice after `now` that makes sense; `now` where there is no other.
template <class T>
T next_choice(const App& app, CardRef c, T now, std::span<const T> choices) {
  const auto at = static_cast<std::size_t>(std::ranges::find(choices, now) - choices.begin()) % choices.size();
  for (std::size_t k = 1; k < choices.size(); ++k)
    if (const auto next = choices[(at + k) % choices.size()]; why_not(app, c, next) == nullptr) return next;
  return now;
}

}  // namespace

std::int64_t id_of(const App& app, CardRef c) { return exists(app, c) ? settings_of(app, c).id.number : 0; }

CardRef card_with(const App& app, std::int64_t id) {
  if (id == 0) return {};
  const auto& entries = app.sheet().entries;
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (int n = 0; n < entries[i].cards(); ++n)
      if (entries[i].card(n).id.number == id) return {static_cast<int>(i), n};
  return {};
}

CardRef selected_card(const App& app) {
  if (!app.has_entry(app.selected)) return {};
  const auto& entry = app.sheet().entries[static_cast<std::size_t>(app.selected)];
  for (auto id = app.cards.front.rbegin(); id != app.cards.front.rend(); ++id)
    for (int n = 0; n < entry.cards(); ++n)
      if (entry.card(n).id.number == *id) return {app.selected, n};
  return {app.selected, 0};
}

bool has_card(const App& app) {
  const auto c = selected_card(app);
  return c && app.picture(c.entry, c.card) != nullptr;
}

void bring_to_front(App& app, CardRef c) {
  if (!exists(app, c)) return;
  app.selected = c.entry;
  const auto id = id_of(app, c);
  auto& front = app.cards.front;
  std::erase(front, id);
  front.push_back(id);
  // More than one ever laid over one another are forgotten.
  if (front.size() > 256) front.erase(front.begin());
}

void edit_card(App& app, CardRef c, const std::function<void(CardSettings&)>& change, const std::string& merge_key) {
  if (!exists(app, c)) return;
  app.edit([&](Sheet& s) { change(s.entries[static_cast<std::size_t>(c.entry)].card(c.card)); }, merge_key);
}

void arrange_cards(App& app) {
  app.edit([](Sheet& s) {
    for (auto& e : s.entries)
      for (int n = 0; n < e.cards(); ++n) {
        e.card(n).at.reset();
        e.card(n).size.reset();
      }
  });
}

bool any_card_moved(const App& app) {
  return std::ranges::any_of(app.sheet().entries, [](const Entry& e) {
    const auto moved = [](const CardSettings& c) { return c.at || c.size; };
    return moved(e) || std::ranges::any_of(e.more, moved);
  });
}

bool can_duplicate(const App& app, CardRef c) {
  return exists(app, c) && app.picture(c.entry, c.card) != nullptr &&
         app.sheet().entries[static_cast<std::size_t>(c.entry)].more.size() < max_more_cards;
}

void duplicate_card(App& app, CardRef c) {
  if (!can_duplicate(app, c)) return;
  auto copy = settings_of(app, c);
  std::vector<ColourBy> coloured;
  std::ranges::copy_if(render::colourings(), std::back_inserter(coloured), [](ColourBy by) { return by->colour != nullptr; });
  set_colours(copy, next_choice<ColourBy>(app, c, copy.view.colour_by, coloured));
  copy.id = {};
  copy.at.reset();
  int made = 0;
  app.edit([&](Sheet& s) {
    auto& entry = s.entries[static_cast<std::size_t>(c.entry)];
    entry.more.insert(entry.more.begin() + c.card, copy);
    entry.visible = true;
    made = c.card + 1;
  });
  bring_to_front(app, {c.entry, made});
  ++app.cards.reveal;
}

void close_card(App& app, CardRef c) {
  if (!exists(app, c)) return;
  if (app.cards.full == id_of(app, c)) app.cards.full = 0;
  app.edit([&](Sheet& s) {
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

void fill_canvas(App& app, CardRef c) {
  const auto id = id_of(app, c);
  app.cards.full = app.cards.full == id ? 0 : id;
  if (app.cards.full != 0) bring_to_front(app, c);
}

std::int64_t slices_of(const App& app, CardRef c) {
  const auto* picture = exists(app, c) ? app.picture(c.entry, c.card) : nullptr;
  return picture == nullptr || picture->diagram.view.slabs ? 1 : picture->diagram.slices();
}

void step_slice(App& app, CardRef c, int direction) {
  const auto slices = slices_of(app, c);
  if (slices < 2) return;
  const auto now = std::clamp<std::int64_t>(settings_of(app, c).view.slice, 0, slices - 1);
  edit_card(
      app, c, [&](CardSettings& s) { s.view.slice = std::clamp<std::int64_t>(now + direction, 0, slices - 1); },
      fmt::format("slice {}", id_of(app, c)));
}

void set_colours(CardSettings& s, ColourBy by) {
  s.view.colour_by = by;
  if (!by->takes_tiles) s.colour_from.clear();
}

void cycle_colours(App& app, CardRef c) {
  if (!exists(app, c)) return;
  const auto next = next_choice(app, c, settings_of(app, c).view.colour_by, render::colourings());
  edit_card(app, c, [&](CardSettings& s) { set_colours(s, next); });
}

void cycle_labels(App& app, CardRef c) {
  if (!exists(app, c)) return;
  const auto next = next_choice(app, c, settings_of(app, c).view.label_by, render::labellings());
  edit_card(app, c, [&](CardSettings& s) { s.view.label_by = next; });
}

int literal_behind(const App& app, int entry) {
  const auto& results = app.evaluator().results();
  for (std::size_t steps = 0; steps < results.size() && entry >= 0; ++steps) {
    const auto& r = results[static_cast<std::size_t>(entry)];
    if (steps > 0 && algebra::editing::shape_of_entry(app.sheet().entries[static_cast<std::size_t>(entry)].text, app.evaluator().rule()))
      return entry;
    if (!r.evaluation || r.evaluation->made_by.names.empty() || r.evaluation->made_by.names[0].empty()) return -1;
    entry = app.evaluator().find(r.evaluation->made_by.names[0]);
  }
  return -1;
}

const char* why_not(const App& app, CardRef c, ColourBy by) {
  const auto* picture = exists(app, c) ? app.picture(c.entry, c.card) : nullptr;
  if (picture == nullptr) return "There is nothing to colour.";
  // The other entry's tiles say where its elements lie, even in a single mode.
  if (by->takes_tiles && !settings_of(app, c).colour_from.empty()) return nullptr;
  return render::why_not(by, picture->diagram);
}

const char* why_not(const App& app, CardRef c, LabelBy by) {
  const auto* picture = exists(app, c) ? app.picture(c.entry, c.card) : nullptr;
  if (picture == nullptr) return "There is nothing to label.";
  return render::why_not(by, picture->diagram);
}

}  // namespace app
