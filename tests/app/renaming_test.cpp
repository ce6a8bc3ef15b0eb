// Typing another name for an entry: what uses it follows.

#include <doctest/doctest.h>

#include <string>

#include "app/actions/typing.hpp"
#include "app/commands/commands.hpp"
#include "app/document/renaming.hpp"

using namespace app;

namespace {

State renaming_in(const std::string& text) { return State(parse_sheet(text).value()); }

const std::string& line_of(const State& a, int entry) { return a.workspace.sheet().entries[static_cast<std::size_t>(entry)].text; }

void type_whole(State& a, int entry, const std::string& to) { type_text(a.workspace, a.view, entry, to); }

}  // namespace

TEST_CASE("another name is another name for all who use it, and one undo takes both back") {
  auto a = renaming_in(
      "A = (4,4):(4,1)\n# A is square\nB = composition(A, A(1,2):A)\nC = make_layout(A, AA)\nAA = 2:1\n"
      "@launch tensor=A tile=(2,2) threads=(2,2):(2,1) element=f32 memory=global\n");
  const auto before = a.workspace.sheet();
  type_whole(a, 0, "Ax = (4,4):(4,1)");
  CHECK(line_of(a, 2) == "B = composition(Ax, Ax(1,2):Ax)");
  CHECK(line_of(a, 3) == "C = make_layout(Ax, AA)");
  CHECK(line_of(a, 1) == "# A is square");
  CHECK(a.workspace.sheet().launch.tensor == "Ax");
  CHECK(a.workspace.result(3).evaluation);
  REQUIRE(run_command(a, "edit.undo"));
  CHECK(a.workspace.sheet() == before);
  REQUIRE(run_command(a, "edit.redo"));
  CHECK(line_of(a, 3) == "C = make_layout(Ax, AA)");
  // And on from there.
  run_command(a, "edit.undo");
  type_whole(a, 0, "Ay = (4,4):(4,1)");
  CHECK(line_of(a, 3) == "C = make_layout(Ay, AA)");
}

TEST_CASE("names that cannot be used on the way leave the uses alone until there is one") {
  auto a = renaming_in("A = 4:1\nB = composition(A, 2:1)\nX = 8:1\n");
  for (const auto* way : {" = 4:1", "X = 4:1", "size = 4:1", "f32 = 4:1", "1 = 4:1"}) {
    type_whole(a, 0, way);
    CAPTURE(way);
    CHECK(line_of(a, 1) == "B = composition(A, 2:1)");
  }
  type_whole(a, 0, "X1 = 4:1");
  CHECK(line_of(a, 1) == "B = composition(X1, 2:1)");
  CHECK(a.workspace.result(1).evaluation);
  // Renaming an entry to a name that another entry uses without a definition changes no other line.
  auto b = renaming_in("A = 4:1\nB = composition(A, 2:1)\nC = coalesce(Z)\n");
  type_whole(b, 0, "Z = 4:1");
  CHECK(line_of(b, 1) == "B = composition(A, 2:1)");
}

TEST_CASE("another expression is another entry: nothing is renamed") {
  auto a = renaming_in("A = 4:1\nB = composition(A, 2:1)\n");
  type_whole(a, 0, "A2 = 8:1");
  CHECK(line_of(a, 1) == "B = composition(A, 2:1)");
  type_whole(a, 0, "A3 = 8:1");
  CHECK(line_of(a, 1) == "B = composition(A, 2:1)");
  // Nor where another entry has the name as well.
  auto b = renaming_in("A = 4:1\nA = 4:1\nB = composition(A, 2:1)\n");
  type_whole(b, 1, "D = 4:1");
  CHECK(line_of(b, 2) == "B = composition(A, 2:1)");
  CHECK(b.workspace.result(2).evaluation);
}

TEST_CASE("colours by another entry's tiles follow its name") {
  auto sheet = parse_sheet("T = (2,2):(2,1)\nA = (4,4):(4,1)\n").value();
  sheet.entries[1].colour_from = "T";
  Renaming renaming;
  type_in_sheet(sheet, renaming, 0, "T2 = (2,2):(2,1)");
  CHECK(sheet.entries[1].colour_from == "T2");
}
