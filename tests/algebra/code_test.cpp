// Tests entries written as C++ and Python: representative texts, and that the code reads back as the same value.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "algebra/code/code.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;
using code::Definition;
using code::Dialect;

namespace {

std::string last_line(std::vector<Definition> definitions, Dialect dialect, IntegerRule rule = IntegerRule::cute) {
  const auto lines = code::statements(definitions, rule, dialect);
  return lines ? lines->back() : "refused: " + lines.error().diagnostic.problem.message.text();
}
std::string cpp(const std::string& expression, IntegerRule rule = IntegerRule::cute) {
  return last_line({{"", expression}}, Dialect::cpp, rule);
}
std::string dsl(const std::string& expression) { return last_line({{"", expression}}, Dialect::dsl); }
std::string pycute(const std::string& expression) { return last_line({{"", expression}}, Dialect::pycute, IntegerRule::math); }

std::string shown(const std::string& expression, const Environment& names = {}) {
  const auto e = evaluate(expression, names, IntegerRule::cute, {.verdicts = false, .steps = nullptr});
  return e ? to_string(e->value, Marks::underscores) : "error: " + e.error().problem.message.text();
}

}  // namespace

TEST_CASE("layouts and calls as CuTe C++") {
  CHECK(cpp("(_4,2):(_2,1)") == "make_layout(make_shape(Int<4>{}, 2), make_stride(Int<2>{}, 1))");
  CHECK(cpp("(4,2):(2,1)", IntegerRule::math) == "make_layout(make_shape(Int<4>{}, Int<2>{}), make_stride(Int<2>{}, Int<1>{}))");
  CHECK(cpp("logical_divide((_8,_8):(_8,_1), <_4:_2,_>)") ==
        "logical_divide(make_layout(make_shape(Int<8>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{})), make_tile(make_layout(Int<4>{}, "
        "Int<2>{}), _))");
  CHECK(cpp("complement(_4, 24)") == "complement(make_layout(Int<4>{}), 24)");
  CHECK(cpp("Sw<3,4,3> o (_8,_8)") == "composition(Swizzle<3,4,3>{}, make_layout(make_shape(Int<8>{}, Int<8>{})))");
  CHECK(cpp("((_4,_8):(_8,_1))(2,_)") == "make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{}))(2, _)");
  CHECK(cpp("layout<1,0>((_4,(_3,_6)))") == "layout<1,0>(make_layout(make_shape(Int<4>{}, make_shape(Int<3>{}, Int<6>{}))))");
  CHECK(cpp("(_4,_4):(_1@0,_2@1)") == "make_layout(make_shape(Int<4>{}, Int<4>{}), make_stride(E<0>{}, Int<2>{} * E<1>{}))");
  CHECK(cpp("recast_layout<f16,f32>(_8:_1)") == "recast_layout<half_t, float>(make_layout(Int<8>{}, Int<1>{}))");
  CHECK(cpp("local_tile((_4,8):(8,_1), (_2,_2), (0,_))") ==
        "local_tile(make_tensor(ptr, make_layout(make_shape(Int<4>{}, 8), make_stride(8, Int<1>{}))), make_shape(Int<2>{}, Int<2>{}), "
        "make_coord(0, _))");
  CHECK(cpp("partition_C(make_tiled_mma(SM80_16x8x8_F32BF16BF16F32_TN,(_2,_1,_1)),3,(_32,_8))") ==
        "make_tiled_mma(SM80_16x8x8_F32BF16BF16F32_TN{}, make_layout(make_shape(Int<2>{}, Int<1>{}, "
        "Int<1>{}))).get_slice(3).partition_C(make_tensor(ptr, "
        "make_layout(make_shape(Int<32>{}, Int<8>{}))))");
  // Python's keyword arguments and mode=[i] become C++'s positional arguments and <i>.
  CHECK(cpp("cute.make_layout((4,2), stride=(2,1))") == "make_layout(make_shape(4, 2), make_shape(2, 1))");
  CHECK(cpp("cute.size((4,2), mode=[1])") == "size<1>(make_shape(4, 2))");
}

