// The Watch and Export menus.

#include "app/commands/command_parts.hpp"

#include <algorithm>
#include <array>

#include "app/actions/documents.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"

namespace app {
namespace {

bool watches(const Workspace& workspace) { return workspace.watching(); }
bool can_keep(const Workspace& workspace, const ViewState& view) {
  return has_selection(workspace, view) && workspace.sheet().entries[static_cast<std::size_t>(view.selected)].watched != 0;
}

// No figure may be exported while it would reveal values that the class is to predict.
bool can_export_card(const Workspace& workspace, const ViewState& view) {
  return has_picture(workspace, view) && !hides_any(workspace, view);
}
bool can_export_canvas(const Workspace& workspace, const ViewState& view) {
  return has_selection(workspace, view) && !hides_any(workspace, view);
}
bool can_export_trace(const Workspace& workspace, const ViewState& view) { return has_launch(workspace) && !hides_any(workspace, view); }

/// Shows the map behind the dialog for its path.
void ask_map_path(const Workspace& workspace, ViewState& view, Dialog dialog) {
  show_map(workspace, view, true);
  view.dialog = dialog;
}

const std::array export_table{
    Command{"watch.pause",
            "Pause or resume",
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
            can_export_card,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::card); }},
    Command{"export.canvas",
            "Export the whole canvas…",
            {'E', true, true},
            can_export_canvas,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::canvas); }},
    Command{"export.operands",
            "Export operands and result…",
            {},
            can_export_card,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::operands); }},
    Command{"export.steps",
            "Export the steps…",
            {},
            can_export_card,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::steps); }},
    Command{"export.trace",
            "Export the trace…",
            {},
            can_export_trace,
            [](const Workspace& workspace, ViewState& view) { ask_export(workspace, view, FigureKind::trace); }},
    Command{"export.page", "Export an interactive page…", {}, can_export_canvas, [](ViewState& view) { ask_page_export(view); }},
    Command{"export.slides",
            "Export the slides…",
            {},
            [](const Workspace& workspace, const ViewState& view) {
              return !presented_entries(workspace).empty() && !hides_any(workspace, view);
            },
            [](ViewState& view) { view.dialog = Dialog::export_slides; }},
    Command{"export.map",
            "Export the map…",
            {},
            has_map,
            [](const Workspace& workspace, ViewState& view) { ask_map_path(workspace, view, Dialog::export_map); }},
    Command{"export.map_page",
            "Export the map as a page that plays…",
            {},
            has_map,
            [](const Workspace& workspace, ViewState& view) { ask_map_path(workspace, view, Dialog::export_map_page); }},
    Command{"export.map_slides",
            "Export the map as slides…",
            {},
            has_map,
            [](const Workspace& workspace, ViewState& view) { ask_map_path(workspace, view, Dialog::export_map_slides); }},
    Command{"export.copy_picture",
            "Copy the card as a picture",
            {'C', true, true},
            can_export_card,
            [](const Workspace& workspace, ViewState& view, HostRequests& host) { copy_picture(workspace, view, host, view.selected); }},
};

}  // namespace

std::span<const Command> export_commands() { return export_table; }

}  // namespace app
