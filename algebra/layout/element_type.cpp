#include "algebra/layout/element_type.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace algebra {
namespace {

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

}  // namespace

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

std::string cpp_type(const ElementType& t) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {{"f64", "double"},
                                                                     {"f32", "float"},
                                                                     {"tf32", "tfloat32_t"},
                                                                     {"f16", "half_t"},
                                                                     {"bf16", "bfloat16_t"},
                                                                     {"e4m3", "float_e4m3_t"},
                                                                     {"e5m2", "float_e5m2_t"},
                                                                     {"ue4m3", "float_ue4m3_t"},
                                                                     {"ue8m0", "float_ue8m0_t"},
                                                                     {"e3m2", "float_e3m2_t"},
                                                                     {"e2m3", "float_e2m3_t"},
                                                                     {"e2m1", "float_e2m1_t"},
                                                                     {"e2m1_unpacksmem", "cute::detail::float_e2m1_unpacksmem_t"},
                                                                     {"e2m3_unpacksmem", "cute::detail::float_e2m3_unpacksmem_t"},
                                                                     {"e3m2_unpacksmem", "cute::detail::float_e3m2_unpacksmem_t"},
                                                                     {"e2m3_unpack8bits", "cute::detail::float_e2m3_unpack8bits_t"},
                                                                     {"e3m2_unpack8bits", "cute::detail::float_e3m2_unpack8bits_t"},
                                                                     {"dynamic_f4", "type_erased_dynamic_float4_t"},
                                                                     {"dynamic_f6", "type_erased_dynamic_float6_t"},
                                                                     {"dynamic_f8", "type_erased_dynamic_float8_t"},
                                                                     {"i64", "int64_t"},
                                                                     {"i32", "int32_t"},
                                                                     {"i16", "int16_t"},
                                                                     {"i8", "int8_t"},
                                                                     {"i6", "int6b_t"},
                                                                     {"i4", "int4b_t"},
                                                                     {"i2", "int2b_t"},
                                                                     {"u256", "uint256_t"},
                                                                     {"u128", "uint128_t"},
                                                                     {"u64", "uint64_t"},
                                                                     {"u32", "uint32_t"},
                                                                     {"u16", "uint16_t"},
                                                                     {"u8", "uint8_t"},
                                                                     {"u6", "uint6b_t"},
                                                                     {"u4", "uint4b_t"},
                                                                     {"u2", "uint2b_t"},
                                                                     {"u1", "uint1b_t"},
                                                                     {"c32", "cutlass::complex<half_t>"},
                                                                     {"c64", "cutlass::complex<float>"},
                                                                     {"c128", "cutlass::complex<double>"}};
  for (const auto& [ours, cute] : names)
    if (t.name == ours) return std::string(cute);
  return fmt::format("uint_bit_t<{}>", t.bits);
}

std::string to_string(const ElementType& t, Marks) { return t.name.empty() ? fmt::format("uint_bit_t<{}>", t.bits) : t.name; }

}  // namespace algebra
