// Lists and dialogs from the keyboard: arrows, Page Up and Page Down, Home and End, first letters, Enter, one way for all of them.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/finding.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/atom_search.hpp"
#include "app/commands/guide.hpp"
#include "app/commands/palette.hpp"
#include "app/document/operation_search.hpp"
#include "app/lessons/lessons.hpp"
#include "app/panels/sheet/sheet_parts.hpp"
#include "entries.hpp"
#include "finder.hpp"
#include "gpu/suggest/suggest.hpp"
#include "tests/folder.hpp"

using namespace app;
using namespace entries;

namespace {

constexpr int next_page = 267, page_before = 266;

void open_dialog(Gui& g, const char* command) {
  REQUIRE(g.command(command));
  g.settle();
}

void press(Gui& g, std::initializer_list<int> keys, bool control = false) {
  for (const int key : keys) g.key(key, control);
  g.settle();
}

/// Returns the text of the entry that was inserted last, without its name.
std::string inserted(const Gui& g) {
  const auto& written = text(g, g.state.view.selected);
  return written.substr(written.find("= ") + 2);
}

Sheet forty_entries() {
  std::string source;
  for (int i = 10; i < 50; ++i) source += fmt::format("Quilt{} = {}:1\n", i, i);
  return sheet_of(source);
}

}  // namespace

TEST_CASE("the palette: Up from the first is the last, Page Down goes a page on, Ctrl+Home back") {
  Gui g(forty_entries());
  const auto items = palette_items(g.state, "quilt");
  REQUIRE(items.size() == 40);
  struct {
    std::initializer_list<int> keys;
    bool control;
    std::size_t row;
  } const ways[] = {{{up}, false, 39},
                    {{up, down}, false, 0},
                    {{next_page}, false, 13},
                    {{next_page, next_page, next_page, next_page}, false, 39},
                    {{next_page, page_before}, false, 0},
                    {{end}, true, 39},
                    {{end, home}, true, 0},
                    {{end, home, down}, true, 1},
                    {{end}, false, 0}};  // the field's own
  for (const auto& way : ways) {
    open_dialog(g, "view.palette");
    g.type("quilt");
    press(g, way.keys, way.control);
    press(g, {enter});
    CAPTURE(way.row);
    CHECK(g.state.view.dialog == Dialog::none);
    CHECK(items[way.row].title == "Go to " + g.state.workspace.result(g.state.view.selected).name);
  }
}

TEST_CASE("the list of atoms: pages, its ends, and the field has the keyboard again after a choice of the mouse") {
  Gui g;
  const auto all = found_atoms({});
  const auto expression = [&](std::size_t row) { return algebra::listed_atoms()[static_cast<std::size_t>(all[row])].expression; };
  open_dialog(g, "edit.insert_atom");
  press(g, {next_page, next_page, page_before, down});
  press(g, {enter});
  CHECK(inserted(g) == expression(16));
  open_dialog(g, "edit.insert_atom");
  press(g, {end}, true);
  press(g, {up});
  press(g, {enter});
  CHECK(inserted(g) == expression(all.size() - 2));

  open_dialog(g, "edit.insert_atom");
  g.click(g.find("All kinds")->centre());
  g.settle();
  g.key(escape);  // closes the drop-down alone
  g.settle();
  REQUIRE(g.state.view.dialog == Dialog::atoms);
  g.type("SM75_U32x2");
  g.settle();
  press(g, {enter});
  CHECK(inserted(g) == "SM75_U32x2_LDSM_N");
}

TEST_CASE("the list of the path dialog: the text counts until a row is chosen, and again above the first") {
  const Folder folder;
  for (const char* name : {"a.cutes", "b.cutes", "c.cutes"}) folder.file(name, "A = 4:1\n");
  const auto opened = [&](std::initializer_list<int> keys, bool control) {
    Gui g;
    open_dialog(g, "file.open");
    g.key('A', true);
    g.type(folder.path.string() + "/b.cutes");
    for (int i = 0; i < 7; ++i) g.key(259);  // Backspace: the folder alone
    g.settle();
    press(g, keys, control);
    press(g, {enter});
    return g.state.view.dialog == Dialog::none ? g.state.workspace.title(g.state.view.texts) : "";
  };
  CHECK(opened({down}, false) == "a.cutes");
  CHECK(opened({down, down}, false) == "b.cutes");
  CHECK(opened({end}, true) == "c.cutes");
  CHECK(opened({end, home}, true) == "a.cutes");
  CHECK(opened({next_page}, false) == "c.cutes");
  CHECK(opened({down, up}, false).empty());  // the folder, which is entered
}

