// Tests the first start: the start page, a new sheet, typing where no field has the keyboard, and the contents of the bars.

#include <doctest/doctest.h>

#include <cmath>

#include "app/actions/appearance.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/starting.hpp"
#include "app/document/sheet_link.hpp"
#include "app/lessons/examples.hpp"
#include "app/panels/places.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"

using namespace entries;

namespace {

/// A window that opens without a file.
struct FirstStart : Gui {
  explicit FirstStart(gui::Look look = {}) : Gui(app::Sheet{}, (look.all_panels = false, look)) {
    state.view.start_page = true;
    for (int i = 0; i < 40; ++i) frame();
  }
};

const app::Sheet& sheet(const Gui& g) { return g.state.workspace.sheet(); }
std::size_t tabs(const Gui& g) { return g.state.workspace.documents().size(); }

/// Scrolls down until the text is in sight, and clicks it. False: it is nowhere.
bool click_below(Gui& g, std::string_view text) {
  g.move({200, 400});
  for (int i = 0; i < 60; ++i) {
    const auto* d = g.find_containing(text);
    if (d != nullptr && d->from.y > g.ui.px(45) && d->to.y < ImGui::GetIO().DisplaySize.y - g.ui.px(30)) {
      g.click(d->centre());
      return true;
    }
    g.wheel(-1);
  }
  return false;
}

}  // namespace

TEST_CASE("the first thing seen is a lesson to begin with, and examples with their pictures") {
  FirstStart g;
  INFO(g.everything());
  CHECK(g.find("Begin with lesson 1: What a layout is") != nullptr);
  CHECK(app::examples().size() >= 8);
  for (const auto& example : app::examples()) CHECK_MESSAGE(g.find(example.title) != nullptr, example.title);
  CHECK(g.find("146") == nullptr);
  CHECK(g.find("38") != nullptr);  // the last element of the composition's picture
  // Nothing of a sheet.
  CHECK(g.find("+ expression") == nullptr);
  CHECK(g.find("Run on the GPU") == nullptr);
  REQUIRE(g.click_text("Begin with lesson 1: What a layout is"));
  CHECK(sheet(g).lesson.name == "layout");
  CHECK(g.find("+ expression") != nullptr);
  CHECK(tabs(g) == 1);
}

TEST_CASE("no picture is made before the page is drawn") {
  Gui g(app::Sheet{});
  g.state.view.start_page = true;
  g.frame();
  CHECK(g.find("38") == nullptr);
  CHECK(g.ui.animating);
  for (int i = 0; i < 40; ++i) g.frame();
  CHECK(g.find("38") != nullptr);
  CHECK(!g.ui.animating);
}

TEST_CASE("each example opens with one click, in both languages") {
  for (const auto language : {app::Language::english, app::Language::chinese})
    for (const auto& example : app::examples()) {
      FirstStart g({.language = language});
      CAPTURE(example.name);
      const std::string title = g.ui.tr(example.title.c_str());
      REQUIRE(g.click_text(title));
      CHECK(!g.state.view.start_page);
      CHECK(sheet(g) == app::example_sheet(example.name, language));
      CHECK(g.shows(title));  // in the top bar
    }
}

TEST_CASE("the start page fits every window, at every zoom, and scrolls where it must") {
  struct Window {
    int width, height;
    float zoom;
  };
  for (const auto language : {app::Language::english, app::Language::chinese})
    for (const auto& w : {Window{900, 600, 1}, Window{1024, 768, 0.75f}, Window{1024, 768, 2}, Window{900, 600, 3}, Window{3840, 2160, 1},
                          Window{3840, 2160, 3}}) {
      CAPTURE(w.width);
      CAPTURE(w.zoom);
      FirstStart g({.width = w.width, .height = w.height, .language = language});
      g.state.view.zoom = w.zoom;
      for (int i = 0; i < 20; ++i) g.frame();
      for (const auto& d : g.drawn())
        if (d.from.y > g.ui.px(42)) CHECK_MESSAGE((d.to.x <= static_cast<float>(w.width) && d.from.x >= 0), d.text);
      CHECK(click_below(g, g.ui.tr("A tiled copy")));
      CHECK(!g.state.view.start_page);
    }
}

TEST_CASE("an empty sheet, copied text and a file are one step away") {
  FirstStart g;
  REQUIRE(g.click_text("Empty sheet"));
  CHECK(app::panel_of(g.ui).active_entry == 0);
  g.type("A = 4:2");
  CHECK(text(g, 0) == "A = 4:2");

  g.command("file.start");
  CHECK(g.find("Back to untitled") != nullptr);
  REQUIRE(g.click_text("Back to untitled"));
  CHECK(text(g, 0) == "A = 4:2");
  g.command("file.start");
  g.key(escape);
  CHECK(!g.state.view.start_page);

  g.command("file.start");
  ImGui::SetClipboardText("B = (2,3):(3,1)\nC = coalesce(B)\n");
  g.key('V', true);
  CHECK(tabs(g) == 2);
  REQUIRE(sheet(g).entries.size() == 2);
  CHECK(text(g, 1) == "C = coalesce(B)");
  CHECK(g.state.workspace.result(1).evaluation);

  g.command("file.start");
  ImGui::SetClipboardText("@cutescope 1\nD = 5:1\n@pin 3\n");
  REQUIRE(g.click_text("Paste"));
  CHECK(tabs(g) == 3);
  CHECK(sheet(g).entries.at(0).pin == 3);

  g.command("file.start");
  ImGui::SetClipboardText(" ");
  REQUIRE(g.click_text("Paste"));
  CHECK(tabs(g) == 3);
  CHECK(g.shows("There is no text to paste"));
  REQUIRE(g.click_text("Open a file…"));
  CHECK(g.state.view.dialog == app::Dialog::open);
}

