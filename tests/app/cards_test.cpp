// Cards of the canvas without a window: several of an entry, slices, colourings, comparing.

#include <doctest/doctest.h>

#include "algebra/language/vocabulary.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/figures/pictures.hpp"
#include "app/state/state.hpp"
#include "tests/choices.hpp"

using namespace app;
using render::ColourBy;

namespace {

State with(std::string_view text) { return State(parse_sheet(text).value()); }
const CardSettings& card(const State& a, int entry, int n = 0) {
  return a.workspace.sheet().entries[static_cast<std::size_t>(entry)].card(n);
}

}  // namespace

TEST_CASE("a second card of an entry has its own view, and closes") {
  auto a = with("A = (8,8):(8,1)\nB = 4:1\n");
  CHECK(run_command(a, "view.duplicate_card"));
  REQUIRE(a.workspace.sheet().entries[0].cards() == 2);
  CHECK(card(a, 0, 1).view.colour_by != card(a, 0).view.colour_by);
  CHECK(selected_card(a.workspace, a.view) == CardRef{0, 1});
  CHECK(id_of(a.workspace, {0, 1}) != id_of(a.workspace, {0, 0}));
  // Commands are about the new card, which is in front.
  CHECK(run_command(a, "view.transpose"));
  CHECK(card(a, 0, 1).view.transposed);
  CHECK_FALSE(card(a, 0).view.transposed);
  CHECK(a.workspace.picture(0, 1)->diagram.view.transposed);
  CHECK_FALSE(a.workspace.picture(0)->diagram.view.transposed);
  undo(a.workspace, a.view);
  undo(a.workspace, a.view);
  CHECK(a.workspace.sheet().entries[0].cards() == 1);
  redo(a.workspace, a.view);
  CHECK(run_command(a, "view.close_card"));
  CHECK(a.workspace.sheet().entries[0].cards() == 1);
  CHECK(a.workspace.sheet().entries[0].visible);
  CHECK(run_command(a, "view.close_card"));
  CHECK_FALSE(a.workspace.sheet().entries[0].visible);
}

TEST_CASE("the entry's own card can go before the others") {
  auto a = with("A = (8,8):(8,1)\n@card colour=bank legend\n@card colour=line\n");
  close_card(a.workspace, a.view, {0, 0});
  REQUIRE(a.workspace.sheet().entries[0].cards() == 2);
  CHECK(card(a, 0).view.colour_by == colouring("bank"));
  CHECK(card(a, 0).legend);
  CHECK(card(a, 0, 1).view.colour_by == colouring("line"));
  CHECK(a.workspace.sheet().entries[0].text == "A = (8,8):(8,1)");
}

TEST_CASE("a card keeps its number while entries come, go and move") {
  auto a = with("A = 4:1\nB = 8:1\nC = 2:1\n@card\n");
  const auto b = id_of(a.workspace, {1, 0}), c = id_of(a.workspace, {2, 1});
  CHECK(b != c);
  a.view.selected = 1;
  CHECK(run_command(a, "edit.up"));
  CHECK(card_with(a.workspace, b) == CardRef{0, 0});
  insert_entry(a.workspace, a.view, "D = 3:1");
  CHECK(card_with(a.workspace, b) == CardRef{0, 0});
  CHECK(card_with(a.workspace, c) == CardRef{3, 1});
  a.workspace.edit("edit", [](Sheet& s) { s.entries.erase(s.entries.begin()); });
  CHECK_FALSE(card_with(a.workspace, b));
  undo(a.workspace, a.view);
  CHECK(card_with(a.workspace, b) == CardRef{0, 0});
  // A copy is another card.
  a.workspace.edit("edit", [](Sheet& s) { s.entries.push_back(s.entries[0]); });
  CHECK(id_of(a.workspace, {4, 0}) != b);
  CHECK(card_with(a.workspace, b) == CardRef{0, 0});
}

TEST_CASE("numbers of cards are no part of the document") {
  auto a = with("A = 4:1\n");
  CHECK(id_of(a.workspace, {0, 0}) != 0);
  CHECK_FALSE(a.workspace.unsaved());
  CHECK(serialise(a.workspace.sheet()) == "@cutescope 1\nA = 4:1\n");
  const auto before = a.workspace.sheet();
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].id.number = 77; });
  CHECK_FALSE(a.workspace.can_undo());
}

