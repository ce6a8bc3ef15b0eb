#pragma once
// An integer of the algebra: a value, and whether the compiler would know it.

#include <cstdint>

namespace algebra {

/// CuTe's two kinds of integer in one type. `_4` (cute::Int<4>) is static, `4` is dynamic.
/// In the mathematical reading every integer is static, and printed without the underscore.
struct Int {
  std::int64_t value = 0;
  bool is_static = true;

  /// is_constant<N, T> of CuTe: the compiler knows that it is N.
  bool is(std::int64_t n) const { return is_static && value == n; }
  friend bool operator==(const Int&, const Int&) = default;
};

// Arithmetic with CuTe's marks (include/cute/numeric/integral_constant.hpp): static op static is static, 0 * x and
// 0 / x are static 0, x % 1 is static 0, anything else with a dynamic operand is dynamic.
// Each throws a Problem, inside the library only: "overflow" beyond 63 bits, "division by zero".
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
