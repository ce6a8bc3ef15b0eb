#include "app/actions/launching.hpp"

#include <fmt/format.h>

namespace app {

void set_launch_field(Workspace& workspace, const gpu::LaunchField& field, const std::string& value) {
  workspace.edit(fmt::format("change the {}", field.noun), [&](Sheet& s) { field.set(s.launch, value); });
}

void type_launch_field(Workspace& workspace, const gpu::LaunchField& field, const std::string& text) {
  workspace.edit(
      fmt::format("change the {}", field.noun), [&](Sheet& s) { field.set(s.launch, text); }, "launch");
}

std::string launchable_selected(const Workspace& workspace, const ViewState& view) {
  if (!workspace.has_entry(view.selected)) return {};
  const auto& result = workspace.result(view.selected);
  const bool has_elements = result.evaluation && (std::holds_alternative<algebra::Tensor>(result.evaluation->value) ||
                                                  algebra::layout_of(result.evaluation->value));
  return has_elements && result.name != workspace.sheet().launch.tensor ? result.name : std::string();
}

void launch_selected(Workspace& workspace, const ViewState& view) {
  const auto name = launchable_selected(workspace, view);
  if (name.empty()) return;
  set_launch_field(workspace, gpu::field_of(workspace.sheet().launch.kernel, &gpu::LaunchForm::tensor), name);
}

void allow_launch(Workspace& workspace, ViewState& view) {
  view.dialog = Dialog::none;
  workspace.allow_launch();
}

void cancel_trace(HostRequests& host) { host.cancel_trace = true; }

void play_or_pause(Workspace& workspace, ViewState& view) {
  if (!workspace.launch()) return;
  view.playing = !view.playing;
  const auto at = workspace.sheet().launch.position;
  if (view.playing && (at < 0 || at >= workspace.launch()->requests())) go_to_request(workspace, 0);
}

void go_to_request(Workspace& workspace, std::int64_t position) {
  workspace.set_view([&](Sheet& s) { s.launch.position = position; });
}

void set_playback_speed(ViewState& view, double speed) { view.playback.speed = speed; }
void set_playback_step(ViewState& view, gpu::PlaybackStep step) { view.playback.step = step; }
void loop_playback(ViewState& view, bool loop) { view.playback.loop = loop; }

void show_memory_tab(ViewState& view, MemoryTab tab) { view.playback.tab = tab; }

void show_launch_part(ViewState& view, LaunchPart part) { view.playback.part = part; }
void show_stores(ViewState& view, bool stores) { view.playback.stores = stores; }

void isolate(Workspace& workspace, std::int64_t block, std::int64_t warp, std::int64_t thread) {
  workspace.set_view([&](Sheet& s) {
    s.launch.block = block;
    s.launch.warp = warp;
    s.launch.thread = thread;
  });
}

void end_isolation(Workspace& workspace, std::int64_t LaunchSettings::*of) {
  workspace.set_view([&](Sheet& s) { s.launch.*of = -1; });
}

void isolate_block(Workspace& workspace, std::int64_t block) {
  workspace.set_view([&](Sheet& s) { s.launch.block = block; });
}

void mark_element(ViewState& view, std::int64_t element) {
  view.playing = false;
  view.playback.marked = element;
  ++view.playback.jump;
}

void show_access(Workspace& workspace, ViewState& view, const algebra::Touch& touch) {
  if (!workspace.launch()) return;
  view.playing = false;
  view.playback.tab = MemoryTab::requests;
  go_to_request(workspace, touch_position(*workspace.launch(), touch) + 1);
  isolate(workspace, touch.block, -1, touch.thread);
}

}  // namespace app
