// Presenting, predicting and walking, with the mouse and the keys.

#include <doctest/doctest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/actions/comparing.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/traversal.hpp"
#include "app/panels/teaching/presenter_view.hpp"
#include "app/ui/drawn_text.hpp"
#include "app/window/frame.hpp"
#include "entries.hpp"

#include <fmt/format.h>

using entries::sheet_of;
using gui::Gui;

TEST_CASE("F5 presents from the first slide, Shift+F5 from the selected entry: arrows step, Esc leaves") {
  Gui g(sheet_of("# Said by the speaker.\nA = (3,4):(50,100)\nC = coalesce((2,(1,6)):(1,(6,2)))\nB = 2:77\n"));
  g.state.view.selected = 3;
  g.key(GLFW_KEY_F5, false, true);
  CHECK(g.shows("3 / 3"));
  g.key(GLFW_KEY_ESCAPE);
  CHECK(g.state.view.selected == 3);
  g.key(GLFW_KEY_F5);
  INFO(g.everything());
  CHECK(g.state.view.presenting.on);
  CHECK(g.shows("Said by"));
  CHECK(g.shows("A = (3,4):(50,100)"));
  CHECK(g.shows("350"));
  CHECK(g.shows("1 / 3"));
  CHECK(!g.shows("coalesce"));
  CHECK(g.find("File") == nullptr);
  g.key(GLFW_KEY_RIGHT);
  CHECK(g.shows("coalesce"));
  CHECK(!g.shows("Said by"));
  g.key(GLFW_KEY_PAGE_DOWN);
  g.type(" ");
  CHECK(g.shows("2 / 3 · step 2 of 4"));
  CHECK(g.shows("left mode has size 1"));
  g.key(GLFW_KEY_LEFT);
  CHECK(g.shows("step 1 of 4"));
  g.key(GLFW_KEY_DOWN);
  CHECK(g.shows("3 / 3"));
  g.key(GLFW_KEY_HOME);
  CHECK(g.shows("1 / 3"));
  g.key(GLFW_KEY_END);
  g.key(GLFW_KEY_ESCAPE);
  CHECK(!g.state.view.presenting.on);
  CHECK(g.find("File") != nullptr);
  CHECK(g.state.view.selected == 3);
}

namespace {

/// "S =" as the sheet has it, with two hints and an answer.
constexpr const char* exercise =
    "A = (4,6):(6,1)\nS =\n@exercise entry=S task=\"Write the column-major one.\" check=\"S(1)\" is=1 hint=\"The first hint.\" "
    "hint=\"The second hint.\" answer=(4,6):(1,4)\n";

/// Returns the letters of a text on a slide, from the top of an l to the bottom of a p.
float height_of(const Gui& g, std::string_view text) {
  const auto* d = g.find_containing(text);
  return d == nullptr ? 0 : d->to.y - d->from.y;
}

}  // namespace

TEST_CASE("an exercise is presented as its task, then its hints, then its answer, and the sheet stays as it is") {
  Gui g(sheet_of(exercise));
  const auto before = g.state.workspace.sheet();
  g.state.view.selected = 1;
  g.command("view.present_here");
  INFO(g.everything());
  CHECK(g.shows("Write the column-major one."));
  CHECK(!g.shows("hint."));
  CHECK(!g.shows("(1,4)"));
  g.key(GLFW_KEY_RIGHT);
  CHECK(g.shows("The first hint."));
  CHECK(!g.shows("The second hint."));
  CHECK(g.shows("2 / 2 · hint 1 of 2"));
  g.key(GLFW_KEY_RIGHT);
  CHECK(g.shows("The second hint."));
  CHECK(!g.shows("(1,4)"));
  g.key(GLFW_KEY_RIGHT);
  CHECK(g.shows("S = (4,6):(1,4)"));
  CHECK(g.shows("the answer"));
  CHECK(g.shows("23"));  // its grid
  g.key(GLFW_KEY_LEFT);
  CHECK(!g.shows("(1,4)"));
  g.type("r");
  CHECK(g.shows("S = (4,6):(1,4)"));
  g.key(GLFW_KEY_END);  // leads to the last slide, not to its answer
  CHECK(!g.shows("(1,4)"));
  CHECK(g.state.workspace.sheet() == before);
  CHECK(!g.state.workspace.unsaved());
}

