// Tests programs in several files, and the values of a header's template arguments where the header does not give them.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/document/evaluation.hpp"
#include "app/import/headers_together.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

/// By name the values of the definitions of the file itself; "? why" of those that have none.
std::map<std::string, std::string> values_of(const std::string& path, const ProgramFolders& folders = {},
                                             const ProgramSettings& settings = {}) {
  const auto program = read_program(read_file(path, 1 << 20).value(), ProgramLanguage::cpp, path, settings, {}, folders);
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, path));
  std::map<std::string, std::string> all;
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto& d = program.definitions[i];
    const auto& r = evaluator.results()[i + 1];
    if (d.file.empty())
      all.emplace(d.name, r.value() != nullptr ? algebra::to_string(*r.value(), algebra::Marks::underscores) : "? " + d.problem.text());
  }
  return all;
}

const std::string traits = "#pragma once\ntemplate <int M> struct Traits { using L = Layout<Shape<Int<M>, _8>>; };\n";

}  // namespace

TEST_CASE("what a source includes beneath its folder is read with it, and lines are those of each file") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "inner");
  folder.file("inner/traits.h", traits);
  const auto main = folder.file("main.cu", "#include \"inner/traits.h\"\n\nint main() { auto a = Traits<4>::L{}; }\n");
  CHECK(values_of(main)["a"] == "(_4,_8):(_1,_4)");
  const auto program = read_program(read_file(main, 1000).value(), ProgramLanguage::cpp, main);
  std::vector<std::size_t> lines;
  for (const auto& d : program.definitions) {
    if (d.name == "a") CHECK(d.line == 3);
    if (d.name != "L") continue;
    CHECK(d.line == 1);
    CHECK(d.file_line == 2);
    CHECK(d.file.ends_with("inner/traits.h"));
  }
}

TEST_CASE("a file above the folder is read only where -I says so") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "a");
  std::filesystem::create_directories(folder.path / "b");
  folder.file("b/traits.h", traits);
  const auto above = folder.file("a/above.cu", "#include \"../b/traits.h\"\nint main() { auto a = Traits<4>::L{}; }\n");
  CHECK(values_of(above)["a"].starts_with("?"));
  CHECK(values_of(above, {.include = {folder.at("b")}})["a"] == "(_4,_8):(_1,_4)");
  const auto named = folder.file("a/named.cu", "#include \"traits.h\"\nint main() { auto a = Traits<4>::L{}; }\n");
  CHECK(values_of(named)["a"].starts_with("?"));
  CHECK(values_of(named, {.include = {folder.at("b")}})["a"] == "(_4,_8):(_1,_4)");
  CHECK(values_of(named, {.beside = {folder.at("b/traits.h")}})["a"] == "(_4,_8):(_1,_4)");
}

TEST_CASE("files that include each other end") {
  const Folder folder;
  folder.file("b.h", "#include \"a.h\"\nusing B = Layout<_2>;\n");
  const auto a = folder.file("a.h", "#include \"b.h\"\n#include \"a.h\"\nusing A = Layout<Shape<_3>>;\n");
  CHECK(values_of(a)["A"] == "(_3):(_1)");
}

