#pragma once
// The parts of the GPU panel, and what they share about the launch that they show.

#include "app/launch/launch_plan.hpp"
#include "app/panels/canvas/card.hpp"
#include "gpu/memory_model.hpp"
#include "gpu/playback.hpp"

namespace app {

/// A launch that has a plan, for one frame.
struct LaunchView {
  Ui& ui;
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;
  const gpu::LaunchPlan& plan;
  std::int64_t total = 0, position = 0;   ///< requests; those that have been made
  std::optional<gpu::RequestAt> current;  ///< the last one made
  bool two_sided = false;                 ///< loads and stores are different requests
  bool loads = true;                      ///< those that load are shown; false: those that store

  LaunchView(Ui&, const Workspace&, const ViewState&, Requests&, const gpu::LaunchPlan&);
  const LaunchSettings& settings() const { return workspace.sheet().launch; }
  const gpu::Mapping& mapping() const { return loads ? plan.shape.from : plan.shape.to; }
  gpu::Direction direction() const { return loads ? gpu::Direction::load : gpu::Direction::store; }
  bool isolated() const { return isolates(settings()); }
  /// Of a request: whether anyone of its warp is isolated.
  bool chosen(const gpu::RequestAt&) const;
  void go(std::int64_t position) const;
  /// What a click on something of this thread does: isolate it; with Shift its warp, with Ctrl its block; again: nothing.
  void pick(std::int64_t block, std::int64_t thread) const;
  /// Lists who touches the element.
  void tooltip(std::int64_t element) const;
  ImU32 thread_colour(std::int64_t thread) const;
  /// The thread that touched the element first, if that is known; looked for in large launches.
  std::optional<algebra::Touch> first(std::int64_t element) const;
};

/// A few words beside the pointer.
void hint(const Ui&, const std::string& text);
/// "1,234,567"; four digits read well as they are.
std::string grouped(std::int64_t);

/// A click, not the end of a drag.
bool clicked_here();

/// Wheel and a bar at the right edge for `count` rows of which `size` shows some; follows nothing by itself.
/// Put it after the rows' own item. Width that the bar takes: scroll_bar_width.
void scroll_rows(Ui&, const char* id, RowScroll&, std::int64_t count, float row_height, ImVec2 at, ImVec2 size);
float scroll_bar_width(const Ui&);
/// Scrolls so that the row is in sight.
void show_row(RowScroll&, std::int64_t row, std::int64_t count, double visible);

}  // namespace app
