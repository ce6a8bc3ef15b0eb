#pragma once
// Warns of results that CuTe gives although they break the contract of their operation: cutescope.ContractWarning.
//
// A call looks at the elements of its result when it is made with these operands for the first time; of later calls with the same ones
// a hash is all that is computed.

#include <cstdint>
#include <string>
#include <utility>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/function.hpp"
#include "algebra/language/vocabulary.hpp"

namespace app::python {

/// How many elements a call looks at; 0: none, and nothing is warned of. The GIL guards it.
std::int64_t contract_limit();
void limit_contracts(std::int64_t elements);

/// The call as a text of the language, and how its integers are read.
using WrittenCall = std::pair<std::string, algebra::IntegerRule> (*)(const algebra::expression::Call&);

/// Warns where the result of a call breaks the function's contract. Throws Python's error where warnings are errors.
void warn_of(const algebra::Function&, const algebra::expression::Call&, const algebra::Value& result, WrittenCall);
/// The same of what a text was worth, evaluated with verdicts.
void warn_of(const algebra::Evaluation&);

}  // namespace app::python
