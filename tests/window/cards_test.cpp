// The cards of the canvas with the mouse: moved, sized, pulled, compared, filling the canvas.

#include <doctest/doctest.h>

#include <cmath>

#include "app/actions/cards.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/panels/canvas/canvas_state.hpp"
#include "entries.hpp"
#include "gui.hpp"
#include "render/theme.hpp"

using namespace app;
using entries::sheet_of;
using gui::Gui;

namespace {

Sheet sheet(std::string_view text) { return parse_sheet(text).value(); }

/// Where a card stands in the window, from the words of its menu at its top right.
struct Box {
  ImVec2 from, to;
  ImVec2 grip() const { return {from.x + 30, from.y + 14}; }
};
Box box(const Gui& g, std::size_t n) {
  const auto& p = app::canvas_of(g.ui).placed.at(n);
  // The canvas begins at the right of the sheet's panel and below the top bar; its first card stands 12 points off.
  const auto* menu = g.find_containing("colour:");
  REQUIRE(menu != nullptr);
  const auto& first = app::canvas_of(g.ui).placed.at(0);
  const ImVec2 origin{menu->to.x + 12 - first.at.x - first.layout.width, menu->from.y - 8 - first.at.y};
  const ImVec2 at{std::round(origin.x + p.at.x), std::round(origin.y + p.at.y)};
  return {at, {at.x + p.layout.width, at.y + p.layout.height}};
}

const CardSettings& settings(const Gui& g, std::size_t entry, int card = 0) { return g.state.workspace.sheet().entries[entry].card(card); }

}  // namespace

TEST_CASE("a card is dragged by its heading, in one undo step, and the others make room") {
  gui::Gui g(sheet("A = (8,8):(8,1)\nB = (4,4):(1,4)\n"));
  g.settle();
  const auto from = box(g, 0).grip();
  g.drag(from, {from.x + 60, from.y + 45});
  g.settle();
  REQUIRE(settings(g, 0).at);
  CHECK(*settings(g, 0).at == CardSettings::Point{72, 57});
  // It keeps the size that it had among the others.
  REQUIRE(settings(g, 0).size);
  // B stood where A is now, or beside it: it lies over nothing.
  const auto &a = app::canvas_of(g.ui).placed[0], &b = app::canvas_of(g.ui).placed[1];
  const bool apart = b.at.x >= a.at.x + a.layout.width || b.at.x + b.layout.width <= a.at.x || b.at.y >= a.at.y + a.layout.height ||
                     b.at.y + b.layout.height <= a.at.y;
  CHECK(apart);
  CHECK(g.command("edit.undo"));
  g.settle();
  CHECK_FALSE(settings(g, 0).at);
  CHECK_FALSE(g.state.workspace.can_undo());
}

TEST_CASE("a card's corner makes it larger, and its cells with it") {
  gui::Gui g(sheet("A = (4,4):(4,1)\n"));
  g.settle();
  const auto cell = app::canvas_of(g.ui).placed[0].layout.default_cell;
  const auto card = box(g, 0);
  g.drag({card.to.x - 4, card.to.y - 4}, {card.to.x + 236, card.to.y + 196});
  g.settle();
  REQUIRE(settings(g, 0).size);
  CHECK(std::abs(static_cast<float>(settings(g, 0).size->width) - (card.to.x - card.from.x + 240)) <= 2);
  CHECK(app::canvas_of(g.ui).placed[0].layout.default_cell > 1.3f * cell);
  CHECK(g.command("view.arrange"));
  g.settle();
  CHECK(app::canvas_of(g.ui).placed[0].layout.default_cell == cell);
}

TEST_CASE("a grid's corner pulls its entry to another shape, in one undo step") {
  gui::Gui g(sheet("A = (4,6):(6,1)\nB = logical_divide(A, 2)\n"));
  g.settle();
  const auto& layout = app::canvas_of(g.ui).placed[0].layout;
  const auto card = box(g, 0);
  const ImVec2 corner{card.from.x + layout.grid_x + layout.grid_width, card.from.y + layout.grid_y + layout.grid_height};
  const float cell = layout.default_cell;
  g.drag(corner, {corner.x + 2 * cell, corner.y + 4 * cell});
  g.settle();
  CHECK(g.state.workspace.sheet().entries[0].text == "A = (8,8):(8,1)");
  CHECK(g.state.workspace.picture(1)->diagram.shape.rank() == 2);
  CHECK(algebra::product(g.state.workspace.picture(1)->diagram.shape).value == 64);
  CHECK(g.command("edit.undo"));
  g.settle();
  CHECK(g.state.workspace.sheet().entries[0].text == "A = (4,6):(6,1)");
  CHECK_FALSE(g.state.workspace.can_undo());
}

