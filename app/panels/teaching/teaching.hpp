#pragma once
// What teaching adds to a card, and the view that fills the window.

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/panels/canvas/card.hpp"

namespace app {

/// What the views of teaching keep from frame to frame.
struct TeachingUi {
  std::unordered_map<std::int64_t, CardView> cards;  ///< of a presentation: as large as fits there
  CardView step, trace;
  std::vector<int> presented;                               ///< the entries to stop at
  std::uint64_t presented_at = 0;                           ///< Workspace::changes() then
  int captioned = -1;                                       ///< the entry whose name and value stand above its card already
  std::unordered_map<std::int64_t, render::Diagram> blank;  ///< cards as they are drawn while their values are hidden
  std::int64_t walker_seen = -1;                            ///< the walk's position that the grid was last scrolled to
  std::unordered_map<int, float> bars;                      ///< heights of the bars beneath cards, as they were last drawn
  std::string typed;                                        ///< the answer, so far
  std::int64_t typed_for = -1;                              ///< the cell that it is for
  int asked_frame = -1;                                     ///< the frame that last drew its field: an entry may be drawn more than once
  bool wants_keys = false;                                  ///< its field is to have the keyboard next frame
  struct Spot {
    ImVec2 at;
    double time;  ///< seconds
  };
  std::deque<Spot> laser;  ///< where the dot has been just now
};
TeachingUi& teaching(Ui&);

/// Room beneath a card's grid for what is taught with it.
void make_room_to_teach(Ui&, const Workspace&, const ViewState&, int entry, CardLayout&, float max_width);
/// Question marks in place of hidden labels, colours where they are revealed; a walk's path beneath the labels.
GridStyle shown_style(Ui&, const Workspace&, const ViewState&, const CardGrid&, GridStyle);
/// After the grid: the walker, what a click on a hidden cell does, and the bars at the card's foot.
void teach(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under, ImVec2 card_at, const CardLayout&);

// The two of them.

}  // namespace app
