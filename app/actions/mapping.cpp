#include "app/actions/mapping.hpp"

#include <algorithm>
#include <cmath>

namespace app {

bool has_map(const Workspace& workspace) { return workspace.map_question() != nullptr; }

const MapView& map_view(const Workspace& workspace, const ViewState& view) {
  static const MapView usual;
  const auto it = view.maps.find(workspace.document().id);
  return it == view.maps.end() ? usual : it->second;
}
MapView& map_view(const Workspace& workspace, ViewState& view) { return view.maps[workspace.document().id]; }

bool shows_map(const Workspace& workspace, const ViewState& view) {
  if (view.start_page || !has_map(workspace)) return false;
  const auto shown = map_view(workspace, view).shown;
  if (shown != MapView::Shown::automatic) return shown == MapView::Shown::map;
  const auto& sheet = workspace.sheet();
  return sheet.panels ? sheet.panels->test(static_cast<std::size_t>(Panel::map)) : !sheet.program.path.empty() && workspace.path().empty();
}

void show_map(const Workspace& workspace, ViewState& view, bool map) {
  if (!has_map(workspace)) return;
  auto& v = map_view(workspace, view);
  v.shown = map ? MapView::Shown::map : MapView::Shown::cards;
  v.playing = false;
}

std::optional<MapQuestion> wanted_map(const Workspace& workspace, const ViewState& view) {
  const auto* question = workspace.map_question();
  if (question == nullptr) return std::nullopt;
  auto q = *question;
  const auto& v = map_view(workspace, view);
  q.block = v.block;
  q.kernel = v.kernel;
  return q;
}

void read_map(Workspace& workspace, const ViewState& view) {
  if (const auto q = wanted_map(workspace, view)) workspace.want_map(*q);
}

const MapStory* story_shown(const MapAnswer& answer, const MapView& look) {
  if (look.as_run && answer.run && answer.run->as_run) return &*answer.run->as_run;
  return answer.story ? &*answer.story : nullptr;
}

namespace {
/// Returns the shown story of the active document's map, or null.
const MapStory* shown(const Workspace& workspace, const ViewState& view) {
  const auto* answer = workspace.map();
  return answer == nullptr ? nullptr : story_shown(*answer, map_view(workspace, view));
}
}  // namespace

void look_first(const Workspace& workspace, ViewState& view) {
  const auto* story = shown(workspace, view);
  if (story == nullptr) return;
  const auto& map = *story->map;
  auto& v = map_view(workspace, view);
  if (!v.looked || v.choice.thread >= map.flow().threads || v.choice.moment >= map.moments()) v.choice = first_choice(map);
  v.looked = true;
}

void stop_map_check(Workspace& workspace) { workspace.stop_map_check(); }

bool has_map_to_run(const Workspace& workspace) {
  const auto* answer = workspace.map();
  return has_map(workspace) && (answer == nullptr || !answer->run);
}

void run_map(Workspace& workspace, ViewState& view) {
  show_map(workspace, view, true);
  map_view(workspace, view).runs = true;
}
void begin_run(Workspace& workspace, ViewState& view) {
  map_view(workspace, view).runs = false;
  read_map(workspace, view);
  workspace.run_map();
}

void show_run(const Workspace& workspace, ViewState& view, bool as_run) {
  const auto* before = shown(workspace, view);
  auto& v = map_view(workspace, view);
  v.as_run = as_run;
  const auto* story = shown(workspace, view);
  if (before == nullptr || story == nullptr || before == story) return;
  // The same step at its position in the other order.
  const auto& was = before->map->order()[v.choice.moment];
  const auto& order = story->map->order();
  const auto it = std::ranges::find_if(order, [&](const gpu::OrderedStep& o) { return o.role == was.role && o.step == was.step; });
  if (it != order.end()) v.choice = at_moment(*story->map, v.choice, static_cast<std::size_t>(it - order.begin()));
}

void look_at(const Workspace& workspace, ViewState& view, const MapChoice& choice) { map_view(workspace, view).choice = choice; }

void step_map(const Workspace& workspace, ViewState& view, std::int64_t steps) {
  const auto* story = shown(workspace, view);
  if (story == nullptr) return;
  const auto& map = *story->map;
  auto& v = map_view(workspace, view);
  const auto to = static_cast<std::int64_t>(v.choice.moment) + steps, last = static_cast<std::int64_t>(map.moments()) - 1;
  v.choice = at_moment(map, v.choice, static_cast<std::size_t>(std::clamp<std::int64_t>(to, 0, std::max<std::int64_t>(0, last))));
  if (to >= last) v.playing = false;
}

void look_at_block(const Workspace& workspace, ViewState& view, const std::vector<std::int64_t>& block) {
  auto& v = map_view(workspace, view);
  v.block = block;
  v.choice.pointed.reset();
}

void look_at_kernel(const Workspace& workspace, ViewState& view, std::size_t kernel) {
  auto& v = map_view(workspace, view);
  v.kernel = kernel;
  v.looked = v.playing = false;
  v.choice = {};
}

void play_map(const Workspace& workspace, ViewState& view, bool playing) { map_view(workspace, view).playing = playing; }
void set_map_speed(const Workspace& workspace, ViewState& view, double speed) { map_view(workspace, view).speed = speed; }

void go_to_in_map(const Workspace& workspace, ViewState& view) {
  show_map(workspace, view, true);
  map_view(workspace, view).going = true;
}
void end_going(const Workspace& workspace, ViewState& view) { map_view(workspace, view).going = false; }

void TimeInSight::update(double ticks, double seen_at_first) {
  all = ticks;
  // A step is wide enough to be seen; the wheel changes that.
  if (span <= 0) span = std::min(all, seen_at_first);
  span = std::clamp(span, std::min(all, 8.0), all);
}

void TimeInSight::follow(std::size_t moment, double tick) {
  if (followed != moment || from + span > all + 0.5) {
    followed = moment;
    if (tick < from + span * 0.05 || tick > from + span * 0.9) from = tick - span * 0.35;
  }
  from = std::clamp(from, 0.0, std::max(0.0, all - span));
}

void TimeInSight::zoom(double at, double notches) {
  const double under = from + at * span;
  span = std::clamp(span * std::pow(0.8, notches), std::min(all, 8.0), all);
  from = std::clamp(under - at * span, 0.0, std::max(0.0, all - span));
}

std::optional<std::size_t> first_moment_of(const KernelMap& map, std::int64_t tick) {
  const auto& order = map.order();
  const auto to = std::ranges::lower_bound(order, tick, {}, &gpu::OrderedStep::tick);
  return to == order.end() ? std::nullopt : std::optional(static_cast<std::size_t>(to - order.begin()));
}

}  // namespace app
