#pragma once
// Runs an evaluated operation again on other operands.

#include "algebra/language/evaluate.hpp"

namespace algebra::expression {

/// Runs the operation of `made` on other operands. Throws a Problem.
Value run_again(const Provenance& made, const std::vector<Value>& operands);

}  // namespace algebra::expression
