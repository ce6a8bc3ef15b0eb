#pragma once
// The finder in the window: searches a better layout for an entry or the launch, and adds it to the sheet.

#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/actions/told_rows.hpp"
#include "app/launch/found_layouts.hpp"
#include "app/launch/layout_search.hpp"
#include "app/launch/suggestion.hpp"
#include "app/state/state.hpp"

namespace app {

inline FoundLayouts find_layouts(const Workspace& workspace, int entry) {
  return find_layouts(workspace.evaluator(), workspace.sheet().launch, entry);
}
/// Returns the same, cached until the workspace changes, as an open menu asks in each frame.
const FoundLayouts& find_layouts_once(const Workspace&, int entry);
/// Returns the question in the dialog, for the search.
tl::expected<SearchQuestion, FormProblem> asked_question(const Workspace&, const LayoutQuestion&);

/// The last question and its results, so that nothing is searched in a frame without changes.
struct LayoutFinder {
  LayoutQuestion of;
  std::uint64_t changes = 0;           ///< of the workspace
  std::optional<FormProblem> problem;  ///< of the form
  std::optional<Searched> found;
  bool fresh = false;  ///< `found` answers `of`
  LayoutSearch search;

  void ask(const Workspace&, const LayoutQuestion&);
  /// Takes a new answer. Returns true if there was one.
  bool take();
  bool waits() const { return !problem && !fresh; }
  /// Returns the summary of the search, or the reason why nothing was found.
  std::vector<ToldRow> words(const Texts&) const;
  /// Returns the last results for a question of that kind; null without any.
  template <class Kind>
  const Kind* last() const {
    const auto* kind = found && !problem ? std::get_if<Kind>(&*found) : nullptr;
    return kind != nullptr && kind->answer && !kind->answer->best.empty() ? kind : nullptr;
  }
};

/// Opens the dialog with the entry's question, or the launch's, or an example.
void ask_in_full(const Workspace&, ViewState&, int entry);
/// Opens it with the question of the selected entry, else of the launch.
void ask_for_layout(const Workspace&, ViewState&);

/// Adds a found layout as an entry below `entry`, with a card. For the launch it also becomes the tensor, if that is one tile. One undo
/// step.
void put_layout(Workspace&, ViewState&, int entry, const std::string& expression);
/// Adds found threads, a tiled copy, as an entry below `entry`. A launch of global memory without an instruction of its own then copies
/// with it. One undo step.
void put_threads(Workspace&, ViewState&, int entry, const std::string& expression);
/// Adds the result of the dialog's question, of either kind, and closes the dialog.
void take_found(Workspace&, ViewState&, const std::string& expression);
/// Finds the best layout for the launch and adds it, or reports that there is no better one.
void remove_conflicts(Workspace&, ViewState&, HostRequests&);

}  // namespace app
