#pragma once
// A slide of a presentation: the text of a stop, with its grids as large as they fit beside or below it.

#include <cstdint>
#include "app/actions/presenting.hpp"
#include "app/actions/slides.hpp"
#include "app/panels/teaching/teaching.hpp"

namespace app {

/// The slide being presented, and where to draw it.
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

// The text of a slide.
// An answer, cached until the sheet changes.
struct AnswerOnSlide {
  std::uint64_t of = 0;  ///< Workspace::changes() then
  int exercise = -1;
  ExerciseAnswer answer;
};
/// Evaluates the answer in a copy of the sheet, once.
const ExerciseAnswer& answer_of(const Stage&, int exercise);

struct Said {
  float height = 0;
  bool breaks = false;  ///< a line of source, or a word, is too long for a line
};
/// Lays out the text of a slide; draws only with a list.
Said say(const Stage&, ImDrawList*, ImVec2 at, float width);

}  // namespace app
