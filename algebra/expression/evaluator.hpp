#pragma once
// A syntax tree and the entries it mentions become a value.

#include "algebra/evaluate.hpp"
#include "algebra/expression/tree.hpp"

namespace algebra::expression {

/// `rule` is math or cute. Throws a Diagnostic, inside the library only.
Evaluation evaluate_tree(const Node&, const Environment&, IntegerRule rule, const EvaluateOptions&);

/// The operation of `made` on other operands. Throws a Problem.
Value run_again(const Provenance& made, const std::vector<Value>& operands);

}  // namespace algebra::expression
