// The export dialog: its name follows the figure, its choices mean something, and it says what becomes of the letters.

#include <doctest/doctest.h>

#include <filesystem>

#include "app/actions/looking.hpp"
#include "app/document/sheet.hpp"
#include "app/panels/dialogs/dialogs.hpp"
#include "app/panels/dialogs/figure_preview.hpp"
#include "gui.hpp"
#include "render/labellings.hpp"
#include "tests/folder.hpp"

using gui::Gui;

namespace {

/// The dialog over a sheet whose third entry is an MMA.
void open_dialog(Gui& g, int entry) {
  g.state.view.selected = entry;
  REQUIRE(g.command("export.card"));
  g.settle();
}

app::Sheet sheet() {
  return app::parse_sheet("A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\nC = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)\n").value();
}

}  // namespace

TEST_CASE("the proposed name follows the figure until somebody edits it") {
  Gui g(sheet());
  open_dialog(g, 1);
  auto& wanted = g.state.view.exporting.request;
  CHECK(app::dialog_of(g.ui).text == "D.svg");
  wanted.kind = app::FigureKind::steps;
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "D-steps.svg");
  REQUIRE(g.click_text(".pdf"));
  CHECK(app::dialog_of(g.ui).text == "D-steps.pdf");
  wanted.kind = app::FigureKind::compare;
  wanted.with = 0;
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "D-A-compare.pdf");
  wanted.kind = app::FigureKind::canvas;
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "canvas.pdf");
  wanted.kind = app::FigureKind::card;
  wanted.entry = 0;
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "A.pdf");
  app::dialog_of(g.ui).text = "mine.pdf";
  wanted.entry = 1;
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "mine.pdf");
}

TEST_CASE("a page has the cards of the canvas, its own options, and is written") {
  const Folder folder;
  Gui g(sheet());
  open_dialog(g, 1);
  CHECK(g.shows("Width, cm"));
  REQUIRE(g.click_text(".html"));
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "page.html");
  CHECK_FALSE(g.shows("Width, cm"));
  CHECK_FALSE(g.shows("Caption"));
  CHECK(g.shows("A file for any browser"));
  CHECK(g.ui.kept<app::FigurePreview>().figures.at(0).panels.size() == 3);
  REQUIRE(g.click_text("Only a fragment to paste into another page"));
  CHECK(g.state.view.exporting.fragment);
  app::dialog_of(g.ui).text = folder.at("mine.html");
  g.settle();
  int last = 0;
  while (g.find("Export", last + 1) != nullptr) ++last;  // the dialog lies above the menu
  REQUIRE(g.click_text("Export", last));
  g.settle();
  CHECK(g.state.view.dialog == app::Dialog::none);
  const auto fragment = folder.text("mine.html");
  CHECK(fragment.starts_with("<div"));
  CHECK(fragment.find("zipped_divide") != std::string::npos);

  // A picture exported afterwards is a picture again.
  REQUIRE(g.command("export.page"));
  g.settle();
  CHECK(app::dialog_of(g.ui).text == "page.html");
  app::close_dialog(g.state.view);
  g.settle();
  REQUIRE(g.command("export.card"));
  g.settle();
  CHECK(app::dialog_of(g.ui).text.ends_with(".svg"));
}

TEST_CASE("a template sets the width and the letters") {
  Gui g(sheet());
  open_dialog(g, 0);
  REQUIRE(g.click_text("As needed, A4 at most"));
  REQUIRE(g.click_text("Slide: 25.4 x 14.2 cm, 18 pt"));
  g.settle();
  CHECK(g.state.view.exporting.width_cm == 25.4);
  CHECK(g.state.view.exporting.height_cm == 14.2);
  CHECK(g.state.view.exporting.letters == 18);
  CHECK(g.shows("25.40 x"));
}

TEST_CASE("without a template a figure has room on A4, or its natural size, and grey is a theme") {
  Gui g(app::parse_sheet("A = (40,40):(40,1)\n").value());
  open_dialog(g, 0);
  const auto cm = [&] { return g.ui.kept<app::FigurePreview>().facts.size.width / 72 * 2.54; };
  CHECK(cm() <= 17);
  REQUIRE(g.click_text("As needed, A4 at most"));
  REQUIRE(g.click_text("Natural size"));
  g.settle();
  CHECK(g.state.view.exporting.natural);
  CHECK(cm() > 40);
  REQUIRE(g.click_text("Paper"));
  REQUIRE(g.click_text("Grey, with patterns"));
  CHECK(g.state.view.exporting.theme == render::ThemeName::grey);
}

