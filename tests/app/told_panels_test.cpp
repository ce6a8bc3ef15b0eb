// Tests the texts of panels and the positions of their parts, without a window.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <tuple>

#include "app/actions/canvas_places.hpp"
#include "app/actions/entry_source.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/panels.hpp"
#include "app/actions/questions.hpp"
#include "app/actions/sheet_list.hpp"
#include "app/actions/working_values.hpp"
#include "app/commands/bar_words.hpp"
#include "app/commands/start_ways.hpp"
#include "sheets.hpp"

using namespace app;

TEST_CASE("a closing bracket is typed over where it stands already, unless one was opened before it") {
  BracketsTypedOver brackets{.after = ")]"};
  CHECK(brackets.type(')'));
  CHECK(brackets.type(']'));
  CHECK_FALSE(brackets.type(')'));
  CHECK(brackets.passed == 2);
  brackets = {.after = ")"};
  CHECK_FALSE(brackets.type('('));
  CHECK_FALSE(brackets.type(')'));
  CHECK(brackets.type(')'));
}

TEST_CASE("the letters of a source stand where they are measured, and whole characters are found") {
  SourceText source;
  source.prepare("aé(2", [](std::string_view) { return 10.0f; });
  CHECK(source.x == std::vector<float>{0, 10, 10, 20, 30, 40});
  CHECK(source.byte_at(12) == 1);
  CHECK(source.byte_at(18) == 3);
  CHECK(source.last_before(29) == 3);
  CHECK(source.unmatched == std::vector<std::size_t>{3});
  CHECK(source.numbers.size() == 1);
}

TEST_CASE("a card that is moved stands in line with others that are near, and is drawn over them") {
  CanvasPlaces canvas;
  canvas.sight.size = {400, 300};
  canvas.placed = {{.id = 1, .layout = {.width = 100, .height = 50}, .at = {12, 12}},
                   {.id = 2, .layout = {.width = 100, .height = 50}, .at = {200, 100}}};
  canvas.drag = {.what = CardDrag::What::move, .card = 2};
  CHECK(canvas.moved_to({127, 15}, 12, 6) == Point{124, 12});
  CHECK(canvas.moved_to({140, -5}, 12, 6) == Point{140, 0});
  CHECK(canvas.drawing_order({2, 1}).back().id == 2);  // what is dragged
  canvas.drag = {};
  CHECK(canvas.drawing_order({2, 1}).back().id == 1);
  CHECK(canvas.all_in_sight());
  canvas.width = 400, canvas.height = 900;
  CHECK(canvas.within({-5, 700}) == Point{0, 600});
}

TEST_CASE("the zoom of the wheel keeps what is under the pointer") {
  CanvasPlaces canvas;
  canvas.sight.size = {400, 300};
  canvas.width = 400, canvas.height = 300;
  const float zoom = canvas.zoom_at({100, 50}, 3);
  CHECK(zoom == doctest::Approx(1.728));
  CHECK(canvas.take_zoom({.whole = false, .factor = zoom}, 1));
  CHECK_FALSE(canvas.take_zoom({.whole = false, .factor = zoom}, 2));
  const auto scroll = canvas.scroll_after_zoom({});
  CHECK(scroll.x == doctest::Approx(100 * zoom - 100));
  CHECK(scroll.y == doctest::Approx(50 * zoom - 50));
}

TEST_CASE("panels are as wide as is wanted, within what the window has room for") {
  const WindowRoom room{.size = {1600, 1000}, .field = 24, .tabs = 38};
  const auto usual = panel_places(room, {}, 0, PanelSet().set());
  CHECK(usual.sheet.to.x == usual.canvas.from.x);
  CHECK(usual.canvas.to.x == usual.inspector.from.x);
  CHECK(usual.canvas.to.y == usual.launch.from.y);
  CHECK(panel_places(room, {.sheet = 500}, 0, PanelSet().set()).sheet.to.x == 500);
  CHECK(panel_places(room, {.sheet = 5000}, 0, PanelSet().set()).sheet.to.x == doctest::Approx(720));
  const auto folded = panel_places(room, {}, 0, {});
  CHECK(folded.canvas.to.x == 1600);
  CHECK(folded.inspector.size().y == 38);
}

