#pragma once
// Evaluates a call with a coordinate: A(5), A(2,_).

#include "algebra/language/value.hpp"

namespace algebra::expression {

/// Returns L(c): an index; for a tensor, the element as its place in memory; with `_` in the coordinate, a slice. Throws a Problem.
Value element_at(const Value&, const IntTuple& coordinate);

}  // namespace algebra::expression