TEST_CASE("a name that is typed counts, wherever the mouse lies in the list of files") {
  const Folder folder;
  folder.file("a.cutes", "A = 4:1\n");
  Gui g;
  open_dialog(g, "file.save_as");
  g.key('A', true);
  g.type((folder.path / "").string());
  g.settle();
  REQUIRE(g.find("a.cutes") != nullptr);
  const auto at = g.find("a.cutes")->centre();
  g.move(at);
  g.move({at.x + 3, at.y});
  g.type("new");
  press(g, {enter});
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(std::filesystem::exists(folder.path / "new.cutes"));
}

TEST_CASE("the finder's list: arrows, its last layout by Ctrl+End, its first by Ctrl+Home") {
  Gui g(sheet_of("A = (64,64):(64,1)\n"));
  std::vector<gpu::RankedLayout> best;
  const auto taken = [&](std::initializer_list<int> keys, bool control) {
    open_dialog(g, "edit.find_layout");
    gui::settle_finder(g);
    if (best.empty()) {
      const auto question = asked_question(g.state.workspace, g.state.view.layout_question);
      REQUIRE(question);
      gpu::SuggestProgress progress;
      best = gpu::suggest(std::get<gpu::TileQuestion>(*question), 12, progress).value().best;
      REQUIRE(best.size() > 2);
    }
    press(g, keys, control);
    press(g, {enter});
    REQUIRE(g.state.view.dialog == Dialog::none);
    const auto written = inserted(g);
    REQUIRE(g.command("edit.undo"));
    g.settle();
    return written;
  };
  const auto by_itself = taken({}, false);
  CHECK(by_itself == best.front().expression());
  CHECK(taken({down, down, up}, false) == best[1].expression());
  CHECK(taken({end}, true) == best.back().expression());
  CHECK(taken({end, home}, true) == best.front().expression());
}

TEST_CASE("the guide: the arrows choose a page or what was found, Enter goes there, Page Down reads on") {
  Gui g;
  open_dialog(g, "help.guide");
  // Pages in Chinese are not listed in an English window.
  std::vector<app::GuidePage> pages;
  for (const auto& page : guide_pages())
    if (app::is_listed_in(app::Language::english, page)) pages.push_back(page);
  press(g, {down, down});
  press(g, {enter});
  CHECK(g.state.view.guide.page == pages[2].name);
  press(g, {end}, true);
  press(g, {enter});
  CHECK(g.state.view.guide.page == pages.back().name);
  press(g, {home}, true);
  press(g, {enter});
  CHECK(g.state.view.guide.page == pages[0].name);
  const auto* opening = g.find_containing("each section builds");
  REQUIRE((opening != nullptr && !opening->scrolled));
  press(g, {next_page});
  const auto* later = g.find_containing("each section builds");
  CHECK((later == nullptr || later->scrolled));
  press(g, {page_before});
  REQUIRE(g.find_containing("each section builds") != nullptr);
  CHECK_FALSE(g.find_containing("each section builds")->scrolled);

  g.type("swizzle");
  g.settle();
  const auto found = guide_search("swizzle", *g.ui.texts, 80);
  REQUIRE(found.size() > 20);
  press(g, {end}, true);
  press(g, {enter});
  CHECK(g.state.view.guide.page == pages[static_cast<std::size_t>(found.back().page)].name);
}

TEST_CASE("the lessons: arrows, pages, both ends, first letters, Enter, Escape") {
  const auto opened = [](auto&& keys) {
    Gui g;
    open_dialog(g, "lessons.overview");
    keys(g);
    press(g, {enter});
    CHECK(g.state.view.dialog == Dialog::none);
    return lesson_number(g.state.workspace.document().lesson);
  };
  CHECK(opened([](Gui&) {}) == 0);  // the next one to do
  CHECK(opened([](Gui& g) { press(g, {down, down, up}); }) == 1);
  CHECK(opened([](Gui& g) { press(g, {end}); }) == static_cast<int>(lesson_names().size()) - 1);
  CHECK(opened([](Gui& g) { press(g, {end, home}); }) == 0);
  const int page = opened([](Gui& g) { press(g, {next_page}); });
  CHECK(page > 5);
  CHECK(page < 26);
  CHECK(opened([](Gui& g) { press(g, {next_page, page_before}); }) == 0);
  const auto titled = [](std::string_view beginning, int nth) {
    for (int i = 0; i < 27; ++i)
      if (lesson_title(i, Language::english).starts_with(beginning) && nth-- == 0) return i;
    return -1;
  };
  CHECK(opened([](Gui& g) { g.type("col"); }) == titled("Col", 0));
  CHECK(opened([](Gui& g) { g.type("t"), g.type("t"); }) == titled("T", 1));
  Gui g;
  open_dialog(g, "lessons.overview");
  press(g, {escape});
  CHECK(g.state.view.dialog == Dialog::none);
  CHECK(g.state.workspace.document().lesson.empty());
}