TEST_CASE("a wrong answer is headed so until the right one is shown") {
  auto sheet = sheet_of(exercise);
  sheet.entries[1].text = "S = (4,6):(6,1)";
  Gui g(sheet);
  g.state.view.selected = 1;
  g.command("view.present_here");
  INFO(g.everything());
  CHECK(g.shows("Exercise: not yet"));
  g.command("present.reveal");
  g.settle();
  CHECK(g.shows("S = (4,6):(1,4)"));
  CHECK(!g.shows("not yet"));
}

TEST_CASE("body text on a slide is at least a 32nd of its height") {
  const auto sheet = sheet_of(fmt::format(
      "# A jumping plan.\nC = coalesce((2,(1,6)):(1,(6,2)))\n# A jumping plan.\n# A jumping plan.\n{}# A jumping plan at the end.\n",
      exercise));
  for (const auto& size : {std::pair{900, 600}, {1024, 768}, {1366, 768}, {1920, 1080}, {3840, 2160}}) {
    const int width = size.first, height = size.second;
    Gui g(sheet, {.width = width, .height = height});
    g.state.view.selected = 1;
    g.command("view.present_here");
    INFO(width, " x ", height, "\n", g.everything());
    const float least = static_cast<float>(height) / 32;
    // Inter's line is 1.21 of its size.
    CHECK(g.ui.stage_fonts.ui.size >= least * 1.21f - 0.5f);
    // Ascender to descender (l to p) is 0.93 of the font size.
    CHECK(height_of(g, "jumping plan") >= least * 0.9f);
    CHECK(height_of(g, "bijective") >= least * 0.9f);
    g.key(GLFW_KEY_RIGHT);
    CHECK(height_of(g, "flat") >= least * 0.7f);  // a step's words
    g.state.view.selected = g.state.workspace.evaluator().find("S");
    g.frame();
    CHECK(height_of(g, "column-major") >= least * 0.9f);
    g.command("present.last");
    CHECK(height_of(g, "jumping plan at the end") >= least * 0.9f);
  }
}

TEST_CASE("a tall grid stands beside its words, a wide one beneath them, whichever makes its cells larger") {
  Gui g(sheet_of("A = (12,2):(2,1)\nB = (2,12):(1,2)\nC = (4,4):(4,1)\nD = (4,4):(1,4)\nC == D\n"), {.width = 1920, .height = 1080});
  g.command("view.present_here");
  const auto grid = [&](int entry) {
    g.state.view.selected = entry;
    g.frame();
    g.frame();
    return std::pair{g.find_containing("size 24"), g.find_containing("23")};
  };
  const auto [tall_words, tall] = grid(0);
  INFO(g.everything());
  REQUIRE(tall != nullptr);
  CHECK(tall->from.x > tall_words->to.x);
  const auto [wide_words, wide] = grid(1);
  REQUIRE(wide != nullptr);
  CHECK(wide->from.y > wide_words->to.y);
  // A comparison shows the compared values.
  g.state.view.selected = 4;
  g.frame();
  CHECK(g.shows("(4,4):(4,1)"));
  CHECK(g.shows("(4,4):(1,4)"));
  CHECK(g.find_containing("15", 1) != nullptr);
}

TEST_CASE("a long derivation is presented by its key stages, and A shows all of its steps") {
  Gui g(sheet_of("D = zipped_divide((8,8):(8,1), <4:1,4:1>)\n"));
  const auto all = g.state.workspace.explained(0).steps.size();
  REQUIRE(all > 20);
  g.command("view.present_here");
  g.key(GLFW_KEY_RIGHT);
  INFO(g.everything());
  CHECK(g.shows("key stage 1 of 5"));
  CHECK(g.shows(fmt::format("A: all {} steps", all)));
  int stops = 1;
  while (app::next_stop(g.state.workspace, g.state.view, app::current_stop(g.state.workspace, g.state.view))) {
    g.key(GLFW_KEY_RIGHT);
    ++stops;
  }
  CHECK(stops <= 6);
  CHECK(g.shows("((4,4),(2,2)):((8,1),(32,4))"));  // the last one
  g.type("a");
  CHECK(g.shows(fmt::format("step {} of {}", all, all)));
  CHECK(g.shows("A: key stages"));
  g.key(GLFW_KEY_LEFT);
  CHECK(g.shows(fmt::format("step {} of {}", all - 1, all)));
  g.key(GLFW_KEY_LEFT);
  g.type("A");  // to the key stage before
  CHECK(g.shows("key stage"));
}

