// The tools' records, and the window as a host of all of them.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

#include "algebra/text/message.hpp"
#include "app/actions/appearance.hpp"
#include "app/actions/asking_tools.hpp"
#include "app/cli/cli_tools.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/palette.hpp"
#include "app/tools/tools.hpp"
#include "app/web/host.hpp"
#include "tests/folder.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

using Names = std::multiset<std::string>;

/// The names of the records that the files of a room define.
Names records_in(const std::string& room) {
  static const std::regex record(R"re(const Tool \w+\{\s*\.name = "(\w*)")re");
  Names names;
  for (const auto& file : std::filesystem::directory_iterator(test_data() + "/../app/" + room)) {
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::sregex_iterator it(text.begin(), text.end(), record), end; it != end; ++it) names.insert((*it)[1]);
  }
  return names;
}

/// The names of the tools in a page's answer.
Names tools_of_page() {
  Names names;
  const auto answer = nlohmann::json::parse(WebHost().answer("tools", "{}"));
  for (const auto& tool : answer.at("tools")) names.insert(tool.at("name"));
  return names;
}

Names names_of(std::span<const Tool* const> tools) {
  Names names;
  for (const auto* tool : tools) names.emplace(tool->name);
  return names;
}

const Command* command_of(const Tool& tool) {
  const auto all = commands();
  const auto it = std::ranges::find(all, "tool." + std::string(tool.name), [](const Command& c) { return std::string(c.id); });
  return it == all.end() ? nullptr : &*it;
}

bool starts_with_name(const Tool& tool) { return tool.example == tool.name || tool.example.starts_with(std::string(tool.name) + " "); }

/// Runs the tool with the dialog's arguments, and waits for it.
const ToolAnswer& answer_of(State& a) {
  run_asked_tool(a.workspace, a.view);
  a.workspace.tools().finish();
  const auto* answer = shown_answer(a.workspace, a.view);
  REQUIRE(answer != nullptr);
  return *answer;
}

}  // namespace

TEST_CASE("each tool's record has a name, a help, an example and options that differ") {
  std::set<std::string_view> names;
  REQUIRE(!tools().empty());
  for (const auto* tool : tools()) {
    INFO(std::string(tool->name));
    CHECK(!tool->name.empty());
    CHECK(names.insert(tool->name).second);
    REQUIRE(!tool->help.empty());
    CHECK(!tool->help.ends_with('.'));
    CHECK(starts_with_name(*tool));
    CHECK((tool->run != nullptr));
    REQUIRE((tool->options != nullptr));
    std::set<std::string> keys;
    bool named = false;
    for (const auto& o : tool->options()) {
      INFO(o.names);
      CHECK(keys.insert(o.key()).second);
      CHECK(!o.help.empty());
      CHECK(!o.help.ends_with('.'));
      CHECK(o.takes_value() == !o.value.empty());
      // Positional arguments stand before named ones.
      CHECK_FALSE((named && o.is_argument()));
      named = named || !o.is_argument();
    }
    CHECK(keys.contains("json"));
    CHECK(keys.contains("language"));
  }
}

TEST_CASE("each record is in every host, but for those that need a window, a GPU, or the options of all tools") {
  const Names records = records_in("tools");
  CHECK(names_of(tools()) == records);
  CHECK(tools_of_page() == records);
  const Names of_command_line{"", "run", "watch", "export", "screenshot", "schema", "completion", "manual", "help", "lsp", "mcp"};
  CHECK(records_in("cli") == of_command_line);
  Names all = records;
  all.insert(of_command_line.begin(), of_command_line.end());
  CHECK(names_of(command_line_tools()) == all);
}

TEST_CASE("the window has a command for each tool, which the palette finds by its name and its help, and which opens its form") {
  for (const auto* tool : tools()) {
    INFO(std::string(tool->name));
    const auto* command = command_of(*tool);
    REQUIRE(command != nullptr);
    State a(starter_sheet());
    CHECK(title_of(*command, a.workspace, a.view.texts) == std::string(tool->help) + "…");
    for (const auto& typed : {std::string(tool->name), std::string(tool->help)})
      CHECK(std::ranges::any_of(palette_items(a, typed), [&](const PaletteItem& i) { return i.title == command->title; }));
    REQUIRE(run_command(a, *command));
    CHECK(a.view.dialog == Dialog::tool);
    CHECK(asked_tool(a.view.tool_question) == tool);
    const auto form = tool_form(*tool);
    std::size_t in_form = form.shown.size() + form.folded.size();
    for (const auto& o : tool->options())
      if (o.key() == "json" || o.key() == "language" || o.key() == "format" || o.key() == "memory" || o.is_hidden) ++in_form;
    CHECK(in_form == tool->options().size());
    for (const auto& o : form.folded) CHECK_FALSE((o.is_argument() || o.is_required));
  }
}