TEST_CASE("an entry comes after those that it needs, under names that C++ allows") {
  const std::vector<Definition> sheet{
      {"T", "<_2,A>"}, {"unused", "4:1"}, {"A", "_4:_2"}, {"class", "(_8,_8)"}, {"D", "zipped_divide(class, T)"}};
  const auto lines = code::statements(sheet, IntegerRule::cute, Dialect::cpp);
  REQUIRE(lines);
  CHECK(*lines == std::vector<std::string>{"auto A = make_layout(Int<4>{}, Int<2>{});", "auto T = make_tile(Int<2>{}, A);",
                                           "auto class_ = make_shape(Int<8>{}, Int<8>{});",
                                           "auto D = zipped_divide(make_layout(class_), T);"});
  const auto cycle = code::program(std::vector<Definition>{{"A", "B"}, {"B", "A"}}, IntegerRule::math, Dialect::cpp);
  REQUIRE_FALSE(cycle);
  CHECK(cycle.error().diagnostic.problem.condition == "cycle");
}

TEST_CASE("an entry with a name that ends as a maker's is called by its name") {
  CHECK(last_line({{"my_make_shape", "(_2,_2):(_1,_2)"}, {"", "(_2,_2):(_4,my_make_shape(1))"}}, Dialect::cpp) ==
        "make_layout(make_shape(Int<2>{}, Int<2>{}), make_stride(Int<4>{}, my_make_shape(1)))");
}

TEST_CASE("a program prints what eval shows") {
  const auto tensor = code::program(std::vector<Definition>{{"", "local_partition((_8,_6), (_4,_2), 1)"}}, IntegerRule::cute, Dialect::cpp);
  REQUIRE(tensor);
  CHECK(tensor->find("#include <cute/tensor.hpp>") != std::string::npos);
  CHECK(tensor->find("auto ptr = counting_iterator<int>{0};") != std::string::npos);
  CHECK(tensor->find("print(\"ptr+\")") != std::string::npos);
  const auto truth = code::program(std::vector<Definition>{{"", "_4:_1 == (_2,_2)"}}, IntegerRule::cute, Dialect::cpp);
  REQUIRE(truth);
  CHECK(truth->find("bool same(A const& a, B const& b)") != std::string::npos);
  const auto math = code::program(std::vector<Definition>{{"", "4:1"}}, IntegerRule::math, Dialect::cpp);
  REQUIRE(math);
  CHECK(math->find("Every integer is static") != std::string::npos);
}

TEST_CASE("the CuTe DSL: Python's integers are static, Int32 is dynamic") {
  CHECK(dsl("(_4,2):(_2,1)") == "cute.make_layout((4, cutlass.Int32(2)), stride=(2, cutlass.Int32(1)))");
  CHECK(dsl("logical_divide((_8,_8):(_8,_1), <_4:_2,_>)") ==
        "cute.logical_divide(cute.make_layout((8, 8), stride=(8, 1)), (cute.make_layout(4, stride=2), None))");
  CHECK(dsl("Swizzle<3,4,3> o _0 o (_8,_8)") ==
        "cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 8), stride=(1, 8)))");
  CHECK(dsl("group<0,2>((_2,_3,_5):(_1,_2,_6))") == "cute.group_modes(cute.make_layout((2, 3, 5), stride=(1, 2, 6)), 0, 2)");
  // Where the DSL's functions take less than C++'s, or something else.
  CHECK(dsl("crd2idx((1,2), (_4,_6), (_6,_1))") ==
        "cute.crd2idx((cutlass.Int32(1), cutlass.Int32(2)), cute.make_layout((4, 6), stride=(6, 1)))");
  CHECK(dsl("complement(_4:_2)") == "cute.complement(cute.make_layout(4, stride=2), cute.cosize(cute.make_layout(4, stride=2)))");
  CHECK(dsl("unflatten((_8,_4):(_4,_1), (_1,_1))") ==
        "cute.make_layout(cute.unflatten(cute.make_layout((8, 4), stride=(4, 1)).shape, (1, 1)), "
        "stride=cute.unflatten(cute.make_layout((8, 4), stride=(4, 1)).stride, (1, 1)))");
  CHECK(dsl("zipped_product((_2,_2):(_4,_1), _6)") ==
        "cute.zipped_product(cute.make_layout((2, 2), stride=(4, 1)), cute.make_layout(6, stride=1))");
  for (const auto* refused : {"zipped_product((_2,_5):(_5,_1), <_3:_5,_4:_6>)", "filter((_2,_4):(_0,_3), (_1,_1))",
                              "idx2crd(_5, (_4,_2), (_2,_1))", "right_inverse(composition(Swizzle<2,0,3>, (_8,_8)))"})
    CHECK_MESSAGE(dsl(refused).starts_with("refused: "), refused);
  // The DSL has no operation of BMMA.
  CHECK(dsl("make_tiled_mma(SM80_16x8x128_S32U1U1S32_TN_XORPOPC)").starts_with("refused: "));
}