TEST_CASE("the last sheet that is closed leaves the start page") {
  Gui g(sheet_of("A = 4:1\n"));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[0].text = "A = 5:1"; });
  close_document(g.state.workspace, g.state.view, 0);
  g.settle();
  CHECK(g.state.view.start_page);
  CHECK(g.find("Open a file…") != nullptr);
  CHECK(!g.command("file.start"));
  g.command("file.reopen");
  CHECK(!g.state.view.start_page);
  REQUIRE(sheet(g).entries.size() == 1);
  CHECK(text(g, 0) == "A = 5:1");
}

TEST_CASE("the start page goes on where the last run ended") {
  FirstStart next;
  next.state.session.last_shown = "lesson:majors";
  next.state.workspace.lessons().solved.insert("layout");
  next.settle();
  CHECK(next.find("Next lesson: Column-major and row-major") != nullptr);
  REQUIRE(next.click_text("Continue with Column-major and row-major"));
  CHECK(sheet(next).lesson.name == "majors");
}

TEST_CASE("a command for the sheet shows the sheet, one for the window does not") {
  FirstStart g;
  for (const auto* id : {"view.theme", "view.language", "view.larger", "view.smaller", "view.palette", "help.about"}) {
    CHECK(g.command(id));
    CHECK_MESSAGE(g.state.view.start_page, id);
    g.key(escape);
    g.state.view.dialog = app::Dialog::none;
    g.settle();
  }
  CHECK(g.command("edit.insert"));
  CHECK(!g.state.view.start_page);
  CHECK(sheet(g).entries.size() == 1);
}

TEST_CASE("the tour is led through the example that has everything, and ends with the first lesson") {
  FirstStart g;
  REQUIRE(g.click_text("Tour"));
  CHECK(g.state.view.tour_step == 0);
  CHECK(sheet(g).entries == app::example_sheet("starter", app::Language::english).entries);
  g.state.view.tour_step = 4;
  g.settle();
  REQUIRE(g.click_text("Begin lesson 1"));
  CHECK(g.state.view.tour_step == -1);
  CHECK(sheet(g).lesson.name == "layout");
}

TEST_CASE("what is typed where no field has the keyboard goes to the sheet, all of it and in order") {
  for (const bool at_once : {false, true}) {
    const auto typed = [&](Gui& g, const char* letters) {
      if (!at_once) return g.type(letters);
      ImGui::GetIO().AddInputCharactersUTF8(letters);
      g.settle();
      g.settle();
    };
    CAPTURE(at_once);
    {
      FirstStart g;
      typed(g, "A = (4,8):(8,1)");
      REQUIRE(sheet(g).entries.size() == 1);
      CHECK(text(g, 0) == "A = (4,8):(8,1)");
    }
    {
      Gui g{app::Sheet{}};  // an empty sheet, of a file
      typed(g, "A = (4,8):(8,1)");
      REQUIRE(sheet(g).entries.size() == 1);
      CHECK(text(g, 0) == "A = (4,8):(8,1)");
    }
    {
      Gui g(sheet_of("A = 4:1\nB = 5:1\n"));
      g.state.view.selected = 0;
      g.click({(app::places_of(g.ui).sheet.from.x + app::places_of(g.ui).sheet.to.x) / 2,
               app::places_of(g.ui).sheet.to.y - g.ui.px(90)});  // the empty part
      typed(g, " C = (2,3)");
      REQUIRE(sheet(g).entries.size() == 3);
      CHECK(text(g, 0) == "A = 4:1");
      CHECK(text(g, 1) == "C = (2,3)");
    }
  }
  // Fields and dialogs keep their own keys.
  Gui g(sheet_of("A = 4:1\n"));
  g.command("view.palette");
  g.type("xyz");
  g.key(escape);
  CHECK(sheet(g).entries.size() == 1);
  CHECK(text(g, 0) == "A = 4:1");
}

TEST_CASE("a new sheet has a cursor in its first row") {
  Gui g(sheet_of("A = 4:1\n"));
  g.state.workspace.edit("edit", [](app::Sheet& s) { s.entries[0].text = "A = 5:1"; });
  g.command("file.new");
  CHECK(tabs(g) == 2);
  CHECK(app::panel_of(g.ui).active_entry == 0);
  g.type("B = 3:1");
  CHECK(text(g, 0) == "B = 3:1");
  g.command("file.close_tab");
  CHECK(g.state.view.dialog == app::Dialog::close_unsaved);
}

