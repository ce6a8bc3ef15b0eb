// Tests programs as sheets: the definitions that become entries, and the reasons why others do not.

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/functions/members.hpp"
#include "algebra/text/characters.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/needs.hpp"
#include "app/actions/saving.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/state/state.hpp"
#include "app/system/files.hpp"
#include "tests/folder.hpp"
#include "tests/test_data.hpp"

using namespace app;
using Lines = std::vector<std::string>;

namespace {

Lines texts_of(const Sheet& sheet) {
  Lines all;
  for (const auto& e : sheet.entries) all.push_back(e.text);
  return all;
}

std::string shown(const std::string& name, const std::string& entry) {
  const auto sheet = load_sheet(program_fixture(name));
  SheetEvaluator evaluator;
  evaluator.update(*sheet);
  const int i = evaluator.find(entry);
  REQUIRE(i >= 0);
  return algebra::to_string(evaluator.results()[static_cast<std::size_t>(i)].evaluation->value,
                            evaluator.rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain);
}

/// Returns the definitions of a C++ program, each as "name = text", with its problem behind it if it has one.
Lines cpp(std::string_view source, const ProgramSettings& settings = {}) {
  Lines all;
  for (const auto& d : read_cpp_program(source, settings).definitions)
    all.push_back(fmt::format("{} = {}{}", d.entry, d.text, d.problem.empty() ? "" : " | " + d.problem.text()));
  return all;
}
/// Returns "NAME VALUE" of each definition of a function in a program's file, "?" for one without a value.
Lines values(const std::string& name, const std::string& function, const ProgramSettings& settings = {}) {
  const auto program = read_cpp_program(read_file(program_fixture(name), max_sheet_bytes).value(), settings);
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, name));
  Lines all;
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto& d = program.definitions[i];
    const auto* value = evaluator.results()[i + 1].value();
    CHECK((value != nullptr) == !d.kind.empty());
    if (d.function == function)
      all.push_back(fmt::format("{} {}", d.name, value != nullptr ? algebra::to_string(*value, algebra::Marks::underscores) : "?"));
  }
  return all;
}

}  // namespace

TEST_CASE("programs: copies of a matrix that the tile does not divide are whole, and nothing in them is called a mistake") {
  // As CuTe C++ 4.7 prints them, for the last block and thread 37.
  const ProgramSettings last{{"blockIdx.x", "3"}, {"blockIdx.y", "2"}, {"threadIdx.x", "37"}};
  const auto by_value = values("ragged_copy.cu", "copy_ragged@main", last),
             by_vector = values("ragged_copy.cu", "copy_ragged_vectors@main", last);
  const auto has = [](const Lines& lines, const char* line) { return std::find(lines.begin(), lines.end(), line) != lines.end(); };
  CHECK(has(values("ragged_copy.cu", "main", last), "tiles ptr+0 o ((_64,_32),4,3):((_1,212),_64,6784)"));
  CHECK(has(by_value, "tile_of_source ptr+13760 o (_64,_32):(_1,212)"));
  CHECK(has(by_value, "tile_allowed ArithTuple(192,64) o (_64,_32):(_1@0,_1@1)"));
  CHECK(has(by_value, "mine ptr+14189 o (_4,_4):(_16,1696)"));
  CHECK(has(by_value, "may ArithTuple(197,66) o (_4,_4):(_16@0,_8@1)"));
  CHECK(has(by_vector, "mine ptr+14204 o ((_4,_1),_1,_4):((_1,_0),_0,1696)"));
  CHECK(has(by_vector, "at ArithTuple(212,66) o ((_4,_1),_1,_4):((_1@0,_0),_0,_8@1)"));
  SheetEvaluator evaluator;
  evaluator.update(
      sheet_of_program(read_cpp_program(read_file(program_fixture("ragged_copy.cu"), max_sheet_bytes).value(), {}), "ragged_copy.cu"));
  for (const auto& r : evaluator.results()) {
    CAPTURE(r.name);
    if (r.evaluation) CHECK(r.evaluation->verdict.kind != algebra::Verdict::Kind::broken);
  }
}

