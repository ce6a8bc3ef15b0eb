// The sheet's panel: numbers are dragged and stepped, names are completed, entries are moved, and undo follows.

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

#include "app/panels/sheet_parts.hpp"
#include "gui.hpp"

using gui::Gui;

namespace {

constexpr int escape = 256, enter = 257, tab = 258, space = 32, right = 262, left = 263, down = 264, up = 265, home = 268, end = 269;

app::Sheet sheet_of(const std::string& text) {
  const auto sheet = app::parse_sheet(text);
  REQUIRE(sheet);
  return *sheet;
}

const std::string& text(const Gui& g, int entry) { return g.app.sheet().entries[static_cast<std::size_t>(entry)].text; }

/// The middle of the nth letter of an entry's text, as it is drawn in the sheet.
ImVec2 letter(const Gui& g, int entry, std::size_t nth) {
  const auto& shown = text(g, entry);
  for (int i = 0;; ++i) {
    const auto* d = g.find_containing(shown, i);
    INFO(g.everything());
    REQUIRE(d != nullptr);
    if (d->from.x > 420 * g.ui.scale) continue;
    const auto at = d->text.find(shown) + nth;
    const float advance = (d->to.x - d->from.x) / static_cast<float>(d->text.size());
    return {d->from.x + advance * (static_cast<float>(at) + 0.5f), d->centre().y};
  }
}

/// The number of a line in the margin, by which it is dragged.
ImVec2 handle(const Gui& g, int entry) {
  const auto at = letter(g, entry, 0);
  return {14 * g.ui.scale, at.y};
}

void drag_to(Gui& g, ImVec2 from, float by, int steps = 6) {
  g.move(from);
  g.press();
  for (int i = 1; i <= steps; ++i) {
    compat::mouse_position(ImGui::GetIO(), from.x + by * static_cast<float>(i) / static_cast<float>(steps), from.y);
    g.frame();
  }
}

}  // namespace

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
    sizes.push_back(algebra::size(*app::layout_of(g.app.result(0).evaluation->value)));
  }
  g.release();
  CHECK(sizes == std::vector<std::int64_t>{72, 80, 88, 96, 104, 112});
  CHECK(text(g, 0) == "A = (14,8):(8,1)");
  CHECK(g.ui.active_entry == -1);   // the text did not get the keyboard
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.app.can_undo());
  g.command("edit.redo");
  CHECK(text(g, 0) == "A = (14,8):(8,1)");
}

TEST_CASE("Escape takes a drag back") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  drag_to(g, letter(g, 0, 5), 60);
  CHECK(text(g, 0) != "A = (8,8):(8,1)");
  g.key(escape);
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.app.can_undo());
  // What the mouse does until it is let go means nothing.
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
    CHECK(!g.app.result(1).problem);
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
  CHECK(g.ui.active_entry == 0);
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
  for (int i = 0; i < 60; ++i) g.frame();   // a second
  g.wheel(1);
  CHECK(text(g, 0) == "A = (11,8):(8,1)");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (10,8):(8,1)");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(!g.app.can_undo());
}

TEST_CASE("the wheel that scrolls the list does not step the numbers that come by") {
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += fmt::format("A{} = (8,8):(8,1)\n", i);
  Gui g(sheet_of(lines));
  const auto before = g.app.sheet();
  auto at = letter(g, 3, 6);
  at.y += 22;   // between the numbers of two lines
  g.move(at);
  for (int i = 0; i < 12; ++i) {
    g.wheel(-1);
    g.frame();
  }
  CHECK(g.app.sheet() == before);
  CHECK(g.ui.sheet_panel->scroll > 100);
}

TEST_CASE("a number of an entry that is typed in is stepped in its field too") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.click(letter(g, 0, 0));
  REQUIRE(g.ui.active_entry == 0);
  g.move(letter(g, 0, 5));
  g.wheel(1);
  CHECK(text(g, 0) == "A = (9,8):(8,1)");
  CHECK(g.ui.active_entry == 0);
  g.key(end);
  g.type(" ");
  CHECK(text(g, 0) == "A = (9,8):(8,1) ");
}

TEST_CASE("names are completed: Tab takes the first, Enter only one that was chosen") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("F = coal");
  INFO(g.everything());
  CHECK(g.find("coalesce", 1) != nullptr);   // once among the operations, once here
  CHECK(g.shows("merge modes that step on from one another"));
  g.key(tab);
  CHECK(text(g, 1) == "F = coalesce()");
  g.type("A");
  CHECK(text(g, 1) == "F = coalesce(A)");
  CHECK(g.app.result(1).evaluation);

  g.type(")");   // the bracket that came with the name is typed over
  CHECK(text(g, 1) == "F = coalesce(A)");
  g.type("(0)");
  CHECK(text(g, 1) == "F = coalesce(A)(0)");

  // Nobody chose a row: Enter is the sheet's.
  g.command("edit.insert");
  g.type("G = comp");
  g.key(enter);
  CHECK(text(g, 2) == "G = comp");
  CHECK(g.app.sheet().entries.size() == 4);

  g.type("H = comp");
  g.key(down);
  g.key(down);
  const auto row = g.ui.sheet_panel->offer.completion.rows.at(1).written;
  g.key(enter);
  CHECK(text(g, 3) == "H = " + row);
  CHECK(g.app.sheet().entries.size() == 4);
  CHECK(g.ui.active_entry == 3);
}

