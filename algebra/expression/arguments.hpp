#pragma once
// A call's arguments in the order that CuTe C++ has them, however they were written.

#include "algebra/expression/functions.hpp"
#include "algebra/expression/tree.hpp"

namespace algebra::expression {

/// Python keywords by the function's parameters, and numbers that Python has as last arguments (get(A, mode=[0]),
/// group_modes(A, 0, 2)) as template arguments. Throws a Diagnostic when the number of arguments is wrong.
Call arranged(const Node&, const Function&, Call);

/// CuTe swizzles the byte addresses of a pointer; this does the same to elements of so many bits.
/// 0 bits: not known, taken as bytes.
Swizzle element_swizzle(const Swizzle& bytes, int bits);

}  // namespace algebra::expression