TEST_CASE("programs: a GEMM in CuTe C++, its host function and its kernel") {
  CHECK(values("sgemm.cu", "gemm_nt") == Lines{"TA f32",
                                               "m 512",
                                               "n 256",
                                               "k 128",
                                               "ldA 512",
                                               "M 512",
                                               "prob_shape (512,256,128)",
                                               "dA (_1,512)",
                                               "bM _128",
                                               "bN _128",
                                               "bK _8",
                                               "cta_tiler (_128,_128,_8)",
                                               "sA (_128,_8):(_1,_128)",
                                               "sB (_128,_8):(_1,_132)",
                                               "sC (_128,_128):(_128,_1)",
                                               "tA (_32,_8):(_1,_32)",
                                               "tC (_16,_16):(_1,_16)",
                                               "copyA TiledCopy<Copy_Atom<UniversalCopy<uint128_t>,f32>,(_256,_4):(_4,_1),<_128,_8>>",
                                               "tiles ((_64,_4),(_2,_2)):((_1,_128),(_64,_512))",
                                               "per_thread ((_16,(_8,_2)),_64):((_128,(_2048,_1)),_2)",
                                               "mA (512,128):(_1,512)"});
  CHECK(values("sgemm.cu", "gemm_device@gemm_nt", {{"threadIdx.x", "37"}, {"M", "1024"}}) ==
        Lines{"shape_MNK (1024,256,128)", "cta_tiler (_128,_128,_8)", "dA (_1,512)", "sA_layout (_128,_8):(_1,_128)",
              "tA (_32,_8):(_1,_32)", "mA ptr+0 o (1024,128):(_1,512)", "cta_coord (0,0,_)", "gA ptr+0 o (_128,_8,16):(_1,512,4096)",
              "sA ptr+0 o (_128,_8):(_1,_128)", "tAgA ptr+517 o (_4,_1,16):(_32,_0,4096)", "K_TILE_MAX 16", "k_tile 0"});
  const auto sheet = load_sheet(program_fixture("sgemm.cu"));
  REQUIRE(sheet);
  CHECK(sheet->entries[0].text == "# sgemm.cu: 34 of 34 definitions understood");
  // Parameters come first; a thread's values are shown for the kernel only.
  Lines cards;
  for (std::size_t i = 1; i < sheet->entries.size(); ++i) {
    const auto& e = sheet->entries[i];
    INFO(e.text);
    CHECK(e.source.parameter == (i < 10));
    if (!e.visible) continue;
    CHECK(e.source.section == "gemm_device@gemm_nt");
    cards.push_back(e.text.substr(0, e.text.find(' ')));
  }
  CHECK(cards == Lines{"tAgA"});
  // Without a thread it is the layouts and tensors.
  Lines all;
  const auto whole = load_sheet(program_fixture("collective.hpp"));
  REQUIRE(whole);
  for (const auto& e : whole->entries)
    if (e.visible) all.push_back(e.text);
  CHECK(all.size() > 1);
}

TEST_CASE("programs: the declarations of a collective") {
  CHECK(values("collective.hpp", "Config") ==
        Lines{"ElementA f16", "kTileM 128", "kStages 3", "Stages_ 3", "TileShape (_128,_128,_64)",
              "SmemLayoutAtom Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
              "SmemLayoutA Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))",
              "SmemLayoutB Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))",
              "Atom SM80_16x8x16_F32F16F16F32_TN", "TiledMma TiledMMA<SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_32,_32,_16>>",
              "GmemTiledCopy TiledCopy<Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,f16>,((_8,_16),_8):((_128,_1),_16),<_16,_64>>",
              // These values are of Config<3>, which the other structure names.
              "SmemLayoutB Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))"});
  CHECK(values("collective.hpp", "Config", {{"Stages_", "4"}})[7] ==
        "SmemLayoutB Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))");
  CHECK(values("collective.hpp", "Mainloop::operator()") ==
        Lines{"warps (_4,_8):(_8,_1)", "lanes (_32):(_1)", "gmem ?", "sA ptr+0 o (_64,_32):(_32,_1)", "tile ptr+16 o (_16,_16):(_32,_1)"});
  CHECK(values("collective.hpp", "Plain") == Lines{"Layout8 (_8,_8):(_8,_1)"});
}

