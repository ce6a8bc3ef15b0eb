#include "app/figures/entry_actions.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/functions/fit.hpp"
#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/lines.hpp"
#include "app/document/names.hpp"
#include "app/figures/entry_code.hpp"
#include "app/figures/figures.hpp"
#include "app/figures/pictures.hpp"
#include "app/launch/found_layouts.hpp"
#include "render/colourings.hpp"
#include "render/is_drawn.hpp"
#include "render/labellings.hpp"
#include "render/tmem_cells.hpp"

namespace app {
namespace {

using render::ColourBy;
using render::LabelBy;
using Choices = std::vector<ActionChoice>;

constexpr auto everywhere = action_hosts({ActionHost::window, ActionHost::page, ActionHost::program});
constexpr auto on_screen = action_hosts({ActionHost::window, ActionHost::page});
constexpr auto in_window = action_hosts({ActionHost::window});
constexpr auto in_page = action_hosts({ActionHost::page});
constexpr auto in_program = action_hosts({ActionHost::program});

CardSettings& card_of(Sheet& sheet, const ActionsOf& a) { return sheet.entries[static_cast<std::size_t>(a.entry)].card(a.card); }

bool drawn(const ActionsOf& a) { return a.picture != nullptr; }
bool has_value(const ActionsOf& a) { return a.result().value() != nullptr; }
template <algebra::code::Dialect dialect>
bool has_code(const ActionsOf& a) {
  return has_value(a) && code_of(a.sheet, a.entry, dialect).has_value();
}
bool anything(const ActionsOf&) { return true; }

// --- The look of a card

Choices colours(const ActionsOf& a) {
  Choices all;
  for (const auto by : render::colourings())
    all.push_back({by->key, by->key, a.settings().view.colour_by == by, why_not(a.settings(), a.picture, by)});
  return all;
}
void colour(Sheet& sheet, const ActionsOf& a, const std::string& key) { set_colours(card_of(sheet, a), *render::colouring_named(key)); }

Choices tiled_entries(const ActionsOf& a) {
  Choices all;
  for (const auto& r : a.evaluator.results()) {
    const auto layout = r.name.empty() || !r.evaluation ? std::nullopt : layout_of(r.evaluation->value);
    if (layout && algebra::rank(*layout) == 2) all.push_back({r.name, r.name, a.settings().colour_from == r.name});
  }
  return all;
}
const char* no_tiles(const ActionsOf& a) { return tiled_entries(a).empty() ? "no entry with a rank of 2" : nullptr; }
void colour_by_tiles(Sheet& sheet, const ActionsOf& a, const std::string& name) {
  auto& card = card_of(sheet, a);
  card.view.colour_by = ColourBy::tile;
  card.colour_from = name;
}

Choices labels(const ActionsOf& a) {
  Choices all;
  for (const auto by : render::labellings()) all.push_back({by->key, by->key, a.settings().view.label_by == by, why_not(a.picture, by)});
  return all;
}
void label(Sheet& sheet, const ActionsOf& a, const std::string& key) { card_of(sheet, a).view.label_by = *render::labelling_named(key); }

Choices palette_choices(const ActionsOf& a) {
  Choices all;
  for (const auto& name : palette_names()) all.push_back({name, name, name_of(a.settings().view.palette) == name});
  return all;
}
void palette(Sheet& sheet, const ActionsOf& a, const std::string& name) { card_of(sheet, a).view.palette = *palette_name(name); }

constexpr std::array heading_titles{std::pair{render::Headings::automatic, "flat and natural"}, std::pair{render::Headings::flat, "flat"},
                                    std::pair{render::Headings::natural, "natural"}};
Choices heading_choices(const ActionsOf& a) {
  Choices all;
  for (const auto& [kind, title] : heading_titles) all.push_back({std::string(name_of(kind)), title, a.settings().view.headings == kind});
  return all;
}
void set_headings(Sheet& sheet, const ActionsOf& a, const std::string& name) { card_of(sheet, a).view.headings = *headings(name); }

constexpr std::array tmem_grids{std::pair{render::TmemGrid::allocated, "allocated columns"},
                                std::pair{render::TmemGrid::whole, "all 512 columns"},
                                std::pair{render::TmemGrid::modes, "the tensor's modes"}};
bool in_tensor_memory(const ActionsOf& a) { return drawn(a) && of_tensor_memory(a.result(), a.picture); }
Choices tmem_choices(const ActionsOf& a) {
  Choices all;
  for (const auto& [grid, title] : tmem_grids) all.push_back({std::string(render::name_of(grid)), title, a.settings().view.tmem == grid});
  return all;
}
void set_tmem(Sheet& sheet, const ActionsOf& a, const std::string& name) { card_of(sheet, a).view.tmem = *render::tmem_grid(name); }

const char* one_slice(const ActionsOf& a) { return a.picture->diagram.slices() < 2 ? "Up to rank 2 there is one slice." : nullptr; }
bool slabs(const ActionsOf& a) { return a.settings().view.slabs; }
void turn_slabs(Sheet& sheet, const ActionsOf& a, const std::string&) { card_of(sheet, a).view.slabs ^= true; }
bool transposed(const ActionsOf& a) { return a.settings().view.transposed; }
void transpose(Sheet& sheet, const ActionsOf& a, const std::string&) { card_of(sheet, a).view.transposed ^= true; }
bool has_legend(const ActionsOf& a) { return a.settings().legend; }
void turn_legend(Sheet& sheet, const ActionsOf& a, const std::string&) { card_of(sheet, a).legend ^= true; }

// --- The cards of an entry

const char* too_many_cards(const ActionsOf& a) {
  return a.of().more.size() < max_more_cards ? nullptr : "This entry has the maximum number of cards.";
}
void add_card(Sheet& sheet, const ActionsOf& a, const std::string&) {
  auto& entry = sheet.entries[static_cast<std::size_t>(a.entry)];
  auto copy = entry.card(a.card);
  // The copy takes the next colouring, so that two are seen.
  const auto all = render::colourings();
  const auto now = static_cast<std::size_t>(std::ranges::find(all, copy.view.colour_by) - all.begin());
  for (std::size_t k = 1; k < all.size(); ++k) {
    const auto by = all[(now + k) % all.size()];
    if (by->colour == nullptr || why_not(copy, a.picture, by) != nullptr) continue;
    set_colours(copy, by);
    break;
  }
  copy.id = {};
  copy.at.reset();
  entry.more.insert(entry.more.begin() + a.card, copy);
  entry.visible = true;
}

const char* in_its_place(const ActionsOf& a) { return a.settings().at || a.settings().size ? nullptr : "This card has not been moved."; }
void arrange(Sheet& sheet, const ActionsOf& a, const std::string&) {
  auto& card = card_of(sheet, a);
  card.at.reset();
  card.size.reset();
}

std::string_view close_title(const ActionsOf& a) { return a.of().more.empty() ? "Hide the card" : "Close this card"; }
void close(Sheet& sheet, const ActionsOf& a, const std::string&) {
  auto& entry = sheet.entries[static_cast<std::size_t>(a.entry)];
  if (entry.more.empty()) {
    entry.visible = false;
    return;
  }
  // The entry's own card is removed by moving the next one into its place.
  if (a.card == 0) static_cast<CardSettings&>(entry) = entry.more.front();
  entry.more.erase(entry.more.begin() + std::max(0, a.card - 1));
}

// --- Export and new entries

Choices pictures(const ActionsOf& a) {
  Choices all;
  for (const std::string ending : {"svg", "pdf", "png", "tex", "txt"})
    if (a.host != ActionHost::page || ending == "svg" || ending == "tex") all.push_back({ending, "." + ending});
  return all;
}
Choices figures(const ActionsOf&) {
  Choices all;
  for (auto& name : figure_kind_names())
    if (of_entry(*figure_kind(name))) all.push_back({name, name});
  return all;
}

Choices dialects(const ActionsOf&) {
  Choices all;
  for (std::size_t i = 0; i < algebra::code::dialect_keys.size(); ++i)
    all.push_back({std::string(algebra::code::dialect_keys[i]), algebra::code::dialect_titles[i]});
  return all;
}

// --- Entries

void insert_below(Sheet& sheet, const ActionsOf& a, Entry entry) {
  sheet.entries.insert(sheet.entries.begin() + a.entry + 1, std::move(entry));
}
Entry entry_of(std::string text) {
  Entry made;
  made.text = std::move(text);
  return made;
}
const char* no_room(const ActionsOf& a) {
  return a.sheet.entries.size() < max_entries ? nullptr : "This sheet has the maximum number of entries.";
}

void add_found(Sheet& sheet, const ActionsOf& a, const std::string& expression) {
  add_layout(sheet, a.evaluator, nullptr, a.entry, expression);
}

Choices others(const ActionsOf& a) {
  Choices all;
  for (auto& name : comparable_entries(a.evaluator, a.entry)) all.push_back({name, name});
  return all;
}
const char* nothing_to_compare(const ActionsOf& a) {
  return comparable_entries(a.evaluator, a.entry).empty() ? "no other layout" : no_room(a);
}
void compare(Sheet& sheet, const ActionsOf& a, const std::string& other) {
  const auto& name = a.result().name;
  insert_below(sheet, a, entry_of(fmt::format("{} == {}", name.empty() ? fmt::format("({})", a.of().text) : name, other)));
}

/// Returns the first free name for a copy: thr -> thr1, A1 -> A2.
std::string copied_name(const SheetEvaluator& evaluator, std::string name) {
  while (name.size() > 1 && name.back() >= '0' && name.back() <= '9') name.pop_back();
  for (int n = 1;; ++n)
    if (auto candidate = fmt::format("{}{}", name, n); evaluator.find(candidate) < 0 && candidate.size() < 1000) return candidate;
}
void duplicate(Sheet& sheet, const ActionsOf& a, const std::string&) {
  auto copy = a.of();
  copy.pin.reset();
  copy.watched = 0;
  copy.times = 0;
  copy.unknown.clear();
  if (const auto& name = a.result().name; !name.empty())
    if (const auto line = algebra::split_line(copy.text))
      copy.text = fmt::format("{} = {}", copied_name(a.evaluator, name), line->expression);
  insert_below(sheet, a, std::move(copy));
}
void erase(Sheet& sheet, const ActionsOf& a, const std::string&) { sheet.entries.erase(sheet.entries.begin() + a.entry); }

const char* first_already(const ActionsOf& a) { return a.entry == 0 ? "It is the first entry." : nullptr; }
const char* last_already(const ActionsOf& a) { return a.entry + 1 == std::ssize(a.sheet.entries) ? "It is the last entry." : nullptr; }
void up(Sheet& sheet, const ActionsOf& a, const std::string&) { move_within(sheet, a.entry, a.entry - 1); }
void down(Sheet& sheet, const ActionsOf& a, const std::string&) { move_within(sheet, a.entry, a.entry + 1); }

std::string_view show_title(const ActionsOf& a) { return a.of().visible ? "Hide the card" : "Show the card"; }
bool shown(const ActionsOf& a) { return a.of().visible; }
void show_or_hide(Sheet& sheet, const ActionsOf& a, const std::string&) {
  sheet.entries[static_cast<std::size_t>(a.entry)].visible ^= true;
}

}  // namespace

const std::vector<EntryAction>& entry_actions() {
  static const std::vector<EntryAction> all{
      {.key = "colour",
       .title = "Colour by",
       .hosts = everywhere,
       .choices = colours,
       .topic = "colour",
       .edit = "colour a card",
       .change = colour},
      {.key = "tiles",
       .title = "Tiles of",
       .hosts = on_screen,
       .why_not = no_tiles,
       .choices = tiled_entries,
       .edit = "colour a card",
       .change = colour_by_tiles},
      {.key = "label", .title = "Label", .hosts = everywhere, .choices = labels, .topic = "label", .edit = "label a card", .change = label},
      {.key = "palette",
       .title = "Palette",
       .hosts = everywhere,
       .choices = palette_choices,
       .topic = "palette",
       .edit = "change a palette",
       .change = palette},
      {.key = "headings",
       .title = "Headings",
       .hosts = on_screen,
       .choices = heading_choices,
       .topic = "headings",
       .edit = "change headings",
       .change = set_headings},
      {.key = "tmem",
       .title = "Tensor memory",
       .hosts = everywhere,
       .concerns = in_tensor_memory,
       .choices = tmem_choices,
       .edit = "change a card of tensor memory",
       .change = set_tmem},
      {.key = "slabs",
       .title = "All slices side by side",
       .hosts = on_screen,
       .why_not = one_slice,
       .on = slabs,
       .edit = "show slices",
       .change = turn_slabs},
      {.key = "transposed", .title = "Transposed", .hosts = everywhere, .on = transposed, .edit = "transpose a card", .change = transpose},
      {.key = "legend", .title = "Legend", .hosts = everywhere, .on = has_legend, .edit = "show or hide a legend", .change = turn_legend},
      {.key = "full", .title = "Fill the canvas", .hosts = in_window, .section = 1},
      {.key = "another",
       .title = "Another card of this entry",
       .hosts = on_screen,
       .section = 1,
       .why_not = too_many_cards,
       .edit = "duplicate a card",
       .change = add_card},
      {.key = "arrange",
       .title = "Automatic place and size",
       .hosts = in_window,
       .section = 1,
       .why_not = in_its_place,
       .edit = "arrange a card",
       .change = arrange},
      {.key = "compare", .title = "Compare with", .hosts = in_window, .section = 1},
      {.key = "equal",
       .title = "Compare with",
       .hosts = in_page,
       .section = 1,
       .why_not = nothing_to_compare,
       .choices = others,
       .edit = "insert an entry",
       .change = compare},
      {.key = "find",
       .title = "Find a better layout",
       .hosts = on_screen,
       .section = 1,
       .why_not = no_room,
       .edit = "insert an entry",
       .change = add_found},
      {.key = "export", .title = "Export", .hosts = on_screen, .section = 1, .choices = pictures},
      {.key = "figure", .title = "Figure", .hosts = in_program, .section = 1, .choices = figures},
      {.key = "code", .title = "Code", .hosts = in_program, .section = 2, .concerns = has_value, .choices = dialects},
      {.key = "copy_text", .title = "Copy as text", .hosts = in_page, .section = 2, .concerns = anything},
      {.key = "copy_cpp", .title = "Copy as C++", .hosts = in_page, .section = 2, .concerns = has_code<algebra::code::Dialect::cpp>},
      {.key = "copy_python", .title = "Copy as Python", .hosts = in_page, .section = 2, .concerns = has_code<algebra::code::Dialect::dsl>},
      {.key = "copy_pycute",
       .title = "Copy as pycute",
       .hosts = in_page,
       .section = 2,
       .concerns = has_code<algebra::code::Dialect::pycute>},
      {.key = "keep",
       .title = "Keep the entry",
       .hosts = in_window,
       .section = 3,
       .concerns = [](const ActionsOf& a) { return a.of().watched != 0; }},
      {.key = "predict", .title = "Hide the card's values, to predict them", .hosts = in_window, .section = 3},
      {.key = "walk", .title = "Walk the elements", .hosts = in_window, .section = 3},
      {.key = "close",
       .title = "Hide the card",
       .title_now = close_title,
       .hosts = on_screen,
       .section = 3,
       .edit = "close a card",
       .change = close},
      {.key = "visible",
       .title = "Show the card",
       .title_now = show_title,
       .hosts = on_screen,
       .section = of_the_row,
       .concerns = anything,
       .on = shown,
       .edit = "show or hide a card",
       .change = show_or_hide},
      {.key = "duplicate",
       .title = "Duplicate the entry",
       .hosts = on_screen,
       .section = of_the_row,
       .concerns = anything,
       .why_not = no_room,
       .edit = "duplicate an entry",
       .change = duplicate},
      {.key = "delete",
       .title = "Delete the entry",
       .hosts = on_screen,
       .section = of_the_row,
       .concerns = anything,
       .edit = "delete an entry",
       .change = erase},
      {.key = "up",
       .title = "Move the entry up",
       .hosts = on_screen,
       .section = of_the_row,
       .concerns = anything,
       .why_not = first_already,
       .edit = "move an entry",
       .change = up},
      {.key = "down",
       .title = "Move the entry down",
       .hosts = on_screen,
       .section = of_the_row,
       .concerns = anything,
       .why_not = last_already,
       .edit = "move an entry",
       .change = down},
  };
  return all;
}

const EntryAction* entry_action(std::string_view key) {
  const auto found = std::ranges::find(entry_actions(), key, &EntryAction::key);
  return found != entry_actions().end() ? &*found : nullptr;
}

static std::optional<OfferedAction> offered(const ActionsOf& a, const EntryAction& action) {
  if (!action.offered_by(a.host) || !(action.concerns != nullptr ? action.concerns(a) : drawn(a))) return std::nullopt;
  return OfferedAction{.is = &action,
                       .title = action.title_now != nullptr ? action.title_now(a) : action.title,
                       .why_not = action.why_not != nullptr ? action.why_not(a) : nullptr,
                       .on = action.on != nullptr && action.on(a),
                       .choices = action.choices != nullptr ? action.choices(a) : Choices{}};
}

std::optional<OfferedAction> offered(const ActionsOf& a, std::string_view key) {
  const auto* action = entry_action(key);
  return action != nullptr ? offered(a, *action) : std::nullopt;
}

std::vector<OfferedAction> actions_of(const ActionsOf& a) {
  std::vector<OfferedAction> all;
  for (const auto& action : entry_actions())
    if (auto o = offered(a, action)) all.push_back(std::move(*o));
  return all;
}

bool change_by(Sheet& sheet, const ActionsOf& of, std::string_view key, const std::string& value) {
  const auto o = offered(of, key);
  if (!o || o->is->change == nullptr || o->why_not != nullptr) return false;
  if (o->is->choices != nullptr &&
      std::ranges::none_of(o->choices, [&](const ActionChoice& c) { return c.value == value && c.why_not == nullptr; }))
    return false;
  o->is->change(sheet, of, value);
  return true;
}

void set_colours(CardSettings& s, ColourBy by) {
  s.view.colour_by = by;
  if (!by->takes_tiles) s.colour_from.clear();
}

const char* why_not(const CardSettings& card, const Picture* picture, ColourBy by) {
  if (picture == nullptr) return "There is nothing to colour.";
  // The other entry's tiles assign its elements even if it has a single mode.
  if (by->takes_tiles && !card.colour_from.empty()) return nullptr;
  return render::why_not(by, picture->diagram);
}

const char* why_not(const Picture* picture, LabelBy by) {
  return picture == nullptr ? "There is nothing to label." : render::why_not(by, picture->diagram);
}

bool draws_card(const EntryResult& result) {
  if (result.refusal != nullptr) return !result.refusal->indices.empty() || !result.refusal->operands.empty();
  if (const auto report = result.claim != nullptr ? result.claim->report() : std::nullopt) return !report->values.empty();
  const auto* e = result.evaluation ? &*result.evaluation : result.last_good ? &*result.last_good : nullptr;
  return e != nullptr && (render::is_drawn(e->value) || algebra::fitting_asked(e->made_by));
}

std::vector<std::string> comparable_entries(const SheetEvaluator& evaluator, int entry) {
  std::vector<std::string> names;
  const auto& results = evaluator.results();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& r = results[i];
    if (static_cast<int>(i) == entry || r.name.empty() || !r.evaluation || !layout_of(r.evaluation->value)) continue;
    names.push_back(r.name);
  }
  return names;
}

void move_within(Sheet& sheet, int from, int to) {
  const auto begin = sheet.entries.begin();
  if (from < to) std::rotate(begin + from, begin + from + 1, begin + to + 1);
  else std::rotate(begin + to, begin + from, begin + from + 1);
}

bool of_tensor_memory(const EntryResult& result, const Picture* picture) {
  if (picture != nullptr && !picture->diagram.elements.empty() && picture->diagram.listed.empty()) return true;
  const auto& evaluation = result.evaluation;
  if (!evaluation) return false;
  const auto* tensor = std::get_if<algebra::Tensor>(&evaluation->value);
  return (tensor != nullptr && algebra::tmem_use(*tensor)) || algebra::tmem_copying(evaluation->made_by, evaluation->value);
}

}  // namespace app
