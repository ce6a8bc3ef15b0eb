// Tests panels that fold to their headings: the ways to open them, and the remembered state.

#include <doctest/doctest.h>

#include "app/actions/documents.hpp"
#include "app/panels/places.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"

using app::Panel;
using entries::sheet_of;
using gui::Gui;

namespace {

constexpr gui::Look first_run{.all_panels = false};

bool open(const Gui& g, Panel panel) { return app::places_of(g.ui).open.test(static_cast<std::size_t>(panel)); }

}  // namespace

TEST_CASE("panels with nothing to show are their headings") {
  Gui g(sheet_of("A = (4,8):(8,1)\n"), first_run);
  INFO(g.everything());
  CHECK(app::places_of(g.ui).open.none());
  CHECK(!g.shows("zipped_product"));
  CHECK(!g.shows("Run again"));
  CHECK(!g.shows("largest vector"));
  // The headings are there, and the canvas has the room.
  CHECK(g.find("Run on the GPU") != nullptr);
  CHECK(g.find("Parameters · A") != nullptr);
  CHECK(g.find("Steps") != nullptr);
  CHECK(app::places_of(g.ui).canvas.to.x == doctest::Approx(1600));
  CHECK(app::places_of(g.ui).canvas.to.y > 900);
}

TEST_CASE("a click on a heading opens its panel, and another folds it") {
  Gui g(sheet_of("A = (4,8):(8,1)\n"), first_run);
  for (const auto& [heading, panel] : {std::pair{"Run on the GPU", Panel::gpu}, std::pair{"Parameters · A", Panel::parameters}}) {
    REQUIRE(g.click_text(heading));
    CHECK(open(g, panel));
    REQUIRE(g.click_text(heading));
    CHECK(!open(g, panel));
  }
  // A tab of the folded inspector opens it there.
  REQUIRE(g.click_text("Properties"));
  CHECK(open(g, Panel::inspector));
  CHECK(g.shows("injective"));
  // The user's choice holds for other sheets.
  start_sheet(g.state.workspace, g.state.view, sheet_of("B = 3:1\n"));
  g.settle();
  CHECK(open(g, Panel::inspector));
  g.command("view.panels");
  CHECK(app::places_of(g.ui).open.none());
}

TEST_CASE("a pinned element opens the inspector, a search the operations, a launch the GPU panel") {
  Gui g(sheet_of("A = (4,8):(8,1)\n"), first_run);
  const auto* cell = g.find("31");
  REQUIRE(cell != nullptr);
  g.click(cell->centre());
  CHECK(open(g, Panel::inspector));
  CHECK(g.shows("sector · bank"));
  g.command("pointer.unpin");
  CHECK(open(g, Panel::inspector));  // used once
  app::panel_of(g.ui).search = "zipped";
  g.settle();
  CHECK(g.shows("zipped_product"));
  app::panel_of(g.ui).search.clear();
  g.settle();
  CHECK(!open(g, Panel::operations));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.launch.tensor = "A"; });
  g.settle();
  CHECK(open(g, Panel::gpu));
}

TEST_CASE("a sheet that says which panels it needs has those, and what is done to them stays with it") {
  Gui g(sheet_of("@panels gpu parameters\nA = (4,8):(8,1)\n"), {});  // in this session the user has all open
  CHECK(app::places_of(g.ui).open ==
        app::PanelSet().set(static_cast<std::size_t>(Panel::gpu)).set(static_cast<std::size_t>(Panel::parameters)));
  g.command("view.gpu");
  CHECK(!open(g, Panel::gpu));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries.emplace_back().text = "B = 2:1"; });
  start_sheet(g.state.workspace, g.state.view, sheet_of("C = 3:1\n"));
  g.settle();
  CHECK(app::places_of(g.ui).open.all());
  show_document(g.state.workspace, g.state.view, 0);
  g.settle();
  CHECK(!open(g, Panel::gpu));
  CHECK(open(g, Panel::parameters));
}
