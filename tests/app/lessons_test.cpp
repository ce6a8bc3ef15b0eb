#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "app/actions/lessons.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/lessons/lessons.hpp"
#include "app/state/state.hpp"
#include "tests/golden_rows.hpp"

using namespace app;

namespace {

using Kind = ExerciseState::Kind;
using Answers = std::vector<std::string>;

/// What somebody might answer. Wrong ones stand in the order of how wrong they are.
struct Tried {
  Answers right, wrong;  ///< beside the answer that the lesson gives
};

const std::map<std::string_view, Tried> tried{
    {"layout", {{"(3,4):(1,5)", "(3,4):(7,1)", "(3,(2,2)):(1,(5,10))"}, {"(4,3):(4,3)", "(3,4):(4,1)", "(3,4)", "17"}}},
    {"majors", {{"((2,3),4):((1,2),8)"}, {"(6,4):(8,1)", "(6,4):(1,6)", "(4,6):(8,1)"}}},
    {"hierarchy",
     {{"blocked_product((2,2):(2,1), (2,2):(1,2))"}, {"(4,4):(4,1)", "((2,2),(2,2)):((1,4),(2,8))", "((2,2),(2,2)):((2,8),(1,4))"}}},
    {"coordinates", {{"15", "(0,5)"}, {"14", "(1,(1,2))", "(3,5)", "(0,(1,2),0)"}}},
    {"coalesce", {{"((2,2),6):((2,4),8)", "(4,(2,3)):(2,(8,16))"}, {"24:2", "(4,6):(2,9)", "(6,4):(2,12)"}}},
    {"composition", {{"(4,(2,2)):(2,(16,32))"}, {"(4,4):(2,8)", "(4,4):(1,16)", "16:2"}}},
    {"complement", {{"(2,2):(3,6)", "(2,2):(6,3)"}, {"4:2", "3:3", "4:6"}}},
    {"divide", {{"<2, 4:3>", "make_tile(2:1, (2,2):(3,6))"}, {"<2:1, 4:1>", "<2:4, 4:3>", "<4:3, 2:1>"}}},
    {"product",
     {{"((2,2),(2,3)):((2,12),(1,4))", "tile_to_shape(K, (4,6), (1,0))"},
      {"raked_product(K, (2,3):(3,1))", "blocked_product(K, (2,3))", "(4,6):(6,1)"}}},
    {"tile",
     {{"ptr+36 o (2,4):(8,1)", "inner_partition(M, (2,4), (2,1))"},
      {"local_tile(M, (2,4), (1,2))", "local_tile(M, (4,2), (1,2))", "(2,4):(8,1)"}}},
    {"partition", {{"((2,2),2):((4,2),1)"}, {"(4,2):(1,4)", "(2,4):(4,1)", "(4,2):(2,0)"}}},
    {"coalesced_access", {{"(16,16):(16,1)", "(8,(8,4)):(32,(1,8))", "(32,8):(8,1)"}, {"(8,32):(1,8)", "(4,32):(32,1)", "(8,32):(32,2)"}}},
    {"bank_conflicts",
     {{"(32,32):(1,32)", "(32,32):(1,33)", "Swizzle<5,0,5> o (32,32):(32,1)"},
      {"(32,32):(34,1)", "(32,32):(0,1)", "(32,32):(65,1)", "(16,64):(64,1)"}}},
    {"swizzle", {{"Swizzle<5,0,5> o (32,32):(32,1)"}, {"(32,32):(33,1)", "Swizzle<2,2,3> o (32,32):(32,1)", "(32,32):(1,32)"}}},
    {"inverse", {{"right_inverse((4,6):(6,1))", "((2,3),4):((4,8),1)"}, {"(4,6):(6,1)", "24:1", "(6,4)"}}}};

std::string state_text(const ExerciseState& s) { return s.otherwise + " | " + s.why; }

/// The lesson's exercise with this answer.
ExerciseState answered(const Sheet& lesson, const std::string& answer) {
  State a(lesson);
  const auto& exercise = lesson.exercises.at(0);
  const int entry = a.workspace.evaluator().find(exercise.entry);
  REQUIRE(entry >= 0);
  a.workspace.edit("edit", [&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].text = exercise.entry + " = " + answer; });
  return a.workspace.lessons.states.at(0);
}

std::vector<std::string> code_of(const Sheet& sheet) {
  std::vector<std::string> lines;
  for (const auto& e : sheet.entries)
    if (!e.text.starts_with('#')) lines.push_back(e.text);
  return lines;
}

/// Expression -> result of the golden examples, without the marks of static integers and blanks.
std::map<std::string, std::string> golden_answers() {
  std::map<std::string, std::string> rows;
  const auto without_marks = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '_' || c == ' '; });
    return text;
  };
  for (const auto& row : golden_rows("worked_examples.tsv")) rows.emplace(without_marks(row.expression), without_marks(row.result));
  return rows;
}

}  // namespace

