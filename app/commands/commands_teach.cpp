// The Teach menu, and what a presentation can do.

#include <algorithm>
#include <array>

#include "app/actions/iteration.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"
#include "app/commands/command_parts.hpp"

namespace app {
namespace {

using namespace keys;

bool presents(const App& a) { return a.presenting.on; }
bool can_walk_selected(const App& a) { return can_walk(a, a.selected); }
bool walks_now(const App& a) { return walks(a, a.iteration.entry); }
bool predicts(const App& a) { return prediction_of(a, a.selected) != nullptr; }
bool hides_selected(const App& a) { return hides_values(a, a.selected); }

constexpr std::array teach_table{
    Command{"present.next", "Next stop", {}, presents, [](App& a) { go_to(a, next_stop(a, current_stop(a))); }},
    Command{"present.previous", "Previous stop", {}, presents, [](App& a) { go_to(a, previous_stop(a, current_stop(a))); }},
    Command{"present.next_entry", "Next entry", {}, presents, [](App& a) { go_to(a, next_entry(a, current_stop(a))); }},
    Command{"present.previous_entry", "Previous entry", {}, presents, [](App& a) { go_to(a, previous_entry(a, current_stop(a))); }},
    Command{"present.first", "First stop", {}, presents, [](App& a) { go_to(a, first_stop(a)); }},
    Command{"present.last", "Last stop", {}, presents, [](App& a) { go_to(a, last_stop(a)); }},
    Command{"present.forward",
            "The launch's next request",
            {},
            [](const App& a) { return presents(a) && has_launch(a); },
            [](App& a) { present_access(a, 1); }},
    Command{"present.back",
            "The launch's request before",
            {},
            [](const App& a) { return presents(a) && has_launch(a); },
            [](App& a) { present_access(a, -1); }},
    Command{"present.spotlight",
            "Spotlight around the pointer",
            {},
            presents,
            [](App& a) { a.presenting.spotlight = !a.presenting.spotlight; }},
    Command{"present.laser", "Pointer as a laser's dot", {}, presents, [](App& a) { a.presenting.laser = !a.presenting.laser; }},
    Command{"present.laser_colour",
            "The laser's next colour",
            {},
            always,
            [](App& a) { a.presenting.laser_colour = static_cast<LaserColour>((static_cast<int>(a.presenting.laser_colour) + 1) % 4); }},
    Command{"present.operands", "Operands beside the entry", {}, always, [](App& a) { a.presenting.operands = !a.presenting.operands; }},
    Command{"present.notes", "Notes above the entry", {}, always, [](App& a) { a.presenting.notes = !a.presenting.notes; }},
    Command{"present.black", "Black screen", {}, presents, [](App& a) { a.presenting.black = !a.presenting.black; }},
    Command{"present.full_screen",
            "Present in full screen",
            {},
            always,
            [](App& a) { a.presenting.fills_screen = !a.presenting.fills_screen; }},
    Command{"teach.predict",
            "Hide the card's values, to predict them",
            {F9},
            has_picture,
            [](App& a) { predicts(a) ? stop_predicting(a, a.selected) : hide_values(a, a.selected); }},
    Command{"teach.reveal", "Reveal all values", {F9, false, true}, hides_selected, [](App& a) { reveal_all(a, a.selected); }},
    Command{"teach.hide_again", "Hide the values again", {}, predicts, [](App& a) { hide_values(a, a.selected); }},
    Command{"teach.answers",
            "Answers are typed into hidden cells",
            {},
            always,
            [](App& a) { a.predictions.answering = !a.predictions.answering; }},
    Command{"teach.iterate", "Walk the elements: play or pause", {F6}, can_walk_selected, [](App& a) { walk(a, a.selected); }},
    Command{"teach.forward", "The walk's next element", {F8}, walks_now, [](App& a) { walk_to(a, a.iteration.position + 1); }},
    Command{"teach.back", "The walk's element before", {F7}, walks_now, [](App& a) { walk_to(a, a.iteration.position - 1); }},
    Command{"teach.order", "Walk by coordinate or by index", {}, walks_now, [](App& a) { walk_by_index(a, !a.iteration.by_index); }},
    Command{"teach.faster",
            "Walk faster",
            {F8, false, true},
            walks_now,
            [](App& a) { a.iteration.speed = std::min(16.0, a.iteration.speed * 2); }},
    Command{"teach.slower",
            "Walk slower",
            {F7, false, true},
            walks_now,
            [](App& a) { a.iteration.speed = std::max(0.25, a.iteration.speed / 2); }},
    Command{"teach.loop", "Walk again and again", {}, walks_now, [](App& a) { a.iteration.loop = !a.iteration.loop; }},
    Command{"teach.stop", "End the walk", {F6, false, true}, walks_now, [](App& a) { stop_walk(a); }},
};

}  // namespace

std::span<const Command> teach_commands() { return teach_table; }

}  // namespace app
