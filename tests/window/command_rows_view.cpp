#include "command_rows.hpp"

namespace gui {
namespace {

const app::Entry& entry(const Gui& g) { return g.app.sheet().entries[static_cast<std::size_t>(g.app.selected)]; }

}  // namespace

std::vector<CommandRow> view_rows() {
  return {
      {"view.card", [](Gui& g) { select(g, "A"); }, [](Gui& g) { return !entry(g).visible; }},
      {"view.transpose", [](Gui& g) { select(g, "A"); }, [](Gui& g) { return entry(g).view.transposed; }},
      {"view.theme", {}, [](Gui& g) { return g.ui.theme_name == render::ThemeName::dark; }},
      {"view.language", {}, [](Gui& g) { return g.shows("文件") && g.find("File") == nullptr; }},
      {"view.integers", {}, [](Gui& g) { return g.app.sheet().integers == algebra::IntegerRule::math && g.shows("math"); }},
      {"view.larger", {}, [](Gui& g) { return g.ui.scale > 1.05f; }},
      {"view.smaller", {}, [](Gui& g) { return g.ui.scale < 0.95f; }},
      {"view.actual", [](Gui& g) { g.command("view.larger"); }, [](Gui& g) { return g.ui.scale == 1; }},
      {"view.fullscreen", {}, [](Gui& g) { return g.app.full_screen; }},
      {"view.palette", {}, [](Gui& g) { return g.app.dialog == app::Dialog::palette && g.shows("Light or dark"); }},
      {"help.keys", {}, [](Gui& g) { return g.app.dialog == app::Dialog::help && g.shows("Ctrl+Z"); }},
      {"help.about", {}, [](Gui& g) { return g.app.dialog == app::Dialog::about && g.shows("BSD-3-Clause"); }},
  };
}

}  // namespace gui