TEST_CASE("a double click on the heading fills the canvas, Esc leaves") {
  gui::Gui g(sheet("A = (8,8):(8,1)\nB = (4,4):(1,4)\n"));
  g.settle();
  g.double_click(box(g, 0).grip());
  g.settle();
  CHECK(g.state.view.cards.full != 0);
  CHECK(g.find("(4,4):(1,4)", 1) == nullptr);  // once in the sheet, no card
  g.key(entries::escape);
  g.settle();
  CHECK(g.state.view.cards.full == 0);
  CHECK(g.command("view.full"));
  g.settle();
  CHECK(g.state.view.cards.full != 0);
}

TEST_CASE("two cards compared say in a bar how they differ") {
  gui::Gui g(sheet("A = (8,8):(8,1)\nB = (8,8):(1,8)\nC = (4,4)\n"));
  g.settle();
  begin_comparison(g.state.workspace, g.state.view, {0, 0}, {1, 0});
  g.settle();
  CHECK_MESSAGE(g.shows("56 of 64 differ"), g.everything());
  CHECK(g.shows("first at (1,0): 8 ≠ 1"));
  CHECK(g.command("view.next_difference"));
  CHECK(g.state.view.cards.comparison.at == 1);
  begin_comparison(g.state.workspace, g.state.view, {0, 0}, {2, 0});
  g.settle();
  CHECK(g.shows("A has 64 elements, C has 16"));
  CHECK(g.click_text("×"));
  g.settle();
  CHECK_FALSE(g.state.view.cards.comparison);
  CHECK_FALSE(g.shows("elements, C has"));
}

TEST_CASE("a legend's colour fades the others until it is clicked again") {
  gui::Gui g(sheet("A = (8,8):(8,1)\n@view colour=tile legend label=none headings=flat\n"));
  g.settle();
  const auto id = id_of(g.state.workspace, {0, 0});
  // Numbers stand beside the grid as well; the keys stand beneath it.
  const auto beneath = box(g, 0).from.y + app::canvas_of(g.ui).placed[0].layout.legend_y;
  const gui::Drawn* found = nullptr;
  for (int n = 0; g.find("3", n) != nullptr; ++n)
    if (const auto* text = g.find("3", n); text->from.y >= beneath - 2 && text->from.y < beneath + 20) found = text;
  REQUIRE_MESSAGE(found != nullptr, g.everything());
  const auto key = *found;
  g.click(key.centre());
  g.settle();
  CHECK(g.state.view.cards.isolated_card == id);
  CHECK(g.state.view.cards.isolated_colour == 3);
  g.click(key.centre());
  g.settle();
  CHECK(g.state.view.cards.isolated_card == 0);
}

TEST_CASE("slices step in the heading, and all of them stand side by side") {
  gui::Gui g(sheet("R = (2,2,4):(1,2,4)\n"));
  g.settle();
  REQUIRE(g.find_containing("(_,_,0) · 1 / 4") != nullptr);
  const auto steps = *g.find_containing("(_,_,0) · 1 / 4");
  g.click({steps.to.x - 4, steps.centre().y});
  g.settle();
  CHECK(g.shows("(_,_,1) · 2 / 4"));
  CHECK(g.command("view.slabs"));
  g.settle();
  for (const auto* caption : {"(_,_,0)", "(_,_,1)", "(_,_,2)", "(_,_,3)"}) CHECK(g.find(caption) != nullptr);
  CHECK_FALSE(g.shows("2 / 4"));
}

TEST_CASE("grids of every size have a card") {
  gui::Gui g(
      sheet("a = (1,1):(1,1)\nb = 1:0\nc = (1,40):(0,1)\nd = (300,2):(2,1)\ne = (1048576,1048576):(1,1048576)\nf = "
            "(2,2,1048576,1024):(1,2,4,4194304)\n@view slabs legend\n"));
  g.settle();
  CHECK(app::canvas_of(g.ui).placed.size() == 6);
  for (const auto& p : app::canvas_of(g.ui).placed) {
    CAPTURE(p.ref.entry);
    CHECK(p.layout.width >= 60);
    // A grid whose cells would be too small is drawn larger and scrolled.
    const auto& d = g.state.workspace.picture(p.ref.entry)->diagram;
    const double shorter = p.layout.default_cell * static_cast<double>(std::min(d.rows.extent, d.columns.extent));
    CHECK((p.layout.default_cell >= 4 || shorter >= 64));
    CHECK(p.layout.grid_x + p.layout.grid_width <= p.layout.width);
    CHECK(p.layout.grid_y + p.layout.grid_height <= p.layout.height);
  }
  for (int i = 0; i < 6; ++i) {
    g.state.view.selected = i;
    for (const auto* command : {"view.full", "view.transpose", "view.colour_by", "view.legend", "view.full", "view.duplicate_card"}) {
      CHECK(g.command(command));
      g.settle();
    }
  }
}

