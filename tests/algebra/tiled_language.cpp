// Tests the expressions of tiled copies and tiled MMAs, and the messages where they are invalid.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "algebra/language/evaluate.hpp"
#include "tests/algebra/said.hpp"

using namespace algebra;

namespace {

std::string value_text(std::string_view text, const Environment& names = {}) {
  const auto rule = resolve(IntegerRule::automatic, text);
  const auto e = evaluate(text, names, rule);
  if (!e) return "refused: " + e.error().problem.message.text();
  return to_string(e->value, rule == IntegerRule::cute ? Marks::underscores : Marks::plain);
}

/// Returns the first hint at valid values; "" without one.
std::string hint(std::string_view text) {
  const auto e = evaluate(text, {}, IntegerRule::cute);
  INFO(text);
  REQUIRE(e);
  return e->hints.empty() ? "" : e->hints[0].problem.message.text();
}
std::string contract(std::string_view text) {
  const auto e = evaluate(text, {}, resolve(IntegerRule::automatic, text));
  INFO(text);
  REQUIRE(e);
  return e->verdict.kind == Verdict::Kind::kept ? e->verdict.contract.text() : "not kept: " + e->verdict.counterexample.text();
}

constexpr std::string_view mma = "TiledMMA<SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_32,_32,_16>>";
constexpr std::string_view copy = "TiledCopy<Copy_Atom<UniversalCopy<uint128_t>,f16>,((_4,_32),_8):((_256,_1),_32),<_32,_32>>";

}  // namespace

TEST_CASE("a tiled MMA, as it is written and pasted") {
  for (const std::string_view text :
       {"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1), <_32,_32,_16>)",
        "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{});",
        "cute::make_tiled_mma(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}, make_layout(Shape<_2,_2>{}), Tile<_32,_32,_16>{})",
        "TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2,_2,_1>>, Tile<_32,_32,_16>>{}"})
    CHECK_MESSAGE(value_text(text) == mma, text);
  CHECK(value_text("make_tiled_mma(SM61_DP4A)") == "TiledMMA<SM61_DP4A,(1,1,1):(0,0,0),<_,_,_>>");
  CHECK(value_text("make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::MN, cute::GMMA::Major::K>{})") ==
        "TiledMMA<SM90_64x128x16_F32F16F16_SS<GMMA::Major::MN,GMMA::Major::K>,(1,1,1):(0,0,0),<_,_,_>>");
}

TEST_CASE("a tiled copy, as it is written and pasted") {
  for (const std::string_view text : {"make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_32,_4):(_4,_1), (_1,_8))",
                                      "make_tiled_copy(Copy_Atom<UniversalCopy<cute::uint128_t>, cutlass::half_t>{}, "
                                      "Layout<Shape<_32,_4>,Stride<_4,_1>>{}, Layout<Shape<_1,_8>>{});",
                                      "make_tiled_copy(Copy_Atom<Copy_Traits<UniversalCopy<uint128_t, uint128_t>>, half_t>{}, "
                                      "Layout<Shape<_32,_4>,Stride<_4,_1>>{}, Layout<Shape<_1,_8>>{})"})
    CHECK_MESSAGE(value_text(text) == value_text(copy), text);
  CHECK(value_text("make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>, (_32,_4))") ==
        "TiledCopy<Copy_Atom<UniversalCopy<uint32_t>,f32>,(_128,_1):(_1,_0),<_32,_4>>");
}

TEST_CASE("what is printed reads back as the same value") {
  for (const std::string_view text : {"make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN, (2,2,1), <_,Layout<Shape<_2,_8>,Stride<_8,_1>>{},_4>)",
                                      "make_tiled_mma(SM90_64x64x16_F16F16F16_RS<GMMA::Major::K,GMMA::Major::MN>)",
                                      "make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, (_16,_4):(_4,_1), (_8,_1))",
                                      "get_slice(make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN, (2,2)), 3)"}) {
    const auto first = evaluate(text, {}, IntegerRule::cute);
    REQUIRE(first);
    const auto again = evaluate(to_string(first->value, Marks::underscores), {}, IntegerRule::cute);
    REQUIRE_MESSAGE(again, to_string(first->value, Marks::underscores));
    CHECK(first->value == again->value);
  }
}

