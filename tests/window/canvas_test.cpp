// How the canvas is used as a sheet is opened: by every lesson, example and program of the tests, in three sizes of the window.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/actions/cards.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/starting.hpp"
#include "app/lessons/examples.hpp"
#include "app/lessons/lessons.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "app/panels/places.hpp"
#include "entries.hpp"
#include "gui.hpp"
#include "tests/test_data.hpp"

using gui::Gui;

namespace {

struct Use {
  double share = 0;  ///< of the canvas that cards take
  int cards = 0;
  std::vector<std::string> cut;   ///< cards that are cut and could stand whole
  std::vector<std::string> wide;  ///< cards that have room beside their grid, for no short heading or sentence
  bool grown = true;              ///< no card has cells that could be larger
  double reach = 0;               ///< how much of the canvas's width, or of its height, they go across, whichever is more
};

Use use_of(const Gui& g) {
  const auto& canvas = app::canvas_of(g.ui);
  const auto& place = app::places_of(g.ui).canvas;
  const ImVec2 size{place.to.x - place.from.x, place.to.y - place.from.y};
  Use use;
  ImVec2 end;
  for (const auto& p : canvas.placed) {
    const auto* picture = g.state.workspace.picture(p.ref.entry, p.ref.card);
    if (picture == nullptr) continue;
    const auto& d = picture->diagram;
    const auto& l = p.layout;
    const float right = p.at.x + l.width, foot = p.at.y + l.height;
    if (p.at.y < size.y) ++use.cards, end = {std::max(end.x, right), std::max(end.y, foot)};
    use.share += std::max(0.0f, std::min(right, size.x) - p.at.x) * std::max(0.0f, std::min(foot, size.y) - p.at.y) /
                 (static_cast<double>(size.x) * size.y);
    const auto rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
    const auto name = fmt::format("{} {}", d.title, d.subtitle.substr(0, 40));
    if (p.at.y < size.y && (right > size.x + 1 || (foot > size.y + 1 && l.height <= size.y)))
      use.cut.push_back(fmt::format("{} crosses the canvas's edge", name));
    // The grid within its card.
    const double fit = std::min((size.x - l.grid_x - 40) / columns, (size.y - l.grid_y - 60) / rows);
    const bool whole = fit >= 4 || fit * std::min(rows, columns) >= 64;
    if (whole && (columns * l.default_cell > l.grid_width + 1.5 || rows * l.default_cell > l.grid_height + 1.5))
      use.cut.push_back(fmt::format("{} shows {:.0f} x {:.0f} of {} x {} cells", name, l.grid_height / l.default_cell,
                                    l.grid_width / l.default_cell, rows, columns));
    const float grid_end = l.grid_x + l.grid_width + (l.beside ? 16 + l.words_width : 0);
    if (l.width > 302 && l.width - grid_end > 40)
      use.wide.push_back(fmt::format("{} is {:.0f} wide, its grid {:.0f}", name, l.width, l.grid_width));
    use.grown = use.grown && l.default_cell >= std::max(159.0f, size.y / 6 - 1);
  }
  use.reach = std::max(end.x / size.x, end.y / size.y);
  return use;
}

struct Total {
  int sheets = 0, full = 0, largest = 0, across = 0;
  double sum = 0;
  std::vector<std::string> findings;
};

void look(const Gui& g, const std::string& name, Total& total) {
  const auto use = use_of(g);
  if (use.cards == 0) return;
  ++total.sheets;
  total.sum += use.share;
  for (const auto& what : use.cut) total.findings.push_back(name + ": " + what);
  for (const auto& what : use.wide) total.findings.push_back(name + ": " + what);
  // A canvas is well used if its cards cover 60 % of it, if their cells are at their largest, or if they reach from edge to edge.
  if (use.share >= 0.6) ++total.full;
  else if (use.grown) ++total.largest;
  else if (use.reach >= 0.93) ++total.across;
  else
    total.findings.push_back(fmt::format("{}: {} cards take {:.0f} % of the canvas and reach across {:.0f} %", name, use.cards,
                                         100 * use.share, 100 * use.reach));
}

}  // namespace

