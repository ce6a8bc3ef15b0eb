#pragma once
// The contents of the slides of a presentation, for the window and for a PDF.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/arrange.hpp"
#include "app/actions/presenting.hpp"
#include "app/figures/pictures.hpp"
#include "render/theme.hpp"

namespace app {

/// Returns how the sheet's values are printed.
algebra::Marks marks_of(const Workspace&);

enum class SlideWords : std::uint8_t {
  source,   ///< of an entry, large
  value,    ///< source in normal size
  heading,  ///< of an exercise
  not_yet,  ///< of an exercise with a wrong answer
  text,
  faint,   ///< notes and facts
  before,  ///< text of the stop before
  hint,
  wrong,
};
struct SlideLine {
  SlideWords is = SlideWords::text;
  std::string text;
};
/// Returns the text of a stop's slide, in the language of the view.
std::vector<SlideLine> words_of_slide(const Workspace&, const ViewState&, const Stop&);

/// Returns whether the stop shows the answer of that exercise.
bool shows_answer(const Workspace&, const Stop&, int exercise);
/// The answer of an exercise, evaluated in a copy of the sheet.
struct ExerciseAnswer {
  std::string text;  ///< "S = (3,4):(4,3)"
  std::optional<Picture> picture;
};
ExerciseAnswer answer_of_exercise(const Workspace&, int entry, int exercise);
/// Returns the entries with cards that an exercise's checks name, at most two.
std::vector<int> entries_asked_of(const Workspace&, int entry, int exercise);
/// Returns the entry's operands that have cards, at most six.
std::vector<int> operands_with_cards(const Workspace&, int entry);

/// Writes all stops of the presentation as pages of a PDF, including the steps of operations, with the launch at the end. Returns the
/// number of pages. Error: one sentence.
tl::expected<std::size_t, algebra::Message> write_slides(const Workspace&, const ViewState&, render::ThemeName, const std::string& path);
/// Writes the slides to the path selected in the dialog, which stays open on failure.
void export_slides_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);

/// The parts of a slide: words and body one above the other, or side by side if the cells are larger then.
struct SlideParts {
  Point words, body_at, body;  ///< sizes of both, and the body's origin from the slide's corner
};
/// Lays out a slide. gap: between the parts. least: smallest width of the words. height: returns the height of the words at a width. cell:
/// returns the side of the body's cells in a room.
SlideParts slide_parts(Point size, float gap, float least, const std::function<float(float width)>& height,
                       const std::function<float(Point room)>& cell);
/// Arranges cards over a whole slide, with the largest normal cells that fit. extent: returns the size of a card with cells of that side.
/// placings: receives what was arranged.
Arrangement arrange_slide(std::size_t cards, Extent room, float gap, float point,
                          const std::function<Extent(std::size_t card, float cell)>& extent, std::vector<Placing>& placings);

}  // namespace app
