// Every command of the table, run as its users run it: by its shortcut where it has one.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "app/actions/appearance.hpp"
#include "app/actions/documents.hpp"
#include "command_rows.hpp"
#include "tests/test_data.hpp"

using gui::Gui;

namespace {

std::vector<gui::CommandRow> all_rows() {
  std::vector<gui::CommandRow> all;
  for (auto rows : {gui::document_rows(), gui::view_rows(), gui::launch_rows(), gui::teaching_rows()})
    for (auto& row : rows) all.push_back(std::move(row));
  for (const auto& c : app::commands()) {
    const std::string_view id = c.id;
    if (!id.starts_with("tool.")) continue;
    all.push_back({id, {}, [name = std::string(id.substr(5))](Gui& g) {
                     return g.state.view.dialog == app::Dialog::tool && g.state.view.tool_question.tool == name &&
                            g.shows("cutescope " + name);
                   }});
  }
  return all;
}

}  // namespace

namespace gui {

void open_kernel(Gui& g) {
  app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, test_data() + "/fixtures/kernels/shared.cu");
  g.settle();
  g.state.workspace.finish_map();
  g.settle();
}
void select(Gui& g, const char* name) {
  g.state.view.selected = g.state.workspace.evaluator().find(name);
  g.settle();
}

}  // namespace gui

TEST_CASE("every command does what it says") {
  std::set<std::string_view> tried;
  for (const auto& row : all_rows()) {
    tried.insert(row.id);
    Gui g;
    if (row.before) row.before(g);
    CHECK_MESSAGE(!row.after(g), "holds before ", std::string(row.id));
    CHECK_MESSAGE(g.command(row.id), std::string(row.id), " is disabled, or there is no such command");
    CHECK_MESSAGE(row.after(g), std::string(row.id));
  }
  for (const auto& c : app::commands()) CHECK_MESSAGE(tried.contains(c.id), "no test runs ", std::string(c.id));
}

TEST_CASE("the Edit menu says what undo and redo would do, in both languages") {
  Gui g(app::starter_sheet());
  const auto title = [&](std::string_view id) {
    const auto all = app::commands();
    const auto& c = *std::find_if(all.begin(), all.end(), [&](const auto& command) { return command.id == id; });
    return app::title_of(c, g.state.workspace, g.state.view.texts);
  };
  CHECK(title("edit.undo") == "Undo");
  select(g, "A");
  REQUIRE(g.command("view.transpose"));
  CHECK(title("edit.undo") == "Undo: transpose a card");
  REQUIRE(g.command("edit.delete"));
  CHECK(title("edit.undo") == "Undo: delete an entry");
  REQUIRE(g.command("edit.undo"));
  CHECK(title("edit.undo") == "Undo: transpose a card");
  CHECK(title("edit.redo") == "Redo: delete an entry");
  g.settle();
  REQUIRE(g.click_text("Edit"));
  CHECK(g.shows("Undo: transpose a card"));
  app::choose_language(g.state.workspace, g.state.view, app::Language::chinese);
  g.settle();
  CHECK(g.shows("撤销：转置卡片"));
}

TEST_CASE("no two commands have the same shortcut, and no two the same title") {
  std::map<std::string, std::string> shortcuts;
  std::set<std::string> titles, ids;
  for (const auto& c : app::commands()) {
    CHECK_MESSAGE(ids.insert(c.id).second, std::string(c.id));
    CHECK_MESSAGE(titles.insert(c.title).second, c.title);
    if (c.shortcut.key == 0) continue;
    const auto keys = app::to_string(c.shortcut);
    CHECK_MESSAGE(!shortcuts.contains(keys), keys, " is of ", shortcuts[keys], " and of ", std::string(c.id));
    shortcuts[keys] = c.id;
  }
}

TEST_CASE("commands whose group has no menu of its own are in another one's") {
  struct Row {
    const char *menu, *within, *title;
  };
  for (const auto& [menu, within, title] : {Row{"View", "Inspector", "Inspector: memory"},
                                            {"View", "Pointer", "Pointer up"},
                                            {"Teach", "Presentation", "Operands beside the entry"}}) {
    Gui g;
    g.frame();
    REQUIRE(g.click_text(menu));
    g.settle();
    INFO(g.everything());
    CHECK_FALSE(g.shows(title));
    REQUIRE(g.click_text(within));
    g.settle();
    CHECK(g.shows(title));
  }
}

TEST_CASE("commands do no harm where there is nothing to do") {
  // In any order, enabled or not: none may crash on an empty sheet, on broken entries, on a huge layout.
  for (const auto* text : {"", "x = (", "A = (1048576,1048576):(1048576,1)", "# a note", "n = 5"}) {
    app::Sheet sheet;
    if (*text != 0) {
      sheet.entries.emplace_back();
      sheet.entries.back().text = text;
    }
    Gui g(sheet);
    for (const auto& c : app::commands()) {
      g.command(c.id);
      CHECK_MESSAGE(!g.state.workspace.documents().empty(), std::string(c.id));
    }
  }
}