TEST_CASE("cards take the canvas, and none is cut that could stand whole") {
  for (const auto& [width, height] : {std::pair{1280, 800}, {1600, 1000}, {3840, 2160}}) {
    Total total;
    {
      Gui g(app::Sheet{}, {.width = width, .height = height, .all_panels = false});
      for (int n = 0; n < static_cast<int>(app::lesson_names().size()); ++n) {
        app::open_lesson(g.state.workspace, g.state.view, n);
        g.settle();
        look(g, fmt::format("lesson {}", n + 1), total);
      }
      for (const auto& example : app::examples()) {
        app::open_example(g.state.workspace, g.state.view, example.name);
        g.settle();
        look(g, "example " + example.name, total);
      }
      for (const auto& file : std::filesystem::directory_iterator(test_data() + "/fixtures/programs")) {
        app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, file.path().string());
        g.settle();
        look(g, file.path().filename().string(), total);
      }
    }
    std::string all;
    for (const auto& f : total.findings) all += f + "\n";
    MESSAGE(width, " x ", height, ": cards take ", std::lround(100 * total.sum / total.sheets), " % of the canvas in the mean, ",
            total.full, " of ", total.sheets, " sheets at least 60 %, ", total.largest, " have the largest cells, and ", total.across,
            " reach from edge to edge");
    INFO(all);
    INFO("mean ", total.sum / total.sheets);
    CHECK(total.sum >= 0.6 * total.sheets);
    CHECK(total.findings.empty());
  }
}

namespace {

/// More cards than one view has room for.
app::Sheet many_cards() {
  std::string text;
  for (int i = 0; i < 14; ++i) text += fmt::format("L{} = (8,{}):({},1)\n", i, 4 + i % 5, 4 + i % 5);
  return entries::sheet_of(text);
}

ImVec2 corner(const Gui& g) { return app::places_of(g.ui).canvas.from; }

/// Returns a place of the ground: between the first card and the canvas's edge.
ImVec2 ground(const Gui& g) { return {corner(g).x + 5, corner(g).y + 5}; }

/// Returns the width of A's value in the heading of its card.
float heading_width(const Gui& g) {
  for (int n = 0; g.find("(8,8):(8,1)", n) != nullptr; ++n)
    if (const auto* value = g.find("(8,8):(8,1)", n); value->from.x > corner(g).x) return value->to.x - value->from.x;
  return 0;
}

void control_wheel(Gui& g, float notches) {
#if IMGUI_VERSION_NUM < 18700
  ImGui::GetIO().KeyCtrl = true;
  g.wheel(notches);
  ImGui::GetIO().KeyCtrl = false;
#else
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  g.wheel(notches);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
#endif
  g.settle();
}

bool all_in_sight(const Gui& g) {
  const auto& canvas = app::canvas_of(g.ui);
  return std::ranges::all_of(canvas.placed, [&](const auto& p) {
    return p.at.x + p.layout.width <= canvas.sight.size.x + 1 && p.at.y + p.layout.height <= canvas.sight.size.y + 1;
  });
}

const ImGuiWindow* map_of() {
  for (const auto* w : ImGui::GetCurrentContext()->Windows)
    if (w->Active && std::string_view(w->Name).find("minimap") != std::string_view::npos) return w;
  return nullptr;
}

}  // namespace

TEST_CASE("Ctrl and the wheel over the ground zoom all cards about the pointer, and over a grid that grid") {
  Gui g(entries::sheet_of("A = (8,8):(8,1)\nB = (4,4):(1,4)\n"));
  g.settle();
  const auto& canvas = app::canvas_of(g.ui);
  const auto usual = canvas.placed;
  g.move(ground(g));
  control_wheel(g, 1);
  CHECK(canvas.sight.zoom == doctest::Approx(1.2f));
  for (std::size_t i = 0; i < usual.size(); ++i) {
    CHECK(canvas.placed[i].at.x == doctest::Approx(1.2f * usual[i].at.x));
    CHECK(canvas.placed[i].layout.width == doctest::Approx(1.2f * usual[i].layout.width));
    CHECK(canvas.placed[i].layout.default_cell == doctest::Approx(1.2f * usual[i].layout.default_cell));
  }
  // Letters grow with it, at first scaled and then in their own size.
  const float zoomed = heading_width(g);
  for (int i = 0; i < 30; ++i) g.frame();
  CHECK(g.ui.canvas_scale == doctest::Approx(1.2f));
  control_wheel(g, -1);
  CHECK(canvas.sight.zoom == 1);
  for (int i = 0; i < 30; ++i) g.frame();
  CHECK(heading_width(g) == doctest::Approx(zoomed / 1.2f).epsilon(0.06));
  const auto& a = canvas.placed[0];
  g.move({corner(g).x + a.at.x + a.layout.grid_x + 40, corner(g).y + a.at.y + a.layout.grid_y + 40});
  control_wheel(g, 1);
  CHECK(canvas.sight.zoom == 1);
  CHECK(app::canvas_of(g.ui).cards[a.id].cell > 0);
}