TEST_CASE("labels and colours without a meaning are not offered, and go when the figure changes") {
  Gui g(sheet());
  open_dialog(g, 0);
  REQUIRE(g.click_text("as shown", 1));
  CHECK(g.shows("natural"));
  CHECK_FALSE(g.shows("thread_value"));
  int last = 0;
  while (g.find("natural", last + 1) != nullptr) ++last;  // the list lies above everything else
  REQUIRE(g.click_text("natural", last));
  CHECK(g.state.view.exporting.label == render::labelling_named("natural"));
  g.state.view.exporting.request.entry = 2;
  g.state.view.exporting.label = render::LabelBy::thread_value;
  g.settle();
  CHECK(g.state.view.exporting.label == render::LabelBy::thread_value);
  g.state.view.exporting.request.entry = 0;
  g.settle();
  CHECK_FALSE(g.state.view.exporting.label);
}

TEST_CASE("the dialog says how large the figure and its letters are, and which labels it leaves out") {
  for (const auto language : {app::Language::english, app::Language::chinese}) {
    const bool chinese = language == app::Language::chinese;
    Gui g(sheet(), {.width = 1024, .height = 768, .language = language});
    open_dialog(g, 2);
    auto& settings = g.state.view.exporting;
    settings.request.kind = app::FigureKind::tv;
    settings.width_cm = 17;
    g.settle();
    const char *letters = chinese ? "字号不小于" : "letters of", *missing = chinese ? "没有标签" : "No labels in";
    CHECK_MESSAGE(g.shows("17.00"), g.everything());
    CHECK_MESSAGE(g.shows(letters), g.everything());
    CHECK_FALSE(g.shows(missing));
    settings.width_cm = 8.5;
    g.settle();
    CHECK_MESSAGE(g.shows("8.50"), g.everything());
    CHECK_MESSAGE(g.shows(missing), g.everything());
  }
}

TEST_CASE("the wheel and the buttons zoom the preview, and dragging moves it") {
  Gui g(sheet());
  open_dialog(g, 0);
  const auto* plus = g.find("Whole page");
  REQUIRE(plus != nullptr);
  const ImVec2 over{plus->centre().x + 60, plus->centre().y - 120};
  g.move(over);
  const auto scale = [&] { return g.ui.kept<app::FigurePreview>().seen.scale; };
  const auto whole = scale();
  g.wheel(3);
  CHECK(scale() > whole * 1.5);
  const auto before = g.ui.kept<app::FigurePreview>().seen;
  g.drag(over, {over.x - 20, over.y - 10});
  const auto after = g.ui.kept<app::FigurePreview>().seen;
  CHECK(after.left > before.left);
  CHECK(after.top > before.top);
  REQUIRE(g.click_text("Whole page"));
  g.settle();
  CHECK(scale() == doctest::Approx(whole));
  REQUIRE(g.click_text("+"));
  g.settle();
  CHECK(scale() > whole);
}

TEST_CASE("the dialog says the folder, and asks before it replaces a file that somebody else wrote") {
  const Folder folder;
  const auto path = folder.file("mine.svg", "somebody's");
  Gui g(sheet());
  open_dialog(g, 1);
  CHECK(g.shows("in " + std::filesystem::current_path().string()));
  g.type(path);  // over what is proposed
  g.settle();
  CHECK(g.shows("in " + folder.path.string()));
  REQUIRE(g.click_text("Export", 1));  // not the menu
  INFO(g.everything());
  CHECK(g.shows("mine.svg exists."));
  CHECK(std::filesystem::file_size(path) == 10);
  // Another name is another file.
  app::dialog_of(g.ui).text = (folder.path / "other.svg").string();
  g.settle();
  CHECK(!g.shows("exists."));
  app::dialog_of(g.ui).text = path;
  g.settle();
  REQUIRE(g.click_text("Overwrite"));
  CHECK(g.state.view.dialog == app::Dialog::none);
  CHECK(std::filesystem::file_size(path) > 1000);
  CHECK(g.shows("exported " + path));
}
