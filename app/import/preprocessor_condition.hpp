#pragma once
// The integer expressions of #if (C++23, 15.2).

#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/preprocessor_tokens.hpp"

namespace app::preprocessing {

struct Condition {
  bool holds = false;
  algebra::Message problem;      ///< why there is no value, which then counts as 0; "" otherwise
  std::vector<Token> undefined;  ///< names taken as 0 where that may matter
};

/// Evaluates a condition, with macros expanded and each `defined X` replaced.
Condition evaluate_condition(const std::vector<Token>&);

}  // namespace app::preprocessing
