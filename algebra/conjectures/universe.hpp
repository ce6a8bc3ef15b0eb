#pragma once
// What the free names of a statement may stand for: all values up to a bound, smallest first, and random ones beyond it.

#include <cstdint>
#include <random>
#include <vector>

#include "algebra/conjectures/statement.hpp"

namespace algebra::conjectures {

/// How far a search goes.
struct Bound {
  std::int64_t size = 12;  ///< the largest size, and the largest cosize, of a layout; the largest integer
  int depth = 1;           ///< the deepest nesting of a layout's modes
};

struct Choice {
  Value value;
  std::int64_t size = 0;    ///< elements of a layout, an integer's value, 2^bits that a swizzle reads or changes; at least 1
  std::int64_t weight = 0;  ///< of two choices of one size the one with less is the smaller: fewer modes first, then the smaller cosize
};

/// All choices up to the bound, by size and then by weight, at most `most` of them; then `whole_to` is the largest size that has all of
/// its. Layouts have modes of at least 2 elements, beside 1:0, and strides with which no index is beyond the bound; with `rule` cute each
/// is there with static and with dynamic integers.
struct Universe {
  std::vector<Choice> choices;
  std::int64_t whole_to = 0;
};
Universe universe(Kind, const Bound&, IntegerRule rule, std::size_t most);

/// A random choice, larger than the bound as often as not: sizes of 1, strides of 0 and gaps, nested modes.
Value random_choice(Kind, const Bound&, IntegerRule rule, std::mt19937_64&);
/// Values that are smaller than this one by a step: a mode less, a smaller size or stride, a level of nesting less.
std::vector<Value> smaller(const Value&);
std::int64_t size_of_choice(const Value&);

}  // namespace algebra::conjectures
