// The guide and the reference as the window has them, and what F1 says of functions.

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "app/actions/sheet_edits.hpp"
#include "app/commands/guide.hpp"
#include "app/commands/help_topics.hpp"
#include "app/lessons/lessons.hpp"
#include "app/state/state.hpp"

using namespace app;

namespace {

const GuidePage& page(std::string_view name) { return guide_pages()[static_cast<std::size_t>(guide_page(name))]; }

/// All runs of a page.
std::vector<GuideRun> runs_of(const GuidePage& page) {
  std::vector<GuideRun> all;
  for (const auto& b : page.blocks) {
    all.insert(all.end(), b.text.begin(), b.text.end());
    for (const auto& row : b.rows)
      for (const auto& cell : row) all.insert(all.end(), cell.begin(), cell.end());
  }
  return all;
}

/// Returns the commands of an example that runs some, one a line, without `--language zh` and without what follows a pipe or a redirection;
/// any other example unchanged.
std::string commands_of(const std::string& code) {
  std::istringstream lines(code);
  std::string commands;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("$ ") && !line.starts_with("> ")) continue;
    for (const std::string_view end : {" | ", " 2>&1"}) line = line.substr(0, line.find(end));
    if (const auto language = line.find(" --language zh"); language != std::string::npos) line.erase(language, 14);
    commands += line + "\n";
  }
  return commands.empty() ? code : commands;
}

}  // namespace

TEST_CASE("every page of the guide is there, with its headings, paragraphs, code and tables") {
  for (const auto& p : guide_pages()) {
    CAPTURE(p.name);
    REQUIRE(p.blocks.size() > 5);
    CHECK(p.blocks[0].kind == GuideBlock::Kind::heading);
    CHECK(p.blocks[0].level == 1);
    CHECK(plain(p.blocks[0].text).find_first_of("#*`|") == std::string::npos);
    for (const auto& b : p.blocks)
      for (const auto& run : b.kind == GuideBlock::Kind::code ? GuideText{} : b.text)
        if (!run.code) CHECK_MESSAGE(run.text.find("](") == std::string::npos, run.text);
    for (const auto& b : p.blocks)
      for (const auto& row : b.rows) CHECK(row.size() == b.rows[0].size());
  }
  const auto& guide = page("guide");
  const auto code = std::find_if(guide.blocks.begin(), guide.blocks.end(), [](const auto& b) { return b.kind == GuideBlock::Kind::code; });
  REQUIRE(code != guide.blocks.end());
  CHECK(plain(code->text).starts_with("A = (4,2):(2,1)\nA(0,0)       -> 0\n"));
}

TEST_CASE("links between the pages lead to their headings") {
  int links = 0;
  for (int p = 0; p < static_cast<int>(guide_pages().size()); ++p)
    for (const auto& run : runs_of(guide_pages()[static_cast<std::size_t>(p)])) {
      const auto to = guide_link(p, run.link);
      if (run.link.empty() || to.page < 0) continue;
      ++links;
      CAPTURE(run.link);
      if (run.link.find('#') != std::string::npos) CHECK((to.block > 0 || to.row > 0));
    }
  CHECK(links > 20);
  CHECK(guide_link(0, "https://example.org").page == -1);
  CHECK(guide_link(0, "../CONTRIBUTING.md").page == -1);
  CHECK(guide_link(0, "nothing.md").page == -1);
  CHECK(guide_link(1, "functions.md").page == guide_page("functions"));
  CHECK(guide_page("nothing") == -1);
}

TEST_CASE("the reference has a row for every function, and the search finds it, in Chinese by its meaning too") {
  const int functions = guide_page("functions");
  for (const auto& f : algebra::functions())
    if (f.signature.find(f.name) != std::string_view::npos) {
      const auto place = guide_place(functions, f.name);
      CHECK_MESSAGE(place.row > 0, f.name);
    }
  const Texts en, zh(Language::chinese);
  const auto found = guide_search("Right_Inverse", en, 50);
  REQUIRE(!found.empty());
  CHECK(std::find(found.begin(), found.end(), guide_place(functions, "right_inverse")) != found.end());
  CHECK(guide_search("right_inverse", en, 2).size() == 2);
  CHECK(guide_search("", en, 50).empty());
  CHECK(guide_search("no such words anywhere", en, 50).empty());
  const auto* coalesce = algebra::function_named("coalesce");
  const std::string meaning = zh(std::string(coalesce->meaning).c_str());
  REQUIRE(meaning != coalesce->meaning);
  const auto chinese = guide_search(meaning, zh, 50);
  CHECK(std::find(chinese.begin(), chinese.end(), guide_place(guide_page("functions.zh"), "coalesce")) != chinese.end());
}

