#include "algebra/layout/integer.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/element.hpp"
#include "algebra/layout/plain.hpp"
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
  if (is_special(a)) return (Element(a) + Element(b)).as_integer();
  const auto sum = plain(a) + plain(b);
  return {sum.value, sum.is_static, a.basis};
}

Int product_with_basis(Int a, Int b) {
  if (a.basis != 0 && b.basis != 0) no_operator("product");
  if (a.basis == 0) std::swap(a, b);
  if (is_special(a)) return Element(a).times(b.value).as_integer();
  const auto product = plain(a) * b;
  return {product.value, product.is_static, a.basis};
}

Int quotient_with_basis(Int a, Int b) {
  if (b.basis != 0 || is_special(a)) no_operator("division");
  require_divisor(a, b);
  if (a.is_static && a.value == 0) return {0, true, a.basis};
  return {a.value / b.value, both_static(a, b), a.basis};
}

std::int64_t carryless_product(std::int64_t a, std::int64_t b) {
  if (a < 0 || b < 0) throw Problem{"basis", message("{} is not a vector over F2: it is negative.", std::min(a, b)), {}};
  if (a != 0 && b != 0 && std::bit_width(static_cast<std::uint64_t>(a)) + std::bit_width(static_cast<std::uint64_t>(b)) > 63)
    overflow("*", a, b);
  std::int64_t product = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    if ((b & 1) != 0) product ^= a;
  return product;
}

}  // namespace arithmetic

namespace {

/// Returns `path` with one more byte. Sums and vectors over F2 have no modes.
std::uint32_t extended(std::uint32_t path, std::uint32_t byte) {
  int depth = 0;
  while (depth < Int::basis_depth && (path >> (8 * depth)) != 0) ++depth;
  if (depth == Int::basis_depth || is_sum(path) || (path != 0 && is_bits(path)))
    throw Problem{"limit", message("A basis stride names up to {} modes below {}.", Int::basis_depth, Int::basis_modes), {}};
  return path | byte << (8 * depth);
}

}  // namespace

std::uint32_t basis_within(std::uint32_t path, std::int64_t mode) {
  if (mode < 0 || mode >= Int::basis_modes)
    throw Problem{"limit", message("A basis stride names up to {} modes below {}.", Int::basis_depth, Int::basis_modes), {}};
  return extended(path, static_cast<std::uint32_t>(mode + 1));
}
std::uint32_t bits_within(std::uint32_t path) { return extended(path, Int::bits_mark); }

Int gcd(Int a, Int b) {
  arithmetic::require_plain("greatest common divisor", a, b);
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  if (a.value == least || b.value == least) arithmetic::overflow("and", a.value, b.value);  // the least integer has no absolute value
  // Takes remainders as CuTe does: the sign of the result is not normalised.
  auto t = a.value, u = b.value;
  while (t != 0) {
    u %= t;
    std::swap(t, u);
  }
  return {u, arithmetic::both_static(a, b)};
}

Int shape_div(Int a, Int b) {
  arithmetic::require_plain("shape_div", a, b);
  arithmetic::require_divisor(a, b);
  if (arithmetic::both_static(a, b) && a.value % b.value != 0 && (a.value == 0 || b.value % a.value != 0))
    throw Problem{"shape_div", message("Neither of {} and {} divides the other.", a.value, b.value), {}};
  return ceil_div(a, b);
}

}  // namespace algebra
