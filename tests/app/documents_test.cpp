// Several sheets at once: tabs.

#include <doctest/doctest.h>

#include "app/app.hpp"
#include "app/commands.hpp"
#include "folder.hpp"

using namespace app;

namespace {

Sheet one_line(const std::string& text) {
  Sheet s;
  s.entries.emplace_back().text = text;
  return s;
}

std::string value(const App& a) { return a.result(0).evaluation ? algebra::to_string(a.result(0).evaluation->value, algebra::Marks::plain) : "-"; }

}  // namespace

TEST_CASE("a new sheet takes the place of an untouched one, and else a tab of its own") {
  App a(starter_sheet());
  a.start_new(one_line("A = 4:1"));
  CHECK(a.documents().size() == 1);
  a.edit([](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  a.start_new(one_line("B = 2:3"));
  REQUIRE(a.documents().size() == 2);
  CHECK(a.active() == 1);
  CHECK(value(a) == "2:3");
  CHECK_FALSE(a.can_undo());
  a.activate(0);
  CHECK(value(a) == "8:1");
  CHECK(a.can_undo());
}

TEST_CASE("each tab has its own undo, selection and evaluation") {
  App a(one_line("A = 4:1"));
  a.insert_entry("B = coalesce((2,2):(1,2))");
  CHECK(a.selected == 1);
  const auto version = a.result(0).version;
  a.start_new(one_line("A = (3"));
  CHECK(a.selected == 0);
  CHECK(a.result(0).broken());
  CHECK_FALSE(a.result(0).last_good);       // not the other sheet's A
  CHECK(a.result(0).version > version);     // what is cached by version is never another sheet's
  a.edit([](Sheet& s) { s.entries[0].text = "A = 3:1"; });
  a.undo();
  CHECK_FALSE(a.can_undo());
  a.activate(0);
  CHECK(a.selected == 1);
  a.undo();
  CHECK(a.sheet() == one_line("A = 4:1"));
  a.activate(1);
  CHECK(a.can_redo());
}

TEST_CASE("closing asks for what is not saved, and a closed sheet comes back with its undo") {
  App a(one_line("A = 4:1"));
  a.edit([](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  a.start_new(one_line("B = 2:3"));
  CHECK(run_command(a, "file.close_tab"));
  CHECK(a.documents().size() == 1);
  CHECK(value(a) == "8:1");
  CHECK(run_command(a, "file.close_tab"));
  CHECK(a.dialog == Dialog::close_unsaved);
  REQUIRE(a.documents().size() == 1);
  a.dialog = Dialog::none;
  a.close(0);
  REQUIRE(a.documents().size() == 1);
  CHECK(a.sheet().entries.empty());
  CHECK_FALSE(a.unsaved());
  CHECK(run_command(a, "file.reopen"));
  CHECK(value(a) == "8:1");
  CHECK(a.unsaved());
  CHECK(a.can_undo());
}

TEST_CASE("a file is open once; what changed on disk is read again where nothing would be lost") {
  const Folder folder;
  const auto x = folder.file("x.cutes", "A = 4:1\n"), y = folder.file("y.cutes", "A = 5:1\n");
  App a(starter_sheet());
  CHECK(a.open(x));
  CHECK(a.documents().size() == 1);
  CHECK(a.open(y));
  CHECK(a.documents().size() == 2);
  CHECK(a.open((folder.path / "." / "x.cutes").string()));
  CHECK(a.documents().size() == 2);
  CHECK(a.active() == 0);
  folder.file("x.cutes", "A = 6:1\n");
  CHECK(a.open(x));
  CHECK(value(a) == "6:1");
  CHECK_FALSE(a.unsaved());
  a.undo();
  CHECK(value(a) == "4:1");
  folder.file("x.cutes", "A = 7:1\n");
  CHECK(a.open(x));
  CHECK(value(a) == "4:1");
  CHECK_FALSE(a.open((folder.path / "missing.cutes").string()));
  CHECK(a.notice_is_bad);
}

TEST_CASE("quitting asks about every sheet that is not saved") {
  App a(one_line("A = 4:1"));
  a.edit([](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  a.start_new(one_line("B = 2:3"));
  a.request_close(0);
  CHECK(a.active() == 0);
  a.dialog = Dialog::none;
  a.activate(1);
  a.edit([](Sheet& s) { s.entries[0].text = "B = 3:3"; });
  a.request_quit();
  CHECK_FALSE(a.quit);
  CHECK(a.dialog == Dialog::unsaved);
  CHECK(a.asked_about.size() == 2);
}

TEST_CASE("tabs turn round, and move") {
  App a(one_line("A = 1:1"));
  a.edit([](Sheet& s) { s.entries[0].text = "A = 2:1"; });
  for (const char* text : {"A = 3:1", "A = 4:1"}) {
    a.start_new({});
    a.edit([&](Sheet& s) { s.entries.emplace_back().text = text; });
  }
  REQUIRE(a.documents().size() == 3);
  CHECK(run_command(a, "file.next_tab"));
  CHECK(a.active() == 0);
  CHECK(run_command(a, "file.previous_tab"));
  CHECK(a.active() == 2);
  a.move_document(2, 0);
  CHECK(a.active() == 0);
  CHECK(value(a) == "4:1");
  a.move_document(1, 2);
  a.activate(2);
  CHECK(value(a) == "2:1");
}

TEST_CASE("playing a launch is nothing to save, and undo leaves pins and playback as they are") {
  App a(starter_sheet());
  a.adjust([](Sheet& s) { s.launch.position = 3, s.launch.thread = 2; });
  CHECK_FALSE(a.unsaved());
  a.edit([](Sheet& s) { s.entries[5].text = "thr = (4,2):(2,1)"; });
  a.adjust([](Sheet& s) { s.entries[1].pin = 9, s.launch.position = 5; });
  a.undo();
  CHECK(a.sheet().entries[1].pin == 9);
  CHECK(a.sheet().launch.position == 5);
  CHECK(a.sheet().entries[5].text == starter_sheet().entries[5].text);
  CHECK(a.unsaved());   // the pin
}
