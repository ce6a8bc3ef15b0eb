#pragma once
// The rule for the links of a matrix over F2: which elements have a bit.

#include "algebra/links/rule.hpp"

namespace algebra::links {

/// The entry (row, column) of bit_matrix(A), A the last operand: the elements whose coordinate has the column's bit and whose index has the
/// row's.
void bits(LinkBuilder&);

}  // namespace algebra::links