TEST_CASE("Fit all puts every card into one view, Fit the card makes one as large as it, and the usual size comes back") {
  Gui g(many_cards());
  g.settle();
  const auto& canvas = app::canvas_of(g.ui);
  REQUIRE_FALSE(all_in_sight(g));
  const auto usual = canvas.placed.back().at;
  REQUIRE(g.command("canvas.fit_all"));
  CHECK(all_in_sight(g));
  CHECK(canvas.sight.zoom < 1);
  g.state.view.selected = 3;
  REQUIRE(g.command("canvas.fit_card"));
  g.settle();
  const auto& card = canvas.placed[3];
  const auto& view = canvas.sight;
  CHECK(std::max(card.layout.width / view.size.x, card.layout.height / view.size.y) > 0.9f);
  CHECK(card.at.x + view.offset.x - view.scroll.x >= 0);
  CHECK(card.at.y + view.offset.y - view.scroll.y >= 0);
  CHECK(card.at.x + view.offset.x - view.scroll.x + card.layout.width <= view.size.x + 1);
  CHECK(card.at.y + view.offset.y - view.scroll.y + card.layout.height <= view.size.y + 1);
  REQUIRE(g.command("canvas.usual"));
  CHECK(canvas.sight.zoom == 1);
  CHECK(canvas.placed.back().at.y == usual.y);
  CHECK_FALSE(g.command("canvas.usual"));
}

TEST_CASE("a minimap is there while a card is out of sight, and moves the view") {
  Gui g(many_cards());
  g.settle();
  const auto& sight = app::canvas_of(g.ui).sight;
  const auto* map = map_of();
  REQUIRE(map != nullptr);
  const ImVec2 foot{map->Pos.x + map->Size.x / 2, map->Pos.y + map->Size.y - 8};
  g.drag({foot.x, map->Pos.y + 8}, foot);
  g.settle();
  CHECK(sight.scroll.y > sight.size.y / 2);
  g.command("canvas.fit_all");
  CHECK(map_of() == nullptr);
}

TEST_CASE("the ground is dragged, and the view goes to the page of a selected card") {
  Gui g(many_cards());
  g.settle();
  const auto& sight = app::canvas_of(g.ui).sight;
  g.drag({ground(g).x, ground(g).y + 300}, ground(g));
  CHECK(sight.scroll.y == doctest::Approx(300).epsilon(0.05));
  g.state.view.selected = 13;
  g.settle();
  const auto& last = app::canvas_of(g.ui).placed.back();
  CHECK(sight.scroll.y == doctest::Approx(std::floor(last.at.y / sight.size.y) * sight.size.y));
}

TEST_CASE("a large grid opens fitted, and a double click goes to what is under the pointer and back") {
  Gui g(entries::sheet_of("A = (512,512):(512,1)\n"));
  g.settle();
  const auto& p = app::canvas_of(g.ui).placed[0];
  CHECK(p.layout.default_cell * 512 <= p.layout.grid_width + 1.5f);
  const ImVec2 at{corner(g).x + p.at.x + p.layout.grid_x + p.layout.grid_width / 2,
                  corner(g).y + p.at.y + p.layout.grid_y + p.layout.grid_height / 2};
  g.double_click(at);
  const auto& view = app::canvas_of(g.ui).cards[p.id];
  CHECK(view.cell >= 30);
  CHECK(view.first_row > 200);
  CHECK(view.first_row < 256);
  for (int i = 0; i < 25; ++i) g.frame();  // four clicks in a row are no two double clicks
  g.double_click(at);
  CHECK(view.cell < 2);
  CHECK(view.first_row == 0);
}

TEST_CASE("a card that is moved on a zoomed canvas stays where it was dropped") {
  Gui g(entries::sheet_of("A = (8,8):(8,1)\nB = (4,4):(1,4)\n"));
  g.settle();
  g.move(ground(g));
  control_wheel(g, -3);
  const auto& p = app::canvas_of(g.ui).placed[0];
  const auto& offset = app::canvas_of(g.ui).sight.offset;
  const ImVec2 grip{corner(g).x + offset.x + p.at.x + 20, corner(g).y + offset.y + p.at.y + 8};
  const float zoom = app::canvas_of(g.ui).sight.zoom, before = p.at.x, width = p.layout.width;
  g.drag(grip, {grip.x + 80, grip.y + 60});
  const auto& settings = g.state.workspace.sheet().entries[0];
  REQUIRE(settings.at);
  CHECK(static_cast<float>(settings.at->x) == doctest::Approx((before + 80) / zoom).epsilon(0.02));
  CHECK(app::canvas_of(g.ui).placed[0].layout.width == doctest::Approx(width).epsilon(0.02));
}
