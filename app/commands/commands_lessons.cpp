// The Lessons menu.

#include <array>

#include "app/commands/command_parts.hpp"
#include "app/commands/lesson_commands.hpp"

namespace app {
namespace {

constexpr std::array lessons_table{
    Command{"lessons.next",
            "Next lesson",
            {},
            [](const App& a) { return beside_lesson(a, 1) >= 0; },
            [](App& a) { open_lesson(a, beside_lesson(a, 1)); }},
    Command{"lessons.previous",
            "Previous lesson",
            {},
            [](const App& a) { return beside_lesson(a, -1) >= 0; },
            [](App& a) { open_lesson(a, beside_lesson(a, -1)); }},
    Command{"lessons.hint", "Show a hint", {}, has_hint, show_hint},
    Command{"lessons.answer", "Show the answer", {}, has_answer, show_answer},
    Command{"lessons.open.1", "1 · What a layout is", {}, always, [](App& a) { open_lesson(a, 0); }},
    Command{"lessons.open.2", "2 · Column-major and row-major", {}, always, [](App& a) { open_lesson(a, 1); }},
    Command{"lessons.open.3", "3 · Modes within modes", {}, always, [](App& a) { open_lesson(a, 2); }},
    Command{"lessons.open.4", "4 · Three kinds of coordinates", {}, always, [](App& a) { open_lesson(a, 3); }},
    Command{"lessons.open.5", "5 · Coalesce", {}, always, [](App& a) { open_lesson(a, 4); }},
    Command{"lessons.open.6", "6 · Composition", {}, always, [](App& a) { open_lesson(a, 5); }},
    Command{"lessons.open.7", "7 · Complement", {}, always, [](App& a) { open_lesson(a, 6); }},
    Command{"lessons.open.8", "8 · Dividing into tiles", {}, always, [](App& a) { open_lesson(a, 7); }},
    Command{"lessons.open.9", "9 · Products: blocked and raked", {}, always, [](App& a) { open_lesson(a, 8); }},
    Command{"lessons.open.10", "10 · local_tile: a block's part", {}, always, [](App& a) { open_lesson(a, 9); }},
    Command{"lessons.open.11", "11 · local_partition: a thread's part", {}, always, [](App& a) { open_lesson(a, 10); }},
    Command{"lessons.open.12", "12 · Coalesced access", {}, always, [](App& a) { open_lesson(a, 11); }},
    Command{"lessons.open.13", "13 · Bank conflicts", {}, always, [](App& a) { open_lesson(a, 12); }},
    Command{"lessons.open.14", "14 · Swizzles", {}, always, [](App& a) { open_lesson(a, 13); }},
    Command{"lessons.open.15", "15 · Inverses", {}, always, [](App& a) { open_lesson(a, 14); }},
};

}  // namespace

std::span<const Command> lessons_commands() { return lessons_table; }

}  // namespace app
