#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/traversal.hpp"
#include "app/lessons/lessons.hpp"
#include "command_rows.hpp"

namespace gui {
namespace {

void present(Gui& g) { g.command("view.present_here"); }
/// In the middle of a presentation: both ways are open.
void present_middle(Gui& g) {
  present(g);
  g.command("present.first");
  for (int i = 0; i < 3; ++i) g.command("present.next");
}
app::Stop stop(const Gui& g) { return app::current_stop(g.state.workspace, g.state.view); }
int lesson(const Gui& g) { return app::lesson_number(g.state.workspace.sheet().lesson.name); }
void walk(Gui& g) {
  select(g, "A");
  g.command("teach.iterate");
}
void hide(Gui& g) {
  select(g, "A");
  g.command("teach.predict");
}

}  // namespace

std::vector<CommandRow> teaching_rows() {
  std::vector<CommandRow> rows{
      {"view.present", {}, [](Gui& g) { return g.state.view.presenting.on && g.find("File") == nullptr; }},
      {"view.present_here", [](Gui& g) { select(g, "D"); },
       [](Gui& g) { return g.state.view.presenting.on && g.state.view.selected == g.state.workspace.evaluator().find("D"); }},
      {"present.next", [](Gui& g) { present(g), g.command("present.first"); },
       [](Gui& g) { return g.state.view.presenting.on && stop(g) != *app::first_stop(g.state.workspace, g.state.view); }},
      {"present.previous", [](Gui& g) { present(g), g.command("present.last"); },
       [](Gui& g) { return g.state.view.presenting.on && stop(g) != *app::last_stop(g.state.workspace, g.state.view); }},
      {"present.next_entry", [](Gui& g) { present(g), g.command("present.first"); },
       [](Gui& g) { return stop(g) == *app::next_entry(g.state.workspace, *app::first_stop(g.state.workspace, g.state.view)); }},
      {"present.previous_entry", [](Gui& g) { present(g), g.command("present.first"), g.command("present.next_entry"); },
       [](Gui& g) { return stop(g) == *app::first_stop(g.state.workspace, g.state.view); }},
      {"present.first", present_middle, [](Gui& g) { return stop(g) == *app::first_stop(g.state.workspace, g.state.view); }},
      {"present.last", present_middle, [](Gui& g) { return stop(g) == *app::last_stop(g.state.workspace, g.state.view); }},
      {"present.forward", [](Gui& g) { present(g), g.command("present.forward"); },
       [](Gui& g) { return g.state.view.presenting.launch && g.state.workspace.sheet().launch.position == 6; }},
      {"present.back", [](Gui& g) { present(g), g.command("present.forward"); },
       [](Gui& g) { return g.state.view.presenting.launch && g.state.workspace.sheet().launch.position == 4; }},
      {"present.spotlight", present, [](Gui& g) { return g.state.view.presenting.spotlight; }},
      {"present.laser", present, [](Gui& g) { return g.state.view.presenting.laser; }},
      {"present.laser_colour", present, [](Gui& g) { return g.state.view.presenting.laser_colour != app::LaserColour{}; }},
      {"present.canvas", present, [](Gui& g) { return g.state.view.presenting.canvas; }},
      {"present.operands", present, [](Gui& g) { return g.state.view.presenting.operands != app::Presentation{}.operands; }},
      {"present.all_steps", present, [](Gui& g) { return g.state.view.presenting.all_steps != app::Presentation{}.all_steps; }},
      {"present.reveal", [](Gui& g) { g.command("lessons.open.1"), select(g, "S"), present(g); },
       [](Gui& g) { return g.shows("S = (3,4):(4,3)"); }},
      {"present.notes", present, [](Gui& g) { return g.state.view.presenting.notes != app::Presentation{}.notes; }},
      {"present.presenter", present, [](Gui& g) { return g.state.view.presenting.presenter; }},
      {"present.black", present, [](Gui& g) { return g.state.view.presenting.black && !g.shows("A"); }},
      {"present.full_screen", {}, [](Gui& g) { return g.state.view.presenting.fills_screen != app::Presentation{}.fills_screen; }},
      {"teach.predict", [](Gui& g) { select(g, "A"); },
       [](Gui& g) { return app::hides_values(g.state.workspace, g.state.view, g.state.view.selected) && g.shows("?"); }},
      {"teach.reveal", hide, [](Gui& g) { return !app::hides_values(g.state.workspace, g.state.view, g.state.view.selected); }},
      {"teach.hide_again", [](Gui& g) { hide(g), g.command("teach.reveal"); },
       [](Gui& g) { return app::hides_values(g.state.workspace, g.state.view, g.state.view.selected); }},
      {"teach.answers", {}, [](Gui& g) { return g.state.view.predictions.answering != app::Predictions{}.answering; }},
      {"teach.iterate", [](Gui& g) { select(g, "A"); }, [](Gui& g) { return g.state.view.traversal.playing && g.shows("i = "); }},
      {"teach.forward", walk, [](Gui& g) { return !g.state.view.traversal.playing && g.state.view.traversal.position == 1; }},
      {"teach.back", [](Gui& g) { walk(g), app::traverse_to(g.state.workspace, g.state.view, 5); },
       [](Gui& g) { return g.state.view.traversal.position == 4; }},
      {"teach.order", walk, [](Gui& g) { return g.state.view.traversal.by_index; }},
      {"teach.faster", walk, [](Gui& g) { return g.state.view.traversal.speed == 2; }},
      {"teach.slower", walk, [](Gui& g) { return g.state.view.traversal.speed == 0.5; }},
      {"teach.loop", walk, [](Gui& g) { return g.state.view.traversal.loop; }},
      {"lessons.next", [](Gui& g) { g.command("lessons.open.3"); }, [](Gui& g) { return lesson(g) == 3; }},
      {"lessons.previous", [](Gui& g) { g.command("lessons.open.3"); }, [](Gui& g) { return lesson(g) == 1; }},
      {"lessons.overview", {}, [](Gui& g) { return g.state.view.dialog == app::Dialog::lessons && g.shows("15 · "); }},
      {"lessons.start_over",
       [](Gui& g) {
         g.command("lessons.open.1");
         g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries.back().text = "S = 4:1"; });
       },
       [](Gui& g) { return g.state.workspace.sheet().entries.back().text == "S ="; }},
      {"lessons.hint", [](Gui& g) { g.command("lessons.open.1"); },
       [](Gui& g) { return !g.state.workspace.lessons().help.empty() && g.state.workspace.lessons().help.front().hints == 1; }},
      {"lessons.answer", [](Gui& g) { g.command("lessons.open.1"); },
       [](Gui& g) { return !g.state.workspace.lessons().help.empty() && g.state.workspace.lessons().help.front().answer; }},
      {"teach.stop", walk, [](Gui& g) { return !app::is_traversed(g.state.workspace, g.state.view, g.state.view.selected); }},
  };
  // One a lesson, by its number from 1.
  static const auto ids = [] {
    std::vector<std::string> all;
    for (std::size_t n = 1; n <= app::lesson_names().size(); ++n) all.push_back("lessons.open." + std::to_string(n));
    return all;
  }();
  for (std::size_t n = 0; n < ids.size(); ++n) rows.push_back({ids[n], {}, [n](Gui& g) { return lesson(g) == static_cast<int>(n); }});
  return rows;
}

}  // namespace gui