TEST_CASE("a click takes a row, Escape shuts the list and typing goes on") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("F = zipped");
  const auto& offer = g.ui.sheet_panel->offer;
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
  CHECK(g.ui.active_entry == 2);
  CHECK(text(g, 2) == "G = coal");
  g.type("e");
  CHECK(text(g, 2) == "G = coale");
  CHECK(g.find("coalesce", 1) != nullptr);
  g.key(escape);
  g.key(escape);
  CHECK(g.ui.active_entry == -1);
  CHECK(text(g, 2) == "G = coale");
}

TEST_CASE("the list never covers the line that is typed, at the foot of the window too") {
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += fmt::format("A{} = (8,8):(8,1)\n", i);
  for (const int height : {720, 1000}) {
    Gui g(sheet_of(lines), {.width = 1280, .height = height});
    for (const int at : {0, 39}) {
      g.app.selected = at;
      g.command("edit.insert");
      g.type("F = composition(c");
      const auto& offer = g.ui.sheet_panel->offer;
      REQUIRE(offer.to.y > offer.from.y);
      const auto line = letter(g, at + 1, 0);
      CHECK((offer.from.y > line.y || offer.to.y < line.y));
      CHECK(offer.to.y <= static_cast<float>(height));
      CHECK(offer.from.y >= 0);
      g.command("edit.delete");
    }
  }
}

TEST_CASE("inside a call its signature is shown, and Tab goes to what is missing") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.app.insert_call("local_tile");
  g.settle();
  CHECK(text(g, 1) == "B = local_tile(A, tiler, coord)");
  INFO(g.everything());
  CHECK(g.shows("local_tile(T,"));
  CHECK(g.shows("coord, step)"));
  CHECK(g.shows("the tile at a coordinate: a CTA's part"));
  g.type("(4,4)");
  CHECK(text(g, 1) == "B = local_tile(A, (4,4), coord)");
  g.key(tab);
  g.type("(0,1)");
  CHECK(text(g, 1) == "B = local_tile(A, (4,4), (0,1))");
  CHECK(g.app.result(1).evaluation);
}

TEST_CASE("Ctrl+Space asks for everything") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.command("edit.insert");
  g.type("F = ");
  CHECK(g.ui.sheet_panel->offer.completion.rows.empty());
  g.key(space, true);
  CHECK(g.ui.sheet_panel->offer.completion.rows.size() > 10);
  CHECK(g.ui.sheet_panel->offer.completion.rows.front().name == "A");
}

TEST_CASE("undo while typing restores the text and keeps the cursor in the field") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  g.click(letter(g, 0, 0));
  g.key(end);
  g.type("0");
  CHECK(text(g, 0) == "A = (8,8):(8,1)0");
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = (8,8):(8,1)");
  CHECK(g.ui.active_entry == 0);
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

TEST_CASE("an entry is dragged to another place by its number, and with Alt and the arrows while it is typed in") {
  Gui g(sheet_of("A = 8:1\nB = composition(A, 4:2)\nC = 3:1\n"));
  g.drag(handle(g, 0), {handle(g, 0).x, letter(g, 2, 0).y + 30});
  CHECK(text(g, 0) == "B = composition(A, 4:2)");
  CHECK(text(g, 2) == "A = 8:1");
  CHECK(g.app.result(0).evaluation);
  g.command("edit.undo");
  CHECK(text(g, 0) == "A = 8:1");
  CHECK(!g.app.can_undo());

  g.click(letter(g, 0, 0));
  g.key(home);
  g.key(right);
  g.key(down, false, false, true);
  CHECK(text(g, 1) == "A = 8:1");
  CHECK(g.ui.active_entry == 1);
  g.type("x");
  CHECK(text(g, 1) == "Ax = 8:1");
  CHECK(text(g, 0) == "B = composition(A, 4:2)");
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
  g.app.selected = 0;
  click_with(1, true);
  CHECK(app::chosen_entries(g.app) == std::vector<int>{0, 1});
  CHECK(g.ui.active_entry == -1);
  REQUIRE(g.click_text("zipped_divide"));
  CHECK(text(g, 2) == "C = zipped_divide(A, T)");
  CHECK(g.app.result(2).evaluation);
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
  CHECK(text(g, 1) == "B = raked_product(A, B)");
  CHECK(g.ui.search.empty());
  CHECK(g.ui.active_entry == 1);
  g.type("4:1");
  CHECK(text(g, 1) == "B = raked_product(A, 4:1)");

  g.command("edit.operations");
  g.type("divide");
  g.key(down);
  const auto second = g.ui.sheet_panel->operations.at(1).name;
  g.key(enter);
  CHECK(text(g, 2).find(second) != std::string::npos);
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
  CHECK(!g.app.can_undo());

  g.app.selected = 2;
  g.settle();
  CHECK(g.find("shape 1") == nullptr);
  g.app.selected = 0;
  g.command("view.parameters");
  CHECK(g.find("shape 1") == nullptr);
  CHECK(g.shows("Parameters"));
}

TEST_CASE("ten thousand entries: only those in sight are drawn, and the selected one comes into sight") {
  std::string lines = "A = (8,8):(8,1)\n";
  for (int i = 1; i < 10'000; ++i) lines += fmt::format("B{} = composition(A, {}:1)\n@view hidden\n", i, i % 8 + 1);
  Gui g(sheet_of(lines));
  CHECK(g.ui.sheet_panel->sources.size() < 60);
  CHECK(!g.shows("B9000 ="));
  g.app.selected = 9000;
  g.settle();
  CHECK(g.shows("B9000 ="));
  CHECK(!g.shows("B10 ="));
  CHECK(g.ui.sheet_panel->sources.size() < 300);
  g.app.selected = 9999;
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
