// Tests the recovery of unsaved sheets after a program was killed.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

#include "app/actions/documents.hpp"
#include "app/actions/recovering.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/state/state.hpp"
#include "app/storage/settings_store.hpp"
#include "tests/app/sheets.hpp"
#include "tests/wait.hpp"
#include "user_folders_in.hpp"

using namespace app;

namespace {

int recovery_files(const Folder& f) {
  int count = 0;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(f.at("state/recovery"), error)) count += file.path().extension() == ".json";
  return count;
}

/// Returns whether a recovery file has this text.
bool recovery_holds(const Folder& f, const std::string& text) {
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(f.at("state/recovery"), error))
    if (file.path().extension() == ".json" && f.text("state/recovery/" + file.path().filename().string()).find(text) != std::string::npos)
      return true;
  return false;
}

/// Runs a process with a window's keeper that types, reports that it has typed, and waits to be killed.
template <class Work>
void killed_process(Work work) {
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    [[maybe_unused]] const auto n = ::write(ready[1], "x", 1);
    for (;;) ::pause();
  }
  char c = 0;
  REQUIRE(::read(ready[0], &c, 1) == 1);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace

TEST_CASE("what is typed is soon on disk, and a later run after kill -9 finds it") {
  const Folder folder;
  const auto file = folder.file("kept.cutes", "B = 2:1\n");
  killed_process([&] {
    SettingsStore store(folders_in(folder));
    State a(starter_sheet());
    store.begin(a.workspace, a.view, a.session, a.host);
    open_file(a.workspace, a.view, a.session, a.host, file);
    start_sheet(a.workspace, a.view, app_test::sheet_of({"A = 4:1"}));
    insert_entry(a.workspace, a.view, "");
    const std::string text = "C = coalesce(A)";
    for (std::size_t n = 1; n <= text.size(); ++n) {
      a.workspace.edit(
          "edit", [&](Sheet& s) { s.entries[1].text = text.substr(0, n); }, "text");
      store.note(a.workspace, a.view, a.session, a.host);
    }
    (void)comes([&] { return recovery_holds(folder, "C = coalesce(A)"); });  // nobody asks for it
  });
  SettingsStore store(folders_in(folder));
  State a(starter_sheet());
  store.begin(a.workspace, a.view, a.session, a.host);
  CHECK(a.view.dialog == Dialog::recover);
  REQUIRE(a.session.left.size() == 1);
  CHECK(a.session.left[0].left.sheets.size() == 2);
  {  // a window that opens meanwhile does not offer the same
    SettingsStore other(folders_in(folder));
    State b(starter_sheet());
    other.begin(b.workspace, b.view, b.session, b.host);
    CHECK(b.session.left.empty());
  }
  recover_all(a.workspace, a.view, a.session, a.host);
  REQUIRE(a.workspace.documents().size() == 2);
  CHECK(a.workspace.active() == 1);
  CHECK(a.workspace.sheet().entries[1].text == "C = coalesce(A)");
  CHECK(a.view.selected == 1);
  CHECK(a.workspace.unsaved());
  CHECK(a.workspace.documents()[0].path == file);
  CHECK_FALSE(a.workspace.documents()[0].unsaved());
  store.note(a.workspace, a.view, a.session, a.host);
  CHECK(recovery_files(folder) == 1);  // ours has taken the place of theirs
  store.finish(a.workspace, a.view, a.session, a.host);
  CHECK(recovery_files(folder) == 0);
}

TEST_CASE("an unsaved change of a file is recovered beside what the file holds") {
  const Folder folder;
  const auto file = folder.file("x.cutes", "A = 4:1\n");
  killed_process([&] {
    State a(Sheet{});
    SettingsStore store(folders_in(folder));
    store.begin(a.workspace, a.view, a.session, a.host);
    open_file(a.workspace, a.view, a.session, a.host, file);
    a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
    store.note(a.workspace, a.view, a.session, a.host);
    (void)comes([&] { return recovery_holds(folder, "A = 8:1"); });
  });
  State a(Sheet{});
  SettingsStore store(folders_in(folder));
  store.begin(a.workspace, a.view, a.session, a.host);
  recover_all(a.workspace, a.view, a.session, a.host);
  CHECK(a.workspace.path() == file);
  CHECK(a.workspace.sheet().entries[0].text == "A = 8:1");
  CHECK(a.workspace.unsaved());
  CHECK(a.workspace.document().saved.entries[0].text == "A = 4:1");
  CHECK(folder.text("x.cutes") == "A = 4:1\n");
}

TEST_CASE("what is no sheet is recovered line by line") {
  State a(Sheet{});
  const std::string text = "@cutescope 1\nA = 4:1\n@view colour=of_a_later_version\n";
  a.session.left.push_back({"", {{{"", text, true, 0}}, 0, 0}, FileLock()});
  recover_all(a.workspace, a.view, a.session, a.host);
  std::string lines;
  for (const auto& e : a.workspace.sheet().entries) lines += e.text + "\n";
  CHECK(lines == text);
}

