#pragma once
// Links of matrices over F2: the elements that have a bit.

#include "algebra/language/link_rule.hpp"

namespace algebra::links {

/// Links entry (row, column) of bit_matrix(A), A the last operand, with the elements whose coordinate has the column's bit and whose index
/// has the row's.
void bits(LinkBuilder&);
/// Links entry (row, column) of conversion(A, B), A and B the last operands, with the elements of B whose coordinate (thread, value) has
/// the column's bit and which A has at a coordinate with the row's; and with the elements of A that these are taken from.
void conversion_bits(LinkBuilder&);

}  // namespace algebra::links