TEST_CASE("programs: a whole kernel has CuTe's values, in every thread and block") {
  const auto source = read_file(program_fixture("staged_gemm.cu"), max_sheet_bytes).value();
  std::istringstream rows(read_file(test_data() + "/golden/staged_gemm.tsv", max_sheet_bytes).value());
  std::map<std::string, std::map<std::string, std::string>> read;  // block and thread -> line and name -> value
  int compared = 0;
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with('#')) continue;
    std::vector<std::string> cells;
    for (std::string_view rest = row; cells.size() < 5;) cells.emplace_back(algebra::take_until(rest, '\t'));
    const auto& block = cells[0];
    auto& values = read[block + " " + cells[1]];
    if (values.empty()) {
      const auto program =
          read_cpp_program(source, {{"threadIdx.x", cells[1]}, {"blockIdx.x", block.substr(0, 1)}, {"blockIdx.y", block.substr(2)}});
      CHECK(program.unused.empty());
      CHECK(understood(program).understood == understood(program).definitions);
      SheetEvaluator evaluator;
      evaluator.update(sheet_of_program(program, "staged_gemm.cu"));
      for (std::size_t i = 0; i < program.definitions.size(); ++i)
        if (const auto* value = evaluator.results()[i + 1].value()) {
          const auto key = fmt::format("{} {}", program.definitions[i].line, program.definitions[i].name);
          values.emplace(key, algebra::to_string(*value, algebra::Marks::underscores));
          for (const auto& m : algebra::members_of(*value))
            values.emplace(fmt::format("{}.{}", key, m.name), algebra::to_string(m.value, algebra::Marks::underscores));
        }
    }
    INFO(row);
    CHECK(values[cells[2] + " " + cells[3]] == cells[4]);
    ++compared;
  }
  CHECK(compared > 100);
}

TEST_CASE("programs: a kernel in the CuTe DSL") {
  const auto sheet = load_sheet(program_fixture("tiled_copy.py"));
  REQUIRE(sheet);
  CHECK(sheet->entries[0].text == "# tiled_copy.py: 16 of 20 definitions understood");
  CHECK(sheet->integers == algebra::IntegerRule::cute);
  CHECK(shown("tiled_copy.py", "stages") == "(_3,_4):(_4,_1)");
  CHECK(shown("tiled_copy.py", "tiles") == "((_64,_32),(_4,_4)):((_128,_1),(_8192,_32))");
  // Python has no macros: no field asks for one.
  for (const auto& need : needs_of(Workspace(*sheet), Texts(Language::english))) CHECK_FALSE(need.is_macro());
  // A name without a value in the program can be given one as a setting.
  const auto set = load_sheet(program_fixture("tiled_copy.py"), {{"mA", "(256,128):(128,_1)"}});
  REQUIRE(set);
  CHECK(std::ranges::any_of(set->entries, [](const auto& e) { return e.text == "gA = zipped_divide(mA, tile)"; }));
  CHECK(set->entries[0].text == "# tiled_copy.py: 19 of 19 definitions understood");
}

TEST_CASE("programs: names are those of their scope") {
  CHECK(cpp("auto a = Layout<_8>{}; void f() { auto a = Layout<_4>{}; auto b = coalesce(a); } auto c = coalesce(a);") ==
        Lines{"a = Layout<_8>{}", "c = coalesce(a)", "a_2 = Layout<_4>{}", "b = coalesce(a_2)"});
  CHECK(cpp("void f() { auto a = Layout<_8>{}; } void g() { auto b = coalesce(a); }") ==
        Lines{"a = Layout<_8>{}", "b = coalesce(a) | a has no value here"});
  CHECK(cpp("struct A { using L = Layout<_8>; }; struct B { using L = Layout<_4>; using M = decltype(coalesce(A::L{})); };") ==
        Lines{"L = Layout<_8>{}", "L_2 = Layout<_4>{}", "M = coalesce(L)"});
  CHECK(cpp("constexpr int M = 8, N = 4; using S = Shape<Int<M>, Int<N>>; S s{};") ==
        Lines{"M = 8", "N = 4", "S = Shape<Int<M>,Int<N>>{}", "s = S"});
  CHECK(cpp("template <int kRows> struct Traits { using L = Layout<Shape<Int<kRows>, _4>>; };\n"
            "void f() { using T = Traits<16>; auto t = coalesce(typename T::L{}); auto u = typename Traits<2>::L{}; }") ==
        Lines{"L = Layout<Shape<Int<16>,_4>>{}", "t = coalesce(L)", "L_2 = Layout<Shape<Int<2>,_4>>{}", "u = L_2"});
}

TEST_CASE("programs: what a raw pointer points to is the tensor's type") {
  CHECK(cpp("void f(half_t const* A, void* p) { auto m = make_tensor(A, make_shape(8, 4)); auto n = make_tensor(p, 8); }") ==
        Lines{"m = make_tensor(half_t ptr, make_shape(8, 4))", "n = make_tensor(ptr, 8)"});
}

