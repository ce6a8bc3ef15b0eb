#pragma once
// Dialogs that ask for a decision: unsaved sheets, a changed file, the launch of a link, recovery; and dialogs that ask for a path.

#include <string>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/state/state.hpp"

namespace app {

/// A decision to be made. Texts are in the interface's language.
struct Decision {
  struct Line {
    std::string words, detail{};
  };
  struct Answer {
    const char* label;  ///< in English
    Request wanted;
  };
  std::string title;
  std::string why{};          ///< below the title
  std::vector<Line> lines{};  ///< the subjects of the question
  std::string note{};         ///< below everything else
  std::vector<Answer> answers;
  int chosen = -1;  ///< the answer that Enter gives initially; -1: none
};
/// Returns the question of the open dialog; without answers if it asks none.
Decision decision_of(const State&);

/// The purpose of a path dialog: to open, to save, or to export.
struct PathPurpose {
  const char *title, *button, *ending;  ///< in English; `ending`: the default extension
  bool exports;
};
PathPurpose path_purpose(Dialog);
/// Returns the initial path of the dialog's field, or "".
std::string first_path(const Workspace&, const ViewState&);
/// The effect of a path that was typed or selected.
struct PathAnswer {
  std::string folder{};  ///< it is a folder, in which the field continues
  std::string exists{};  ///< a file that would be replaced, after a question
  Request wanted{};      ///< otherwise
};
/// replaced: a file that the user has already agreed to replace.
PathAnswer answer_to_path(const Workspace&, Dialog, std::string path, const std::string& replaced);

}  // namespace app
