// The banks of a launch in shared memory: the view that such a launch begins with, in the panel and on a slide.

#include <doctest/doctest.h>

#include <string_view>
#include <utility>

#include "app/lessons/lessons.hpp"
#include "entries.hpp"

using namespace app;

namespace {

/// The text is drawn as a whole, within the window.
bool in_sight(const gui::Gui& g, std::string_view text) {
  const auto* drawn = g.find_containing(text);
  return drawn != nullptr && drawn->from.y >= 0 && drawn->to.y <= g.size().y && drawn->from.x >= 0 && drawn->to.x <= g.size().x;
}

}  // namespace

TEST_CASE("a lesson on conflicts presents the banks with all of their rows and what they take beneath, in every window") {
  for (const auto& size : {std::pair{1280, 800}, {1024, 768}, {1920, 1080}})
    for (const auto language : {Language::english, Language::chinese}) {
      const int width = size.first, height = size.second;
      CAPTURE(width);
      CAPTURE(language.code);
      gui::Gui g(lesson_sheet(12, language), {.width = width, .height = height, .language = language});
      g.settle();
      REQUIRE(g.command("view.present"));
      REQUIRE(g.command("present.last"));
      g.settle();
      // The last request, of column 31, wants 32 rows of bank 31; the line stands beneath the last of them.
      const bool english = language == Language::english;
      REQUIRE_MESSAGE(in_sight(g, english ? "T0–T31: 32 words of" : "T0–T31"), g.everything());
      const auto* words = g.find_containing(english ? "T0–T31: 32 words of" : "T0–T31");
      const gui::Drawn* last = nullptr;
      for (const auto& d : g.drawn())
        if (d.text == "28" || d.text == "29" || d.text == "30" || d.text == "31")
          if (d.to.y < words->from.y && (last == nullptr || d.from.y > last->from.y)) last = &d;
      REQUIRE(last != nullptr);
      CHECK(last->from.y > height / 3.0f);
    }
}

TEST_CASE("a launch begins with the banks in shared memory, with lines in global memory, and keeps the tab that was chosen") {
  auto sheet = entries::sheet_of("S = (32,32):(32,1)\nthr = (32,1):(1,32)\n");
  sheet.launch.tensor = "S";
  sheet.launch.tile = "(32,32)";
  sheet.launch.threads = "thr";
  sheet.launch.position = 1;
  sheet.launch.access_bytes = 4;
  sheet.launch.shared_memory = true;
  gui::Gui g(sheet);
  g.settle();
  CHECK(g.shows("32 words of bank 0"));
  CHECK_FALSE(g.shows("128 B lines × 32 B sectors"));
  g.state.workspace.edit("to global memory", [](Sheet& s) { s.launch.shared_memory = false; });
  g.settle();
  CHECK(g.shows("128 B lines × 32 B sectors"));
  g.command("run.banks");
  g.settle();
  CHECK(g.shows("32 words of bank 0"));
  g.command("run.lines");
  g.state.workspace.edit("to shared memory", [](Sheet& s) { s.launch.shared_memory = true; });
  g.settle();
  CHECK(g.shows("128 B lines × 32 B sectors"));
}
