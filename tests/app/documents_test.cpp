// Several sheets at once: tabs.

#include <doctest/doctest.h>

#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/state/state.hpp"
#include "tests/app/sheets.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

std::string value(const State& a) {
  return a.workspace.result(0).evaluation ? algebra::to_string(a.workspace.result(0).evaluation->value, algebra::Marks::plain) : "-";
}

}  // namespace

TEST_CASE("a new sheet takes the place of an untouched one, and else a tab of its own") {
  State a(starter_sheet());
  start_sheet(a.workspace, a.view, app_test::sheet_of({"A = 4:1"}));
  CHECK(a.workspace.documents().size() == 1);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  start_sheet(a.workspace, a.view, app_test::sheet_of({"B = 2:3"}));
  REQUIRE(a.workspace.documents().size() == 2);
  CHECK(a.workspace.active() == 1);
  CHECK(value(a) == "2:3");
  CHECK_FALSE(a.workspace.can_undo());
  show_document(a.workspace, a.view, 0);
  CHECK(value(a) == "8:1");
  CHECK(a.workspace.can_undo());
}

TEST_CASE("each tab has its own undo, selection and evaluation") {
  State a(app_test::sheet_of({"A = 4:1"}));
  insert_entry(a.workspace, a.view, "B = coalesce((2,2):(1,2))");
  CHECK(a.view.selected == 1);
  const auto version = a.workspace.result(0).version;
  start_sheet(a.workspace, a.view, app_test::sheet_of({"A = (3"}));
  CHECK(a.view.selected == 0);
  CHECK(a.workspace.result(0).broken());
  CHECK_FALSE(a.workspace.result(0).last_good);    // not the other sheet's A
  CHECK(a.workspace.result(0).version > version);  // what is cached by version is never another sheet's
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 3:1"; });
  undo(a.workspace, a.view);
  CHECK_FALSE(a.workspace.can_undo());
  show_document(a.workspace, a.view, 0);
  CHECK(a.view.selected == 1);
  undo(a.workspace, a.view);
  CHECK(a.workspace.sheet() == app_test::sheet_of({"A = 4:1"}));
  show_document(a.workspace, a.view, 1);
  CHECK(a.workspace.can_redo());
}

TEST_CASE("closing asks for what is not saved, and a closed sheet comes back with its undo") {
  State a(app_test::sheet_of({"A = 4:1"}));
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  start_sheet(a.workspace, a.view, app_test::sheet_of({"B = 2:3"}));
  CHECK(run_command(a, "file.close_tab"));
  CHECK(a.workspace.documents().size() == 1);
  CHECK(value(a) == "8:1");
  CHECK(run_command(a, "file.close_tab"));
  CHECK(a.view.dialog == Dialog::close_unsaved);
  REQUIRE(a.workspace.documents().size() == 1);
  a.view.dialog = Dialog::none;
  close_document(a.workspace, a.view, 0);
  REQUIRE(a.workspace.documents().size() == 1);
  CHECK(a.workspace.sheet().entries.empty());
  CHECK_FALSE(a.workspace.unsaved());
  CHECK(run_command(a, "file.reopen"));
  CHECK(value(a) == "8:1");
  CHECK(a.workspace.unsaved());
  CHECK(a.workspace.can_undo());
}

TEST_CASE("what is pinned is not to be saved, but is saved with the rest") {
  State a(app_test::sheet_of({"A = (4,4):(4,1)"}));
  a.workspace.set_view([](Sheet& s) { s.entries[0].pin = 3; });
  CHECK_FALSE(a.workspace.unsaved());
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = (4,8):(8,1)"; });
  CHECK(a.workspace.unsaved());
  CHECK(serialise(a.workspace.sheet()).find("@pin 3") != std::string::npos);
}

TEST_CASE("a notice goes once the sheet is edited, or another sheet or dialog is shown") {
  const auto told = [](State& a) {
    a.host.tell("copied", false);
    carry_out(a, {});
    REQUIRE_FALSE(a.host.notice.empty());
  };
  State a(app_test::sheet_of({"A = 4:1"}));
  told(a);
  run_command(a, "pointer.right");  // nothing that it spoke of
  carry_out(a, {});
  CHECK_FALSE(a.host.notice.empty());
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  carry_out(a, {});
  CHECK(a.host.notice.empty());
  told(a);
  run_command(a, "edit.undo");
  CHECK(a.host.notice.empty());
  told(a);
  run_command(a, "view.palette");
  CHECK(a.host.notice.empty());
  a.view.dialog = Dialog::none;
  carry_out(a, {});
  told(a);
  start_sheet(a.workspace, a.view, app_test::sheet_of({"B = 2:3"}));
  carry_out(a, {});
  CHECK(a.host.notice.empty());

  // A notice about an action's own edit, or after its own dialog, stays.
  const Folder folder;
  a.view.dialog = Dialog::save_as;
  carry_out(a, {});
  Requests requests;
  requests.add<save_and_go_on>((folder.path / "b.cutes").string());
  carry_out(a, requests);
  CHECK(a.view.dialog == Dialog::none);
  carry_out(a, {});
  CHECK(a.host.notice.text().starts_with("saved"));
}

