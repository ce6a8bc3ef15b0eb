// Programs as sheets: which definitions become entries, and what is said of the others.

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/actions/documents.hpp"
#include "app/actions/saving.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/state/state.hpp"
#include "app/system/files.hpp"
#include "tests/folder.hpp"

using namespace app;
using Lines = std::vector<std::string>;

namespace {

std::string fixture(const std::string& name) { return (std::filesystem::path(CUTESCOPE_TEST_DATA) / "fixtures/programs" / name).string(); }

Lines entries(const Sheet& sheet) {
  Lines all;
  for (const auto& e : sheet.entries) all.push_back(e.text);
  return all;
}

/// What the sheet of a program holds; each of its entries has a value.
Lines read_program(const std::string& name) {
  const auto sheet = load_sheet(fixture(name));
  REQUIRE(sheet);
  SheetEvaluator evaluator;
  for (const auto& r : evaluator.update(*sheet)) {
    INFO(r.name);
    CHECK((r.is_note || (r.evaluation && !r.problem)));
  }
  return entries(*sheet);
}

std::string shown(const std::string& name, const std::string& entry) {
  const auto sheet = load_sheet(fixture(name));
  SheetEvaluator evaluator;
  evaluator.update(*sheet);
  const int i = evaluator.find(entry);
  REQUIRE(i >= 0);
  return algebra::to_string(evaluator.results()[static_cast<std::size_t>(i)].evaluation->value,
                            evaluator.rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain);
}

Lines texts(const Program& program) {
  Lines all;
  for (const auto& e : program.entries) all.push_back(e.text);
  return all;
}
Lines cpp(std::string_view source) { return texts(read_program(source, ProgramLanguage::cpp)); }
Lines python(std::string_view source) { return texts(read_program(source, ProgramLanguage::python)); }

}  // namespace

TEST_CASE("programs: a GEMM in CuTe C++") {
  CHECK(read_program("sgemm.cu") ==
        Lines{"# sgemm.cu: 11 of 17 definitions · left out: line 15: shape_MNK has no value here · line 17: mA has no value here · line "
              "20: sA_layout has no value here · and 3 more",
              "bM = Int<128>{}", "bN = Int<128>{}", "bK = Int<8>{}", "cta_tiler = make_shape(bM, bN, bK)",
              "sA = make_layout(make_shape(bM, bK))", "sB = make_layout(make_shape (bN, bK), make_stride(Int<1>{}, Int<132>{}))",
              "sC = make_layout(make_shape(bM, bN), LayoutRight{})", "tA = make_layout(make_shape(Int<32>{}, Int<8>{}))",
              "tC = make_layout(make_shape(Int<16>{}, Int<16>{}))",
              "copyA = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{})",
              "tiles = zipped_divide(sA, make_tile(_64{}, _4{}))", "per_thread = logical_divide(sC, tC)",
              "sA_2 = make_layout(make_shape(bM, bK), LayoutRight{})", "staged = append(sA_2, make_layout(Int<3>{}, size(sA_2)))"});
  const auto program = read_program("auto n = Int<4>{};\n\nauto s = make_shape(n, n); auto l = make_layout(s);", ProgramLanguage::cpp);
  REQUIRE(program.entries.size() == 3);
  CHECK(program.entries[2].line == 3);
  CHECK(program.entries[2].card);
  CHECK_FALSE(program.entries[1].card);
  CHECK_FALSE(program.entries[0].card);
  CHECK(shown("sgemm.cu", "sB") == "(_128,_8):(_1,_132)");
  CHECK(shown("sgemm.cu", "tiles") == "((_64,_4),(_2,_2)):((_1,_128),(_64,_512))");
  CHECK(shown("sgemm.cu", "sA_2") == "(_128,_8):(_8,_1)");
}

TEST_CASE("programs: the declarations of a collective") {
  CHECK(read_program("collective.hpp") ==
        Lines{"# collective.hpp: 11 of 13 definitions · left out: line 23: Stages_ has no value here · line 49: problem has no value here",
              "kTileM = 128", "kStages = 3", "ElementA = cute::half_t", "TileShape = Shape<Int<kTileM>, _128, _64>",
              "SmemLayoutAtom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{})",
              "SmemLayoutA = tile_to_shape(SmemLayoutAtom, make_shape(Int<kTileM>{}, Int<64>{}, Int<kStages>{}))",
              "Atom = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>",
              "TiledMma = make_tiled_mma(Atom, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{})",
              "GmemTiledCopy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>, ElementA>{}, Layout<Shape<_16, _8>, "
              "Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{})",
              "warps = Layout<Shape<_4, _8>, Stride<_8, _1>>", "lanes = Layout<Shape<_32>>",
              "sA = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(smem)), Layout<Shape<_64,_32>, Stride<_32,_1>>{})",
              "tile = local_tile(sA, Shape<_16, _16>{}, make_coord(_0{}, _1{}))", "Layout8 = Layout<Shape<_8, _8>, GenRowMajor>",
              "Tiled = logical_divide(Layout8, Shape<_4, _4>{})"});
  CHECK(shown("collective.hpp", "SmemLayoutA") == "Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))");
}

