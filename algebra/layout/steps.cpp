#include "algebra/layout/steps.hpp"

#include <fmt/format.h>

namespace algebra {

std::string to_string(const std::vector<Step>& steps, Marks marks) {
  std::string text;
  int number = 0;
  for (const auto& step : steps) {
    const auto words = step.words.text();
    if (step.level == 0) text += fmt::format("{:>2}. {}\n", ++number, words);
    else text += fmt::format("{}- {}\n", std::string(static_cast<std::size_t>(2 + 2 * step.level), ' '), words);
    // Most steps name their layout in the text; for the others it follows on a line of its own.
    if (!step.stage) continue;
    const auto stage = to_string(*step.stage, marks);
    if (words.find(stage) == std::string::npos)
      text += fmt::format("{}{}\n", std::string(static_cast<std::size_t>(4 + 2 * step.level), ' '), stage);
  }
  return text;
}

}  // namespace algebra
