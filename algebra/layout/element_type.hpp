#pragma once
// Element types, and their names in C++, the CuTe DSL, TMA and MMA atoms, and in prose: assets/element_types.tsv.

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

/// A row of assets/element_types.tsv, whose first lines explain the columns. "" where the type has no such name.
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

/// The text of assets/element_types.tsv.
extern const std::string_view element_types_table;
/// Returns all rows.
std::span<const ElementTypeRecord> element_types();
/// Returns the row of a type; null if only the width is known.
const ElementTypeRecord* record_of(const ElementType&);
/// Finds a type by its short name or a name of CuTe or CUTLASS: f32, float, Float32, half_t, ...; null if there is none.
const ElementType* find_element_type(std::string_view name);
/// Finds a type for a setting such as element=f16: also f8, c64 and c128, which are not words of the language.
const ElementType* element_type_of_setting(std::string_view name);
/// Returns the short names of element types: f16, e4m3, i8, ...
std::vector<std::string_view> element_type_names();
/// Returns the types concatenated in a part of an MMA atom's name, such as F32F16F16; none if the part contains anything else.
std::vector<const ElementTypeRecord*> types_in_atom_name(std::string_view part);
/// Returns complex<T> for the type T of a part, such as complex<half_t> for half_t.
ElementType complex_of(const ElementType& part);
/// Returns "half_t" for f16.
std::string cpp_type(const ElementType&);
/// Returns "f16"; "uint_bit_t<16>" for a type without a name.
std::string to_string(const ElementType&, Marks = Marks::plain);

}  // namespace algebra
