#pragma once
// Element types, and the names by which C++, the CuTe DSL and people know them.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout/int_tuple.hpp"

namespace algebra {

/// An element type: its short name (f16, f32, i8), "" where only the width is known, and the width in bits.
struct ElementType {
  std::string name;
  int bits = 32;
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// f32, float, Float32, half_t, ...: a name of CuTe or CUTLASS, or the short name.
const ElementType* find_element_type(std::string_view name);
/// The same, and f8, c64 and c128, which are no words of the language: what a setting such as element=f16 may say.
const ElementType* element_type_of_setting(std::string_view name);
/// The short names of element types: f16, e4m3, i8, ...
std::vector<std::string_view> element_type_names();
/// "half_t" for f16.
std::string cpp_type(const ElementType&);
/// "f16"; of a type without a name "uint_bit_t<16>".
std::string to_string(const ElementType&, Marks = Marks::plain);

}  // namespace algebra
