#pragma once
// The dialog "Tool": a form generated from a tool's record, arguments taken from the sheet, running the tool, and its answer.

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

/// The options of a tool in its form. Options that the window sets itself are in neither list: language, format of the answer, memory.
struct ToolForm {
  std::vector<Option> shown;   ///< arguments, required options, and some of the tool's own
  std::vector<Option> folded;  ///< under "More options"
};
ToolForm tool_form(const Tool&);
/// Returns the tool of the question, or null.
const Tool* asked_tool(const ToolQuestion&);

/// Opens the dialog with arguments from the sheet: its file or its program's, or a link to an unsaved sheet; or the selected entry with
/// those that it depends on. Other options keep their values from the last time.
void ask_tool(const Workspace&, ViewState&, const std::string& name);
void set_tool_question(ViewState&, const ToolQuestion&);
/// Returns the tool's arguments. Error: what is wrong or missing.
tl::expected<Arguments, algebra::Message> asked_arguments(const ToolQuestion&);
/// Returns the existing file that the tool would replace, or "".
std::string replaced_file(const ToolQuestion&);

/// Runs the tool in the background. Does nothing if the arguments are invalid or a tool is running.
void run_asked_tool(Workspace&, const ViewState&);
void stop_tool(Workspace&);
/// Takes a tool's answer, and reports its status if the dialog is closed. Returns true if there was one.
bool collect_tool(Workspace&, const ViewState&, HostRequests&);

/// Returns the last answer if it is from the selected tool, or null.
const ToolAnswer* shown_answer(const Workspace&, const ViewState&);
/// Returns a sentence on a tool's exit status, and its tone.
algebra::Message words_of_status(int status);
Tone tone_of_status(int status);
void copy_tool_text(const Workspace&, HostRequests&);
void copy_tool_data(const Workspace&, HostRequests&);

/// Returns the entry of the active document at a place in its file or its program's, or -1.
int entry_at(const Workspace&, const ReportPlace&);
/// Returns findings on entries of the sheet, each with a link to the entry.
std::vector<ToldRow> finding_rows(const Workspace&, const ToolAnswer&, const Texts&);
/// Closes the dialog and selects the entry.
void show_found_entry(const Workspace&, ViewState&, int entry);

}  // namespace app
