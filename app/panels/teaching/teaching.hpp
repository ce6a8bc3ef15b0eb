#pragma once
// Additions to cards for teaching, and the state of its views.

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/panels/canvas/card.hpp"
#include "app/ui/ui.hpp"

namespace app {

struct AnswerOnSlide;

/// State kept from frame to frame.
struct TeachingUi {
  std::unordered_map<std::int64_t, CardView> cards;  ///< in a presentation, whose cards are as large as possible
  CardView step, trace;
  std::shared_ptr<const AnswerOnSlide> answer;              ///< of the last revealed exercise; null until then
  std::vector<int> presented;                               ///< the entries to stop at
  std::uint64_t presented_at = 0;                           ///< Workspace::changes() then
  int captioned = -1;                                       ///< the entry whose name and value are already shown above its card
  std::unordered_map<std::int64_t, render::Diagram> blank;  ///< diagrams of cards without their hidden values
  std::int64_t walker_seen = -1;                            ///< position of the traversal that the grid last scrolled to
  std::unordered_map<int, float> bars;                      ///< heights of the bars below cards, as last drawn
  std::string typed;                                        ///< the answer being typed
  std::int64_t typed_for = -1;                              ///< coordinate of its cell; -1: none
  int asked_frame = -1;                                     ///< the frame that last drew its field, as an entry may be drawn more than once
  bool wants_keys = false;                                  ///< its field gets keyboard focus in the next frame
  struct Help {
    int shown = 0;    ///< the number of hints, plus one for the answer
    int reveals = 0;  ///< remaining frames of scrolling to it
  };
  std::vector<Help> help_seen;  ///< by exercise of the lesson
  struct Spot {
    ImVec2 at;
    double time;  ///< in seconds
  };
  std::deque<Spot> laser;  ///< recent positions of the dot
};
inline TeachingUi& teaching(const Ui& ui) { return ui.kept<TeachingUi>(); }

/// Enlarges the layout by the bars below the grid.
void make_room_to_teach(Ui&, const Workspace&, const ViewState&, int entry, CardLayout&, float max_width);
/// Returns the style with question marks for hidden labels, colours of revealed cells, and the traversal's path below the labels.
GridStyle shown_style(Ui&, const Workspace&, const ViewState&, const CardGrid&, GridStyle);
/// Draws the traversal's marker and the bars, and handles clicks on hidden cells. Call this after the grid.
void teach(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under, ImVec2 card_at, const CardLayout&);

// Predictions in a card: hidden values as question marks, revealing, typed answers, the score.
// Returns the diagram without the hidden values. A copy is owned by Ui::teaching.
const render::Diagram& shown_diagram(Ui&, const Workspace&, const ViewState&, int entry, std::int64_t card, const render::Diagram&);
float prediction_height(Ui&, const Workspace&, const ViewState&, int entry, float width);
void prediction_bar(Ui&, const Workspace&, const ViewState&, Requests&, int entry, ImVec2 at, float width);
void point_at_hidden(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, CellAt under);
/// Returns the colour of a cell as it is shown, without that of a hidden value.
ImU32 shown_cell_ink(const Ui&, const Workspace&, const ViewState&, const CardGrid&, std::int64_t row, std::int64_t column);
GridStyle hidden_style(Ui&, const Workspace&, const ViewState&, const CardGrid&, GridStyle);

// A traversal of a card's elements: its path, its marker and its playback bar.
float traversal_height(const Ui&, const Workspace&, const ViewState&, int entry);
void traversal_bar(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&, ImVec2 at, float width);
void draw_path(const Ui&, const Workspace&, const ViewState&, const CardGrid&);
/// Advances the traversal. Call this once per frame, even if its card is not visible.
void play_traversal(Ui&, const ViewState&, Requests&);
void draw_walker(Ui&, const Workspace&, const ViewState&, Requests&, const CardGrid&);

// The presenter's pointer: a spotlight that dims everything around it, and a laser dot with a short trail.
// Draws spotlight and laser on top of everything.
void draw_pointer(Ui&, const ViewState&, ImVec2 at, ImVec2 size);

// Presentation mode: one entry fills the window, with its source as the caption and its notes for the speaker.
// Draws the whole content of the window during a presentation.
void presentation(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

// The tour of the first run.
// Highlights five parts of the window, each with a sentence or two.
void tour(Ui&, const ViewState&, Requests&);

}  // namespace app
