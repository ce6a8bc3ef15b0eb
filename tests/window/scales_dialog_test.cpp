// Tests the dialog "Where is my scale?": its question, its answer, and the picture that it puts into the sheet.

#include <doctest/doctest.h>

#include "finder.hpp"
#include "tests/folder.hpp"

using namespace app;

TEST_CASE("a producer's scales are compared while one types, and Enter puts the picture of both into the sheet") {
  constexpr int enter = 257;
  for (const auto language : {Language::english, Language::chinese}) {
    gui::Look look;
    look.language = language;
    gui::Gui g(parse_sheet("A = (8,8):(8,1)\n").value(), look);
    REQUIRE(g.command("edit.scales"));
    gui::settle_finder(g);
    INFO(g.everything());
    const bool english = language == Language::english;
    CHECK(g.shows(english ? "row 1, group 0: written at byte 4, read at byte 16" : "16"));
    CHECK(g.shows("s.view(2, 4, 32, 4).permute(0, 2, 1, 3).contiguous()"));
    if (!english) CHECK(!g.shows("it is read at"));

    g.state.view.scale_question.writes = "128x4 blocks K/16";
    gui::settle_finder(g);
    CHECK(g.shows(english ? "all 1024 scales lie where they are read" : "1024"));
    CHECK(!g.shows("permute"));

    g.state.view.scale_question.writes = "row-major M x K/16";
    gui::settle_finder(g);
    g.key(enter);
    g.settle();
    REQUIRE(g.state.view.dialog == Dialog::none);
    const auto& evaluator = g.state.workspace.evaluator();
    for (const auto* name : {"R", "W"}) {
      const int at = evaluator.find(name);
      REQUIRE(at >= 0);
      CHECK(g.state.workspace.result(at).evaluation);
    }
    // The sheet had an A.
    CHECK(g.state.workspace.sheet().entries.size() == 6);
    g.command("edit.undo");
    g.settle();
    CHECK(g.state.workspace.sheet().entries.size() == 1);
  }
}

TEST_CASE("a file of scales is looked at when asked for, and the picture has the order that is found") {
  const Folder folder;
  std::string in_order(1024, '\0');
  for (std::size_t i = 0; i < in_order.size(); ++i) in_order[i] = static_cast<char>((i / 4 * 7 + i % 4 * 91) % 120);
  const auto file = folder.file("scales.bin", in_order);
  constexpr int enter = 257;
  gui::Gui g(parse_sheet("A = (8,8):(8,1)\n").value());
  REQUIRE(g.command("edit.scales"));
  auto& asked = g.state.view.scale_question;
  asked.writes = "128x4 blocks K/16";
  asked.file = file;
  gui::settle_finder(g);
  INFO(g.everything());
  CHECK(g.shows("The file is read when you ask for it."));
  asked.known = folder.at("missing.bin");
  gui::settle_finder(g);
  REQUIRE(g.click_text("Look at the file"));
  gui::settle_finder(g);
  CHECK(g.shows("missing.bin"));
  CHECK(!g.shows("Put the picture into the sheet"));
  asked.known = file;
  gui::settle_finder(g);
  g.key(enter);
  gui::settle_finder(g);
  CHECK(g.shows("1008 of 1024 scales are wrong where they are read"));
  CHECK(g.shows("the file is in this order: row-major M x K/16"));
  g.key(enter);
  g.settle();
  REQUIRE(g.state.view.dialog == Dialog::none);
  const int written = g.state.workspace.evaluator().find("P");
  REQUIRE(written >= 0);
  CHECK(g.state.workspace.sheet().entries[static_cast<std::size_t>(written)].text == "P = (256,(16,4),1):(4,(0,1),1024)");
}

TEST_CASE("what is wrong with a side stands below it, and a problem's below the problem") {
  gui::Gui g(parse_sheet("A = (8,8):(8,1)\n").value());
  REQUIRE(g.command("edit.scales"));
  g.state.view.scale_question.problem = "256 by 4";
  gui::settle_finder(g);
  INFO(g.everything());
  CHECK(g.shows("The problem is M,N,K or M,N,K,L"));
  CHECK(!g.shows("Put the picture into the sheet"));
  g.state.view.scale_question.problem = "256,128,64";
  gui::settle_finder(g);
  CHECK(g.shows("Put the picture into the sheet"));
  REQUIRE(g.click_text("Cancel"));
  g.settle();
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(g.state.workspace.sheet().entries.size() == 1);
}
