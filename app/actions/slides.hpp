#pragma once
// What the slides of a presentation say and show, whoever draws them: the window, or a PDF.

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

/// How the sheet's values are printed.
algebra::Marks marks_of(const Workspace&);

enum class SlideWords : std::uint8_t {
  source,   ///< of an entry, large
  value,    ///< source in usual letters
  heading,  ///< of an exercise
  not_yet,  ///< the same, of one that is answered wrong
  text,
  faint,   ///< notes and facts
  before,  ///< what was said at the stop before
  hint,
  wrong,
};
struct SlideLine {
  SlideWords is = SlideWords::text;
  std::string text;
};
/// All that the slide of a stop says, in the language of the view.
std::vector<SlideLine> words_of_slide(const Workspace&, const ViewState&, const Stop&);

/// Whether the stop shows the answer of that exercise.
bool shows_answer(const Workspace&, const Stop&, int exercise);
/// The answer of an exercise as the sheet would have it: the sheet itself stays as it is.
struct ExerciseAnswer {
  std::string text;  ///< "S = (3,4):(4,3)"
  std::optional<Picture> picture;
};
ExerciseAnswer answer_of_exercise(const Workspace&, int entry, int exercise);
/// The entries with cards that an exercise's checks name, at most two.
std::vector<int> entries_asked_of(const Workspace&, int entry, int exercise);
/// The entry's operands that have cards, at most six.
std::vector<int> operands_with_cards(const Workspace&, int entry);

/// Writes all stops of the presentation as pages of a PDF, those of an operation's steps too, and at the end the launch. Returns how many.
/// Error: one sentence.
tl::expected<std::size_t, algebra::Message> write_slides(const Workspace&, const ViewState&, render::ThemeName, const std::string& path);
/// The same for the path that the dialog asked for, which stays open if that fails.
void export_slides_asked(const Workspace&, ViewState&, HostRequests&, const std::string& path);

/// Where words and body of a slide stand: one above the other, or side by side if the cells are larger then.
struct SlideParts {
  Point words, body_at, body;  ///< sizes of both, and where the body begins, from the slide's corner
};
/// gap: between them. least: width of words. height: of the words in so much of width. cell: side of the body's cells in that room.
SlideParts slide_parts(Point size, float gap, float least, const std::function<float(float width)>& height,
                       const std::function<float(Point room)>& cell);
/// So many cards over a whole slide, with the largest usual cells with which all have room. extent: of a card with cells of that side.
/// placings: what was arranged.
Arrangement arrange_slide(std::size_t cards, Extent room, float gap, float point,
                          const std::function<Extent(std::size_t card, float cell)>& extent, std::vector<Placing>& placings);

}  // namespace app
