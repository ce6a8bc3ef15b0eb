// The File menu.

#include "app/commands/command_parts.hpp"

#include <array>

#include "app/actions/documents.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/starting.hpp"

namespace app {
namespace {

using namespace keys;

bool has_tabs(const Workspace& workspace) { return workspace.documents().size() > 1; }
bool can_close(const Workspace& workspace) {
  return has_tabs(workspace) || !workspace.document().untouched() || !workspace.sheet().entries.empty();
}

void turn(Workspace& workspace, ViewState& view, int by) {
  const int count = static_cast<int>(workspace.documents().size());
  show_document(workspace, view, (workspace.active() + by + count) % count);
}

const std::array file_table{
    Command{"file.new", "New sheet", {'N', true}, always, new_sheet},
    Command{"file.gemm", "New GEMM…", {}, always, [](ViewState& view) { view.dialog = Dialog::gemm; }},
    Command{"file.open", "Open…", {'O', true}, always, [](ViewState& view) { view.dialog = Dialog::open; }},
    Command{"file.start", "Start page", {'N', true, true}, [](const ViewState& view) { return !view.start_page; }, show_start_page},
    Command{"file.starter", "Open the starter sheet", {}, always, open_starter},
    Command{"file.forget",
            "Forget the recent files",
            {},
            [](const Session& session) { return !session.recent_files.empty(); },
            [](Session& session) {
              while (!session.recent_files.empty()) session.forget_file(std::string(session.recent_files.front()));
            }},
    Command{"file.save", "Save", {'S', true}, always, save_or_ask},
    Command{"file.save_as", "Save as…", {'S', true, true}, always, [](ViewState& view) { view.dialog = Dialog::save_as; }},
    Command{"file.copy_link", "Copy link", {}, [](const Workspace& workspace) { return !workspace.sheet().entries.empty(); }, copy_link},
    Command{"file.close_tab",
            "Close the sheet",
            {'W', true},
            can_close,
            [](Workspace& workspace, ViewState& view) { request_close(workspace, view, workspace.active()); }},
    Command{"file.reopen",
            "Reopen the closed sheet",
            {'T', true, true},
            [](const Workspace& workspace) { return workspace.can_reopen(); },
            [](Workspace& workspace, ViewState& view) { reopen_document(workspace, view); }},
    Command{"file.next_tab", "Next sheet", {tab, true}, has_tabs, [](Workspace& workspace, ViewState& view) { turn(workspace, view, 1); }},
    Command{"file.previous_tab",
            "Previous sheet",
            {tab, true, true},
            has_tabs,
            [](Workspace& workspace, ViewState& view) { turn(workspace, view, -1); }},
    Command{"file.quit",
            "Quit",
            {'Q', true},
            always,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) { request_quit(workspace, view, host); }},
};

}  // namespace

std::span<const Command> file_commands() { return file_table; }

}  // namespace app
