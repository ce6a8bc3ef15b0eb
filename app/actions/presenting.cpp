#include "app/actions/presenting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace app {
namespace {

const Entry& entry_at(const Workspace& workspace, int i) { return workspace.sheet().entries[static_cast<std::size_t>(i)]; }
int entry_count(const Workspace& workspace) { return static_cast<int>(workspace.sheet().entries.size()); }
bool blank(const std::string& text) { return text.find_first_not_of(" \t#") == std::string::npos; }

bool presented(const Workspace& workspace, int i) {
  return !workspace.result(i).is_note && entry_at(workspace, i).visible && !blank(entry_at(workspace, i).text);
}

/// The notes that no entry follows begin here; the end of the sheet where there are none.
int ending_notes(const Workspace& workspace) {
  int first = entry_count(workspace);
  for (int i = entry_count(workspace) - 1; i >= 0 && !presented(workspace, i); --i)
    if (workspace.result(i).is_note && !blank(entry_at(workspace, i).text)) first = i;
  return first;
}

/// As far as the neighbour in this direction that is presented; -1: none.
int neighbour(const Workspace& workspace, int from, int direction) {
  const auto all = presented_entries(workspace);
  if (direction > 0) {
    const auto it = std::upper_bound(all.begin(), all.end(), from);
    return it == all.end() ? -1 : *it;
  }
  const auto it = std::lower_bound(all.begin(), all.end(), from);
  return it == all.begin() ? -1 : *(it - 1);
}

}  // namespace

std::vector<int> presented_entries(const Workspace& workspace) {
  std::vector<int> all;
  for (int i = 0; i < entry_count(workspace); ++i)
    if (presented(workspace, i)) all.push_back(i);
  if (const int note = ending_notes(workspace); note < entry_count(workspace)) all.push_back(note);
  return all;
}

int step_count(const Workspace& workspace, int entry) {
  if (entry < 0 || entry >= entry_count(workspace) || !workspace.result(entry).evaluation) return 0;
  return static_cast<int>(workspace.explained(entry).steps.size());
}

std::string notes_of(const Workspace& workspace, int entry) {
  if (entry < 0 || entry >= entry_count(workspace)) return {};
  int from = entry, to = entry;
  if (workspace.result(entry).is_note) to = entry_count(workspace);  // the sheet ends with notes
  else
    while (from > 0 && !presented(workspace, from - 1)) --from;
  std::string text;
  for (int i = from; i < to; ++i) {
    if (!workspace.result(i).is_note || blank(entry_at(workspace, i).text)) continue;
    const auto& note = entry_at(workspace, i).text;
    const auto words = note.find_first_not_of("# \t");
    text += (text.empty() ? "" : "\n") + note.substr(words);
  }
  return text;
}

Stop current_stop(const Workspace& workspace, const ViewState& view) {
  const auto& p = view.presenting;
  if (entry_count(workspace) == 0) return {};
  if (p.launch && workspace.launch()) {
    const auto at = workspace.sheet().launch.position;
    return {view.selected, -1, at < 0 ? workspace.launch()->requests() : std::min(at, workspace.launch()->requests())};
  }
  return {view.selected, std::clamp(p.step, -1, step_count(workspace, view.selected) - 1), -1};
}

std::optional<Stop> next_stop(const Workspace& workspace, const ViewState& view, const Stop& s) {
  if (s.position >= 0) {
    if (!workspace.launch() || s.position >= workspace.launch()->requests()) return std::nullopt;
    return Stop{s.entry, -1, stepped(*workspace.launch(), s.position, view.playback.step, 1)};
  }
  if (s.step + 1 < step_count(workspace, s.entry)) return Stop{s.entry, s.step + 1, -1};
  return next_entry(workspace, s);
}

std::optional<Stop> previous_stop(const Workspace& workspace, const ViewState& view, const Stop& s) {
  if (s.position > 0 && workspace.launch()) return Stop{s.entry, -1, stepped(*workspace.launch(), s.position, view.playback.step, -1)};
  if (s.position < 0 && s.step >= 0) return Stop{s.entry, s.step - 1, -1};
  const auto before = previous_entry(workspace, s);
  return before ? std::optional(Stop{before->entry, step_count(workspace, before->entry) - 1, -1}) : std::nullopt;
}

std::optional<Stop> next_entry(const Workspace& workspace, const Stop& s) {
  if (s.position >= 0) return std::nullopt;
  const int next = neighbour(workspace, s.entry, 1);
  if (next >= 0) return Stop{next, -1, -1};
  return workspace.launch() ? std::optional(Stop{s.entry, -1, 0}) : std::nullopt;
}

