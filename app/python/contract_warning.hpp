#pragma once
// Warns of results that CuTe gives although they break the contract of their operation: cutescope.ContractWarning.
//
// The first call with given operands looks at the elements of its result; later calls with the same operands only compute a hash.

#include <cstdint>
#include <string>
#include <utility>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/function.hpp"
#include "algebra/language/vocabulary.hpp"

namespace app::python {

/// Returns the most elements that a call checks; 0: none, and there are no warnings. The GIL guards it.
std::int64_t contract_limit();
void limit_contracts(std::int64_t elements);

/// Returns the call as a text of the language, and the rule of its integers.
using WrittenCall = std::pair<std::string, algebra::IntegerRule> (*)(const algebra::expression::Call&);

/// Warns if the result of a call breaks the function's contract. Throws Python's error if warnings are errors.
void warn_of(const algebra::Function&, const algebra::expression::Call&, const algebra::Value& result, WrittenCall);
/// Warns likewise of the value of a text, evaluated with verdicts.
void warn_of(const algebra::Evaluation&);

}  // namespace app::python
