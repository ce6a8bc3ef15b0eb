#pragma once
// Calls that stand for another one.

#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Makes of a node that is short for a call the call itself: make_tensor<UMMA::tmem_frg_1sm<float>>(shape), of which the type makes
/// the tensor, and make_fragment_A(partition_A(mma, 0, T)), which takes the MMA of the part; and S<3,4,3>, as the CuTe DSL and older
/// versions of CuTe print a swizzle. Any other node stays as it is.
void expand_shorthand(Node&);

/// The function that prints call by a word which is no name of it in a program, as S of S<3,4,3>; "" for any other word. Defined
/// beside the function's record.
std::string_view printed_function(std::string_view word);

}  // namespace algebra::expression
