// Tests that text printed by other compilers, CuTe's IR, is read as values of the language. The types are those of CUTLASS's
// cutlass_compiler (CuTeTypes.td and its tests) and of dumps of the CuTe DSL.

#include <doctest/doctest.h>

#include <string>

#include <fmt/format.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/reading/memref.hpp"
#include "algebra/reading/scan.hpp"
#include "tests/algebra/scanned_in.hpp"

using namespace algebra;
using namespace algebra::dialects;

namespace {

/// Returns the values of a type, `part: text`, or where it is wrong and why.
std::string read(std::string_view type) {
  const auto got = read_cute_ir(type);
  if (!got) return fmt::format("{}: {}", got.error().at, got.error().message);
  CHECK(got->size <= type.size());
  std::string all;
  for (const auto& v : got->values) {
    const auto text = with_numbers(v);
    CHECK_MESSAGE(evaluate(text, {}, IntegerRule::math).has_value(), text);
    all += (all.empty() ? "" : "; ") + (v.part.empty() ? text : v.part + ": " + text);
  }
  return all;
}

/// Returns "name = text" of each find.
std::string found(std::string_view text) {
  std::string all;
  const auto whole = scanned_in(text);
  for (const auto& f : whole) all += fmt::format("{}{} = {}", all.empty() ? "" : "; ", f.name, f.text);
  for (const std::size_t chunk : {1, 7}) {
    const auto pieces = scanned_in(text, chunk);
    REQUIRE(pieces.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      CHECK(pieces[i].text == whole[i].text);
      CHECK(pieces[i].name == whole[i].name);
      CHECK(pieces[i].column == whole[i].column);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("each type of CuTe's IR is a value of the language") {
  CHECK(read("!cute.layout<\"(2,3):(1,2)\">") == "(2,3):(1,2)");
  CHECK(read("!cute.layout<\"20:1\">, !cute.coord<\"1\">") == "20:1");
  CHECK(read("!cute.layout<\"((2,3),4):((1@0@0,1@1@0),1@1)\">") == "((2,3),4):((1@0@0,1@1@0),1@1)");
  CHECK(read("!cute.layout<\"():()\">") == "():()");
  CHECK(read("!cute.composed_layout<\"S<3,5,4> o 2 o (8,4):(1,8)\">") == "Sw<3,5,4> o 2 o (8,4):(1,8)");
  CHECK(read("!cute.composed_layout<\"(4,5):(1,4) o 2 o (2,3):(1,2)\">") == "(4,5):(1,4) o 2 o (2,3):(1,2)");
  CHECK(read("!cute.tile<\"[(2,3):(1,2);_]\">") == "<(2,3):(1,2),_>");
  CHECK(read("!cute.tile<\"[[3:1;(2,2):(1,2)];4:1]\">") == "<<3:1,(2,2):(1,2)>,4:1>");
  CHECK(read("!cute.tile<\"_\">") == "_");
  CHECK(read("!cute.memref<f16, smem, align<128>, S<3,4,3>, \"((128,16),1,4,4):((64,1),0,16,8192)\">") ==
        "Sw<3,4,3>_smem_ptr[16b](unset) o ((128,16),1,4,4):((64,1),0,16,8192)");
  CHECK(read("!cute.memref<f8E4M3FN, gmem, align<16>, \"(4,8):(8,1)\">") == "gmem_ptr[8b](unset) o (4,8):(8,1)");
  CHECK(read("!cute.memref<f32, tmem, align<16>, \"(128,32):(65536,1)\">") == "tmem_ptr[32b](unset) o (128,32):(65536,1)");
  CHECK(read("!cute.coord_tensor<\"(0,4)\", \"(8,4):(1@1,1@0)\">") == "ArithTuple(0,4) o (8,4):(1@1,1@0)");
  CHECK(read("!cute.swizzle<\"S<3,5,4>\">") == "Sw<3,5,4>");
  CHECK(read("!cute.shape<\"(1,(2,3))\">") == "(1,(2,3))");
  CHECK(read("!cute.stride<\"(1@1@0,2@0)\">") == "(1@1@0,2@0)");
  CHECK(read("!cute.coord<\"(_,2)\">") == "(_,2)");
  CHECK(read("!cute.int_tuple<\"(1,(2,3))\">") == "(1,(2,3))");
  CHECK(read("!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16>, layout_copy_tv = <\"((32,4),(32,1)):((4,1),(128,0))\">, "
             "tiler_mn = <\"[(4,32):(32,1);32:1]\">>") == "tv: ((32,4),(32,1)):((4,1),(128,0)); tiler: <(4,32):(32,1),32:1>");
  CHECK(read("!cute.tiled_mma<!cute_nvgpu.sm90.mma<64x128x16, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = ss>, "
             "atom_layout_MNK = <\"(1,1,1):(0,0,0)\">>") == "atoms: (1,1,1):(0,0,0)");
}

TEST_CASE("numbers that only the running program knows get likely ones, or names") {
  // Extents of 8, or the least multiple from there; strides with which nothing overlaps.
  CHECK(read("!cute.layout<\"(?,3):(1@0,?{i64 div=128})\">") == "(8,3):(1@0,0)");
  CHECK(read("!cute.layout<\"(?,?,?):(?{i64},1,?{i64})\">") == "(8,8,8):(8,1,64)");
  CHECK(read("!cute.layout<\"(?,?{div=64},((?,?),?)):(?{i64 div=64},1,((?{div=64},?{div=64}),?{div=64}))\">") ==
        "(8,64,((8,8),8)):(64,1,((512,4096),32768))");
  CHECK(read("!cute.layout<\"((64,256),(?,?)):((?{i64},1),(64,?))\">") == "((64,256),(8,8)):((512,1),(64,32768))");
  CHECK(read("!cute.composed_layout<\"S<3,4,3> o ? o (?,?):(?,?)\">") == "Sw<3,4,3> o 0 o (8,8):(1,8)");
  CHECK(read("!cute.tile<\"[(?,3):(1,?);(5,?):(1,5)]\">") == "<(8,3):(1,8),(5,8):(1,5)>");
  CHECK(read("!cute.coord_tensor<\"(?,0)\", \"(?,4):(1@1,?@0)\">") == "ArithTuple(0,0) o (8,4):(1@1,1@0)");
  CHECK(read("!cute.layout<\"(?,3):(1,?{i64 div=128})\">") == "(8,3):(1,128)");
  CHECK(read("!cute.coord<\"(?,_)\">") == "(0,_)");

  const auto type = read_cute_ir("!cute.memref<f16, gmem, align<16>, \"(?,?{div=64}):(?{i64 div=64},1)\">");
  REQUIRE(type);
  const auto named = with_names(type->values[0], "mA");
  CHECK(named.definitions == std::vector<std::string>{"mA_n0 = 8", "mA_n1 = 1", "mA_d0 = 1"});
  CHECK(named.text == "gmem_ptr[16b](unset) o (mA_n0,64*mA_n1):(64*mA_d0,1)");
  CHECK(run_time_words(type->values[0]) == "known when it runs: shape 0, shape 1 (a multiple of 64), stride 0 (a multiple of 64)");
}

TEST_CASE("a wrong type of CuTe's IR is refused with its place") {
  CHECK(read("!cute.layout<\"(2,3:(1,2)\">") == "18: In this type of CuTe's IR \")\" is expected, not \":\".");
  CHECK(read("!cute.layout<\"(2,3):(1,2\">") == "24: In this type of CuTe's IR \")\" is expected, not \"\"\".");
  CHECK(read("!cute.layout<\"(2,é):(1,2)\">") == "17: In this type of CuTe's IR a number, \"?\" or \"(\" is expected, not \"é\".");
  CHECK(read("!cute.layout<\"(2,3):(1,2)") == "13: The quotes that open here are not closed.");
  CHECK(read("!cute.layout<\"(2,3):(1,2)\"") == "12: This bracket is not closed: \">\" is missing.");
  CHECK(read("!cute.swizzle<\"S<x>\">") == "15: In this type of CuTe's IR a swizzle such as S<3,4,3> is expected, not \"S\".");
  CHECK(read("!cute.layout<\"(99999999999999999999):(1)\">") == "15: 99999999999999999999 does not fit into 63 bits.");
  CHECK(read("!cute.layout<\"?{div=0}:1\">") == "21: A divisor such as div=128 is a number from 1 to 2^40.");
  CHECK(read("!cute.composed_layout<\"(6,2):(1,3) o (2,1) o (2,3):(1@1,2@0)\">") ==
        "37: The offset of a composed layout is read if it is one number; this is a coordinate.");
  CHECK(read("!cute.memref<f16>").starts_with("12: A memref of CuTe's IR is"));
  CHECK(read("!cute.layout<\"" + std::string(2000, '(') + "\">").ends_with("An expression is nested at most 64 deep."));
  CHECK(read("!cute.fast_divmod_divisor<32>") == "0: ");
  // Without the mark it is some other dialect's.
  CHECK(read("layout<\"(2,3:(1,2)\">") == "0: ");
  CHECK(read("memref<16x32xf32>") == "0: ");
}

/// Returns the text of MLIR's buffer with its likely numbers and its unknown ones, or the place and reason of an error.
static std::string read_buffer(std::string_view type) {
  const auto got = read_memref(type);
  if (!got) return fmt::format("{}: {}", got.error().at, got.error().message);
  CHECK(got->size == type.size());
  const auto text = with_numbers(got->printed);
  CHECK_MESSAGE(evaluate(text, {}, IntegerRule::math).has_value(), text);
  const auto unknown = run_time_words(got->printed);
  return unknown.empty() ? text : text + "; " + unknown;
}

TEST_CASE("a memref of MLIR is a tensor whose last mode is the fastest") {
  CHECK(read_buffer("memref<2x3xf32>") == "ptr[32b](unset) o (2,3):(3,1)");
  CHECK(read_buffer("memref<2x3x4xbf16, 3>") == "smem_ptr[16b](unset) o (2,3,4):(12,4,1)");
  CHECK(read_buffer("memref<2x3xi8, #gpu.address_space<global>>") == "gmem_ptr[8b](unset) o (2,3):(3,1)");
  CHECK(read_buffer("memref<2x3xf32, strided<[1, 2]>>") == "ptr[32b](unset) o (2,3):(1,2)");
  CHECK(read_buffer("memref<2x3xf32, strided<[3,1], offset: 4>, #gpu.address_space<workgroup>>") == "smem_ptr[32b](unset)+4 o (2,3):(3,1)");
  CHECK(read_buffer("memref<?x3xf32>") == "ptr[32b](unset) o (8,3):(3,1); known when it runs: shape 0");
  CHECK(read_buffer("memref<4x?xf32>") == "ptr[32b](unset) o (4,8):(8,1); known when it runs: shape 1, stride 0");
  CHECK(read_buffer("memref<4x4xf32, strided<[?, 1], offset: ?>>") ==
        "ptr[32b](unset)+0 o (4,4):(4,1); known when it runs: an offset, stride 0");
  CHECK(read_buffer("memref<*xf32>").ends_with("before the program runs."));
  CHECK(read_buffer("memref<f32>") == "7: This memref has no modes: it is one element.");
  CHECK(read_buffer("memref<2xf32, affine_map<(d0) -> (d0 * 2)>>").starts_with("14: The affine map"));
  CHECK(read_buffer("memref<2xvector<4xf32>>").starts_with("9: The element type of this memref is not supported"));
  CHECK(read_buffer("memref<2x3xf32, strided<[3]>>").ends_with("This memref has 2 modes, and strides for 1."));
  CHECK(read_buffer("memref<2x3xf32, strided<[3, x]>>").ends_with("a number or \"?\" is expected."));
  CHECK(read_buffer("memref<2x3xf32") == "14: In this memref \">\" is expected.");
  CHECK(read_buffer("memref<99999999999999999999x2xf32>").ends_with("does not fit into 63 bits."));
  // CuTe's IR has types of that name, too.
  CHECK(read_buffer("memref<f16, smem, \"(8,64):(64,1)\">") == "7: ");
  // In a dump those with strides are listed: of the others there are hundreds.
  CHECK(found("%m : memref<16x32xf32, strided<[64, 1]>>, memref<16x32xf32>\n") == "m = ptr[32b](unset) o (16,32):(64,1)");
}

TEST_CASE("a type of CuTe's IR in place of an expression is refused with what it is as one") {
  const auto typed = evaluate(" !cute.tile<\"[(2,3):(1,2);_]\">", {}, IntegerRule::automatic);
  REQUIRE(!typed);
  CHECK(typed.error().problem.message.text() == "A type of CuTe's IR is not an expression.");
  CHECK(typed.error().problem.suggestions == std::vector<std::string>{"<(2,3):(1,2),_>"});
  CHECK(typed.error().span.begin == 1);
  CHECK(typed.error().span.end == 30);
  const auto wrong = evaluate("!cute.layout<\"(8,8:(8,1)\">", {}, IntegerRule::automatic);
  REQUIRE(!wrong);
  CHECK(wrong.error().span.begin == 18);
  CHECK(evaluate("!8", {}, IntegerRule::automatic).error().problem.message.text() == "\"!\" has no meaning here.");
}

TEST_CASE("types are found in dumps under the names of their values") {
  CHECK(found("!memref_smem_f16_ = !cute.memref<f16, smem, align<128>, S<3,4,3>, \"(8,64):(64,1)\">\n") ==
        "memref_smem_f16 = Sw<3,4,3>_smem_ptr[16b](unset) o (8,64):(64,1)");
  CHECK(found("  %4 = cute.static : !cute.composed_layout<\"S<3,3,3> o 0 o (8,8):(8,1)\">\n") == "L4 = Sw<3,3,3> o 0 o (8,8):(8,1)");
  CHECK(found("%lay_0 = cute.make_layout(%shape) : !cute.layout<\"(1,?):(0,1)\">") == "lay_0 = (1,8):(0,1)");
  CHECK(found("%iter = cute.get_iter(%arg2) : !cute.coord_tensor<\"(0,0)\", \"(?,?):(1@1,1@0)\">\n") ==
        "arg2 = ArithTuple(0,0) o (8,8):(1@1,1@0)");
  CHECK(found("%r = cute.coalesce(%in, %prof) : (!cute.layout<\"(4,5):(1,4)\">, !cute.coord<\"1\">) -> !cute.layout<\"20:1\">\n") ==
        "in = (4,5):(1,4); r = 20:1");
  CHECK(found("%2996 = \"cute.make_layout\"(%2995, %2978) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<\"(?{div=64})\">, "
              "!cute.stride<\"(1)\">) -> !cute.layout<\"(?{div=64}):(1)\">\n") == "L2996 = (64):(1)");
  CHECK(found("%d = cute.zipped_divide(%a, %t) : !cute.layout<\"(6,8):(8,1)\">, !cute.tile<\"[(3):(1);(4):(1)]\">\n") ==
        "a = (6,8):(8,1); t = <(3):(1),(4):(1)>");
  CHECK(found("func.func @f(%a: !cute.layout<\"(4,5):(1,4)\">, %b: !cute.coord<\"1\">)\n") == "a = (4,5):(1,4)");
  CHECK(found("%t = cute.static : !cute.tile<\"[_;_]\">\n") == "t = <_,_>");
  // Without the mark, as inside of other types.
  CHECK(found("tile<\"[(2,3):(1,2);_]\">\n") == " = <(2,3):(1,2),_>");
  CHECK(found("composed_layout<\"S<3,5,4> o 2 o (8,8):(8,1)\">\n") == " = Sw<3,5,4> o 2 o (8,8):(8,1)");
  CHECK(found("%m : memref<f16, smem, align<128>, S<3,4,3>, \"(8,64):(64,1)\">\n") == "m = Sw<3,4,3>_smem_ptr[16b](unset) o (8,64):(64,1)");
  CHECK(found("%m : memref<16x32xf32>, subtile<\"4:1\">, xyz.tile<\"4:1\">\n").empty());
  CHECK(found("!copy_simt = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16>, layout_copy_tv = <\"((32,4),8):((4,1),128)\">, "
              "tiler_mn = <\"[32:1;8:1]\">>\n") == "copy_simt_tv = ((32,4),8):((4,1),128); copy_simt_tiler = <32:1,8:1>");
  // Shapes alone are not listed, nor is any part of a type that cannot be read.
  CHECK(found("%s = cute.static : !cute.shape<\"(1,2)\">\n").empty());
  CHECK(found("%c : !cute.composed_layout<\"(6,2):(1,3) o (2,1) o (2,3):(1@1,2@0)\">\n").empty());
  CHECK(found("!cute.layout<\"(2,3):(1,2\">\nsA: (4,2):(1,4)\n") == "sA = (4,2):(1,4)");
}

TEST_CASE("the swizzle of older prints is read wherever a layout is") {
  const auto value = [](const char* text) {
    const auto e = evaluate(text, {}, IntegerRule::math);
    return e ? plain(e->value) : e.error().problem.message.text();
  };
  CHECK(value("S<3,3,3> o 0 o (8,8):(8,1)") == "Sw<3,3,3> o 0 o (8,8):(8,1)");
  CHECK(value("Sw<3,3,3> o smem_ptr[16b](unset) o (8,64):(64,1)") == "Sw<3,3,3> o smem_ptr[16b](unset) o (8,64):(64,1)");
  CHECK(value("S<3,3,3>") == "Sw<3,3,3>");
}
