// The dialog "Tool": its form, the run, and the answer.

#include <doctest/doctest.h>

#include "app/actions/asking_tools.hpp"
#include "app/tools/tools.hpp"
#include "command_rows.hpp"

using namespace app;

TEST_CASE("a tool is found in the palette, its form has the selected entry, and its answer stands beneath, in both languages") {
  for (const auto language : {Language::english, Language::chinese}) {
    gui::Look look;
    look.language = language;
    gui::Gui g(parse_sheet("A = (4,6):(6,1)\n").value(), look);
    gui::select(g, "A");
    REQUIRE(g.command("view.palette"));
    g.type("diff");
    g.settle();
    constexpr int enter = 257;
    g.key(enter);
    g.settle();
    REQUIRE(g.state.view.dialog == Dialog::tool);
    INFO(g.everything());
    CHECK(g.shows("cutescope diff"));
    CHECK(g.find("(4,6):(6,1)") != nullptr);
    CHECK(!g.shows("--integers"));
    const std::string run = g.ui.tr("Run it");
    // B is missing.
    CHECK(g.find(run) == nullptr);
    g.state.view.tool_question.values["b"] = "(4,6):(1,4)";
    g.settle();
    REQUIRE(g.click_text(run));
    g.state.workspace.tools().finish();
    g.settle();
    INFO(g.everything());
    CHECK(g.shows("B = (4,6):(1,4)"));
    CHECK(g.shows(g.state.view.texts(words_of_status(found))));
    REQUIRE(g.click_text(g.ui.tr("Copy JSON")));
    CHECK(std::string_view(ImGui::GetClipboardText()).find("\"different\"") != std::string_view::npos);
    REQUIRE(g.click_text(g.ui.tr("More options")));
    g.settle();
    CHECK(g.shows("--integers"));
    CHECK(!g.shows("--language"));
    REQUIRE(g.click_text(g.ui.tr("Close")));
    g.settle();
    CHECK(g.state.view.dialog == Dialog::none);
  }
}

TEST_CASE("the form of every tool is drawn, and is left by Escape with what was typed") {
  constexpr int escape = 256;
  for (const auto* tool : tools()) {
    gui::Gui g;
    REQUIRE(g.command("tool." + std::string(tool->name)));
    g.settle();
    INFO(g.everything());
    CHECK(g.shows(tool->help));
    g.state.view.tool_question.more = true;
    g.settle();
    for (int i = 0; i < 3 && g.state.view.dialog == Dialog::tool; ++i) g.key(escape), g.settle();
    CHECK(g.state.view.dialog == Dialog::none);
    CHECK(g.state.view.tool_question.more);
  }
}