TEST_CASE("every lesson loads in both languages, with the same code and other notes") {
  REQUIRE(lesson_names().size() >= 12);
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    const auto name = lesson_names()[static_cast<std::size_t>(i)];
    CAPTURE(name);
    const auto en = lesson_sheet(i, Language::english), zh = lesson_sheet(i, Language::chinese);
    REQUIRE(en.lesson.name == name);
    CHECK(zh.lesson.name == name);
    CHECK(en.lesson.title != zh.lesson.title);
    CHECK(code_of(en) == code_of(zh));
    CHECK(en.launch == zh.launch);
    REQUIRE(en.entries.size() == zh.entries.size());
    for (std::size_t e = 0; e < en.entries.size(); ++e) {
      CAPTURE(en.entries[e].text);
      CHECK(en.entries[e].text.starts_with('#') == zh.entries[e].text.starts_with('#'));
      CHECK((en.entries[e].text == zh.entries[e].text) == !en.entries[e].text.starts_with('#'));
      CHECK(en.entries[e].view == zh.entries[e].view);
      CHECK(en.entries[e].pin == zh.entries[e].pin);
    }
    REQUIRE(en.exercises.size() == 1);
    REQUIRE(zh.exercises.size() == 1);
    CHECK(en.exercises[0].answer == zh.exercises[0].answer);
    CHECK(en.exercises[0].hints.size() == zh.exercises[0].hints.size());
    REQUIRE(en.exercises[0].checks.size() == zh.exercises[0].checks.size());
    for (std::size_t c = 0; c < en.exercises[0].checks.size(); ++c) {
      CHECK(en.exercises[0].checks[c].what == zh.exercises[0].checks[c].what);
      CHECK(en.exercises[0].checks[c].is == zh.exercises[0].checks[c].is);
    }
  }
}

TEST_CASE("every lesson evaluates without a problem, and nobody has answered yet") {
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    CAPTURE(i);
    const State a(lesson_sheet(i, Language::english));
    CHECK(a.workspace.evaluator().problems() == 0);
    CHECK((a.workspace.sheet().launch.empty() || a.workspace.launch()));
    REQUIRE(a.workspace.lessons.states.size() == 1);
    CHECK(a.workspace.lessons.states[0].kind == Kind::open);
    CHECK(a.workspace.lessons.solved.empty());
  }
}

TEST_CASE("an exercise takes every right answer and none of the wrong ones, and says why") {
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    const auto name = lesson_names()[static_cast<std::size_t>(i)];
    CAPTURE(name);
    const auto lesson = lesson_sheet(i, Language::english);
    auto [right, wrong] = tried.at(name);
    CHECK(right.size() >= 1);
    CHECK(wrong.size() >= 2);
    right.push_back(lesson.exercises[0].answer);
    for (const auto& answer : right) {
      const auto state = answered(lesson, answer);
      CHECK_MESSAGE(state.kind == Kind::solved, answer << ": " << state_text(state));
    }
    for (const auto& answer : wrong) {
      const auto state = answered(lesson, answer);
      CHECK_MESSAGE(state.kind == Kind::wrong, answer);
      CHECK_MESSAGE(!state.why.empty(), answer);
    }
    CHECK(answered(lesson, "nobody(3)").kind == Kind::wrong);
    CHECK(answered(lesson, "").kind == Kind::open);
    // How it is written does not count.
    CHECK(answered(lesson, "  " + lesson.exercises[0].answer + " ").kind == Kind::solved);
  }
}

TEST_CASE("a wrong answer is told by its first element that differs") {
  const auto lesson = lesson_sheet(lesson_number("majors"), Language::english);
  CHECK(answered(lesson, "(6,4):(1,6)").why == "S is 6 at coordinate 6 = (0,1), where 8 is asked for.");
  CHECK(answered(lesson, "(6,4):(1,6)").otherwise == "The elements stand elsewhere.");
  const auto access = lesson_sheet(lesson_number("coalesced_access"), Language::english);
  CHECK(answered(access, "(32,8):(1,33)").kind == Kind::wrong);
  CHECK(answered(access, "(8,32):(1,8)").why == "A request takes 8 sectors on average, where 4 would do.");
}

