#include "command_rows.hpp"

namespace gui {
namespace {

/// Before the launch's last request: the starter sheet stands in the middle.
std::int64_t position(const Gui& g) { return g.state.workspace.sheet().launch.position; }
constexpr std::int64_t starter_position = 5;

}  // namespace

std::vector<CommandRow> launch_rows() {
  return {
      {"run.link", [](Gui& g) { g.state.workspace.hold_launch(); },
       [](Gui& g) { return g.state.workspace.launch().has_value() && !g.state.workspace.asks_to_run(); }},
      {"run.again", [](Gui& g) { g.ui.frame_ms = static_cast<double>(g.state.workspace.launch_version()); },
       [](Gui& g) { return static_cast<double>(g.state.workspace.launch_version()) > g.ui.frame_ms; }},
      {"run.play", {}, [](Gui& g) { return g.state.view.playing; }},
      {"run.forward", {}, [](Gui& g) { return position(g) == starter_position + 1 && g.shows("request 6 of 8"); }},
      {"run.back", {}, [](Gui& g) { return position(g) == starter_position - 1 && g.shows("request 4 of 8"); }},
      {"run.selected", [](Gui& g) { select(g, "D"); }, [](Gui& g) { return g.state.workspace.sheet().launch.tensor == "D"; }},
      {"run.loop", {}, [](Gui& g) { return g.state.view.playback.loop; }},
      {"run.faster", {}, [](Gui& g) { return g.state.view.playback.speed == 2; }},
      {"run.slower", {}, [](Gui& g) { return g.state.view.playback.speed == 0.5; }},
      {"run.step", {}, [](Gui& g) { return g.state.view.playback.step == gpu::PlaybackStep::block; }},
      {"run.everybody", [](Gui& g) { g.state.workspace.set_view([](app::Sheet& s) { s.launch.thread = 3; }); },
       [](Gui& g) { return g.state.workspace.sheet().launch.thread == -1; }},
      {"run.all", {}, [](Gui& g) { return position(g) == -1; }},
      {"run.better",
       {},
       [](Gui& g) { return g.state.host.notice.text().find("wavefronts") != std::string::npos || g.state.workspace.can_undo(); }},
      {"run.lines", [](Gui& g) { g.command("run.banks"); }, [](Gui& g) { return g.shows("32 B sectors"); }},
      {"run.banks", {}, [](Gui& g) { return g.state.view.playback.tab == app::MemoryTab::banks && !g.shows("32 B sectors"); }},
      {"run.requests", {}, [](Gui& g) { return g.state.view.playback.tab == app::MemoryTab::requests && !g.shows("32 B sectors"); }},
      {"run.source", {}, [](Gui& g) { return g.shows("__global__") || g.shows("typedef"); }},
  };
}

}  // namespace gui
