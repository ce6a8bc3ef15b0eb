#pragma once
// The map of a kernel: reading it, and its view.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/map/map_reader.hpp"
#include "app/state/state.hpp"

namespace app {

/// Returns whether the document has a kernel with a map, and whether that is shown.
bool has_map(const Workspace&);
bool shows_map(const Workspace&, const ViewState&);
void show_map(const Workspace&, ViewState&, bool map);
inline void map_or_cards(const Workspace& workspace, ViewState& view) { show_map(workspace, view, !shows_map(workspace, view)); }

/// Return the view of the active document's map.
const MapView& map_view(const Workspace&, const ViewState&);
MapView& map_view(const Workspace&, ViewState&);
/// Returns the question for the map that should be shown; nullopt for a document without a kernel.
std::optional<MapQuestion> wanted_map(const Workspace&, const ViewState&);
/// Reads the map in the background, unless it is there. Then `look_first` goes to its first load.
void read_map(Workspace&, const ViewState&);
void look_first(const Workspace&, ViewState&);
void stop_map_check(Workspace&);
bool has_map_to_run(const Workspace&);
/// Runs the shown block, on a GPU if there is one, and shows the steps in the order of that run.
void run_map(Workspace&, ViewState&);
void begin_run(Workspace&, ViewState&);  ///< runs the block if the map's view requests it, once the map is shown
void show_run(const Workspace&, ViewState&, bool as_run);
/// Returns the shown story of an answer: its map in the planned order, or as it was run; null if there is none.
const MapStory* story_shown(const MapAnswer&, const MapView&);

void look_at(const Workspace&, ViewState&, const MapChoice&);
/// Steps forward or back, also over steps that neither move nor order anything.
void step_map(const Workspace&, ViewState&, std::int64_t steps);
/// Selects another block or kernel, whose map is then read.
void look_at_block(const Workspace&, ViewState&, const std::vector<std::int64_t>& block);
void look_at_kernel(const Workspace&, ViewState&, std::size_t kernel);
void play_map(const Workspace&, ViewState&, bool playing);
void set_map_speed(const Workspace&, ViewState&, double);
/// Requests keyboard focus for the block's field, or drops the request.
void go_to_in_map(const Workspace&, ViewState&);
void end_going(const Workspace&, ViewState&);

/// The visible part of a map's timeline, in ticks.
struct TimeInSight {
  double from = 0, span = 0;  ///< span 0: all that fits
  double all = 1;
  std::size_t followed = 0;  ///< the moment that it last scrolled to
  /// Sets the number of ticks, of which at most `seen_at_first` are visible initially.
  void update(double ticks, double seen_at_first);
  /// Scrolls to another moment, at that tick.
  void follow(std::size_t moment, double tick);
  /// Zooms by notches of the wheel. `at`: the fraction of the view, 0 .. 1, that stays in place.
  void zoom(double at, double notches);
};
/// Returns the first moment at or after the tick; nullopt at the end.
std::optional<std::size_t> first_moment_of(const KernelMap&, std::int64_t tick);

}  // namespace app
