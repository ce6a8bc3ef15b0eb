#pragma once
// An integer of the algebra: a value, whether it is static (known to the compiler), and how wide its C++ type is.

#include <cstdint>
#include <limits>

namespace algebra {

/// Whether an integer is static, and its C++ type (int by default), one bit each: the kind of a result is the bitwise or of its operands'
/// kinds, dynamic if one is dynamic, and of the type that C++ promotes both to. Converts to bool: whether it is static.
class IntKind {
 public:
  IntKind() = default;
  constexpr IntKind(bool is_static) : bits_(is_static ? 0 : dynamic_bit) {}
  /// Makes the kind of a type of 32 or 64 bits.
  static constexpr IntKind of(bool is_static, bool is_long, bool is_unsigned) {
    IntKind k(is_static);
    k.bits_ |= (is_long ? long_bit : 0) | (!is_unsigned ? 0 : is_long ? unsigned_long_bit : unsigned_bit);
    return k;
  }
  static constexpr IntKind dynamic_long() { return of(false, true, false); }
  constexpr operator bool() const { return (bits_ & dynamic_bit) == 0; }
  constexpr bool is_long() const { return (bits_ & long_bit) != 0; }
  /// A 64-bit signed type holds all values of unsigned int, so that does not make it unsigned.
  constexpr bool is_unsigned() const { return (bits_ & (is_long() ? unsigned_long_bit : unsigned_bit)) != 0; }
  constexpr bool is_int() const { return (bits_ & ~dynamic_bit) == 0; }
  constexpr IntKind dynamic() const { return of(false, is_long(), is_unsigned()); }
  constexpr IntKind as_static() const { return of(true, is_long(), is_unsigned()); }
  /// Returns nonzero for an unsigned type, which cannot hold every 32-bit value.
  constexpr std::uint64_t unsigned_bits() const { return bits_ & (unsigned_bit | unsigned_long_bit); }
  /// Returns the bits of the type alone, 0 for int; of_type_bits makes a kind from them.
  constexpr unsigned type_bits() const { return bits_ & ~unsigned{dynamic_bit}; }
  static constexpr IntKind of_type_bits(bool is_static, unsigned bits) {
    IntKind k(is_static);
    k.bits_ |= static_cast<std::uint8_t>(bits);
    return k;
  }
  friend constexpr IntKind operator|(IntKind a, IntKind b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(IntKind, IntKind) = default;

 private:
  static constexpr std::uint8_t dynamic_bit = 1, unsigned_bit = 2, long_bit = 4, unsigned_long_bit = 8;
  std::uint8_t bits_;
};

/// CuTe's two kinds of integer in one type. `_4` (cute::Int<4>) is static, `4` is dynamic.
/// Under IntegerRule::math every integer is static and printed without the underscore.
/// A stride may also be a multiple of a basis element, CuTe's ScaledBasis: `1@0` steps along mode 0 of a coordinate,
/// `1@1@0` along mode 1 of its mode 0. With mathematical integers it may be a vector over F2, `F9`, or a sum of all of these, `1@0+2@1`:
/// see Element.
struct Int {
  std::int64_t value = 0;
  IntKind is_static = true;
  /// 0: a plain integer. Otherwise the path of modes, one byte per mode (mode + 1), lowest byte first; bits_mark at its end marks a vector
  /// over F2. Or sum_mark and the number of a sum, and `value` is its factor.
  std::uint32_t basis = 0;

  static constexpr int basis_depth = 4;    ///< maximum length of a path, including its mark
  static constexpr int basis_modes = 253;  ///< modes 0 to 252 have a basis element
  static constexpr std::uint32_t bits_mark = 0xff, sum_mark = 0xfe;

