// Tests the forms in which expressions can be written and pasted.

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "algebra/language/lines.hpp"
#include "algebra/language/vocabulary.hpp"

using namespace algebra;

namespace {

std::string shown(std::string_view text, const Environment& names = {}, IntegerRule rule = IntegerRule::automatic) {
  const auto resolved = resolve(rule, text);
  const auto e = evaluate(text, names, resolved);
  if (!e) return "error: " + e.error().problem.message.text();
  return to_string(e->value, resolved == IntegerRule::cute ? Marks::underscores : Marks::plain);
}

Environment sheet() {
  Environment names;
  for (const auto& [name, text] :
       {std::pair{"A", "(8,8):(8,1)"}, {"T", "<4:1,4:1>"}, {"thr", "(2,4):(4,1)"}, {"C", "(4,2):(1,4)"}, {"shape", "(2,3)"}})
    names.emplace(name, evaluate(text, {}, IntegerRule::math)->value);
  return names;
}

void check_same(std::initializer_list<std::string_view> texts, const std::string& wanted, const Environment& names = {}) {
  for (const auto text : texts) {
    INFO(text);
    CHECK(shown(text, names) == wanted);
  }
}

}  // namespace

TEST_CASE("what a Chinese keyboard types in full width is read") {
  check_same({"（4，6）：（6，1）", "(4，6)：(6,1)", "（4，　6）:（6，1）", "make_layout（（4，6），LayoutRight）"}, "(4,6):(6,1)");
  check_same({"＜4:1，2:1＞", "《4：1，2：1》", "<4:1,2:1>"}, "<4:1,2:1>");
  check_same({"（4＋2）＊3", "(4+2)*3"}, "18");
  const auto named = split_line("A ＝ （4，6）：（6，1）");
  REQUIRE(named.has_value());
  CHECK(named->name == "A");
  CHECK(shown(named->expression) == "(4,6):(6,1)");
  // A full-width character that stands for no ASCII one is refused, and its place is the whole character.
  const auto e = evaluate("4：１", {}, IntegerRule::automatic);
  REQUIRE(!e);
  CHECK(e.error().span.begin == 4);
  CHECK(e.error().span.end == 7);
}

TEST_CASE("literals") {
  check_same({"(4,(2,2)):(1,(4,8))", " ( 4 , (2,2) ) : ( 1,(4,8) ) ;", "(4,(2,2))\t:(1,\n(4,8)) // note", "(4,(2,2)):(1,(4,8)) # note"},
             "(4,(2,2)):(1,(4,8))");
  check_same({"4:1"}, "4:1");
  check_same({"4:-1"}, "4:-1");
  check_same({"_4:_-1"}, "_4:_-1");
  check_same({"(4,2)"}, "(4,2)");
  check_same({"()"}, "()");
  check_same({"_4", "4_c", "Int<4>{}", "Int<4>", "C<4>{}", "cute::Int<4>()", "_4{}", "cute::_4{}", "cute::constant<int,4>"}, "_4");
  check_same({"0x20"}, "32");
  check_same({"<4:1, (2,4):(1,8)>", "[4:1, (2,4):(1,8)]", "make_tile(4:1, (2,4):(1,8))", "(4:1, (2,4):(1,8))"}, "<4:1,(2,4):(1,8)>");
  check_same({"<4,_>"}, "<4,_>");
  check_same({"(_,(1,_))", "(None,(1,None))"}, "(_,(1,_))");
  check_same({"(_1,X,_1)", "Step<_1,X,_1>{}", "make_step(_1{},X{},_1{})"}, "(_1,X,_1)");
  check_same({"LayoutLeft", "LayoutLeft{}", "cute::LayoutLeft{}", "GenColMajor{}"}, "LayoutLeft");
  check_same({"Swizzle<3,4,3>", "Swizzle<3,4,3>{}", "Sw<3,4,3>", "make_swizzle(3,4,3)"}, "Sw<3,4,3>");
  check_same({"f16", "half_t", "cutlass::half_t{}", "cutlass.Float16"}, "f16");
  check_same({"(4,2):LayoutRight"}, "(4,2):(2,1)");
}

