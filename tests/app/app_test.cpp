#include <doctest/doctest.h>

#include <set>

#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/state/state.hpp"

using namespace app;

namespace {

std::string shown(const State& a, int entry) {
  return a.workspace.result(entry).evaluation ? algebra::to_string(a.workspace.result(entry).evaluation->value, algebra::Marks::plain) : "";
}

void type(State& a, int entry, const std::string& text) {
  // Key by key, as the text field does.
  for (std::size_t n = 1; n <= text.size(); ++n)
    a.workspace.edit(
        "edit", [&](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].text = text.substr(0, n); }, "text " + std::to_string(entry));
}

}  // namespace

TEST_CASE("the starter sheet shows the numbers of the design") {
  const State a(starter_sheet());
  CHECK(shown(a, 3) == "((4,4),(2,2)):((8,1),(32,4))");
  CHECK(shown(a, 4) == "ptr+4 o (4,4):(8,1)");
  CHECK(shown(a, 6) == "ptr+7 o (2,1):(16,0)");
  REQUIRE(a.workspace.result(7).problem);
  const auto& problem = a.workspace.result(7).problem->problem;
  CHECK(problem.message.text().find("3 does not divide mode 0 of A (size 8)") != std::string::npos);
  CHECK(problem.message.text().find("(3,2):(24,1)") != std::string::npos);
  CHECK(problem.message.text().find("R(3) = 1 where A(B(3)) = 9") != std::string::npos);
  CHECK(problem.suggestions == std::vector<std::string>{"6:4", "6:1"});
  CHECK(a.workspace.evaluator().problems() == 1);
}

TEST_CASE("the inspector says of element 25 of D what the design says") {
  const State a(starter_sheet());
  const auto facts = element_facts(a.workspace.document_view(), {3, 25});
  CHECK(said(facts, "1-D") == "25");
  CHECK(said(facts, "R-D") == "(9,1)");
  CHECK(said(facts, "natural") == "((1,2),(1,0))");
  CHECK(said(facts, "index") == "1·8 + 2·1 + 1·32 + 0·4 = 42");
  CHECK(said(facts, "in A") == "A(5,2)");
  CHECK(said(facts, "in T") == "T(1,2)");
  CHECK(said(facts, "thread").starts_with("T6 V0"));
  CHECK(said(facts, "address") == "base + 0xA8 (fp32)");
  CHECK(said(facts, "sector · bank") == "line 1, sector 1 · bank 10");
}

TEST_CASE("the inspector names the owner behind a swizzle, of a tensor at an offset, and of a written partition") {
  const auto owner = [](const char* text, int entry, std::int64_t coordinate) {
    const auto sheet = parse_sheet(text);
    REQUIRE(sheet);
    const State a(*sheet);
    REQUIRE(a.workspace.launch());
    return said(element_facts(a.workspace.document_view(), {entry, coordinate}), "thread");
  };
  // A tensor's cell (1,0) is thread 4's in both, wherever the swizzle puts it.
  CHECK(owner("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n", 0, 1) == "T4 V0 · block (0,0)");
  CHECK(owner("A = Swizzle<3,0,3> o 0 o (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n", 0, 1) == "T4 V0 · block (0,0)");
  CHECK(owner("A = ptr+7 o (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n", 0, 1) == "T4 V0 · block (0,0)");
  CHECK(owner("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1) step=(1,X)\n", 0, 0) == "T0 V0 · block (0,0) · first of 4");
  CHECK(owner("P = (4,8,2):(16,2,1)\n@launch kernel=layout partition=P\n", 0, 1 + 4 * 3) == "T3 V0 · block 1");
  CHECK(owner("A = 32:1\nP = (4,8,2):(16,2,1)\n@launch kernel=layout partition=P tensor=A grid=1\n", 0, 31) == "");
}

TEST_CASE("another grid, swizzle or target is another launch; another position is not") {
  State a(starter_sheet());
  const auto version = [&](const std::function<void(LaunchSettings&)>& change) {
    a.workspace.edit("edit", [&](Sheet& s) { change(s.launch); });
    return a.workspace.launch_version();
  };
  const auto first = a.workspace.launch_version();
  CHECK(version([](auto& l) { l.position = 3; }) == first);
  CHECK(version([](auto& l) { l.warp = 0; }) == first);
  CHECK(version([](auto& l) { l.grid = "2"; }) == first + 1);
  CHECK(version([](auto& l) { l.target = "(8,8):(1,8)"; }) == first + 2);
  CHECK(version([](auto& l) { l.access_bytes = 4; }) == first + 3);
  CHECK(version([](auto& l) {
          l.tensor = "Swizzle<1,0,3> o 0 o (8,8):(8,1)";
          l.target.clear();
        }) == first + 4);
}

TEST_CASE("the launch of the starter sheet covers every element once, in eight accesses") {
  const State a(starter_sheet());
  REQUIRE(a.workspace.launch());
  CHECK(a.workspace.launch()->blocks() == 4);
  CHECK(a.workspace.launch()->threads() == 8);
  CHECK(a.workspace.launch()->values() == 2);
  CHECK(a.workspace.launch()->requests() == 8);
  std::set<int> elements;
  int index = 0;
  for (const auto& touch : a.workspace.launch_touches()) {
    REQUIRE(touch);
    elements.insert(index++);
  }
  CHECK(elements.size() == 64);
}

