#include <doctest/doctest.h>

#include <string>

#include "app/session/sheet_session.hpp"

using namespace app;
using Kind = algebra::Verdict::Kind;

namespace {

Sheet sheet_with(const std::string& text) { return parse_sheet("@cutescope 1\n" + text).value(); }

/// A copy of an 8 x 8 tensor by 64 threads.
Sheet with_launch() {
  return sheet_with("A = (8,8):(8,1)\nT = (8,8):(8,1)\n@launch tensor=A tile=\"(8,8)\" threads=T element=f32 memory=global\n");
}

}  // namespace

TEST_CASE("a session evaluates an edited sheet, follows links into it and makes its plan anew") {
  auto sheet = with_launch();
  SheetSession session(sheet);
  CHECK(session.result(0).value() != nullptr);
  REQUIRE(session.launch_plan() != nullptr);
  CHECK(session.launch_plan()->launch.elements == 64);
  const auto version = session.launch_version();
  CHECK(session.links().of({0, 5}).in(2) == nullptr);

  sheet.entries.push_back({});
  sheet.entries.back().text = "B = coalesce(A)";
  session.update(sheet);
  CHECK(session.launch_version() == version);
  REQUIRE(session.links().of({0, 5}).in(2) != nullptr);
  CHECK(said(element_facts(session.view(sheet), {0, 5}), "thread") != "");

  sheet.entries[0].text = "A = (16,8):(8,1)";
  session.update(sheet);
  CHECK(session.launch_version() == version + 1);
  REQUIRE(session.launch_plan() != nullptr);
  CHECK(session.launch_plan()->launch.elements == 128);
  sheet.entries[0].text = "A = (16,";
  session.update(sheet);
  CHECK(session.launch_version() == version + 2);
  CHECK(session.launch_plan() == nullptr);
  CHECK(!session.launch().error().empty());
}

TEST_CASE("a session holds a launch that could run, and no other") {
  auto sheet = with_launch();
  SheetSession session;
  session.update(sheet, true);
  CHECK(session.asks_to_run());
  CHECK(session.launch_plan() == nullptr);
  CHECK(session.launch().error().text().find("has not run") != std::string::npos);
  session.update(sheet);
  CHECK_FALSE(session.asks_to_run());
  CHECK(session.launch_plan() != nullptr);
  sheet.launch.tensor = "(8,";
  session.update(sheet, true);
  CHECK_FALSE(session.asks_to_run());
  CHECK(session.launch_plan() == nullptr);
}

TEST_CASE("a session decides the verdicts of all entries or of one, or samples them") {
  const auto sheet = sheet_with("A = (4096,4096):(4096,1)\nD = zipped_divide(A, (32,32))\nE = coalesce(A)\nF = coalesce((4,8):(8,1))\n");
  SheetSession session(sheet);
  CHECK(session.open_verdicts().size() == 2);
  DecideProgress progress;
  CHECK(session.decide_verdicts(0, progress, 3).empty());
  REQUIRE(session.decide_verdicts(0, progress, 2).size() == 1);
  CHECK(session.result(1).evaluation->verdict.kind == Kind::pending);
  CHECK(session.result(2).evaluation->verdict.kind == Kind::kept);
  CHECK(session.result(2).evaluation->verdict.checked == 1 << 24);
  CHECK(session.open_verdicts().size() == 1);
  CHECK(session.sampled_verdicts().empty());

  session.sample_verdicts();
  CHECK(session.open_verdicts().empty());
  REQUIRE(session.sampled_verdicts().size() == 1);
  CHECK(session.result(1).evaluation->verdict.kind == Kind::kept);
  CHECK(session.result(1).evaluation->verdict.checked == algebra::checked_whole);
  // An edit elsewhere asks for neither again.
  auto edited = sheet;
  edited.entries[3].text = "F = 4:1";
  session.update(edited);
  CHECK(session.open_verdicts().empty());
  CHECK(session.sampled_verdicts().size() == 1);
}

TEST_CASE("a session checks the exercises of a lesson") {
  const auto number = lesson_number("coalesce");
  auto sheet = lesson_sheet(number, Language::english);
  SheetSession session(sheet);
  CHECK(session.lessons.states.empty());
  session.check_exercises(sheet, "coalesce");
  REQUIRE(session.lessons.states.size() == sheet.exercises.size());
  CHECK_FALSE(session.lessons.all_solved());
  for (const auto& e : sheet.exercises) {
    const auto at = session.evaluator().find(e.entry);
    const auto line = e.entry + " = " + e.answer;
    if (at < 0) sheet.entries.emplace_back().text = line;
    else sheet.entries[static_cast<std::size_t>(at)].text = line;
    session.update(sheet);
  }
  session.check_exercises(sheet, "coalesce");
  CHECK(session.lessons.all_solved());
  CHECK(session.lessons.solved.contains("coalesce"));
}
