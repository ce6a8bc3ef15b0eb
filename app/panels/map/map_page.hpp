#pragma once
// The map of a kernel in the window: its moves at the left, the map in the middle, the thread at the right, time below. Of a lesson the
// sheet stands at the left of all that and has the moves as its rows. A panel draws and asks; what there is to say is app/map's.

#include <cstdint>
#include <vector>

#include "app/actions/mapping.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_thread.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// What stands in the middle of the window in place of canvas, inspector and GPU panel, and of the sheet but in a lesson.
void map_page(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);

/// What the page keeps of a document from frame to frame.
struct MapPanel {
  const KernelMap* of = nullptr;  ///< what follows is of this map
  std::vector<MapCall> calls{};   ///< in the order in which they come first
  ListChoice call{};
  MapChoice said_of{};  ///< what the facts are of
  bool said = false;
  std::vector<MapFacts> facts{}, trail{};
  KnownFacts known{};  ///< of what the thread copies, from frame to frame
  TimeInSight time{};
  double played_at = 0, carried = 0;
  int block[3] = {0, 0, 0};  ///< as typed
  std::vector<std::int64_t> block_of{};
};
inline MapPanel& map_panel_of(const Ui& ui) { return ui.kept_in_tab<MapPanel>(); }

/// What the parts of the page are drawn from.
struct MapPageView {
  Ui& ui;
  const State& state;
  Requests& requests;
  const MapAnswer& answer;
  const MapStory& story;
  const KernelMap& map;
  const MapView& look;
  MapPanel& panel;
  void go(const MapChoice& c) const { requests.add<look_at>(c); }
  void go(std::size_t moment) const { go(at_moment(map, look.choice, moment)); }
};

void map_moves(const MapPageView&, ImVec2 at, ImVec2 size);
/// What the check found, which map_moves has beneath the moves.
void map_findings(const MapPageView&, ImVec2 at, ImVec2 size);
void map_canvas(const MapPageView&, ImVec2 at, ImVec2 size);
void map_facts(const MapPageView&, ImVec2 at, ImVec2 size);
void map_timeline(const MapPageView&, ImVec2 at, ImVec2 size);
/// In which all of its rows have room.
float timeline_height(const Ui&, const MapTime&);

}  // namespace app
