#pragma once
// The page of a kernel's map: moves at the left, the map in the middle, the thread at the right, the timeline below. In a lesson the sheet
// at the left replaces the moves. Panels only draw and send requests; the contents come from app/map.

#include <cstdint>
#include <vector>

#include "app/actions/mapping.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_thread.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws the page in place of canvas, inspector and GPU panel and, except in a lesson, of the sheet.
void map_page(Ui&, const State&, Requests&, ImVec2 at, ImVec2 size);

/// State of the page for a document, kept from frame to frame.
struct MapPanel {
  const KernelMap* of = nullptr;  ///< the map that the other members belong to
  std::vector<MapCall> calls{};   ///< in the order of their first moments
  ListChoice call{};
  MapChoice said_of{};  ///< the choice that the facts belong to
  bool said = false;
  std::vector<MapFacts> facts{}, trail{};
  KnownFacts known{};  ///< facts of the thread's copies and products, kept from frame to frame
  TimeInSight time{};
  double played_at = 0, carried = 0;
  int block[3] = {0, 0, 0};  ///< as typed
  std::vector<std::int64_t> block_of{};
};
inline MapPanel& map_panel_of(const Ui& ui) { return ui.kept_in_tab<MapPanel>(); }

/// Everything that the parts of the page need to draw.
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
/// Draws the findings of the check, below the moves.
void map_findings(const MapPageView&, ImVec2 at, ImVec2 size);
void map_canvas(const MapPageView&, ImVec2 at, ImVec2 size);
void map_facts(const MapPageView&, ImVec2 at, ImVec2 size);
void map_timeline(const MapPageView&, ImVec2 at, ImVec2 size);
/// Returns the height that shows all rows.
float timeline_height(const Ui&, const MapTime&);

}  // namespace app
