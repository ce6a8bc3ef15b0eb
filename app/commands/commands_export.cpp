// The Watch and Export menus.

#include <algorithm>
#include <array>

#include "app/actions/documents.hpp"
#include "app/actions/exporting.hpp"
#include "app/commands/command_parts.hpp"

namespace app {
namespace {

bool watches(const Workspace& workspace) { return workspace.watching(); }
bool can_keep(const Workspace& workspace, const ViewState& view) {
  return has_selection(workspace, view) && workspace.sheet().entries[static_cast<std::size_t>(view.selected)].watched != 0;
}

const std::array export_table{
    Command{"watch.pause",
            "Pause or go on",
            {'W', true, true},
            watches,
            [](Workspace& workspace) { workspace.pause_watch(!workspace.watch_paused()); }},
    Command{"watch.keep",
            "Keep the entry",
            {'B', true},
            can_keep,
            [](Workspace& workspace, ViewState& view) { keep_entry(workspace, view, view.selected); }},
    Command{"export.card",
            "Export the selected card…",
            {'E', true},
            has_picture,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::card); }},
    Command{"export.canvas",
            "Export the whole canvas…",
            {'E', true, true},
            has_selection,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::canvas); }},
    Command{"export.operands",
            "Export operands and result…",
            {},
            has_picture,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::operands); }},
    Command{"export.steps",
            "Export the steps…",
            {},
            has_picture,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::steps); }},
    Command{"export.trace",
            "Export the trace…",
            {},
            has_launch,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::trace); }},
    Command{"export.copy_picture",
            "Copy the card as a picture",
            {'C', true, true},
            has_picture,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) { copy_picture(workspace, view, host, view.selected); }},
};

}  // namespace

std::span<const Command> export_commands() { return export_table; }

}  // namespace app
