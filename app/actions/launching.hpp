#pragma once
// The launch: its settings, its playback, and the views of the GPU panel.

#include <cstdint>
#include <string>

#include "app/state/state.hpp"
#include "gpu/launch/launch_fields.hpp"

namespace app {

// The form.
// Sets a field. Each change is one undo step, and so is typing in one field.
void set_launch_field(Workspace&, const gpu::LaunchField&, const std::string& value);
/// Sets an expression that is being typed.
void type_launch_field(Workspace&, const gpu::LaunchField&, const std::string& text);
/// Returns the selected entry's name if it is a layout or tensor that could become the launch's tensor and is not; else "".
std::string launchable_selected(const Workspace&, const ViewState&);
/// Makes the selected entry the launch's tensor.
void launch_selected(Workspace&, const ViewState&);
/// Runs the launch that came with a link, and closes the question about it.
void allow_launch(Workspace&, ViewState&);
/// Cancels the running trace.
void cancel_trace(HostRequests&);

// Playback.
// Pauses or resumes playback; restarts it at the end. Does nothing without a launch.
void play_or_pause(Workspace&, ViewState&);
/// Sets the number of requests played; -1: all.
void go_to_request(Workspace&, std::int64_t position);
void set_playback_speed(ViewState&, double);
void set_playback_step(ViewState&, gpu::PlaybackStep);
void loop_playback(ViewState&, bool);

// The view.
void show_memory_tab(ViewState&, MemoryTab);
void show_launch_part(ViewState&, LaunchPart);
void show_stores(ViewState&, bool);
/// Shows only that block, warp and thread; -1: all of that kind.
void isolate(Workspace&, std::int64_t block, std::int64_t warp, std::int64_t thread);
/// Clears one of LaunchSettings::block, warp and thread.
void end_isolation(Workspace&, std::int64_t LaunchSettings::*of);
void isolate_block(Workspace&, std::int64_t block);
/// Pauses, marks an element of the trace and scrolls to it.
void mark_element(ViewState&, std::int64_t element);
/// Shows the request of an access out of bounds, which has no cell, and isolates its thread.
void show_access(Workspace&, ViewState&, const algebra::Touch&);

}  // namespace app
