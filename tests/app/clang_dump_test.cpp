// Tests the reader of the tree that clang prints, and the comparison of values with it.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "algebra/text/characters.hpp"
#include "app/import/clang_dump.hpp"

using namespace app;

namespace {

// Lines as clang-19 prints them, most of the tree left out.
constexpr std::string_view tree =
    "Dumping k:\n"
    "FunctionTemplateDecl 0x1 </p/a.h:3:1, line:9:1> line:4:24 k\n"
    "|-FunctionDecl 0x2 <line:4:1, line:9:1> line:4:24 k 'void (int)'\n"
    "| `-CompoundStmt 0x3 <col:30, line:9:1>\n"
    "|   `-DeclStmt 0x4 <line:5:3, col:20>\n"
    "|     `-VarDecl 0x5 <col:3, col:19> col:8 a 'auto' cinit\n"
    "|-FunctionDecl 0x6 <line:4:1, line:9:1> line:4:24 used k 'void (int)'\n"
    "| |-TemplateArgument type 'Traits<128, false>'\n"
    "| | `-RecordType 0x7 'Traits<128, false>'\n"
    "| |-TemplateArgument integral '4'\n"
    "| `-CompoundStmt 0x8 <col:30, line:9:1>\n"
    "|   |-DeclStmt 0x9 <line:5:3, col:20>\n"
    "|   | `-VarDecl 0xa <col:3, col:19> col:8 used a 'Layout<tuple<C<8>, int>, tuple<C<1>, int>>':'cute::Layout<cute::tuple<cute::C<8>, "
    "int>, cute::tuple<cute::C<1>, int>>' cinit\n"
    "|   `-DeclStmt 0xb <line:7:3, col:20>\n"
    "|     `-VarDecl 0xc <col:3, col:19> col:8 t 'cute::Tensor<cute::ViewEngine<cute::smem_ptr<float *>>, cute::Layout<cute::C<4>, "
    "cute::C<1>>>' cinit\n"
    "`-FunctionDecl 0xd <line:4:1, line:9:1> line:4:24 used k 'void (int)'\n"
    "  |-TemplateArgument type 'Traits<64, false>'\n"
    "  `-CompoundStmt 0xe </p/other.h:30:1, line:9:1>\n"
    "    `-VarDecl 0xf <line:6:3, col:19> col:8 b 'cute::Layout<cute::C<4>, cute::C<1>>' cinit\n";

}  // namespace

TEST_CASE("of a tree that clang prints each instantiation has its layouts, with files and lines") {
  ClangDumpReader reader;
  std::string_view rest = tree;
  while (!rest.empty()) reader.line(algebra::take_until(rest, '\n'));
  const auto all = reader.take();
  REQUIRE(all.size() == 2);
  CHECK(all[0].function == "k");
  CHECK(all[0].arguments == "Traits<128, false>, 4");
  REQUIRE(all[0].variables.size() == 2);
  CHECK(all[0].variables[0] == CompiledVariable{"a", "/p/a.h", 5, "(_8,?):(_1,?)"});
  CHECK(all[0].variables[1] == CompiledVariable{"t", "/p/a.h", 7, "_4:_1"});
  REQUIRE(all[1].variables.size() == 1);
  CHECK(all[1].variables[0] == CompiledVariable{"b", "/p/other.h", 6, "_4:_1"});
}

TEST_CASE("what is no tree is passed over") {
  ClangDumpReader reader;
  for (const std::string_view line :
       {"", "|", "`-VarDecl", "| |-VarDecl 0x1 <", "FunctionDecl 0x1 <line:99999999999999999999:1> x '", "error: <<'"})
    reader.line(line);
  CHECK(reader.take().empty());
}

TEST_CASE("a number that is read fits where the compiler knows none, and no other") {
  CHECK(fits_compiled("(_8,?):(_1,?)", "(_8,512):(_1,64)"));
  CHECK(fits_compiled("(_8,?):(_1,?)", "ptr+16 o (_8,512):(_1,-64)"));
  CHECK_FALSE(fits_compiled("(_8,?):(_1,?)", "(_8,_512):(_1,64)"));
  CHECK_FALSE(fits_compiled("(_8,?):(_1,?)", "(_4,512):(_1,64)"));
  CHECK_FALSE(fits_compiled("_8:_1", "_8:_16"));
  CHECK(fits_compiled("TiledMMA<UniversalFMA<f32>,_1:_0>", "TiledMMA<UniversalFMA<f32,f32,f32>,_1:_0>"));
  CHECK_FALSE(fits_compiled("TiledMMA<UniversalFMA<f32>,_1:_0>", "TiledMMA<UniversalFMA<f32,f16,f32>,_1:_0>"));
  CHECK_FALSE(fits_compiled("TiledMMA<UniversalFMA<f32>,_1:_0>", "TiledMMA<UniversalFMA<f32,f32,f32>,_2:_0>"));
  // A tile is a tuple to the compiler, and of TMA it does not know the tensor.
  CHECK(fits_compiled("(_32,_16)", "<_32,_16>"));
  CHECK(fits_compiled("get_slice(TiledMMA<X,_1:_0,<_,_,_>>,?)", "get_slice(TiledMMA<X,_1:_0,<_,_,_>>,37)"));
  CHECK(fits_compiled("TiledCopy<Copy_Atom<SM90_TMA_LOAD,f16>,_1:_1,<_1>>", "make_tma_copy(SM90_TMA_LOAD, A, B)"));
  CHECK(layout_in_type("TiledCopy<Copy_Atom<X, float>, Layout<C<4>, C<1>>>").empty());
  CHECK(layout_in_type("Tensor<E, Layout<typename T::S, C<1>>>").empty());
}

