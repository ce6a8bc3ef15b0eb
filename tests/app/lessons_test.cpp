#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/lessons/lessons.hpp"
#include "app/state/state.hpp"
#include "app/storage/settings_store.hpp"
#include "tests/golden_rows.hpp"
#include "user_folders_in.hpp"

using namespace app;

namespace {

using Kind = ExerciseState::Kind;

/// Returns the lesson's exercise with this answer.
ExerciseState answered(const Sheet& lesson, const std::string& answer) {
  State a(lesson);
  const auto& exercise = lesson.exercises.at(0);
  const int entry = a.workspace.evaluator().find(exercise.entry);
  REQUIRE(entry >= 0);
  a.workspace.edit("edit", [&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].text = exercise.entry + " = " + answer; });
  return a.workspace.lessons().states.at(0);
}

std::vector<std::string> code_of(const Sheet& sheet) {
  std::vector<std::string> lines;
  for (const auto& e : sheet.entries)
    if (!e.text.starts_with('#')) lines.push_back(e.text);
  return lines;
}

/// Without the marks of static integers and blanks.
std::string without_marks(std::string text) {
  std::erase_if(text, [](char c) { return c == '_' || c == ' '; });
  return text;
}

/// Expression -> result of the golden examples.
std::map<std::string, std::string> golden_answers() {
  std::map<std::string, std::string> rows;
  for (const auto* file : {"worked_examples.tsv", "lessons.tsv"})
    for (const auto& row : golden_rows(file)) rows.emplace(without_marks(row.expression), without_marks(row.result));
  return rows;
}

}  // namespace

TEST_CASE("every lesson loads in both languages, with the same code and other notes") {
  REQUIRE(lesson_names().size() >= 20);
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
    REQUIRE(en.exercises.size() == zh.exercises.size());
    for (std::size_t x = 0; x < en.exercises.size(); ++x) {
      const auto &of_en = en.exercises[x], &of_zh = zh.exercises[x];
      CHECK(of_en.entry == of_zh.entry);
      CHECK(of_en.start == of_zh.start);
      CHECK(of_en.answer == of_zh.answer);
      CHECK(of_en.task != of_zh.task);
      CHECK(of_en.hints.size() == of_zh.hints.size());
      REQUIRE(of_en.checks.size() == of_zh.checks.size());
      for (std::size_t c = 0; c < of_en.checks.size(); ++c) {
        CHECK(of_en.checks[c].what == of_zh.checks[c].what);
        CHECK(of_en.checks[c].is == of_zh.checks[c].is);
      }
    }
  }
}

TEST_CASE("every lesson evaluates without a problem, and nobody has answered yet") {
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i) {
    CAPTURE(i);
    const State a(lesson_sheet(i, Language::english));
    // Only entries that a lesson on refusals shows on purpose may fail.
    const auto& results = a.workspace.evaluator().results();
    const auto refused = std::count_if(results.begin(), results.end(), [](const EntryResult& r) { return r.refusal != nullptr; });
    CHECK(a.workspace.evaluator().problems() == refused);
    CHECK((a.workspace.sheet().launch.empty() || a.workspace.launch()));
    CHECK_FALSE(a.workspace.lessons().states.empty());
    for (const auto& state : a.workspace.lessons().states) CHECK(state.kind == Kind::open);
    CHECK(a.workspace.lessons().solved.empty());
  }
}

TEST_CASE("a wrong answer is told by its first element that differs") {
  const auto lesson = lesson_sheet(lesson_number("majors"), Language::english);
  CHECK(answered(lesson, "(6,4):(1,6)").why == "In S, row 0, column 1 holds 6; it should hold 8.");
  CHECK(answered(lesson, "(6,4):(1,6)").otherwise == "The elements stand elsewhere.");
  // The columns after the first are wrong.
  std::vector<bool> wrong(24, true);
  std::fill_n(wrong.begin(), 6, false);
  CHECK(answered(lesson, "(6,4):(1,6)").wrong_elements == wrong);
  CHECK(answered(lesson, "(6,4):(1,8)").wrong_elements.empty());
  // Its shape first.
  CHECK(answered(lesson, "(4,6):(8,1)").why == "shape(S) is (4,6).");
  CHECK(answered(lesson, "(4,6):(8,1)").wrong_elements.empty());
  // An element that the check looks up.
  const auto layout = lesson_sheet(lesson_number("layout"), Language::english);
  const auto last = answered(layout, "(3,4):(4,1)");
  CHECK(last.why == "S(2,3) is 11; it should be 17.");
  wrong.assign(12, false);
  wrong[11] = true;
  CHECK(last.wrong_elements == wrong);
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
      const auto row = rows.find(without_marks(text));
      if (row == rows.end()) continue;
      ++compared;
      CHECK_MESSAGE(without_marks(algebra::to_string(result.evaluation->value, algebra::Marks::plain)) == row->second, text);
    }
  }
  CHECK(compared >= 25);
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
  CHECK(error("@exercise entry=S is=4") == "line 2: \"is\" must follow the \"check\" that it is compared with");
  CHECK(error("@exercise entry=S property=nice").text().find("injective") != std::string::npos);
  CHECK(error("@exercise entry=S colour=red") == "line 2: @exercise has no setting \"colour\"");
  CHECK(error("@lesson") == "line 2: @lesson needs a title, such as title=\"Composition\"");
}

