// The linked pointer and the inspector in the window: by mouse, by keyboard, in every panel.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "app/actions/pointer.hpp"
#include "app/document/link_graph.hpp"
#include "entries.hpp"
#include "tests/app/sheets.hpp"

using namespace app;

namespace {

constexpr int right_arrow = 262, down_arrow = 264, page_down = 267, end_key = 269;

Element pinned(const State& a) {
  for (std::size_t i = 0; i < a.workspace.sheet().entries.size(); ++i)
    if (a.workspace.sheet().entries[i].pin) return {static_cast<int>(i), *a.workspace.sheet().entries[i].pin};
  return {};
}

/// Where a frame is drawn around a card's cell: that label's place in the card.
const gui::Drawn* right_of(const gui::Gui& g, std::string_view text, float x) {
  for (const auto& d : g.drawn())
    if (d.text == text && d.from.x > x) return &d;
  return nullptr;
}

}  // namespace

TEST_CASE("pointing at a cell points everywhere, and the inspector says where the operands are") {
  gui::Gui g;
  g.settle();
  // 42 in the card of A; the sheet's numbers end left of the canvas.
  const auto* cell = right_of(g, "42", 430);
  REQUIRE(cell != nullptr);
  const auto middle = cell->centre();  // the next frame has other texts
  g.move(middle);
  g.settle();
  REQUIRE(g.state.view.hover);
  const auto& linked = app::linked(g.state.workspace, g.state.view);
  CHECK(linked.in(1) != nullptr);
  CHECK(linked.in(3) != nullptr);
  CHECK(linked.in(4) == nullptr);
  g.click(middle);
  g.settle();
  CHECK(pinned(g.state) == g.state.view.hover);
  g.click(middle);
  g.settle();
  CHECK_FALSE(pinned(g.state));
}

TEST_CASE("a word in the banks view points at its element") {
  auto sheet = app_test::sheet_of({"S = (32,32):(32,1)", "thr = (32,1):(1,32)"});
  sheet.launch.tensor = "S";
  sheet.launch.tile = "(32,32)";
  sheet.launch.threads = "thr";
  sheet.launch.shared_memory = true;
  sheet.launch.position = 1;
  // High enough for 32 rows with their threads.
  gui::Gui g(sheet, {.width = 1600, .height = 1400});
  g.state.view.playback.height = 900;
  g.command("run.banks");
  g.settle();
  // Access 0: lane 1 wants words 32 .. 35, one row below lane 0's; the row's number stands left of them.
  const auto* row = g.find("1 1 1 1 1");
  REQUIRE(row != nullptr);
  const auto from = row->from, to = row->to;  // the next frame has other texts
  std::set<std::int64_t> pointed;
  for (float x = from.x; x < to.x; x += 4) {
    g.move({x, (from.y + to.y) / 2});
    g.settle();
    if (g.state.view.hover && g.state.view.hover.entry == 0) pointed.insert(g.state.view.hover.coordinate);
  }
  // Coordinates go down the columns: (1,0), (1,1), (1,2), (1,3).
  CHECK(pointed == std::set<std::int64_t>{1, 33, 65, 97});
}

TEST_CASE("arrow keys move the pin, and not while somebody types") {
  gui::Gui g(app_test::sheet_of({"A = (4,6):(6,1)", "B = coalesce(A)"}));
  g.settle();
  g.key(right_arrow);
  g.key(right_arrow);
  g.key(down_arrow);
  g.settle();
  CHECK(pinned(g.state) == Element{0, 5});
  CHECK(g.shows("A(1,1) = 7"));
  g.key(end_key);
  g.settle();
  CHECK(pinned(g.state) == Element{0, 21});
  g.state.view.focus_entry = 0;
  g.settle();
  g.key(right_arrow);
  g.key(end_key);
  g.settle();
  CHECK(pinned(g.state) == Element{0, 21});
  g.key(entries::escape);  // leaves the field
  g.settle();
  g.key(entries::escape);
  g.settle();
  CHECK_FALSE(pinned(g.state));
}

TEST_CASE("the coordinate table goes through 2^40 rows, and follows the pointer") {
  gui::Gui g(app_test::sheet_of({"A = (1048576,1048576):(1048576,1)"}));
  g.settle();
  REQUIRE(g.shows("Coordinates of A"));
  const gui::Drawn* title = nullptr;  // of the table: the last of that name
  for (int n = 0; const auto* drawn = g.find("1-D", n); ++n) title = drawn;
  REQUIRE(title != nullptr);
  const float line = g.ui.fonts.mono_small.size + g.ui.px(5);
  const ImVec2 row{title->from.x + 4, title->centre().y + 4 * line};
  g.move(row);
  g.settle();
  REQUIRE(g.state.view.hover);
  CHECK(g.state.view.hover.entry == 0);
  const auto hovered = g.state.view.hover;
  // Pointing at a row does not move the table.
  g.settle();
  CHECK(g.state.view.hover == hovered);
  g.click(row);
  g.settle();
  CHECK(pinned(g.state) == g.state.view.hover);
  const auto first = hovered.coordinate;
  g.wheel(-10);
  g.settle();
  CHECK(g.state.view.hover.coordinate == first + 30);
  g.key(page_down);
  g.settle();
  CHECK(g.state.view.hover.coordinate > first + 35);
  // A pin far away brings its row into sight.
  g.move({900, 5});
  g.state.workspace.set_view([](Sheet& s) { s.entries[0].pin = (std::int64_t{1} << 40) - 77; });
  g.settle();
  CHECK(g.shows("1099511627699"));
}

