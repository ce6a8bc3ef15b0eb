// The finder in the window: a card's menu, the Banks view and the command.

#include <doctest/doctest.h>

#include "app/actions/finding.hpp"
#include "app/actions/sheet_edits.hpp"
#include "entries.hpp"
#include "finder.hpp"

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

TEST_CASE("a question is typed in the window, answered while one types, and an answer is taken by Enter") {
  gui::Gui g(parse_sheet("A = (64,64):(64,1)\n").value());
  REQUIRE(g.command("edit.find_layout"));
  gui::settle_finder(g);
  INFO(g.everything());
  auto& asked = g.state.view.layout_question;
  CHECK(asked.tile == "A");
  CHECK(asked.element == "float");
  REQUIRE(asked.accesses.size() == 2);
  CHECK(g.shows("proved by enumeration"));
  CHECK(g.shows("now:"));

  // The keyboard is in the field of the tile, whose text is replaced.
  const int a = 'A', enter = 257;
  g.key(a, true);
  g.type("(32,");
  gui::settle_finder(g);
  CHECK(asked.tile == "(32,");
  CHECK(g.shows("(32,: "));  // what is wrong, at the field
  CHECK(!g.shows("proved by enumeration"));
  g.key(enter);
  g.settle();
  CHECK(g.state.workspace.sheet().entries.size() == 1);  // there is nothing to take
  g.click(g.find("(32,")->centre());
  g.key(a, true);
  g.type("(32,32):(32,1)");
  asked.accesses = {{.text = "(32,32):(1,32) by 4 bytes", .write = false, .weight = 3},
                    {.text = "(32,32):(32,1) by 4 bytes", .write = true}};
  gui::settle_finder(g);
  // A warp down and a warp along: 32 + 32 phases, each of which one wavefront can serve.
  CHECK(g.shows("read 32 (at least 32)"));
  CHECK(g.shows("write 32 (at least 32)"));
  CHECK(g.shows("read 1024 (at least 32)"));  // of the present layout
  CHECK(g.shows("128 wavefronts"));           // 3 x 32 + 32
  CHECK(!g.shows("read 1 "));

  // A further access, of which there is a wrong text.
  REQUIRE(g.click_text("Add an access"));
  REQUIRE(asked.accesses.size() == 3);
  asked.accesses[2].text = "nothing";
  gui::settle_finder(g);
  CHECK(g.shows("nothing: "));
  REQUIRE(g.click_text("–", 2));
  gui::settle_finder(g);
  REQUIRE(asked.accesses.size() == 2);

  const auto q = asked_question(g.state.workspace, asked);
  REQUIRE(q);
  gpu::SuggestProgress progress;
  const auto best = gpu::suggest(*q, 12, progress).value().best;
  REQUIRE(best.size() > 1);
  g.key(enter);
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  REQUIRE(g.state.workspace.sheet().entries.size() == 2);
  CHECK(g.state.workspace.sheet().entries[1].text == "B = " + best.front().expression());
  g.command("edit.undo");
  g.settle();
  CHECK(g.state.workspace.sheet().entries.size() == 1);
}

TEST_CASE("what may vary is chosen by check boxes, and the family follows") {
  gui::Gui g(parse_sheet("A = (64,64):(64,1)\n").value());
  g.command("edit.find_layout");
  gui::settle_finder(g);
  auto& asked = g.state.view.layout_question;
  REQUIRE(g.click_text("swizzles"));
  CHECK(!asked.swizzles);
  gui::settle_finder(g);
  CHECK(g.shows("proved by enumeration"));
  CHECK(g.find_containing("Swizzle<") == nullptr);
  REQUIRE(g.click_text("only canonical ones"));
  CHECK(asked.only_canonical);
  CHECK(asked.canonical);
  CHECK(!asked.order);
  REQUIRE(g.click_text("order of modes"));
  CHECK(!asked.only_canonical);
}

TEST_CASE("the menu of a launch's conflicts leads to its question") {
  gui::Gui g(conflicting());
  g.state.view.playback.height = 420;
  g.command("run.banks");
  g.settle();
  REQUIRE(g.click_text("Remove these conflicts …"));
  g.settle();
  REQUIRE(g.click_text("Ask in full …"));
  gui::settle_finder(g);
  INFO(g.everything());
  REQUIRE(g.state.view.dialog == Dialog::find_layout);
  CHECK(g.state.view.layout_question.entry == of_launch);
  // The form asks what the launch asks.
  const auto by_form = asked_question(g.state.workspace, g.state.view.layout_question);
  REQUIRE(by_form);
  const auto of = find_layouts(g.state.workspace, of_launch);
  REQUIRE(of.question);
  gpu::SuggestProgress progress;
  const auto answer = gpu::suggest(*by_form, 8, progress).value();
  CHECK(answer.covered == of.answer.covered);
  CHECK(answer.best.front().expression() == of.answer.best.front().expression());
  CHECK(answer.now->wavefronts == of.answer.now->wavefronts);
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
  REQUIRE(g.click_text("完整提问 …"));
  gui::settle_finder(g);
  CHECK(g.shows("任何布局都不少于"));
  CHECK(!g.shows("No layout"));
  CHECK(!g.shows("wavefronts"));
}
