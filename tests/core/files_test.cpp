// Tests the writing of files: whole or not at all, with the permissions they had before, and never through a link that another user has put
// there.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>

#include "algebra/language/evaluate.hpp"
#include "app/figures/export_settings.hpp"
#include "app/system/file_lock.hpp"
#include "app/system/files.hpp"
#include "app/system/new_file.hpp"
#include "tests/folder.hpp"

using namespace app;
namespace fs = std::filesystem;

namespace {

unsigned mode_of(const std::string& path) {
  struct stat there {};
  return ::stat(path.c_str(), &there) == 0 ? there.st_mode & 07777 : 0;
}

int files_in(const Folder& folder) { return static_cast<int>(std::distance(fs::directory_iterator(folder.path), {})); }

render::Diagram grid(std::int64_t side) {
  const auto value = algebra::evaluate("(" + std::to_string(side) + "," + std::to_string(side) + ")", {}, algebra::IntegerRule::math);
  return *render::describe(algebra::make_layout(std::get<algebra::IntTuple>(value->value)), "A", {});
}

}  // namespace

TEST_CASE("a file keeps its mode when it is replaced, and a new one follows the umask") {
  const Folder folder;
  const auto before = ::umask(0027);
  for (const unsigned mode : {0600u, 0640u, 0666u, 0755u}) {
    const auto path = folder.file("kept.cutes", "old");
    ::chmod(path.c_str(), mode);
    REQUIRE(write_file(path, "new"));
    CHECK(mode_of(path) == mode);
    REQUIRE(export_diagram(grid(4), {}, path));
    CHECK(mode_of(path) == mode);
  }
  REQUIRE(write_file(folder.at("new.cutes"), "new"));
  REQUIRE(export_diagram(grid(4), {}, folder.at("new.svg")));
  ::umask(before);
  CHECK(mode_of(folder.at("new.cutes")) == 0640);
  CHECK(mode_of(folder.at("new.svg")) == 0640);
}

TEST_CASE("while a file is written its folder has nothing that a link could have been put in the place of") {
  const Folder folder;
  const auto path = folder.file("a.svg", "old");
  // An attack that once worked: the temporary file's name was the number of the process, so a link could be put there first.
  const auto guessed = path + "." + std::to_string(::getpid()) + ".tmp";
  const auto victim = folder.file("victim", "mine");
  fs::create_symlink(victim, guessed);
  {
    NewFile file(path);
    CHECK(file.write("new"));
    CHECK(folder.text("a.svg") == "old");
    for (const auto& there : fs::directory_iterator(folder.path)) CHECK_FALSE(there.path().filename().string().starts_with(".cutescope-"));
    REQUIRE(file.keep() == 0);
  }
  CHECK(folder.text("a.svg") == "new");
  CHECK(folder.text("victim") == "mine");
  CHECK(fs::is_symlink(guessed));
  CHECK(files_in(folder) == 3);
}

TEST_CASE("a file that is not kept leaves nothing, whatever ends the program") {
  const Folder folder;
  const auto path = folder.file("a.svg", "old");
  {
    NewFile file(path);
    CHECK(file.write("new"));
  }
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGKILL}) {
    const auto child = ::fork();
    if (child == 0) {
      std::signal(signal, SIG_DFL);  // not the test's own
      NewFile file(path);
      file.write(std::string(100'000, 'x'));
      ::raise(signal);
      ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
  }
  CHECK(folder.text("a.svg") == "old");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("files are written whole or not at all") {
  const Folder folder;
  const auto path = folder.at("a.svg");
  REQUIRE(export_diagram(grid(4), {}, path));
  CHECK(folder.text("a.svg") == *render::export_bytes(grid(4), {}));
  CHECK(files_in(folder) == 1);  // nothing temporary is left

  const auto nowhere = folder.at("missing/a.svg");
  const auto failed = export_diagram(grid(4), {}, nowhere);
  REQUIRE_FALSE(failed);
  CHECK(failed.error() == "cannot write " + nowhere + ": No such file or directory");

  fs::create_directories(folder.path / "b.svg" / "full");
  const auto folder_there = export_diagram(grid(4), {}, folder.at("b.svg"));
  REQUIRE_FALSE(folder_there);
  CHECK(folder_there.error() == "cannot write " + folder.at("b.svg") + ": Is a directory");
  CHECK(files_in(folder) == 2);

  int calls = 0;
  CHECK_FALSE(export_diagram(grid(400), {}, folder.at("stopped.svg"), [&](double) { return ++calls < 3; }));
  CHECK_FALSE(export_diagram(grid(30'000), {}, folder.at("vast.svg")));
  CHECK(files_in(folder) == 2);
}

TEST_CASE("a name may be as long as the file system takes") {
  const Folder folder;
  const auto name = std::string(250, 'a') + ".svg";
  REQUIRE(write_file(folder.at(name), "a"));
  REQUIRE(write_file(folder.at(name), "b"));
  CHECK(folder.text(name) == "b");
}

TEST_CASE("what one may not write is not replaced, and a link to itself is an error") {
  const Folder folder;
  const auto path = folder.file("kept.cutes", "mine");
  fs::create_symlink("round", folder.path / "round");
  const auto failed = write_file(folder.at("round"), "new");
  REQUIRE_FALSE(failed);
  CHECK(failed.error() == "cannot write " + folder.at("round") + ": Too many levels of symbolic links");
  CHECK(fs::is_symlink(folder.path / "round"));
  fs::permissions(folder.path, fs::perms::all);
  ::chmod(path.c_str(), 0444);
  const auto child = ::fork();
  if (child == 0) {
    // The superuser may write everything.
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(2);
    NewFile file(path);
    file.write("theirs");
    ::_exit(file.keep() == EACCES ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(folder.text("kept.cutes") == "mine");
}

TEST_CASE("whoever keeps a folder locked does not keep others waiting for ever") {
  const Folder folder;
  const auto first = FileLock::to_write(folder.at("a.cutes"));
  const auto begin = std::chrono::steady_clock::now();
  const auto second = FileLock::to_write(folder.at("b.cutes"), std::chrono::milliseconds(50));
  const auto waited = std::chrono::steady_clock::now() - begin;
  CHECK(waited >= std::chrono::milliseconds(50));
  CHECK(waited < std::chrono::seconds(9));
}

TEST_CASE("through a link its file is replaced; pipes and devices are written into") {
  const Folder folder;
  folder.file("target", "old");
  fs::create_symlink("target", folder.path / "link");
  fs::create_symlink("not there yet", folder.path / "dangling");
  REQUIRE(write_file(folder.at("link"), "new"));
  REQUIRE(write_file(folder.at("dangling"), "new"));
  CHECK(fs::is_symlink(folder.path / "link"));
  CHECK(folder.text("target") == "new");
  CHECK(folder.text("not there yet") == "new");

  REQUIRE(::mkfifo(folder.at("pipe").c_str(), 0600) == 0);
  const int reader = ::open(folder.at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(write_file(folder.at("pipe"), "through"));
  char read[16] = {};
  CHECK(::read(reader, read, sizeof read) == 7);
  CHECK(std::string(read) == "through");
  ::close(reader);
  CHECK(fs::is_fifo(folder.path / "pipe"));

  const auto full = write_file("/dev/full", "a");
  REQUIRE_FALSE(full);
  CHECK(full.error() == "cannot write /dev/full: No space left on device");
}
