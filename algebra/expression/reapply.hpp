#pragma once
// An operation that has been evaluated once more, on other operands.

#include "algebra/evaluate.hpp"

namespace algebra::expression {

/// The operation of `made` on other operands. Throws a Problem.
Value run_again(const Provenance& made, const std::vector<Value>& operands);

}  // namespace algebra::expression
