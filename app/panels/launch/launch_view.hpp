#pragma once
// Declarations shared by the parts of the GPU panel.

#include "app/actions/launch_scene.hpp"
#include "app/panels/canvas/card.hpp"
#include "app/ui/widgets.hpp"

namespace app {

/// State of the GPU panel kept from frame to frame.
struct LaunchParts {
  LaunchTables tables;
  CardView trace;          ///< of the trace's grid
  std::uint64_t jump = 0;  ///< PlaybackView::jump that the trace's grid last followed
  RowScroll lines, requests;
};
inline LaunchParts& launch_of(const Ui& ui) { return ui.kept_in_tab<LaunchParts>(); }

/// The valid launch as it is drawn in this frame.
struct LaunchView : LaunchScene {
  Ui& ui;
  Requests& requests;

  LaunchView(Ui& u, const Workspace& w, const ViewState& v, Requests& todo, const gpu::LaunchPlan& p)
      : LaunchScene(w, v, p, launch_of(u).tables), ui(u), requests(todo) {}
  void go(std::int64_t position) const;
  /// Isolates a clicked thread, with Shift its warp, with Ctrl its block. A second click ends the isolation.
  void pick(std::int64_t block, std::int64_t thread) const;
  ImU32 thread_colour(std::int64_t thread) const;
};

// The form of the launch: its kernel and the fields that the kernel needs. headed: with the heading that folds the panel.
void launch_form(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size, bool headed);

// Playback controls of the launch: back, play, forward, loop, slider, step and speed.
void transport(const LaunchView&, ImVec2 at, float width);

// The trace on the tensor's grid: the first thread that touched each element, read by the shader from the trace's buffer.
// Returns the width of the grid.
float trace_grid(const LaunchView&, ImVec2 at, ImVec2 room);

// Linear memory: lines of 128 B and sectors of 32 B, coloured by the threads that touched them, and the current request.
void lines_view(const LaunchView&, ImVec2 at, ImVec2 size);

// Shared memory as 32 banks: the words of each phase of the current request, and their conflicts.
void banks_view(const LaunchView&, ImVec2 at, ImVec2 size);

// The table of all requests of a launch, in the order of playback. Only visible rows are computed.
void requests_view(const LaunchView&, ImVec2 at, ImVec2 size);

// The source of the launch's kernel, which is compiled and timed.
void source_view(const LaunchView&, ImVec2 at, ImVec2 size);

// The report of a launch, whose parts appear as they become known.
// Returns its title in the window's language: only a run on a GPU claims to show what the hardware did.
const char* report_title(const Ui&);
void report_view(Ui&, const Workspace&, Requests&, ImVec2 at, ImVec2 size);

}  // namespace app