std::optional<Stop> previous_entry(const Workspace& workspace, const Stop& s) {
  // The launch follows the last entry, whichever was selected when somebody went to it.
  const int before = s.position >= 0 ? neighbour(workspace, entry_count(workspace), -1) : neighbour(workspace, s.entry, -1);
  return before >= 0 ? std::optional(Stop{before, -1, -1}) : std::nullopt;
}

std::optional<Stop> first_stop(const Workspace& workspace, const ViewState& view) {
  const int first = neighbour(workspace, -1, 1);
  if (first >= 0) return Stop{first, -1, -1};
  return workspace.launch() ? std::optional(Stop{view.selected, -1, 0}) : std::nullopt;
}

std::optional<Stop> last_stop(const Workspace& workspace, const ViewState& view) {
  const int last = neighbour(workspace, entry_count(workspace), -1);
  if (workspace.launch()) return Stop{last >= 0 ? last : view.selected, -1, workspace.launch()->requests()};
  return last >= 0 ? std::optional(Stop{last, step_count(workspace, last) - 1, -1}) : std::nullopt;
}

std::string progress_of(const Workspace& workspace, const ViewState& view, const Stop& s, const std::vector<int>& all) {
  const auto& tr = view.texts;
  const auto total = all.size() + (workspace.launch() ? 1 : 0);
  if (s.position >= 0)
    return fmt::format("{} / {} · {}", total, total,
                       fmt::format(fmt::runtime(tr("request {} of {}")), s.position, workspace.launch()->requests()));
  const auto place = std::lower_bound(all.begin(), all.end(), s.entry) - all.begin();
  // A hidden entry may be shown, but is no stop: it has no number.
  const bool counted = std::binary_search(all.begin(), all.end(), s.entry);
  auto text = counted ? fmt::format("{} / {}", place + 1, total) : fmt::format("– / {}", total);
  if (s.step >= 0) text += " · " + fmt::format(fmt::runtime(tr("step {} of {}")), s.step + 1, step_count(workspace, s.entry));
  return text;
}

void go_to(Workspace& workspace, ViewState& view, const std::optional<Stop>& stop) {
  if (!stop || entry_count(workspace) == 0) return;
  view.selected = std::clamp(stop->entry, 0, entry_count(workspace) - 1);
  view.presenting.step = stop->step;
  view.presenting.launch = stop->position >= 0;
  view.inspector.step = std::max(0, stop->step);
  if (stop->position >= 0) workspace.set_view([&](Sheet& s) { s.launch.position = stop->position; });
}

void present_access(Workspace& workspace, ViewState& view, int direction) {
  if (!workspace.launch()) return;
  const auto now = current_stop(workspace, view);
  // From anywhere else to the launch as it stands: at its beginning if it has been played to its end.
  if (now.position < 0) {
    const auto at = workspace.sheet().launch.position;
    return go_to(workspace, view, Stop{view.selected, -1, at < 0 || at >= workspace.launch()->requests() ? 0 : at});
  }
  go_to(workspace, view, Stop{now.entry, -1, stepped(*workspace.launch(), now.position, view.playback.step, direction)});
}

void scale_spotlight(ViewState& view, float notches) {
  view.presenting.radius = std::clamp(view.presenting.radius * std::pow(1.12f, notches), 0.04f, 0.6f);
}

void present(Workspace& workspace, ViewState& view, HostRequests& host, bool on) {
  auto& p = view.presenting;
  if (p.on == on) return;
  p.on = on;
  if (!on) {
    p.launch = p.black = false;
    if (p.fills_screen) host.full_screen = p.full_screen_before;
    if (p.document == workspace.document().id) workspace.set_view([&](Sheet& s) { s.launch.position = p.position_before; });
    return;
  }
  p.full_screen_before = host.full_screen;
  if (p.fills_screen) host.full_screen = true;
  p.document = workspace.document().id;
  p.position_before = workspace.sheet().launch.position;
  p.step = -1;
  p.launch = p.black = false;
  view.playing = false;
  if (entry_count(workspace) == 0) return;
  // A note is where the entry below it begins.
  const bool nothing = workspace.result(view.selected).is_note || blank(entry_at(workspace, view.selected).text);
  if (!nothing) return;
  const int after = neighbour(workspace, view.selected - 1, 1), before = neighbour(workspace, view.selected, -1);
  if (after >= 0 || before >= 0) view.selected = after >= 0 ? after : before;
}

}  // namespace app