TEST_CASE("a thread's part: of the tiled copy or MMA, of its slice, by names") {
  Environment names;
  names.emplace("copy", evaluate(copy, {}, IntegerRule::cute)->value);
  names.emplace("mma", evaluate(mma, {}, IntegerRule::cute)->value);
  names.emplace("gA", evaluate("(_64,_64):(_64,_1)", {}, IntegerRule::cute)->value);
  const auto part = value_text("partition_S(copy, _5, gA)", names);
  CHECK(part == "ptr+72 o ((_8,_1),_2,_2):((_1,_0),_2048,_32)");
  CHECK(value_text("copy.get_slice(_5).partition_S(gA)", names) == part);
  CHECK(value_text("copy.get_thread_slice(_5).partition_S(ptr o gA)", names) == part);
  CHECK(value_text("mma.get_slice(_5).partition_C(gA)", names) == value_text("partition_C(mma, _5, gA)", names));
  CHECK(value_text("size(mma) ", names) == "128");
  CHECK(value_text("size(copy)", names) == "128");
  CHECK(value_text("tile_size<1>(mma)", names) == "32");
  CHECK(value_text("tile_shape(copy)", names) == "(32,32)");
  // A swizzled tensor keeps its swizzle, a tensor of coordinates its coordinates.
  CHECK(value_text("partition_S(copy, _5, Swizzle<3,3,3> o _0 o (_64,_64):(_64,_1))", names) ==
        "ptr+64 o ((_8,_1),_2,_2):((_1,_0),_2048,_32)");
  CHECK(value_text("partition_C(mma, _5, make_identity_tensor((_32,_32)))", names) ==
        "ArithTuple(_1,_2) o ((_2,_2),_1,_2):((_1@1,_8@0),_0,_16@1)");
  // Names of atoms are no entries.
  CHECK(free_names("make_tiled_mma(SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::MN>, thr)") == std::vector<std::string>{"thr"});
  CHECK(free_names("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, thr, val)") == std::vector<std::string>{"thr", "val"});
  CHECK_FALSE(split_line("SM61_DP4A = 4:1"));
}

TEST_CASE("the copy that fits an MMA") {
  Environment names;
  names.emplace("mma", evaluate(mma, {}, IntegerRule::cute)->value);
  for (const std::string matrix : {"A", "B", "C"}) {
    names.insert_or_assign(
        "copy", evaluate("make_tiled_copy_" + matrix + "(Copy_Atom<UniversalCopy<half_t>,half_t>, mma)", names, IntegerRule::cute)->value);
    const auto same = evaluate("layoutD_TV(copy) == layout" + matrix + "_TV(mma)", names, IntegerRule::cute);
    REQUIRE(same);
    CHECK(std::get<Truth>(same->value).holds);
  }
}

TEST_CASE("partitions worked through") {
  const auto of = [](std::string_view text) {
    const auto e = explain(text, {}, IntegerRule::math);
    REQUIRE(e);
    return to_string(e->steps, Marks::plain);
  };
  const auto c = of("partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,2,1)), 37, (32,32):(32,1))");
  CHECK(has(c, "Divide (32,32):(32,1) by the MMA's tile <32,16>"));
  CHECK(has(c, "The atom has (thread, value) at ((4,8),(2,2)):((32,1),(16,8))"));
  CHECK(has(c, "thread 37 stands at (v,m,n,k) = (5,1,0,0)"));
  CHECK(has(c, "It begins at offset 546 and has the layout ((2,2),1,2):((1,256),0,16)."));
  const auto s = of("partition_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>,half_t>,(4,8):(8,1),(1,4)), 9, (8,32):(32,1))");
  CHECK(has(s, "Divide (8,32):(32,1) by <4,32>: mode 0 is one tile"));
  CHECK(has(s, "Take thread 9"));
  CHECK(has(s, "It begins at offset 36 and has the layout"));
}

