// The Lessons menu.

#include <array>

#include "app/actions/lessons.hpp"
#include "app/commands/command_parts.hpp"

namespace app {
namespace {

const std::array lessons_table{
    Command{"lessons.next",
            "Next lesson",
            {},
            [](const Workspace& workspace) { return beside_lesson(workspace, 1) >= 0; },
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, beside_lesson(workspace, 1)); }},
    Command{"lessons.previous",
            "Previous lesson",
            {},
            [](const Workspace& workspace) { return beside_lesson(workspace, -1) >= 0; },
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, beside_lesson(workspace, -1)); }},
    Command{"lessons.hint", "Show a hint", {}, has_hint, [](Workspace& workspace) { show_hint(workspace, workspace.lessons.current()); }},
    Command{"lessons.answer",
            "Show the answer",
            {},
            has_answer,
            [](Workspace& workspace) { show_answer(workspace, workspace.lessons.current()); }},
    Command{"lessons.open.1",
            "1 · What a layout is",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 0); }},
    Command{"lessons.open.2",
            "2 · Column-major and row-major",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 1); }},
    Command{"lessons.open.3",
            "3 · Modes within modes",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 2); }},
    Command{"lessons.open.4",
            "4 · Three kinds of coordinates",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 3); }},
    Command{"lessons.open.5", "5 · Coalesce", {}, always, [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 4); }},
    Command{
        "lessons.open.6", "6 · Composition", {}, always, [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 5); }},
    Command{"lessons.open.7", "7 · Complement", {}, always, [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 6); }},
    Command{"lessons.open.8",
            "8 · Dividing into tiles",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 7); }},
    Command{"lessons.open.9",
            "9 · Products: blocked and raked",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 8); }},
    Command{"lessons.open.10",
            "10 · local_tile: a block's part",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 9); }},
    Command{"lessons.open.11",
            "11 · local_partition: a thread's part",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 10); }},
    Command{"lessons.open.12",
            "12 · Coalesced access",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 11); }},
    Command{"lessons.open.13",
            "13 · Bank conflicts",
            {},
            always,
            [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 12); }},
    Command{
        "lessons.open.14", "14 · Swizzles", {}, always, [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 13); }},
    Command{
        "lessons.open.15", "15 · Inverses", {}, always, [](Workspace& workspace, ViewState& view) { open_lesson(workspace, view, 14); }},
};

}  // namespace

std::span<const Command> lessons_commands() { return lessons_table; }

}  // namespace app
