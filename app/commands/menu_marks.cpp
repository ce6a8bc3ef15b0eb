#include "app/commands/menu_marks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/actions/compiling.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/panels.hpp"

namespace app {

bool begins_section(std::string_view id) {
  constexpr std::array sections{"file.save",        "file.close_tab",     "file.quit",         "edit.insert",         "edit.copy_text",
                                "edit.up",          "edit.compare",       "view.card",         "view.theme",          "view.larger",
                                "view.fullscreen",  "inspector.element",  "pointer.row_start", "pointer.unpin",       "present.spotlight",
                                "present.operands", "run.forward",        "run.loop",          "run.everybody",       "run.lines",
                                "run.copy",         "lessons.open.1",     "teach.iterate",     "export.copy_picture", "help.about",
                                "limits.checks_1",  "limits.launches_30", "limits.everything"};
  return std::find(sections.begin(), sections.end(), id) != sections.end();
}

bool is_on(const State& state, std::string_view id) {
  const auto& workspace = state.workspace;
  const auto& view = state.view;
  const auto& session = state.session;
  if (opens_solved_lesson(workspace, id)) return true;
  if (id == "view.theme_system") return session.theme == ThemeChoice::system;
  if (id == "view.fullscreen") return state.host.full_screen;
  if (id == "canvas.fit_all") return canvas_zoom(workspace, view).whole;
  if (id == "view.links") return view.show_links;
  if (id == "view.frame_times") return view.frame_times;
  for (const auto& [command, panel] : {std::pair{"view.operations", Panel::operations}, std::pair{"view.parameters", Panel::parameters},
                                       std::pair{"view.inspector", Panel::inspector}, std::pair{"view.gpu", Panel::gpu}})
    if (id == command) return is_open(workspace, view, session, panel);
  if (id.starts_with("inspector.")) {
    constexpr std::array tabs{"inspector.element", "inspector.properties", "inspector.steps", "inspector.memory", "inspector.code"};
    return id == tabs[static_cast<std::size_t>(view.inspector.tab)];
  }
  if (id.starts_with("limits.memory_")) return id.substr(14) == fmt::format("{:g}", session.limits.memory_mib);
  if (id.starts_with("limits.launches_")) {
    const auto accesses = static_cast<std::uint64_t>(session.limits.launch_accesses);
    return std::has_single_bit(accesses) && id.substr(16) == fmt::format("{}", std::bit_width(accesses) - 1);
  }
  if (id.starts_with("limits.checks_")) return id.substr(14) == fmt::format("{:g}", session.limits.check_seconds);
  if (id == "present.operands") return view.presenting.operands;
  if (id == "present.canvas") return view.presenting.canvas;
  if (id == "present.all_steps") return view.presenting.all_steps;
  if (id == "present.presenter") return view.presenting.presenter;
  if (id == "present.notes") return view.presenting.notes;
  if (id == "present.full_screen") return view.presenting.fills_screen;
  if (id == "run.allow_compiler") return is_compiler_allowed(workspace);
  if (id == "run.loop") return view.playback.loop;
  if (id == "watch.pause") return workspace.watch_paused();
  if (const auto& plan = workspace.launch(); plan) {
    const auto tab = tab_of(view.playback, *plan);
    if (id == "run.lines") return tab == MemoryTab::lines;
    if (id == "run.banks") return tab == MemoryTab::banks;
    if (id == "run.requests") return tab == MemoryTab::requests;
    if (id == "run.source") return tab == MemoryTab::source;
  }
  return false;
}

}  // namespace app