TEST_CASE("verdicts of partitions") {
  CHECK(contract("partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,2,1)), 3, (32,16))") == "each element has one owner");
  CHECK(contract("partition_A(make_tiled_mma(SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>), 3, (64,16))") ==
        "each element has 128 owners");
  CHECK(contract("partition_D(make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N,half_t>,(8,4),(1,2)), 3, (8,8))") ==
        "each element has one owner");
  CHECK(contract("partition_S(make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N,half_t>,(8,4),(1,2)), 3, (8,8))") == "each element has 4 owners");
  // The warps along N have the same part of A, and those along M the same of B.
  CHECK(contract("partition_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,4,1)), 3, (32,16))") == "each element has 4 owners");
  CHECK(contract("partition_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(4,1,1)), 3, (8,16))") == "each element has 4 owners");
  CHECK(contract("partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,1,2)), 3, (32,8))") == "each element has 2 owners");
  constexpr const char* of_a =
      "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,2,1)))";
  CHECK(contract(fmt::format("partition_S({}, 3, (32,16))", of_a)) == "each element has 2 owners");
  CHECK(contract(fmt::format("partition_D({}, 3, (64,32))", of_a)) == "each element has 2 owners");
  CHECK(contract("make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>, ((8,2),2):((1,0),8), (4,4))") == "each element has 2 owners");
  CHECK(has(warned("make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>, ((8,2),2):((1,4),8), (4,4))").message, "owned twice"));
  CHECK(contract("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (32,4):(4,1), (1,8))") == "each element has one owner");

  auto w = warned("partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), 3, (20,8))");
  CHECK(w.condition == "partition");
  CHECK(w.at == "(20,8)");
  CHECK(has(w.message, "owned but not in the tensor"));
  CHECK(has(w.message, "element (20,0)"));
  CHECK(has(warned("layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,(2,2,2)))").message,
            "element 512 is owned but not in the tensor of (32,16)"));
  w = warned("partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN), 32, (16,8))");
  CHECK(w.at == "32");
  CHECK(has(w.message, "thread 32 is outside"));
  w = warned("partition_A(make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN), 4, (8,4))");
  CHECK(has(w.message, "thread 4 is outside"));
  w = warned("partition_D(make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>,(8,4)), -1, (8,4))");
  CHECK(has(w.message, "thread -1 is outside: the tiled copy has 32 threads"));
  w = warned("make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>,float>,(8,4):(1,4),(8,4))");
  CHECK(has(w.message, "owned"));
}

TEST_CASE("a part whose accesses of several elements are not aligned is told") {
  const std::string copy = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,2):(2,1), (1,8))";
  const auto part = [&](const std::string& of, const std::string& tensor) {
    return fmt::format("partition_D({}, 3, make_tensor(make_smem_ptr<half_t>(0), {}))", of, tensor);
  };
  auto w = warned(part(copy, "(32,16):(20,1)"));
  CHECK(w.condition == "partition");
  CHECK(has(w.at, "(32,16):(20,1)"));
  CHECK(has(w.message, "threads 0 and 2 access 16 bytes each, 40 bytes apart, so one of the two is misaligned"));
  // Threads that have two rows each.
  w = warned(
      "partition_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (1,2):(2,1), (1,8)), 1, "
      "make_tensor(make_smem_ptr<half_t>(0), (32,16):(20,1)))");
  CHECK(has(w.message, "a thread's accesses 0 and 1 of 16 bytes are 40 bytes apart, so one of the two is misaligned"));
  for (const auto* tensor : {"(32,16):(16,1)", "(32,16):(24,1)", "(32,16):(8,1)", "Sw<1,3,3> o (32,16):(16,1)"})
    CHECK_FALSE(has(contract(part(copy, tensor)), "aligned"));
  // 8 bytes are aligned in rows of 40 bytes, single elements and registers everywhere.
  CHECK(contract(part("make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>,half_t>, (16,2):(2,1), (1,4))", "(32,16):(20,1)")) ==
        "each element has one owner");
  CHECK(contract(part("make_tiled_copy(Copy_Atom<UniversalCopy<half_t>,half_t>, (16,2):(2,1), (1,8))", "(32,16):(17,1)")) ==
        "each element has one owner");
  // A row of ldmatrix has 16 bytes in shared memory, and goes to registers.
  const std::string ldmatrix = "make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N,half_t>,(8,4):(4,1),(1,2))";
  CHECK(
      has(warned(fmt::format("partition_S({}, 3, make_tensor(make_smem_ptr<half_t>(0), (8,8):(12,1)))", ldmatrix)).message, "misaligned"));
  CHECK(contract(part(ldmatrix, "(8,8):(12,1)")) == "each element has one owner");
  // A layout without memory is not accessed.
  CHECK(contract(fmt::format("partition_D({}, 3, (32,16):(20,1))", copy)) == "each element has one owner");
}

