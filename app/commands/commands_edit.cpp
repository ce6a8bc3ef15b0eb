// The Edit menu.

#include "app/commands/command_parts.hpp"

#include <array>

#include "app/actions/comparing.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/finding.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/sections.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/figures/entry_code.hpp"

namespace app {
namespace {

using namespace keys;

/// Returns the nearest entry above the selected one, else below it, with which it can be compared; "" without one.
std::string above(const Workspace& workspace, const ViewState& view) {
  std::string name;
  for (const auto& other : comparable_entries(workspace.evaluator(), view.selected)) {
    if (workspace.evaluator().find(other) > view.selected && !name.empty()) break;
    name = other;
  }
  return name;
}

bool shows_value(const Workspace& workspace, const ViewState& view) {
  return has_value(workspace, view) && !hides_values(workspace, view, view.selected);
}

bool can_compare(const Workspace& workspace, const ViewState& view) {
  return has_picture(workspace, view) && !above(workspace, view).empty();
}

/// Returns the title that the action has in the menus of entries. Requires an action with that key.
const char* titled(std::string_view key) { return entry_action(key)->title.data(); }

const std::array edit_table{
    Command{"edit.undo",
            "Undo",
            {'Z', true},
            [](const Workspace& workspace) { return workspace.can_undo(); },
            undo,
            [](const Workspace& workspace) { return workspace.undo_name(); }},
    Command{"edit.redo",
            "Redo",
            {'Z', true, true},
            [](const Workspace& workspace) { return workspace.can_redo(); },
            redo,
            [](const Workspace& workspace) { return workspace.redo_name(); }},
    Command{"edit.insert",
            "Insert an expression",
            {'I', true},
            always,
            [](Workspace& workspace, ViewState& view) { insert_entry(workspace, view, ""); }},
    Command{"edit.insert_atom", "Insert an atom…", {}, always, [](ViewState& view) { view.dialog = Dialog::atoms; }},
    Command{"edit.find_layout", "Find a layout…", {}, always, ask_for_layout},
    Command{"edit.infer_table", "Infer a layout from a table…", {}, always, [](ViewState& view) { view.dialog = Dialog::infer_table; }},
    Command{"edit.scales", "Where is my scale?…", {}, always, [](ViewState& view) { view.dialog = Dialog::scales; }},
    Command{"edit.delete",
            titled("delete"),
            {'D', true, true},
            has_selection,
            [](Workspace& workspace, ViewState& view) { delete_entry(workspace, view.selected); }},
    Command{"edit.duplicate",
            titled("duplicate"),
            {'V', true, true},
            has_selection,
            [](Workspace& workspace, ViewState& view) { duplicate_entry(workspace, view, view.selected); }},
    Command{"edit.copy_text",
            titled("copy_text"),
            {},
            has_selection,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) {
              copy_text(host, workspace.sheet().entries[static_cast<std::size_t>(view.selected)].text);
            }},
    Command{"edit.copy_cpp",
            titled("copy_cpp"),
            {'X', true, true},
            shows_value,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) {
              copy_text(host, code_of(workspace.sheet(), view.selected, algebra::code::Dialect::cpp));
            }},
    Command{"edit.copy_python",
            titled("copy_python"),
            {'Y', true, true},
            shows_value,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) {
              copy_text(host, code_of(workspace.sheet(), view.selected, algebra::code::Dialect::dsl));
            }},
    Command{"edit.copy_pycute",
            titled("copy_pycute"),
            {},
            shows_value,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) {
              copy_text(host, code_of(workspace.sheet(), view.selected, algebra::code::Dialect::pycute));
            }},
    Command{"edit.up",
            titled("up"),
            {up_arrow, false, false, true},
            has_selection,
            [](Workspace& workspace, ViewState& view) { move_entry(workspace, view, view.selected, view.selected - 1); }},
    Command{"edit.down",
            titled("down"),
            {down_arrow, false, false, true},
            has_selection,
            [](Workspace& workspace, ViewState& view) { move_entry(workspace, view, view.selected, view.selected + 2); }},
    Command{"edit.text", "Type in the entry", {F2}, has_selection, [](ViewState& view) { view.focus_entry = view.selected; }},
    Command{"edit.next_problem", "Next problem", {F2, false, true}, has_problem, next_problem},
    Command{"edit.operations", "Search the operations", {'F', true}, always, [](ViewState& view) { view.sheet_view.search_wanted = true; }},
    Command{"edit.compare",
            "Compare with the entry above",
            {'M', true},
            can_compare,
            [](Workspace& workspace, ViewState& view) { compare_entries(workspace, view, view.selected, above(workspace, view)); }},
};

}  // namespace

std::span<const Command> edit_commands() { return edit_table; }

}  // namespace app
