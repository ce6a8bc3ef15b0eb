#pragma once
// How `infer` decides a table with gaps: by linear equations.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/reading/infer_whole.hpp"

namespace algebra::inferring {

/// What linear equations say of some cells of a layout with these extents.
class Equations {
 public:
  /// `work` counts multiplications; beyond max_work nothing is decided.
  static constexpr std::int64_t max_work = std::int64_t{2} << 30;
  Equations(std::vector<std::int64_t> extents, std::span<const TableCell> cells, std::int64_t& work);

  struct Answer {
    std::optional<Modes> simplest{};
    bool unique = true;  ///< no other layout of these extents makes the cells; only if there is one
    Miss miss{};         ///< the furthest, if there is none
  };
  /// `values`: what the cells have to be, one each.
  Answer solve(std::span<const std::int64_t> values);
  bool too_large() const { return too_large_; }

 private:
  using Factors = std::vector<std::int64_t>;
  void one_shape(const std::vector<Factors>& primes, std::span<const std::int64_t> values, Answer&);

  std::vector<std::int64_t> extents_;
  std::span<const TableCell> cells_;
  std::int64_t& work_;
  std::vector<std::vector<Factors>> orders_;  ///< by axis: the orders of the prime factors of its extent
  bool too_large_ = false;
};

}  // namespace algebra::inferring
