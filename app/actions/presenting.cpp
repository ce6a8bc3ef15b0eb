#include "app/actions/presenting.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace app {
namespace {

const Entry& entry_at(const App& app, int i) { return app.sheet().entries[static_cast<std::size_t>(i)]; }
int entry_count(const App& app) { return static_cast<int>(app.sheet().entries.size()); }
bool blank(const std::string& text) { return text.find_first_not_of(" \t#") == std::string::npos; }

bool presented(const App& app, int i) { return !app.result(i).is_note && entry_at(app, i).visible && !blank(entry_at(app, i).text); }

/// The notes that no entry follows begin here; the end of the sheet where there are none.
int ending_notes(const App& app) {
  int first = entry_count(app);
  for (int i = entry_count(app) - 1; i >= 0 && !presented(app, i); --i)
    if (app.result(i).is_note && !blank(entry_at(app, i).text)) first = i;
  return first;
}

/// As far as the neighbour in this direction that is presented; -1: none.
int neighbour(const App& app, int from, int direction) {
  const auto all = presented_entries(app);
  if (direction > 0) {
    const auto it = std::upper_bound(all.begin(), all.end(), from);
    return it == all.end() ? -1 : *it;
  }
  const auto it = std::lower_bound(all.begin(), all.end(), from);
  return it == all.begin() ? -1 : *(it - 1);
}

}  // namespace

std::vector<int> presented_entries(const App& app) {
  std::vector<int> all;
  for (int i = 0; i < entry_count(app); ++i)
    if (presented(app, i)) all.push_back(i);
  if (const int note = ending_notes(app); note < entry_count(app)) all.push_back(note);
  return all;
}

int step_count(const App& app, int entry) {
  if (entry < 0 || entry >= entry_count(app) || !app.result(entry).evaluation) return 0;
  return static_cast<int>(app.explained(entry).steps.size());
}

std::string notes_of(const App& app, int entry) {
  if (entry < 0 || entry >= entry_count(app)) return {};
  int from = entry, to = entry;
  if (app.result(entry).is_note) to = entry_count(app);  // the sheet ends with notes
  else
    while (from > 0 && !presented(app, from - 1)) --from;
  std::string text;
  for (int i = from; i < to; ++i) {
    if (!app.result(i).is_note || blank(entry_at(app, i).text)) continue;
    const auto& note = entry_at(app, i).text;
    const auto words = note.find_first_not_of("# \t");
    text += (text.empty() ? "" : "\n") + note.substr(words);
  }
  return text;
}

Stop current_stop(const App& app) {
  const auto& p = app.presenting;
  if (entry_count(app) == 0) return {};
  if (p.launch && app.launch()) {
    const auto at = app.sheet().launch.position;
    return {app.selected, -1, at < 0 ? app.launch()->requests() : std::min(at, app.launch()->requests())};
  }
  return {app.selected, std::clamp(p.step, -1, step_count(app, app.selected) - 1), -1};
}

std::optional<Stop> next_stop(const App& app, const Stop& s) {
  if (s.position >= 0) {
    if (!app.launch() || s.position >= app.launch()->requests()) return std::nullopt;
    return Stop{s.entry, -1, stepped(*app.launch(), s.position, app.launch_look.step, 1)};
  }
  if (s.step + 1 < step_count(app, s.entry)) return Stop{s.entry, s.step + 1, -1};
  return next_entry(app, s);
}

std::optional<Stop> previous_stop(const App& app, const Stop& s) {
  if (s.position > 0 && app.launch()) return Stop{s.entry, -1, stepped(*app.launch(), s.position, app.launch_look.step, -1)};
  if (s.position < 0 && s.step >= 0) return Stop{s.entry, s.step - 1, -1};
  const auto before = previous_entry(app, s);
  return before ? std::optional(Stop{before->entry, step_count(app, before->entry) - 1, -1}) : std::nullopt;
}

std::optional<Stop> next_entry(const App& app, const Stop& s) {
  if (s.position >= 0) return std::nullopt;
  const int next = neighbour(app, s.entry, 1);
  if (next >= 0) return Stop{next, -1, -1};
  return app.launch() ? std::optional(Stop{s.entry, -1, 0}) : std::nullopt;
}