TEST_CASE("the lessons' numbers are those of CuTe") {
  const auto rows = golden_answers();
  REQUIRE(rows.size() > 100);
  int compared = 0;
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    const auto sheet = lesson_sheet(i, Language::english);
    SheetEvaluator evaluator;
    evaluator.update(sheet);
    for (std::size_t e = 0; e < sheet.entries.size(); ++e) {
      const auto& result = evaluator.results()[e];
      if (!result.evaluation) continue;
      // The expression with the operands in place of their names.
      auto text = sheet.entries[e].text.substr(sheet.entries[e].text.find('=') + 1);
      const auto& made = result.evaluation->made_by;
      if (!made.operation.empty() && made.operation != "call") {
        text = made.operation + "(";
        for (std::size_t o = 0; o < made.operands.size(); ++o)
          text += (o == 0 ? "" : ",") + algebra::to_string(made.operands[o], algebra::Marks::plain);
        text += ")";
      }
      std::erase_if(text, [](char c) { return c == ' ' || c == '_'; });
      const auto row = rows.find(text);
      if (row == rows.end()) continue;
      ++compared;
      auto value = algebra::to_string(result.evaluation->value, algebra::Marks::plain);
      std::erase(value, ' ');
      CHECK_MESSAGE(value == row->second, text);
    }
  }
  CHECK(compared >= 15);
}

TEST_CASE("a sheet with exercises is saved as it was read") {
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i)
    for (const auto language : {Language::english, Language::chinese}) {
      const auto sheet = lesson_sheet(i, language);
      const auto text = serialise(sheet);
      const auto again = parse_sheet(text);
      REQUIRE(again);
      CHECK(*again == sheet);
      CHECK(serialise(*again) == text);
    }
  const std::string own =
      "@cutescope 1\n@lesson title=\"My \"\"first\"\" lesson\"\nS =\n"
      "@exercise entry=S task=\"Any 8 elements.\" start=4:1 check=\"size(S) == 8\" else=\"Not 8.\" check=S is=8:1 property=injective "
      "launch=once hint=\"a b\" hint=c answer=8:1\n"
      "@exercise entry=T check=\"T == 4:1\"\n";
  const auto sheet = parse_sheet(own);
  REQUIRE(sheet);
  CHECK(sheet->lesson.title == "My \"first\" lesson");
  REQUIRE(sheet->exercises.size() == 2);
  CHECK(sheet->exercises[0].checks.size() == 4);
  CHECK(serialise(*sheet) == own);
}

TEST_CASE("what is wrong with a lesson's lines is said with its line") {
  const auto error = [](const std::string& line) { return parse_sheet("A = 4:1\n" + line + "\n").error(); };
  CHECK(error("@exercise entry=S") == "line 2: @exercise needs something to check, such as check=\"size(S) == 8\"");
  CHECK(error("@exercise check=\"1 == 1\"") == "line 2: @exercise needs the entry that the answer is written in, such as entry=S");
  CHECK(error("@exercise entry=S is=4") == "line 2: \"is\" follows the \"check\" that it is compared with");
  CHECK(error("@exercise entry=S property=nice").find("injective") != std::string::npos);
  CHECK(error("@exercise entry=S colour=red") == "line 2: @exercise has no setting \"colour\"");
  CHECK(error("@lesson") == "line 2: @lesson needs a title, such as title=\"Composition\"");
}

TEST_CASE("an exercise of one's own: each kind of check") {
  const auto state = [](const std::string& answer, const std::string& checks, const std::string& more = "") {
    const auto sheet = parse_sheet("A = (8,8):(8,1)\nS = " + answer + "\n" + more + "@exercise entry=S " + checks + "\n");
    REQUIRE(sheet);
    return State(*sheet).workspace.lessons.states.at(0);
  };
  CHECK(state("8:1", "check=\"size(S) == 8\"").kind == Kind::solved);
  CHECK(state("9:1", "check=\"size(S) == 8\"").why == "size(S) == 8 is false.");
  CHECK(state("9:1", "check=\"size(S)\"").why == "size(S) is 9, neither true nor false.");
  CHECK(state("(4,2):(1,1)", "property=injective").why == "Index 1 comes twice: at coordinates 1 and 4.");
  CHECK(state("(4,2):(1,8)", "property=injective").kind == Kind::solved);
  CHECK(state("(4,2):(1,8)", "property=surjective").why == "No coordinate has index 4, though 11 is reached.");
  CHECK(state("(4,2):(1,8)", "property=bijective").why == "No coordinate has index 4, though 11 is reached.");
  CHECK(state("(4,2):(2,1)", "property=compact").kind == Kind::solved);
  CHECK(state("(4,2):(1,8)", "property=compact").why == "No coordinate has index 4, though 11 is reached.");
  CHECK(state("(4,2):(2,1)", "property=contiguous").why == "S is not contiguous: its indices do not go up one by one.");
  CHECK(state("(4,2):(1,4)", "property=contiguous").kind == Kind::solved);
  CHECK(state("Swizzle<2,0,3> o A", "property=bijective").kind == Kind::solved);
  CHECK(state("7", "property=bijective").why == "S is no layout.");
  CHECK(state("8:1", "launch=once").why == "The sheet has no launch.");
  const std::string launch = "@launch tensor=A tile=\"(8,8)\" threads=S element=f32 memory=global\n";
  CHECK(state("(8,4):(4,1)", "launch=once", launch).kind == Kind::solved);
  CHECK(state("(4,8):(8,1)", "launch=coalesced", launch).kind == Kind::solved);
  CHECK(state("(8,3):(3,1)", "launch=once", launch).why.find("do not divide") != std::string::npos);
  // A value that breaks its contract answers nothing, even where a check is content.
  CHECK(state("composition(A, 6:3)", "check=\"size(S) == 6\"").kind == Kind::wrong);
}

