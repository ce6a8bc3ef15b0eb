#pragma once
// The values of a number in an entry's text with which the entry works.

#include <cstdint>
#include <string>
#include <vector>

#include "algebra/editing/number_steps.hpp"
#include "app/document/evaluation.hpp"

namespace app {

struct WorkingValues {
  std::vector<std::int64_t> values;
  bool all = false;  ///< all that were tried work
};
/// Tries values of the range, the other numbers as they are, for at most `budget` seconds.
WorkingValues working_values(const SheetEvaluator&, const std::string& text, const algebra::editing::NumberToken&,
                             const algebra::editing::NumberRange&, double budget);

}  // namespace app
