// The Run menu.

#include "app/commands/command_parts.hpp"

#include <algorithm>
#include <array>

#include "app/actions/compiling.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/finding.hpp"
#include "app/actions/launching.hpp"
#include "app/actions/mapping.hpp"
#include "app/launch/launch_code.hpp"

namespace app {
namespace {

void step(Workspace& workspace, ViewState& view, int direction) {
  const auto at = workspace.sheet().launch.position;
  const auto to = stepped(*workspace.launch(), at < 0 ? workspace.launch()->requests() : at, view.playback.step, direction);
  workspace.set_view([&](Sheet& s) { s.launch.position = to; });
}

const std::array run_table{
    Command{"run.link",
            "Run the launch that came with the link",
            {},
            [](const Workspace& workspace) { return workspace.asks_to_run(); },
            allow_launch},
    Command{"run.selected",
            "Make the selected entry the launch's tensor",
            {},
            [](const Workspace& workspace, const ViewState& view) { return !launchable_selected(workspace, view).empty(); },
            [](Workspace& workspace, const ViewState& view) { launch_selected(workspace, view); }},
    Command{"run.again", "Run the launch again", {'R', true}, has_launch, [](Workspace& workspace) { workspace.run_again(); }},
    Command{"run.map", "Run the kernel's block", {}, has_map_to_run, run_map},
    Command{"run.play",
            "Play or pause",
            {'P', true},
            has_launch,
            [](Workspace& workspace, ViewState& view) { play_or_pause(workspace, view); }},
    Command{"run.forward",
            "One step forward",
            {']', true},
            has_launch,
            [](Workspace& workspace, ViewState& view) { step(workspace, view, 1); }},
    Command{"run.back", "One step back", {'[', true}, has_launch, [](Workspace& workspace, ViewState& view) { step(workspace, view, -1); }},
    Command{"run.loop", "Play again and again", {}, has_launch, [](ViewState& view) { view.playback.loop = !view.playback.loop; }},
    Command{"run.faster",
            "Play faster",
            {},
            has_launch,
            [](ViewState& view) { view.playback.speed = std::min(16.0, view.playback.speed * 2); }},
    Command{"run.slower",
            "Play slower",
            {},
            has_launch,
            [](ViewState& view) { view.playback.speed = std::max(0.25, view.playback.speed / 2); }},
    Command{"run.step",
            "Steps of a warp, a block or an access",
            {},
            has_launch,
            [](ViewState& view) { view.playback.step = static_cast<gpu::PlaybackStep>((static_cast<int>(view.playback.step) + 1) % 3); }},
    Command{"run.everybody",
            "Show all blocks and threads",
            {},
            has_launch,
            [](Workspace& workspace) { workspace.set_view([](Sheet& s) { s.launch.block = s.launch.warp = s.launch.thread = -1; }); }},
    Command{"run.all",
            "Show the whole trace",
            {},
            has_launch,
            [](Workspace& workspace) {
              workspace.set_view([](Sheet& s) { s.launch.position = s.launch.block = s.launch.warp = s.launch.thread = -1; });
            }},
    Command{"run.lines", "Show linear memory", {}, has_launch, [](ViewState& view) { view.playback.tab = MemoryTab::lines; }},
    Command{"run.banks", "Show banks", {}, has_launch, [](ViewState& view) { view.playback.tab = MemoryTab::banks; }},
    Command{"run.requests", "Show the table of requests", {}, has_launch, [](ViewState& view) { view.playback.tab = MemoryTab::requests; }},
    Command{"run.source", "Show the kernel's source", {}, has_launch, [](ViewState& view) { view.playback.tab = MemoryTab::source; }},
    Command{"run.better", "Find a layout with fewer wavefronts for the launch", {}, has_launch, remove_conflicts},
    Command{"run.ask_compiler", "Run the compiler on the program", {}, can_ask_compiler, ask_compiler},
    Command{"run.allow_compiler", "Allow the compiler in the program's folder", {}, has_compiler_folder, change_compiler_allowed},
    Command{"run.stop_compiler", "Stop the compiler", {}, is_asking_compiler, stop_compiler},
    Command{"run.next_instance", "Show the program's next instantiation", {}, has_instances, show_next_instance},
    Command{"run.instrument", "Copy the command that makes the program print its values", {}, can_instrument, copy_instrument_command},
    Command{"run.copy",
            "Copy the launch as a CUDA program",
            {},
            has_launch,
            [](const Workspace& workspace, const ViewState&, HostRequests& host) {
              copy_text(host, launch_program(workspace.evaluator(), workspace.sheet().launch));
            }},
};

}  // namespace

std::span<const Command> run_commands() { return run_table; }

}  // namespace app