TEST_CASE("math prints every integer plain, cute keeps the marks") {
  CHECK(shown("(_4,2):(_1,4)", {}, IntegerRule::math) == "(4,2):(1,4)");
  CHECK(shown("(_4,2):(_1,4)", {}, IntegerRule::cute) == "(_4,2):(_1,4)");
  CHECK(shown("complement(4:1,24)", {}, IntegerRule::math) == "6:4");
  CHECK(shown("complement(4:1,24)", {}, IntegerRule::cute) == "(1,6):(_1,4)");
  CHECK(resolve(IntegerRule::automatic, "(4,2):(1,4)") == IntegerRule::math);
  CHECK(resolve(IntegerRule::automatic, "take<1,2>(A_4)") == IntegerRule::math);
  CHECK(resolve(IntegerRule::automatic, "A(2,_)") == IntegerRule::math);
  CHECK(resolve(IntegerRule::automatic, "(4,_2)") == IntegerRule::cute);
  CHECK(resolve(IntegerRule::automatic, "make_shape(Int<4>{}, 2)") == IntegerRule::cute);
  CHECK(resolve(IntegerRule::automatic, "cute::tuple<cute::C<4> >") == IntegerRule::cute);
  CHECK(resolve(IntegerRule::math, "_4") == IntegerRule::math);
}

TEST_CASE("calls") {
  const auto names = sheet();
  check_same({"take<1,2>((2,3,5):(1,2,6))", "take< 1 , 2 >( (2,3,5):(1,2,6) )"}, "(3):(2)");
  check_same({"composition(A, 8:1)", "A o 8:1", "A \xE2\x88\x98 8:1", "A.compose(8:1)"}, "8:8", names);
  check_same({"A o 8:2 o 2:4"}, "2:1", names);
  check_same({"(A o 8:2) o 2:4", "A o (8:2 o 2:4)"}, "2:1", names);
  check_same({"A(2,_)", "slice((2,_), A)", "cute.slice_(A, (2, None))"}, "(8):(1)", names);
  check_same({"A(5)", "layout(A)(5)", "A(5,0)", "make_layout((8,8),(8,1))(5)"}, "40", names);
  check_same({"size(A)", "A.size()", "size<0>(A)", "cute.size(A, mode=[0])", "A.shape[0]", "get<0>(shape(A))"}, "8", [&] {
    auto n = names;
    n["A"] = evaluate("(8,1):(1,0)", {}, IntegerRule::math)->value;
    return n;
  }());
  check_same({"Swizzle<3,4,3> o (8,8):(8,1)", "composition(Swizzle<3,4,3>, 0, (8,8):(8,1))",
              "make_composed_layout(make_swizzle(3,4,3), 0, (8,8):(8,1))"},
             "Sw<3,4,3> o 0 o (8,8):(8,1)");
  check_same({"size(flatten(coalesce(make_layout(A, A))))"}, "4096", names);
  // C is CuTe's only before <, and an entry may be named like a function.
  check_same({"C(5)"}, "5", names);
  check_same({"C<5>{}"}, "_5", names);
  check_same({"shape"}, "(2,3)", names);
  check_same({"shape(A)"}, "(8,8)", names);
}

TEST_CASE("tensors and partitions") {
  auto names = sheet();
  check_same({"local_tile(A, (4,4), (0,1))", "local_tile(A, T, make_coord(0,1))", "cute.local_tile(A, tiler=(4,4), coord=(0,1))",
              "local_tile(ptr o A, (4,4), (0,1))"},
             "ptr+4 o (4,4):(8,1)", names);
  names.emplace("cta", evaluate("local_tile(A, (4,4), (0,1))", names, IntegerRule::math)->value);
  check_same({"local_partition(cta, thr, 3)", "local_partition(local_tile(A, T, (0,1)), thr, 3)"}, "ptr+7 o (2,1):(16,0)", names);
  check_same({"ptr+4 o (4,4):(8,1)", "ptr + 4 o (4,4):(8,1)", "make_tensor(ptr+4, (4,4):(8,1))", "make_tensor(ptr+4, (4,4), (8,1))"},
             "ptr+4 o (4,4):(8,1)");
  check_same({"(ptr+4 o (4,4):(8,1))(1,_)"}, "ptr+12 o (4):(1)");
  check_same({"(ptr+4 o (4,4):(8,1))(1,2)"}, "ptr+14 o 1:0");
}