TEST_CASE("an arrow's words cover no labels, and the field that is pointed at stands out") {
  for (const bool labelled : {true, false}) {
    CAPTURE(labelled);
    gui::Gui g(
        sheet(std::string("D = make_gmma_desc<GMMA::Major::K>(half_t, tile_to_shape(GMMA::Layout_K_INTER_Atom<half_t>, (16,16)))\n") +
              (labelled ? "" : "@view label=none\n")));
    g.command("view.full");
    g.settle();
    INFO(g.everything());
    CHECK((g.find_containing("134 135") != nullptr) == labelled);
    CHECK((g.find("SBO 128 B") == nullptr) == labelled);
    CHECK((g.find("LBO 256 B") == nullptr) == labelled);
    const auto* field = g.find("stride byte offset");
    REQUIRE(field != nullptr);
    // Its frame and its arrow are shaded, and the other field's are faint.
    const auto faint = [&] {
      const auto ink = app::colour(render::ink_of(render::Speaks::leading, g.ui.theme()), 0.25f);
      const auto* drawn = ImGui::GetDrawData();
      bool found = false;
      for (int i = 0; i < drawn->CmdListsCount; ++i)
        for (const auto& v : drawn->CmdLists[i]->VtxBuffer) found = found || v.col == ink;
      return found;
    };
    CHECK_FALSE(faint());
    g.move(field->centre());
    g.settle();
    CHECK(faint());
    CHECK((g.find("SBO 128 B") == nullptr) == labelled);
  }
}

TEST_CASE("a card's menu has every action that the table offers the window, and does them") {
  gui::Gui g(sheet("A = (4,2,2):(1,4,8)\nB = (4,4):(1,4)\n"), {.width = 1600, .height = 1200});
  g.settle();
  const auto open = [&] {
    g.settle();
    const auto* menu = g.find_containing("colour:");
    REQUIRE(menu != nullptr);
    g.click(menu->centre());
    g.settle();
  };
  open();
  int listed = 0;
  for (const auto& action : actions_of(actions_for(g.state.workspace, {0, 0}))) {
    if (action.is->section == of_the_row) continue;
    CHECK_MESSAGE(g.shows(action.title), action.title);
    ++listed;
  }
  CHECK(listed > 15);
  g.key(256);
  for (const auto* key : {"slabs", "transposed", "legend", "another", "close"}) {
    const auto before = g.state.workspace.sheet();
    const auto title = offered(actions_for(g.state.workspace, {0, 0}), key)->title;
    open();
    REQUIRE_MESSAGE(g.click_text(title), key);
    g.settle();
    CHECK_MESSAGE(!(g.state.workspace.sheet() == before), key);
    CHECK(g.state.workspace.undo_name() == entry_action(key)->edit);
    CHECK(g.command("edit.undo"));
  }
}

TEST_CASE("a broken value's warning is whole on its card, also where that fills the canvas, and stands once on its slide") {
  for (const int width : {1024, 1600}) {
    Gui g(sheet_of("R = composition((6,2):(8,2), (4,3):(5,1))\n"), {.width = width, .height = 768, .all_panels = false});
    const float right = 360;  // of the sheet, which says it as well
    const auto on_canvas = [&](std::string_view words) {
      int count = 0;
      for (int i = 0; const auto* d = g.find_containing(words, i); ++i) count += d->from.x > right ? 1 : 0;
      return count;
    };
    INFO(g.everything());
    CHECK(on_canvas("Not a") == 1);
    CHECK(on_canvas("34") == 1);
    g.command("view.full");
    g.settle();
    CHECK(on_canvas("Not a") == 1);
    CHECK(on_canvas("34") == 1);
    g.command("view.present");
    g.settle();
    CHECK(g.find_containing("Not a") != nullptr);
    CHECK(g.find_containing("Not a", 1) == nullptr);
  }
}
