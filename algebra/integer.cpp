#include "algebra/integer.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "algebra/problem.hpp"

namespace algebra {
namespace {

[[noreturn]] void overflow(const char* operation, Int a, Int b) {
  throw Problem{"overflow", fmt::format("{} {} {} does not fit into 63 bits.", a.value, operation, b.value), {}};
}

void require_divisor(Int a, Int b) {
  if (b.value == 0) throw Problem{"division by zero", fmt::format("{} is divided by 0.", a.value), {}};
  if (a.value == std::numeric_limits<std::int64_t>::min() && b.value == -1) overflow("/", a, b);
}

bool both_static(Int a, Int b) { return a.is_static && b.is_static; }

[[noreturn]] void no_operator(const char* operation) {
  throw Problem{"basis", fmt::format("CuTe has no {} for basis strides such as 1@0.", operation), {}};
}

void require_plain(const char* operation, Int a, Int b) {
  if ((a.basis | b.basis) != 0) no_operator(operation);
}

}  // namespace

std::uint32_t basis_within(std::uint32_t path, std::int64_t mode) {
  int depth = 0;
  while (depth < Int::basis_depth && (path >> (8 * depth)) != 0) ++depth;
  if (depth == Int::basis_depth || mode < 0 || mode >= Int::basis_modes)
    throw Problem{"limit", fmt::format("A basis stride names up to {} modes below {}.", Int::basis_depth, Int::basis_modes), {}};
  return path | static_cast<std::uint32_t>(mode + 1) << (8 * depth);
}

Int operator+(Int a, Int b) {
  if ((a.basis | b.basis) != 0) {
    if (a.is(0)) return b;
    if (b.is(0)) return a;
    if (a.basis != b.basis) no_operator("sum");
  }
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a.value, b.value, &sum)) overflow("+", a, b);
  return {sum, both_static(a, b), a.basis};
}

Int operator-(Int a, Int b) {
  require_plain("difference", a, b);
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a.value, b.value, &difference)) overflow("-", a, b);
  return {difference, both_static(a, b)};
}

Int operator*(Int a, Int b) {
  if (a.basis != 0 && b.basis != 0) no_operator("product");
  const auto basis = a.basis | b.basis;
  if ((a.is_static && a.value == 0) || (b.is_static && b.value == 0)) return {0, true, basis};
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a.value, b.value, &product)) overflow("*", a, b);
  return {product, both_static(a, b), basis};
}

Int operator/(Int a, Int b) {
  if (b.basis != 0) no_operator("division");
  require_divisor(a, b);
  if (a.is_static && a.value == 0) return {0, true, a.basis};
  return {a.value / b.value, both_static(a, b), a.basis};
}

Int operator%(Int a, Int b) {
  require_plain("remainder", a, b);
  require_divisor(a, b);
  if (a.is(0) || b.is(1) || b.is(-1)) return {0, true};
  return {a.value % b.value, both_static(a, b)};
}

Int abs(Int a) {
  if (a.value == std::numeric_limits<std::int64_t>::min()) overflow("*", a, {-1, true});
  return {a.value < 0 ? -a.value : a.value, a.is_static, a.basis};
}

Int signum(Int a) {
  require_plain("sign", a, a);
  return {(a.value > 0) - (a.value < 0), a.is_static};
}
Int min(Int a, Int b) {
  require_plain("minimum", a, b);
  return {std::min(a.value, b.value), both_static(a, b)};
}
Int max(Int a, Int b) {
  require_plain("maximum", a, b);
  return {std::max(a.value, b.value), both_static(a, b)};
}
Int gcd(Int a, Int b) {
  require_plain("greatest common divisor", a, b);
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  if (a.value == least || b.value == least) overflow("and", a, b);   // its absolute value has no place
  return {std::gcd(a.value, b.value), both_static(a, b)};
}

Int ceil_div(Int a, Int b) {
  if (a.basis == 0) return (a + b - Int{1, true}) / b;
  Int quotient = ceil_div(Int{a.value, a.is_static}, b);
  quotient.basis = a.basis;
  return quotient;
}

Int shape_div(Int a, Int b) {
  require_plain("shape_div", a, b);
  require_divisor(a, b);
  if (both_static(a, b) && a.value % b.value != 0 && (a.value == 0 || b.value % a.value != 0))
    throw Problem{"shape_div", fmt::format("Neither of {} and {} divides the other.", a.value, b.value), {}};
  const auto quotient = a.value / b.value;
  return {quotient != 0 ? quotient : signum(a).value * signum(b).value, both_static(a, b)};
}

}  // namespace algebra
