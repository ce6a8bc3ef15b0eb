#pragma once
// All integer solutions of linear equations, added one by one.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace algebra {

/// The solutions of the equations so far: a point, and vectors whose integer combinations lead to all others. Numbers beyond 2^62 set
/// `overflowed`, and the object is then invalid.
class IntegerSolutions {
 public:
  explicit IntegerSolutions(std::size_t unknowns);

  /// The possible values of a sum of factors times unknowns: value + step * any integer. step 0: exactly `value`.
  struct Values {
    std::int64_t value = 0, step = 0;
    bool has(std::int64_t v) const { return step == 0 ? v == value : (v - value) % step == 0; }
    /// Returns the possible value nearest to v.
    std::int64_t nearest(std::int64_t v) const;
  };
  Values values_of(std::span<const std::int64_t> factors) const;
  /// Adds an equation: the sum of factors times unknowns is `value`. Returns false, and changes nothing, if no solution satisfies it.
  bool add(std::span<const std::int64_t> factors, std::int64_t value);

  bool unique() const { return free_.empty(); }
  bool overflowed() const { return overflowed_; }
  /// Returns one solution: the only one if it is unique.
  const std::vector<std::int64_t>& point() const { return point_; }

 private:
  std::int64_t product(std::span<const std::int64_t> a, std::span<const std::int64_t> b) const;
  void subtract(std::vector<std::int64_t>& from, const std::vector<std::int64_t>& what, std::int64_t times) const;

  std::vector<std::int64_t> point_;
  std::vector<std::vector<std::int64_t>> free_;  ///< a basis of the lattice of differences
  mutable bool overflowed_ = false;
};

}  // namespace algebra