TEST_CASE("what is said of a tiled copy or MMA that CuTe does not compile") {
  auto r = refused("make_tiled_mma(SM80_16x8x16_F32F16F16F23_TN)");
  CHECK(r.condition == "unknown atom");
  CHECK(r.at == "SM80_16x8x16_F32F16F16F23_TN");
  CHECK(r.nearest == "SM80_16x8x16_F32F16F16F32_TN");
  CHECK(refused("make_tiled_copy(Copy_Atom<UniversalCopi<uint128_t>,half_t>,(8,4),(1,8))").nearest == "UniversalCopy");
  r = refused("make_tiled_copy(Copy_Atom<UniversalCopy,half_t>,(8,4),(1,8))");
  CHECK(r.condition == "template argument");
  CHECK(r.at == "UniversalCopy");
  CHECK(refused("UniversalCopy<half_t,float>").at == "float");
  CHECK(refused("SM90_64x8x16_F16F16F16_SS").nearest == "SM90_64x8x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  CHECK(refused("SM90_64x8x16_F16F16F16_RS<GMMA::Major::MN,GMMA::Major::K>").at == "GMMA::Major::MN");
  CHECK(refused("SM61_DP4A<4>").at == "SM61_DP4A");

  r = refused("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>,(8,4),(1,4))");
  CHECK(r.condition == "atom");
  CHECK(has(r.message, "too few values"));
  CHECK(r.at == "(1,4)");
  CHECK(r.nearest == "(2,4)");
  CHECK(hint("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>,(_8,_4),(_0,_8))").empty());
  CHECK(hint("make_tiled_copy(Copy_Atom<AutoVectorizingCopy,half_t>,(_32,4):(_1,_32),(_2,_2):(_1,_2))") ==
        "A tiled copy is a type in CuTe, so its dynamic integers would be 0: write (_32,_4):(_1,_32) and (_2,_2):(_1,_2).");
  CHECK(hint("make_tiled_copy(Copy_Atom<AutoVectorizingCopy,half_t>,(_32,_4):(_1,_32),(_2,_2):(2,_1))").empty());
  CHECK(refused("Copy_Atom<SM100_U8x4_STSM_T,half_t>").condition == "atom");
  CHECK(refused("make_tiled_mma(SM61_DP4A,(1,1,1),<X,1,1>)").condition == "permutation");
  CHECK(has(refused("make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N,half_t>,(8,2),(1,2))").message, "too few threads"));
  r = refused("make_tiled_copy(UniversalCopy<uint128_t>,(8,4),(1,8))");
  CHECK(has(r.message, "Copy_Atom<UniversalCopy<uint128_t>,half_t>"));
  CHECK(refused("make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>,(8,_4),(_1,_1))").condition == "static");
  CHECK(refused("make_tiled_mma(SM61_DP4A,(_1,_1,_1),<4,_1,_1>)").condition == "static");
  CHECK(refused("make_tiled_mma(SM61_DP4A,(1,1,1,2))").condition == "rank");
  r = refused("partition_C(make_tiled_mma(SM61_DP4A), 0, 4:1)");
  CHECK(r.condition == "mismatched ranks");
  CHECK(r.at == "4:1");
  CHECK(has(refused("partition_C((4,4), 0, (4,4))").message, "a tiled MMA, as make_tiled_mma returns it"));
  CHECK(refused("partition_C(make_tiled_mma(SM61_DP4A), (0,1), (4,4))").at == "(0,1)");
  CHECK(has(refused("partition_C(make_tiled_mma(SM61_DP4A), (4,4))").message, "the index of a thread"));
  CHECK(refused("layoutA_TV(make_tiled_mma(SM80_16x8x128_S32U1U1S32_TN_ANDPOPC))").condition == "congruent");
}
