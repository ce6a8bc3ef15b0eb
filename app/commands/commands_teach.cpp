// The Teach menu, and the commands of presentations.

#include "app/commands/command_parts.hpp"

#include <algorithm>
#include <array>

#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/traversal.hpp"

namespace app {
namespace {

using namespace keys;

bool presents(const ViewState& view) { return view.presenting.on; }
bool can_walk_selected(const Workspace& workspace, const ViewState& view) { return can_traverse(workspace, view.selected); }
bool walks_now(const Workspace& workspace, const ViewState& view) { return is_traversed(workspace, view, view.traversal.entry); }
bool predicts(const Workspace& workspace, const ViewState& view) { return prediction_of(workspace, view, view.selected) != nullptr; }
bool hides_selected(const Workspace& workspace, const ViewState& view) {
  return predicts(workspace, view) && hides_values(workspace, view, view.selected);
}

const std::array teach_table{
    Command{
        "present.next",
        "Next stop",
        {},
        presents,
        [](Workspace& workspace, ViewState& view) { go_to(workspace, view, next_stop(workspace, view, current_stop(workspace, view))); }},
    Command{"present.previous",
            "Previous stop",
            {},
            presents,
            [](Workspace& workspace, ViewState& view) {
              go_to(workspace, view, previous_stop(workspace, view, current_stop(workspace, view)));
            }},
    Command{"present.next_entry",
            "Next entry",
            {},
            presents,
            [](Workspace& workspace, ViewState& view) { go_to(workspace, view, next_entry(workspace, current_stop(workspace, view))); }},
    Command{
        "present.previous_entry",
        "Previous entry",
        {},
        presents,
        [](Workspace& workspace, ViewState& view) { go_to(workspace, view, previous_entry(workspace, current_stop(workspace, view))); }},
    Command{"present.first",
            "First stop",
            {},
            presents,
            [](Workspace& workspace, ViewState& view) { go_to(workspace, view, first_stop(workspace, view)); }},
    Command{"present.last",
            "Last stop",
            {},
            presents,
            [](Workspace& workspace, ViewState& view) { go_to(workspace, view, last_stop(workspace, view)); }},
    Command{"present.forward",
            "The launch's next request",
            {},
            [](const Workspace& workspace, const ViewState& view) { return presents(view) && has_launch(workspace); },
            [](Workspace& workspace, ViewState& view) { present_access(workspace, view, 1); }},
    Command{"present.back",
            "The launch's previous request",
            {},
            [](const Workspace& workspace, const ViewState& view) { return presents(view) && has_launch(workspace); },
            [](Workspace& workspace, ViewState& view) { present_access(workspace, view, -1); }},
    Command{"present.spotlight",
            "Spotlight around the pointer",
            {},
            presents,
            [](ViewState& view) { view.presenting.spotlight = !view.presenting.spotlight; }},
    Command{
        "present.laser", "Pointer as a laser's dot", {}, presents, [](ViewState& view) { view.presenting.laser = !view.presenting.laser; }},
    Command{"present.laser_colour",
            "The laser's next colour",
            {},
            always,
            [](ViewState& view) {
              view.presenting.laser_colour = static_cast<LaserColour>((static_cast<int>(view.presenting.laser_colour) + 1) % 4);
            }},
    Command{"present.operands",
            "Operands beside the entry",
            {},
            always,
            [](ViewState& view) { view.presenting.operands = !view.presenting.operands; }},
    Command{"present.canvas",
            "All cards over the slide",
            {},
            presents,
            [](ViewState& view) { view.presenting.canvas = !view.presenting.canvas; }},
    Command{"present.all_steps",
            "All steps of a derivation, not its key stages only",
            {},
            always,
            [](const Workspace& workspace, ViewState& view) { present_all_steps(workspace, view, !view.presenting.all_steps); }},
    Command{"present.reveal", "Reveal the answer or the hidden values", {}, presents, reveal_stop},
    Command{"present.notes", "Notes above the entry", {}, always, [](ViewState& view) { view.presenting.notes = !view.presenting.notes; }},
    Command{"present.presenter",
            "Presenter's view in a second window",
            {},
            always,
            [](ViewState& view) { view.presenting.presenter = !view.presenting.presenter; }},
    Command{"present.black", "Black screen", {}, presents, [](ViewState& view) { view.presenting.black = !view.presenting.black; }},
    Command{"present.full_screen",
            "Present in full screen",
            {},
            always,
            [](ViewState& view) { view.presenting.fills_screen = !view.presenting.fills_screen; }},
    Command{"teach.predict",
            "Hide the card's values, to predict them",
            {F9},
            has_picture,
            [](const Workspace& workspace, ViewState& view) {
              predicts(workspace, view) ? stop_predicting(workspace, view, view.selected) : hide_values(workspace, view, view.selected);
            }},
    Command{"teach.reveal",
            "Reveal all values",
            {F9, false, true},
            hides_selected,
            [](const Workspace& workspace, ViewState& view) { reveal_all(workspace, view, view.selected); }},
    Command{"teach.hide_again",
            "Hide the values again",
            {},
            predicts,
            [](const Workspace& workspace, ViewState& view) { hide_values(workspace, view, view.selected); }},
    Command{"teach.answers",
            "Answers are typed into hidden cells",
            {},
            always,
            [](ViewState& view) { view.predictions.answering = !view.predictions.answering; }},
    Command{"teach.iterate",
            "Walk the elements: play or pause",
            {F6},
            can_walk_selected,
            [](const Workspace& workspace, ViewState& view) { traverse(workspace, view, view.selected); }},
    Command{"teach.forward",
            "The walk's next element",
            {F8},
            walks_now,
            [](const Workspace& workspace, ViewState& view) { traverse_to(workspace, view, view.traversal.position + 1); }},
    Command{"teach.back",
            "The walk's previous element",
            {F7},
            walks_now,
            [](const Workspace& workspace, ViewState& view) { traverse_to(workspace, view, view.traversal.position - 1); }},
    Command{"teach.order",
            "Walk by coordinate or by index",
            {},
            walks_now,
            [](const Workspace& workspace, ViewState& view) { traverse_by_index(workspace, view, !view.traversal.by_index); }},
    Command{"teach.faster",
            "Walk faster",
            {F8, false, true},
            walks_now,
            [](ViewState& view) { view.traversal.speed = std::min(16.0, view.traversal.speed * 2); }},
    Command{"teach.slower",
            "Walk slower",
            {F7, false, true},
            walks_now,
            [](ViewState& view) { view.traversal.speed = std::max(0.25, view.traversal.speed / 2); }},
    Command{"teach.loop", "Walk again and again", {}, walks_now, [](ViewState& view) { view.traversal.loop = !view.traversal.loop; }},
    Command{"teach.stop", "End the walk", {F6, false, true}, walks_now, [](ViewState& view) { stop_traversal(view); }},
};

}  // namespace

std::span<const Command> teach_commands() { return teach_table; }

}  // namespace app
