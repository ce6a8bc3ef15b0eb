#include <algorithm>
#include <utility>

#include "app/actions/cards.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/places.hpp"
#include "command_rows.hpp"

namespace gui {
namespace {

const app::Entry& entry(const Gui& g) { return g.state.workspace.sheet().entries[static_cast<std::size_t>(g.state.view.selected)]; }
void select_a(Gui& g) { select(g, "A"); }
void three_modes(Gui& g) {
  g.command("file.new");
  insert_entry(g.state.workspace, g.state.view, "F = (2,3,4):(1,2,6)");
  select(g, "F");
}
void two_cards(Gui& g) {
  select_a(g);
  g.command("view.duplicate_card");
}
/// More cards than the canvas has room for.
void crowded(Gui& g) {
  g.command("file.new");
  for (int i = 0; i < 14; ++i) insert_entry(g.state.workspace, g.state.view, "(8,12):(12,1)");
  g.settle();
}
void moved(Gui& g) {
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[1].at = app::CardSettings::Point{300, 200}; });
  select_a(g);
}
/// A and its transpose, of which 56 elements differ.
void compared(Gui& g) {
  insert_entry(g.state.workspace, g.state.view, "F = (8,8):(1,8)");
  g.settle();
  g.state.view.cards.comparison = {
      .a = g.state.workspace.sheet().entries[1].id.number,
      .b = g.state.workspace.sheet().entries[static_cast<std::size_t>(g.state.workspace.evaluator().find("F"))].id.number};
  g.settle();
}
double memory_limit(const Gui& g) { return g.state.session.limits.memory_mib; }
double checks_limit(const Gui& g) { return g.state.session.limits.check_seconds; }
std::int64_t launch_limit(const Gui& g) { return g.state.session.limits.launch_accesses; }
/// A verdict that is a sample; to look at all of its elements takes a second or more.
void sampled(Gui& g) {
  g.command("file.new");
  insert_entry(g.state.workspace, g.state.view, "coalesce((16384,16384):(16384,1))");
  g.state.workspace.stop_checking();
  g.state.workspace.finish_verdicts();
  g.settle();
}
bool checks(const Gui& g) { return g.state.workspace.checking().total > 0; }
/// A program's sheet of two functions, the second of which holds the selected entry.
void program(Gui& g) {
  const auto sheet = app::parse_sheet(
      "@cutescope 1\nM = 8\n@source line=9 section=host parameter\nA = (M,4)\n@source line=10 section=host\n"
      "B = (4,4):(4,1)\n@source line=2 section=kernel@host\n");
  g.command("file.new");
  g.state.workspace.edit("edit", [&](app::Sheet& s) { s = *sheet; });
  select(g, "B");
  g.settle();
}
/// A's element (3,4), pinned: its 1-D coordinate is 35.
void pinned(Gui& g) {
  g.state.workspace.set_view([](app::Sheet& s) {
    for (auto& e : s.entries) e.pin.reset();
    s.entries[1].pin = 35;
  });
  select_a(g);
}
std::int64_t pin(const Gui& g) { return g.state.workspace.sheet().entries[1].pin.value_or(-1); }
bool open(const Gui& g, app::Panel panel) { return app::places_of(g.ui).open.test(static_cast<std::size_t>(panel)); }
bool tab(const Gui& g, app::InspectorTab t) { return g.state.view.inspector.tab == t; }
void steps(Gui& g) {
  select(g, "D");
  g.command("inspector.steps");
}

}  // namespace