TEST_CASE("the CuTe DSL: instructions are operations, and what is tiled by them is made of these") {
  CHECK(dsl("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, make_layout((_2,_2,_1)), make_tile(_32,_32,_16))") ==
        "cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), "
        "cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))");
  CHECK(dsl("make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>{}, make_layout((_16,_8),(_8,_1)), "
            "make_layout((_1,_8)))") ==
        "cute.make_tiled_copy_tv(cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(cache_mode=cute.nvgpu.cpasync.LoadCacheMode.GLOBAL), "
        "cutlass.Float16, num_bits_per_copy=128), cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))");
  CHECK(dsl("Copy_Atom<SM75_U16x8_LDSM_T,half_t>{}") ==
        "cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(transpose=True, num_matrices=4), cutlass.Float16)");
  CHECK(dsl("SM90_64x128x16_F32BF16BF16_RS<GMMA::Major::K,GMMA::Major::MN>{}") ==
        "cute.nvgpu.warpgroup.MmaF16BF16Op(cutlass.BFloat16, cutlass.Float32, (64, 128, 16), "
        "cute.nvgpu.warpgroup.OperandSource.RMEM, cute.nvgpu.OperandMajorMode.K, cute.nvgpu.OperandMajorMode.MN)");
}

TEST_CASE("the CuTe DSL: layouts of shared memory and masks, as kernels in it spell them") {
  CHECK(dsl("GMMA::Layout_K_SW128_Atom<half_t>") ==
        "cute.nvgpu.warpgroup.make_smem_layout_atom(cute.nvgpu.warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)");
  CHECK(dsl("UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>") ==
        "cute.nvgpu.tcgen05.make_smem_layout_atom(cute.nvgpu.tcgen05.SmemLayoutAtomKind.MN_SW128_32B, cutlass.TFloat32)");
  CHECK(dsl("tile_to_mma_shape(GMMA::Layout_K_SW64_Atom<half_t>, ((_128,_16),_1,_4))") ==
        "cute.nvgpu.tcgen05.tile_to_mma_shape(cute.nvgpu.warpgroup.make_smem_layout_atom(cute.nvgpu.warpgroup.SmemLayoutAtomKind.K_SW64, "
        "cutlass.Float16), ((128, 16), 1, 4))");
  CHECK(dsl("create_tma_multicast_mask<2>((_1,_2,_2,_1):(_0,_1,_2,_0), (_0,_1,_0,_0))") ==
        "cute.nvgpu.cpasync.create_tma_multicast_mask(cute.make_layout((1, 2, 2, 1), stride=(0, 1, 2, 0)), (0, 1, 0, 0), 2)");
}

TEST_CASE("pycute: a program goes on where pycute refuses a statement") {
  const std::vector<code::Definition> sheet{
      {"A", "composition((_4,_6,_8):(_2,_3,_5), _6:_3)"}, {"B", "size(A)"}, {"", "composition((_4,_6,_8):(_2,_3,_5), _6:_3)"}};
  const auto program = code::whole_program(sheet, IntegerRule::cute, code::Dialect::pycute);
  REQUIRE(program);
  CHECK(program->find("try:\n    A = composition(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 3))\n"
                      "except Exception:\n    A = Layout((2, 3), (6, 3))\nB = size(A)\n") != std::string::npos);
  CHECK(program->find("except Exception:\n    refused_3 = Layout((2, 3), (6, 3))\n") != std::string::npos);
  CHECK(program->ends_with("print(refused_3)\n"));
}

