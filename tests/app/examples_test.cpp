// The examples of the start page: each is found by its file, works, and has its notes in Chinese.

#include <doctest/doctest.h>

#include <set>

#include "app/actions/starting.hpp"
#include "app/figures/pictures.hpp"
#include "app/lessons/examples.hpp"
#include "app/state/state.hpp"

using namespace app;

TEST_CASE("every example has a title, a picture and a launch that runs, and nothing in it is wrong") {
  std::set<int> orders;
  for (const auto& example : examples()) {
    CAPTURE(example.name);
    CHECK(orders.insert(example.order).second);
    const auto sheet = example_sheet(example.name, Language::english);
    CHECK(sheet.unknown.empty());
    State a(sheet);
    a.workspace.finish_verdicts();
    const auto& evaluator = a.workspace.evaluator();
    // E of the starter sheet is no composition on purpose.
    CHECK(evaluator.problems() == (example.name == "starter" ? 1 : 0));
    const int shown = evaluator.find(example.show);
    REQUIRE(shown >= 0);
    CHECK(a.workspace.picture(shown) != nullptr);
    CHECK((sheet.launch.empty() || a.workspace.launch().has_value()));
  }
}

TEST_CASE("the examples' titles and notes are in Chinese as well, with the same entries") {
  const Texts chinese(Language::chinese);
  for (const auto& example : examples()) {
    CAPTURE(example.name);
    CHECK(std::string(chinese(example.title.c_str())) != example.title);
    const auto english = example_sheet(example.name, Language::english), translated = example_sheet(example.name, Language::chinese);
    REQUIRE(english.entries.size() == translated.entries.size());
    CHECK(english.launch == translated.launch);
    CHECK(english.panels == translated.panels);
    for (std::size_t i = 0; i < english.entries.size(); ++i) {
      auto e = english.entries[i], z = translated.entries[i];
      const bool note = e.text.starts_with('#');
      CHECK(note == (e.text != z.text));
      e.text = z.text;
      CHECK(e == z);
    }
  }
}

TEST_CASE("a place to go on is a file that is there, or a lesson") {
  CHECK(title_of_place("lesson:layout", Language::english) == "What a layout is");
  CHECK(title_of_place("lesson:nobody", Language::english).empty());
  CHECK(title_of_place("/no/such/sheet.cutes", Language::english).empty());
  CHECK(title_of_place("", Language::english).empty());
  State a{Sheet{}};
  CHECK(place_to_go_on(a.workspace).empty());
  go_on(a.workspace, a.view, a.session, a.host, "lesson:majors");
  CHECK(place_to_go_on(a.workspace) == "lesson:majors");
}
