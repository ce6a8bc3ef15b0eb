#include "algebra/expression/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace algebra::expression {
namespace {

constexpr std::array<std::pair<std::string_view, Major>, 6> majors{{{"LayoutLeft", Major::left},
                                                                    {"GenColMajor", Major::left},
                                                                    {"LayoutRight", Major::right},
                                                                    {"GenRowMajor", Major::right},
                                                                    {"Major::MN", Major::mn},
                                                                    {"Major::K", Major::k}}};

struct TypeName {
  std::string_view name, short_name;
  int bits;
  bool word = true;  ///< false: a setting may name it, but in an expression it is a name as any other
};
/// All names of element types, the short names first.
constexpr TypeName type_names[] = {{"f64", "f64", 64},
                                   {"f32", "f32", 32},
                                   {"tf32", "tf32", 32},
                                   {"f16", "f16", 16},
                                   {"bf16", "bf16", 16},
                                   {"e4m3", "e4m3", 8},
                                   {"e5m2", "e5m2", 8},
                                   {"ue4m3", "ue4m3", 8},
                                   {"ue8m0", "ue8m0", 8},
                                   {"e3m2", "e3m2", 6},
                                   {"e2m3", "e2m3", 6},
                                   {"e2m1", "e2m1", 4},
                                   {"i64", "i64", 64},
                                   {"i32", "i32", 32},
                                   {"i16", "i16", 16},
                                   {"i8", "i8", 8},
                                   {"i4", "i4", 4},
                                   {"i2", "i2", 2, false},
                                   {"u128", "u128", 128},
                                   {"u64", "u64", 64},
                                   {"u32", "u32", 32},
                                   {"u16", "u16", 16},
                                   {"u8", "u8", 8},
                                   {"u4", "u4", 4},
                                   {"u2", "u2", 2, false},
                                   {"u1", "u1", 1, false},
                                   {"i6", "i6", 6, false},
                                   {"u6", "u6", 6, false},
                                   {"c32", "c32", 32, false},
                                   {"u256", "u256", 256, false},
                                   {"e2m1_unpacksmem", "e2m1_unpacksmem", 4, false},
                                   {"e2m3_unpacksmem", "e2m3_unpacksmem", 6, false},
                                   {"e3m2_unpacksmem", "e3m2_unpacksmem", 6, false},
                                   {"e2m3_unpack8bits", "e2m3_unpack8bits", 8, false},
                                   {"e3m2_unpack8bits", "e3m2_unpack8bits", 8, false},
                                   {"dynamic_f4", "dynamic_f4", 4, false},
                                   {"dynamic_f6", "dynamic_f6", 6, false},
                                   {"dynamic_f8", "dynamic_f8", 8, false},
                                   {"double", "f64", 64},
                                   {"Float64", "f64", 64},
                                   {"float", "f32", 32},
                                   {"Float32", "f32", 32},
                                   {"tfloat32_t", "tf32", 32},
                                   {"TFloat32", "tf32", 32},
                                   {"half", "f16", 16},
                                   {"half_t", "f16", 16},
                                   {"__half", "f16", 16},
                                   {"Float16", "f16", 16},
                                   {"bfloat16_t", "bf16", 16},
                                   {"__nv_bfloat16", "bf16", 16},
                                   {"nv_bfloat16", "bf16", 16},
                                   {"BFloat16", "bf16", 16},
                                   {"float_e4m3_t", "e4m3", 8},
                                   {"Float8E4M3FN", "e4m3", 8},
                                   {"float_e5m2_t", "e5m2", 8},
                                   {"Float8E5M2", "e5m2", 8},
                                   {"float_ue4m3_t", "ue4m3", 8},
                                   {"float_ue8m0_t", "ue8m0", 8},
                                   {"float_e3m2_t", "e3m2", 6},
                                   {"float_e2m3_t", "e2m3", 6},
                                   {"float_e2m1_t", "e2m1", 4},
                                   {"int64_t", "i64", 64},
                                   {"Int64", "i64", 64},
                                   {"int32_t", "i32", 32},
                                   {"int", "i32", 32},
                                   {"Int32", "i32", 32},
                                   {"int16_t", "i16", 16},
                                   {"short", "i16", 16, false},
                                   {"Int16", "i16", 16},
                                   {"int8_t", "i8", 8},
                                   {"char", "i8", 8},
                                   {"Int8", "i8", 8},
                                   {"int4b_t", "i4", 4},
                                   {"int4_t", "i4", 4},
                                   {"int2b_t", "i2", 2},
                                   {"int2_t", "i2", 2},
                                   {"uint128_t", "u128", 128},
                                   {"uint64_t", "u64", 64},
                                   {"Uint64", "u64", 64},
                                   {"uint32_t", "u32", 32},
                                   {"Uint32", "u32", 32},
                                   {"uint16_t", "u16", 16},
                                   {"Uint16", "u16", 16},
                                   {"uint8_t", "u8", 8},
                                   {"Uint8", "u8", 8},
                                   {"uint4b_t", "u4", 4},
                                   {"uint4_t", "u4", 4},
                                   {"uint2b_t", "u2", 2},
                                   {"uint2_t", "u2", 2},
                                   {"uint1b_t", "u1", 1},
                                   {"uint1_t", "u1", 1},
                                   {"bin1_t", "u1", 1},
                                   {"int6b_t", "i6", 6},
                                   {"uint6b_t", "u6", 6},
                                   {"uint256_t", "u256", 256},
                                   {"float_e2m1_unpacksmem_t", "e2m1_unpacksmem", 4},
                                   {"float_e2m3_unpacksmem_t", "e2m3_unpacksmem", 6},
                                   {"float_e3m2_unpacksmem_t", "e3m2_unpacksmem", 6},
                                   {"float_e2m3_unpack8bits_t", "e2m3_unpack8bits", 8},
                                   {"float_e3m2_unpack8bits_t", "e3m2_unpack8bits", 8},
                                   {"type_erased_dynamic_float4_t", "dynamic_f4", 4},
                                   {"type_erased_dynamic_float6_t", "dynamic_f6", 6},
                                   {"type_erased_dynamic_float8_t", "dynamic_f8", 8},
                                   {"f8", "e4m3", 8, false},
                                   {"c64", "c64", 64, false},
                                   {"c128", "c128", 128, false}};

constexpr std::array<std::string_view, 4> marks{"o", "X", "None", "ptr"};

}  // namespace