TEST_CASE("a file is open once; what changed on disk is read again where nothing would be lost") {
  const Folder folder;
  const auto x = folder.file("x.cutes", "A = 4:1\n"), y = folder.file("y.cutes", "A = 5:1\n");
  State a(starter_sheet());
  CHECK(open_file(a.workspace, a.view, a.session, a.host, x));
  CHECK(a.workspace.documents().size() == 1);
  CHECK(open_file(a.workspace, a.view, a.session, a.host, y));
  CHECK(a.workspace.documents().size() == 2);
  CHECK(open_file(a.workspace, a.view, a.session, a.host, (folder.path / "." / "x.cutes").string()));
  CHECK(a.workspace.documents().size() == 2);
  CHECK(a.workspace.active() == 0);
  folder.file("x.cutes", "A = 6:1\n");
  CHECK(open_file(a.workspace, a.view, a.session, a.host, x));
  CHECK(value(a) == "6:1");
  CHECK_FALSE(a.workspace.unsaved());
  undo(a.workspace, a.view);
  CHECK(value(a) == "4:1");
  folder.file("x.cutes", "A = 7:1\n");
  CHECK(open_file(a.workspace, a.view, a.session, a.host, x));
  CHECK(value(a) == "4:1");
  CHECK_FALSE(open_file(a.workspace, a.view, a.session, a.host, (folder.path / "missing.cutes").string()));
  CHECK(a.host.notice_is_bad);
}

TEST_CASE("quitting asks about every sheet that is not saved") {
  State a(app_test::sheet_of({"A = 4:1"}));
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  start_sheet(a.workspace, a.view, app_test::sheet_of({"B = 2:3"}));
  request_close(a.workspace, a.view, 0);
  CHECK(a.workspace.active() == 0);
  a.view.dialog = Dialog::none;
  show_document(a.workspace, a.view, 1);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "B = 3:3"; });
  request_quit(a.workspace, a.view, a.host);
  CHECK_FALSE(a.host.quit);
  CHECK(a.view.dialog == Dialog::unsaved);
  CHECK(a.view.asked_about.size() == 2);
}

TEST_CASE("tabs turn round, and move") {
  State a(app_test::sheet_of({"A = 1:1"}));
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 2:1"; });
  for (const char* text : {"A = 3:1", "A = 4:1"}) {
    start_sheet(a.workspace, a.view, {});
    a.workspace.edit("edit", [&](Sheet& s) { s.entries.emplace_back().text = text; });
  }
  REQUIRE(a.workspace.documents().size() == 3);
  CHECK(run_command(a, "file.next_tab"));
  CHECK(a.workspace.active() == 0);
  CHECK(run_command(a, "file.previous_tab"));
  CHECK(a.workspace.active() == 2);
  a.workspace.move_document(2, 0);
  CHECK(a.workspace.active() == 0);
  CHECK(value(a) == "4:1");
  a.workspace.move_document(1, 2);
  show_document(a.workspace, a.view, 2);
  CHECK(value(a) == "2:1");
}

TEST_CASE("playing a launch is nothing to save, and undo leaves pins and playback as they are") {
  State a(starter_sheet());
  a.workspace.set_view([](Sheet& s) { s.launch.position = 3, s.launch.thread = 2; });
  CHECK_FALSE(a.workspace.unsaved());
  a.workspace.edit("edit", [](Sheet& s) { s.entries[5].text = "thr = (4,2):(2,1)"; });
  a.workspace.set_view([](Sheet& s) { s.entries[1].pin = 9, s.launch.position = 5; });
  undo(a.workspace, a.view);
  CHECK(a.workspace.sheet().entries[1].pin == 9);
  CHECK(a.workspace.sheet().launch.position == 5);
  CHECK(a.workspace.sheet().entries[5].text == starter_sheet().entries[5].text);
  CHECK_FALSE(a.workspace.unsaved());
}