TEST_CASE("types of tiled copies and MMAs, slices, atoms and tuples say what they are") {
  const std::string copy =
      "cute::TiledCopy<cute::Copy_Atom<cute::SM80_CP_ASYNC_CACHEGLOBAL<cutlass::uint128_t>, cutlass::bfloat16_t>, "
      "cute::Layout<cute::tuple<cute::tuple<cute::C<8>, cute::C<16>>, cute::C<8>>, cute::tuple<cute::tuple<cute::C<128>, cute::C<1>>, "
      "cute::C<16>>>, cute::tuple<cute::C<16>, cute::C<64>>>";
  const std::string as_copy = "TiledCopy<Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,bf16>,((_8,_16),_8):((_128,_1),_16),<_16,_64>>";
  CHECK(value_in_type(copy) == as_copy);
  CHECK(value_in_type("const " + copy + " &") == as_copy);
  CHECK(value_in_type("cute::ThrCopy<" + copy + ", int>") == "get_slice(" + as_copy + ",?)");
  // The usual strides are left out by clang, and so is what an atom aligns to.
  CHECK(
      value_in_type("cute::TiledMMA<cute::MMA_Atom<cute::MMA_Traits<SM80_16x8x16_F32BF16BF16F32_TN>>, cute::Layout<cute::tuple<cute::C<4>, "
                    "cute::C<1>, cute::C<2>>>, cute::tuple<cute::C<64>, cute::C<16>, cute::C<16>>>") ==
      "TiledMMA<SM80_16x8x16_F32BF16BF16F32_TN,(_4,_1,_2):(_1,_0,_4),<_64,_16,_16>>");
  CHECK(value_in_type("cute::TiledMMA<cute::MMA_Atom<cute::SM90::GMMA::MMA_64x128x16_F32BF16BF16_SS<cute::SM90::GMMA::Major::K, "
                      "(cute::SM90::GMMA::Major)1>>, cute::Layout<cute::tuple<cute::C<2>, cute::C<1>, cute::C<1>>>>") ==
        "TiledMMA<SM90_64x128x16_F32BF16BF16_SS<GMMA::Major::K,GMMA::Major::MN>,(_2,_1,_1):(_1,_0,_0),<_,_,_>>");
  CHECK(value_in_type("cute::Copy_Atom<cute::AutoVectorizingCopyWithAssumedAlignment<>, cutlass::half_t>") ==
        "Copy_Atom<AutoVectorizingCopy,f16>");
  CHECK(value_in_type("cute::tuple<cute::C<128>, cute::tuple<int, cute::C<64>>, cute::Underscore>") == "(_128,(?,_64),_)");
  CHECK(value_in_type("cute::Swizzle<3, 4, 3>") == "Sw<3,4,3>");
  CHECK(value_in_type("cute::Layout<cute::tuple<cute::tuple<cute::C<4>, int>, cute::C<2>>>") == "((_4,?),_2):((_1,_4),?)");
  for (const auto* type : {"int", "const long", "cute::tuple<float, int>", "std::vector<cute::tuple<int>>", "typename T::Layout", "<",
                           "cute::C<", "cute::tuple<cute::Tensor<E, int>>", "cute::Copy_Atom<cute::Copy_Traits<X, Y>, float>", ""}) {
    CAPTURE(type);
    CHECK(value_in_type(type).empty());
  }
}

TEST_CASE("an alias of a type of elements or of an instruction is that, and a variable of such a type is nothing") {
  ClangDumpReader reader;
  for (const std::string_view line : {"FunctionDecl 0x1 </p/a.h:3:1, line:9:1> line:4:24 k 'void ()'",
                                      "|-TypeAliasDecl 0x2 <line:5:3, col:20> col:9 Element 'cutlass::half_t'",
                                      "|-TypeAliasDecl 0x3 <line:6:3, col:20> col:9 Op 'SM80_16x8x16_F32F16F16F32_TN'",
                                      "|-TypeAliasDecl 0x4 <line:7:3, col:20> col:9 Other 'std::vector<int>'",
                                      "`-VarDecl 0x5 <line:8:3, col:20> col:9 x 'cutlass::half_t'"})
    reader.line(line);
  const auto all = reader.take();
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].variables.size() == 2);
  CHECK(all[0].variables[0] == CompiledVariable{"Element", "/p/a.h", 5, "f16"});
  CHECK(all[0].variables[1] == CompiledVariable{"Op", "/p/a.h", 6, "SM80_16x8x16_F32F16F16F32_TN"});
}