TEST_CASE("pasted C++") {
  check_same({"make_layout(make_shape(Int<4>{}, 2), LayoutRight{})",
              "cute::make_layout(cute::make_shape(cute::Int<4>{}, 2), cute::LayoutRight{});",
              "make_layout(make_shape(_4{}, 2), make_stride(2, _1{}))"},
             "(_4,2):(2,_1)");
  check_same(
      {"Layout<Shape<_4,_2>,Stride<_2,_1>>{}", "Layout<Shape <_4,_2>, Stride<_2,_1> >{}", "Layout<Shape<Int<4>,Int<2>>, GenRowMajor>{}"},
      "(_4,_2):(_2,_1)");
  check_same({"Layout<Shape<_4,_2>>{}"}, "(_4,_2):(_1,_4)");
  check_same({"make_tile(Layout<_4,_1>{}, Layout<_8,_2>{})", "Tile<Layout<_4,_1>, Layout<_8,_2>>{}"}, "<_4:_1,_8:_2>");
  check_same({"make_tensor(make_gmem_ptr(data), make_shape(4,4), LayoutRight{})", "make_tensor(make_gmem_ptr<float>(f(x)), (4,4):(4,1))"},
             "ptr+0 o (4,4):(4,1)");
  check_same({"Shape<Shape<_2,_2>,_4>{}"}, "((_2,_2),_4)");
  // A type of the program that is a row of the sheet: its only value.
  const Environment names{{"Atom", evaluate("(_8,_8):(_8,_1)", {}, IntegerRule::cute)->value}};
  check_same({"tile_to_shape(Atom{}, (_16,_16))", "tile_to_shape(Atom, (_16,_16))"}, "((_8,_2),(_8,_2)):((_8,_64),(_1,_128))", names);
  check_same({"Atom{}", "Atom"}, "(8,8):(8,1)", names);
}

TEST_CASE("pasted Python") {
  check_same(
      {"cute.make_layout((4,2), stride=(2,1))", "make_layout(shape=(4,2), stride=(2,1))", "cute.make_layout(stride=(2,1), shape=(4,2))",
       "Layout((4,2),(2,1))", "pycute.Layout((4,2), (2,1))", "cutlass.cute.make_layout((4,2), stride=(2,1))"},
      "(4,2):(2,1)");
  check_same({"cute.make_ordered_layout((4,4), order=(1,0))"}, "(4,4):(4,1)");
  check_same({"cute.select((2,3,5):(1,2,6), mode=[0,2])", "select((2,3,5):(1,2,6), [0,2])", "select<0,2>((2,3,5):(1,2,6))"}, "(2,5):(1,6)");
  check_same({"cute.group_modes((2,3,5):(1,2,6), 0, 2)"}, "((2,3),5):((1,2),6)");
  check_same({"cute.recast_layout(32, 16, (8,8):(1,8))", "recast_layout<f16,f32>((8,8):(1,8))"}, "(4,8):(1,4)");
  check_same({"(4,)"}, "(4)");
}

TEST_CASE("pasted print output") {
  check_same({"ptr[32b](0xaaab) o (_2,_2):(6,_1)", "gmem_ptr[32b](0x7f10b2000000) o (_2,_2):(6,_1)"}, "ptr+0 o (_2,_2):(6,_1)");
  // Swizzled pointers move bytes; the same on 16-bit elements starts a bit lower.
  check_same({"as_position_independent_swizzle_layout(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1))",
              "layout(ptr o Sw<3,3,3> o _0 o (_8,_64):(_64,_1))"},
             "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  check_same({"Sw<3,4,3>_smem_ptr[16b](0x7f00) o (_8,_64):(_64,_1)",
              "make_tensor(make_smem_ptr<half_t>(ptr), Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1))",
              "make_tensor(make_smem_ptr<cutlass::half_t>(ptr, Swizzle<3,4,3>{}), (_8,_64):(_64,_1))"},
             "Sw<3,4,3>_ptr+0 o (_8,_64):(_64,_1)");
  check_same({"Sw<3,4,3> o _0 o (_8,_8):(_8,_1)", "ComposedLayout<Swizzle<3,4,3>, C<0>, Layout<Shape<_8,_8>, Stride<_8,_1>>>"},
             "Sw<3,4,3> o _0 o (_8,_8):(_8,_1)");
  check_same({"cute::Layout<cute::tuple<cute::C<4>, cute::C<2> >, cute::tuple<cute::C<1>, cute::C<4> > >"}, "(_4,_2):(_1,_4)");
  check_same({"(2,2):(1,2)\n      0   1 \n    +---+---+\n 0  | 0 | 2 |\n    +---+---+\n 1  | 1 | 3 |\n    +---+---+\n"}, "(2,2):(1,2)");
}

