// Tests the files that `check` takes from a folder and from a compilation database.

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "app/tools/check_baseline.hpp"
#include "app/tools/check_sources.hpp"
#include "tests/folder.hpp"

using namespace app;

TEST_CASE("a folder is its sheets and programs, in the order of their paths, without what is hidden") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "in" / ".git");
  std::filesystem::create_directories(folder.path / "empty");
  for (const auto* name : {"in/b.cu", "in/a.cutes", "in/notes.txt", "in/.git/c.cu", "in/.d.cu"}) REQUIRE(write_file(folder.at(name), ""));
  const auto found = check_sources({folder.at("in"), folder.at("in/b.cu"), "1:1.cu"});
  REQUIRE(found);
  REQUIRE(found->all.size() == 3);
  CHECK(found->all[0].path == folder.at("in/a.cutes"));
  CHECK(found->all[1].path == folder.at("in/b.cu"));
  CHECK(found->all[2].path == "1:1.cu");
  const auto none = check_sources({folder.at("empty")});
  REQUIRE_FALSE(none);
  CHECK(none.error().text() == "there is no sheet and no program in the folder " + folder.at("empty"));
}

TEST_CASE("a pattern is of a name, or of a path with what lies beneath it") {
  struct Case {
    const char *pattern, *path;
    bool matches;
  };
  for (const auto& [pattern, path, matches] : {Case{"third_party", "a/third_party/b.cu", true},
                                               {"third_party/", "third_party/b.cu", true},
                                               {"*.py", "a/b.py", true},
                                               {"*.py", "a/b.pyc", false},
                                               {"?.cu", "a/b.cu", true},
                                               {"?.cu", "ab.cu", false},
                                               {"tests/**/*.py", "tests/a.py", true},
                                               {"tests/**/*.py", "tests/x/y/a.py", true},
                                               {"tests/*.py", "tests/x/a.py", false},
                                               {"./a/b", "a/b/c.cu", true},
                                               {"a/b", "x/a/b/c.cu", false},
                                               {"**/b", "x/a/b/c.cu", true},
                                               {"", "a.cu", false}}) {
    CAPTURE(pattern);
    CAPTURE(path);
    CHECK(matches_path(pattern, path) == matches);
  }
}

TEST_CASE("what is excluded is not looked at, and a file with two names is looked at once") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "in" / "third_party");
  for (const auto* name : {"in/b.cu", "in/a.cutes", "in/third_party/c.cu", "other.cu"}) REQUIRE(write_file(folder.at(name), ""));
  std::filesystem::create_symlink("b.cu", folder.path / "in" / "link.cu");
  std::filesystem::create_symlink("../other.cu", folder.path / "in" / "other.cu");
  const auto paths = [&](const std::vector<std::string>& excluded) {
    std::vector<std::string> all;
    const auto sources = check_sources({folder.at("in")}, excluded).value();
    for (const auto& source : sources.all)
      all.push_back(std::filesystem::path(source.path).lexically_relative(folder.path / "in").string());
    return all;
  };
  CHECK(paths({}) == std::vector<std::string>{"a.cutes", "b.cu", "other.cu", "third_party/c.cu"});
  CHECK(paths({"third_party", "*.cutes"}) == std::vector<std::string>{"b.cu", "other.cu"});
  CHECK(check_sources({folder.at("in")}, {"*"}).error().text() == "--exclude leaves out all files");
}

TEST_CASE("the words of a program say whether it has to do with CuTe") {
  CHECK(words_of_cute("#include <cute/tensor.hpp>") == CuteWords::certain);
  CHECK(words_of_cute("import cutlass.cute as c") == CuteWords::certain);
  CHECK(words_of_cute("auto a = make_layout(_8{});") == CuteWords::certain);
  CHECK(words_of_cute("return inner_product(a, b);") == CuteWords::some);
  CHECK(words_of_cute("std::vector<std::int32_t> v(3, 8); // so cute. A vector.") == CuteWords::none);
}

TEST_CASE("a baseline knows as many findings as it lists, wherever they stand") {
  const Folder folder;
  const auto file = folder.file("a.cu", "");
  const auto path = folder.at("known.jsonl");
  const auto finding = [&](std::size_t line, const char* rule) {
    return Finding{.rule = rule, .message = "It is wrong.", .place = {.file = file, .line = line, .column = 1}};
  };
  auto written = CheckBaseline::to_write(path);
  CHECK(written.knows(finding(3, "contract")));
  REQUIRE(written.write());
  CHECK(read_file(path, 1 << 20).value() == "{\"file\":\"a.cu\",\"rule\":\"contract\",\"text\":\"It is wrong.\"}\n");
  auto baseline = CheckBaseline::read(path).value();
  CHECK(baseline.count_missing({file}) == 1);
  CHECK(baseline.count_missing({}) == 0);
  CHECK(baseline.knows(finding(7, "contract")));
  CHECK_FALSE(baseline.knows(finding(9, "contract")));
  CHECK_FALSE(baseline.knows(finding(7, "problem")));
  CHECK(baseline.known() == 1);
  CHECK(baseline.count_missing({file}) == 0);
  REQUIRE(write_file(path, "{}\n"));
  CHECK(CheckBaseline::read(path).error().text() == path + " is not a baseline: line 1 is not a finding, as --write-baseline writes it");
  CHECK_FALSE(CheckBaseline::read(folder.at("nowhere")));
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
          "x.json is not a compilation database: it is not an array of commands, as CMake and Bear write it");
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
    // A given NDEBUG that the program does not use is not reported as unused.
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
  // A database that cannot be read gives no command.
  folder.file("src/build/compile_commands.json", "{");
  CHECK_FALSE(compile_command_of(folder.at("src/kernels/a.cu")));
}

