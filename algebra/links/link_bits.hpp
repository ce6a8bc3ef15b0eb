#pragma once
// The rules for the links of matrices over F2: which elements have a bit.

#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// The entry (row, column) of bit_matrix(A), A the last operand: the elements whose coordinate has the column's bit and whose index has the
/// row's.
void bits(LinkBuilder&);
/// The entry (row, column) of conversion(A, B), A and B the last operands: the elements of B whose coordinate, (thread, value), has the
/// column's bit and which A has at a coordinate with the row's; and those of A that they are taken from.
void conversion_bits(LinkBuilder&);

}  // namespace algebra::links
