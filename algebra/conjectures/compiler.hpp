#pragma once
// From a statement to instructions.

#include "algebra/conjectures/code.hpp"
#include "algebra/conjectures/statement.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra::conjectures {

/// The instructions of a statement. An expression that is written twice is one; the parts of the condition that the first names decide
/// stand before the others. Constants become values. Throws a Diagnostic for what cannot be evaluated whatever the names stand for.
Code compiled(const Statement&, const Environment& known, IntegerRule, Values&);

}  // namespace algebra::conjectures