TEST_CASE("letters work while presenting, and words stand in large fonts") {
  Gui g;
  const auto small = g.find("Element")->to.y - g.find("Element")->from.y;
  g.state.view.selected = g.state.workspace.evaluator().find("D");
  g.command("view.present_here");
  const auto* source = g.find_containing("zipped_divide");
  REQUIRE(source != nullptr);
  CHECK(source->to.y - source->from.y > 2 * small);
  g.type("s");
  CHECK(g.state.view.presenting.spotlight);
  const auto radius = g.state.view.presenting.radius;
  g.wheel(1);
  CHECK(g.state.view.presenting.radius > radius);
  g.type("lc");
  CHECK(g.state.view.presenting.laser);
  CHECK(g.state.view.presenting.laser_colour == app::LaserColour::green);
  g.type("o");
  CHECK(g.shows("<4:1,4:1>"));  // T, an operand
  g.type("]");
  CHECK(g.shows("request 5 of 8"));
  g.type("]]");
  CHECK(g.shows("request 7 of 8"));
  g.type("b");
  CHECK(g.drawn().empty());
  g.type("b");
  CHECK(!g.drawn().empty());
}

TEST_CASE("a laser asks for frames while its trail fades, and for none when it is still") {
  Gui g;
  g.command("view.present_here");
  g.type("l");
  g.move({300, 300});
  g.move({340, 320});
  CHECK(g.ui.animating);
  for (int i = 0; i < 40; ++i) g.frame();
  CHECK(!g.ui.animating);
}

TEST_CASE("hidden values are nowhere in the window until a click reveals them") {
  Gui g(sheet_of("A = (3,4):(1000,7777)\nB = composition(A, <2,2>)\n"));
  REQUIRE(g.shows("25331"));
  g.state.view.selected = 0;
  g.command("teach.predict");
  INFO(g.everything());
  CHECK(!g.shows("25331"));
  CHECK(g.shows("0 of 12 revealed"));
  CHECK(g.shows("hidden: predict first"));
  int marks = 0;
  for (const auto& d : g.drawn()) marks += d.text == "?" ? 1 : 0;
  CHECK(marks == 12);
  const auto* mark = g.find("?", 11);  // the last cell
  REQUIRE(mark != nullptr);
  const auto at = mark->centre();
  g.move(at);
  CHECK(!g.shows("25331"));  // pointing tells nothing
  CHECK(!shown_element(g.state.workspace, g.state.view));
  g.click(at);
  CHECK(g.shows("25331"));
  CHECK(g.shows("1 of 12 revealed"));
  CHECK(!g.shows("24331"));
  g.command("teach.reveal");
  CHECK(g.shows("24331"));
}

namespace {

/// Indices of A that no other text of the sheet has; the last is its cosize.
std::string told(const Gui& g) {
  for (const auto* value : {"8777", "9777", "15554", "16554", "17554", "23331", "24331", "25331", "25332"})
    if (g.shows(value)) return value;
  return {};
}

}  // namespace