TEST_CASE("the operations that were found: pages and both ends, while their field has the keyboard") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  const auto found = operations_found("_divide", g.state.view.texts);
  REQUIRE(found.size() > 3);
  const auto taken = [&](std::initializer_list<int> keys, bool control) {
    g.command("edit.operations");
    g.settle();
    g.type("_divide");
    g.settle();
    press(g, keys, control);
    press(g, {enter});
    const auto written = inserted(g);
    return written.substr(0, written.find('('));
  };
  CHECK(taken({}, false) == found[0]->name);
  CHECK(taken({down, down}, false) == found[2]->name);
  CHECK(taken({end}, true) == found.back()->name);
  CHECK(taken({end, home}, true) == found[0]->name);
  CHECK(taken({next_page, page_before}, false) == found[0]->name);
}

TEST_CASE("a completion: Page Down and Page Up go a page of it on, Up from none is the last") {
  Gui g(sheet_of("A = (8,8):(8,1)\n"));
  const auto taken = [&](std::initializer_list<int> keys) {
    g.command("edit.insert");
    g.type("F = l");
    const auto rows = panel_of(g.ui).offer.completion.rows;
    REQUIRE(rows.size() > 9);
    press(g, keys);
    press(g, {enter});
    const auto written = text(g, g.state.view.selected).substr(4);
    const auto row = std::ranges::find(rows, written, &algebra::editing::CompletionRow::written) - rows.begin();
    g.key(escape);
    g.key(escape);
    g.settle();
    return row == std::ssize(rows) - 1 ? -1 : static_cast<int>(row);
  };
  CHECK(taken({down}) == 0);
  CHECK(taken({up}) == -1);
  CHECK(taken({up, down}) == 0);
  CHECK(taken({down, next_page}) == 7);
  CHECK(taken({down, next_page, page_before}) == 0);
}

TEST_CASE("the dialog of all keys is read with the keyboard") {
  Gui g({}, {.width = 1000, .height = 420});
  open_dialog(g, "help.keys");
  const auto in_sight = [&](const char* words) {
    const auto* d = g.find(words);
    return d != nullptr && !d->scrolled;
  };
  const auto* first = "Point at an element to see it everywhere; click to pin it.";
  CHECK(g.find_containing("Type in the sheet") != nullptr);
  press(g, {end});
  CHECK_FALSE(in_sight(first));
  press(g, {home});
  CHECK(g.shows("Type in the sheet"));
  press(g, {escape});
  CHECK(g.state.view.dialog == Dialog::none);
}

TEST_CASE("a question is answered with the keyboard: Tab and the arrows choose, Enter presses, Escape asks nothing more") {
  const auto asked = [](std::initializer_list<int> keys) {
    Gui g(sheet_of("A = 4:1\n"));
    g.state.workspace.edit("edit", [](Sheet& s) { s.entries.emplace_back().text = "B = 2:1"; });
    request_quit(g.state.workspace, g.state.view, g.state.host);
    g.settle();
    REQUIRE(g.shows("The changes of this sheet are not saved:"));
    press(g, keys);
    return std::pair{g.state.view.dialog, g.state.host.quit};
  };
  CHECK(asked({enter}).first == Dialog::unsaved);  // nothing is chosen yet
  CHECK(asked({tab, enter}).first == Dialog::save_as);
  CHECK(asked({right, right, enter}).second);                     // Discard
  CHECK(asked({left, enter}) == std::pair{Dialog::none, false});  // Cancel
  CHECK(asked({tab, tab, tab, tab, right, enter}).second);
  CHECK(asked({escape}) == std::pair{Dialog::none, false});
}