TEST_CASE("an exercise of one's own: each kind of check") {
  const auto state = [](const std::string& answer, const std::string& checks, const std::string& more = "") {
    const auto sheet = parse_sheet("A = (8,8):(8,1)\nS = " + answer + "\n" + more + "@exercise entry=S " + checks + "\n");
    REQUIRE(sheet);
    return State(*sheet).workspace.lessons().states.at(0);
  };
  CHECK(state("8:1", "check=\"size(S) == 8\"").kind == Kind::solved);
  CHECK(state("9:1", "check=\"size(S) == 8\"").why == "size(S) is 9; it should be 8.");
  CHECK(state("9:1", "check=\"8 == size(S)\"").why == "size(S) is 9; it should be 8.");
  CHECK(state("9:1", "check=\"elem_less(cosize(S), 9)\"").why == "cosize(S) is 9.");
  CHECK(state("9:1", "check=\"elem_less(S(3), 2)\"").wrong_elements == std::vector<bool>{0, 0, 0, 1, 0, 0, 0, 0, 0});
  CHECK(state("9:1", "check=\"2 == 3\"").why == "2 == 3 is false.");
  // A reply does not give the requested layout away; it may state its number of elements.
  CHECK(state("3", "check=S is=4").why == "S is 3, which is not the answer.");
  CHECK(state("(2,3):(1,2)", "check=S is=8:1").why == "S has 6 elements; it should have 8.");
  // A place in words: of a vector, of modes within modes, of three modes.
  CHECK(state("4:2", "check=S is=4:1").why == "In S, element 1 holds 2; it should hold 1.");
  CHECK(state("((2,2),2):((1,4),2)", "check=S is=(4,2):(1,4)").why == "In S, row 2, column 0 (at ((0,1),0)) holds 4; it should hold 2.");
  CHECK(state("(2,2,2):(1,4,2)", "check=S is=(2,2,2):(1,2,4)").why == "In S, the element at (0,1,0) holds 4; it should hold 2.");
  CHECK(state("(4,2):(1,4)", "check=\"composition(S, 4:2)\" is=4:3").why == "In composition(S, 4:2), element 1 holds 2; it should hold 3.");
  // In Chinese, too.
  const Texts zh(Language::chinese);
  CHECK(zh(state("((2,2),2):((1,4),2)", "check=S is=(4,2):(1,4)").why) == "S 中，第 2 行第 0 列（坐标 ((0,1),0)）是 4，应为 2。");
  CHECK(zh(state("(4,2):(1,1)", "property=injective").why) == "索引 1 出现两次：第 1 行第 0 列和第 0 行第 1 列。");
  CHECK(state("9:1", "check=\"size(S)\"").why == "size(S) is 9, neither true nor false.");
  CHECK(state("(4,2):(1,1)", "property=injective").why == "Index 1 comes twice: in row 1, column 0 and in row 0, column 1.");
  CHECK(state("(4,2):(1,1)", "property=injective").wrong_elements == std::vector<bool>{0, 1, 1, 1, 1, 1, 1, 0});
  CHECK(state("(4,2):(1,8)", "property=injective").kind == Kind::solved);
  CHECK(state("(4,2):(1,8)", "property=surjective").why == "No coordinate has index 4, though 11 is reached.");
  CHECK(state("(4,2):(1,8)", "property=bijective").why == "No coordinate has index 4, though 11 is reached.");
  CHECK(state("(4,2):(2,1)", "property=compact").kind == Kind::solved);
  CHECK(state("(4,2):(1,8)", "property=compact").why == "No coordinate has index 4, though 11 is reached.");
  CHECK(state("(4,2):(2,1)", "property=contiguous").why == "S is not contiguous: its indices do not go up one by one.");
  CHECK(state("(4,2):(1,4)", "property=contiguous").kind == Kind::solved);
  CHECK(state("Swizzle<2,0,3> o A", "property=bijective").kind == Kind::solved);
  CHECK(state("7", "property=bijective").why == "S is not a layout.");
  CHECK(state("8:1", "launch=once").why == "The sheet has no launch.");
  const std::string launch = "@launch tensor=A tile=\"(8,8)\" threads=S element=f32 memory=global\n";
  CHECK(state("(8,4):(4,1)", "launch=once", launch).kind == Kind::solved);
  CHECK(state("(4,8):(8,1)", "launch=coalesced", launch).kind == Kind::solved);
  CHECK(state("(8,3):(3,1)", "launch=once", launch).why.text().find("do not divide") != std::string::npos);
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
  a.workspace.lessons().help[0].hints = 1;
  run_command(a, "view.language");
  CHECK(a.workspace.sheet().lesson == zh.lesson);
  CHECK(a.workspace.sheet().exercises == zh.exercises);
  CHECK(a.workspace.sheet().entries[0].text == "# My own note.");
  CHECK(a.workspace.sheet().entries[static_cast<std::size_t>(s)].text == "S = 4:4");
  for (std::size_t i = 1; i < zh.entries.size(); ++i)
    if (static_cast<int>(i) != s) CHECK(a.workspace.sheet().entries[i].text == zh.entries[i].text);
  CHECK(a.workspace.lessons().help[0].hints == 1);
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
  CHECK(a.workspace.title(Texts()) == "Composition");
  REQUIRE(run_command(a, "lessons.previous"));
  CHECK(a.workspace.sheet().lesson.name == "coalesce");
  REQUIRE(run_command(a, "lessons.next"));
  CHECK(run_command(a, "lessons.hint"));
  CHECK(run_command(a, "lessons.hint"));
  CHECK_FALSE(run_command(a, "lessons.hint"));
  CHECK(a.workspace.lessons().help[0].hints == 2);
  CHECK(run_command(a, "lessons.answer"));
  CHECK(a.workspace.lessons().help[0].answer);
  CHECK_FALSE(opens_solved_lesson(a.workspace, "lessons.open.6"));
  take_answer(a.workspace, a.view, 0);
  CHECK(a.workspace.lessons().states[0].kind == Kind::solved);
  CHECK(opens_solved_lesson(a.workspace, "lessons.open.6"));
  CHECK_FALSE(opens_solved_lesson(a.workspace, "lessons.open.5"));
  // It stays solved when the sheet does not.
  undo(a.workspace, a.view);
  CHECK(a.workspace.lessons().states[0].kind == Kind::open);
  CHECK(a.workspace.lessons().solved == std::set<std::string>{"composition"});
}

