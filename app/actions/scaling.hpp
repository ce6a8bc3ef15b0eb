#pragma once
// The dialog "Where is my scale?": its question, and a picture of it for the sheet.

#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "app/actions/told_rows.hpp"
#include "app/scales/scale_question.hpp"
#include "app/state/state.hpp"

namespace app {

void set_scale_question(ViewState&, const ScaleQuestion&);

/// Adds the matrix with its scales beside it, as they are read and, if they differ, as they are written. Pointing at an element then
/// highlights its scale. Closes the dialog. Does nothing without an answer. One undo step.
void put_scale_picture(Workspace&, ViewState&, const ScaleQuestion&);

/// The last question and its answer, so that nothing is compared in a frame without changes. A file is read only on request.
struct ScaleAnswers {
  ScaleQuestion of, of_file;
  std::optional<tl::expected<ScaleReport, ScaleRefusal>> found;
  std::optional<tl::expected<ScaleFileAnswer, ScaleRefusal>> in_file;

  /// Updates the answer. Returns true if it has changed.
  bool follow(const ScaleQuestion&);
  void look_at_file(const ScaleQuestion&);
  /// Returns why there is no answer; null if there is one, or it is not known yet.
  const ScaleRefusal* refusal(const ScaleQuestion&) const;
  /// Returns the answer in rows.
  std::vector<ToldRow> words(const ScaleQuestion&, const Texts&) const;
  /// Returns the question for the picture, with the order found in a file. nullopt without an answer.
  std::optional<ScaleQuestion> pictured(const ScaleQuestion&) const;

 private:
  bool looked_at(const ScaleQuestion& q) const { return in_file && of_file == q; }
};

}  // namespace app
