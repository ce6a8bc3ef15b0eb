#pragma once
// The launch: its form, how it is played, and what of its trace is looked at.

#include <cstdint>
#include <string>

#include "app/state/state.hpp"

namespace app {

// The form. Each is one undo step; typing in one field is one.
void set_kernel(Workspace&, gpu::Kernel);
void set_element(Workspace&, const std::string& name);
void set_access(Workspace&, int bytes);  ///< 0: as wide as the layouts allow
void set_shared_memory(Workspace&, bool);
void type_launch_field(Workspace&, std::string LaunchSettings::*field, const std::string& text);
void choose_launch_field(Workspace&, std::string LaunchSettings::*field, const std::string& entry);
/// Stops the trace that is being made.
void cancel_trace(HostRequests&);

// Playback.
/// Pauses, or goes on: from the beginning where the trace is whole. Nothing without a launch.
void play_or_pause(Workspace&, ViewState&);
void go_to_request(Workspace&, std::int64_t position);
void set_playback_speed(ViewState&, double);
void set_playback_step(ViewState&, gpu::PlaybackStep);
void loop_playback(ViewState&, bool);

// What is looked at.
void show_memory_tab(ViewState&, MemoryTab);
void show_stores(ViewState&, bool);
/// Only that block, warp and thread; -1: all of them.
void isolate(Workspace&, std::int64_t block, std::int64_t warp, std::int64_t thread);
/// The others of that kind are shown again.
void end_isolation(Workspace&, std::int64_t LaunchSettings::*of);
void isolate_block(Workspace&, std::int64_t block);
/// Scrolls to an element of the trace and marks it.
void mark_element(ViewState&, std::int64_t element);
/// An access out of bounds has no cell: its request is shown, and its thread isolated.
void show_access(Workspace&, ViewState&, const algebra::Touch&);

}  // namespace app
