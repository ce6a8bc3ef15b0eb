#pragma once
// What a call with a coordinate gives: A(5), A(2,_).

#include "algebra/language/value.hpp"

namespace algebra::expression {

/// L(c): an index, a tensor's element as the place that it has in memory, or with `_` in the coordinate a slice. Throws a Problem.
Value element_at(const Value&, const IntTuple& coordinate);

}  // namespace algebra::expression
