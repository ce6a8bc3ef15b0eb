#pragma once
// Evaluates a syntax tree, with the entries that it mentions, to a value.

#include "algebra/language/evaluate.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// `rule` is math or cute. Throws a Diagnostic, inside the library only.
Evaluation evaluate_tree(const Node&, const Environment&, IntegerRule rule, const EvaluateOptions&);

/// Whatever shows a value relies on it: a layout's size and cosize have 63 bits, and no value is nested without end,
/// although each entry may wrap the one before. Throws a Problem.
void require_usable(const Value&);

}  // namespace algebra::expression
