// Which files `check` is given by a folder and by a compilation database.

#include <doctest/doctest.h>

#include <filesystem>

#include "app/cli/check_sources.hpp"
#include "app/system/files.hpp"
#include "tests/folder.hpp"

using namespace app;

TEST_CASE("a folder is its sheets and programs, in the order of their paths, without what is hidden") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "in" / ".git");
  std::filesystem::create_directories(folder.path / "empty");
  for (const auto* name : {"in/b.cu", "in/a.cutes", "in/notes.txt", "in/.git/c.cu", "in/.d.cu"}) REQUIRE(write_file(folder.at(name), ""));
  const auto found = check_sources({folder.at("in"), folder.at("in/b.cu"), "1:1.cu"});
  REQUIRE(found);
  REQUIRE(found->size() == 3);
  CHECK((*found)[0].path == folder.at("in/a.cutes"));
  CHECK((*found)[1].path == folder.at("in/b.cu"));
  CHECK((*found)[2].path == "1:1.cu");
  const auto none = check_sources({folder.at("empty")});
  REQUIRE_FALSE(none);
  CHECK(none.error().text() == "there is no sheet and no program in the folder " + folder.at("empty"));
}

TEST_CASE("a compilation database says where a source's includes lie, what macros it is given, and for what it is compiled") {
  const auto found = compiled_sources(R"([
    {"directory": "/w", "file": "src/a.cu",
     "command": "nvcc -I inc -I/abs -isystem 'a b' -DN=4 -D \"TEXT=\\\"x y\\\"\" -UQ -gencode arch=compute_90a,code=sm_90a -c src/a.cu"},
    {"directory": "/w", "file": "/w/b.cpp", "arguments": ["g++", "-DDEBUG", "--gpu-architecture", "sm_80",
     "-std=c++20", "-stdlib=libc++", "b.cpp", 7]},
    {"directory": "/w", "file": "c.py"}, {"directory": "/w"}, 3, null, {"file": 4}
  ])",
                                      "/w/compile_commands.json");
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  const auto& a = (*found)[0];
  CHECK(a.path == "/w/src/a.cu");
  CHECK(a.folders == std::vector<std::string>{"/w/inc", "/abs", "/w/a b"});
  CHECK(a.macros == MacroSettings{{"N", "4"}, {"TEXT", "\"x y\""}, {"Q", std::nullopt}});
  CHECK(a.compiled_as.architecture == "sm_90a");
  CHECK(a.compiled_as.standard.empty());
  CHECK((*found)[1].macros == MacroSettings{{"DEBUG", "1"}});
  CHECK((*found)[1].compiled_as.architecture == "sm_80");
  CHECK((*found)[1].compiled_as.standard == "c++20");
}

TEST_CASE("what is no compilation database is a sentence") {
  for (const auto* text : {"", "{}", "[", "7", "\xff\xfe", R"([{"file": )"})
    CHECK(compiled_sources(text, "x.json").error().text() ==
          "x.json is no compilation database: it is no array of commands, as CMake and Bear write it");
  CHECK(compiled_sources(R"([{"file": "a.txt"}, 1])", "x.json").error().text() == "x.json: none of its commands compiles a C++ program");
  CHECK_FALSE(check_sources({"/nowhere/compile_commands.json"}));
}
