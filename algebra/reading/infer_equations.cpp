// A layout is linear in its offset and strides: each cell is an equation, with the digits of its coordinate as factors. Sizes are
// refined to primes first, since each layout is one of a refined shape; sizes are merged again where strides allow it.

#include "algebra/reading/infer_equations.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/reading/integer_solutions.hpp"

namespace algebra::inferring {
namespace {

constexpr std::size_t most_orders = 4096;
constexpr int most_merge_steps = 1 << 13, most_stride_steps = 1 << 12;

/// A refined shape: unknown 0 is the offset, unknown 1 + i the stride of the i-th prime.
struct Refined {
  std::vector<std::int64_t> sizes;
  std::vector<std::size_t> axis_of;
  std::size_t axes = 0;
  bool joins(std::size_t i) const { return i + 1 < sizes.size() && axis_of[i] == axis_of[i + 1]; }
};

/// Picks the solution of a shape with the fewest modes.
class Simplifier {
 public:
  Simplifier(const Refined& shape, std::int64_t bound) : shape_(shape), bound_(bound) {}

  /// Returns whether a solution overflowed; the result of `simplest` is then invalid.
  bool overflowed() const { return overflowed_; }
  Modes simplest(const IntegerSolutions& all) {
    merge(0, 0, all, {});
    std::optional<Modes> best;
    for (const auto& [solutions, merged] : candidates_) {
      auto modes = modes_of(smallest(solutions, merged), merged);
      if (!best || modes.rank() < best->rank()) best = std::move(modes);
    }
    return *best;
  }

 private:
  using Merged = std::vector<bool>;  ///< whether size i + 1 continues size i

  /// Tries most merges first: if a stride is that of the size before times its extent, both are one mode.
  void merge(std::size_t i, std::size_t count, const IntegerSolutions& solutions, Merged merged) {
    std::size_t left = 0;
    for (auto k = i; k < shape_.sizes.size(); ++k) left += shape_.joins(k) ? 1 : 0;
    if (++steps_ > most_merge_steps || (!candidates_.empty() && count + left < most_)) return;
    if (i >= shape_.sizes.size()) {
      if (count > most_) candidates_.clear();
      most_ = count;
      candidates_.emplace_back(solutions, std::move(merged));
      return;
    }
    if (shape_.joins(i)) {
      std::vector<std::int64_t> factors(shape_.sizes.size() + 1, 0);
      factors[i + 2] = 1, factors[i + 1] = -shape_.sizes[i];
      auto narrower = solutions;
      if (narrower.add(factors, 0) && !narrower.overflowed()) {
        auto with = merged;
        with.push_back(true);
        const bool always = solutions.values_of(factors).step == 0;
        merge(i + 1, count + 1, narrower, std::move(with));
        if (always) return;
      }
    }
    merged.push_back(false);
    merge(i + 1, count, solutions, std::move(merged));
  }

  /// Returns the solution with the smallest offset and strides, from left to right.
  std::vector<std::int64_t> smallest(IntegerSolutions solutions, const Merged& merged) {
    std::vector<std::size_t> unknowns{0};
    for (std::size_t i = 0; i < merged.size(); ++i)
      if (i == 0 || !merged[i - 1]) unknowns.push_back(i + 1);
    std::vector<std::int64_t> offset(shape_.sizes.size() + 1, 0);
    offset[0] = 1;
    solutions.add(offset, 0);
    stride_steps_ = 0;
    if (const auto point = not_negative(solutions, unknowns, 0)) return *point;
    for (const auto u : unknowns) {
      const auto values = solutions.values_of(only(u));
      solutions.add(only(u), values.nearest(0));
    }
    overflowed_ = overflowed_ || solutions.overflowed();
    return solutions.point();
  }

  std::optional<std::vector<std::int64_t>> not_negative(const IntegerSolutions& solutions, const std::vector<std::size_t>& unknowns,
                                                        std::size_t next) {
    if (solutions.overflowed()) return std::nullopt;
    if (next == unknowns.size()) return solutions.point();
    const auto values = solutions.values_of(only(unknowns[next]));
    if (values.step == 0) return values.value < 0 ? std::nullopt : not_negative(solutions, unknowns, next + 1);
    // Replaces a step beyond the bound by one that ends the loop, as adding it could overflow.
    const auto step = values.step > -bound_ && values.step < bound_ ? std::abs(values.step) : bound_ + 1;
    const auto first = values.value % values.step;
    for (auto value = first < 0 ? first + std::abs(values.step) : first; value <= bound_; value += step) {
      if (++stride_steps_ > most_stride_steps) return std::nullopt;
      auto chosen = solutions;
      chosen.add(only(unknowns[next]), value);
      if (auto point = not_negative(chosen, unknowns, next + 1)) return point;
    }
    return std::nullopt;
  }

