// Tests the command palette: the commands found, and their order.

#include <doctest/doctest.h>

#include "algebra/editing/fuzzy.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/palette.hpp"
#include "app/lessons/examples.hpp"

using namespace app;
using namespace algebra::editing;

namespace {

int rank(const char* text, const char* wanted) {
  const auto m = fuzzy_match(text, wanted);
  return m ? m->rank : -1;
}

std::string first(const State& a, const char* typed) {
  const auto items = palette_items(a, typed);
  return items.empty() ? "" : items[0].title;
}

}  // namespace

TEST_CASE("a beginning beats a word's beginning, that beats first letters, those letters in between") {
  CHECK(rank("Save as…", "save") > rank("Do save", "save"));
  CHECK(rank("Do save", "save") > rank("Show all vectors, else", "save"));
  CHECK(rank("Show all vectors, else", "save") > rank("Disaved", "save"));
  CHECK(rank("Disaved", "ave") > rank("Stand above everything", "tdvt"));
  CHECK(rank("Save", "save") > rank("Save as…", "save"));
  CHECK(rank("Save", "x") == -1);
  CHECK(rank("Save", "evas") == -1);
  CHECK(rank("Save", "") == 0);
  CHECK(rank("LayoutRight", "lr") > rank("layout_as_rows", "lr"));
  CHECK(rank("coalesce", "co") > rank("make_tiled_copy", "co"));
  CHECK(rank("coalesce", "ce") >= letters_in_order);
}

TEST_CASE("matched letters are where they are, in bytes, in any script") {
  CHECK(fuzzy_match("Save as…", "sa")->letters == std::vector<std::size_t>{0, 1});
  CHECK(fuzzy_match("Copy as Python", "cap")->letters == std::vector<std::size_t>{0, 5, 8});
  CHECK(fuzzy_match("zipped_divide", "zd")->letters == std::vector<std::size_t>{0, 7});
  CHECK(fuzzy_match("LayoutRight", "lr")->letters == std::vector<std::size_t>{0, 6});
  CHECK(fuzzy_match("复制为图片", "图片")->letters == std::vector<std::size_t>{9, 12});
  CHECK(fuzzy_match("Actual size", "actual si")->letters.size() == 9);
  CHECK(fuzzy_match(std::string(4000, 'a'), std::string(60, 'a') + "b") == std::nullopt);  // and at once
}

TEST_CASE("the palette finds commands by title, initials and id, in both languages") {
  State a(starter_sheet());
  CHECK(first(a, "actual size") == "Actual size");
  insert_entry(a.workspace, a.view, "F = 4:1");
  CHECK(first(a, "und") == "Undo: insert an entry");
  CHECK(first(a, "cap") == "Copy as Python");
  a.view.texts = Texts(Language::chinese);
  CHECK(first(a, "undo") == "撤销：插入条目");
  CHECK(first(a, a.view.texts("Undo")) == "撤销：插入条目");
  CHECK(palette_items(a, "no such thing at all").empty());
}

TEST_CASE("what cannot be run now is not offered, and what was run last comes first") {
  State a(starter_sheet());
  for (const auto& item : palette_items(a, "undo")) CHECK(item.title != "Undo");
  CHECK(palette_items(a, "")[0].title == "New sheet");
  a.session.remember_command("view.theme");
  a.session.remember_command("edit.copy_cpp");
  const auto items = palette_items(a, "");
  CHECK(items[0].title == "Copy as C++");
  CHECK(items[1].title == "Light or dark");
  CHECK(items[2].title == "New sheet");
}

TEST_CASE("examples are found by their titles, in both languages, and opened") {
  State a{Sheet{}};
  const auto& example = examples().back();
  CHECK(first(a, example.title.c_str()) == "Example: " + example.title);
  const auto items = palette_items(a, example.title);
  Requests requests;
  requests.add(items[0].wanted);
  carry_out(a, requests);
  CHECK(a.workspace.document().name == example.title);
  a.view.texts = Texts(Language::chinese);
  const std::string title = a.view.texts(example.title.c_str());
  CHECK(first(a, title.c_str()) == a.view.texts("Example:") + std::string(" ") + title);
  CHECK(first(a, example.title.c_str()) == a.view.texts("Example:") + std::string(" ") + example.title);
}

TEST_CASE("larger, smaller and actual size have the keys of every keyboard") {
  const auto id = [](Shortcut s) {
    const auto* command = command_for(s);
    return command == nullptr ? std::string_view{} : std::string_view(command->id);
  };
  constexpr int keypad_0 = 320, keypad_minus = 333, keypad_plus = 334;
  CHECK(id({'=', true}) == "view.larger");
  CHECK(id({'=', true, true}) == "view.larger");
  CHECK(id({keypad_plus, true}) == "view.larger");
  CHECK(id({keypad_minus, true}) == "view.smaller");
  CHECK(id({keypad_0, true}) == "view.actual");
  CHECK(id({keypad_plus}).empty());
}

TEST_CASE("entries, open sheets and recent files are places to go to") {
  State a(starter_sheet());
  const auto items = palette_items(a, "thr");
  REQUIRE_FALSE(items.empty());
  CHECK(items[0].title == "Go to thr");
  CHECK(items[0].letters == std::vector<std::size_t>{6, 7, 8});
  REQUIRE(items[0].wanted.run);
  items[0].wanted.run(a);
  CHECK(a.view.selected == a.workspace.evaluator().find("thr"));
  a.session.recent_files = {"/somewhere/attention.cutes"};
  CHECK(first(a, "atten") == "Open attention.cutes");
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "# changed"; });
  start_sheet(a.workspace, a.view, {});
  CHECK(first(a, "show untitled") == "Show untitled");
}
