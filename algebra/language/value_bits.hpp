#pragma once
// Converts any value to a matrix over F2; see algebra/bits/bit_matrix.hpp and algebra/bits/conversion.hpp.

#include "algebra/bits/bit_matrix.hpp"
#include "algebra/bits/conversion.hpp"
#include "algebra/language/value.hpp"

namespace algebra {

/// Returns the function of a layout, a composed layout, a tensor or a descriptor's tile. Throws a Problem: "layout" for any other value.
/// Refers to its argument.
BitFunction bit_function(const Value&);
/// Returns the matrix of such a value; a matrix itself unchanged.
BitMatrix bit_matrix(const Value&);
BitMatrix thread_value_bits(const Value&);
BitMatrix conversion(const Value& from, const Value& to, int element_bits);

}  // namespace algebra
