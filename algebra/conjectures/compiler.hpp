#pragma once
// Compiles a statement to instructions.

#include "algebra/conjectures/code.hpp"
#include "algebra/conjectures/statement.hpp"
#include "algebra/language/evaluate.hpp"

namespace algebra::conjectures {

/// Compiles a statement. Equal expressions share an instruction; conjuncts of the condition that the first names decide come first.
/// Constants become values. Throws a Diagnostic for expressions that cannot be evaluated whatever the names stand for.
Code compiled(const Statement&, const Environment& known, IntegerRule, Values&);

}  // namespace algebra::conjectures