TEST_CASE("a header's templates are as a file of its folder uses them") {
  const Folder folder;
  const auto kernel = folder.file("kernel.h",
                                  "#pragma once\nnamespace ns {\ntemplate <class T, bool B> __device__ void body(int n) {\n"
                                  "  auto a = typename T::L{};\n  auto b = make_layout(Int<B ? 2 : 3>{});\n}\n}\n");
  folder.file("traits.h", traits);
  CHECK(values_of(kernel)["a"].starts_with("?"));
  folder.file("launch.h",
              "#include \"kernel.h\"\n#include \"traits.h\"\n"
              "#define SWITCH(c, N, ...) [&] { if (c) { constexpr static bool N = true; return __VA_ARGS__(); } else { constexpr static "
              "bool N = false; return __VA_ARGS__(); } }()\n"
              "template <class T, bool B> __global__ void run(int n) { ns::body<T, B>(n); }\n"
              "template <class T> void launch(int* p) { SWITCH(p != nullptr, Even, [&] { auto k = &run<T, Even>; k<<<1, 32>>>(4); }); }\n"
              "template <int N> void entry(int* p);\n");
  folder.file("kernel_64_more.cu", "#include \"launch.h\"\ntemplate <> void entry<64>(int* p) { launch<Traits<64>>(p); }\n");
  folder.file("kernel_16.cu", "#include \"launch.h\"\ntemplate <> void entry<16>(int* p) { launch<Traits<16>>(p); }\n");
  auto values = values_of(kernel);
  CHECK(values["a"] == "(_16,_8):(_1,_16)");
  CHECK((values["b"] == "_2:_1" || values["b"] == "_3:_1"));
  CHECK(values_of(kernel, {.beside = {folder.at("kernel_64_more.cu")}})["a"] == "(_64,_8):(_1,_64)");
  CHECK(values_of(kernel, {.users = false})["a"].starts_with("?"));
}

TEST_CASE("an explicit instantiation says what a function's arguments are") {
  const Folder folder;
  const auto file = folder.file("a.cu",
                                "template <int N, bool B> void f(int& n) { auto a = make_layout(Int<N>{}); }\n"
                                "template void f<24, true>(int& n);\n");
  CHECK(values_of(file)["a"] == "_24:_1");
}

TEST_CASE("members of a template are as the program makes it, whoever calls them") {
  const Folder folder;
  const auto file =
      folder.file("a.cu",
                  "template <class Tile> struct Loop {\n  using L = decltype(make_layout(Tile{}));\n"
                  "  __device__ void mma() { auto a = L{}; }\n};\nusing Mine = Loop<Shape<_4, _2>>;\nint main() { Mine m; }\n");
  CHECK(values_of(file)["a"] == "(_4,_2):(_1,_4)");
}

TEST_CASE("a type that nothing gives is set by its name") {
  const Folder folder;
  const auto file = folder.file("a.h", "template <class TileShape> struct Loop { using L = decltype(make_layout(TileShape{})); };\n");
  CHECK(values_of(file)["L"] == "? the program does not define TileShape: use --set TileShape=TYPE");
  CHECK(values_of(file, {}, {{"TileShape", "Shape<_128,_64>"}})["L"] == "(_128,_64):(_1,_128)");
}

TEST_CASE(">= in the arguments of a template, CuTe's selectors and words") {
  const Folder folder;
  const auto file = folder.file(
      "a.cu",
      "template <int N> struct T {\n  using A = std::conditional_t<N >= 90, Layout<_4>, Layout<_2>>;\n"
      "  using Mma = decltype(make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, Int<N>, _64>>()));\n"
      "  using Wide = decltype(make_tiled_mma(GMMA::rs_op_selector<bfloat16_t, bfloat16_t, float, Shape<_64, _128, _64>, GMMA::Major::K, "
      "GMMA::Major::MN>()));\n"
      "};\nint main() { T<96> t; auto d = cute::conditional_return<(1 > 2)>(make_layout(_3{}), make_layout(_5{}));\n"
      "  auto u = logical_divide(make_layout(_8{}), Shape<_2>{}); auto p = make_tensor<bool>(Shape<_4>{}); }\n");
  auto values = values_of(file);
  CHECK(values["A"] == "_4:_1");
  CHECK(values["Mma"].find("SM90_64x96x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>") != std::string::npos);
  CHECK(values["Wide"].find("SM90_64x128x16_F32BF16BF16_RS<GMMA::Major::K,GMMA::Major::MN>") != std::string::npos);
  CHECK(values["d"] == "_5:_1");
  CHECK(values["p"].ends_with("(_4):(_1)"));
  // 176 columns are 11 x 16 without the macro and one instruction with it, so the value is unknown.
  const auto narrow = folder.file("b.cu",
                                  "using Narrow = decltype(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, Int<176>, _64>>());\n"
                                  "auto mma = make_tiled_mma(Narrow{});\n");
  CHECK(values_of(narrow)["mma"].starts_with("? "));
}

