#include <memory>

#include "app/actions/compiling.hpp"
#include "app/actions/documents.hpp"
#include "app/state/front_end.hpp"
#include "command_rows.hpp"
#include "tests/compiler_at_hand.hpp"

namespace gui {
namespace {

/// While a row that needs a compiler runs.
std::unique_ptr<CompilerAtHand> at_hand;
bool ended_if(bool whether) {
  if (whether) at_hand.reset();
  return whether;
}
void open_scale(Gui& g) {
  at_hand = std::make_unique<CompilerAtHand>();
  g.state.workspace.front_end().allowed[at_hand->kernels()] = true;
  app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, at_hand->kernel());
  g.settle();
}
void asked_scale(Gui& g) {
  open_scale(g);
  at_hand->hold();
  g.command("run.ask_compiler");
}
void answered_scale(Gui& g) {
  open_scale(g);
  g.command("run.ask_compiler");
  g.state.workspace.front_end().finish();
  g.settle();
}
std::string copied() {
  const auto* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}
std::uint64_t asked_about(const Gui& g) { return g.state.workspace.front_end().doing().document; }

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
      {"run.ask_compiler", open_scale,
       [](Gui& g) { return ended_if(g.state.host.notice.text() == "clang++-22 is running in the background"); }},
      {"run.allow_compiler", open_scale, [](Gui& g) { return ended_if(!app::is_compiler_allowed(g.state.workspace)); }},
      {"run.stop_compiler", asked_scale, [](Gui& g) { return ended_if(asked_about(g) == 0); }},
      {"run.next_instance", answered_scale, [](Gui& g) { return ended_if(g.shows("scale<16>")); }},
      {"run.instrument", open_scale, [](Gui&) { return ended_if(copied().starts_with("cutescope instrument '")); }},
      {"run.lines", [](Gui& g) { g.command("run.banks"); }, [](Gui& g) { return g.shows("32 B sectors"); }},
      {"run.banks", {}, [](Gui& g) { return g.state.view.playback.tab == app::MemoryTab::banks && !g.shows("32 B sectors"); }},
      {"run.requests", {}, [](Gui& g) { return g.state.view.playback.tab == app::MemoryTab::requests && !g.shows("32 B sectors"); }},
      {"run.source", {}, [](Gui& g) { return g.shows("__global__") || g.shows("typedef"); }},
  };
}

}  // namespace gui