TEST_CASE("pycute, and what it lacks") {
  CHECK(pycute("zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)") ==
        "zipped_divide(Layout((9, (4, 8)), (59, (13, 1))), (Layout(3, 3), Layout((2, 4), (1, 8))))");
  CHECK(pycute("logical_product((2,2):(4,1), 6)") == "logical_product(Layout((2, 2), (4, 1)), Layout(6, 1))");
  CHECK(pycute("complement(4:2, 24)") == "complement(Layout(4, 2), product(24))");
  CHECK(pycute("make_layout((4,2), LayoutRight)") == "Layout((4, 2), (2, 1))");
  CHECK(pycute("make_layout(4:1)") == "make_layout([Layout(4, 1)])");
  CHECK(pycute("blocked_product(4:1, 2:1)") == "refused: There is no code for blocked_product in pycute here; in CuTe C++ there is.");
  // An integer of a tiler is a layout: pycute's product would divide by it.
  CHECK(pycute("logical_product((8,24):(1,8), <2,2>)") == "logical_product(Layout((8, 24), (1, 8)), (Layout(2, 1), Layout(2, 1)))");
  CHECK(pycute("max((4,(9,2)))") == "max(flatten(((4, (9, 2)),)))");
  CHECK(pycute("composition<2,0>") == "refused: There is no code for composition in pycute here; in CuTe C++ there is.");
  CHECK(pycute("local_tile((4,4), (2,2), 0)").starts_with("refused: "));
}

TEST_CASE("what is written in C++ and in Python reads back as the same value") {
  int read[3] = {0, 0, 0}, rows = 0;
  for (const auto* file : {"worked_examples.tsv", "static.tsv", "dynamic.tsv", "tiled.tsv"})
    for (const auto& row : golden_rows(file)) {
      const auto& expression = row.expression;
      const auto& result = row.result;
      if (result == "ERROR") continue;
      ++rows;
      for (const auto dialect : {Dialect::cpp, Dialect::dsl, Dialect::pycute}) {
        const auto lines = code::statements(std::vector<Definition>{{"", expression}}, IntegerRule::cute, dialect);
        if (dialect == Dialect::cpp) CHECK_MESSAGE(lines.has_value(), expression);
        if (!lines) continue;
        ++read[static_cast<int>(dialect)];
        // Python does not tell 4 from _4 by the same marks.
        if (dialect == Dialect::cpp) CHECK_MESSAGE(shown(lines->back()) == result, lines->back());
      }
    }
  MESSAGE(rows << " rows: C++ " << read[0] << ", CuTe DSL " << read[1] << ", pycute " << read[2]);
  CHECK(read[1] > 1500);
  CHECK(read[2] > 1100);
}

TEST_CASE("what CuTe does not have is not written as if it had") {
  const std::string mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1))";
  const auto fits = "fits_A(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>," + mma + ")," + mma + ")";
  CHECK(cpp(fits) == "refused: CuTe has no fits_A: only Cutescope evaluates it.");
}

TEST_CASE("what C++ alone has is written as CuTe has it") {
  // The majors keep the words that they are written with.
  CHECK(cpp("make_tiled_mma(SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::MN>)") ==
        "make_tiled_mma(SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::MN>{})");
  const auto program_of = [](const char* expression) {
    return code::program(std::vector<Definition>{{"", expression}}, IntegerRule::cute, Dialect::cpp).value();
  };
  // An operation is printed as its atom; where that needs a type, there is nothing to print.
  CHECK(program_of("SM80_16x8x16_F32F16F16F32_TN").find("print(MMA_Atom<decltype(SM80_16x8x16_F32F16F16F32_TN{})>{});") !=
        std::string::npos);
  CHECK(program_of("UniversalCopy<uint64_t>").find("static_cast<void>(UniversalCopy<uint64_t>{});") != std::string::npos);
  CHECK(program_of("TV_Tiler<_4:_1,<_4:_32,_1:_0>>").find("static_cast<void>(make_tiler_impl(") != std::string::npos);
  CHECK(
      cpp("transform_layout(((2,4),8):((1,2),8), coalesce)") ==
      "transform_layout(make_layout(make_shape(make_shape(2, 4), 8), make_stride(make_stride(1, 2), 8)), [](auto const&... modes) { return "
      "coalesce(modes...); })");
  CHECK(cpp("Swizzle<3,4,3> == Swizzle<3,4,3>") == "is_same_v<decltype(Swizzle<3,4,3>{}), decltype(Swizzle<3,4,3>{})>");
}

