// Tests tensor memory in a sheet: its cards, the inspector's facts on an element, and refused expressions.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/hardware/tmem.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/state/state.hpp"
#include "tests/app/sheets.hpp"

using namespace app;
using app_test::app_of;

namespace {

constexpr const char* accumulator = "acc = make_tensor<UMMA::tmem_frg_1sm<float>>(((_64,_32),_1,_1))";
constexpr const char* load = "ld = make_tmem_copy(SM100_TMEM_LOAD_16dp256b4x, acc)";

}  // namespace

TEST_CASE("an element of tensor memory has a lane and a column, and no bank") {
  const State a = app_of({accumulator});
  const auto facts = element_facts(a.workspace.document_view(), {0, 17 + 5 * 64});
  CHECK(said(facts, "address") == "lane 33, column 5");
  CHECK(said(facts, "sector · bank") == "");
}

TEST_CASE("a card of tensor memory shows allocated columns, all, or the tensor's modes; the sheet keeps which") {
  State a = app_of({accumulator, "A = (4,4):(4,1)"});
  REQUIRE(a.workspace.picture(0));
  CHECK(can_do(a.workspace, {0, 0}, "tmem"));
  CHECK_FALSE(can_do(a.workspace, {1, 0}, "tmem"));
  CHECK(a.workspace.picture(0)->diagram.columns.extent == 32);
  do_card_action(a.workspace, {0, 0}, "tmem", "whole");
  CHECK(a.workspace.picture(0)->diagram.columns.extent == 512);
  do_card_action(a.workspace, {0, 0}, "tmem", "modes");
  CHECK(a.workspace.picture(0)->diagram.elements.empty());
  CHECK(can_do(a.workspace, {0, 0}, "tmem"));
  const auto text = serialise(a.workspace.sheet());
  CHECK(text.find("tmem=modes") != std::string::npos);
  const auto again = parse_sheet(text);
  REQUIRE(again);
  CHECK(again->entries[0].view.tmem == render::TmemGrid::modes);
  CHECK(parse_sheet("A = 4:1\n@view tmem=all\n").error().text().find("allocated, whole or modes") != std::string::npos);
}

TEST_CASE("the pointer walks over lanes that hold nothing, and the same element is linked in every card") {
  State a = app_of({accumulator});
  toggle_pin(a.workspace, {0, 15});
  move_pointer(a.workspace, a.view, a.host, PointerMove::down);
  CHECK(a.workspace.sheet().entries[0].pin == 16);
  const auto cell = a.workspace.picture(0)->diagram.cell_of(16);
  REQUIRE(cell);
  CHECK(cell->row == 32);
}

TEST_CASE("the card of a load names the thread and the register of each cell, and points at the accumulator") {
  const State a = app_of({accumulator, load});
  const auto* picture = a.workspace.picture(1);
  REQUIRE(picture);
  const auto& d = picture->diagram;
  CHECK(picture->shown_entry == 0);
  REQUIRE(d.owners.size() == static_cast<std::size_t>(d.rows.extent * d.columns.extent));
  // 16x256b: a row of 8 columns is four threads' two registers each; rows 8 apart are registers 2 and 3.
  CHECK(d.remark(0, 0) == "lane 0, column 0: register 0 of thread 0, of warp 0");
  CHECK(d.remark(0, 3) == "lane 0, column 3: register 1 of thread 1, of warp 0");
  CHECK(d.remark(9, 0) == "lane 9, column 0: register 2 of thread 4, of warp 0");
  CHECK(d.remark(96, 8) == "lane 96, column 8: register 4 of thread 96, of warp 3");
  CHECK(d.remark(16, 0) == "lane 16, column 0: no element");
  CHECK(d.note.text().find("16 registers a thread · 1 instruction") != std::string::npos);
  CHECK(d.note.text().find("Blackwell code does not run here") != std::string::npos);
}

TEST_CASE("a part that leads a warp beyond its lanes is a hint where it is taken") {
  const State a = app_of({"acc = tensor<0>(make_tensor<UMMA::tmem_frg_1sm<float>>(((_128,_32),_1,_1)))",
                          "ld = make_tiled_copy_impl(Copy_Atom<SM100_TMEM_LOAD_32dp32b1x,float>, "
                          "((_32,(_2,_2)),_32):((_0,(_64,_32)),_1), (_128,_1))",
                          "tS = partition_S(ld, 32, acc)", "good = partition_S(make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x, acc), 32, acc)"});
  REQUIRE(a.workspace.result(2).evaluation);
  const auto& hints = a.workspace.result(2).evaluation->hints;
  REQUIRE(hints.size() == 1);
  CHECK(hints[0].problem.message.text() == "warp 1 reaches lane 64, but may only touch lanes 32 to 63.");
  REQUIRE(a.workspace.result(3).evaluation);
  CHECK(a.workspace.result(3).evaluation->hints.empty());
}

TEST_CASE("a launch of a copy from tensor memory is refused with the reason") {
  const auto sheet = parse_sheet(std::string(accumulator) + "\n" + load + "\nA = (64,32):(32,1)\n");
  REQUIRE(sheet);
  SheetEvaluator evaluator;
  evaluator.update(*sheet);
  LaunchSettings s{{.tensor = "A", .tile = "(64,32)", .threads = "ld", .element = "f32"}};
  s.kernel = gpu::Kernel::tiled_copy;
  const auto by_copy = plan(evaluator, s);
  REQUIRE(!by_copy);
  CHECK(by_copy.error() ==
        "The threads cannot be launched: ld uses tcgen05 or tensor memory. From CuTe's headers only: Blackwell code does not run here.");
  s = {{.tensor = "acc", .tile = "(64,32)", .threads = "(8,4):(4,1)", .element = "f32"}};
  CHECK(plan(evaluator, s).error().text().starts_with("The tensor cannot be launched: acc uses tcgen05"));
}

TEST_CASE("where a load or a store does not fit an accumulator, the one that does is offered, and a click adds it") {
  State a = app_of({accumulator, "l = fits_tmem(SM100_TMEM_LOAD_32dp32b1x, acc)", "s = fits_tmem(SM100_TMEM_STORE_32dp32b1x, acc)",
                    "y = fits_tmem(SM100_TMEM_LOAD_16dp256b4x, acc)"});
  const auto offered = [&](int entry) {
    const auto& r = a.workspace.result(entry);
    REQUIRE(r.evaluation);
    return r.evaluation->hints.empty() ? std::vector<std::string>{} : r.evaluation->hints[0].problem.suggestions;
  };
  CHECK(offered(3).empty());
  for (const auto& [entry, direction] : {std::pair{1, "LOAD"}, std::pair{2, "STORE"}}) {
    REQUIRE(offered(entry).size() == 1);
    const auto copy = offered(entry)[0];
    CHECK(copy == fmt::format("make_tmem_copy(SM100_TMEM_{}_16dp256b4x, acc)", direction));
    const auto asked = fmt::format("fits_tmem({}, acc)", copy.substr(15, copy.find(',') - 15));
    const auto fits = a.workspace.evaluator().evaluate(asked);
    REQUIRE_MESSAGE(fits, asked);
    CHECK(std::get<algebra::Truth>(fits->value).holds);
  }
  add_suggested(a.workspace, a.view, 1, offered(1)[0]);
  CHECK(a.workspace.sheet().entries[2].text.ends_with("= make_tmem_copy(SM100_TMEM_LOAD_16dp256b4x, acc)"));
  CHECK(a.workspace.result(2).evaluation);
}
