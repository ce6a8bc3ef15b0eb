// The finder in the window: a card's menu, the Banks view and the command.

#include <doctest/doctest.h>

#include "app/actions/finding.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/panels/bars/help_card.hpp"
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
  const auto best = gpu::suggest(std::get<gpu::TileQuestion>(*q), 12, progress).value().best;
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
  REQUIRE(g.click_text("Full search …"));
  gui::settle_finder(g);
  INFO(g.everything());
  REQUIRE(g.state.view.dialog == Dialog::find_layout);
  CHECK(g.state.view.layout_question.entry == of_launch);
  // The form asks the same question as the launch.
  const auto by_form = asked_question(g.state.workspace, g.state.view.layout_question);
  REQUIRE(by_form);
  const auto of = find_layouts(g.state.workspace, of_launch);
  REQUIRE(of.question);
  gpu::SuggestProgress progress;
  const auto answer = gpu::suggest(std::get<gpu::TileQuestion>(*by_form), 8, progress).value();
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
  REQUIRE(g.click_text("消除这些冲突…"));
  g.settle();
  CHECK(g.shows("穷举证明"));
  CHECK(!g.shows("proved"));
  CHECK(!g.shows("wavefronts"));
  REQUIRE(g.click_text("完整提问…"));
  gui::settle_finder(g);
  CHECK(g.shows("任何布局都不会更少"));
  CHECK(!g.shows("No layout"));
  CHECK(!g.shows("wavefronts"));
}

TEST_CASE("the threads for a tile of global memory are asked for in the same dialog, answered while one types, and put by a click") {
  for (const auto language : {Language::english, Language::chinese}) {
    gui::Look look;
    look.language = language;
    gui::Gui g(parse_sheet("A = (64,64):(64,1)\n").value(), look);
    REQUIRE(g.command("edit.find_layout"));
    gui::settle_finder(g);
    auto& asked = g.state.view.layout_question;
    REQUIRE(asked.of == LayoutQuestion::Of::shared_layout);
    REQUIRE(g.click_text(g.ui.tr("Threads for global memory")));
    gui::settle_finder(g);
    CHECK(asked.of == LayoutQuestion::Of::global_threads);
    asked.tile = "(128,64):(512,1)", asked.element = "half_t", asked.threads = 128;
    gui::settle_finder(g);
    INFO(g.everything());
    // 128 rows of 128 bytes: 4 sectors each, in 32 requests of 512 bytes.
    CHECK(g.shows(language == Language::english ? "512 sectors in 32 requests" : "512 个扇区，32 个请求"));
    CHECK(g.shows(language == Language::english ? "The best of 70, proved by enumeration" : "70 种中最好，由穷举证明"));
    CHECK(!g.shows(g.ui.tr("May vary:")));
    if (language == Language::chinese) CHECK(!g.shows("requests"));
    const auto q = asked_question(g.state.workspace, asked);
    REQUIRE(q);
    gpu::SuggestProgress progress;
    const auto best = gpu::suggest_threads(std::get<gpu::ThreadQuestion>(*q), 12, progress).value().best;
    REQUIRE(best.size() > 1);
    REQUIRE(g.click_text(best[1].expression()));
    g.settle();
    CHECK(g.state.view.dialog == Dialog::none);
    REQUIRE(g.state.workspace.sheet().entries.size() == 2);
    CHECK(g.state.workspace.sheet().entries[1].text == "copy = " + best[1].expression());
    CHECK(g.state.workspace.result(1).evaluation);
    g.command("edit.undo");
    g.settle();
    CHECK(g.state.workspace.sheet().entries.size() == 1);
  }
}

TEST_CASE("what is wrong with a question about threads is said, and the other question is there again") {
  gui::Gui g(parse_sheet("A = (64,64):(64,1)\nS = composition(Swizzle<3,3,3>{}, (64,64):(64,1))\n").value());
  REQUIRE(g.command("edit.find_layout"));
  gui::settle_finder(g);
  auto& asked = g.state.view.layout_question;
  REQUIRE(g.click_text("Threads for global memory"));
  asked.tile = "S";
  gui::settle_finder(g);
  CHECK(g.shows("A tile in global memory has no swizzle"));
  asked.tile = "A", asked.threads = 100;
  gui::settle_finder(g);
  INFO(g.everything());
  CHECK(g.shows("100 threads do not divide the tile (64,64); "));
  REQUIRE(g.click_text("A layout in shared memory"));
  gui::settle_finder(g);
  CHECK(g.shows("allow every access"));
}

TEST_CASE("a launch of global memory takes the threads that are found, and its report counts their sectors") {
  auto sheet = parse_sheet("G = (128,64):(512,1)\nthr = (128,1):(1,128)\n").value();
  sheet.launch.tensor = "G";
  sheet.launch.tile = "(128,64)";
  sheet.launch.threads = "thr";
  sheet.launch.element = "f16";
  sheet.launch.shared_memory = false;
  gui::Gui g(sheet);
  g.state.view.selected = -1;
  REQUIRE(g.command("edit.find_layout"));
  gui::settle_finder(g);
  INFO(g.everything());
  REQUIRE(g.state.view.layout_question.of == LayoutQuestion::Of::global_threads);
  CHECK(g.state.view.layout_question.threads == 128);
  CHECK(g.shows("512 sectors in 32 requests"));
  const auto sectors = [&] {
    const auto& shape = g.state.workspace.launch()->shape;
    return gpu::totals(shape, shape.addresses(), gpu::Direction::load).sectors;
  };
  CHECK(sectors() > 512);
  constexpr int enter = 257;
  g.key(enter);
  g.settle();
  REQUIRE(g.state.workspace.sheet().launch.threads == "copy");
  REQUIRE_MESSAGE(g.state.workspace.launch(), g.state.workspace.launch().error());
  CHECK(sectors() == 512);
  g.command("edit.undo");
  CHECK(g.state.workspace.sheet() == sheet);
}

TEST_CASE("F1 opens a card about the part of a dialog under the pointer, and Escape closes the card before the dialog") {
  constexpr int f1 = 290, escape = 256;
  for (const auto* command : {"edit.find_layout", "edit.infer_table"}) {
    gui::Gui g(parse_sheet("A = (64,64):(64,1)\n").value());
    REQUIRE(g.command(command));
    gui::settle_finder(g);
    const bool finder = g.state.view.dialog == Dialog::find_layout;
    const auto dialog = g.state.view.dialog;
    g.move({-1, -1});
    g.key(f1);
    g.settle();
    INFO(g.everything());
    CHECK(g.shows(finder ? "Which layout a tile of shared memory needs" : "Paste, type or paint the numbers"));
    g.key(escape);
    g.settle();
    CHECK(app::card_of_help(g.ui).in_dialog.empty());
    REQUIRE(g.state.view.dialog == dialog);
    g.move(g.find(finder ? "May vary:" : "As it looks")->centre());
    g.key(f1);
    g.settle();
    CHECK(g.shows(finder ? "The layouts that are searched" : "Rows of a table, pairs of coordinate"));
    g.key(f1);
    g.settle();
    CHECK(app::card_of_help(g.ui).in_dialog.empty());
    g.key(f1);
    g.settle();
    REQUIRE(g.click_text("In the guide", 1));
    g.settle();
    CHECK(g.state.view.dialog == Dialog::guide);
    CHECK(g.state.view.guide.place == (finder ? "find-a-layout" : "a-table-from-a-picture"));
  }
}
