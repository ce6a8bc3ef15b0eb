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
  algebra::Message problem;      ///< why it has no value, which counts as 0; "" if it has one
  std::vector<Token> undefined;  ///< names that counted as 0 where that could matter
};

/// Of tokens whose macros are expanded and whose `defined X` are answered.
Condition evaluate_condition(const std::vector<Token>&);

}  // namespace app::preprocessing