TEST_CASE("programs: arithmetic") {
  CHECK(cpp("void f() { auto n = Int<4>{}; auto a = make_layout(n * (n + Int<1>{})); auto b = make_layout(1 << 3); auto c = "
            "make_layout(size(a) / 2); auto d = make_layout(sizeof(half_t) * 4); auto e = make_layout(true ? 3 : 5); }") ==
        Lines{"n = Int<4>{}", "a = make_layout(n * (n + Int<1>{}))", "b = make_layout(8)", "c = make_layout(size(a) / 2)",
              "d = make_layout(2LL * 4)", "e = make_layout(3)"});
}

TEST_CASE("programs: the numbers that a program is given") {
  const auto* source =
      "void kernel_host(int rows, char kind) {\n"
      "  int ld = rows; if (kind == 'T') ld = 7;\n"
      "  auto a = make_layout(make_shape(rows, 4), make_stride(1, ld));\n"
      "}\n"
      "int main(int argc, char** argv) { int rows = 24; kernel_host(rows, 'N'); }";
  CHECK(cpp(source) == Lines{"rows = 24", "ld = rows", "a = make_layout(make_shape(rows, 4), make_stride(1, ld))"});
  CHECK(cpp(source, {{"rows", "9"}, {"ld", "16"}}) ==
        Lines{"rows = 9", "ld = 16", "a = make_layout(make_shape(rows, 4), make_stride(1, ld))"});
  CHECK(read_cpp_program(source, {{"nothing", "9"}}).unused == Lines{"nothing"});
  // Positions are numbers of their own; the block is as large as the launch says.
  const auto* kernel =
      "__global__ void k() { auto t = make_layout(blockDim.x); auto i = make_coord(threadIdx.x, blockIdx.y); auto w = "
      "make_coord(cutlass::canonical_warp_idx_sync()); }\n"
      "void f() { dim3 block(64, 2); k<<<1, block>>>(); }";
  CHECK(cpp(kernel, {{"threadIdx.x", "37"}}) == Lines{"blockDim_x = 64", "threadIdx_x = 37", "blockIdx_y = 0",
                                                      "t = make_layout(blockDim_x)", "i = make_coord(threadIdx_x, blockIdx_y)",
                                                      "w = make_coord(threadIdx_x / 32)"});
  CHECK(read_cpp_program(kernel).definitions.back().function == "k@f");
  // A kernel's argument with an unknown layout can be set by the user or by a setting.
  const auto* alone = "template <class L> __global__ void k(L layout) { auto t = coalesce(layout); auto s = size(L{}); }";
  CHECK(cpp(alone) == Lines{"layout_ = L | the file does not define layout: use --set layout='(512,128):(128,_1)', or 'half_t ptr o "
                            "(512,128):(128,_1)' with a type",
                            "t = coalesce(layout_)", "s = size(layout_)"});
  CHECK(cpp(alone, {{"layout", "(4,2):(1,4)"}}) == Lines{"layout_ = (4,2):(1,4)", "t = coalesce(layout_)", "s = size(layout_)"});
}

TEST_CASE("programs: functions that call each other") {
  // Each host that launches the kernel has its own; a branch that is not taken is read as if it were.
  CHECK(cpp("template <class L> __global__ void k(L l) { auto t = coalesce(l); }\n"
            "void nt(int m) { auto a = make_layout(m); k<<<1, 1>>>(a); }\n"
            "void tn(int m) { auto a = make_layout(m, 2); k<<<1, 1>>>(a); }\n"
            "void go(char how, int m) { if (how == 'N') nt(m); else if (how == 'T') tn(m); }\n"
            "int main() { int m = 8; char how = 'N'; go(how, m); }") ==
        Lines{"m = 8", "a = make_layout(m)", "l = a", "t = coalesce(l)", "a_2 = make_layout(m, 2)", "l_2 = a_2", "t_2 = coalesce(l_2)"});
  // A kernel without a launch takes its arguments from the launch of the kernel beside it.
  CHECK(cpp("template <class S, class ThreadLayout> __global__ void plain(S s, ThreadLayout) { auto p = logical_divide(s, ThreadLayout{}); "
            "}\n"
            "template <class S> __global__ void other(S s) { auto q = coalesce(s); }\n"
            "int main() { auto s = make_layout(8); auto thr_layout = Layout<_4>{}; other<<<1, 1>>>(s); }") ==
        Lines{"s = make_layout(8)", "thr_layout = Layout<_4>{}", "s_2 = s", "q = coalesce(s_2)", "s_3 = s",
              "p = logical_divide(s_3, thr_layout)"});
  CHECK(cpp("auto f(int n) { auto t = make_layout(n); return coalesce(t); } void g() { auto a = f(4); }") ==
        Lines{"t = make_layout(4)", "a = coalesce(t)"});
  CHECK(cpp("void f() { f(); auto a = Layout<_4>{}; }") == Lines{"a = Layout<_4>{}"});
}

