#pragma once
// A slide of a presentation: the words of a stop, and its grids as large as they fit beside or beneath them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include "app/actions/presenting.hpp"
#include "app/figures/pictures.hpp"
#include "app/panels/teaching/teaching.hpp"

namespace app {

/// What is presented now, and where it is drawn to.
struct Stage {
  Ui& ui;
  const Workspace& workspace;
  const ViewState& view;
  Requests& requests;
  Stop stop;
  ImDrawList* list;

  const EntryResult& result() const { return workspace.result(stop.entry); }
};

/// Draws the slide of `Stage::stop`, with the presentation's fonts and scale.
void draw_slide(const Stage&, ImVec2 at, ImVec2 size);

// The words of a slide: source, value, notes, the steps of a derivation, the task, hints and answer of an exercise.
/// The answer of an exercise as the sheet would have it: the sheet itself stays as it is.
struct AnswerOnSlide {
  std::uint64_t of = 0;  ///< Workspace::changes() then
  int exercise = -1;
  std::string text;  ///< "S = (3,4):(4,3)"
  std::optional<Picture> picture;
};
/// It is evaluated in a copy of the sheet, once.
const AnswerOnSlide& answer_of(const Stage&, int exercise);
/// Whether the stop shows the answer of its exercise.
bool reveals(const Stage&, int exercise);

/// How the sheet's values are printed.
algebra::Marks marks_of(const Stage&);
struct Said {
  float height = 0;
  bool breaks = false;  ///< a line of source, or a word, does not fit into a line
};
/// All that a slide says; draws only with a list.
Said say(const Stage&, ImDrawList*, ImVec2 at, float width);

}  // namespace app
