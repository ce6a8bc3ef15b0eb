#pragma once
// Decides a table with gaps by linear equations.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/reading/infer_whole.hpp"

namespace algebra::inferring {

/// The linear equations for some cells of a layout with these extents.
class Equations {
 public:
  /// `work` counts multiplications; beyond max_work the answer is undecided.
  static constexpr std::int64_t max_work = std::int64_t{2} << 30;
  Equations(std::vector<std::int64_t> extents, std::span<const TableCell> cells, std::int64_t& work);

  struct Answer {
    std::optional<Modes> simplest{};
    bool unique = true;  ///< no other layout of these extents produces the cells; meaningful only if there is one
    Miss miss{};         ///< if there is none: the failure that got furthest
  };
  /// Finds a layout with these values in the cells, one value per cell.
  Answer solve(std::span<const std::int64_t> values);
  bool too_large() const { return too_large_; }

 private:
  using Factors = std::vector<std::int64_t>;
  void one_shape(const std::vector<Factors>& primes, std::span<const std::int64_t> values, Answer&);

  std::vector<std::int64_t> extents_;
  std::span<const TableCell> cells_;
  std::int64_t& work_;
  std::vector<std::vector<Factors>> orders_;  ///< for each axis: the orders of the prime factors of its extent
  bool too_large_ = false;
};

}  // namespace algebra::inferring
