#include "app/document/watched_entries.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

namespace app {

void dismiss_changed(const Sheet& before, Sheet& after, std::set<std::uint64_t>& dismissed) {
  if (std::none_of(before.entries.begin(), before.entries.end(), [](const Entry& e) { return e.watched != 0; })) return;
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

void place_watched(Sheet& sheet, const WatchReport& report, const std::set<std::uint64_t>& dismissed) {
  std::unordered_map<std::uint64_t, Entry> known;
  std::vector<Entry> entries;
  for (auto& e : sheet.entries) {
    if (e.watched == 0) entries.push_back(std::move(e));
    else known.emplace(e.watched, std::move(e));
  }
  // Functions are ordered by their newest finds.
  std::vector<std::string_view> functions;
  for (const auto& w : report.newest)
    if (std::find(functions.begin(), functions.end(), w.source.section) == functions.end()) functions.push_back(w.source.section);
  std::stable_partition(functions.begin(), functions.end(), [](std::string_view function) { return function.empty(); });
  std::vector<const Watched*> finds;
  for (const auto function : functions)
    for (const auto& w : report.newest)
      if (w.source.section == function) finds.push_back(&w);
  for (const auto* found : finds) {
    const auto& w = *found;
    if (entries.size() == max_entries) break;
    // An undo restores a find that was not dismissed then; a redo finds it dismissed again.
    if (dismissed.contains(w.id) && !known.contains(w.id)) continue;
    auto& entry = entries.emplace_back();
    if (const auto old = known.find(w.id); old != known.end()) entry = std::move(old->second);
    entry.text = fmt::format("{} = {}", w.name, w.text);
    entry.watched = w.id;
    entry.times = w.times;
    entry.source = w.source;
  }
  sheet.entries = std::move(entries);
}

}  // namespace app