TEST_CASE("headers that are named together are read once, and each has its part: its own definitions and what these need") {
  const Folder folder;
  const auto a = folder.file("a.h", "#pragma once\nusing Tile = Layout<Shape<_4, _8>>;\n#ifdef WIDE\n#endif\n");
  const auto b = folder.file("b.h", "#pragma once\n\n#include \"a.h\"\nusing Twice = decltype(make_layout(Tile{}, Layout<_2>{}));\n");
  const auto c = folder.file("c.h", "#pragma once\nstruct Nothing {};\n");
  const auto one = folder.file("one.h", "using L = Layout<_3>;\n");
  const HeadersTogether together({b, a, c}, {}, {}, {});
  const auto part = [&](const std::string& path) {
    std::string all;
    const auto program = together.of(path).value();
    for (const auto& d : program.definitions)
      all += d.name + (d.file.empty() ? "" : " of " + std::filesystem::path(d.file).filename().string()) + "; ";
    return all;
  };
  CHECK(part(a) == "Tile; ");
  CHECK(part(b) == "Tile of a.h; Twice; ");
  CHECK(part(c).empty());
  const auto of_a = together.of(a).value(), of_b = together.of(b).value();
  CHECK(of_a.definitions.at(0).line == 2);
  CHECK(of_b.definitions.at(1).line == 4);
  CHECK(of_b.definitions.at(0).file_line == 2);
  // A macro needed by one program is not requested by the others.
  REQUIRE(of_a.macros.size() == 1);
  CHECK(of_a.macros[0].line == 3);
  CHECK(of_b.macros.empty());
  // As each is read alone.
  for (const auto& path : {a, b}) {
    const auto alone = read_program(read_file(path, 1000).value(), ProgramLanguage::cpp, path).definitions;
    const auto part_of = together.of(path).value().definitions;
    for (const auto& d : alone) {
      if (!d.file.empty()) continue;
      CAPTURE(d.name);
      CHECK(std::count_if(part_of.begin(), part_of.end(),
                          [&](const auto& p) { return p.name == d.name && p.text == d.text && p.line == d.line && p.file.empty(); }) == 1);
    }
  }
  CHECK_FALSE(together.of(one));
  CHECK_FALSE(HeadersTogether({a}, {}, {}, {}).of(a));
}

TEST_CASE("what is in a namespace is found from wherever a long program is cut, and where its brackets match its indents cut nothing") {
  std::string text = "namespace a {\nnamespace b {\ntemplate <int N>\nstruct S {\nstatic int run() {\n  return N;\n}\n};\n";
  for (int i = 0; i < 4000; ++i) text += "inline int f" + std::to_string(i) + "() { return " + std::to_string(i) + "; }\n";
  text += "template <class L> auto doubled(L l) { return make_layout(l, make_layout(Int<2>{})); }\n}\n}\n";
  text +=
      "namespace a {\nvoid host() {\n  auto x = b::doubled(Layout<_4>{});\n  auto y = make_layout(b::f3999());\n"
      "  auto z = make_layout(b::S<7>::run());\n}\n}\n";
  std::map<std::string, std::string> found;
  const auto program = read_cpp_program(text);
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, "long.cu"));
  for (std::size_t i = 0; i < program.definitions.size(); ++i)
    if (const auto* value = evaluator.results()[i + 1].value())
      found.emplace(program.definitions[i].name, algebra::to_string(*value, algebra::Marks::underscores));
  CHECK(found["x"] == "(_4,_2):(_1,_1)");
  CHECK(found["y"] == "3999:_1");
  CHECK(found["z"] == "7:_1");
}