TEST_CASE("hidden values are told by no panel, tooltip, comparison, launch, export, slide, or number that follows from them") {
  const auto sheet = sheet_of(
      "A = (3,4):(1000,7777)\nB = (3,4):(1000,7776)\nA == B\ni = A(2,3)\nn = i + 1\nC = coalesce(A)\n"
      "@launch tensor=A tile=(3,4) threads=(3,4):(1,3) element=f32 memory=global\n");
  Gui g(sheet);
  REQUIRE(!told(g).empty());
  g.state.view.selected = 5;
  g.command("teach.predict");  // it has the same values
  g.state.view.selected = 0;
  g.command("teach.predict");
  const auto& workspace = g.state.workspace;
  app::begin_comparison(workspace, g.state.view, {0, 0}, {1, 0});
  for (const bool presents : {false, true}) {
    if (presents) g.command("view.present_here");
    for (int entry = 0; entry < 6; ++entry)
      for (const auto tab : {app::InspectorTab::element, app::InspectorTab::properties, app::InspectorTab::steps, app::InspectorTab::memory,
                             app::InspectorTab::code})
        for (const bool operands : {false, true}) {
          g.state.view.selected = entry;
          g.state.view.inspector.tab = tab;
          g.state.view.presenting.operands = operands;
          g.frame();
          g.frame();
          CHECK_MESSAGE(told(g).empty(), presents, entry, static_cast<int>(tab), told(g), "\n", g.everything());
        }
  }
  g.command("present.forward");
  CHECK_MESSAGE(told(g).empty(), g.everything());
  g.command("view.present");

  // Under the pointer.
  g.state.view.selected = 2;
  for (float y = 20; y < 1000; y += 45)
    for (float x = 20; x < 1600; x += 60) {
      g.move({x, y});
      REQUIRE_MESSAGE(told(g).empty(), x, " ", y, " ", told(g));
    }
  // Frames would tell where it differs.
  const auto none = [](const std::vector<bool>& marks) { return std::find(marks.begin(), marks.end(), true) == marks.end(); };
  CHECK(none(app::compared_elements(workspace, g.state.view, 0)));
  CHECK(none(app::compared_elements(workspace, g.state.view, 1)));
  app::step_difference(g.state.workspace, g.state.view, 1);
  CHECK(g.state.view.cards.comparison.at == -1);
  CHECK(!g.shows("differ"));
  // A revealed element may be reported as a difference.
  app::reveal(workspace, g.state.view, 0, {3});
  app::step_difference(g.state.workspace, g.state.view, 1);
  CHECK(g.state.view.cards.comparison.at == 3);
  g.state.view.selected = 0;
  for (const char* id : {"export.card", "export.canvas", "export.operands", "export.steps", "export.trace", "export.page",
                         "export.copy_picture", "edit.copy_cpp", "edit.copy_python", "edit.copy_pycute"})
    CHECK_MESSAGE(!app::run_command(g.state, id), id);

  g.command("teach.reveal");
  g.state.view.selected = 5;
  g.command("teach.reveal");
  g.settle();
  CHECK(g.shows("25331"));
  CHECK(app::run_command(g.state, "export.card"));
}

TEST_CASE("a walk's path goes behind the numbers") {
  Gui g(sheet_of("A = (4,6):(6,1)\n"));
  g.command("teach.iterate");
  app::traverse_to(g.state.workspace, g.state.view, 23);
  g.settle();
  const auto path = g.ui.ink.pin & ~IM_COL32_A_MASK;
  int numbers = 0, crossed = 0;
  for (const auto* text : {"14", "15", "16", "8", "9", "10"}) {
    const auto* number = g.find(text);
    if (number == nullptr) continue;
    ++numbers;
    // The colour drawn last over the middle of the number, before its letters.
    ImU32 last = 0;
    bool over = false;
    const auto at = number->centre();
    const auto& data = *ImGui::GetDrawData();
    for (int l = 0; l < data.CmdListsCount; ++l) {
      const auto& list = *data.CmdLists[l];
      for (int i = 0; i + 2 < list.IdxBuffer.Size; i += 3) {
        const auto& a = list.VtxBuffer[list.IdxBuffer[i]];
        const auto& b = list.VtxBuffer[list.IdxBuffer[i + 1]];
        const auto& c = list.VtxBuffer[list.IdxBuffer[i + 2]];
        const auto side = [&](ImVec2 p, ImVec2 q) { return (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x); };
        const float u = side(a.pos, b.pos), v = side(b.pos, c.pos), w = side(c.pos, a.pos);
        if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) || (a.col & IM_COL32_A_MASK) == 0) continue;
        if (a.uv.x != b.uv.x) continue;  // a letter
        last = a.col;
        over = over || (last & ~IM_COL32_A_MASK) == path;
      }
    }
    if (over) ++crossed;
    CHECK_MESSAGE((last & ~IM_COL32_A_MASK) != path, text);
  }
  CHECK(numbers > 2);
  CHECK(crossed > 0);  // it does go through there
}