TEST_CASE("moved cards are arranged again in one undo step") {
  auto a = with("A = 4:1\n@view at=10,20\nB = 8:1\n@view size=300x200\n@card at=1,2\n");
  CHECK(any_card_moved(a.workspace));
  CHECK(run_command(a, "view.arrange"));
  CHECK_FALSE(any_card_moved(a.workspace));
  CHECK_FALSE(run_command(a, "view.arrange"));  // disabled
  CHECK(serialise(a.workspace.sheet()) == "@cutescope 1\nA = 4:1\nB = 8:1\n@card\n");
  undo(a.workspace, a.view);
  CHECK(card(a, 0).at == CardSettings::Point{10, 20});
  CHECK(card(a, 1, 1).at == CardSettings::Point{1, 2});
}

TEST_CASE("slices are gone through to the ends, in one undo step") {
  auto a = with("R = (2,2,3):(1,2,4)\n");
  CHECK(slices_of(a.workspace, {0, 0}) == 3);
  CHECK(run_command(a, "view.next_slice"));
  CHECK(a.workspace.picture(0)->diagram.slice_text() == "(_,_,1)");
  for (int i = 0; i < 5; ++i) CHECK(run_command(a, "view.next_slice"));
  CHECK(card(a, 0).view.slice == 2);
  CHECK(a.workspace.picture(0)->diagram.index(0, 0) == 8);
  undo(a.workspace, a.view);
  CHECK(card(a, 0).view.slice == 0);
  CHECK(run_command(a, "view.slabs"));
  CHECK(a.workspace.picture(0)->diagram.columns.extent == 6);
  CHECK_FALSE(run_command(a, "view.next_slice"));
  auto flat = with("A = (2,2):(1,2)\n");
  CHECK_FALSE(run_command(flat, "view.slabs"));
  CHECK_FALSE(run_command(flat, "view.next_slice"));
}

TEST_CASE("colourings that say nothing are left out, with a reason") {
  auto a = with("A = (8,8):(8,1)\nS = composition(Swizzle<3,0,3>, A)\nthr = (2,4):(4,1)\nP = local_partition(A, thr, 3)\nv = 8:1\n");
  CHECK(why_not(card(a, 0), a.workspace.picture(0), ColourBy::thread) != nullptr);
  CHECK(why_not(card(a, 0), a.workspace.picture(0), colouring("swizzle")) != nullptr);
  CHECK(why_not(card(a, 0), a.workspace.picture(0), colouring("bank")) == nullptr);
  CHECK(why_not(card(a, 1), a.workspace.picture(1), colouring("swizzle")) == nullptr);
  CHECK(why_not(card(a, 3), a.workspace.picture(3), ColourBy::thread) == nullptr);
  CHECK(why_not(a.workspace.picture(3), render::LabelBy::thread_value) == nullptr);
  CHECK(why_not(a.workspace.picture(0), render::LabelBy::thread_value) != nullptr);
  CHECK(why_not(card(a, 4), a.workspace.picture(4), ColourBy::tile) != nullptr);
  // Around all that make sense, and back.
  std::vector<ColourBy> seen;
  do {
    CHECK(run_command(a, "view.colour_by"));
    seen.push_back(card(a, 0).view.colour_by);
  } while (seen.back() != ColourBy::index && seen.size() < 20);
  CHECK(seen == std::vector<ColourBy>{ColourBy::tile, colouring("mode"), colouring("bank"), colouring("chunk"), colouring("sector"),
                                      colouring("line"), ColourBy::none, ColourBy::index});
}

TEST_CASE("a legend is made where a card shows one") {
  auto a = with("A = (8,8):(8,1)\n@view colour=tile\n");
  CHECK(a.workspace.picture(0)->legend.empty());
  CHECK(run_command(a, "view.legend"));
  REQUIRE(a.workspace.picture(0)->legend.items.size() == 8);
  CHECK(a.workspace.picture(0)->legend.items[3].keys == "3");
}