TEST_CASE("a tool is run by its dialog: text, data and how it ended") {
  State a(parse_sheet("A = (4,6):(6,1)\nB = composition(A, (6,4):(4,1))\n").value());
  a.view.selected = 0;
  ask_tool(a.workspace, a.view, "diff");
  CHECK(a.view.tool_question.values["a"] == "(4,6):(6,1)");
  CHECK_FALSE(asked_arguments(a.view.tool_question));
  auto question = a.view.tool_question;
  question.values["b"] = "(4,6):(1,4)";
  set_tool_question(a.view, question);
  REQUIRE(asked_arguments(a.view.tool_question));
  {
    const auto& answer = answer_of(a);
    CHECK(answer.status == found);
    CHECK(answer.text.find("A = (4,6):(6,1)\nB = (4,6):(1,4)\n") == 0);
    CHECK(answer.remarks.empty());
    CHECK(nlohmann::json::parse(answer.data)["result"] == "different");
    CHECK(tone_of_status(answer.status) == Tone::hint);
  }
  copy_tool_text(a.workspace, a.host);
  CHECK(a.host.clipboard.find("B = (4,6):(1,4)") != std::string::npos);
  copy_tool_data(a.workspace, a.host);
  CHECK(a.host.clipboard.front() == '{');

  question.values["b"] = "(4,6):(6,1)";
  set_tool_question(a.view, question);
  CHECK(answer_of(a).status == done);
  question.values["b"] = "(4,6";
  set_tool_question(a.view, question);
  const auto& refused = answer_of(a);
  CHECK(refused.status == wrong_input);
  CHECK(refused.text.empty());
  CHECK(!refused.remarks.empty());
  CHECK(nlohmann::json::parse(refused.data).contains("error"));
  // An entry that uses names has its value there.
  a.view.selected = 1;
  ask_tool(a.workspace, a.view, "diff");
  CHECK(a.view.tool_question.values["a"].find("composition") == std::string::npos);
  CHECK(!a.view.tool_question.values["a"].empty());
  a.view.tool_question.values["b"] = "(6,4):(4,1)";
  CHECK(answer_of(a).status != wrong_input);
}

TEST_CASE("a tool answers in the window's language, its data stays as it is") {
  State a(starter_sheet());
  choose_language(a.workspace, a.view, Language::english);
  a.view.tool_question = {.tool = "diff", .values = {{"a", "4:1"}, {"b", "5:1"}}};
  const auto english = answer_of(a);
  choose_language(a.workspace, a.view, Language::chinese);
  const auto chinese = answer_of(a);
  choose_language(a.workspace, a.view, Language::english);
  CHECK(english.text != chinese.text);
  CHECK(english.data == chinese.data);
}

TEST_CASE("what cannot be asked is said, and does not run") {
  State a(starter_sheet());
  for (const auto& values : {std::map<std::string, std::string>{{"a", "4:1"}},
                             {{"a", "4:1"}, {"b", "-"}},
                             {{"a", "4:1"}, {"b", "4:1"}, {"integers", "no such rule"}},
                             {{"a", "4:1"}, {"b", "4:1"}, {"max-size", "much"}}}) {
    a.view.tool_question = {.tool = "diff", .values = values};
    CHECK_FALSE(asked_arguments(a.view.tool_question));
    run_asked_tool(a.workspace, a.view);
    CHECK(!a.workspace.tools().busy());
  }
  a.view.tool_question = {.tool = "no_such_tool"};
  CHECK_FALSE(asked_arguments(a.view.tool_question));
  run_asked_tool(a.workspace, a.view);
  CHECK(!a.workspace.tools().busy());
  // An empty field gives no argument.
  CHECK(asked_arguments({.tool = "diff", .values = {{"a", "4:1"}, {"b", "4:1"}, {"output", ""}, {"max-size", ""}}}));
}

TEST_CASE("an answer that comes while its dialog is closed is told in a sentence") {
  State a(starter_sheet());
  a.view.tool_question = {.tool = "diff", .values = {{"a", "4:1"}, {"b", "4:1"}}};
  run_asked_tool(a.workspace, a.view);
  while (!collect_tool(a.workspace, a.view, a.host)) std::this_thread::yield();
  CHECK(a.host.notice.text() == "diff: All is well");
  CHECK(!a.host.notice_is_bad);
}

TEST_CASE("a place in the file of a sheet is an entry") {
  const Folder folder;
  const std::string text = "@cutescope 1\n# a note\n\nA = (4,6):(6,1)\n@something of_later\nB = 4:1\n";
  const auto path = folder.file("x.cutes", text);
  const auto sheet = parse_sheet(text);
  REQUIRE(sheet);
  State a(*sheet, path);
  const auto count = static_cast<int>(a.workspace.sheet().entries.size());
  CHECK(entry_at(a.workspace, {.file = path, .line = 6}) == count - 1);
  CHECK(entry_at(a.workspace, {.file = path, .line = 4}) == count - 2);
  CHECK(entry_at(a.workspace, {.file = path, .line = 3}) == -1);
  CHECK(entry_at(a.workspace, {.file = path, .line = 5}) == -1);
  CHECK(entry_at(a.workspace, {.file = path, .line = 60}) == -1);
  CHECK(entry_at(a.workspace, {.file = folder.at("other.cutes"), .line = 6}) == -1);
  CHECK(entry_at(a.workspace, {.file = path}) == -1);
  const ToolAnswer answer{
      .tool = "check",
      .findings = {{.rule = "contract", .message = algebra::Message("wrong"), .place = {.file = path, .line = 6}},
                   {.rule = "contract", .message = algebra::Message("wrong"), .place = {.file = "y.cutes", .line = 6}}}};
  const auto rows = finding_rows(a.workspace, answer, a.view.texts);
  REQUIRE(rows.size() == 1);
  a.view.dialog = Dialog::tool;
  rows[0].links[0].wanted.run(a);
  CHECK(a.view.selected == count - 1);
  CHECK(a.view.dialog == Dialog::none);
}