TEST_CASE("only what depends on the edited entry is evaluated again") {
  State a(starter_sheet());
  type(a, 5, "thr = (4,2):(2,1)");  // used by P alone
  CHECK(a.workspace.evaluator().evaluated() == 2);
  CHECK(shown(a, 3) == "((4,4),(2,2)):((8,1),(32,4))");
}

TEST_CASE("typing is one step of undo, and undo goes all the way back") {
  State a(starter_sheet());
  const auto before = a.workspace.sheet();
  insert_entry(a.workspace, a.view, "");
  const int at = a.view.selected;
  type(a, at, "F = coalesce((2,4):(1,2))");
  CHECK(shown(a, at) == "8:1");
  a.workspace.seal_edit();
  undo(a.workspace, a.view);
  CHECK(a.workspace.sheet().entries[static_cast<std::size_t>(at)].text.empty());
  undo(a.workspace, a.view);
  CHECK(a.workspace.sheet() == before);
  CHECK_FALSE(a.workspace.can_undo());
  redo(a.workspace, a.view);
  redo(a.workspace, a.view);
  CHECK(shown(a, at) == "8:1");
  CHECK_FALSE(a.workspace.can_redo());
}

TEST_CASE("a broken entry keeps its last good picture") {
  State a(starter_sheet());
  type(a, 1, "A = (8,8):(8,1");
  CHECK(a.workspace.result(1).broken());
  REQUIRE(a.workspace.picture(1) != nullptr);
  CHECK(a.workspace.picture(1)->dimmed);
  CHECK(a.workspace.result(3).problem->problem.message.text() == "A has no value: its own entry says why.");
}

TEST_CASE("names: cycles, duplicates and later lines") {
  Sheet s;
  for (const char* text : {"B = coalesce(A)", "A = (2,4):(1,2)", "C = coalesce(E)", "E = coalesce(C)", "A = 4:1"})
    s.entries.emplace_back().text = text;
  const State a(s);
  CHECK(shown(a, 0) == "8:1");
  CHECK(a.workspace.result(2).problem);
  CHECK(a.workspace.result(3).problem);
  CHECK(a.workspace.result(4).problem->problem.message.text() == "A is already defined above.");
}

TEST_CASE("a cycle ends where one of its entries goes") {
  Sheet s;
  for (const char* text : {"B = coalesce(A)", "A = coalesce(B)"}) s.entries.emplace_back().text = text;
  State a(s);
  REQUIRE(a.workspace.result(0).problem->problem.condition == "cycle");
  delete_entry(a.workspace, 1);
  CHECK(a.workspace.result(0).problem->problem.message.text() == "There is no A here.");
}

TEST_CASE("a name without an expression waits for it, whoever else has the name") {
  State a(starter_sheet());
  type(a, 1, "A = composition((8,8):(8,1), 8:1)");
  type(a, 1, "A =");
  CHECK_FALSE(a.workspace.result(1).problem);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 4:1"; });
  CHECK_FALSE(a.workspace.result(1).problem);
  CHECK(shown(a, 0) == "4:1");
}

TEST_CASE("an impossible launch is a sentence, and the next one works") {
  State a(starter_sheet());
  a.workspace.edit("edit", [](Sheet& s) { s.launch.threads = "(3,3)"; });
  REQUIRE_FALSE(a.workspace.launch());
  CHECK_FALSE(a.workspace.launch().error().empty());
  a.workspace.edit("edit", [](Sheet& s) { s.launch.tensor = "nothing"; });
  CHECK(a.workspace.launch().error().text().starts_with("tensor nothing:"));
  a.workspace.edit("edit", [](Sheet& s) { s.launch = starter_sheet().launch; });
  CHECK(a.workspace.launch());
}

TEST_CASE("every command runs on every kind of sheet without harm, and shortcuts are unique") {
  std::set<std::string> keys;
  for (const auto& c : commands()) {
    if (c.shortcut.key != 0) CHECK(keys.insert(to_string(c.shortcut)).second);
    for (const auto& sheet : {Sheet{}, starter_sheet()}) {
      State a(sheet);
      if (c.enabled(a) && std::string_view(c.id) != "file.save") c.run(a);
      CHECK(a.workspace.evaluator().results().size() == a.workspace.sheet().entries.size());
    }
  }
}

TEST_CASE("after a command no entry that is gone is selected or pointed at") {
  State a(starter_sheet());
  const int last = static_cast<int>(a.workspace.sheet().entries.size()) - 1;
  a.view.selected = last;
  a.view.hover = {last, 0};
  REQUIRE(run_command(a, "edit.delete"));
  CHECK(a.view.selected == last - 1);
  CHECK_FALSE(a.view.hover);
}

TEST_CASE("every text of the commands has a Chinese translation") {
  const Texts chinese(Language::chinese);
  const State a(starter_sheet());
  for (const auto& c : commands()) CHECK_MESSAGE(title_of(c, a.workspace, chinese) != c.title, std::string(c.title));
}

TEST_CASE("an empty entry is no problem, and has no picture") {
  State a(starter_sheet());
  insert_entry(a.workspace, a.view, "");
  CHECK(a.workspace.evaluator().problems() == 1);  // that of E
  CHECK(a.workspace.picture(a.view.selected) == nullptr);
}