TEST_CASE("Python compares functions, not shapes and strides") {
  CHECK(pycute("(4,2):(1,4) == 8:1") == "same(Layout((4, 2), (1, 4)), Layout(8, 1))");
  CHECK(pycute("(4,2):(1,4) == 8") == "same(Layout((4, 2), (1, 4)), Layout(8, 1))");
  CHECK(dsl("(_4,_2):(_1,_4) == _8:_1") == "same(cute.make_layout((4, 2), stride=(1, 4)), cute.make_layout(8, stride=1))");
  CHECK(dsl("(4,2):(1,4) == 8:1").starts_with("refused: "));
  CHECK(pycute("Swizzle<3,4,3> == Swizzle<3,4,3>").starts_with("refused: "));
  for (const auto dialect : {Dialect::pycute, Dialect::dsl}) {
    const auto program = code::program(std::vector<Definition>{{"", "(4,2):(1,4) == 8:1"}}, IntegerRule::math, dialect);
    REQUIRE(program);
    CHECK(program->find("def same(a, b):") != std::string::npos);
  }
}

TEST_CASE("pycute slices a swizzled layout by a function of its own") {
  CHECK(pycute("composition(Swizzle<3,0,3>, (8,8):(8,1))(_,2)") ==
        "sliced(ComposedLayout(Swizzle(3, 0, 3), 0, Layout((8, 8), (8, 1))), (None, 2))");
  CHECK(pycute("slice((_,2), composition(Swizzle<3,0,3>, (8,8):(8,1)))") ==
        "sliced(ComposedLayout(Swizzle(3, 0, 3), 0, Layout((8, 8), (8, 1))), (None, 2))");
  // No bits swizzle nothing: CuTe has a layout there.
  CHECK(pycute("composition(Swizzle<0,4,3>, (8,8):(8,1))") == "Layout((8, 8), (8, 1))");
}

TEST_CASE("a program says where pycute and CuTe C++ differ") {
  const auto notes = [](const std::vector<Definition>& definitions, IntegerRule rule = IntegerRule::math) {
    std::vector<std::string> found;
    const auto lines = code::statements(definitions, rule, Dialect::pycute).value();
    for (const auto& line : lines)
      if (line.starts_with("#")) found.push_back(line);
    return found;
  };
  using Lines = std::vector<std::string>;
  CHECK(notes({{"", "left_inverse((4,3):(3,12))"}}) == Lines{"# pycute answers (3,12):(12,1); CuTe C++ answers (3,12):(0,1)."});
  CHECK(notes({{"", "left_inverse((4,8):(8,1))"}}).empty());
  CHECK(notes({{"", "complement(_4:_2, 8)"}}, IntegerRule::cute) == Lines{"# pycute answers 2:1; CuTe C++ answers (_2,1):(_1,_8)."});
  CHECK(notes({{"", "composition((4,6,8):(2,3,5), 6:3)"}}) ==
        Lines{"# pycute refuses this: neither of 4 and the stride 3 divides the other. CuTe C++ answers (2,3):(6,3)."});
  CHECK(notes({{"", "composition((4,6):(1,4), <2>)"}}) == Lines{"# pycute answers (2,6):(1,4); CuTe C++ answers (2):(1)."});
  // Values computed from such an answer differ as well, or agree again.
  CHECK(notes({{"B", "left_inverse((4,3):(3,12))"}, {"", "B(1)"}}) ==
        Lines{"# pycute answers (3,12):(12,1); CuTe C++ answers (3,12):(0,1).", "# pycute answers 12; CuTe C++ answers 0."});
  CHECK(notes({{"B", "left_inverse((4,3):(3,12))"}, {"", "size(B)"}}).size() == 1);
  CHECK(notes({{"", "cosize(4:-1)"}}) == Lines{"# pycute answers -2; CuTe C++ answers 4."});
}