namespace {

void write(State& a, const std::string& entry, const std::string& text) {
  const int at = a.workspace.evaluator().find(entry);
  REQUIRE(at >= 0);
  a.workspace.edit("edit", [&](Sheet& s) { s.entries[static_cast<std::size_t>(at)].text = text; });
}

std::string text_of(const State& a, const std::string& entry) {
  return a.workspace.sheet().entries.at(static_cast<std::size_t>(a.workspace.evaluator().find(entry))).text;
}

}  // namespace

TEST_CASE("what was written in a lesson is there again after another lesson, and nobody asks whether to save it") {
  State a(starter_sheet());
  using Progress = LessonProgress::Progress;
  run_command(a, "lessons.open.2");
  CHECK(a.workspace.lessons().of("majors") == Progress::untouched);
  write(a, "S", "S = (6,4):(1,6)");
  CHECK(a.workspace.lessons().of("majors") == Progress::begun);
  CHECK_FALSE(a.workspace.unsaved());
  run_command(a, "lessons.next");
  CHECK(a.workspace.sheet().lesson.name == "hierarchy");
  CHECK(a.workspace.lessons().of("hierarchy") == Progress::untouched);
  run_command(a, "lessons.previous");
  CHECK(text_of(a, "S") == "S = (6,4):(1,6)");
  CHECK(a.workspace.lessons().states[0].kind == Kind::wrong);
  write(a, "S", "S = (6,4):(1,8)");
  CHECK(a.workspace.lessons().of("majors") == Progress::solved);
  // In another language, too.
  run_command(a, "lessons.next");
  run_command(a, "view.language");
  run_command(a, "lessons.previous");
  CHECK(text_of(a, "S") == "S = (6,4):(1,8)");
  CHECK(a.workspace.sheet().exercises == lesson_sheet(1, Language::chinese).exercises);
  // The tab closes and the window ends without a question.
  run_command(a, "file.close");
  CHECK(a.view.dialog == Dialog::none);
  run_command(a, "lessons.open.2");
  CHECK(text_of(a, "S") == "S = (6,4):(1,8)");
  run_command(a, "file.quit");
  CHECK(a.host.quit);
  CHECK(a.view.dialog == Dialog::none);
}