TEST_CASE("programs: a kernel in the CuTe DSL") {
  CHECK(read_program("tiled_copy.py") ==
        Lines{"# tiled_copy.py: 11 of 13 definitions · left out: line 24: mA has no value here · line 40: gA has no value here",
              "tile = (64, 32)", "num_stages = 3", "stages = cute.make_layout((num_stages, 4), stride=(4, 1),)",
              "thr_layout = cute.make_ordered_layout((4, 32), order=(1, 0))", "val_layout = cute.make_layout((4, 4), stride=(4, 1))",
              "blocked = cute.blocked_product(val_layout, thr_layout)",
              "tiles = cute.zipped_divide(cute.make_layout((256, 128), stride=(128, 1)), tile)",
              "one_tile = cute.composition(cute.make_layout((8, 8), stride=(8, 1)), (4, 4))", "val_layout_2 = cute.make_layout((2, 2))",
              "half_1 = cute.coalesce(val_layout_2)", "sw = cute.make_swizzle(3, 3, 3)",
              "sA = cute.make_composed_layout(sw, 0, cute.make_layout((8, 64), stride=(64, 1)))"});
  CHECK(shown("tiled_copy.py", "stages") == "(3,4):(4,1)");
  CHECK(shown("tiled_copy.py", "tiles") == "((64,32),(4,4)):((128,1),(8192,32))");
}

TEST_CASE("programs: names are those of their scope") {
  CHECK(cpp("auto a = Layout<_8>{}; void f() { auto a = g(); auto b = coalesce(a); } auto c = coalesce(a);") ==
        Lines{"a = Layout<_8>{}", "c = coalesce(a)"});
  CHECK(cpp("void f() { auto a = Layout<_8>{}; } void g() { auto b = coalesce(a); }") == Lines{"a = Layout<_8>{}"});
  CHECK(cpp("struct A { using L = Layout<_8>; }; struct B { using L = Layout<_4>; using M = decltype(coalesce(A::L{})); };") ==
        Lines{"L = Layout<_8>", "L_2 = Layout<_4>", "M = coalesce(L)"});
  CHECK(cpp("auto x = Layout<_8>{}; int y = 2; auto z = make_layout(y, x.y);") == Lines{"x = Layout<_8>{}"});
  CHECK(cpp("constexpr int M = 8, N = 4; using S = Shape<Int<M>, Int<N>>; S s{}; const S t;") ==
        Lines{"M = 8", "N = 4", "S = Shape<Int<M>, Int<N>>", "s = S", "t = S"});
  CHECK(python("class A:\n  def f(self):\n    self.l = make_layout((4, 2))\n  def g(self):\n    l = make_layout(8)\n    m = "
               "coalesce(self.l)\n    n = coalesce(l)\nk = coalesce(l)\n") ==
        Lines{"l = make_layout((4, 2))", "l_2 = make_layout(8)", "m = coalesce(l)", "n = coalesce(l_2)"});
}

TEST_CASE("programs: arithmetic of constants is worked out") {
  CHECK(cpp("constexpr int K = 64, T = 8; constexpr int N = K / T * 2 + 1 - 1; using L = Layout<Shape<Int<K / T>, Int<T*2>>, "
            "Stride<Int<N>, _1>>;") == Lines{"N = 16", "L = Layout<Shape<Int<8>, Int<16>>, Stride<Int<N>, _1>>"});
  CHECK(python("m = 128\nl = cute.make_layout((m // 4, m % 3 + 2))\n") == Lines{"l = cute.make_layout((32, 4))"});
  // The language works out what is left, and refuses what is too large or divided by 0.
  CHECK(cpp("auto n = Int<4>{}; auto a = make_layout(n * 2); auto b = make_layout(2 - 4); auto c = make_layout(4 / 0); auto d = "
            "make_layout(9223372036854775807 * 2); auto e = make_layout((1 + 2) * 3);") ==
        Lines{"n = Int<4>{}", "a = make_layout(n * 2)", "e = make_layout((3) * 3)"});
}