TEST_CASE("what would be an option of a compiler is no source, and what is too much is not read") {
  const auto error = [](const std::string& text) {
    const auto found = compiled_sources(text, "/w/db.json");
    return found ? std::string() : found.error().text();
  };
  for (const std::string name : {"@a.cu", "-a.cu"})
    CHECK(error(R"([{"file": ")" + name + R"("}])") ==
          "/w/db.json is not read: its file " + name + " looks like an option of a compiler; write ./" + name);
  CHECK(compiled_sources(R"([{"file": "./@a.cu", "directory": "inner"}])", "/w/db.json")->front().path == "/w/inner/@a.cu");
  const std::string long_command(2 << 20, 'x');
  CHECK(error(R"([{"file": "a.cu", "command": ")" + long_command + R"("}])") ==
        "/w/db.json is not read: a command in it is longer than 1048576 bytes");
  std::string many = "[";
  for (int i = 0; i < 500'000; ++i) many += "\"\",";
  CHECK(error(R"([{"file": "a.cu", "arguments": )" + many + R"("", ""]}])").empty());
  for (int i = 0; i < 600'000; ++i) many += "\"\",";
  CHECK(error(R"([{"file": "a.cu", "arguments": )" + many + R"("", ""]}])").find("longer than") != std::string::npos);
  std::string sources = "[";
  for (int i = 0; i <= 200'000; ++i) sources += R"({"file":"a.cu"},)";
  CHECK(error(sources + "{}]") == "/w/db.json is not read: it has more than 200000 sources");
  CHECK(error(std::string(1 << 20, '[')) ==
        "/w/db.json is not a compilation database: it is not an array of commands, as CMake and Bear write it");
  // Keys and strings at places where they have no meaning are ignored.
  const auto odd = compiled_sources(R"([["file", "b.cu", "command", "-DX"], {"file": "a.cu", "other": {"file": "c.cu", "command": "-DY"},
    "arguments": ["-DA", ["-DB"], {"command": "-DC"}, "-DD"], "command": {"arguments": ["-DE"]}}])",
                                    "/w/db.json");
  REQUIRE(odd);
  REQUIRE(odd->size() == 1);
  CHECK(odd->front().path == "/w/a.cu");
  CHECK(odd->front().macros == MacroSettings{{"A", "1"}, {"D", "1"}});
}

TEST_CASE("a standard that is none is not taken from a database") {
  const auto of = [](const std::string& option) {
    return compiled_sources(R"([{"file": "a.cu", "command": "c++ -std=c++20 )" + option + R"("}])", "/w/db.json")
        ->front()
        .compiled_as.standard;
  };
  for (const std::string taken : {"gnu++2b", "c++17", "gnu++23"}) CHECK(of("-std=" + taken) == taken);
  for (const auto* left : {"-std=-fplugin=x.so", "-std=c++17,-load", "-std=@file", "--std ../c++", "-std=c++17-and-a-long-one"})
    CHECK(of(left) == "c++20");
}

TEST_CASE("a database that is no file, or a very large one, is not waited for, and the program says that it was read without it") {
  const Folder folder;
  const auto path = folder.file("a.cu", "int main() { auto a = make_layout(Int<4>{}); }\n");
  const auto database = folder.at("compile_commands.json");
  const auto opened = [&] {
    const auto begin = std::chrono::steady_clock::now();
    const auto sheet = load_sheet(path);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
    REQUIRE(sheet);
    return sheet->entries.front().text;
  };
  const auto plain = opened();
  REQUIRE(::mkfifo(database.c_str(), 0600) == 0);
  CHECK(opened() == plain + " · cannot read " + database + ": it is not a file; the program is read without it");
  std::filesystem::remove(database);
  // 62 MB, which take no room on the disk.
  std::filesystem::resize_file(folder.file("compile_commands.json", ""), 62'000'000);
  CHECK(opened() == plain + " · cannot read " + database + ": larger than 33554432 bytes; the program is read without it");
  folder.file("compile_commands.json", R"([{"directory": ".", "file": "a.cu", "command": "nvcc -DN=1"}])");
  CHECK(opened() == plain);
  // If the nearest database is broken, one further out is used.
  std::filesystem::create_directory(folder.path / "build");
  folder.file("compile_commands.json", "{");
  folder.file("build/compile_commands.json", R"([{"directory": "..", "file": "a.cu", "command": "nvcc -DN=1"}])");
  CHECK(as_commanded(path, {}, {}).macros == MacroSettings{{"N", "1"}});
}
