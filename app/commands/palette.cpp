#include "app/commands/palette.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "algebra/editing/fuzzy.hpp"
#include "app/commands/commands.hpp"
#include "app/storage/session.hpp"

namespace app {
namespace {

constexpr std::size_t most_items = 200;

void add_commands(const App& app, std::string_view typed, std::vector<PaletteItem>& items) {
  const auto& recent = app.session().recent_commands;
  for (const auto& c : commands()) {
    if (!c.enabled(app) || std::string_view(c.id) == "view.palette") continue;
    const std::string_view shown = app.texts(c.title);
    auto match = algebra::editing::fuzzy_match(shown, typed);
    int rank = match ? match->rank : -1;
    // By its English name as well, and by its id: these letters are not on the screen.
    for (const std::string_view other : {std::string_view(c.title), std::string_view(c.id)}) {
      const auto also = algebra::editing::fuzzy_match(other, typed);
      if (!also || also->rank <= rank) continue;
      if (other == c.id && also->rank < algebra::editing::in_one_piece) continue;
      rank = also->rank;
      match = algebra::editing::FuzzyMatch{rank, other == shown ? also->letters : std::vector<std::size_t>{}};
    }
    if (!match) continue;
    const auto place = static_cast<int>(std::find(recent.begin(), recent.end(), c.id) - recent.begin());
    const bool is_recent = place < static_cast<int>(recent.size());
    rank = typed.empty() ? (is_recent ? 1000 - place : 0) : rank + (is_recent ? 150 : 0);
    items.push_back({std::string(shown), to_string(c.shortcut), match->letters, rank, [id = std::string(c.id)](App& a) {
                       a.session().remember_command(id);
                       run_command(a, id);
                     }});
  }
}

void add_place(const std::string& verb, const std::string& name, std::string detail, std::string_view typed, int handicap, Action run,
               std::vector<PaletteItem>& items) {
  auto title = fmt::format("{} {}", verb, name);
  // By its name, or by the whole line.
  auto match = algebra::editing::fuzzy_match(name, typed);
  if (match)
    for (auto& at : match->letters) at += verb.size() + 1;
  else match = algebra::editing::fuzzy_match(title, typed);
  if (match) items.push_back({std::move(title), std::move(detail), match->letters, match->rank - handicap, std::move(run)});
}

}  // namespace

std::vector<PaletteItem> palette_items(const App& app, std::string_view typed) {
  std::vector<PaletteItem> items;
  add_commands(app, typed, items);
  if (typed.find_first_not_of(' ') != std::string_view::npos) {
    const auto& results = app.evaluator().results();
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].name.empty()) continue;
      add_place(
          app.texts("Go to"), results[i].name, app.sheet().entries[i].text, typed, 20,
          [i](App& a) {
            if (i >= a.sheet().entries.size()) return;
            a.selected = a.focus_entry = static_cast<int>(i);
          },
          items);
    }
    for (int i = 0; i < static_cast<int>(app.documents().size()); ++i)
      if (i != app.active()) {
        const auto& d = app.documents()[static_cast<std::size_t>(i)];
        add_place(
            app.texts("Show"), d.path.empty() ? app.texts("untitled") : d.title(), d.path, typed, 10, [i](App& a) { a.activate(i); },
            items);
      }
    for (const auto& path : app.session().recent_files) {
      const std::filesystem::path file(path);
      add_place(
          app.texts("Open"), file.filename().string(), file.parent_path().string(), typed, 30, [path](App& a) { a.open(path); }, items);
    }
  }
  std::stable_sort(items.begin(), items.end(), [](const PaletteItem& a, const PaletteItem& b) { return a.rank > b.rank; });
  if (items.size() > most_items) items.resize(most_items);
  return items;
}

}  // namespace app