std::optional<Stop> previous_entry(const App& app, const Stop& s) {
  // The launch follows the last entry, whichever was selected when somebody went to it.
  const int before = s.position >= 0 ? neighbour(app, entry_count(app), -1) : neighbour(app, s.entry, -1);
  return before >= 0 ? std::optional(Stop{before, -1, -1}) : std::nullopt;
}

std::optional<Stop> first_stop(const App& app) {
  const int first = neighbour(app, -1, 1);
  if (first >= 0) return Stop{first, -1, -1};
  return app.launch() ? std::optional(Stop{app.selected, -1, 0}) : std::nullopt;
}

std::optional<Stop> last_stop(const App& app) {
  const int last = neighbour(app, entry_count(app), -1);
  if (app.launch()) return Stop{last >= 0 ? last : app.selected, -1, app.launch()->requests()};
  return last >= 0 ? std::optional(Stop{last, step_count(app, last) - 1, -1}) : std::nullopt;
}

std::string progress_of(const App& app, const Stop& s, const std::vector<int>& all) {
  const auto& tr = app.texts;
  const auto total = all.size() + (app.launch() ? 1 : 0);
  if (s.position >= 0)
    return fmt::format("{} / {} · {}", total, total,
                       fmt::format(fmt::runtime(tr("request {} of {}")), s.position, app.launch()->requests()));
  const auto place = std::lower_bound(all.begin(), all.end(), s.entry) - all.begin();
  // A hidden entry may be shown, but is no stop: it has no number.
  const bool counted = std::binary_search(all.begin(), all.end(), s.entry);
  auto text = counted ? fmt::format("{} / {}", place + 1, total) : fmt::format("– / {}", total);
  if (s.step >= 0) text += " · " + fmt::format(fmt::runtime(tr("step {} of {}")), s.step + 1, step_count(app, s.entry));
  return text;
}

void go_to(App& app, const std::optional<Stop>& stop) {
  if (!stop || entry_count(app) == 0) return;
  app.selected = std::clamp(stop->entry, 0, entry_count(app) - 1);
  app.presenting.step = stop->step;
  app.presenting.launch = stop->position >= 0;
  app.inspector.step = std::max(0, stop->step);
  if (stop->position >= 0) app.adjust([&](Sheet& s) { s.launch.position = stop->position; });
}

void present_access(App& app, int direction) {
  if (!app.launch()) return;
  const auto now = current_stop(app);
  // From anywhere else to the launch as it stands: at its beginning if it has been played to its end.
  if (now.position < 0) {
    const auto at = app.sheet().launch.position;
    return go_to(app, Stop{app.selected, -1, at < 0 || at >= app.launch()->requests() ? 0 : at});
  }
  go_to(app, Stop{now.entry, -1, stepped(*app.launch(), now.position, app.launch_look.step, direction)});
}

void present(App& app, bool on) {
  auto& p = app.presenting;
  if (p.on == on) return;
  p.on = on;
  if (!on) {
    p.launch = p.black = false;
    if (p.fills_screen) app.full_screen = p.full_screen_before;
    if (p.document == std::as_const(app).document().id) app.adjust([&](Sheet& s) { s.launch.position = p.position_before; });
    return;
  }
  p.full_screen_before = app.full_screen;
  if (p.fills_screen) app.full_screen = true;
  p.document = std::as_const(app).document().id;
  p.position_before = app.sheet().launch.position;
  p.step = -1;
  p.launch = p.black = false;
  app.playing = false;
  if (entry_count(app) == 0) return;
  // A note is where the entry below it begins.
  const bool nothing = app.result(app.selected).is_note || blank(entry_at(app, app.selected).text);
  if (!nothing) return;
  const int after = neighbour(app, app.selected - 1, 1), before = neighbour(app, app.selected, -1);
  if (after >= 0 || before >= 0) app.selected = after >= 0 ? after : before;
}

}  // namespace app
