// The finder in the window: a card's menu, the Banks view and the command.

#include <doctest/doctest.h>

#include "app/actions/finding.hpp"
#include "app/actions/sheet_edits.hpp"
#include "entries.hpp"

using namespace app;

namespace {

/// 32 rows of 32 floats, of which each thread reads one: every lane's words are in one bank.
Sheet conflicting() {
  auto sheet = parse_sheet("S = (32,32):(32,1)\nthr = (32,1):(1,32)\n").value();
  sheet.launch.tensor = "S";
  sheet.launch.tile = "(32,32)";
  sheet.launch.threads = "thr";
  sheet.launch.shared_memory = true;
  sheet.launch.position = 1;
  return sheet;
}

std::int64_t present_wavefronts(const Workspace& workspace) {
  const auto& shape = workspace.launch()->shape;
  return gpu::totals(shape, shape.addresses(), gpu::Direction::load).wavefronts;
}

}  // namespace

TEST_CASE("the launch's conflicts are removed by a command, and undo brings them back") {
  gui::Gui g(conflicting());
  g.settle();
  const auto before = present_wavefronts(g.state.workspace);
  REQUIRE(g.command("run.better"));
  g.settle();
  const auto& sheet = g.state.workspace.sheet();
  REQUIRE(sheet.entries.size() == 3);
  CHECK(sheet.launch.tensor == "A");
  CHECK(present_wavefronts(g.state.workspace) < before);
  CHECK(g.shows("wavefronts instead of"));
  g.command("edit.undo");
  g.settle();
  CHECK(g.state.workspace.sheet().entries.size() == 2);
  CHECK(g.state.workspace.sheet().launch.tensor == "S");
}

TEST_CASE("the Banks view lists layouts without the conflicts, and a click puts one into the sheet") {
  gui::Gui g(conflicting());
  g.state.view.playback.height = 420;
  g.command("run.banks");
  g.settle();
  REQUIRE(g.click_text("Remove these conflicts …"));
  g.settle();
  const auto found = find_layouts(g.state.workspace, of_launch);
  REQUIRE(found.question);
  const auto best = found.answer.best.front();
  CHECK(g.shows("proved by enumeration"));
  REQUIRE(g.find(best.expression()) != nullptr);
  const auto item = g.find(best.expression())->centre();
  g.move(item);
  g.settle();
  CHECK(g.shows("at least"));
  g.click(item);
  g.settle();
  REQUIRE(g.state.workspace.sheet().entries.size() == 3);
  CHECK(g.state.workspace.sheet().entries[1].text == "A = " + best.expression());
  CHECK(g.state.workspace.sheet().launch.tensor == "A");
}

TEST_CASE("a card's menu finds layouts for its entry, by the launch's accesses or along its modes") {
  gui::Gui g(parse_sheet("B = (64,64):(1,64)\nC = 3:1\n").value());
  const auto along = find_layouts(g.state.workspace, 0);
  REQUIRE(along.question);
  REQUIRE(along.question->accesses.size() == 2);
  CHECK(along.question->accesses[1].name == "a warp along mode 1");
  REQUIRE(along.answer.now);
  CHECK(along.answer.now->costs[0].wavefronts == 128);
  CHECK(along.answer.now->costs[1].wavefronts == 4096);
  CHECK(along.answer.best.front().wavefronts == 256);
  put_layout(g.state.workspace, g.state.view, 0, along.answer.best.front().expression());
  CHECK(g.state.workspace.sheet().entries[1].text == "A = " + along.answer.best.front().expression());
  REQUIRE(g.state.workspace.can_undo());
  undo(g.state.workspace, g.state.view);
  CHECK(g.state.workspace.sheet().entries.size() == 2);
  const State shaped(parse_sheet("S = (4,4)\n").value());
  CHECK(find_layouts(shaped.workspace, 0).why_not == "The entry is a shape: the finder needs a layout.");
  CHECK(!find_layouts(shaped.workspace, of_launch).question);
}

TEST_CASE("what the finder says in the window is said in Chinese") {
  gui::Look chinese;
  chinese.language = Language::chinese;
  gui::Gui g(conflicting(), chinese);
  g.state.view.playback.height = 420;
  g.command("run.banks");
  g.settle();
  REQUIRE(g.click_text("消除这些冲突 …"));
  g.settle();
  CHECK(g.shows("穷举证明"));
  CHECK(!g.shows("proved"));
  CHECK(!g.shows("wavefronts"));
}
