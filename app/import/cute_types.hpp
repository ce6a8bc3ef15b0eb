#pragma once
// The class templates of CuTe and C++ that the language has values for, by their names in programs.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace app {

enum class CuteType : std::uint8_t {
  none,
  number,
  constant,
  tuple,
  sequence,
  layout,
  composed,
  tensor,
  copy,
  mma,
  swizzle,
  element,
  other
};

struct CuteTypeName {
  std::string_view name;
  CuteType is;
  bool typed = false;  ///< its first argument is the type of the numbers that follow
};

inline constexpr std::array<CuteTypeName, 22> cute_type_names{{
    {"C", CuteType::constant},
    {"Int", CuteType::constant},
    {"constant", CuteType::constant},
    {"integral_constant", CuteType::constant, true},
    {"tuple", CuteType::tuple},
    {"IntTuple", CuteType::tuple},
    {"Shape", CuteType::tuple},
    {"Stride", CuteType::tuple},
    {"Step", CuteType::tuple},
    {"Coord", CuteType::tuple},
    {"Tile", CuteType::tuple},
    {"integer_sequence", CuteType::sequence, true},
    {"index_sequence", CuteType::sequence},
    {"int_sequence", CuteType::sequence},
    {"seq", CuteType::sequence},
    {"Layout", CuteType::layout},
    {"ComposedLayout", CuteType::composed},
    {"Tensor", CuteType::tensor},
    {"TiledCopy", CuteType::copy},
    {"TiledMMA", CuteType::mma},
    {"TiledMma", CuteType::mma},
    {"Swizzle", CuteType::swizzle},
}};

/// Returns the record for a template's name without namespaces and arguments, or a record without a name.
inline CuteTypeName cute_type_named(std::string_view name) {
  const auto it = std::ranges::find(cute_type_names, name, &CuteTypeName::name);
  return it == cute_type_names.end() ? CuteTypeName{{}, CuteType::none} : *it;
}

/// Returns whether a template of the standard library is initialized from a list of values: std::pair.
inline bool is_standard_list(std::string_view type) {
  constexpr std::array<std::string_view, 3> all{"std::array", "std::pair", "std::tuple"};
  return std::ranges::find(all, type) != all.end();
}

}  // namespace app
