#pragma once
// The finder in the window: a better layout for an entry or for the launch, and putting it into the sheet.

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
/// The same, kept until the workspace changes: a menu that is open asks in each frame.
const FoundLayouts& find_layouts_once(const Workspace&, int entry);
/// What is asked in the dialog, to be searched.
tl::expected<SearchQuestion, FormProblem> asked_question(const Workspace&, const LayoutQuestion&);

/// What was asked last and what was found, so that nothing is searched in a frame in which nothing changed.
struct LayoutFinder {
  LayoutQuestion of;
  std::uint64_t changes = 0;           ///< of the workspace
  std::optional<FormProblem> problem;  ///< of the form
  std::optional<Searched> found;
  bool fresh = false;  ///< `found` is the answer to `of`
  LayoutSearch search;

  void ask(const Workspace&, const LayoutQuestion&);
  /// True if an answer has come.
  bool take();
  bool waits() const { return !problem && !fresh; }
  /// What the answer says of all that was gone through, or why there is none.
  std::vector<ToldRow> words(const Texts&) const;
  /// What was found last to a question of that kind; null if there is nothing, or why there is nothing.
  template <class Kind>
  const Kind* last() const {
    const auto* kind = found && !problem ? std::get_if<Kind>(&*found) : nullptr;
    return kind != nullptr && kind->answer && !kind->answer->best.empty() ? kind : nullptr;
  }
};

/// Opens the dialog with the entry's question, or the launch's; with an example where there is none.
void ask_in_full(const Workspace&, ViewState&, int entry);
/// Opens it with the question of the selected entry, else with the launch's.
void ask_for_layout(const Workspace&, ViewState&);

/// Adds a layout that was found as an entry below `entry`, with a card. Of the launch, whose tensor it becomes if that is one tile. One
/// undo step.
void put_layout(Workspace&, ViewState&, int entry, const std::string& expression);
/// Adds threads that were found, a tiled copy, as an entry below `entry`. Of a launch of global memory without an instruction of its own,
/// which then copies with it. One undo step.
void put_threads(Workspace&, ViewState&, int entry, const std::string& expression);
/// Either of them, as the dialog asks, which it closes.
void take_found(Workspace&, ViewState&, const std::string& expression);
/// Finds the best layout for the launch and puts it, or says that there is no better one.
void remove_conflicts(Workspace&, ViewState&, HostRequests&);

}  // namespace app
