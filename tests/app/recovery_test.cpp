// What is left of unsaved sheets when a program is killed.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

#include "app/state/app.hpp"
#include "app/storage/keeper.hpp"
#include "tests/wait.hpp"
#include "user_folders_in.hpp"

using namespace app;

namespace {

Sheet one_line(const std::string& text) {
  Sheet s;
  s.entries.emplace_back().text = text;
  return s;
}

int recovery_files(const Folder& f) {
  int count = 0;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(f.at("state/recovery"), error)) count += file.path().extension() == ".json";
  return count;
}

/// Whether what is written down for a recovery has this text.
bool recovery_holds(const Folder& f, const std::string& text) {
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(f.at("state/recovery"), error))
    if (file.path().extension() == ".json" && f.text("state/recovery/" + file.path().filename().string()).find(text) != std::string::npos)
      return true;
  return false;
}

/// A process with a window's keeper that types, says so, and waits to be killed.
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
    Keeper keeper(folders_in(folder));
    App a(starter_sheet());
    keeper.begin(a);
    a.open(file);
    a.start_new(one_line("A = 4:1"));
    a.insert_entry("");
    const std::string text = "C = coalesce(A)";
    for (std::size_t n = 1; n <= text.size(); ++n) {
      a.edit([&](Sheet& s) { s.entries[1].text = text.substr(0, n); }, "text");
      keeper.note(a);
    }
    (void)comes([&] { return recovery_holds(folder, "C = coalesce(A)"); });  // nobody asks for it
  });
  Keeper keeper(folders_in(folder));
  App a(starter_sheet());
  keeper.begin(a);
  CHECK(a.dialog == Dialog::recover);
  REQUIRE(a.session().left.size() == 1);
  CHECK(a.session().left[0].left.sheets.size() == 2);
  {  // a window that opens meanwhile does not offer the same
    Keeper other(folders_in(folder));
    App b(starter_sheet());
    other.begin(b);
    CHECK(b.session().left.empty());
  }
  recover_all(a);
  REQUIRE(a.documents().size() == 2);
  CHECK(a.active() == 1);
  CHECK(a.sheet().entries[1].text == "C = coalesce(A)");
  CHECK(a.selected == 1);
  CHECK(a.unsaved());
  CHECK(a.documents()[0].path == file);
  CHECK_FALSE(a.documents()[0].unsaved());
  keeper.note(a);
  CHECK(recovery_files(folder) == 1);  // ours has taken the place of theirs
  keeper.finish(a);
  CHECK(recovery_files(folder) == 0);
}

TEST_CASE("an unsaved change of a file is recovered beside what the file holds") {
  const Folder folder;
  const auto file = folder.file("x.cutes", "A = 4:1\n");
  killed_process([&] {
    App a(Sheet{});
    Keeper keeper(folders_in(folder));
    keeper.begin(a);
    a.open(file);
    a.edit([](Sheet& s) { s.entries[0].text = "A = 8:1"; });
    keeper.note(a);
    (void)comes([&] { return recovery_holds(folder, "A = 8:1"); });
  });
  App a(Sheet{});
  Keeper keeper(folders_in(folder));
  keeper.begin(a);
  recover_all(a);
  CHECK(a.path() == file);
  CHECK(a.sheet().entries[0].text == "A = 8:1");
  CHECK(a.unsaved());
  CHECK(a.document().saved.entries[0].text == "A = 4:1");
  CHECK(folder.text("x.cutes") == "A = 4:1\n");
}

TEST_CASE("nothing is left by a run that ends orderly, saves, or undoes; and by one that lives nothing is offered") {
  const Folder folder;
  App a(one_line("A = 4:1"));
  Keeper keeper(folders_in(folder));
  keeper.begin(a);
  a.edit([](Sheet& s) { s.entries[0].text = "A = 8:1"; });
  keeper.note(a);
  Recovery other(folder.at("state/recovery"));
  CHECK(comes([&] { return recovery_files(folder) == 1; }));
  CHECK(other.left_behind().empty());
  a.undo();
  keeper.note(a);
  CHECK(comes([&] { return recovery_files(folder) == 0; }));
  a.redo();
  keeper.finish(a);
  CHECK(recovery_files(folder) == 0);
}

TEST_CASE("discarded sheets are gone, put off they are offered again") {
  const Folder folder;
  killed_process([&] {
    App a(one_line("A = 4:1"));
    Keeper keeper(folders_in(folder));
    a.edit([](Sheet& s) { s.entries[0].text = "A = 8:1"; });
    keeper.note(a);
    (void)comes([&] { return recovery_holds(folder, "A = 8:1"); });
  });
  for (int round = 0; round < 2; ++round) {
    App a(Sheet{});
    Keeper keeper(folders_in(folder));
    keeper.begin(a);
    REQUIRE(a.session().left.size() == 1);
    if (round == 1) discard_left(a);
    keeper.finish(a);
  }
  App a(Sheet{});
  Keeper keeper(folders_in(folder));
  keeper.begin(a);
  CHECK(a.session().left.empty());
  CHECK(a.dialog == Dialog::none);
}

TEST_CASE("where nothing can be written the user is told once, and goes on") {
  const Folder folder;
  folder.file("state", "a file where the folder should be");
  App a(one_line("A = 4:1"));
  Keeper keeper({folder.at("config"), folder.at("state")});
  keeper.begin(a);
  int told = 0;
  for (int i = 0; i < 3; ++i) {
    a.edit([&](Sheet& s) { s.entries[0].text += " "; });
    keeper.note(a);
    CHECK(comes([&] { return keeper.idle(); }));
    a.notice.clear();
    keeper.note(a);
    told += a.notice.empty() ? 0 : 1;
  }
  CHECK(told == 1);
}

TEST_CASE("recovery files that are broken or of a later version are left alone") {
  CHECK_FALSE(left_sheets_from(""));
  CHECK_FALSE(left_sheets_from("[1,2]"));
  CHECK_FALSE(left_sheets_from("{\"cutescope_recovery\": 2, \"sheets\": []}"));
  CHECK_FALSE(left_sheets_from("{\"cutescope_recovery\": 1, \"sheets\": [{\"path\": 3}]}"));
  CHECK_FALSE(left_sheets_from("{\"cutescope_recovery\": 1, \"sheets\": [3]}"));
  const LeftSheets left{{{"/a/b.cutes", "A = 4:1\n# Größe 中文\n", true, 1}, {"/c.cutes", "", false, 0}}, 1, 1700000000};
  CHECK(left_sheets_from(to_json(left)) == left);
}
