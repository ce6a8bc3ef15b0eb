#pragma once
// Element types, and the names by which C++, the CuTe DSL, TMA, MMAs and people know them: assets/element_types.tsv.

#include <span>
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

/// What is known of an element type: a row of assets/element_types.tsv, whose head says what the columns mean. "" where there is none.
struct ElementTypeRecord {
  ElementType type;
  std::string_view cpp, dsl, tma, mma, ptx;
  std::vector<std::string_view> also, settings;
  int exponent = 0, mantissa = 0;
  bool is_signed = true;
  bool is_word = true;  ///< the short name is a word of the language
  bool names_width = false;
  int listed = 0;
};

/// assets/element_types.tsv, as it is written.
extern const std::string_view element_types_table;
/// All rows.
std::span<const ElementTypeRecord> element_types();
/// The row of a type; null where only the width is known.
const ElementTypeRecord* record_of(const ElementType&);
/// f32, float, Float32, half_t, ...: a name of CuTe or CUTLASS, or the short name.
const ElementType* find_element_type(std::string_view name);
/// The same, and f8, c64 and c128, which are no words of the language: what a setting such as element=f16 may say.
const ElementType* element_type_of_setting(std::string_view name);
/// The short names of element types: f16, e4m3, i8, ...
std::vector<std::string_view> element_type_names();
/// The types that a part of an MMA atom's name has one behind the other, F32F16F16; none if it has anything else.
std::vector<const ElementTypeRecord*> types_in_atom_name(std::string_view part);
/// complex<half_t> of half_t.
ElementType complex_of(const ElementType& part);
/// "half_t" for f16.
std::string cpp_type(const ElementType&);
/// "f16"; of a type without a name "uint_bit_t<16>".
std::string to_string(const ElementType&, Marks = Marks::plain);

}  // namespace algebra