TEST_CASE("typing is undone by words, and by what was typed without a pause") {
  Gui g(sheet_of("A = 4:1\n"));
  const auto undone = [&] {
    g.command("edit.undo");
    return text(g, 1);
  };
  g.command("edit.insert");
  g.type("D = zipped_divide(A, T)");
  CHECK(undone() == "D = zipped_divide(A, ");
  CHECK(undone() == "D = ");
  CHECK(undone() == "D ");
  CHECK(undone().empty());
  g.type("12");
  g.state.view.now += 2;
  g.type("34");
  CHECK(undone() == "12");
  // Deleting is a step of its own.
  g.type("5");
  g.key(259);
  g.key(259);
  CHECK(text(g, 1) == "1");
  CHECK(undone() == "125");
  CHECK(undone() == "12");
}

TEST_CASE("selecting an entry brings its card into sight") {
  std::string lines;
  for (int i = 0; i < 12; ++i) lines += "A" + std::to_string(i) + " = (12,12):(12,1)\n";
  Gui g(sheet_of(lines));
  const auto in_sight = [&](const char* name) {
    for (int i = 0;; ++i) {
      const auto* d = g.find(name, i);
      if (d == nullptr) return false;
      const auto& canvas = app::places_of(g.ui).canvas;
      if (d->from.x > canvas.from.x && d->to.x < canvas.to.x && d->from.y > canvas.from.y && d->to.y < canvas.to.y) return true;
    }
  };
  CHECK(in_sight("A0"));
  CHECK(!in_sight("A11"));
  g.state.view.selected = 11;
  g.settle();
  CHECK(in_sight("A11"));
  CHECK(!in_sight("A0"));
  g.state.view.selected = 0;
  g.settle();
  CHECK(in_sight("A0"));
  // A card comes into sight as soon as there is one.
  g.state.view.selected = 11;
  g.command("edit.insert");
  g.type("Z = (12,12)");
  g.key(escape);
  CHECK(in_sight("Z"));
}

TEST_CASE("the menus stand where they stand, whatever the sheet is called") {
  Gui g(sheet_of("A = 4:1\n"));
  const auto places = [&] {
    std::vector<float> x;
    for (const auto* menu : {"File", "Edit", "Help"}) x.push_back(g.find(menu)->from.x);
    return x;
  };
  const auto before = places();
  start_sheet(g.state.workspace, g.state.view, sheet_of("B = 4:1\n"),
              "A name of many words, longer than a bar has room for, and then some more of it");
  g.settle();
  CHECK(places() == before);
  g.command("file.start");
  CHECK(places() == before);
}

TEST_CASE("milliseconds per frame are for developers, and what no GPU ran no hardware saw") {
  Gui g;
  CHECK(!g.shows("ms/frame"));
  CHECK(!g.shows("What the hardware saw"));
  CHECK(g.shows("What the CPU found"));
  g.resize(900, 600);
  CHECK(!g.shows("What the hardware saw"));
  CHECK(g.shows("What the CPU found"));
  g.resize(1600, 1000);
  REQUIRE(g.command("view.frame_times"));
  CHECK(g.shows("ms/frame"));
  REQUIRE(g.command("view.frame_times"));
  CHECK(!g.shows("ms/frame"));
}

TEST_CASE("whether the launch of a link may run is asked, in both languages, and answered with the mouse or the keyboard") {
  const auto link = app::sheet_link(*app::parse_sheet("A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n"));
  for (const auto language : {app::Language::english, app::Language::chinese}) {
    const bool english = language == app::Language::english;
    const auto asked = [&](Gui& g) {
      REQUIRE(app::open_link(g.state.workspace, g.state.view, g.state.host, link));
      g.settle();
      CHECK(g.shows(english ? "Run the launch that came with the link?" : "运行链接带来的启动配置吗？"));
      CHECK(g.shows(english ? "The launch came with a link" : "该启动配置来自链接"));
      CHECK(g.state.workspace.asks_to_run());
    };
    const auto ran = [](Gui& g) { return g.state.view.dialog == app::Dialog::none && g.state.workspace.launch().has_value(); };
    const auto waits = [](Gui& g) { return g.state.view.dialog == app::Dialog::none && g.state.workspace.asks_to_run(); };
    Gui g(app::starter_sheet(), {.language = language});
    asked(g);
    // Left of the answer that only the question has: the panel behind it offers to run the launch, too.
    const auto* other = g.find(english ? "Not now" : "暂不");
    REQUIRE(other != nullptr);
    g.click({other->from.x - g.ui.px(30), other->centre().y});
    g.settle();
    CHECK(ran(g));
    asked(g);
    g.key(enter);
    g.settle();
    CHECK(ran(g));
    asked(g);
    REQUIRE(g.click_text(english ? "Not now" : "暂不"));
    CHECK(waits(g));
    asked(g);
    g.key(escape);
    g.settle();
    CHECK(waits(g));
    // The panel asks again.
    CHECK(g.shows(english ? "Run the launch that came with the link?" : "运行链接带来的启动配置吗？"));
    REQUIRE(g.click_text(english ? "Run it" : "运行它"));
    CHECK(ran(g));
  }
}
