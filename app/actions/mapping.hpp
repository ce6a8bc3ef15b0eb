#pragma once
// The map of a kernel: what is read, and what of it is looked at.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/map/map_reader.hpp"
#include "app/state/state.hpp"

namespace app {

/// Whether the document has a kernel of which a map can be shown, and whether it is.
bool has_map(const Workspace&);
bool shows_map(const Workspace&, const ViewState&);
void show_map(const Workspace&, ViewState&, bool map);
inline void map_or_cards(const Workspace& workspace, ViewState& view) { show_map(workspace, view, !shows_map(workspace, view)); }

/// What of the active document's map is looked at, and the same to be changed.
const MapView& map_view(const Workspace&, const ViewState&);
MapView& map_view(const Workspace&, ViewState&);
/// The map that is wanted now; nothing for a document without.
std::optional<MapQuestion> wanted_map(const Workspace&, const ViewState&);
/// Reads it in the background, unless it is there. Once it is, `look_first` looks at its first load.
void read_map(Workspace&, const ViewState&);
void look_first(const Workspace&, ViewState&);
void stop_map_check(Workspace&);
/// Runs the block that is looked at, on the GPU where there is one; and shows its steps in the order in which it did them.
bool has_map_to_run(const Workspace&);
void run_map(Workspace&, ViewState&);
void begin_run(Workspace&, ViewState&);  ///< what the map asks for, once it is shown
void show_run(const Workspace&, ViewState&, bool as_run);
/// What is shown of an answer: its map, or the same as it was run. Null: there is none.
const MapStory* story_shown(const MapAnswer&, const MapView&);

void look_at(const Workspace&, ViewState&, const MapChoice&);
/// Steps forward or back, over what moves nothing and orders nothing, too.
void step_map(const Workspace&, ViewState&, std::int64_t steps);
/// Another block or kernel is read.
void look_at_block(const Workspace&, ViewState&, const std::vector<std::int64_t>& block);
void look_at_kernel(const Workspace&, ViewState&, std::size_t kernel);
void play_map(const Workspace&, ViewState&, bool playing);
void set_map_speed(const Workspace&, ViewState&, double);
/// The field of the block gets the keyboard, or no longer waits for it.
void go_to_in_map(const Workspace&, ViewState&);
void end_going(const Workspace&, ViewState&);

/// The part of a map's time that is in sight, in ticks.
struct TimeInSight {
  double from = 0, span = 0;  ///< span 0: all that has room
  double all = 1;
  std::size_t followed = 0;  ///< the moment that it last scrolled to
  /// Of so many ticks at most so many are seen at first.
  void update(double ticks, double seen_at_first);
  /// Another moment, at that tick, comes into sight.
  void follow(std::size_t moment, double tick);
  /// By notches of the wheel, with what is at a part of the view, 0 .. 1, where it is.
  void zoom(double at, double notches);
};
/// The first moment of the tick, or after it; nothing at the end.
std::optional<std::size_t> first_moment_of(const KernelMap&, std::int64_t tick);

}  // namespace app