TEST_CASE("the inspector's tabs are whole in both languages, at any scale, in a small window") {
  for (const auto language : {Language::english, Language::chinese})
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
      gui::Gui g(starter_sheet(), {.width = 1280, .height = 720, .scale = scale, .language = language});
      for (const char* command : {"inspector.element", "inspector.properties", "inspector.steps", "inspector.memory", "inspector.code"}) {
        g.state.view.selected = 3;
        REQUIRE(g.command(command));
        g.settle();
        for (const char* tab : {"Element", "Properties", "Steps", "Memory", "Code"}) {
          const auto* drawn = g.find_containing(g.state.view.texts(tab));
          INFO(tab);
          INFO(command);
          REQUIRE(drawn != nullptr);
          CHECK_FALSE(drawn->cut);
        }
      }
    }
}

TEST_CASE("memory and code follow the entry, and the code goes to the clipboard") {
  gui::Gui g;
  g.state.view.selected = 3;
  g.command("inspector.memory");
  g.settle();
  CHECK(g.shows("A warp reads D"));
  CHECK(g.shows("1 / 2"));
  g.command("inspector.code");
  g.settle();
  REQUIRE(g.shows("CuTe DSL"));
  REQUIRE(g.click_text("CuTe DSL"));
  g.settle();
  CHECK(g.state.view.inspector.dialect == algebra::code::Dialect::dsl);
  CHECK(g.shows("cute.zipped_divide"));
  REQUIRE(g.click_text("pycute"));
  g.settle();
  CHECK(g.state.view.inspector.dialect == algebra::code::Dialect::pycute);
}

TEST_CASE("the steps go on by their arrows") {
  gui::Gui g;
  g.state.view.selected = 3;
  g.command("inspector.steps");
  g.settle();
  const auto count = g.state.workspace.explained(3).steps.size();
  REQUIRE(count > 2);
  g.command("inspector.next_step");
  g.settle();
  CHECK(g.state.view.inspector.step == 1);
  g.command("inspector.previous_step");
  g.settle();
  CHECK(g.state.view.inspector.step == 0);
}

TEST_CASE("an arrow lights the cells that have moved along its mode, and a cell its arrows") {
  gui::Gui g(app_test::sheet_of({"A = (11,13):(26,2)", "M = morphism(A)"}));  // S: 11, 13; T: 2, 13, 11
  g.settle();
  // Where a label of M's card is: the places of the text one by one, for A's headings have some of these numbers, too.
  const auto label_of = [&](std::string_view text, std::int64_t entry) {
    for (int n = 0; const auto* drawn = g.find(text, n); ++n) {
      const auto middle = drawn->centre();  // the next frame has other texts
      g.move(middle);
      g.settle();
      if (g.state.view.hover == Element{1, entry}) return middle;
    }
    FAIL("no such cell");
    return ImVec2{};
  };
  const auto marked = [&](int entry) {
    const auto* in = app::linked(g.state.workspace, g.state.view).in(entry);
    return in != nullptr ? in->coordinates : std::vector<std::int64_t>{};
  };
  std::vector<std::int64_t> rows, columns;  // that are not the first
  for (std::int64_t c = 0; c < 11 * 13; ++c) {
    if (c % 11 != 0) rows.push_back(c);
    if (c / 11 != 0) columns.push_back(c);
  }
  const auto left = label_of("13", 1);
  CHECK(marked(0) == columns);
  CHECK(marked(1) == std::vector<std::int64_t>{1, 3});
  const auto right = label_of("13", 3);
  CHECK(marked(0) == columns);
  label_of("11", 0);
  CHECK(marked(0) == rows);
  // The arrow itself, in the column that has no cells, before it meets the other one.
  const float side = (right.x - left.x) / 2;
  const ImVec2 along{left.x + 0.6f * side, left.y};
  g.move(along);
  g.settle();
  CHECK(g.state.view.hover == Element{1, 1});
  CHECK(g.shows("S1 → T1"));
  // The gap has none.
  label_of("2", 2);
  CHECK(marked(0).empty());
  // From a cell: (1,1) has moved along both, (0,1) along one.
  const auto* cell = g.find("28");
  REQUIRE(cell != nullptr);
  g.move(cell->centre());
  g.settle();
  CHECK(g.state.view.hover == Element{0, 12});
  CHECK(marked(1) == std::vector<std::int64_t>{0, 1, 3, 4});
  g.move(along);
  g.click(along);
  g.settle();
  CHECK(pinned(g.state) == Element{1, 1});
}