TEST_CASE("two cards held against one another") {
  auto a = with("A = (8,8):(8,1)\nB = (8,8):(1,8)\nC = (4,4)\nD = (64):(1)\nn = 4\n");
  const auto d = compare_cards(a.workspace, {0, 0}, {1, 0});
  CHECK(d.kind == CardDifference::Kind::differ);
  CHECK(d.looked_at == 64);
  CHECK(d.differing == 56);
  CHECK(d.first == 1);
  CHECK(d.coordinate == "(1,0)");
  CHECK(d.value_a == "8");
  CHECK(d.value_b == "1");
  REQUIRE(d.marks.size() == 64);
  for (std::int64_t i = 0; i < 64; ++i) CHECK(d.marks[static_cast<std::size_t>(i)] == (i % 8 != i / 8));
  CHECK(compare_cards(a.workspace, {0, 0}, {0, 0}).kind == CardDifference::Kind::same);
  CHECK(compare_cards(a.workspace, {1, 0}, {3, 0}).kind == CardDifference::Kind::same);
  const auto sizes = compare_cards(a.workspace, {0, 0}, {2, 0});
  CHECK(sizes.kind == CardDifference::Kind::sizes);
  CHECK(sizes.size_a == 64);
  CHECK(sizes.size_b == 16);
  CHECK(compare_cards(a.workspace, {0, 0}, {4, 0}).kind == CardDifference::Kind::not_comparable);

  CHECK_FALSE(run_command(a, "view.next_difference"));
  begin_comparison(a.workspace, a.view, {0, 0}, {1, 0});
  const auto steps = [&](const char* command) {
    CHECK(run_command(a, command));
    return a.view.cards.comparison.at;
  };
  CHECK(steps("view.next_difference") == 1);
  CHECK(steps("view.next_difference") == 2);
  CHECK(steps("view.previous_difference") == 1);
  CHECK(steps("view.previous_difference") == 62);  // around the end
  CHECK(steps("view.next_difference") == 1);
  CHECK(run_command(a, "view.end_comparison"));
  CHECK_FALSE(a.view.cards.comparison);
}

TEST_CASE("a difference in another slice brings that slice into sight") {
  auto a = with("A = (2,2,3):(1,2,4)\nB = (2,2,3):(1,2,5)\n");
  begin_comparison(a.workspace, a.view, {0, 0}, {1, 0});
  step_difference(a.workspace, a.view, 1);
  CHECK(a.view.cards.comparison.at == 4);
  CHECK(card(a, 0).view.slice == 1);
  CHECK(card(a, 1).view.slice == 1);
}

TEST_CASE("partitions are compared by who owns what") {
  auto a = with("A = (4,4):(4,1)\nt = (2,2):(1,2)\nu = (2,2):(2,1)\nP = local_partition(A, t, 0)\nQ = local_partition(A, u, 0)\n");
  const auto d = compare_cards(a.workspace, {3, 0}, {4, 0});
  CHECK(d.kind == CardDifference::Kind::differ);
  CHECK(d.differing == 8);  // threads 1 and 2 have changed places
  CHECK(d.value_a == "T1 V0");
  CHECK(d.value_b == "T2 V0");
}

TEST_CASE("huge layouts are compared by a sample that says so") {
  auto a = with("A = (1048576,1048576):(1,1048576)\nB = (1048576,1048576):(1048576,1)\n");
  const auto d = compare_cards(a.workspace, {0, 0}, {1, 0});
  CHECK(d.kind == CardDifference::Kind::differ);
  CHECK(d.looked_at < d.size_a);
  CHECK(d.first == 1);
  CHECK(d.marks.empty());
}

TEST_CASE("filling the canvas, and leaving") {
  auto a = with("A = (8,8):(8,1)\nB = 4:1\n");
  CHECK(run_command(a, "view.full"));
  CHECK(card_with(a.workspace, a.view.cards.full) == CardRef{0, 0});
  CHECK(run_command(a, "view.full"));
  CHECK(a.view.cards.full == 0);
  fill_canvas(a.workspace, a.view, {1, 0});
  CHECK(a.view.selected == 1);
  CHECK(run_command(a, "view.close_card"));
  CHECK(a.view.cards.full == 0);
}

TEST_CASE("where the shape of a result comes from") {
  auto a = with("A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\nE = coalesce(D)\nF = composition((8,8), 4:2)\n");
  CHECK(literal_behind(a.workspace, 1) == 0);
  CHECK(literal_behind(a.workspace, 2) == 0);
  CHECK(literal_behind(a.workspace, 3) == -1);
  CHECK(literal_behind(a.workspace, 0) == -1);
}

TEST_CASE("what has a picture has a card that can be shown and hidden, of entries of every kind") {
  Sheet sheet;
  for (const auto& f : algebra::functions()) {
    if (!f.example.entry.empty()) sheet.entries.emplace_back().text = f.example.entry;
    sheet.entries.emplace_back().text = f.example.expression;
  }
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  int cards = 0;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    const bool drawn = picture_of(sheet, evaluator.results(), static_cast<int>(i)).has_value();
    const auto* value = evaluator.results()[i].value();
    // Some tiled ones of the examples have no layout that CuTe compiles.
    const bool tiled =
        value != nullptr && (std::holds_alternative<algebra::TiledCopy>(*value) || std::holds_alternative<algebra::TiledMma>(*value));
    CHECK_MESSAGE((draws_card(evaluator.results()[i]) == drawn || tiled), sheet.entries[i].text);
    cards += drawn ? 1 : 0;
  }
  CHECK(cards > 100);
}