const Major* find_major(std::string_view name) {
  const auto it = std::find_if(majors.begin(), majors.end(), [&](const auto& m) { return m.first == name; });
  return it == majors.end() ? nullptr : &it->second;
}

std::optional<std::int64_t> find_alloc_mode(std::string_view name) {
  constexpr std::array<std::string_view, 5> modes{"Interleaved", "NonInterleaved", "Duplicated", "ScaleFactorDuplicated4by1",
                                                  "ScaleFactorDuplicated2by2"};
  const auto* it = std::find(modes.begin(), modes.end(), name);
  return it == modes.end() ? std::nullopt : std::optional<std::int64_t>(it - modes.begin());
}

const ElementType* element_type_of_setting(std::string_view name) {
  static const auto types = [] {
    std::vector<ElementType> all;
    for (const auto& t : type_names) all.push_back({std::string(t.short_name), t.bits});
    return all;
  }();
  const auto* it = std::find_if(std::begin(type_names), std::end(type_names), [&](const auto& t) { return t.name == name; });
  return it == std::end(type_names) ? nullptr : &types[static_cast<std::size_t>(it - std::begin(type_names))];
}

const ElementType* find_element_type(std::string_view name) {
  // Each name of each expression is looked up here.
  static const auto words = [] {
    std::unordered_set<std::string_view> all;
    for (const auto& t : type_names)
      if (t.word) all.insert(t.name);
    return all;
  }();
  return words.contains(name) ? element_type_of_setting(name) : nullptr;
}

std::vector<std::string_view> element_type_names() {
  std::vector<std::string_view> names;
  for (const auto& t : type_names)
    if (t.word && t.name == t.short_name) names.push_back(t.name);
  return names;
}

MemorySpace memory_of_pointer(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, MemorySpace>, 4> spaces{
      {{"gmem", MemorySpace::global}, {"smem", MemorySpace::shared}, {"rmem", MemorySpace::registers}, {"tmem", MemorySpace::tensor}}};
  if (name.ends_with("_ptr")) name.remove_suffix(4);
  if (const auto sparse = name.find("_sparse<"); sparse != name.npos) name = name.substr(0, sparse);
  if (name.starts_with("make_")) name.remove_prefix(5);
  if (name.starts_with("_")) name.remove_prefix(1);  // Sw<3,4,3>_smem_ptr[16b](0x80)
  const auto it = std::find_if(spaces.begin(), spaces.end(), [&](const auto& s) { return name == s.first; });
  return it == spaces.end() ? MemorySpace::unknown : it->second;
}

int sparsity_of_pointer(std::string_view name) {
  const auto at = name.find("_sparse<");
  int sparsity = 1;
  if (at != name.npos) std::from_chars(name.data() + at + 8, name.data() + name.size(), sparsity);
  return sparsity;
}

bool is_word(std::string_view name) {
  const bool mark = std::find(marks.begin(), marks.end(), name) != marks.end();
  return mark || find_major(name) != nullptr || find_element_type(name) != nullptr || is_atom_name(name);
}

}  // namespace algebra::expression
