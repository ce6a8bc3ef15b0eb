#include "app/actions/working_values.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/actions/sheet_edits.hpp"

namespace app {
namespace {

using algebra::editing::NumberRange;

/// Returns values to try: all of a short range; of a long one powers of two and the values halfway between them.
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

void SliderMarking::follow(const SheetEvaluator& evaluator, int entry, const std::string& text) {
  const auto evaluation = evaluator.newest_version();
  if (entry_ != entry) marks_.clear();
  else if (text_ == text && evaluation_ == evaluation) return;
  entry_ = entry, text_ = text, evaluation_ = evaluation;
  ++looked_;
}

const SliderMarks& SliderMarking::of(const SheetEvaluator& evaluator, std::size_t number, const algebra::editing::NumberToken& n,
                                     const algebra::editing::NumberRange& range, bool waits) {
  constexpr double budget = 0.003;  // seconds for trying values, once after each change of the entry
  auto& marks = marks_[number];
  if (!marks.around.empty() && (waits || marks.looked == looked_)) return marks;
  const auto around = fmt::format("{}\n{}\n{}", text_.substr(0, n.digits.begin), text_.substr(n.digits.end), range.most);
  std::uint64_t version = 0;
  for (const auto& name : algebra::free_names(text_))
    if (const int used = evaluator.find(name); used >= 0 && used != entry_)
      version = std::max(version, evaluator.results()[static_cast<std::size_t>(used)].version);
  marks.looked = looked_;
  if (marks.around == around && marks.version == version) return marks;
  auto found = working_values(evaluator, text_, n, range, budget);
  marks = {.around = around, .version = version, .looked = looked_, .works = std::move(found.values), .all = found.all};
  return marks;
}

std::int64_t value_on_slider(const algebra::editing::NumberRange& range, double place, bool powers, const SliderMarks* marks, float x,
                             float reach, const std::function<float(std::int64_t)>& x_of) {
  auto value = range.at(place);
  // The nearest power of two by ratio, at least 1.
  if (powers)
    value = std::clamp(value < 1 ? std::int64_t{1} : std::int64_t{1} << std::lround(std::log2(static_cast<double>(value))), range.least,
                       range.most);
  if (marks == nullptr || marks->all) return value;
  for (const auto v : marks->works)
    if (std::abs(x_of(v) - x) < reach && std::abs(x_of(v) - x) <= std::abs(x_of(value) - x) + reach) value = v;
  return value;
}

}  // namespace app
