#include "app/actions/panels.hpp"

#include <algorithm>

namespace app {
namespace {

constexpr std::size_t at(Panel panel) { return static_cast<std::size_t>(panel); }

/// Whether there is something to show that needs no search and no click.
bool has_content(const Workspace& workspace, Panel panel) {
  const auto& sheet = workspace.sheet();
  if (panel == Panel::gpu) return !sheet.launch.empty();
  return panel == Panel::inspector &&
         std::any_of(sheet.entries.begin(), sheet.entries.end(), [](const Entry& e) { return e.pin.has_value(); });
}

}  // namespace

bool is_open(const Workspace& workspace, const ViewState& view, const Session& session, Panel panel) {
  const auto& needed = workspace.sheet().panels;
  if (!needed) return session.panels_open[at(panel)].value_or(has_content(workspace, panel));
  const auto here = view.panels_open.find(workspace.document().id);
  return here != view.panels_open.end() ? here->second[at(panel)].value_or(needed->test(at(panel))) : needed->test(at(panel));
}

PanelSet open_panels(const Workspace& workspace, const ViewState& view, const Session& session) {
  PanelSet open;
  for (std::size_t i = 0; i < panel_count; ++i) open.set(i, is_open(workspace, view, session, static_cast<Panel>(i)));
  return open;
}

void show_panel(const Workspace& workspace, ViewState& view, Session& session, Panel panel, bool open) {
  auto& choices = workspace.sheet().panels ? view.panels_open[workspace.document().id] : session.panels_open;
  choices[at(panel)] = open;
}

void show_inspector_tab(const Workspace& workspace, ViewState& view, Session& session, InspectorTab tab) {
  view.inspector.tab = tab;
  show_panel(workspace, view, session, Panel::inspector, true);
}

}  // namespace app
