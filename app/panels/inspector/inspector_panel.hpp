#pragma once
// The inspector, and what the files of its tabs share.

#include <map>
#include <string>
#include <utility>

#include "app/actions/inspector_rows.hpp"
#include "app/actions/step_focus.hpp"
#include "app/document/facts.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"
#include "gpu/memory/warp_requests.hpp"

namespace app {

/// State of the tabs, kept from frame to frame.
struct InspectorState {
  RowScroll table;
  Element followed;       ///< the element that the table last scrolled to
  bool in_table = false;  ///< the mouse is over the table
  int table_entry = -1;
  std::int64_t table_rows = 0;   ///< visible rows
  float above = 0, below = 0;    ///< heights above and below the table
  std::vector<Fact> properties;  ///< of the entry with properties_version
  std::uint64_t properties_version = 0;
  int properties_bits = 0;
  int step_seen = -1, step_entry = -1;  ///< the step last scrolled to
  std::map<int, StepPart> step_parts;   ///< by operand, for step_of_parts of the entry with step_version
  std::uint64_t step_version = 0;
  int step_of_parts = -1;
  CardView stage;  ///< of the shown step
  EntryCode code;
  // Loads and stores of tensor memory.
  std::vector<ToldRow> tmem;
  std::pair<std::uint64_t, Language> tmem_of;
  // Warp requests.
  std::optional<gpu::WarpRequests> requests;
  std::uint64_t requests_version = 0;
  int requests_bits = 0;
  std::int64_t request = 0;
  Element request_of;  ///< the element whose request was last shown
};
inline InspectorState& inspector_state(const Ui& ui) { return ui.kept_in_tab<InspectorState>(); }

/// Draws the text of an empty tab.
void nothing_to_show(Rows&, const char* why);
/// Returns an entry's name, or its number if it has none.
std::string shown_name(const Workspace&, int entry);
void verdict(Rows&, const EntryResult&);
/// Returns the inspected entry: that of the shown element, else the selected one; -1 if it has no value.
int inspected_entry(const Workspace&, const ViewState&);

/// Returns the height of the tabs, which is all that a folded inspector shows.
float inspector_heading(const Ui&);
/// Draws the tabs and, if the panel is open, the selected tab's content below.
void inspector_panel(Ui&, const Workspace&, const ViewState&, Requests&, ImVec2 at, ImVec2 size);

// The code tab: the entry as CuTe C++, CuTe DSL or pycute.
void code_tab(Rows&, const Workspace&, const ViewState&, Requests&);

// The element tab: coordinates of the pointed element, its inner product, its origin in the operands, its owner.
void element_tab(Rows&, const Workspace&, const ViewState&, Requests&);

// The memory tab: lines, sectors and banks of the warp requests for the entry's elements, with a picture of the touched lines.
void memory_tab(Rows&, const Workspace&, const ViewState&, Requests&);

// The properties tab: size, rank, injectivity and other properties of a layout.
void properties_tab(Rows&, const Workspace&, const ViewState&);

// The steps tab: the stages of an operation, each drawn, with the pointed element marked.
// Returns the elements of an operand that the chosen step works on; cached.
const StepPart& step_part(Ui&, const Workspace&, const ViewState&, int operand);
void steps_tab(Rows&, const Workspace&, const ViewState&, Requests&);

}  // namespace app