TEST_CASE("programs: what is no code, and what is broken") {
  CHECK(cpp("// auto a = Layout<_8>{};\n/* auto b = Layout<_8>{}; */ auto s = \"; auto c = Layout<_8>{};\"; auto r = R\"x(; auto d = "
            "Layout<_8>{}; )x\"; int n = 1'000; auto e = Layout<_8>{};") == Lines{"e = Layout<_8>{}"});
  CHECK(cpp("#if 0\nauto a = Layout<_8>{};\n#else\nauto b = Layout<_4>{};\n#endif\n#define N 16\nauto c = make_layout(N);") ==
        Lines{"b = Layout<_4>{}", "c = make_layout(16)"});
  // Half-typed code.
  CHECK(cpp("void f() { auto a = Layout<_8>{}; auto b = make_layout(") == Lines{"a = Layout<_8>{}"});
  CHECK(cpp("void f() { auto a = Layout<_8>{}; auto b = ; auto c = coalesce(a); }").back() == "c = coalesce(a)");
  // Statements that have nothing to do with layouts are skipped.
  CHECK(cpp("void f() { std::vector<int> v; int i; cudaError_t e = cudaDeviceSynchronize(); printf(\"%d\", i); auto t = std::make_pair(1, "
            "2); }")
            .empty());
  const auto program = read_cpp_program(
      "\n\nauto a = make_layout(make_shape(M, Int<4>{}));\nauto b = composition(Layout<Shape<_4,_6>,Stride<_1,_5>>{}, "
      "Layout<_5,_3>{});\nauto n = size(a);");
  REQUIRE(program.definitions.size() == 3);
  CHECK(program.definitions[0].line == 3);
  CHECK(program.definitions[0].problem == "M has no value here");
  CHECK(program.definitions[0].text == "make_layout(make_shape(M, Int<4>{}))");
  // The definitions show the missing value themselves and get a value as soon as the names that they use have one.
  CHECK(program.definitions[1].problem.empty());
  CHECK(program.definitions[1].kind.empty());
  CHECK(program.definitions[2].text == "size(a)");
  CHECK(understood(program).summary("x.cu") == "x.cu: 0 of 3 definitions understood");
}

