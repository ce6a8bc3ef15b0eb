#pragma once
// The finder in the window: a better layout for an entry or for the launch, and putting it into the sheet.

#include <string>

#include "algebra/text/message.hpp"
#include "app/launch/found_layouts.hpp"
#include "app/launch/layout_search.hpp"
#include "app/launch/suggestion.hpp"
#include "app/state/state.hpp"

namespace app {

inline FoundLayouts find_layouts(const Workspace& workspace, int entry) {
  return find_layouts(workspace.evaluator(), workspace.sheet().launch, entry);
}
/// What is asked in the dialog, to be searched.
tl::expected<SearchQuestion, FormProblem> asked_question(const Workspace&, const LayoutQuestion&);

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