TEST_CASE("programs: what is no code, and what is broken") {
  CHECK(cpp("// auto a = Layout<_8>{};\n/* auto b = Layout<_8>{}; */ auto s = \"; auto c = Layout<_8>{};\"; auto r = R\"x(; auto d = "
            "Layout<_8>{}; )x\"; int n = 1'000; auto e = Layout<_8>{};") == Lines{"e = Layout<_8>{}"});
  CHECK(python("s = '''\na = make_layout(8)\n'''\n# b = make_layout(8)\nc = make_layout(8) # d\n") == Lines{"c = make_layout(8)"});
  CHECK(cpp("if (x) { auto a = Layout<_8>{}; } else { auto b = Layout<_4>{}; } ) } } auto c = Layout<_2>{};") ==
        Lines{"a = Layout<_8>{}", "b = Layout<_4>{}", "c = Layout<_2>{}"});
  CHECK(cpp("return x; std::vector<int> v; int i; a.b = Layout<_8>{}; a == Layout<_8>{}; auto [p, q] = f(Layout<_8>{}); x += 4; int k = 4;")
            .empty());
  const auto program = read_program(
      "\n\nauto a = make_layout(make_shape(M, Int<4>{}));\nauto b = composition(Layout<Shape<_4,_6>,Stride<_1,_5>>{}, "
      "Layout<_5,_3>{});\nauto n = size(a);\nauto c = make_coord(M, 4);",
      ProgramLanguage::cpp);
  CHECK(program.entries.empty());
  CHECK(program.left_out == 2);
  REQUIRE(program.told.size() == 2);
  CHECK(program.told[0].line == 3);
  CHECK(program.told[1].why.starts_with("Not a composition"));
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
    CHECK(read_program(text, ProgramLanguage::cpp).layouts <= Program::most_layouts);
    CHECK(read_program(text, ProgramLanguage::python).layouts <= Program::most_layouts);
  }
  std::string layouts;
  for (int i = 1; i <= 300; ++i) layouts += "L = make_layout(" + std::to_string(i) + ")\n";
  const auto program = read_program(layouts, ProgramLanguage::python);
  CHECK(program.layouts == Program::most_layouts);
  CHECK(program.summary("x.py") ==
        "x.py: 200 of 300 definitions · left out: line 201: there are too many · line 202: there are too many · line 203: there are too "
        "many · and 97 more");
}

TEST_CASE("programs: dropped or opened they are a sheet without a file, and are never written") {
  const Folder folder;
  const auto program = folder.file("k.cu", "auto sA = make_layout(make_shape(Int<8>{}, Int<4>{}));\n");
  for (const bool dropped : {true, false}) {
    State a(Sheet{});
    if (dropped) open_dropped(a.workspace, a.view, a.session, a.host, {program});
    else CHECK(open_file(a.workspace, a.view, a.session, a.host, program));
    CHECK(entries(a.workspace.sheet()) == Lines{"# k.cu: 1 of 1 definitions", "sA = make_layout(make_shape(Int<8>{}, Int<4>{}))"});
    CHECK(a.workspace.path().empty());
    CHECK_FALSE(a.host.notice_is_bad);
    CHECK_FALSE(save_file(a.workspace, a.view, a.session, a.host, program));
    CHECK(a.host.notice_is_bad);
    CHECK(folder.text("k.cu").starts_with("auto sA"));
  }
  State a(Sheet{});
  a.view.texts = Texts(Language::chinese);
  open_dropped(a.workspace, a.view, a.session, a.host, {fixture("sgemm.cu")});
  CHECK(a.workspace.sheet().entries[0].text.starts_with(
      "# sgemm.cu：17 处定义中的 11 处 · 未收录：第 15 行：shape_MNK 在此处没有值 · 第 17 行"));
  // Where nothing is defined, what is printed in it.
  State b(Sheet{});
  open_dropped(b.workspace, b.view, b.session, b.host, {folder.file("out.py", "# tA: (_4,_8):(_1,_4)\nprint(1)\n")});
  CHECK(entries(b.workspace.sheet()) == Lines{"# out.py", "tA = (_4,_8):(_1,_4)"});
  CHECK_FALSE(open_file(b.workspace, b.view, b.session, b.host, folder.file("none.py", "print(1)\n")));
  CHECK(b.host.notice.find("none.py") != std::string::npos);
  // CuTe's integers, though what says so was left out.
  const auto sheet = load_sheet(folder.file("d.cu", "auto a = make_layout(make_shape(4, 6)); auto b = coalesce(Layout<Shape<_4, N>>{});"));
  REQUIRE(sheet);
  CHECK(sheet->integers == algebra::IntegerRule::cute);
}
