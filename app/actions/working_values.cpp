#include "app/actions/working_values.hpp"

#include <chrono>

#include "app/actions/sheet_edits.hpp"

namespace app {
namespace {

using algebra::editing::NumberRange;

/// Values that are worth trying: all of a short range, powers of two and what lies between them of a long one.
std::vector<std::int64_t> candidates(const NumberRange& range) {
  std::vector<std::int64_t> values;
  if (range.most - range.least <= 128) {
    for (auto v = range.least; v <= range.most; ++v) values.push_back(v);
    return values;
  }
  for (std::int64_t p = 1; p > 0 && p <= range.most; p *= 2) {
    if (p >= range.least) values.push_back(p);
    if (p >= 2 && p / 2 * 3 <= range.most && p / 2 * 3 >= range.least) values.push_back(p / 2 * 3);
    if (p > range.most / 2) break;
  }
  return values;
}

}  // namespace

WorkingValues working_values(const SheetEvaluator& evaluator, const std::string& text, const algebra::editing::NumberToken& number,
                             const NumberRange& range, double budget) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget);
  WorkingValues found;
  std::size_t asked = 0;
  for (const auto value : candidates(range)) {
    if (std::chrono::steady_clock::now() > until) break;
    ++asked;
    if (text_works(evaluator, algebra::editing::with_number(text, number, value))) found.values.push_back(value);
  }
  found.all = found.values.size() == asked;
  return found;
}

}  // namespace app