TEST_CASE("a narrow top bar drops the program's name first, then lists pills behind one") {
  const BarWidths widths{
      .name = 80, .least_title = 70, .title = 120, .menus = 400, .more = 30, .pills = {60, 60, 60}, .usual_pills = {60, 60, 60}};
  CHECK(bar_room(widths, 1000).name);
  CHECK(bar_room(widths, 1000).pills == 3);
  CHECK_FALSE(bar_room(widths, 700).name);
  CHECK(bar_room(widths, 700).pills == 3);
  CHECK(bar_room(widths, 600).pills == 1);
}

TEST_CASE("a value on a slider is a power of two where sizes are, and one that works where that is near") {
  const algebra::editing::NumberRange range{.least = 0, .most = 100};
  const auto x_of = [](std::int64_t v) { return static_cast<float>(v); };
  const SliderMarks marks{.works = {48}};
  CHECK(value_on_slider(range, range.place(50), true, nullptr, 50, 5, x_of) == 64);
  CHECK(value_on_slider(range, range.place(50), false, &marks, 50, 5, x_of) == 48);
  CHECK(value_on_slider(range, range.place(60), false, &marks, 60, 5, x_of) == 60);
}

TEST_CASE("time in sight follows the moment that is looked at, and zooms at the pointer") {
  TimeInSight time;
  time.update(1000, 100);
  time.follow(7, 500);
  CHECK(time.from == doctest::Approx(465));
  time.zoom(0.5, 1);
  CHECK(time.span == doctest::Approx(80));
  CHECK(time.from + 0.5 * time.span == doctest::Approx(515));
}

TEST_CASE("rows out of sight have a guessed height until they are measured") {
  const auto state = app_test::app_of({"A = 4:1", "B = 8:1"});
  const auto& [workspace, view] = std::tie(state.workspace, state.view);
  SheetList rows;
  const RowLook look{.width = 300, .code = 14, .letters = 12, .words = 12, .heading = 20};
  rows.update(workspace, view, look);
  REQUIRE(rows.count() == 2);
  CHECK(rows.number(1) == 2);
  CHECK(rows.measured(0, 77, workspace.result(0).version));
  rows.sum_up();
  CHECK(rows.top(1) == 77);
  rows.update(workspace, view, look);
  CHECK(rows.top(1) == 77);
  CHECK(rows.first_in_sight(80) == 1);
  CHECK(rows.drop_place(10) == 0);
  CHECK(rows.drop_place(60) == 1);
}

TEST_CASE("a path is a folder, a file that would be replaced, or what is wanted") {
  const auto folder = std::filesystem::temp_directory_path() / "cutescope_paths_test";
  std::filesystem::create_directories(folder);
  const auto there = (folder / "there.cutes").string(), other = (folder / "other").string();
  std::ofstream(there) << "A = 4:1\n";
  const auto state = app_test::app_of({"A = 4:1"});
  const auto& workspace = state.workspace;
  CHECK(answer_to_path(workspace, Dialog::save_as, folder.string(), "").folder == folder.string() + "/");
  CHECK(answer_to_path(workspace, Dialog::save_as, there, "").exists == there);
  CHECK(answer_to_path(workspace, Dialog::save_as, there, there).wanted.name.ends_with("save_and_go_on"));
  CHECK(answer_to_path(workspace, Dialog::save_as, other, "").wanted.name.ends_with("save_and_go_on"));
  CHECK(answer_to_path(workspace, Dialog::open, there, "").wanted.name.ends_with("open_asked"));
  CHECK(answer_to_path(workspace, Dialog::export_map_slides, other, "").wanted.name.ends_with("export_map_slides_asked"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("one way to begin stands out") {
  const auto state = app_test::app_of({"A = 4:1"});
  const auto ways = ways_to_begin(state);
  CHECK(ways.front().primary);
  CHECK(std::ranges::count(ways, true, &StartWay::primary) == 1);
  CHECK(std::ranges::count(ways, true, &StartWay::pastes) == 1);
}

TEST_CASE("a text is shortened by whole sentences") {
  CHECK(sentences_of("One. Two three. Four") == std::vector<std::string>{"One. Two three. Four", "One. Two three. ", "One. "});
  CHECK(sentences_of("") == std::vector<std::string>{""});
}