TEST_CASE("a pointer says the type of its elements and their memory, and operations keep them") {
  Environment names;
  const auto at = [&](const char* text) {
    const auto e = evaluate(text, names, IntegerRule::cute);
    REQUIRE_MESSAGE(e, text);
    return e->value;
  };
  names.emplace("TA", at("bfloat16_t"));
  names.emplace("S", at("make_tensor(make_smem_ptr<half_t>(ptr, Swizzle<3,4,3>{}), (_64,_64):(_64,_1))"));
  names.emplace("mma", at("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (_2,_2))"));
  names.emplace("copy", at("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (_16,_8):(_8,_1), (_1,_8))"));
  struct Row {
    const char* text;
    std::optional<ElementType> type;
    MemorySpace memory;
  };
  using enum MemorySpace;
  const ElementType half{"f16", 16}, bits16{"", 16};
  for (const auto& row :
       std::initializer_list<Row>{{"ptr o (_8,_8)", std::nullopt, unknown},
                                  {"ptr[16b](0x10) o (_8,_8)", bits16, unknown},
                                  {"gmem_ptr[16b](0x10) o (_8,_8)", bits16, global},
                                  {"Sw<3,4,3>_smem_ptr[16b](0x10) o (_8,_64):(_64,_1)", bits16, shared},
                                  {"Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", bits16, shared},
                                  {"make_tensor(make_gmem_ptr(A), (_8,_8))", std::nullopt, global},
                                  {"make_tensor(make_gmem_ptr<cutlass::half_t>(A), (_8,_8))", half, global},
                                  {"make_tensor(make_gmem_ptr<TA>(ptr+4), (_8,_8))", ElementType{"bf16", 16}, global},
                                  {"make_tensor(make_smem_ptr(reinterpret_cast<half_t const*>(smem)), (_8,_8))", half, shared},
                                  {"make_tensor(make_gmem_ptr(static_cast<const half_t*>(p)), (_8,_8))", half, global},
                                  {"make_tensor(make_rmem_ptr<int8_t>(ptr), (_8,_8))", ElementType{"i8", 8}, registers},
                                  {"cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.smem), (_8,_8))", half, shared},
                                  {"make_tensor<half_t>((_8,_8))", half, registers},
                                  {"make_fragment_like(S(_,_0))", half, registers},
                                  {"make_fragment_like<float>(S(_,_0))", ElementType{"f32", 32}, registers},
                                  {"make_tensor_like(S)", half, registers},
                                  {"S(_,3)", half, shared},
                                  {"S(2,3)", half, shared},
                                  {"local_tile(S, (_16,_16), (1,1))", half, shared},
                                  {"local_partition(S, (_4,_8), 5)", half, shared},
                                  {"domain_offset((_1,_2), S)", half, shared},
                                  {"composition(S, <_8,_8>)", half, shared},
                                  {"zipped_divide(S, <_8,_8>)", half, shared},
                                  {"coalesce(S)", half, shared},
                                  {"recast<uint128_t>(S)", ElementType{"u128", 128}, shared},
                                  {"recast<half_t>(recast<uint128_t>(S))", half, shared},
                                  {"partition_S(copy, 5, S)", half, shared},
                                  {"retile_D(copy, 5, make_tensor<float>(((_8,_1),_1,_1)))", ElementType{"f32", 32}, registers},
                                  {"partition_A(mma, 5, S)", half, shared},
                                  {"partition_fragment_A(mma, 5, S)", half, registers},
                                  {"partition_fragment_C(mma, (_32,_16))", ElementType{"f32", 32}, registers},
                                  {"make_zip_tensor(S, ptr o (_64,_64))", half, shared},
                                  {"get<1>(unzip_tensor(make_zip_tensor(ptr o (_64,_64), S)))", half, shared},
                                  {"layout(S)", std::nullopt, unknown},
                                  {"make_identity_tensor((_8,_8))", std::nullopt, unknown}}) {
    CAPTURE(row.text);
    const auto value = at(row.text);
    CHECK(element_type(value) == row.type);
    CHECK(memory_of(value) == row.memory);
  }
  // An entry that a pointer's type names is one that the expression needs.
  CHECK(free_names("make_tensor(make_gmem_ptr<TA>(p), L)") == std::vector<std::string>{"L", "TA"});
}

TEST_CASE("a value prints as an expression that gives it again") {
  for (const auto text : {"(_4,(2,_2)):(_1,(_4,8))", "<_4:_1,<_2,_>>", "ptr+4 o (_4,4):(8,_1)", "Sw<3,4,3>_ptr+4 o (_8,_64):(_64,_1)",
                          "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "Sw<3,4,3> o _0 o (_8,_8):(_8,_1)", "Sw<2,0,-3>",
                          "LayoutRight", "f16", "((),_1)"})
    CHECK(shown(text, {}, IntegerRule::cute) == text);
}

TEST_CASE("every function has its help, and is found by its name") {
  const auto& all = functions();
  CHECK(all.size() > 50);
  for (const auto& f : all) {
    INFO(f.name);
    CHECK_FALSE(f.signature.empty());
    CHECK_FALSE(f.meaning.empty());
    CHECK(!expression::title_of(f.group).empty());
    const auto e = evaluate(std::string(f.name) + "(unknown_name)", {}, IntegerRule::math);
    REQUIRE_FALSE(e.has_value());
    CHECK(e.error().problem.condition != "unknown function");
  }
}
