// Numbers of the sheet: they are dragged, stepped and slid, and undo follows.

#include <doctest/doctest.h>

#include <fmt/format.h>

#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"

using namespace entries;

TEST_CASE("a number dragged sideways changes, grids follow each frame, and the drag is one step of undo") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  const auto at = letter(g, 0, 5);
  g.move(at);
  CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeEW);
  g.press();
  std::vector<std::int64_t> sizes;
  for (int i = 1; i <= 6; ++i) {
    compat::mouse_position(ImGui::GetIO(), at.x + 8.5f * static_cast<float>(i), at.y);
    g.frame();
    sizes.push_back(algebra::size(*algebra::layout_of(g.state.workspace.result(0).evaluation->value)));
  }
  g.release();
  CHECK(sizes == std::vector<std::int64_t>{72, 80, 88, 96, 104, 112});
  CHECK(text(g, 0) == "A = (14,8):(8,1)");
  CHECK(app::panel_of(g.ui).active_entry == -1);  // the text did not get the keyboard
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.state.workspace.can_undo());
  g.command("edit.redo");
  CHECK(text(g, 0) == "A = (14,8):(8,1)");
}

TEST_CASE("Escape takes a drag back") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  drag_to(g, letter(g, 0, 5), 60);
  CHECK(text(g, 0) != "A = (8,8):(8,1)");
  g.key(escape);
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.state.workspace.can_undo());
  // Movement of the mouse until its button is released means nothing.
  g.move({letter(g, 0, 5).x + 200, letter(g, 0, 5).y});
  g.release();
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
}

TEST_CASE("a number stays within what its place allows") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  drag_to(g, letter(g, 0, 5), -300);
  g.release();
  CHECK(text(g, 0) == "A = (1,8):(8,1)");
}

TEST_CASE("with Ctrl a dragged number takes only values that work") {
  Gui g(sheet_of("A = (8,8):(8,1)\nE = composition(A, 4:2)\n"));
  const auto at = letter(g, 1, text(g, 1).find(":2") + 1);
  g.move(at);
  g.press();
  ImGui::GetIO().KeyCtrl = true;
  for (int i = 1; i <= 14; ++i) {
    compat::mouse_position(ImGui::GetIO(), at.x + 4 * static_cast<float>(i), at.y);
    g.frame();
    CAPTURE(text(g, 1));
    CHECK(!g.state.workspace.result(1).problem);
  }
  ImGui::GetIO().KeyCtrl = false;
  g.release();
  CHECK(text(g, 1) != "E = composition(A, 4:2)");
}

TEST_CASE("a click on a number places the text cursor there, a double click selects it") {
  Gui g(sheet_of("A = (8,64):(8,1)\n"));
  auto at = letter(g, 0, 7);
  at.x -= 3;
  g.click(at);
  CHECK(app::panel_of(g.ui).active_entry == 0);
  g.type("1");
  CHECK(text(g, 0) == "A = (8,164):(8,1)");
  g.double_click(letter(g, 0, 8));
  g.type("32");
  CHECK(text(g, 0) == "A = (8,32):(8,1)");
}

TEST_CASE("the wheel over a number steps it; a run of it is one step of undo") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.move(letter(g, 0, 5));
  for (int i = 0; i < 3; ++i) g.wheel(1);
  CHECK(text(g, 0) == "A = (11,8):(8,1)");
  g.wheel(-1);
  CHECK(text(g, 0) == "A = (10,8):(8,1)");
  for (int i = 0; i < 60; ++i) g.frame();  // a second
  g.wheel(1);
  CHECK(text(g, 0) == "A = (11,8):(8,1)");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (10,8):(8,1)");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.state.workspace.can_undo());
}

TEST_CASE("the wheel that scrolls the list does not step the numbers that come by") {
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += fmt::format("A{} = (8,8):(8,1)\n", i);
  Gui g(sheet_of(lines));
  const auto before = g.state.workspace.sheet();
  auto at = letter(g, 3, 6);
  at.y += 22;  // between the numbers of two lines
  g.move(at);
  for (int i = 0; i < 12; ++i) {
    g.wheel(-1);
    g.frame();
  }
  CHECK(g.state.workspace.sheet() == before);
  CHECK(app::panel_of(g.ui).scroll > 100);
}

TEST_CASE("a number of an entry that is typed in is stepped in its field too") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.click(letter(g, 0, 0));
  REQUIRE(app::panel_of(g.ui).active_entry == 0);
  g.move(letter(g, 0, 5));
  g.wheel(1);
  CHECK(text(g, 0) == "A = (9,8):(8,1)");
  CHECK(app::panel_of(g.ui).active_entry == 0);
  g.key(end);
  g.type(" ");
  CHECK(text(g, 0) == "A = (9,8):(8,1) ");
}

TEST_CASE("the strip has a slider for each number of the selected entry; sliding is one step of undo") {
  Gui g(sheet_of("A = (8,8):(8,1)\n# note\nB = A\n"));
  INFO(g.everything());
  const auto* label = g.find("shape 1");
  REQUIRE(label != nullptr);
  CHECK(g.shows("stride 0"));
  CHECK(!g.find("shape 1")->cut);
  const auto y = label->centre().y;
  const auto from = ImVec2{label->to.x + 60, y};
  g.drag(from, {from.x + 110, y});
  CHECK(text(g, 0) != "A = (8,8):(8,1)");
  CHECK(text(g, 0).starts_with("A = (8,"));
  CHECK(text(g, 0).ends_with("):(8,1)"));
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.state.workspace.can_undo());

  g.state.view.selected = 2;
  g.settle();
  CHECK(g.find("shape 1") == nullptr);
  g.state.view.selected = 0;
  g.command("view.parameters");
  CHECK(g.find("shape 1") == nullptr);
  CHECK(g.shows("Parameters"));
}
