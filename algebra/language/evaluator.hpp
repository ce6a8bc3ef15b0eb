#pragma once
// Evaluates a syntax tree to a value, using the entries that it mentions.

#include "algebra/language/evaluate.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::expression {

/// Evaluates a tree. `rule` is math or cute. Throws a Diagnostic, inside the library only.
Evaluation evaluate_tree(const Node&, const Environment&, IntegerRule rule, const EvaluateOptions&);

/// Checks what every display of a value relies on: the layout's size and cosize fit 63 bits, and nesting is limited, although each entry
/// may wrap the one before. Throws a Problem.
void require_usable(const Value&);

}  // namespace algebra::expression
