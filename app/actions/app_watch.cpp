// The App's watch: entries that come from a program's output and go when newer ones push them out.

#include "app/actions/app_watch.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "app/state/app.hpp"

namespace app {
namespace {

bool any_watched(const Sheet& sheet) {
  return std::any_of(sheet.entries.begin(), sheet.entries.end(), [](const Entry& e) { return e.watched != 0; });
}

}  // namespace

void dismiss_changed(const Sheet& before, Sheet& after, std::set<std::uint64_t>& dismissed) {
  if (!any_watched(before)) return;
  std::unordered_map<std::uint64_t, Entry*> there;
  for (auto& e : after.entries)
    if (e.watched != 0) there.emplace(e.watched, &e);
  for (const auto& e : before.entries) {
    if (e.watched == 0) continue;
    const auto now = there.find(e.watched);
    if (now != there.end() && now->second->text == e.text) continue;
    dismissed.insert(e.watched);
    if (now != there.end()) now->second->watched = 0, now->second->times = 0;
  }
}

void App::watch(std::unique_ptr<Watch> watch) {
  shown().watch = std::move(watch);
  if (watching()) shown().watch->wake_with(wake_);
}

bool App::collect_watched(int typed_in) {
  if (!watching() || watch_paused) return false;
  // The entries below the first of the watch's may move: not under the user's hands.
  const auto& sheet = document().sheet;
  const auto first = std::find_if(sheet.entries.begin(), sheet.entries.end(), [](const Entry& e) { return e.watched != 0; });
  if (typed_in >= 0 && typed_in >= first - sheet.entries.begin()) return false;
  auto report = shown().watch->take();
  if (!report) return false;
  watch_in(std::move(*report));
  if (watched().ended)
    tell(watched().problem.empty()
             ? fmt::format(fmt::runtime(texts("end of {}")), watched_path() == "-" ? texts("standard input") : watched_path())
             : watched().problem,
         !watched().problem.empty());
  return true;
}

void App::watch_in(WatchReport report) {
  shown().watched = std::move(report);
  place_watched();
}

void App::place_watched() {
  auto& sheet = shown().sheet;
  std::unordered_map<std::uint64_t, Entry> known;
  std::vector<Entry> entries;
  int now_selected = -1;
  std::uint64_t selected_id = 0;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    auto& e = sheet.entries[i];
    if (e.watched == 0) {
      if (static_cast<int>(i) == selected) now_selected = static_cast<int>(entries.size());
      entries.push_back(std::move(e));
      continue;
    }
    if (static_cast<int>(i) == selected) selected_id = e.watched;
    known.emplace(e.watched, std::move(e));
  }
  for (const auto& w : watched().newest) {
    if (entries.size() == max_entries) break;
    // What an undo has brought back was not dismissed yet; a redo finds it dismissed again.
    if (document().dismissed.contains(w.id) && !known.contains(w.id)) continue;
    if (w.id == selected_id) now_selected = static_cast<int>(entries.size());
    auto& entry = entries.emplace_back();
    if (const auto old = known.find(w.id); old != known.end()) entry = std::move(old->second);
    entry.text = fmt::format("{} = {}", w.name, w.text);
    entry.watched = w.id;
    entry.times = w.times;
  }
  sheet.entries = std::move(entries);
  if (now_selected >= 0) selected = now_selected;
  hover = {};
  refresh();
}

void App::keep_entry(int entry) {
  const auto index = static_cast<std::size_t>(entry);
  if (entry < 0 || index >= sheet().entries.size() || sheet().entries[index].watched == 0) return;
  std::size_t to = 0;
  edit([&](Sheet& s) {
    auto kept = s.entries[index];
    kept.watched = 0;
    kept.times = 0;
    s.entries.erase(s.entries.begin() + entry);
    const auto first = std::find_if(s.entries.begin(), s.entries.end(), [](const Entry& e) { return e.watched != 0; });
    to = static_cast<std::size_t>(first - s.entries.begin());
    s.entries.insert(first, std::move(kept));
  });
  selected = static_cast<int>(to);
}

}  // namespace app
