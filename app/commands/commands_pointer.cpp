// The commands for the inspector's tabs and for moving the pin by keyboard.

#include "app/commands/command_parts.hpp"

#include <algorithm>
#include <array>

#include "app/actions/panels.hpp"
#include "app/actions/pointer.hpp"

namespace app {
namespace {

using namespace keys;

bool has_pin(const Workspace& workspace) {
  return std::any_of(workspace.sheet().entries.begin(), workspace.sheet().entries.end(), [](const Entry& e) { return e.pin.has_value(); });
}

bool has_steps(const Workspace& workspace, const ViewState& view) {
  return has_value(workspace, view) && !workspace.explained(view.selected).steps.empty();
}

template <InspectorTab tab>
void show_tab(const Workspace& workspace, ViewState& view, Session& session) {
  show_inspector_tab(workspace, view, session, tab);
}

template <int by>
void step_inspector(const Workspace& workspace, ViewState& view, Session& session) {
  const int last = static_cast<int>(workspace.explained(view.selected).steps.size()) - 1;
  // The first use only shows the tab with the current step.
  if (view.inspector.tab == InspectorTab::steps && is_open(workspace, view, session, Panel::inspector))
    view.inspector.step = std::clamp(std::clamp(view.inspector.step, 0, last) + by, 0, last);
  show_inspector_tab(workspace, view, session, InspectorTab::steps);
}

template <PointerMove move>
void point(Workspace& workspace, ViewState& view, HostRequests& host) {
  move_pointer(workspace, view, host, move);
}

const std::array pointer_table{
    Command{"inspector.next_step", "Next step of the explanation", {'.', true, true}, has_steps, step_inspector<1>},
    Command{"inspector.previous_step", "Previous step of the explanation", {',', true, true}, has_steps, step_inspector<-1>},
    Command{"inspector.element", "Inspector: element", {'1', true}, always, show_tab<InspectorTab::element>},
    Command{"inspector.properties", "Inspector: properties", {'2', true}, always, show_tab<InspectorTab::properties>},
    Command{"inspector.steps", "Inspector: steps", {'3', true}, always, show_tab<InspectorTab::steps>},
    Command{"inspector.memory", "Inspector: memory", {'4', true}, always, show_tab<InspectorTab::memory>},
    Command{"inspector.code", "Inspector: code", {'5', true}, always, show_tab<InspectorTab::code>},
    Command{"pointer.left", "Pointer to the left", {left_arrow}, can_move_pointer, point<PointerMove::left>},
    Command{"pointer.right", "Pointer to the right", {right_arrow}, can_move_pointer, point<PointerMove::right>},
    Command{"pointer.up", "Pointer up", {up_arrow}, can_move_pointer, point<PointerMove::up>},
    Command{"pointer.down", "Pointer down", {down_arrow}, can_move_pointer, point<PointerMove::down>},
    Command{"pointer.row_start", "Pointer to the start of the row", {home}, can_move_pointer, point<PointerMove::row_start>},
    Command{"pointer.row_end", "Pointer to the end of the row", {end}, can_move_pointer, point<PointerMove::row_end>},
    Command{"pointer.page_up", "Pointer a page up, or to the slice before", {page_up}, can_move_pointer, point<PointerMove::page_up>},
    Command{"pointer.page_down", "Pointer a page down, or to the next slice", {page_down}, can_move_pointer, point<PointerMove::page_down>},
    Command{"pointer.unpin", "Remove the pin", {escape}, has_pin, unpin},
};

}  // namespace

std::span<const Command> pointer_commands() { return pointer_table; }

}  // namespace app
