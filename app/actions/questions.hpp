#pragma once
// The dialogs that ask for a decision: about unsaved sheets, a changed file, the launch of a link, recovery; and what asks for a path.

#include <string>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/state/state.hpp"

namespace app {

/// A decision that is asked for. Words are in the interface's language.
struct Decision {
  struct Line {
    std::string words, detail{};
  };
  struct Answer {
    const char* label;  ///< in English
    Request wanted;
  };
  std::string title;
  std::string why{};          ///< beneath the title
  std::vector<Line> lines{};  ///< what it is about, one each
  std::string note{};         ///< beneath all of it
  std::vector<Answer> answers;
  int chosen = -1;  ///< the answer that Enter gives at first; -1: none
};
/// The question of the dialog that is open; without answers where it is none.
Decision decision_of(const State&);

/// What asks for a path: to open, to save, or to export.
struct PathPurpose {
  const char *title, *button, *ending;  ///< in English; of a name without an ending
  bool exports;
};
PathPurpose path_purpose(Dialog);
/// The path that the field of the dialog begins with; "" for a dialog without.
std::string first_path(const Workspace&, const ViewState&);
/// What comes of a path that was typed or chosen.
struct PathAnswer {
  std::string folder{};  ///< it is one: the field goes on in it
  std::string exists{};  ///< a file that would be replaced: asked first
  Request wanted{};      ///< otherwise
};
/// replaced: the file of which it was said that it may be replaced.
PathAnswer answer_to_path(const Workspace&, Dialog, std::string path, const std::string& replaced);

}  // namespace app
