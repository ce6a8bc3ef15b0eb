// Tests the reading, the list and the display of a watch.

#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

#include <fmt/format.h>

#include "app/actions/comparing.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/document/sections.hpp"
#include "app/state/state.hpp"
#include "tests/folder.hpp"
#include "tests/wait.hpp"

using namespace app;

namespace {

WatchReport report_of(const std::string& text, std::size_t keep = 200) {
  algebra::LogScanner scanner;
  WatchList list(keep);
  for (auto& f : scanner.feed(text)) list.add(std::move(f));
  for (auto& f : scanner.finish()) list.add(std::move(f));
  return list.report();
}

std::string entry_texts(const State& app) {
  std::string all;
  for (const auto& e : app.workspace.sheet().entries) all += e.text + (e.times > 1 ? fmt::format(" x{}", e.times) : "") + "\n";
  return all;
}

}  // namespace

TEST_CASE("the list of a watch: newest first, repeats counted, names of their own, no more than are kept") {
  const auto report =
      report_of("sA: (4,2):(1,4)\nsB: _8:_1\nsA: (4,2):(1,4)\nsA: (4,2):(2,1)\nptr[32b](0x1) o 4:1 x\nptr[32b](0x2) o 4:1\n");
  CHECK(report.found == 6);
  CHECK(report.different == 4);
  REQUIRE(report.newest.size() == 4);
  CHECK(report.newest[0].name == "L");
  CHECK(report.newest[0].times == 2);  // at two addresses
  CHECK(report.newest[1].name == "sA_2");
  CHECK(report.newest[3].name == "sA");
  CHECK(report.newest[3].times == 2);
  std::string many;
  for (int i = 1; i <= 500; ++i) many += fmt::format("A: ({},2):(1,{})\n", i, i);
  const auto last = report_of(many, 10);
  REQUIRE(last.newest.size() == 10);
  CHECK(last.newest[0].text == "(500,2):(1,500)");
  CHECK(last.newest[9].name == "A_491");
  CHECK(last.different == 500);
}

TEST_CASE("found layouts stand below the sheet's own, without undo steps and without being unsaved") {
  State app(parse_sheet("Q = (2,2):(2,1)\n").value());
  show_watched(app.workspace, app.view, report_of("sA: (4,2):(1,4)\nsB: _8:_1\n"));
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsB = _8:_1\nsA = (4,2):(1,4)\n");
  CHECK_FALSE(app.workspace.can_undo());
  CHECK_FALSE(app.workspace.unsaved());
  CHECK(app.workspace.evaluator().problems() == 0);
  app.view.selected = 2;
  show_watched(app.workspace, app.view, report_of("sA: (4,2):(1,4)\nsB: _8:_1\nsA: (4,2):(1,4)\nsC: _9:_1\n"));
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsC = _9:_1\nsB = _8:_1\nsA = (4,2):(1,4) x2\n");
  CHECK(app.view.selected == 3);  // still sA

  // Kept, it is an ordinary entry, and does not come again.
  CHECK(run_command(app, "watch.keep"));
  CHECK(app.view.selected == 1);
  CHECK(app.workspace.unsaved());
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsA = (4,2):(1,4)\nsC = _9:_1\nsB = _8:_1\n");
  show_watched(app.workspace, app.view, report_of("sA: (4,2):(1,4)\nsB: _8:_1\nsA: (4,2):(1,4)\nsC: _9:_1\n"));
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsA = (4,2):(1,4)\nsC = _9:_1\nsB = _8:_1\n");
  undo(app.workspace, app.view);
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsC = _9:_1\nsB = _8:_1\nsA = (4,2):(1,4) x2\n");
  redo(app.workspace, app.view);
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsA = (4,2):(1,4)\nsC = _9:_1\nsB = _8:_1\n");

  // An edited one is the user's; a deleted one is gone.
  app.workspace.edit("edit", [](Sheet& s) { s.entries[3].text = "sB = _8:_2"; });
  app.workspace.edit("edit", [](Sheet& s) { s.entries.erase(s.entries.begin() + 2); });
  show_watched(app.workspace, app.view, report_of("sA: (4,2):(1,4)\nsB: _8:_1\nsA: (4,2):(1,4)\nsC: _9:_1\nsD: _7:_1\n"));
  CHECK(entry_texts(app) == "Q = (2,2):(2,1)\nsA = (4,2):(1,4)\nsB = _8:_2\nsD = _7:_1\n");
}

