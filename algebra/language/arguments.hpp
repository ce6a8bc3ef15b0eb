#pragma once
// Rearranges a call's arguments into the order of CuTe C++.

#include "algebra/language/functions.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Places Python keywords by the function's parameters and turns Python's trailing numbers (get(A, mode=[0]),
/// group_modes(A, 0, 2)) into template arguments. Throws a Diagnostic if the number of arguments is wrong.
Call arranged(const Node&, const Function&, Call);

/// Returns the function that a call names as its last argument, as in transform_layout(A, coalesce), unless an entry has that name; null if
/// there is none.
const Function* named_function(const Function& called, const Node& call, const Environment&);

}  // namespace algebra::expression
