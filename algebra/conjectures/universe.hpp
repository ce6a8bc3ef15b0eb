#pragma once
// The values of a statement's free names: all values up to a bound, smallest first, and random ones beyond it.

#include <cstdint>
#include <random>
#include <vector>

#include "algebra/conjectures/statement.hpp"

namespace algebra::conjectures {

/// The bound of a search.
struct Bound {
  std::int64_t size = 12;  ///< the largest size and cosize of a layout, and the largest integer
  int depth = 1;           ///< the deepest nesting of a layout's modes
};

struct Choice {
  Value value;
  std::int64_t size = 0;    ///< elements of a layout, an integer's value, or 2^(bits that a swizzle reads or changes); at least 1
  std::int64_t weight = 0;  ///< orders choices of equal size: fewer modes first, then the smaller cosize
};

/// All choices up to the bound, by size and then by weight, at most `most` of them; if some are dropped, `whole_to` is the largest complete
/// size. Layouts are 1:0 and those with modes of at least 2 elements and strides for which no index exceeds the bound; with `rule` cute
/// each occurs with static and with dynamic integers.
struct Universe {
  std::vector<Choice> choices;
  std::int64_t whole_to = 0;
};
Universe universe(Kind, const Bound&, IntegerRule rule, std::size_t most);

/// Returns a random choice, which exceeds the bound about half of the time: sizes of 1, strides of 0, gaps and nested modes occur.
Value random_choice(Kind, const Bound&, IntegerRule rule, std::mt19937_64&);
/// Returns values one step smaller than this one: a mode less, a smaller size or stride, or a level of nesting less.
std::vector<Value> smaller(const Value&);
std::int64_t size_of_choice(const Value&);

}  // namespace algebra::conjectures
