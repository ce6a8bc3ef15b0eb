#pragma once
// The dialog "Tool": a form made of a tool's record, what the sheet has for its arguments, running it, and its answer.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/actions/told_rows.hpp"
#include "app/state/state.hpp"
#include "app/state/tool_runner.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// The options of a tool as its form has them. Those that the window decides itself are in neither: its language, the form of the answer,
/// the memory that may be taken.
struct ToolForm {
  std::vector<Option> shown;   ///< arguments, what is required, and some of the tool's own
  std::vector<Option> folded;  ///< under "More options"
};
ToolForm tool_form(const Tool&);
/// The tool that the question is of; null: none.
const Tool* asked_tool(const ToolQuestion&);

/// Opens the dialog with what the sheet has for the arguments: the file that it or its program is in, or a link to what is not saved;
/// or the selected entry, and those that it follows from. What else was asked of the same tool before stays.
void ask_tool(const Workspace&, ViewState&, const std::string& name);
void set_tool_question(ViewState&, const ToolQuestion&);
/// What the tool would be given. Error: what is wrong, or missing.
tl::expected<Arguments, algebra::Message> asked_arguments(const ToolQuestion&);
/// The file that the tool would write, if it is there already: it is replaced. "": none.
std::string replaced_file(const ToolQuestion&);

/// Runs what is asked in the background. Nothing where that cannot be, or a tool is at it.
void run_asked_tool(Workspace&, const ViewState&);
void stop_tool(Workspace&);
/// Takes the answer of a tool, and says how it ended where its dialog is not open. True if there was one.
bool collect_tool(Workspace&, const ViewState&, HostRequests&);

/// The last answer, if it is one to the tool that is asked; null: none.
const ToolAnswer* shown_answer(const Workspace&, const ViewState&);
/// How a tool has ended, in a sentence, and how that is meant.
algebra::Message words_of_status(int status);
Tone tone_of_status(int status);
void copy_tool_text(const Workspace&, HostRequests&);
void copy_tool_data(const Workspace&, HostRequests&);

/// The entry of the active document that a place in its file, or its program's, is of; -1: none.
int entry_at(const Workspace&, const ReportPlace&);
/// The findings that are of entries here, each with the way to its entry.
std::vector<ToldRow> finding_rows(const Workspace&, const ToolAnswer&, const Texts&);
/// Closes the dialog and goes to the entry.
void show_found_entry(const Workspace&, ViewState&, int entry);

}  // namespace app