std::vector<CommandRow> view_rows() {
  return {
      {"view.card", [](Gui& g) { select(g, "A"); }, [](Gui& g) { return !entry(g).visible; }},
      {"view.section_cards", program,
       [](Gui& g) { return g.state.workspace.sheet().entries[2].visible && !g.state.workspace.sheet().entries[1].visible; }},
      {"view.fold_section", program, [](Gui& g) { return g.shows("kernel@host") && !g.shows("B = (4,4)") && g.shows("A = (M,4)"); }},
      {"view.fold_all", program, [](Gui& g) { return g.shows("kernel@host") && !g.shows("B = (4,4)") && !g.shows("A = (M,4)"); }},
      {"view.needs", program, [](Gui& g) { return g.state.view.sheet_view.needs_folded && g.shows("This kernel needs: M"); }},
      {"view.transpose", [](Gui& g) { select(g, "A"); }, [](Gui& g) { return entry(g).view.transposed; }},
      {"view.theme", {}, [](Gui& g) { return g.ui.theme_name == render::ThemeName::dark; }},
      {"view.language", {}, [](Gui& g) { return g.shows("文件") && g.find("File") == nullptr; }},
      {"view.integers", {}, [](Gui& g) { return g.state.workspace.sheet().integers == algebra::IntegerRule::math && g.shows("math"); }},
      {"view.larger", {}, [](Gui& g) { return g.ui.scale > 1.05f; }},
      {"view.smaller", {}, [](Gui& g) { return g.ui.scale < 0.95f; }},
      {"view.actual", [](Gui& g) { g.command("view.larger"); }, [](Gui& g) { return g.ui.scale == 1; }},
      {"view.fullscreen", {}, [](Gui& g) { return g.state.host.full_screen; }},
      {"view.palette", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::palette && g.shows("New sheet"); }},
      {"view.theme_system", {}, [](Gui& g) { return g.state.session.theme == app::ThemeChoice::system; }},
      {"view.panels", [](Gui& g) { g.state.session.panels.sheet = 500, g.state.view.playback.height = 400, g.settle(); },
       [](Gui& g) { return g.state.session.panels == app::PanelSizes{} && g.state.view.playback.height == 0; }},
      {"view.operations", {}, [](Gui& g) { return !open(g, app::Panel::operations) && !g.shows("zipped_product"); }},
      {"view.parameters", {}, [](Gui& g) { return !open(g, app::Panel::parameters); }},
      {"view.inspector", {}, [](Gui& g) { return !open(g, app::Panel::inspector) && !g.shows("natural"); }},
      {"view.gpu", {}, [](Gui& g) { return !open(g, app::Panel::gpu) && !g.shows("Run again"); }},
      {"canvas.map", open_kernel, [](Gui& g) { return !app::shows_map(g.state.workspace, g.state.view) && g.shows("Show the map"); }},
      {"run.map", open_kernel,
       [](Gui& g) {
         g.state.workspace.finish_map();
         g.settle();
         const auto& run = g.state.workspace.map()->run;
         return run && run->report && run->report->elements == 2048 && run->report->wrong == 0 && g.shows("Run");
       }},
      {"canvas.go_to", open_kernel, [](Gui& g) { return app::shows_map(g.state.workspace, g.state.view) && ImGui::GetIO().WantTextInput; }},
      {"view.arrange", moved, [](Gui& g) { return !g.state.workspace.sheet().entries[1].at; }},
      {"canvas.fit_all", crowded,
       [](Gui& g) {
         const auto& canvas = app::canvas_of(g.ui);
         return std::ranges::all_of(canvas.placed, [&](const auto& p) { return p.at.y + p.layout.height <= canvas.sight.size.y; });
       }},
      {"canvas.fit_card", select_a, [](Gui& g) { return app::canvas_zoom(g.state.workspace, g.state.view).factor > 1; }},
      {"canvas.usual", [](Gui& g) { app::zoom_canvas(g.state.workspace, g.state.view, 0.5f), g.settle(); },
       [](Gui& g) { return app::canvas_of(g.ui).sight.zoom == 1; }},
      {"view.full", select_a, [](Gui& g) { return g.state.view.cards.full != 0 && !g.shows("P over cta"); }},
      {"view.duplicate_card", select_a, [](Gui& g) { return entry(g).cards() == 2; }},
      {"view.close_card", two_cards, [](Gui& g) { return entry(g).cards() == 1; }},
      {"view.colour_by", select_a, [](Gui& g) { return entry(g).view.colour_by != app::starter_sheet().entries[1].view.colour_by; }},
      {"view.label_by", select_a, [](Gui& g) { return entry(g).view.label_by != render::LabelBy::index; }},
      {"view.card_palette", select_a, [](Gui& g) { return entry(g).view.palette != render::PaletteName::cutescope; }},
      {"view.headings", select_a, [](Gui& g) { return entry(g).view.headings != render::View{}.headings; }},
      {"view.legend", select_a, [](Gui& g) { return entry(g).legend; }},
      {"view.slabs", three_modes, [](Gui& g) { return entry(g).view.slabs && g.shows("(_,_,3)"); }},
      {"view.next_slice", three_modes, [](Gui& g) { return entry(g).view.slice == 1 && g.shows("(_,_,1)"); }},
      {"view.previous_slice", [](Gui& g) { three_modes(g), g.command("view.next_slice"), g.command("view.next_slice"); },
       [](Gui& g) { return entry(g).view.slice == 1; }},
      {"view.next_difference", compared, [](Gui& g) { return g.state.view.cards.comparison.at == 1; }},
      {"view.previous_difference", [](Gui& g) { compared(g), g.command("view.next_difference"), g.command("view.next_difference"); },
       [](Gui& g) { return g.state.view.cards.comparison.at == 1; }},
      {"view.end_comparison", compared, [](Gui& g) { return !g.state.view.cards.comparison; }},
      {"limits.memory_256", {}, [](Gui& g) { return memory_limit(g) == 256; }},
      {"limits.memory_512", [](Gui& g) { g.command("limits.memory_256"); }, [](Gui& g) { return memory_limit(g) == 512; }},
      {"limits.memory_1024", {}, [](Gui& g) { return memory_limit(g) == 1024; }},
      {"limits.memory_4096", {}, [](Gui& g) { return memory_limit(g) == 4096; }},
      {"limits.memory_16384", {}, [](Gui& g) { return memory_limit(g) == 16384; }},
      {"limits.checks_1", {}, [](Gui& g) { return checks_limit(g) == 1; }},
      {"limits.checks_5", [](Gui& g) { g.command("limits.checks_1"); }, [](Gui& g) { return checks_limit(g) == 5; }},
      {"limits.checks_60", {}, [](Gui& g) { return checks_limit(g) == 60; }},
      {"limits.checks_0", {}, [](Gui& g) { return checks_limit(g) == 0; }},
      {"limits.launches_30", [](Gui& g) { g.command("limits.launches_34"); },
       [](Gui& g) { return launch_limit(g) == std::int64_t{1} << 30; }},
      {"limits.launches_34", {}, [](Gui& g) { return launch_limit(g) == std::int64_t{1} << 34; }},
      {"limits.launches_40", {}, [](Gui& g) { return launch_limit(g) == std::int64_t{1} << 40; }},
      {"limits.everything", sampled, checks},
      {"limits.stop", [](Gui& g) { sampled(g), g.command("limits.everything"); },
       [asked = false](Gui& g) mutable {
         if (std::exchange(asked, true)) g.state.workspace.finish_verdicts();
         return !checks(g);
       }},
      {"view.frame_times", {}, [](Gui& g) { return g.shows("ms/frame"); }},
      {"view.links", {}, [](Gui& g) { return g.state.view.show_links; }},
      {"inspector.element", [](Gui& g) { g.command("inspector.code"); }, [](Gui& g) { return tab(g, app::InspectorTab::element); }},
      {"inspector.properties", {}, [](Gui& g) { return tab(g, app::InspectorTab::properties) && g.shows("cosize"); }},
      {"inspector.steps", [](Gui& g) { select(g, "D"); }, [](Gui& g) { return tab(g, app::InspectorTab::steps) && g.shows("Steps of "); }},
      {"inspector.memory", {}, [](Gui& g) { return tab(g, app::InspectorTab::memory) && g.shows("warp request"); }},
      {"inspector.code", {}, [](Gui& g) { return tab(g, app::InspectorTab::code) && g.shows("as a program"); }},
      {"inspector.next_step", steps, [](Gui& g) { return g.state.view.inspector.step == 1; }},
      {"inspector.previous_step", [](Gui& g) { steps(g), g.state.view.inspector.step = 2; },
       [](Gui& g) { return g.state.view.inspector.step == 1; }},
      // A's cell (3,4) has the 1-D coordinate 3 + 8 * 4.
      {"pointer.left", pinned, [](Gui& g) { return pin(g) == 27; }},
      {"pointer.right", pinned, [](Gui& g) { return pin(g) == 43; }},
      {"pointer.up", pinned, [](Gui& g) { return pin(g) == 34; }},
      {"pointer.down", pinned, [](Gui& g) { return pin(g) == 36; }},
      {"pointer.row_start", pinned, [](Gui& g) { return pin(g) == 3; }},
      {"pointer.row_end", pinned, [](Gui& g) { return pin(g) == 59; }},
      {"pointer.page_up", pinned, [](Gui& g) { return pin(g) == 32; }},
      {"pointer.page_down", pinned, [](Gui& g) { return pin(g) == 39; }},
      {"pointer.unpin", pinned, [](Gui& g) { return pin(g) == -1; }},
      {"help.here", [](Gui& g) { g.move(g.find("Steps")->centre()); }, [](Gui& g) { return !app::card_of_help(g.ui).shown.empty(); }},
      {"help.tour", {}, [](Gui& g) { return g.state.view.tour_step == 0; }},
      {"help.guide", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::guide && g.shows("What a layout is"); }},
      {"help.functions", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::guide && g.shows("coalesce(A)"); }},
      {"help.keys", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::help && g.shows("Ctrl+Z"); }},
      {"help.about", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::about && g.shows("BSD-3-Clause"); }},
  };
}

}  // namespace gui