TEST_CASE("the language of a lesson changes where nobody has written anything else") {
  State a(lesson_sheet(lesson_number("composition"), Language::english));
  const auto en = a.workspace.sheet(), zh = lesson_sheet(lesson_number("composition"), Language::chinese);
  const int s = a.workspace.evaluator().find("S");
  a.workspace.edit("edit", [&](Sheet& sheet) {
    sheet.entries[static_cast<std::size_t>(s)].text = "S = 4:4";
    sheet.entries[0].text = "# My own note.";
  });
  a.workspace.lessons.help[0].hints = 1;
  run_command(a, "view.language");
  CHECK(a.workspace.sheet().lesson == zh.lesson);
  CHECK(a.workspace.sheet().exercises == zh.exercises);
  CHECK(a.workspace.sheet().entries[0].text == "# My own note.");
  CHECK(a.workspace.sheet().entries[static_cast<std::size_t>(s)].text == "S = 4:4");
  for (std::size_t i = 1; i < zh.entries.size(); ++i)
    if (static_cast<int>(i) != s) CHECK(a.workspace.sheet().entries[i].text == zh.entries[i].text);
  CHECK(a.workspace.lessons.help[0].hints == 1);
  // Undo takes back what was written, not the language.
  undo(a.workspace, a.view);
  CHECK(a.workspace.sheet() == zh);
  CHECK_FALSE(a.workspace.unsaved());
  run_command(a, "view.language");
  CHECK(a.workspace.sheet() == en);
  CHECK_FALSE(a.workspace.unsaved());
}

TEST_CASE("lessons are opened, turned and solved by commands") {
  State a(starter_sheet());
  CHECK_FALSE(run_command(a, "lessons.next"));
  CHECK_FALSE(run_command(a, "lessons.hint"));
  REQUIRE(run_command(a, "lessons.open.6"));
  CHECK(a.workspace.sheet().lesson.name == "composition");
  CHECK(a.workspace.title() == "Composition");
  REQUIRE(run_command(a, "lessons.previous"));
  CHECK(a.workspace.sheet().lesson.name == "coalesce");
  REQUIRE(run_command(a, "lessons.next"));
  CHECK(run_command(a, "lessons.hint"));
  CHECK(run_command(a, "lessons.hint"));
  CHECK_FALSE(run_command(a, "lessons.hint"));
  CHECK(a.workspace.lessons.help[0].hints == 2);
  CHECK(run_command(a, "lessons.answer"));
  CHECK(a.workspace.lessons.help[0].answer);
  CHECK_FALSE(opens_solved_lesson(a.workspace, "lessons.open.6"));
  take_answer(a.workspace, a.view, 0);
  CHECK(a.workspace.lessons.states[0].kind == Kind::solved);
  CHECK(opens_solved_lesson(a.workspace, "lessons.open.6"));
  CHECK_FALSE(opens_solved_lesson(a.workspace, "lessons.open.5"));
  // It stays solved when the sheet does not.
  undo(a.workspace, a.view);
  CHECK(a.workspace.lessons.states[0].kind == Kind::open);
  CHECK(a.workspace.lessons.solved == std::set<std::string>{"composition"});
}

TEST_CASE("there is a command for each lesson, with its title") {
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    const auto id = "lessons.open." + std::to_string(i + 1);
    const auto it = std::find_if(commands().begin(), commands().end(), [&](const Command& c) { return c.id == id; });
    REQUIRE(it != commands().end());
    CHECK(std::string(it->title) == std::to_string(i + 1) + " · " + lesson_sheet(i, Language::english).lesson.title);
    CHECK(title_of(*it, Workspace(Sheet{}), Texts(Language::chinese)) ==
          std::to_string(i + 1) + " · " + lesson_sheet(i, Language::chinese).lesson.title);
  }
}

TEST_CASE("an entry that waits for its value is no problem, and its users say so") {
  const State a(*parse_sheet("S =\nB = coalesce(S)\n"));
  CHECK_FALSE(a.workspace.result(0).problem);
  CHECK(a.workspace.result(0).name == "S");
  REQUIRE(a.workspace.result(1).problem);
  CHECK(a.workspace.result(1).problem->problem.message == "S has no value: its own entry says why.");
}
