#pragma once
// An integer of the algebra: a value, and whether the compiler would know it.

#include <cstdint>

namespace algebra {

/// CuTe's two kinds of integer in one type. `_4` (cute::Int<4>) is static, `4` is dynamic.
/// In the mathematical reading every integer is static, and printed without the underscore.
/// A stride may also be a multiple of a basis element, CuTe's ScaledBasis: `1@0` steps along mode 0 of a coordinate,
/// `1@1@0` along mode 1 of its mode 0.
struct Int {
  std::int64_t value = 0;
  bool is_static = true;
  std::uint32_t basis = 0;  ///< 0: a plain integer; else the path of the modes, one byte each from the lowest: mode + 1

  static constexpr int basis_depth = 4;    ///< longest path
  static constexpr int basis_modes = 255;  ///< modes 0 to 254 have a basis element

  /// is_constant<N, T> of CuTe: the compiler knows that it is N.
  bool is(std::int64_t n) const { return is_static && value == n && basis == 0; }
  friend bool operator==(const Int&, const Int&) = default;
};

/// The basis path `path` with one more mode at its end. Throws a Problem ("limit") beyond basis_depth or basis_modes.
std::uint32_t basis_within(std::uint32_t path, std::int64_t mode);
/// The first mode of a path and what is left of it.
constexpr int basis_first(std::uint32_t path) { return static_cast<int>(path & 0xff) - 1; }
constexpr std::uint32_t basis_rest(std::uint32_t path) { return path >> 8; }

// Arithmetic with CuTe's marks (include/cute/numeric/integral_constant.hpp): static op static is static, 0 * x and
// 0 / x are static 0, x % 1 is static 0, anything else with a dynamic operand is dynamic.
// Each throws a Problem, inside the library only: "overflow" beyond 63 bits, "division by zero".
// A basis element may be multiplied and divided by an integer and keeps its path; anything else with one is a Problem
// ("basis"), as CuTe has no such operator.
Int operator+(Int, Int);
Int operator-(Int, Int);
Int operator*(Int, Int);
Int operator/(Int, Int);   ///< rounds towards zero, as C++
Int operator%(Int, Int);
Int abs(Int);
Int signum(Int);
Int min(Int, Int);
Int max(Int, Int);
Int gcd(Int, Int);
/// (a + b - 1) / b.
Int ceil_div(Int, Int);
/// a / b away from zero; static integers must divide one another ("shape_div").
Int shape_div(Int, Int);

}  // namespace algebra