  std::vector<std::int64_t> only(std::size_t unknown) const {
    std::vector<std::int64_t> factors(shape_.sizes.size() + 1, 0);
    factors[unknown] = 1;
    return factors;
  }

  Modes modes_of(const std::vector<std::int64_t>& point, const Merged& merged) const {
    Modes modes{point[0], std::vector<std::vector<Run>>(shape_.axes)};
    for (std::size_t i = 0; i < shape_.sizes.size(); ++i) {
      auto& axis = modes.axes[shape_.axis_of[i]];
      if (i > 0 && merged[i - 1]) axis.back().size *= shape_.sizes[i];
      else axis.push_back({shape_.sizes[i], point[i + 1]});
    }
    return modes;
  }

  const Refined& shape_;
  std::int64_t bound_;
  std::vector<std::pair<IntegerSolutions, Merged>> candidates_;
  std::size_t most_ = 0;
  int steps_ = 0, stride_steps_ = 0;
  bool overflowed_ = false;
};

std::vector<std::int64_t> primes_of(std::int64_t n) {
  std::vector<std::int64_t> primes;
  for (std::int64_t p = 2; p * p <= n; ++p)
    for (; n % p == 0; n /= p) primes.push_back(p);
  if (n > 1) primes.push_back(n);
  return primes;
}

}  // namespace

Equations::Equations(std::vector<std::int64_t> extents, std::span<const TableCell> cells, std::int64_t& work)
    : extents_(std::move(extents)), cells_(cells), work_(work) {
  std::size_t all = 1;
  for (const auto extent : extents_) {
    auto& orders = orders_.emplace_back();
    auto primes = primes_of(extent);
    do orders.push_back(primes);
    while (orders.size() <= most_orders && std::ranges::next_permutation(primes).found);
    all *= orders.size();
    too_large_ = too_large_ || all > most_orders;
  }
}

Equations::Answer Equations::solve(std::span<const std::int64_t> values) {
  Answer answer;
  std::vector<std::size_t> chosen(extents_.size(), 0);
  for (bool more = !too_large_; more && !too_large_;) {
    std::vector<Factors> primes;
    for (std::size_t i = 0; i < chosen.size(); ++i) primes.push_back(orders_[i][chosen[i]]);
    one_shape(primes, values, answer);
    more = false;
    for (std::size_t i = 0; i < chosen.size() && !more; ++i) {
      more = ++chosen[i] < orders_[i].size();
      if (!more) chosen[i] = 0;
    }
  }
  return answer;
}

void Equations::one_shape(const std::vector<Factors>& primes, std::span<const std::int64_t> values, Answer& answer) {
  Refined shape;
  shape.axes = primes.size();
  for (std::size_t axis = 0; axis < primes.size(); ++axis)
    for (const auto p : primes[axis]) {
      shape.sizes.push_back(p);
      shape.axis_of.push_back(axis);
    }
  IntegerSolutions solutions(shape.sizes.size() + 1);
  Factors factors(shape.sizes.size() + 1);
  std::int64_t bound = 0;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    factors[0] = 1;
    std::size_t at = 1;
    for (std::size_t axis = 0; axis < primes.size(); ++axis) {
      auto rest = cells_[cell].coordinate[axis];
      for (const auto p : primes[axis]) {
        factors[at++] = rest % p;
        rest /= p;
      }
    }
    work_ += static_cast<std::int64_t>(factors.size()) * (solutions.unique() ? 1 : static_cast<std::int64_t>(factors.size()));
    bound = std::max(bound, std::abs(values[cell]));
    if (!solutions.add(factors, values[cell])) {
      if (!answer.simplest && cell >= answer.miss.cell) answer.miss = {cell, solutions.values_of(factors).nearest(values[cell]), {}};
      return;
    }
    too_large_ = solutions.overflowed() || work_ > max_work;
    if (too_large_) return;
  }
  Simplifier simplifier(shape, bound);
  auto modes = simplifier.simplest(solutions);
  too_large_ = simplifier.overflowed();
  if (too_large_) return;
  answer.unique = answer.unique && solutions.unique() && (!answer.simplest || *answer.simplest == modes);
  if (!answer.simplest || modes.rank() < answer.simplest->rank()) answer.simplest = std::move(modes);
}

}  // namespace algebra::inferring
