// The Run menu.

#include <algorithm>
#include <array>

#include "app/commands/command_parts.hpp"
#include "app/launch/launch_code.hpp"

namespace app {
namespace {

void step(App& a, int direction) {
  const auto at = a.sheet().launch.position;
  const auto to = stepped(*a.launch(), at < 0 ? a.launch()->requests() : at, a.launch_look.step, direction);
  a.adjust([&](Sheet& s) { s.launch.position = to; });
}

constexpr std::array run_table{
    Command{"run.again", "Run the launch again", {'R', true}, has_launch, [](App& a) { a.run_again(); }},
    Command{"run.play", "Play or pause", {'P', true}, has_launch, [](App& a) { a.play_or_pause(); }},
    Command{"run.forward", "One step forward", {']', true}, has_launch, [](App& a) { step(a, 1); }},
    Command{"run.back", "One step back", {'[', true}, has_launch, [](App& a) { step(a, -1); }},
    Command{"run.loop", "Play again and again", {}, has_launch, [](App& a) { a.launch_look.loop = !a.launch_look.loop; }},
    Command{"run.faster", "Play faster", {}, has_launch, [](App& a) { a.launch_look.speed = std::min(16.0, a.launch_look.speed * 2); }},
    Command{"run.slower", "Play slower", {}, has_launch, [](App& a) { a.launch_look.speed = std::max(0.25, a.launch_look.speed / 2); }},
    Command{"run.step",
            "Steps of a warp, a block or an access",
            {},
            has_launch,
            [](App& a) { a.launch_look.step = static_cast<PlaybackStep>((static_cast<int>(a.launch_look.step) + 1) % 3); }},
    Command{"run.everybody",
            "Show all blocks and threads",
            {},
            has_launch,
            [](App& a) { a.adjust([](Sheet& s) { s.launch.block = s.launch.warp = s.launch.thread = -1; }); }},
    Command{"run.all",
            "Show the whole trace",
            {},
            has_launch,
            [](App& a) { a.adjust([](Sheet& s) { s.launch.position = s.launch.block = s.launch.warp = s.launch.thread = -1; }); }},
    Command{"run.lines", "Show linear memory", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::lines; }},
    Command{"run.banks", "Show banks", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::banks; }},
    Command{"run.requests", "Show the table of requests", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::requests; }},
    Command{"run.source", "Show the kernel's source", {}, has_launch, [](App& a) { a.launch_look.tab = MemoryTab::source; }},
    Command{"run.copy",
            "Copy the launch as a CUDA program",
            {},
            has_launch,
            [](App& a) { a.copy(launch_program(a.evaluator(), a.sheet().launch)); }},
};

}  // namespace

std::span<const Command> run_commands() { return run_table; }

}  // namespace app
