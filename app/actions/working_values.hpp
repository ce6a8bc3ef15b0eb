#pragma once
// Finds the values of a number in an entry's text that satisfy the entry's contract.

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
  bool all = false;  ///< all tried values work
};
/// Tries values of the range, with the other numbers unchanged, for at most `budget` seconds.
WorkingValues working_values(const SheetEvaluator&, const std::string& text, const algebra::editing::NumberToken&,
                             const algebra::editing::NumberRange&, double budget);

/// The valid values of a number, marked on its slider.
struct SliderMarks {
  std::string around;         ///< the text without the number
  std::uint64_t version = 0;  ///< of the newest result that the entry uses
  std::uint64_t looked = 0;   ///< when they were last checked, as counted by SliderMarking
  std::vector<std::int64_t> works;
  bool all = false;  ///< all values work: nothing to mark
};

/// The marks of one entry's sliders, searched again only if the entry, or what it uses, may have changed.
class SliderMarking {
 public:
  void follow(const SheetEvaluator&, int entry, const std::string& text);
  /// Returns the valid values of a number, with the other numbers unchanged. waits: during a drag, which changes everything that follows,
  /// known marks stay.
  const SliderMarks& of(const SheetEvaluator&, std::size_t number, const algebra::editing::NumberToken&,
                        const algebra::editing::NumberRange&, bool waits);

 private:
  std::unordered_map<std::size_t, SliderMarks> marks_;
  int entry_ = -1;
  std::string text_;  ///< of the entry, and the evaluation, when looked_ was last incremented
  std::uint64_t evaluation_ = 0, looked_ = 0;
};

/// Returns the value at a place of a slider: with `powers` the nearest power of two, and near a valid value that value. x_of: returns the
/// place of a value, in the unit of x. reach: how near.
std::int64_t value_on_slider(const algebra::editing::NumberRange&, double place, bool powers, const SliderMarks*, float x, float reach,
                             const std::function<float(std::int64_t)>& x_of);

}  // namespace app
