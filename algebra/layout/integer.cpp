#include "algebra/layout/integer.hpp"

#include <numeric>

#include <fmt/format.h>

#include "algebra/layout/problem.hpp"

namespace algebra {
namespace arithmetic {

void overflow(const char* operation, std::int64_t a, std::int64_t b) {
  throw Problem{"overflow", message("{} {} {} does not fit into 63 bits.", a, operation, b), {}};
}

void no_operator(const char* operation) {
  throw Problem{"basis", message("There is no {} for basis strides such as 1@0 here.", operation), {}};
}

void no_divisor(std::int64_t a) { throw Problem{"division by zero", message("{} is divided by 0.", a), {}}; }

Int sum_with_basis(Int a, Int b) {
  if (a.is(0)) return b;
  if (b.is(0)) return a;
  if (a.basis != b.basis) no_operator("sum");
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a.value, b.value, &sum)) overflow("+", a.value, b.value);
  return {sum, both_static(a, b), a.basis};
}

}  // namespace arithmetic

std::uint32_t basis_within(std::uint32_t path, std::int64_t mode) {
  int depth = 0;
  while (depth < Int::basis_depth && (path >> (8 * depth)) != 0) ++depth;
  if (depth == Int::basis_depth || mode < 0 || mode >= Int::basis_modes)
    throw Problem{"limit", message("A basis stride names up to {} modes below {}.", Int::basis_depth, Int::basis_modes), {}};
  return path | static_cast<std::uint32_t>(mode + 1) << (8 * depth);
}

Int gcd(Int a, Int b) {
  arithmetic::require_plain("greatest common divisor", a, b);
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  if (a.value == least || b.value == least) arithmetic::overflow("and", a.value, b.value);  // its absolute value has no place
  return {std::gcd(a.value, b.value), arithmetic::both_static(a, b)};
}

Int shape_div(Int a, Int b) {
  arithmetic::require_plain("shape_div", a, b);
  arithmetic::require_divisor(a, b);
  if (arithmetic::both_static(a, b) && a.value % b.value != 0 && (a.value == 0 || b.value % a.value != 0))
    throw Problem{"shape_div", message("Neither of {} and {} divides the other.", a.value, b.value), {}};
  return ceil_div(a, b);
}

}  // namespace algebra