TEST_CASE("programs: no text takes long") {
  const auto many = [](std::string_view piece, std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += piece;
    return text;
  };
  for (const std::string_view piece : {"(", "{", "}", "struct a{", "template <", "a = {", "auto a = complement((2,2,2,2),1000);",
                                       "a = R\"x(", "'", "\"\"\"", "def f():\n ", "x:"}) {
    INFO(piece);
    const auto text = many(piece, 300'000);
    CHECK(read_cpp_program(text).definitions.size() <= CppProgram::most_definitions + 1);
  }
}

namespace {

/// Returns the problem of each definition that has one: "7: lines 7 to 9 are not read: ...".
Lines problems(const CppProgram& program) {
  Lines all;
  for (const auto& d : program.definitions)
    if (!d.problem.empty()) all.push_back(fmt::format("{}: {}", d.line, d.problem));
  return all;
}
/// Returns a function of so many words, with a layout of n elements.
std::string function_of(int n, int words) {
  std::string text = fmt::format("void f{0}() {{ auto L{0} = make_layout(Int<{0}>{{}});\n", n);
  for (int i = 0; i < words / 100; ++i) {
    text += "  log(1";
    for (int k = 0; k < 48; ++k) text += ", 2";
    text += ");\n";
  }
  return text + "}\n";
}
std::string value_of(const CppProgram& program, std::string_view name) {
  for (const auto& d : program.definitions)
    if (d.name == name) return d.text;
  return {};
}

}  // namespace

TEST_CASE("programs: a file of many words is read to its end") {
  std::string functions;
  for (int n = 1; n <= 200; ++n) functions += function_of(n, 400);
  for (const std::string& text :
       {functions, "namespace a {\nnamespace b::c {\n" + functions + "}\n}\n", "#ifndef A\n#define A {{\n" + functions + "#endif\n"}) {
    const auto program = read_cpp_program(text);
    CHECK(problems(program) == Lines{});
    CHECK(value_of(program, "L1") == "make_layout(Int<1>{})");
    CHECK(value_of(program, "L200") == "make_layout(Int<200>{})");
    CHECK(understood(program).definitions == 200);
  }
}

TEST_CASE("programs: a template that needs itself twice ends after as many steps as any other") {
  // Found by fuzzing: each level tried both of its needs, and each of them all that is beneath.
  const auto program = read_cpp_program(
      "template <class T, int U = F<1>::v + F<2>::v> struct F {};\n"
      "auto b = Layout<Int<F<int>::v>>{};\n");
  CHECK(problems(program) == Lines{"1: the rest of the program is not read: running it takes too many steps"});
}

TEST_CASE("programs: what is too long or nested too deeply to be read has its lines, and what follows is read") {
  const auto too_long = read_cpp_program(function_of(1, 100) + function_of(2, 70'000) + function_of(3, 100));
  CHECK(problems(too_long) == Lines{"4: lines 4 to 705 are not read: a definition of more than 60,000 words"});
  CHECK(value_of(too_long, "L3") == "make_layout(Int<3>{})");
  std::string angles;
  for (int i = 0; i < 150'000; ++i) angles += "a<";
  const auto deep = read_cpp_program(function_of(1, 100) + "void g() {\n  auto x =\n    " + angles + ";\n}\n" + function_of(3, 100));
  CHECK(problems(deep) == Lines{"6: lines 6 to 6 are not read: they are nested too deeply"});
  CHECK(value_of(deep, "L1") == "make_layout(Int<1>{})");
  CHECK(value_of(deep, "L3") == "make_layout(Int<3>{})");
  // Shifts and comparisons are not nested.
  std::string shifts = "void h(int n) {\n  std::cout";
  for (int i = 0; i < 300; ++i) shifts += " << n";
  CHECK(problems(read_cpp_program(shifts + ";\n  if (n <= 3 && n < 4) {}\n}\n" + function_of(3, 100))) == Lines{});
}

TEST_CASE("programs: dropped or opened they are a sheet without a file, and are never written") {
  const Folder folder;
  const auto program = folder.file("k.cu", "auto sA = make_layout(make_shape(Int<8>{}, Int<4>{}));\n");
  for (const bool dropped : {true, false}) {
    State a(Sheet{});
    if (dropped) open_dropped(a.workspace, a.view, a.session, a.host, {program});
    else CHECK(open_file(a.workspace, a.view, a.session, a.host, program));
    CHECK(texts_of(a.workspace.sheet()) ==
          Lines{"# k.cu: 1 of 1 definitions understood", "sA = make_layout(make_shape(Int<8>{}, Int<4>{}))"});
    CHECK(a.workspace.path().empty());
    CHECK_FALSE(a.host.notice_is_bad);
    CHECK_FALSE(save_file(a.workspace, a.session, a.host, program));
    CHECK(a.host.notice_is_bad);
    CHECK(folder.text("k.cu").starts_with("auto sA"));
  }
  State a(Sheet{});
  a.view.texts = Texts(Language::chinese);
  open_dropped(a.workspace, a.view, a.session, a.host, {program_fixture("sgemm.cu")});
  CHECK(a.workspace.sheet().entries[0].text.starts_with("# sgemm.cu：理解了 34 处定义中的 34 处"));
  // Without a definition the printed layouts become entries.
  State b(Sheet{});
  open_dropped(b.workspace, b.view, b.session, b.host, {folder.file("out.py", "# tA: (_4,_8):(_1,_4)\nprint(1)\n")});
  CHECK(texts_of(b.workspace.sheet()) == Lines{"# out.py", "tA = (_4,_8):(_1,_4)"});
  CHECK_FALSE(open_file(b.workspace, b.view, b.session, b.host, folder.file("none.py", "print(1)\n")));
  CHECK(b.host.notice.text().find("none.py") != std::string::npos);
  // The integers are CuTe's even without the line that states it.
  const auto sheet = load_sheet(folder.file("d.cu", "auto a = make_layout(make_shape(4, 6)); auto b = coalesce(Layout<Shape<_4, N>>{});"));
  REQUIRE(sheet);
  CHECK(sheet->integers == algebra::IntegerRule::cute);
}
