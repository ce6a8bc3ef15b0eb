#pragma once
// Calls that stand for another one.

#include "algebra/expression/tree.hpp"

namespace algebra::expression {

/// Makes of a node that is short for a call the call itself: make_tensor<UMMA::tmem_frg_1sm<float>>(shape), of which the type makes
/// the tensor, and make_fragment_A(partition_A(mma, 0, T)), which takes the MMA of the part. Any other node stays as it is.
void expand_shorthand(Node&);

}  // namespace algebra::expression