TEST_CASE("pasted lines become entries where each is one") {
  using Lines = std::vector<std::string>;
  CHECK(entries_in("(4,2):(2,1)\n(8,8)\n") == Lines{"(4,2):(2,1)", "(8,8)"});
  CHECK(entries_in("auto A = make_layout(4); auto B = make_layout(8);") == Lines{"auto A = make_layout(4)", "auto B = make_layout(8)"});
  CHECK(entries_in("make_layout(make_shape(4,\n 2), // rows\n LayoutRight{})") == Lines{"make_layout(make_shape(4, 2), LayoutRight{})"});
  CHECK(entries_in("# a note\nA = 4:1\n") == Lines{"# a note", "A = 4:1"});
  CHECK(entries_in(" 4") == Lines{" 4"});
  // A line that is none: all of it stays one entry, as before.
  CHECK(entries_in("A = 4:1\nsize(\n").size() == 1);
  for (const auto dialect : {Dialect::cpp, Dialect::dsl, Dialect::pycute}) {
    const auto program =
        code::program(std::vector<Definition>{{"A", "(_8,_8):(_8,_1)"}, {"D", "zipped_divide(A, <_2,_4>)"}}, IntegerRule::cute, dialect);
    REQUIRE(program);
    const auto entries = entries_in(*program);
    std::vector<std::string> names;
    for (const auto& e : entries)
      if (const auto line = split_line(e); line && !line->is_note) names.push_back(line->name);
    CHECK_MESSAGE((names == Lines{"A", "D"}), *program);
  }
}

TEST_CASE("a program of all entries defines and prints each, in their order") {
  // D is used before it is defined; the fourth has no name.
  const std::vector<Definition> sheet{
      {"E", "D o _2:_1"}, {"shown", "(_8,_8):(_8,_1)"}, {"D", "_4:_2"}, {"", "size(shown)"}, {"T", "local_tile(shown, (_4,_4), (0,1))"}};
  const auto order = [](const std::string& text, const std::vector<std::string_view>& parts) {
    std::size_t at = 0;
    for (const auto part : parts) {
      at = text.find(part, at);
      if (at == std::string::npos) return "without, or too late: " + std::string(part);
    }
    return std::string();
  };
  const auto cpp = code::whole_program(sheet, IntegerRule::cute, Dialect::cpp);
  REQUIRE(cpp);
  CHECK(order(*cpp, {"auto ptr = ", "auto D = ", "auto E = composition(D, ", "auto shown_ = ", "auto T = ", "print(\"E = \"); print(E);",
                     "print(\"shown = \"); print(shown_);", "print(\"D = \"); print(D);", "  print(size(shown_)", "auto const& shown = T;",
                     "print(\"T = \"); print(\"ptr+\");"}) == "");
  const auto dsl = code::whole_program(sheet, IntegerRule::cute, Dialect::dsl);
  REQUIRE(dsl);
  CHECK(order(*dsl, {"    ptr = ", "    D = ", "    E = ", "    T = ", "    print(\"E =\", E)", "    print(\"D =\", D)",
                     "    print(cute.size(", "    print(\"T =\", T)", "\nmain()"}) == "");
  const auto pycute = code::whole_program(std::span(sheet).first(4), IntegerRule::cute, Dialect::pycute);
  REQUIRE(pycute);
  CHECK(order(*pycute, {"\nD = ", "\nE = ", "\nprint(\"E =\", E)", "\nprint(\"D =\", D)", "\nprint(size("}) == "");
  const auto tensor = code::whole_program(sheet, IntegerRule::cute, Dialect::pycute);
  REQUIRE_FALSE(tensor);
  CHECK(tensor.error().definition == 4);
  const auto twice = code::whole_program(std::vector<Definition>{{"A", "4:1"}, {"A", "8:1"}}, IntegerRule::math, Dialect::cpp);
  REQUIRE_FALSE(twice);
  CHECK(twice.error().definition == 1);
  CHECK(twice.error().diagnostic.problem.message.text() == "A is already defined above.");
}
