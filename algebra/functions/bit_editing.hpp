#pragma once
// Editing a matrix over F2: which layout has its bits, and what the text becomes.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_bits.hpp"

namespace algebra {

/// What the bits of a matrix follow from.
struct BitSource {
  bool is_columns = false;  ///< of make_bit_matrix, which is given them
  Value value{IntTuple()};  ///< otherwise a layout, a shape, or a tensor
};
/// nullopt for what is not edited bit by bit: a product, an inverse, a conversion, and the matrix of a tensor that is not at a plain
/// pointer.
std::optional<BitSource> bit_source(const Provenance&);

/// Where an expression has the layout that decides the bits.
struct LayoutPlace {
  SourceSpan span;          ///< in the expression: A of bit_matrix(f16, A), of ptr o A and of make_tensor(ptr, A), or all of A
  std::string name{};       ///< if a name stands there
  bool in_numbers = false;  ///< with or without a swizzle: nothing is lost if others are written in their place
  bool is_tensor = false;   ///< what stands there makes the tensor itself, as local_tile(T, (4,4), 0) does
};
/// `of_tensor`: the expression makes a tensor, or the matrix of one. nullopt for what does not parse, and for arguments in Python's order.
std::optional<LayoutPlace> layout_place(std::string_view expression, bool of_tensor);

/// make_bit_matrix((1,2),(5,10)), which makes the matrix from its columns.
std::string call_of_columns(const BitMatrix&);
/// The layout with this matrix, or at a tensor's pointer the one with which the tensor has it; with the swizzle that the one before has if
/// it will do. Throws "layout" with the nearest where none has these bits, and where they carry into the pointer's offset.
Value edited_layout(const BitMatrix&, const Value& before);
/// A tensor at the same pointer.
Tensor with_layout(const Tensor&, const Value& layout);

}  // namespace algebra
