// Which files `check` is given by a folder and by a compilation database.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/check_sources.hpp"
#include "app/import/program.hpp"
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

TEST_CASE("a program is read as the nearest compilation database says, unless somebody says otherwise") {
  const Folder folder;
  for (const auto* inner : {"src/.git", "src/kernels", "src/other", "src/build", "lib"})
    std::filesystem::create_directories(folder.path / inner);
  folder.file("lib/sizes.h", "constexpr int n = N;\n");
  folder.file("src/kernels/a.cu", "#include \"sizes.h\"\nint main() { auto a = make_layout(Int<n>{}); }\n");
  folder.file("src/kernels/a.h", "");
  folder.file("src/build/compile_commands.json", R"([
    {"directory": "..", "file": "other/b.cu", "command": "nvcc -DN=1"},
    {"directory": "..", "file": "kernels/a.cu", "command": "nvcc -I../lib -DN=4 -DNDEBUG -std=c++20 -arch=sm_90a -c kernels/a.cu"}])");
  const auto command = compile_command_of(folder.at("src/kernels/a.cu"));
  REQUIRE(command);
  CHECK(command->compiled_as.standard == "c++20");
  CHECK(command->compiled_as.architecture == "sm_90a");
  // A header is in no database: it is compiled as its neighbour is.
  const auto of_header = compile_command_of(folder.at("src/kernels/a.h"));
  REQUIRE(of_header);
  CHECK(of_header->path == folder.at("src/kernels/a.cu"));
  CHECK_FALSE(compile_command_of(folder.at("src/kernels/c.cu")));
  // Beyond the repository nothing is of it.
  folder.file("compile_commands.json", R"([{"directory": ".", "file": "src/kernels/c.cu", "command": "nvcc -DN=1"}])");
  CHECK_FALSE(compile_command_of(folder.at("src/kernels/c.cu")));

  const auto read = [&](const MacroSettings& macros) {
    const auto path = folder.at("src/kernels/a.cu");
    const auto program = read_program(read_file(path, 1 << 20).value(), ProgramLanguage::cpp, path, {}, macros);
    // That NDEBUG is never asked for is nobody's mistake.
    CHECK(program.unused_macros.empty());
    const auto n = std::ranges::find(program.definitions, "n", &ProgramDefinition::name);
    REQUIRE(n != program.definitions.end());
    return n->text;
  };
  CHECK(read({}) == "4");
  CHECK(read({{"N", "16"}}) == "16");
  const auto said = as_commanded(folder.at("src/kernels/a.cu"), {}, {}, {.architecture = "sm_100a"});
  CHECK(said.compiled_as.architecture == "sm_100a");
  CHECK(said.compiled_as.standard == "c++20");
  // What cannot be read says nothing.
  folder.file("src/build/compile_commands.json", "{");
  CHECK_FALSE(compile_command_of(folder.at("src/kernels/a.cu")));
}
