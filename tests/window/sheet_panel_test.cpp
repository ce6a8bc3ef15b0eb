// Tests the sheet's panel: entries are moved and chosen, operations inserted, and only visible rows are drawn.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"

using namespace entries;

TEST_CASE("a command of the card that is typed for leaves the cursor in the field") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("T = 4:");
  for (const char* id : {"view.card", "view.transpose"}) {
    g.command(id);
    CHECK(app::panel_of(g.ui).active_entry == 1);
  }
  g.type("12");
  CHECK(text(g, 1) == "T = 4:12");
  CHECK(!g.state.workspace.sheet().entries[1].visible);
}

TEST_CASE("an entry is dragged to another place by its number, and with Alt and the arrows while it is typed in") {
  Gui g(sheet_of("A = 8:1\nB = composition(A, 4:2)\nC = 3:1\n"));
  g.drag(handle(g, 0), {handle(g, 0).x, letter(g, 2, 0).y + 30});
  CHECK(text(g, 0) == "B = composition(A, 4:2)");
  CHECK(text(g, 2) == "A = 8:1");
  CHECK(g.state.workspace.result(0).evaluation);
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = 8:1");
  CHECK(!g.state.workspace.can_undo());

  g.click(letter(g, 0, 0));
  g.key(home);
  g.key(right);
  g.key(down, false, false, true);
  CHECK(text(g, 1) == "A = 8:1");
  CHECK(app::panel_of(g.ui).active_entry == 1);
  g.type("x");
  CHECK(text(g, 1) == "Ax = 8:1");
  CHECK(text(g, 0) == "B = composition(Ax, 4:2)");  // by its new name
}

TEST_CASE("the arrows go from entry to entry and keep the column") {
  Gui g(sheet_of("A = (8,8):(8,1)\nB = (4,4):(4,1)\n"));
  g.click(letter(g, 0, 0));
  g.key(home);
  for (int i = 0; i < 5; ++i) g.key(right);
  g.key(down);
  g.type("1");
  CHECK(text(g, 1) == "B = (14,4):(4,1)");
  g.key(up);
  g.type("2");
  CHECK(text(g, 0) == "A = (82,8):(8,1)");
}

TEST_CASE("clicks with Ctrl and Shift choose entries, and an operation takes them in that order") {
  Gui g(sheet_of("A = (8,8):(8,1)\nT = <4,4>\nB = 4:1\n"));
  const auto click_with = [&](int entry, bool control) {
    auto at = letter(g, entry, 0);
    at.x += 250;
    (control ? ImGui::GetIO().KeyCtrl : ImGui::GetIO().KeyShift) = true;
    g.click(at);
    ImGui::GetIO().KeyCtrl = ImGui::GetIO().KeyShift = false;
  };
  g.state.view.selected = 0;
  click_with(1, true);
  CHECK(app::chosen_entries(g.state.workspace, g.state.view) == std::vector<int>{0, 1});
  CHECK(app::panel_of(g.ui).active_entry == -1);
  REQUIRE(g.click_text("zipped_divide"));
  CHECK(text(g, 2) == "C = zipped_divide(A, T)");
  CHECK(g.state.workspace.result(2).evaluation);
}

TEST_CASE("the operations are searched and inserted from the keyboard") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  REQUIRE(g.command("edit.operations"));
  g.type("interleave");
  INFO(g.everything());
  CHECK(g.shows("raked_product(A, B)"));
  CHECK(g.shows("A in every place of B: blocks interleave"));
  CHECK(!g.shows("Divide and product"));
  g.key(enter);
  CHECK(text(g, 1) == "B = raked_product(A, (3,4):(1,3))");
  CHECK(app::panel_of(g.ui).search.empty());
  CHECK(app::panel_of(g.ui).active_entry == 1);
  g.type("4:1");
  CHECK(text(g, 1) == "B = raked_product(A, 4:1)");

  g.command("edit.operations");
  g.type("divide");
  g.key(down);
  const auto second = app::panel_of(g.ui).operations.at(1)->name;
  g.key(enter);
  CHECK(text(g, 2).find(second) != std::string::npos);
}

TEST_CASE("ten thousand entries: only those in sight are drawn, and the selected one comes into sight") {
  std::string lines = "A = (8,8):(8,1)\n";
  for (int i = 1; i < 10'000; ++i) lines += fmt::format("B{} = composition(A, {}:1)\n@view hidden\n", i, i % 8 + 1);
  Gui g(sheet_of(lines));
  CHECK(app::panel_of(g.ui).sources.size() < 60);
  CHECK(!g.shows("B9000 ="));
  g.state.view.selected = 9000;
  g.settle();
  CHECK(g.shows("B9000 ="));
  CHECK(!g.shows("B10 ="));
  CHECK(app::panel_of(g.ui).sources.size() < 300);
  g.state.view.selected = 9999;
  g.settle();
  CHECK(g.shows("B9999 ="));
}

TEST_CASE("a long value ends in dots, and the text too while nobody types in it") {
  std::string shape = "1";
  for (int i = 0; i < 40; ++i) shape += ",2";
  Gui g(sheet_of("A = (" + shape + ")\nB = flatten(A)\n"));
  INFO(g.everything());
  bool cut = false, dots = false;
  for (const auto& d : g.drawn()) {
    if (d.from.x > 330 || d.from.y > 300 || d.from.y < 50) continue;
    cut = cut || d.cut;
    dots = dots || d.text.find("…") != std::string::npos;
  }
  CHECK(dots);
}
