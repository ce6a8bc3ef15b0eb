#pragma once
// The dialog "Where is my scale?": what is asked, and its picture in the sheet.

#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "app/actions/told_rows.hpp"
#include "app/scales/scale_question.hpp"
#include "app/state/state.hpp"

namespace app {

void set_scale_question(ViewState&, const ScaleQuestion&);

/// Adds the matrix with its scales beside it, as they are read and, where that is elsewhere, as they are written: point at an element, and
/// its scale lights up. Closes the dialog; nothing where the question has no answer. One undo step.
void put_scale_picture(Workspace&, ViewState&, const ScaleQuestion&);

/// What was asked last, and its answer, so that nothing is compared in a frame in which nothing changed. Of a file nothing is read until it
/// is asked for.
struct ScaleAnswers {
  ScaleQuestion of, of_file;
  std::optional<tl::expected<ScaleReport, ScaleRefusal>> found;
  std::optional<tl::expected<ScaleFileAnswer, ScaleRefusal>> in_file;

  /// True if the answer is another one.
  bool follow(const ScaleQuestion&);
  void look_at_file(const ScaleQuestion&);
  /// Why there is no answer; null if there is one, or it is not known.
  const ScaleRefusal* refusal(const ScaleQuestion&) const;
  /// What the answer says.
  std::vector<ToldRow> words(const ScaleQuestion&, const Texts&) const;
  /// What the picture shows: of a file the order that was found. Nothing without an answer.
  std::optional<ScaleQuestion> pictured(const ScaleQuestion&) const;

 private:
  bool looked_at(const ScaleQuestion& q) const { return in_file && of_file == q; }
};

}  // namespace app
