#pragma once
// Editing a matrix over F2: which layout has its bits, and what the text becomes.

#include <optional>
#include <string>

#include "algebra/bit_layout.hpp"
#include "algebra/bit_matrix.hpp"
#include "algebra/evaluate.hpp"

namespace algebra {

/// What made a matrix: its own columns, or a layout.
struct BitSource {
  std::string name{};        ///< of the entry that the layout is; "" where it is written in the call
  std::string before{};      ///< the call up to the layout, "bit_matrix(f16,"; "" for columns
  Value layout{IntTuple()};  ///< what the matrix is of
};
/// nullopt for what is not edited bit by bit: a product, an inverse, a conversion, a tensor's matrix.
std::optional<BitSource> bit_source(const Provenance&);
/// Whether a layout is written by its numbers, with or without a swizzle: nothing is lost if others are written in their place.
bool written_in_numbers(const Provenance&);

/// make_bit_matrix((1,2),(5,10)), which makes the matrix from its columns.
std::string call_of_columns(const BitMatrix&);
/// The layout with this matrix, with the swizzle that `before` has if it will do. Throws "layout" as layout_of_bits.
Value edited_layout(const BitMatrix&, const Value& before);

}  // namespace algebra