TEST_CASE("a click beside the grid reveals a row, above it a column") {
  Gui g(sheet_of("A = (3,4):(1000,7777)\n"));
  g.command("teach.predict");
  const auto* first = g.find("?");
  const auto* below = g.find("?", 4);
  REQUIRE(below != nullptr);
  const auto cell = below->centre().y - first->centre().y;
  const ImVec2 corner = first->centre();
  g.click({corner.x - cell / 2 - 8, corner.y + cell});
  CHECK(g.shows("4 of 12 revealed"));
  CHECK(g.shows("24331"));
  g.click({corner.x, corner.y - cell / 2 - 8});
  CHECK(g.shows("6 of 12 revealed"));
  CHECK(g.shows("2000"));
}

TEST_CASE("answers are typed into hidden cells: a right one is shown, a wrong one is counted") {
  Gui g(sheet_of("A = (3,4):(1000,7777)\n"));
  g.command("teach.predict");
  REQUIRE(g.click_text("Click: reveal"));
  CHECK(g.state.view.predictions.answering);
  REQUIRE(g.click_text("?", 1));  // (0,1)
  REQUIRE(app::prediction_of(g.state.workspace, g.state.view, 0)->asked == 3);
  g.type("12");
  g.key(GLFW_KEY_ENTER);
  CHECK(g.shows("right 0 · wrong 1"));
  CHECK(app::hides_cell(g.state.workspace, g.state.view, 0, 3));
  g.key(GLFW_KEY_A, true);
  g.type("7777");
  g.key(GLFW_KEY_ENTER);
  INFO(g.everything());
  CHECK(g.shows("right 1 · wrong 1"));
  CHECK(!app::hides_cell(g.state.workspace, g.state.view, 0, 3));
  REQUIRE(g.click_text("?"));
  g.key(GLFW_KEY_ESCAPE);
  CHECK(app::prediction_of(g.state.workspace, g.state.view, 0)->asked == -1);
}

TEST_CASE("values are hidden while presenting, too, and typing an answer turns no page") {
  Gui g(sheet_of("A = (3,4):(1000,7777)\nB = 4:1\n"));
  g.state.view.selected = 0;
  g.command("view.present_here");
  g.type("h");
  CHECK(!g.shows("25331"));
  g.state.view.predictions.answering = true;
  REQUIRE(g.click_text("?", 1));
  g.type("h7");
  g.key(GLFW_KEY_LEFT);
  g.key(GLFW_KEY_RIGHT);
  CHECK(g.state.view.selected == 0);
  CHECK(app::hides_values(g.state.workspace, g.state.view, 0));
  g.key(GLFW_KEY_ESCAPE);
  CHECK(g.state.view.presenting.on);  // it closed the field
  g.key(GLFW_KEY_ESCAPE);
  CHECK(!g.state.view.presenting.on);
}

TEST_CASE("a walk draws frames while it plays, says where it is, and stops when paused") {
  Gui g(sheet_of("A = (4,(2,2)):(2,(1,8))\n"));
  CHECK(!g.ui.animating);
  g.command("teach.iterate");
  g.frame();
  CHECK(g.ui.animating);
  CHECK(g.shows("i = 0"));
  for (int i = 0; i < 40; ++i) g.frame();
  CHECK(g.state.view.traversal.position >= 2);
  g.command("teach.iterate");
  g.frame();
  CHECK(!g.ui.animating);
  app::traverse_to(g.state.workspace, g.state.view, 6);
  g.frame();
  CHECK(g.shows("i = 6 → (2,1) → (2,(1,0)) → index 5"));
  REQUIRE(g.click_text("by coordinate"));
  CHECK(g.state.view.traversal.by_index);
  CHECK(g.shows("index 6"));
  g.command("teach.iterate");
  g.state.workspace.edit("edit", [](app::Sheet& sheet) { sheet.entries[0].visible = false; });
  for (int i = 0; i < 20; ++i) g.frame();
  CHECK(g.state.view.traversal.position > 6);  // with its card out of sight
  g.command("teach.stop");
  CHECK(!g.shows("i = "));
}

