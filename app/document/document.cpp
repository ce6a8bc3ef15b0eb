#include "app/document/document.hpp"

#include <algorithm>
#include <unordered_map>

namespace app {
namespace {

bool same_launch(LaunchSettings a, const LaunchSettings& b) {
  a.position = b.position;
  a.block = b.block;
  a.warp = b.warp;
  a.thread = b.thread;
  return a == b;
}

/// Compares two entries except for their pins, which are part of the view. Copies nothing if the pins are equal, since it runs in every
/// frame.
bool same_entry(const Entry& a, const Entry& b) {
  if (a.pin == b.pin) return a == b;
  auto with_pin = a;
  with_pin.pin = b.pin;
  return with_pin == b;
}

/// Compares two lists of entries without the watch's finds that were not kept.
bool same_entries(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  std::size_t i = 0, k = 0;
  for (;;) {
    while (i < a.size() && a[i].watched != 0) ++i;
    while (k < b.size() && b[k].watched != 0) ++k;
    if (i == a.size() || k == b.size()) return i == a.size() && k == b.size();
    if (!same_entry(a[i++], b[k++])) return false;
  }
}

}  // namespace

bool Document::unsaved() const {
  return sheet.integers != saved.integers || !same_launch(sheet.launch, saved.launch) || sheet.unknown != saved.unknown ||
         !same_entries(sheet.entries, saved.entries);
}

bool Document::untouched() const { return path.empty() && !watch && !history.can_undo() && !history.can_redo() && !unsaved(); }

std::string Document::title(const Texts& texts) const {
  if (path.empty()) return !sheet.lesson.empty() ? sheet.lesson.title : texts(name.empty() ? "untitled" : name.c_str());
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

void keep_looks(const Sheet& now, Sheet& next) {
  next.launch.position = now.launch.position;
  next.launch.block = now.launch.block;
  next.launch.warp = now.launch.warp;
  next.launch.thread = now.launch.thread;
  // Matches entries by their texts, equal texts in order; then by their places if the number of entries is the same.
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
