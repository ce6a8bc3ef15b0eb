#pragma once
// Integers without a basis.

#include "algebra/layout/integer.hpp"

namespace algebra {

/// Returns the integer, which must have no basis, in a form that lets the compiler drop the tests for one.
constexpr Int plain(Int i) { return {i.value, i.is_static}; }

}  // namespace algebra