TEST_CASE("dropped files: sheets open in tabs, of other text the layouts are found, the rest is said") {
  const Folder folder;
  State a(starter_sheet());
  open_dropped(a.workspace, a.view, a.session, a.host,
               {folder.file("x.cutes", "A = 4:1\n"),
                folder.file("kernel.log", "tAgA: (_4,_8):(_1,_4)\nnothing 12:30\ntAgA: (_4,_8):(_1,_4)\nsB: (2,4):(4,1)\n"),
                folder.file("sheet.txt", "@cutescope 1\nB = 2:2\n")});
  REQUIRE(a.workspace.documents().size() == 3);
  CHECK(a.workspace.documents()[0].title(Texts()) == "x.cutes");
  REQUIRE(a.workspace.documents()[1].sheet.entries.size() == 3);
  CHECK(a.workspace.documents()[1].sheet.entries[0].text == "# kernel.log");
  CHECK(a.workspace.documents()[1].sheet.entries[1].text == "tAgA = (_4,_8):(_1,_4)");
  CHECK(a.workspace.documents()[1].sheet.entries[2].text == "sB = (2,4):(4,1)");
  CHECK(a.workspace.documents()[2].sheet.entries[0].text == "B = 2:2");
  CHECK(a.workspace.active() == 2);
  open_dropped(a.workspace, a.view, a.session, a.host,
               {folder.file("empty.py", "print(1)\n"), folder.file("binary.bin", std::string("\0\1(2,2):(1,2)", 13))});
  CHECK(a.workspace.documents().size() == 3);
  CHECK(a.host.notice_is_bad);
  CHECK(a.host.notice.text().find("binary.bin") != std::string::npos);
}

TEST_CASE("saving keeps links and permissions, asks about a file that somebody else wrote, and goes on to close") {
  const Folder folder;
  const auto real = folder.file("real.cutes", "A = 4:1\n"), link = folder.at("link.cutes");
  std::filesystem::create_symlink(real, link);
  std::filesystem::permissions(
      real, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write | std::filesystem::perms::group_write);
  const auto mode = std::filesystem::status(real).permissions();
  State a(Sheet{});
  open_file(a.workspace, a.view, a.session, a.host, link);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  save_or_ask(a.workspace, a.view, a.session, a.host);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(std::filesystem::status(real).permissions() == mode);
  CHECK(folder.text("real.cutes").find("A = 8:1") != std::string::npos);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 9:1"; });
  folder.file("real.cutes", "A = 16:1 and more\n");
  request_quit(a.workspace, a.view, a.host);
  save_asked(a.workspace, a.view, a.session, a.host);
  CHECK(a.view.dialog == Dialog::changed_on_disk);
  CHECK_FALSE(a.host.quit);
  CHECK(save_and_go_on(a.workspace, a.view, a.session, a.host, a.workspace.path()));
  CHECK(a.host.quit);
}

TEST_CASE("a cancelled question closes nothing later") {
  const Folder folder;
  State a(app_test::sheet_of({"A = 4:1"}));
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  request_quit(a.workspace, a.view, a.host);
  save_asked(a.workspace, a.view, a.session, a.host);
  CHECK(a.view.dialog == Dialog::save_as);
  cancel_asked(a.view);
  CHECK(save_and_go_on(a.workspace, a.view, a.session, a.host, folder.at("later.cutes")));
  CHECK_FALSE(a.host.quit);
}

TEST_CASE("paths are completed as far as they agree") {
  const Folder folder;
  for (const char* name : {"alpha.cutes", "alpine.cutes", "alp.txt", "kernel.cu", ".hidden.cutes"}) folder.file(name, "");
  std::filesystem::create_directories(folder.path / "sub");
  const auto in = [&](const std::string& s) { return folder.at(s); };
  CHECK(completed_path(in("a"), true) == in("alp"));
  CHECK(completed_path(in("alph"), true) == in("alpha.cutes"));
  CHECK(completed_path(in("s"), true) == in("sub/"));
  CHECK(completed_path(in("x"), true) == in("x"));
  CHECK(path_completions(in(""), true) == std::vector<std::string>{in("sub/"), in("alpha.cutes"), in("alpine.cutes"), in("kernel.cu")});
  CHECK(path_completions(in(".h"), true) == std::vector<std::string>{in(".hidden.cutes")});
  CHECK(path_completions("/no/such/folder/", true).empty());
}

TEST_CASE("a lesson in a background tab, and a sheet without a name, are called in the window's language") {
  State a(starter_sheet());
  run_command(a, "edit.insert");
  open_lesson(a.workspace, a.view, 0);
  run_command(a, "edit.insert");  // another sheet does not take its place
  start_sheet(a.workspace, a.view, Sheet{});
  REQUIRE(a.workspace.documents().size() == 3);
  run_command(a, "view.language");
  REQUIRE(a.view.texts.language() == Language::chinese);
  const auto documents = a.workspace.documents();
  CHECK(documents[0].title(a.view.texts) == "未命名");
  CHECK(documents[1].title(a.view.texts) == lesson_title(0, Language::chinese));
  CHECK(a.workspace.title(a.view.texts) == "未命名");
  CHECK(documents[1].sheet.entries.front().text == lesson_sheet(0, Language::chinese).entries.front().text);
}
