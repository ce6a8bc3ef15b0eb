// Tests the dialog "New GEMM": the choices, the costs or the reason why a choice is impossible, and the sheet that it makes.

#include <doctest/doctest.h>

#include "app/gemm/new_gemm.hpp"
#include "app/panels/dialogs/gemm_dialog.hpp"
#include "finder.hpp"

using namespace app;

TEST_CASE("a GEMM is chosen, and Enter opens its sheet with the map as a document of its own") {
  constexpr int enter = 257;
  for (const auto language : {Language::english, Language::chinese}) {
    gui::Look look;
    look.language = language;
    gui::Gui g(parse_sheet("A = (8,8):(8,1)\n").value(), look);
    for (const auto& kind : gemm_kinds()) {
      REQUIRE(g.command("file.gemm"));
      gui::settle_finder(g);
      app::gemm_view_of(g.ui).chosen = kind.start;
      gui::settle_finder(g);
      INFO(g.everything());
      CHECK(g.shows(g.ui.tr("Create")));
      CHECK(g.shows((*g.ui.texts)(kind.title)));
      if (kind.shared) CHECK(g.shows("232448"));
      const auto documents = g.state.workspace.documents().size();
      g.key(enter);
      g.settle();
      REQUIRE(g.state.view.dialog == Dialog::none);
      // The first takes the place of nothing: the sheet that was open has not been edited, as it came from no file.
      CHECK(g.state.workspace.documents().size() >= documents);
      CHECK(g.state.workspace.sheet() == *new_gemm(kind.start, g.state.view.texts));
      CHECK(g.state.workspace.evaluator().problems() == 0);
      CHECK(!g.state.workspace.can_undo());
    }
  }
}

TEST_CASE("what cannot be is said beneath the choice, and the nearest is taken by a click") {
  gui::Gui g(parse_sheet("A = (8,8):(8,1)\n").value());
  REQUIRE(g.command("file.gemm"));
  app::gemm_view_of(g.ui).chosen.tile_m = 96;
  gui::settle_finder(g);
  INFO(g.everything());
  CHECK(g.shows("tile M = 96 does not divide M = 256. Nearest that works: tile M = 64."));
  CHECK(!g.shows("Create"));
  REQUIRE(g.click_text("Use the nearest"));
  gui::settle_finder(g);
  CHECK(app::gemm_view_of(g.ui).chosen.tile_m == 64);
  CHECK(g.shows("Create"));
  REQUIRE(g.click_text("Cancel"));
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(g.state.workspace.sheet().entries.size() == 1);
}

TEST_CASE("of a kind only what it allows is asked") {
  gui::Gui g(parse_sheet("A = (8,8):(8,1)\n").value());
  REQUIRE(g.command("file.gemm"));
  struct Asked {
    GemmKind kind;
    bool stages, swizzle;
    const char* shared_by;
  };
  const Asked all[] = {{GemmKind::by_hand, false, false, "Threads along M, N"},
                       {GemmKind::tiled, false, true, "Threads along M, N"},
                       {GemmKind::vectors, true, true, "Threads along M, N"},
                       {GemmKind::tensor_cores, true, true, "Warps along M, N"},
                       {GemmKind::wgmma, true, true, "Warpgroups along M"}};
  for (const auto& a : all) {
    app::gemm_view_of(g.ui).chosen = record_of(a.kind).start;
    gui::settle_finder(g);
    INFO(g.everything());
    CHECK(g.shows("Stages") == a.stages);
    CHECK(g.shows("Swizzle") == a.swizzle);
    CHECK(g.shows(a.shared_by));
  }
}
