// The table of element types: each row reads back from each of its names, and is the same in every dialect.

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/hardware/tma_limits.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/layout/element_type.hpp"

using namespace algebra;

namespace {

std::optional<ElementType> type_of_tensor(const std::string& name) {
  const auto e = evaluate(fmt::format("make_tensor(make_gmem_ptr<{}>(p), (_8,_8))", name), {}, IntegerRule::cute);
  return e ? element_type(e->value) : std::nullopt;
}

}  // namespace

TEST_CASE("an element type reads back from each of its names") {
  std::map<std::string, std::string> owner;
  for (const auto& r : element_types()) {
    CAPTURE(r.type.name);
    CHECK(record_of(r.type) == &r);
    CHECK(cpp_type(r.type) == r.cpp);
    std::vector<std::string> words, settings{r.type.name};
    if (const auto part = r.cpp.find('<'); part == std::string_view::npos) words.emplace_back(r.cpp);
    else CHECK(complex_of(*find_element_type(r.cpp.substr(part + 1, r.cpp.size() - part - 2))) == r.type);
    if (r.is_word) words.push_back(r.type.name);
    else CHECK(find_element_type(r.type.name) == nullptr);
    if (!r.dsl.empty()) words.push_back("cutlass." + std::string(r.dsl));
    for (const auto also : r.also) words.emplace_back(also);
    for (const auto name : r.settings) {
      settings.emplace_back(name);
      CHECK(find_element_type(name) == nullptr);
    }
    for (const auto& word : words) {
      CHECK_MESSAGE(type_of_tensor(word) == r.type, word);
      CHECK_MESSAGE(owner.try_emplace(word, r.type.name).first->second == r.type.name, word);
    }
    for (const auto& name : settings) {
      REQUIRE(element_type_of_setting(name) != nullptr);
      CHECK(*element_type_of_setting(name) == r.type);
      CHECK_MESSAGE(owner.try_emplace(name, r.type.name).first->second == r.type.name, name);
    }
  }
  CHECK(element_types().size() >= 40);
  CHECK(type_of_tensor("f8") == std::nullopt);
  CHECK(element_type_of_setting("Sheet") == nullptr);
  // One type a width: with the others a sheet could not say which.
  std::map<int, int> named;
  for (const auto& r : element_types()) named[r.type.bits] += r.names_width ? 1 : 0;
  for (const auto& width : named) CHECK_MESSAGE(width.second == 1, width.first);
}

TEST_CASE("code for the CuTe DSL has its name of an element type, and a pointer without one where it has none") {
  for (const auto& r : element_types()) {
    const auto tensor = fmt::format("make_tensor(make_smem_ptr<{}>(p), (_8,_8))", r.cpp);
    const std::vector<code::Definition> entries{{"", tensor}};
    const auto code = code::statements(entries, IntegerRule::cute, code::Dialect::dsl);
    REQUIRE(code);
    const auto pointer = r.dsl.empty() ? std::string("ptr") : fmt::format("cute.make_ptr(cutlass.{}, 0, cute.AddressSpace.smem)", r.dsl);
    CHECK(code->back() == fmt::format("cute.make_tensor({}, cute.make_layout((8, 8), stride=(1, 8)))", pointer));
  }
}

TEST_CASE("the types in an MMA's name are those of its operands") {
  std::size_t named = 0;
  for (const auto& r : element_types()) {
    if (r.mma.empty()) continue;
    ++named;
    const auto types = types_in_atom_name(fmt::format("F32{0}{0}", r.mma));
    REQUIRE_MESSAGE(types.size() == 3, r.type.name);
    CHECK(types[0]->type.name == "f32");
    CHECK(types[2] == &r);
    // Names are read one behind the other: none begins as another.
    for (const auto& other : element_types()) CHECK((&other == &r || other.mma.empty() || !other.mma.starts_with(r.mma)));
    CHECK(!r.ptx.empty());
  }
  CHECK(named == 13);
  CHECK(types_in_atom_name("F8F6F4").empty());
  // MMA_Traits<SM80_16x8x256_S32U1U1S32_TN_ANDPOPC>::ValTypeA is cutlass::uint1b_t.
  const auto bits =
      evaluate("partition_fragment_B(make_tiled_mma(SM80_16x8x256_S32U1U1S32_TN_ANDPOPC), 0, (_8,_256))", {}, IntegerRule::cute);
  REQUIRE(bits);
  CHECK(element_type(bits->value) == ElementType{"u1", 1});
}

TEST_CASE("TMA copies a type in CuTe's format for it") {
  // to_CUtensorMapDataType.
  const std::map<std::string, std::string> formats{{"int8_t", "UINT8"},
                                                   {"uint8_t", "UINT8"},
                                                   {"float_e4m3_t", "UINT8"},
                                                   {"float_e5m2_t", "UINT8"},
                                                   {"float_ue8m0_t", "UINT8"},
                                                   {"uint16_t", "UINT16"},
                                                   {"uint32_t", "UINT32"},
                                                   {"uint64_t", "UINT64"},
                                                   {"int32_t", "INT32"},
                                                   {"int64_t", "INT64"},
                                                   {"half_t", "FLOAT16"},
                                                   {"float", "FLOAT32"},
                                                   {"double", "FLOAT64"},
                                                   {"bfloat16_t", "BFLOAT16"},
                                                   {"tfloat32_t", "TFLOAT32"},
                                                   {"float_e2m1_t", "16U4_ALIGN8B"},
                                                   {"float_e2m3_t", "16U6_ALIGN16B"},
                                                   {"float_e3m2_t", "16U6_ALIGN16B"},
                                                   {"type_erased_dynamic_float8_t", "UINT8"},
                                                   {"type_erased_dynamic_float4_t", "16U4_ALIGN8B"},
                                                   {"type_erased_dynamic_float6_t", "16U6_ALIGN16B"}};
  std::size_t known = 0;
  for (const auto& r : element_types()) {
    const auto format = formats.find(std::string(r.cpp));
    if (format == formats.end()) {
      CHECK_THROWS_AS(tma_data_type(r.type), Problem);
      continue;
    }
    ++known;
    CHECK(tma_data_type(r.type) == format->second);
  }
  CHECK(known == formats.size());
  CHECK(tma_data_type({"", 16}) == "UINT16");
  CHECK_THROWS_AS(tma_data_type({"", 4}), Problem);
}
