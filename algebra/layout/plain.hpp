#pragma once
// Integers of which is known that they have no basis.

#include "algebra/layout/integer.hpp"

namespace algebra {

/// The same integer without a basis, which it has not: where this is inlined, so is arithmetic that does not look for one.
constexpr Int plain(Int i) { return {i.value, i.is_static}; }

}  // namespace algebra
