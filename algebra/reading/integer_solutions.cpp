#include "algebra/reading/integer_solutions.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

namespace algebra {

IntegerSolutions::IntegerSolutions(std::size_t unknowns) : point_(unknowns), free_(unknowns, std::vector<std::int64_t>(unknowns)) {
  for (std::size_t i = 0; i < unknowns; ++i) free_[i][i] = 1;
}

std::int64_t IntegerSolutions::Values::nearest(std::int64_t v) const {
  if (step == 0) return value;
  std::int64_t distance = 0, nearest = 0;
  if (step == std::numeric_limits<std::int64_t>::min() || __builtin_sub_overflow(value, v, &distance)) return value;
  const auto size = std::abs(step);
  auto above = distance % size;
  if (above < 0) above += size;
  const auto by = above > size - above ? above - size : above;
  return __builtin_add_overflow(v, by, &nearest) ? value : nearest;
}

std::int64_t IntegerSolutions::product(std::span<const std::int64_t> a, std::span<const std::int64_t> b) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t term = 0;
    if (__builtin_mul_overflow(a[i], b[i], &term) || __builtin_add_overflow(sum, term, &sum)) overflowed_ = true;
  }
  return sum;
}

void IntegerSolutions::subtract(std::vector<std::int64_t>& from, const std::vector<std::int64_t>& what, std::int64_t times) const {
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::int64_t term = 0;
    if (__builtin_mul_overflow(what[i], times, &term) || __builtin_sub_overflow(from[i], term, &from[i])) overflowed_ = true;
  }
}

IntegerSolutions::Values IntegerSolutions::values_of(std::span<const std::int64_t> factors) const {
  Values values{product(factors, point_), 0};
  for (const auto& f : free_) values.step = std::gcd(values.step, product(factors, f));
  return values;
}

bool IntegerSolutions::add(std::span<const std::int64_t> factors, std::int64_t value) {
  std::int64_t missing = 0;
  if (__builtin_sub_overflow(value, product(factors, point_), &missing)) overflowed_ = true;
  if (free_.empty()) return missing == 0;
  std::vector<std::int64_t> reach(free_.size());
  std::int64_t step = 0;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    reach[i] = product(factors, free_[i]);
    step = std::gcd(step, reach[i]);
  }
  // The least integer has no negation, so it counts as overflow.
  constexpr auto least_integer = std::numeric_limits<std::int64_t>::min();
  if (missing == least_integer || std::ranges::find(reach, least_integer) != reach.end()) overflowed_ = true;
  if (overflowed_) return true;
  if (step == 0) return missing == 0;
  if (missing % step != 0) return false;
  // Euclid's algorithm on the vectors, until a single one of them changes the sum.
  for (;;) {
    std::size_t least = free_.size(), others = 0;
    for (std::size_t i = 0; i < free_.size(); ++i) {
      if (reach[i] == 0) continue;
      ++others;
      if (least == free_.size() || std::abs(reach[i]) < std::abs(reach[least])) least = i;
    }
    if (others > 1) {
      for (std::size_t i = 0; i < free_.size(); ++i) {
        if (i == least || reach[i] == 0) continue;
        const auto times = reach[i] / reach[least];
        subtract(free_[i], free_[least], times);
        reach[i] -= times * reach[least];
      }
      continue;
    }
    subtract(point_, free_[least], -(missing / reach[least]));
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(least));
    return true;
  }
}

}  // namespace algebra