TEST_CASE("what teaching shows is not cut, in either language, from a projector's size to a large screen") {
  for (const auto language : {app::Language::english, app::Language::chinese})
    for (const auto& size : {std::pair{1024, 768}, {1280, 720}, {1920, 1080}}) {
      CAPTURE(size.first);
      CAPTURE(language.code);
      Gui g(app::starter_sheet(), {.width = size.first, .height = size.second, .language = language});
      g.state.view.selected = g.state.workspace.evaluator().find("D");
      for (const char* id : {"view.present_here", "teach.predict", "teach.iterate", "teach.iterate", "present.operands", "present.next",
                             "present.forward"}) {
        g.command(id);
        CAPTURE(id);
        INFO(g.everything());
        // Sources of kernels and memory rows scroll; what teaching says does not.
        for (const auto& d : g.drawn())
          if (!g.state.view.presenting.launch) CHECK_MESSAGE(!d.cut, d.text);
      }
    }
}

TEST_CASE("G spreads all cards of the sheet over the slide, none cut, until another stop is shown") {
  for (const auto& size : {std::pair{1024, 768}, {1920, 1080}}) {
    CAPTURE(size.first);
    Gui g(app::parse_sheet("# First.\nA = (8,8):(8,1)\nB = (4,4):(1,4)\nC = 12:1\nD = (2,3):(3,1)\nhidden = 4:1\n@view hidden\n").value(),
          {.width = size.first, .height = size.second});
    REQUIRE(g.command("view.present"));
    CHECK_FALSE(g.shows("(4,4):(1,4)"));
    REQUIRE(g.command("present.canvas"));
    g.settle();
    INFO(g.everything());
    // The headings of the cards are drawn in whole.
    for (const char* value : {"(8,8):(8,1)", "(4,4):(1,4)", "12:1", "(2,3):(3,1)"}) {
      const auto* d = g.find_containing(value);
      REQUIRE_MESSAGE(d != nullptr, value);
      CHECK_FALSE(d->cut);
      CHECK(d->to.x <= static_cast<float>(size.first));
      CHECK(d->to.y <= static_cast<float>(size.second));
    }
    CHECK_FALSE(g.shows("4:1\n"));
    // They reach across it, or down it; the foot is below.
    float right = 0, bottom = 0;
    for (const auto& d : g.drawn())
      if (d.to.y < 0.9f * static_cast<float>(size.second)) right = std::max(right, d.to.x), bottom = std::max(bottom, d.to.y);
    CHECK(std::max(right / static_cast<float>(size.first), bottom / static_cast<float>(size.second)) > 0.8f);
    REQUIRE(g.command("present.next_entry"));
    g.settle();
    CHECK_FALSE(g.state.view.presenting.canvas);
    CHECK_FALSE(g.shows("(8,8):(8,1)"));
  }
}

TEST_CASE("the presenter's view has the notes, also those that the slide hides, what is said now, the next slide, and the time") {
  gui::Gui g(app::parse_sheet("# Rows of eight.\nA = (8,8):(8,1)\n# Then its tiles.\nB = (4,4):(1,4)\n").value());
  REQUIRE(g.command("view.present"));
  g.state.view.presenting.notes = false;
  g.state.view.now += 67;
  const auto look = [&] {
    g.frame();
    const auto size = g.size();
    app::prepare(g.ui, g.state, static_cast<int>(size.x), static_cast<int>(size.y), 1);
    ImGui::NewFrame();
    app::Requests unused;
    app::presenter_view(g.ui, g.state, unused);
    ImGui::Render();
    app::TextReader reader;
    reader.index(*ImGui::GetIO().Fonts);
    return reader.read(*ImGui::GetDrawData());
  };
  auto drawn = look();
  for (const auto* text : {"Rows of eight.", "A = (8,8):(8,1)", "B = (4,4):(1,4)", "Next slide"})
    CHECK_MESSAGE(app::find_text_containing(drawn, text, 0) != nullptr, text);
  CHECK(app::find_text_containing(drawn, "1:0", 0) != nullptr);
  CHECK(app::find_text_containing(drawn, "1 / 2", 0) != nullptr);
  REQUIRE(g.command("present.last"));
  drawn = look();
  CHECK(app::find_text_containing(drawn, "Then its tiles.", 0) != nullptr);
  CHECK(app::find_text_containing(drawn, "The end", 0) != nullptr);
}
