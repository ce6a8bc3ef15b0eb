#pragma once
// The values of a number in an entry's text with which the entry works.

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
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

/// The values of a number with which its entry works, marked on its slider.
struct SliderMarks {
  std::string around;         ///< the text without the number
  std::uint64_t version = 0;  ///< of the newest result that the entry uses
  std::uint64_t looked = 0;   ///< when they were last checked, as SliderMarking counts
  std::vector<std::int64_t> works;
  bool all = false;  ///< all values work: nothing to mark
};

/// The marks of one entry's sliders, found again only when the entry, or what it uses, may have changed.
class SliderMarking {
 public:
  void follow(const SheetEvaluator&, int entry, const std::string& text);
  /// Which values of a number work, with the other numbers as they are. waits: a drag changes all that follows, and what is known stays.
  const SliderMarks& of(const SheetEvaluator&, std::size_t number, const algebra::editing::NumberToken&,
                        const algebra::editing::NumberRange&, bool waits);

 private:
  std::unordered_map<std::size_t, SliderMarks> marks_;
  int entry_ = -1;
  std::string text_;  ///< of the entry, and the evaluation, when looked_ last grew
  std::uint64_t evaluation_ = 0, looked_ = 0;
};

/// The value at a place of a slider: with powers, the nearest power of two; and near a value that works, that one. x_of: where a value
/// stands, in the unit of x. reach: how near.
std::int64_t value_on_slider(const algebra::editing::NumberRange&, double place, bool powers, const SliderMarks*, float x, float reach,
                             const std::function<float(std::int64_t)>& x_of);

}  // namespace app