  /// CuTe's is_constant<N, T>: returns whether this is a static integer equal to n.
  bool is(std::int64_t n) const { return value == n && is_static && basis == 0; }
  friend bool operator==(const Int&, const Int&) = default;
};

/// Returns `path` with one more mode. Throws a Problem ("limit") beyond basis_depth or basis_modes.
std::uint32_t basis_within(std::uint32_t path, std::int64_t mode);
/// Returns the path of a vector over F2 in the place of `path`. Throws as basis_within.
std::uint32_t bits_within(std::uint32_t path);
constexpr bool is_sum(std::uint32_t path) { return (path & 0xff) == Int::sum_mark; }
/// Returns whether a path ends in a vector over F2. Says nothing about sums.
constexpr bool is_bits(std::uint32_t path) {
  while (path > 0xff) path >>= 8;
  return path == Int::bits_mark;
}
/// Return the first mode of a path, and the rest of the path.
constexpr int basis_first(std::uint32_t path) { return static_cast<int>(path & 0xff) - 1; }
constexpr std::uint32_t basis_rest(std::uint32_t path) { return path >> 8; }

// Arithmetic with CuTe's rules (include/cute/numeric/integral_constant.hpp): static op static is static; static 0 * x, static 0 / x and x %
// static 1 are static 0; any other operation with a dynamic operand is dynamic. All throw a Problem, inside the library only: "overflow"
// beyond 63 bits, "division by zero". While a CppWidths lives (int_width.hpp), overflow wraps as in C++. A basis element may be multiplied
// and divided by an integer and keeps its path; any other operation that CuTe does not define on it is a Problem ("basis").

namespace arithmetic {
/// Error paths, kept out of line. All throw a Problem. They take plain values, so that callers need not build an Int for a call that seldom
/// happens.
[[noreturn]] void overflow(const char* operation, std::int64_t a, std::int64_t b);
[[noreturn]] void no_operator(const char* operation);
[[noreturn]] void no_divisor(std::int64_t a);
Int sum_with_basis(Int a, Int b);
Int product_with_basis(Int a, Int b);
Int quotient_with_basis(Int a, Int b);
/// Returns the product without carries, as of polynomials over F2: 3 * 3 = 5. Throws "overflow" and, for a negative number, "basis".
std::int64_t carryless_product(std::int64_t a, std::int64_t b);
inline IntKind both_static(Int a, Int b) { return a.is_static | b.is_static; }
/// Computes a + b, a - b, a * b, a / b or a % b by the operands' types, for numbers beyond 32 bits or of unsigned types.
Int by_type(char operation, Int a, Int b);
/// Returns whether a number may need another type than int. One test for all rare cases.
inline bool beyond_int(std::int64_t n, IntKind kind) {
  return ((static_cast<std::uint64_t>(n) + 0x80000000U) >> 32 | kind.unsigned_bits()) != 0;
}
inline void require_plain(const char* operation, Int a, Int b) {
  if ((a.basis | b.basis) != 0) no_operator(operation);
}
inline void require_divisor(Int a, Int b) {
  // A static 0 divided by anything dynamic is a static 0: CuTe does not divide.
  if (b.value == 0 && (b.is_static || !a.is_static || a.value != 0)) no_divisor(a.value);
  if (b.value == -1 && a.value == std::numeric_limits<std::int64_t>::min()) overflow("/", a.value, b.value);
}
}  // namespace arithmetic

inline Int operator+(Int a, Int b) {
  if ((a.basis | b.basis) != 0) return arithmetic::sum_with_basis(a, b);
  std::int64_t sum = 0;
  const auto kind = arithmetic::both_static(a, b);
  if (__builtin_add_overflow(a.value, b.value, &sum) || arithmetic::beyond_int(sum, kind)) [[unlikely]]
    return arithmetic::by_type('+', a, b);
  return {sum, kind};
}
inline Int operator-(Int a, Int b) {
  arithmetic::require_plain("difference", a, b);
  std::int64_t difference = 0;
  const auto kind = arithmetic::both_static(a, b);
  if (__builtin_sub_overflow(a.value, b.value, &difference) || arithmetic::beyond_int(difference, kind)) [[unlikely]]
    return arithmetic::by_type('-', a, b);
  return {difference, kind};
}
inline Int operator*(Int a, Int b) {
  if ((a.basis | b.basis) != 0) return arithmetic::product_with_basis(a, b);
  std::int64_t product = 0;
  const auto kind = arithmetic::both_static(a, b);
  if (__builtin_mul_overflow(a.value, b.value, &product) || arithmetic::beyond_int(product, kind)) [[unlikely]]
    return arithmetic::by_type('*', a, b);
  const bool static_zero = product == 0 && ((a.is_static && a.value == 0) || (b.is_static && b.value == 0));
  return {product, static_zero ? IntKind(true) : kind};
}
/// Rounds towards zero, as in C++.
inline Int operator/(Int a, Int b) {
  if ((a.basis | b.basis) != 0) return arithmetic::quotient_with_basis(a, b);
  arithmetic::require_divisor(a, b);
  if (a.is_static && a.value == 0) return {0, true};
  const auto kind = arithmetic::both_static(a, b);
  if (kind.unsigned_bits() != 0) [[unlikely]]
    return arithmetic::by_type('/', a, b);
  // Skips the division by 1, which occurs in the first mode of every complement and composition.
  return {b.value == 1 ? a.value : a.value / b.value, kind};
}
inline Int operator%(Int a, Int b) {
  arithmetic::require_plain("remainder", a, b);
  arithmetic::require_divisor(a, b);
  if (a.is(0) || b.is(1) || b.is(-1)) return {0, true};
  const auto kind = arithmetic::both_static(a, b);
  if (kind.unsigned_bits() != 0) [[unlikely]]
    return arithmetic::by_type('%', a, b);
  return {a.value % b.value, kind};
}
inline Int abs(Int a) {
  if (a.value == std::numeric_limits<std::int64_t>::min()) arithmetic::overflow("*", a.value, -1);
  return {a.value < 0 ? -a.value : a.value, a.is_static, a.basis};
}
inline Int signum(Int a) {
  arithmetic::require_plain("sign", a, a);
  return {(a.value > 0) - (a.value < 0), IntKind(bool{a.is_static})};
}
inline Int min(Int a, Int b) {
  arithmetic::require_plain("minimum", a, b);
  return {a.value < b.value ? a.value : b.value, arithmetic::both_static(a, b)};
}
inline Int max(Int a, Int b) {
  arithmetic::require_plain("maximum", a, b);
  return {a.value < b.value ? b.value : a.value, arithmetic::both_static(a, b)};
}
Int gcd(Int, Int);
/// Returns (a + b - 1) / b; keeps the basis of a.
inline Int ceil_div(Int a, Int b) {
  const auto basis = a.basis;
  a.basis = 0;
  auto quotient = (a + b - Int{1, true}) / b;
  quotient.basis = basis;
  return quotient;
}
/// Returns ceil_div(a, b). Throws a Problem ("shape_div") for static integers of which neither divides the other.
Int shape_div(Int, Int);

}  // namespace algebra
