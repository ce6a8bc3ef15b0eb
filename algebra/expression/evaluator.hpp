#pragma once
// Evaluates a syntax tree, with the entries that it mentions, to a value.

#include "algebra/evaluate.hpp"
#include "algebra/expression/tree.hpp"

namespace algebra::expression {

/// `rule` is math or cute. Throws a Diagnostic, inside the library only.
Evaluation evaluate_tree(const Node&, const Environment&, IntegerRule rule, const EvaluateOptions&);

}  // namespace algebra::expression