TEST_CASE("nothing is left by a run that ends orderly, saves, or undoes; and by one that lives nothing is offered") {
  const Folder folder;
  State a(app_test::sheet_of({"A = 4:1"}));
  SettingsStore store(folders_in(folder));
  store.begin(a.workspace, a.view, a.session, a.host);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  store.note(a.workspace, a.view, a.session, a.host);
  Recovery other(folder.at("state/recovery"));
  CHECK(comes([&] { return recovery_files(folder) == 1; }));
  CHECK(other.left_behind().empty());
  undo(a.workspace, a.view);
  store.note(a.workspace, a.view, a.session, a.host);
  CHECK(comes([&] { return recovery_files(folder) == 0; }));
  redo(a.workspace, a.view);
  store.finish(a.workspace, a.view, a.session, a.host);
  CHECK(recovery_files(folder) == 0);
}

TEST_CASE("discarded sheets are gone, put off they are offered again") {
  const Folder folder;
  killed_process([&] {
    State a(app_test::sheet_of({"A = 4:1"}));
    SettingsStore store(folders_in(folder));
    a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
    store.note(a.workspace, a.view, a.session, a.host);
    (void)comes([&] { return recovery_holds(folder, "A = 8:1"); });
  });
  for (int round = 0; round < 2; ++round) {
    State a(Sheet{});
    SettingsStore store(folders_in(folder));
    store.begin(a.workspace, a.view, a.session, a.host);
    REQUIRE(a.session.left.size() == 1);
    if (round == 1) discard_left(a.view, a.session);
    store.finish(a.workspace, a.view, a.session, a.host);
  }
  State a(Sheet{});
  SettingsStore store(folders_in(folder));
  store.begin(a.workspace, a.view, a.session, a.host);
  CHECK(a.session.left.empty());
  CHECK(a.view.dialog == Dialog::none);
}

TEST_CASE("where nothing can be written the user is told once, and goes on") {
  const Folder folder;
  folder.file("state", "a file where the folder should be");
  State a(app_test::sheet_of({"A = 4:1"}));
  SettingsStore store({folder.at("config"), folder.at("state")});
  store.begin(a.workspace, a.view, a.session, a.host);
  int told = 0;
  for (int i = 0; i < 3; ++i) {
    a.workspace.edit("edit", [&](Sheet& s) { s.entries[0].text += " "; });
    store.note(a.workspace, a.view, a.session, a.host);
    CHECK(comes([&] { return store.idle(); }));
    a.host.notice = {};
    store.note(a.workspace, a.view, a.session, a.host);
    told += a.host.notice.empty() ? 0 : 1;
  }
  CHECK(told == 1);
}

TEST_CASE("recovery files that are broken or of a later version are left alone") {
  CHECK_FALSE(left_sheets_from(""));
  CHECK_FALSE(left_sheets_from("[1,2]"));
  CHECK_FALSE(left_sheets_from("{\"cutescope_recovery\": 2, \"sheets\": []}"));
  CHECK_FALSE(left_sheets_from("{\"cutescope_recovery\": 1, \"sheets\": [{\"path\": 3}]}"));
  CHECK_FALSE(left_sheets_from("{\"cutescope_recovery\": 1, \"sheets\": [3]}"));
  const auto odd =
      left_sheets_from(R"({"cutescope_recovery": 1, "active": 1e300, "time": "x", "sheets": [{"text": "A = 4:1", "selected": 1e10}]})");
  CHECK(odd == LeftSheets{{{"", "A = 4:1", true, 0}}, 0, 0});
  const LeftSheets left{{{"/a/b.cutes", "A = 4:1\n# Größe 中文\n", true, 1}, {"/c.cutes", "", false, 0}}, 1, 1700000000};
  CHECK(left_sheets_from(to_json(left)) == left);
}

TEST_CASE("an end that cannot ask keeps unsaved sheets for the next run, and nothing else") {
  const Folder folder;
  const auto file = folder.file("x.cutes", "A = 4:1\n");
  const auto ended = [&](auto&& work) {
    State a(Sheet{});
    SettingsStore store(folders_in(folder));
    store.begin(a.workspace, a.view, a.session, a.host);
    open_file(a.workspace, a.view, a.session, a.host, file);
    work(a, store);
    store.keep(a.workspace, a.view, a.session, a.host);
  };
  ended([](State& a, SettingsStore&) { a.view.zoom = 1.5f; });
  CHECK(recovery_files(folder) == 0);
  CHECK(folder.text("config/settings.json").find("\"zoom\": 1.5") != std::string::npos);
  ended([](State& a, SettingsStore& store) {
    a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; });
    store.note(a.workspace, a.view, a.session, a.host);
    undo(a.workspace, a.view);
  });
  CHECK(recovery_files(folder) == 0);
  ended([](State& a, SettingsStore&) { a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 8:1"; }); });
  CHECK(recovery_holds(folder, "A = 8:1"));
  State next(Sheet{});
  SettingsStore store(folders_in(folder));
  store.begin(next.workspace, next.view, next.session, next.host);
  CHECK(next.view.dialog == Dialog::recover);
}
