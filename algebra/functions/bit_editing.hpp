#pragma once
// Edits a matrix over F2: finds the layout that has its bits, and rewrites the expression.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/value_bits.hpp"

namespace algebra {

/// The source of a matrix's bits.
struct BitSource {
  bool is_columns = false;  ///< make_bit_matrix, whose arguments are the columns
  Value value{IntTuple()};  ///< otherwise the layout, shape or tensor
};
/// Returns the source of a value's bits; nullopt for values that are not edited bit by bit: a product, an inverse, a conversion, and the
/// matrix of a tensor that is not at a plain pointer.
std::optional<BitSource> bit_source(const Provenance&);

/// The place in an expression of the layout that decides the bits.
struct LayoutPlace {
  SourceSpan span;          ///< in the expression: the A of bit_matrix(f16, A), of ptr o A and of make_tensor(ptr, A), or all of A
  std::string name{};       ///< set if the layout is given by a name
  bool in_numbers = false;  ///< the layout is given by numbers, perhaps with a swizzle, so replacing it loses nothing
  bool is_tensor = false;   ///< the expression there makes the tensor itself, as local_tile(T, (4,4), 0) does
};
/// Finds that place. `of_tensor`: the expression makes a tensor, or the matrix of one. nullopt for text that does not parse, and for
/// arguments in Python's order.
std::optional<LayoutPlace> layout_place(std::string_view expression, bool of_tensor);

/// Returns make_bit_matrix((1,2),(5,10)), the call that makes the matrix from its columns.
std::string call_of_columns(const BitMatrix&);
/// Returns the layout with this matrix; for a tensor, the layout with which it has the matrix at its pointer. Keeps the swizzle of `before`
/// if possible. Throws "layout" with the nearest one if none has these bits, or if they carry into the pointer's offset.
Value edited_layout(const BitMatrix&, const Value& before);
/// Returns a tensor at the same pointer.
Tensor with_layout(const Tensor&, const Value& layout);

}  // namespace algebra
