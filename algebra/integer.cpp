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

}  // namespace

Int operator+(Int a, Int b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a.value, b.value, &sum)) overflow("+", a, b);
  return {sum, both_static(a, b)};
}

Int operator-(Int a, Int b) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a.value, b.value, &difference)) overflow("-", a, b);
  return {difference, both_static(a, b)};
}

Int operator*(Int a, Int b) {
  if (a.is(0) || b.is(0)) return {0, true};
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a.value, b.value, &product)) overflow("*", a, b);
  return {product, both_static(a, b)};
}

Int operator/(Int a, Int b) {
  require_divisor(a, b);
  if (a.is(0)) return {0, true};
  return {a.value / b.value, both_static(a, b)};
}

Int operator%(Int a, Int b) {
  require_divisor(a, b);
  if (a.is(0) || b.is(1) || b.is(-1)) return {0, true};
  return {a.value % b.value, both_static(a, b)};
}

Int abs(Int a) {
  if (a.value == std::numeric_limits<std::int64_t>::min()) overflow("*", a, {-1, true});
  return {a.value < 0 ? -a.value : a.value, a.is_static};
}

Int signum(Int a) { return {(a.value > 0) - (a.value < 0), a.is_static}; }
Int min(Int a, Int b) { return {std::min(a.value, b.value), both_static(a, b)}; }
Int max(Int a, Int b) { return {std::max(a.value, b.value), both_static(a, b)}; }
Int gcd(Int a, Int b) { return {std::gcd(a.value, b.value), both_static(a, b)}; }

Int ceil_div(Int a, Int b) { return (a + b - Int{1, true}) / b; }

Int shape_div(Int a, Int b) {
  require_divisor(a, b);
  if (both_static(a, b) && a.value % b.value != 0 && (a.value == 0 || b.value % a.value != 0))
    throw Problem{"shape_div", fmt::format("Neither of {} and {} divides the other.", a.value, b.value), {}};
  const auto quotient = a.value / b.value;
  return {quotient != 0 ? quotient : signum(a).value * signum(b).value, both_static(a, b)};
}

}  // namespace algebra
