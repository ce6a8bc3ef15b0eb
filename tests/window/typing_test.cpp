// Tests typing in the sheet: names are completed, calls explained, and undo keeps the cursor.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"

using namespace entries;

TEST_CASE("names are completed: Tab takes the first, Enter only one that was chosen") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("F = coal");
  INFO(g.everything());
  CHECK(g.find("coalesce", 1) != nullptr);  // once among the operations, once here
  CHECK(g.shows("merge modes that continue one another"));
  g.key(tab);
  CHECK(text(g, 1) == "F = coalesce()");
  g.type("A");
  CHECK(text(g, 1) == "F = coalesce(A)");
  CHECK(g.state.workspace.result(1).evaluation);

  g.type(")");  // the bracket that came with the name is typed over
  CHECK(text(g, 1) == "F = coalesce(A)");
  g.type("(0)");
  CHECK(text(g, 1) == "F = coalesce(A)(0)");

  // No row is chosen: Enter belongs to the sheet.
  g.command("edit.insert");
  g.type("G = comp");
  g.key(enter);
  CHECK(text(g, 2) == "G = comp");
  CHECK(g.state.workspace.sheet().entries.size() == 4);

  g.type("H = comp");
  g.key(down);
  g.key(down);
  const auto row = app::panel_of(g.ui).offer.completion.rows.at(1).written;
  g.key(enter);
  CHECK(text(g, 3) == "H = " + row);
  CHECK(g.state.workspace.sheet().entries.size() == 4);
  CHECK(app::panel_of(g.ui).active_entry == 3);
}

TEST_CASE("a click takes a row, Escape shuts the list and typing goes on") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("F = zipped");
  const auto& offer = app::panel_of(g.ui).offer;
  REQUIRE(!offer.completion.rows.empty());
  const auto second = offer.completion.rows.at(1);
  const float line = g.ui.fonts.mono_small.size + g.ui.px(7);
  g.click({offer.from.x + 60, offer.from.y + g.ui.px(5) + line * 1.5f});
  CHECK(text(g, 1) == "F = " + second.written);
  g.type("A");
  CHECK(text(g, 1) == "F = " + second.written.substr(0, second.cursor) + "A" + second.written.substr(second.cursor));

  g.command("edit.insert");
  g.type("G = coal");
  REQUIRE(g.find("coalesce", 1) != nullptr);
  g.key(escape);
  CHECK(g.find("coalesce", 1) == nullptr);
  CHECK(app::panel_of(g.ui).active_entry == 2);
  CHECK(text(g, 2) == "G = coal");
  g.type("e");
  CHECK(text(g, 2) == "G = coale");
  CHECK(g.find("coalesce", 1) != nullptr);
  g.key(escape);
  g.key(escape);
  CHECK(app::panel_of(g.ui).active_entry == -1);
  CHECK(text(g, 2) == "G = coale");
}

TEST_CASE("the list never covers the line that is typed, at the foot of the window too") {
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += fmt::format("A{} = (8,8):(8,1)\n", i);
  for (const int height : {720, 1000}) {
    Gui g(sheet_of(lines), {.width = 1280, .height = height});
    for (const int at : {0, 39}) {
      g.state.view.selected = at;
      g.command("edit.insert");
      g.type("F = composition(c");
      const auto& offer = app::panel_of(g.ui).offer;
      REQUIRE(offer.to.y > offer.from.y);
      const auto line = letter(g, at + 1, 0);
      CHECK((offer.from.y > line.y || offer.to.y < line.y));
      CHECK(offer.to.y <= static_cast<float>(height));
      CHECK(offer.from.y >= 0);
      g.command("edit.delete");
    }
  }
}

TEST_CASE("inside a call its signature is shown, and typing replaces the operand that no entry gives") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  insert_call(g.state.workspace, g.state.view, "local_tile");
  g.settle();
  CHECK(text(g, 1) == "B = local_tile(A, (4,4), (0,1))");
  INFO(g.everything());
  CHECK(g.shows("local_tile(T,"));
  CHECK(g.shows("coord, step)"));
  CHECK(g.shows("the tile at a coordinate: a CTA's part"));
  // The operand is selected: typing replaces it.
  g.type("(2,8)");
  CHECK(text(g, 1) == "B = local_tile(A, (2,8), (0,1))");
  CHECK(g.state.workspace.result(1).evaluation);
}

TEST_CASE("Ctrl+Space asks for everything") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("F = ");
  CHECK(app::panel_of(g.ui).offer.completion.rows.empty());
  g.key(space, true);
  CHECK(app::panel_of(g.ui).offer.completion.rows.size() > 10);
  CHECK(app::panel_of(g.ui).offer.completion.rows.front().name == "A");
}

TEST_CASE("undo while typing restores the text and keeps the cursor in the field") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.click(letter(g, 0, 0));
  g.key(end);
  g.type("0");
  CHECK(text(g, 0) == "A = (8,8):(8,1)0");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(app::panel_of(g.ui).active_entry == 0);
  g.key(left);
  g.type("6");
  CHECK(text(g, 0) == "A = (8,8):(8,16)");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  g.command("edit.redo");
  CHECK(text(g, 0) == "A = (8,8):(8,16)");
  g.type("4");
  CHECK(text(g, 0) == "A = (8,8):(8,164)");
}
