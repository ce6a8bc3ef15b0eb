#include "app/document.hpp"

#include <algorithm>
#include <unordered_map>

namespace app {
namespace {

/// What is compared to know whether there is anything to save.
Sheet to_save(Sheet sheet) {
  std::erase_if(sheet.entries, [](const Entry& e) { return e.watched != 0; });
  sheet.launch.position = sheet.launch.block = sheet.launch.warp = sheet.launch.thread = -1;
  return sheet;
}

}  // namespace

bool Document::unsaved() const { return !(sheet == saved) && !(to_save(sheet) == to_save(saved)); }

bool Document::untouched() const { return path.empty() && !watch && !history.can_undo() && !history.can_redo() && !unsaved(); }

std::string Document::title() const {
  if (path.empty()) return sheet.lesson.empty() ? "untitled" : sheet.lesson.title;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

void keep_looks(const Sheet& now, Sheet& next) {
  next.launch.position = now.launch.position;
  next.launch.block = now.launch.block;
  next.launch.warp = now.launch.warp;
  next.launch.thread = now.launch.thread;
  // An entry is the same one where its text is, of several in their order; else where its place is, as long as none came or went.
  std::unordered_multimap<std::string_view, std::size_t> there;
  for (std::size_t i = now.entries.size(); i-- > 0;) there.emplace(now.entries[i].text, i);
  std::vector<bool> taken(now.entries.size()), found(next.entries.size());
  for (std::size_t i = 0; i < next.entries.size(); ++i) {
    const auto same = there.find(next.entries[i].text);
    if (same == there.end()) continue;
    next.entries[i].pin = now.entries[same->second].pin;
    taken[same->second] = found[i] = true;
    there.erase(same);
  }
  if (now.entries.size() != next.entries.size()) return;
  for (std::size_t i = 0; i < next.entries.size(); ++i)
    if (!found[i] && !taken[i]) next.entries[i].pin = now.entries[i].pin;
}

}  // namespace app