TEST_CASE("the lesson of a function is the first that calls it") {
  const auto lesson = [](std::string_view function) {
    const int number = lesson_with(*algebra::function_named(function));
    return number < 0 ? std::string_view{} : lesson_names()[static_cast<std::size_t>(number)];
  };
  CHECK(lesson("coalesce") == "coalesce");
  CHECK(lesson("composition") == "composition");
  CHECK(lesson("complement") == "complement");
  CHECK(lesson("zipped_divide") == "divide");
  CHECK(lesson("logical_product") == "product");
  CHECK(lesson("local_tile") == "tile");
  CHECK(lesson("local_partition") == "partition");
  CHECK(lesson("Swizzle") == "swizzle");
  CHECK(lesson("lex_geq").empty());
}

TEST_CASE("an example is written into the sheet with the entry that it needs, once") {
  const auto with_entry =
      std::find_if(algebra::functions().begin(), algebra::functions().end(), [](const auto& f) { return !f.example.entry.empty(); });
  REQUIRE(with_entry != algebra::functions().end());
  State a(*parse_sheet("A = 4:1\n"));
  insert_example(a.workspace, a.view, &*with_entry);
  REQUIRE(a.workspace.sheet().entries.size() == 3);
  CHECK(a.workspace.sheet().entries[1].text == with_entry->example.entry);
  CHECK(a.workspace.sheet().entries[2].text == with_entry->example.expression);
  CHECK(a.workspace.evaluator().problems() == 0);
  insert_example(a.workspace, a.view, &*with_entry);
  CHECK(a.workspace.sheet().entries.size() == 4);
  CHECK(a.workspace.evaluator().problems() == 0);
}

TEST_CASE("the guide in Chinese has the examples of the English one, and stands in its place in a Chinese window") {
  const auto code_of = [](std::string_view name) {
    std::vector<std::string> code;
    for (const auto& b : page(name).blocks)
      if (b.kind == GuideBlock::Kind::code) code.push_back(plain(b.text));
    return code;
  };
  // A Chinese example may answer in Chinese: its commands are the same but for the language and the filter of their output.
  CHECK(commands_of("$ cutescope run A --language zh | grep 行\n一行\n$ ls && ls\n") == "$ cutescope run A\n$ ls && ls\n");
  CHECK(commands_of("A = 4:1\nA(1)    -> 1\n") == "A = 4:1\nA(1)    -> 1\n");
  CHECK(code_of("guide").size() > 20);
  for (const auto* name : {"guide", "hopper", "language", "functions"}) {
    auto english = code_of(name), chinese = code_of(std::string(name) + ".zh");
    for (auto* code : {&english, &chinese}) std::transform(code->begin(), code->end(), code->begin(), commands_of);
    CHECK_MESSAGE(english == chinese, name);
  }
  CHECK(guide_page_in(Language::chinese, "guide") == guide_page("guide.zh"));
  CHECK(guide_page_in(Language::chinese, "hopper") == guide_page("hopper.zh"));
  CHECK(guide_page_in(Language::chinese, "algebra") == guide_page("algebra"));
  CHECK(guide_page_in(Language::english, "guide") == guide_page("guide"));
  CHECK(is_listed_in(Language::chinese, page("guide.zh")));
  CHECK(is_listed_in(Language::chinese, page("algebra")));
  CHECK_FALSE(is_listed_in(Language::chinese, page("guide")));
  CHECK_FALSE(is_listed_in(Language::english, page("guide.zh")));
  const Texts chinese(Language::chinese), english(Language::english);
  const auto in = [](const std::vector<GuidePlace>& found, std::string_view name) {
    return std::ranges::any_of(found, [&](const auto& f) { return f.page == guide_page(name); });
  };
  CHECK(in(guide_search("逆字典序", chinese, 80), "guide.zh"));
  CHECK_FALSE(in(guide_search("逆字典序", english, 80), "guide.zh"));
}
