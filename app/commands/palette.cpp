#include "app/commands/palette.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "algebra/editing/fuzzy.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/starting.hpp"
#include "app/actions/typing.hpp"
#include "app/commands/commands.hpp"
#include "app/lessons/examples.hpp"

namespace app {
namespace {

constexpr std::size_t most_items = 200;

void run_remembered(State& state, const char* id) {
  state.session.remember_command(id);
  run_command(state, id);
}

void add_commands(const State& state, std::string_view typed, std::vector<PaletteItem>& items) {
  const auto& recent = state.session.recent_commands;
  for (const auto& c : commands()) {
    if (!c.enabled(state) || std::string_view(c.id) == "view.palette") continue;
    const auto shown = title_of(c, state.workspace, state.view.texts);
    auto match = algebra::editing::fuzzy_match(shown, typed);
    int rank = match ? match->rank : -1;
    // The English name and the id match as well; the matching letters are not shown then.
    for (const std::string_view other : {std::string_view(c.title), std::string_view(c.id)}) {
      const auto also = algebra::editing::fuzzy_match(other, typed);
      if (!also || also->rank <= rank) continue;
      if (other == c.id && also->rank < algebra::editing::in_one_piece) continue;
      rank = also->rank;
      match = algebra::editing::FuzzyMatch{rank, other == std::string_view(shown) ? also->letters : std::vector<std::size_t>{}};
    }
    if (!match) continue;
    const auto place = static_cast<int>(std::find(recent.begin(), recent.end(), c.id) - recent.begin());
    const bool is_recent = place < static_cast<int>(recent.size());
    rank = typed.empty() ? (is_recent ? 1000 - place : 0) : rank + (is_recent ? 150 : 0);
    items.push_back({shown, to_string(c.shortcut), match->letters, rank, request<run_remembered>(c.id)});
  }
}

void add_place(const std::string& verb, const std::string& name, std::string detail, std::string_view typed, int handicap, Request wanted,
               std::vector<PaletteItem>& items) {
  auto title = fmt::format("{} {}", verb, name);
  // Matches the name alone, or else the whole line.
  auto match = algebra::editing::fuzzy_match(name, typed);
  if (match)
    for (auto& at : match->letters) at += verb.size() + 1;
  else match = algebra::editing::fuzzy_match(title, typed);
  if (match) items.push_back({std::move(title), std::move(detail), match->letters, match->rank - handicap, std::move(wanted)});
}

}  // namespace

std::vector<PaletteItem> palette_items(const State& state, std::string_view typed) {
  std::vector<PaletteItem> items;
  add_commands(state, typed, items);
  if (typed.find_first_not_of(' ') != std::string_view::npos) {
    const auto& results = state.workspace.evaluator().results();
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].name.empty()) continue;
      add_place(state.view.texts("Go to"), results[i].name, state.workspace.sheet().entries[i].text, typed, 20,
                request<type_in_entry>(static_cast<int>(i)), items);
    }
    for (int i = 0; i < static_cast<int>(state.workspace.documents().size()); ++i)
      if (i != state.workspace.active()) {
        const auto& d = state.workspace.documents()[static_cast<std::size_t>(i)];
        add_place(state.view.texts("Show"), d.title(state.view.texts), d.path, typed, 10, request<show_document>(i), items);
      }
    for (const auto& example : examples()) {
      const auto title = state.view.texts(example.title.c_str());
      // The English title matches as well, as for commands.
      const bool english = !algebra::editing::fuzzy_match(title, typed);
      add_place(state.view.texts("Example:"), english ? example.title : title, english ? title : "", typed, 30,
                request<open_example>(example.name), items);
    }
    for (const auto& path : state.session.recent_files) {
      const std::filesystem::path file(path);
      add_place(state.view.texts("Open"), file.filename().string(), file.parent_path().string(), typed, 30, request<open_file>(path),
                items);
    }
  }
  std::stable_sort(items.begin(), items.end(), [](const PaletteItem& a, const PaletteItem& b) { return a.rank > b.rank; });
  if (items.size() > most_items) items.resize(most_items);
  return items;
}

}  // namespace app