TEST_CASE("a growing log is followed, also when it is emptied or replaced") {
  const Folder folder;
  const auto log = (folder.path / "run.log").string();
  std::ofstream(log) << "sA: (4,2):(1,4)\n";
  State app(Sheet{});
  auto watch = Watch::begin(log, 50);
  REQUIRE(watch);
  app.workspace.watch(std::move(*watch));
  const auto shows = [&](const std::string& wanted) {
    return comes([&] {
      collect_watched(app.workspace, app.view, app.host);
      return entry_texts(app) == wanted;
    });
  };
  CHECK(shows("sA = (4,2):(1,4)\n"));
  std::ofstream(log, std::ios::app) << "sB: (4,2";
  std::ofstream(log, std::ios::app) << "):(2,1)\n";
  CHECK(shows("sB = (4,2):(2,1)\nsA = (4,2):(1,4)\n"));
  std::ofstream(log) << "s: _1:_1\n";
  CHECK(shows("s = _1:_1\nsB = (4,2):(2,1)\nsA = (4,2):(1,4)\n"));
  std::filesystem::rename(log, log + ".1");
  std::ofstream(log) << "t: _2:_1\n";
  CHECK(shows("t = _2:_1\ns = _1:_1\nsB = (4,2):(2,1)\nsA = (4,2):(1,4)\n"));
  // While paused the sheet stays; then it shows the output that came meanwhile.
  CHECK(run_command(app, "watch.pause"));
  std::ofstream(log, std::ios::app) << "u: _3:_1\n";
  CHECK_FALSE(collect_watched(app.workspace, app.view, app.host));
  CHECK(run_command(app, "watch.pause"));
  CHECK(shows("u = _3:_1\nt = _2:_1\ns = _1:_1\nsB = (4,2):(2,1)\nsA = (4,2):(1,4)\n"));
  CHECK_FALSE(app.workspace.watched().ended);
  CHECK_FALSE(Watch::begin((folder.path / "nowhere").string(), 50));
  CHECK_FALSE(Watch::begin(folder.path.string(), 50));
}

TEST_CASE("a program's own output is watched, with the places that cutescope.hpp tells: under the headings of its functions") {
  State app(Sheet{});
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  app.workspace.watch(Watch::of_program("./kernel", ends[0], 50));
  const std::string_view said =
      "cutescope source/a.cu:12 scale block 0,0,0 thread 3,0,0: tA = (4,2):(1,4)\n"
      "cutescope source/a.cu:40 main host: mA = (8,2):(1,8)\n"
      "printed = _4:_1\n"
      "cutescope source/a.cu:13 scale block 0,0,0 thread 3,0,0: tB = (4,2):(2,1)\n";
  REQUIRE(::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size()));
  ::close(ends[1]);
  CHECK(comes([&] {
    collect_watched(app.workspace, app.view, app.host);
    return app.workspace.watched().ended;
  }));
  CHECK(entry_texts(app) ==
        "printed = _4:_1\ntB = (4,2):(2,1)  # a.cu:13, block 0,0,0 thread 3,0,0\n"
        "tA = (4,2):(1,4)  # a.cu:12, block 0,0,0 thread 3,0,0\nmA = (8,2):(1,8)  # a.cu:40, host\n");
  const auto sections = sections_of(app.workspace.sheet(), app.workspace.evaluator().results());
  REQUIRE(sections.size() == 3);
  CHECK_FALSE(sections[0].headed());
  CHECK(sections[1].name == "scale");
  CHECK(sections[1].entries == 2);
  CHECK(sections[2].name == "main");
  CHECK(app.workspace.sheet().entries[2].source.line == 12);
}

TEST_CASE("an entry A == B marks where the cards of A and B differ") {
  State app(parse_sheet("A = (4,2):(1,4)\nB = (4,2):(2,1)\nC = 8:1\n").value());
  app.view.selected = 1;
  CHECK(compared_elements(app.workspace, app.view, 0).empty());
  CHECK(run_command(app, "edit.compare"));
  CHECK(app.workspace.sheet().entries[2].text == "B == A");
  CHECK(app.view.selected == 2);
  CHECK(compared_elements(app.workspace, app.view, 0) == std::vector<bool>{false, true, true, true, true, true, true, false});
  CHECK(compared_elements(app.workspace, app.view, 1) == compared_elements(app.workspace, app.view, 0));
  CHECK(compared_elements(app.workspace, app.view, 3).empty());
  app.view.selected = 3;
  CHECK(compared_elements(app.workspace, app.view, 0).empty());
}
