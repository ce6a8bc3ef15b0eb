#include "algebra/expression/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace algebra::expression {
namespace {

constexpr std::array<std::pair<std::string_view, Major>, 4> majors{
    {{"LayoutLeft", Major::left}, {"GenColMajor", Major::left}, {"LayoutRight", Major::right}, {"GenRowMajor", Major::right}}};

struct TypeName {
  std::string_view name, short_name;
  int bits;
};
constexpr std::array<TypeName, 45> type_names{{{"f64", "f64", 64},
                                               {"f32", "f32", 32},
                                               {"f16", "f16", 16},
                                               {"bf16", "bf16", 16},
                                               {"tf32", "tf32", 32},
                                               {"e4m3", "e4m3", 8},
                                               {"e5m2", "e5m2", 8},
                                               {"i64", "i64", 64},
                                               {"i32", "i32", 32},
                                               {"i16", "i16", 16},
                                               {"i8", "i8", 8},
                                               {"i4", "i4", 4},
                                               {"u64", "u64", 64},
                                               {"u32", "u32", 32},
                                               {"u16", "u16", 16},
                                               {"u8", "u8", 8},
                                               {"u4", "u4", 4},
                                               {"double", "f64", 64},
                                               {"float", "f32", 32},
                                               {"half", "f16", 16},
                                               {"half_t", "f16", 16},
                                               {"bfloat16_t", "bf16", 16},
                                               {"tfloat32_t", "tf32", 32},
                                               {"float_e4m3_t", "e4m3", 8},
                                               {"float_e5m2_t", "e5m2", 8},
                                               {"int64_t", "i64", 64},
                                               {"int32_t", "i32", 32},
                                               {"int", "i32", 32},
                                               {"int16_t", "i16", 16},
                                               {"int8_t", "i8", 8},
                                               {"int4b_t", "i4", 4},
                                               {"uint64_t", "u64", 64},
                                               {"uint32_t", "u32", 32},
                                               {"uint16_t", "u16", 16},
                                               {"uint8_t", "u8", 8},
                                               {"uint4b_t", "u4", 4},
                                               {"uint128_t", "u128", 128},
                                               {"Float64", "f64", 64},
                                               {"Float32", "f32", 32},
                                               {"Float16", "f16", 16},
                                               {"BFloat16", "bf16", 16},
                                               {"TFloat32", "tf32", 32},
                                               {"Int32", "i32", 32},
                                               {"Int8", "i8", 8},
                                               {"Uint8", "u8", 8}}};

constexpr std::array<std::string_view, 4> marks{"o", "X", "None", "ptr"};

}  // namespace

const Major* find_major(std::string_view name) {
  const auto it = std::find_if(majors.begin(), majors.end(), [&](const auto& m) { return m.first == name; });
  return it == majors.end() ? nullptr : &it->second;
}

const ElementType* find_element_type(std::string_view name) {
  static const auto types = [] {
    std::vector<ElementType> all;
    for (const auto& t : type_names) all.push_back({std::string(t.short_name), t.bits});
    return all;
  }();
  const auto it = std::find_if(type_names.begin(), type_names.end(), [&](const auto& t) { return t.name == name; });
  return it == type_names.end() ? nullptr : &types[static_cast<std::size_t>(it - type_names.begin())];
}

bool is_word(std::string_view name) {
  const bool mark = std::find(marks.begin(), marks.end(), name) != marks.end();
  return mark || find_major(name) != nullptr || find_element_type(name) != nullptr || is_atom_name(name);
}

}  // namespace algebra::expression
