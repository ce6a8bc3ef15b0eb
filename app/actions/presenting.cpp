#include "app/actions/presenting.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <ctime>

#include "algebra/layout/steps.hpp"
#include "app/actions/predicting.hpp"

namespace app {
namespace {

const Entry& entry_at(const Workspace& workspace, int i) { return workspace.sheet().entries[static_cast<std::size_t>(i)]; }
int entry_count(const Workspace& workspace) { return static_cast<int>(workspace.sheet().entries.size()); }
bool blank(const std::string& text) { return text.find_first_not_of(" \t#") == std::string::npos; }

bool presented(const Workspace& workspace, int i) {
  return workspace.result(i).is_value() && entry_at(workspace, i).visible && !blank(entry_at(workspace, i).text);
}

/// Returns whether an entry is a note or a blank line, which belongs to the entry below it.
bool is_heading(const Workspace& workspace, int i) { return workspace.result(i).is_note || blank(entry_at(workspace, i).text); }

/// Returns the next presented entry in a direction, or -1.
int neighbour(const Workspace& workspace, int from, int direction) {
  const auto all = presented_entries(workspace);
  if (direction > 0) {
    const auto it = std::upper_bound(all.begin(), all.end(), from);
    return it == all.end() ? -1 : *it;
  }
  const auto it = std::lower_bound(all.begin(), all.end(), from);
  return it == all.begin() ? -1 : *(it - 1);
}

int hint_count(const Workspace& workspace, int entry) {
  const int asked = asked_exercise(workspace, entry);
  return asked < 0 ? 0 : static_cast<int>(workspace.sheet().exercises[static_cast<std::size_t>(asked)].hints.size());
}

}  // namespace

std::vector<int> presented_entries(const Workspace& workspace) {
  std::vector<int> all;
  int notes = -1;  // index of the first note above the entry
  for (int i = 0; i < entry_count(workspace); ++i) {
    if (is_heading(workspace, i)) {
      if (notes < 0 && !blank(entry_at(workspace, i).text)) notes = i;
      continue;
    }
    const bool shown = presented(workspace, i);
    if (!shown && notes >= 0) all.push_back(notes);
    if (shown) all.push_back(i);
    notes = -1;
  }
  if (notes >= 0) all.push_back(notes);
  return all;
}

int asked_exercise(const Workspace& workspace, int entry) {
  if (!workspace.has_entry(entry) || workspace.result(entry).name.empty()) return -1;
  const auto& exercises = workspace.sheet().exercises;
  for (std::size_t i = 0; i < exercises.size() && i < workspace.lessons().states.size(); ++i)
    if (exercises[i].entry == workspace.result(entry).name && workspace.lessons().states[i].kind != ExerciseState::Kind::solved)
      return static_cast<int>(i);
  return -1;
}

std::vector<int> key_stages(const std::vector<algebra::Step>& steps) {
  constexpr std::size_t few = 5, most = 6;
  std::vector<int> all(steps.size());
  std::iota(all.begin(), all.end(), 0);
  if (steps.size() <= few) return all;
  // A step with nested ones has no result to show yet.
  std::vector<int> stages;
  if (steps.front().stage || steps[1].level == 0) stages.push_back(0);
  const auto* before = steps.front().stage ? &*steps.front().stage : nullptr;
  const int last = static_cast<int>(steps.size()) - 1;
  for (int i = 1; i < last; ++i) {
    const auto& step = steps[static_cast<std::size_t>(i)];
    // Nested steps show how; the last of them has the result.
    const bool outcome = steps[static_cast<std::size_t>(i) + 1].level == 0;
    if (!outcome || !step.stage || (before != nullptr && *step.stage == *before)) continue;
    stages.push_back(i);
    before = &*step.stage;
  }
  stages.push_back(last);
  if (stages.size() <= most) return stages;
  std::vector<int> spread;
  for (std::size_t k = 0; k < most; ++k) spread.push_back(stages[(k * (stages.size() - 1) + (most - 1) / 2) / (most - 1)]);
  return spread;
}

Steps steps_of(const Workspace& workspace, const ViewState& view, int entry) {
  Steps steps;
  if (!workspace.has_entry(entry)) return steps;
  if (const int asked = asked_exercise(workspace, entry); asked >= 0) {
    const auto& exercise = workspace.sheet().exercises[static_cast<std::size_t>(asked)];
    steps.of = Steps::Of::exercise;
    steps.all = static_cast<int>(exercise.hints.size()) + (exercise.answer.empty() ? 0 : 1);
  } else if (workspace.result(entry).evaluation && !hides_values(workspace, view, entry)) {
    const auto& derivation = workspace.explained(entry).steps;
    steps.all = static_cast<int>(derivation.size());
    if (!view.presenting.all_steps) steps.stops = key_stages(derivation);
  }
  if (steps.stops.empty()) {
    steps.stops.resize(static_cast<std::size_t>(steps.all));
    std::iota(steps.stops.begin(), steps.stops.end(), 0);
  }
  return steps;
}

std::string notes_of(const Workspace& workspace, int entry) {
  if (entry < 0 || entry >= entry_count(workspace)) return {};
  int from = entry, to = entry;
  if (workspace.result(entry).is_note)  // of a separate slide
    while (to < entry_count(workspace) && is_heading(workspace, to)) ++to;
  else
    while (from > 0 && is_heading(workspace, from - 1)) --from;
  std::string text;
  for (int i = from; i < to; ++i) {
    if (workspace.result(i).is_value() || blank(entry_at(workspace, i).text)) continue;
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
  return {view.selected, std::clamp(p.step, -1, steps_of(workspace, view, view.selected).all - 1), -1};
}

std::optional<Stop> next_stop(const Workspace& workspace, const ViewState& view, const Stop& s) {
  if (s.position >= 0) {
    if (!workspace.launch() || s.position >= workspace.launch()->requests()) return std::nullopt;
    return Stop{s.entry, -1, stepped(*workspace.launch(), s.position, view.playback.step, 1)};
  }
  const auto stops = steps_of(workspace, view, s.entry).stops;
  if (const auto next = std::upper_bound(stops.begin(), stops.end(), s.step); next != stops.end()) return Stop{s.entry, *next, -1};
  return next_entry(workspace, s);
}

std::optional<Stop> previous_stop(const Workspace& workspace, const ViewState& view, const Stop& s) {
  if (s.position > 0 && workspace.launch()) return Stop{s.entry, -1, stepped(*workspace.launch(), s.position, view.playback.step, -1)};
  const auto last_before = [](const std::vector<int>& stops, std::vector<int>::const_iterator at) {
    return at == stops.begin() ? -1 : *(at - 1);
  };
  if (s.position < 0 && s.step >= 0) {
    const auto stops = steps_of(workspace, view, s.entry).stops;
    return Stop{s.entry, last_before(stops, std::lower_bound(stops.begin(), stops.end(), s.step)), -1};
  }
  const auto before = previous_entry(workspace, s);
  if (!before) return std::nullopt;
  const auto stops = steps_of(workspace, view, before->entry).stops;
  return Stop{before->entry, last_before(stops, stops.end()), -1};
}

std::optional<Stop> next_entry(const Workspace& workspace, const Stop& s) {
  if (s.position >= 0) return std::nullopt;
  const int next = neighbour(workspace, s.entry, 1);
  if (next >= 0) return Stop{next, -1, -1};
  return workspace.launch() ? std::optional(Stop{s.entry, -1, 0}) : std::nullopt;
}

std::optional<Stop> previous_entry(const Workspace& workspace, const Stop& s) {
  // The launch follows the last entry, even if another one was selected before it.
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
  if (last < 0) return std::nullopt;
  const auto steps = steps_of(workspace, view, last);
  return Stop{last, steps.of == Steps::Of::exercise || steps.stops.empty() ? -1 : steps.stops.back(), -1};
}

std::string progress_of(const Workspace& workspace, const ViewState& view, const Stop& s, const std::vector<int>& all) {
  const auto& tr = view.texts;
  const auto total = all.size() + (workspace.launch() ? 1 : 0);
  if (s.position >= 0)
    return fmt::format("{} / {} · {}", total, total,
                       fmt::format(fmt::runtime(tr("request {} of {}")), s.position, workspace.launch()->requests()));
  const auto place = std::lower_bound(all.begin(), all.end(), s.entry) - all.begin();
  // A hidden entry may be shown, but is not a stop and has no number.
  const bool counted = std::binary_search(all.begin(), all.end(), s.entry);
  auto text = counted ? fmt::format("{} / {}", place + 1, total) : fmt::format("– / {}", total);
  if (s.step < 0) return text;
  const auto steps = steps_of(workspace, view, s.entry);
  const auto say = [&](const char* words, auto... values) { text += " · " + fmt::format(fmt::runtime(tr(words)), values...); };
  if (steps.of == Steps::Of::exercise) {
    if (const int hints = hint_count(workspace, s.entry); s.step < hints) say("hint {} of {}", s.step + 1, hints);
    else say("the answer");
    return text;
  }
  const auto at = std::lower_bound(steps.stops.begin(), steps.stops.end(), s.step) - steps.stops.begin();
  if (steps.shortened()) {
    say("key stage {} of {}", at + 1, steps.stops.size());
    say("A: all {} steps", steps.all);
  } else {
    say("step {} of {}", s.step + 1, steps.all);
    if (key_stages(workspace.explained(s.entry).steps).size() < steps.stops.size()) say("A: key stages");
  }
  return text;
}

void go_to(Workspace& workspace, ViewState& view, const std::optional<Stop>& stop) {
  if (!stop || entry_count(workspace) == 0) return;
  view.selected = std::clamp(stop->entry, 0, entry_count(workspace) - 1);
  view.presenting.step = stop->step;
  view.presenting.launch = stop->position >= 0;
  view.presenting.canvas = false;
  view.inspector.step = std::max(0, stop->step);
  if (stop->position >= 0) workspace.set_view([&](Sheet& s) { s.launch.position = stop->position; });
}

void present_access(Workspace& workspace, ViewState& view, int direction) {
  if (!workspace.launch()) return;
  const auto now = current_stop(workspace, view);
  // From another stop to the launch at its present position, or at its start if it has ended.
  if (now.position < 0) {
    const auto at = workspace.sheet().launch.position;
    return go_to(workspace, view, Stop{view.selected, -1, at < 0 || at >= workspace.launch()->requests() ? 0 : at});
  }
  go_to(workspace, view, Stop{now.entry, -1, stepped(*workspace.launch(), now.position, view.playback.step, direction)});
}

void reveal_stop(const Workspace& workspace, ViewState& view) {
  if (asked_exercise(workspace, view.selected) < 0) return reveal_all(workspace, view, view.selected);
  view.presenting.step = steps_of(workspace, view, view.selected).all - 1;
}

void present_all_steps(const Workspace& workspace, ViewState& view, bool all) {
  view.presenting.all_steps = all;
  auto& step = view.presenting.step;
  const auto stops = steps_of(workspace, view, view.selected).stops;
  const auto after = std::upper_bound(stops.begin(), stops.end(), step);
  if (step >= 0) step = after == stops.begin() ? -1 : *(after - 1);
}

void scale_spotlight(ViewState& view, float notches) {
  view.presenting.radius = std::clamp(view.presenting.radius * std::pow(1.12f, notches), 0.04f, 0.6f);
}

void present_from_first(Workspace& workspace, ViewState& view, HostRequests& host) {
  if (view.presenting.on) return;
  present(workspace, view, host, true);
  go_to(workspace, view, first_stop(workspace, view));
}

void present(Workspace& workspace, ViewState& view, HostRequests& host, bool on) {
  auto& p = view.presenting;
  if (p.on == on) return;
  p.on = on;
  if (!on) {
    p.launch = p.black = p.canvas = false;
    if (p.fills_screen) host.full_screen = p.full_screen_before;
    if (p.document == workspace.document().id) workspace.set_view([&](Sheet& s) { s.launch.position = p.position_before; });
    return;
  }
  p.full_screen_before = host.full_screen;
  if (p.fills_screen) host.full_screen = true;
  p.document = workspace.document().id;
  p.position_before = workspace.sheet().launch.position;
  p.step = -1;
  p.began = view.now;
  p.launch = p.black = p.canvas = false;
  view.playing = false;
  if (entry_count(workspace) == 0) return;
  // A note stands for the entry below it.
  const bool nothing = workspace.result(view.selected).is_note || blank(entry_at(workspace, view.selected).text);
  if (!nothing) return;
  const int after = neighbour(workspace, view.selected - 1, 1), before = neighbour(workspace, view.selected, -1);
  if (after >= 0 || before >= 0) view.selected = after >= 0 ? after : before;
}

float presented_part(const Workspace& workspace, const ViewState& view, const Stop& stop, const std::vector<int>& all) {
  const auto total = static_cast<float>(std::max<std::size_t>(1, all.size() + (workspace.launch() ? 1 : 0)));
  // Entries count equally; steps and requests are fractions between them.
  float done = static_cast<float>(std::upper_bound(all.begin(), all.end(), stop.entry) - all.begin());
  const auto steps = steps_of(workspace, view, stop.entry).stops;
  const auto passed = static_cast<float>(std::upper_bound(steps.begin(), steps.end(), stop.step) - steps.begin());
  float part = passed / static_cast<float>(steps.size() + 1);
  if (stop.position >= 0) {
    done = total;
    part = static_cast<float>(static_cast<double>(stop.position) /
                              static_cast<double>(std::max<std::int64_t>(1, workspace.launch()->requests()))) -
           1;
    part = std::min(0.0f, part);
  }
  return std::clamp((done + part) / total, 0.0f, 1.0f);
}

std::string wall_clock() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}", local.tm_hour, local.tm_min);
}

std::string elapsed(double seconds) {
  const auto s = static_cast<std::int64_t>(std::max(0.0, seconds));
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60) : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace app
