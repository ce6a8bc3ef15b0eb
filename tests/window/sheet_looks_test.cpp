// The sheet's panel in both languages and at all scales: nothing is clipped, and nothing is left in English.

#include <doctest/doctest.h>

#include "gui.hpp"

using gui::Gui;

TEST_CASE("the operations and the strip of parameters are whole in both languages, at all scales and in small windows") {
  const auto sheet = app::parse_sheet("A = (8,8):(8,1)\nE = composition(A, 4:2)\n");
  REQUIRE(sheet);
  for (const auto language : {app::Language::english, app::Language::chinese})
    for (const float scale : {1.0f, 1.5f, 2.0f})
      for (const int width : {1280, 1600}) {
        Gui g(*sheet, {.width = width, .height = width * 9 / 16, .scale = scale, .language = language});
        CAPTURE(scale);
        CAPTURE(width);
        INFO(g.everything());
        CHECK(g.shows(g.ui.tr("Parameters")));
        for (const auto* label : {"shape 0", "stride 1"}) {
          REQUIRE(g.find(label) != nullptr);
          CHECK(!g.find(label)->cut);
        }
        g.command("edit.operations");
        g.type("coal");
        const auto* meaning = g.find_containing(language == app::Language::chinese ? "合并步长" : "merge modes");
        REQUIRE(meaning != nullptr);
        CHECK(!meaning->cut);
      }
}