TEST_CASE("a lesson starts over, and what was written comes back by undoing it") {
  State a(starter_sheet());
  CHECK_FALSE(run_command(a, "lessons.start_over"));
  run_command(a, "lessons.open.2");
  CHECK_FALSE(run_command(a, "lessons.start_over"));
  write(a, "S", "S = (6,4):(1,6)");
  run_command(a, "lessons.hint");
  REQUIRE(run_command(a, "lessons.start_over"));
  CHECK(a.workspace.sheet() == lesson_sheet(1, Language::english));
  CHECK(a.workspace.lessons().help[0].hints == 0);
  CHECK(a.workspace.lessons().kept.empty());
  undo(a.workspace, a.view);
  CHECK(text_of(a, "S") == "S = (6,4):(1,6)");
  CHECK(a.workspace.lessons().kept.size() == 1);
}

TEST_CASE("a lesson that is saved to a file is a sheet like any other") {
  const Folder folder;
  State a(starter_sheet());
  run_command(a, "lessons.open.1");
  write(a, "S", "S = 4:1");
  REQUIRE(save_file(a.workspace, a.session, a.host, folder.at("mine.cutes")));
  write(a, "S", "S = 5:1");
  CHECK(a.workspace.unsaved());
  CHECK_FALSE(run_command(a, "lessons.start_over"));
  run_command(a, "lessons.open.1");
  CHECK(text_of(a, "S") == "S = 4:1");
}

TEST_CASE("answers come back after a restart, of two windows those of both") {
  const Folder folder;
  {
    State a(starter_sheet()), b(starter_sheet());
    SettingsStore first(folders_in(folder)), second(folders_in(folder));
    first.begin(a.workspace, a.view, a.session, a.host);
    second.begin(b.workspace, b.view, b.session, b.host);
    run_command(a, "lessons.open.1");
    write(a, "S", "S = (3,4):(4,3)");
    run_command(b, "lessons.open.2");
    write(b, "S", "S = (6,4):(1,6)");
    first.finish(a.workspace, a.view, a.session, a.host);
    second.finish(b.workspace, b.view, b.session, b.host);
  }
  {
    State a(starter_sheet());
    SettingsStore store(folders_in(folder));
    store.begin(a.workspace, a.view, a.session, a.host);
    CHECK(a.session.left.empty());
    CHECK(a.workspace.lessons().of("layout") == LessonProgress::Progress::solved);
    CHECK(a.workspace.lessons().of("majors") == LessonProgress::Progress::begun);
    run_command(a, "lessons.open.1");
    CHECK(text_of(a, "S") == "S = (3,4):(4,3)");
    run_command(a, "lessons.next");
    CHECK(text_of(a, "S") == "S = (6,4):(1,6)");
    run_command(a, "lessons.start_over");
    store.finish(a.workspace, a.view, a.session, a.host);
  }
  State a(starter_sheet());
  SettingsStore store(folders_in(folder));
  store.begin(a.workspace, a.view, a.session, a.host);
  CHECK(a.workspace.lessons().kept.size() == 1);
  CHECK(a.workspace.lessons().kept.contains("layout"));
}

TEST_CASE("a file of answers that is broken or of another version loses no more than it must") {
  for (const char* text : {"", "{", "[]", "{\"layout\": 3}", "{\"layout\": {\"sheet\": 3}}", "{\"nothing\": {\"sheet\": \"A = 4:1\"}}",
                           "{\"layout\": {\"sheet\": \"@pin x\"}}", "{\"layout\": {\"sheet\": \"A = 4:1\"}}"})
    CHECK_MESSAGE(kept_lessons_from(text).empty(), text);
  auto left = lesson_sheet(0, Language::chinese);
  left.entries.front().text = "# A note of another version.";
  left.entries.back().text = "S = (3,4):(1,5)";
  // Answers kept by this version are restored as they are; answers of another version are put into this version's lesson.
  const auto mine = kept_lessons_from(to_json({{"layout", left}}, {}, ""));
  REQUIRE(mine.contains("layout"));
  CHECK(mine.at("layout") == left);
  const auto other = kept_lesson(0, left, "another");
  CHECK(other.entries.front() == lesson_sheet(0, Language::english).entries.front());
  CHECK(other.entries.back().text == "S = (3,4):(1,5)");
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
  CHECK(a.workspace.result(1).problem->problem.message.text() == "S has no value: its own entry says why.");
}
