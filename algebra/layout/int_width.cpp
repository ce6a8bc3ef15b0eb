#include "algebra/layout/int_width.hpp"

#include <limits>

#include <fmt/format.h>

#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/plain.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {
namespace {

thread_local CppWidths* cpp_widths = nullptr;

constexpr auto most_long = std::numeric_limits<std::int64_t>::max();
__extension__ using Wide = __int128;

bool holds(IntKind type, Wide n) {
  if (type.is_long()) return n <= most_long && n >= (type.is_unsigned() ? 0 : std::numeric_limits<std::int64_t>::min());
  if (type.is_unsigned()) return n >= 0 && n <= std::numeric_limits<std::uint32_t>::max();
  return n >= std::numeric_limits<std::int32_t>::min() && n <= std::numeric_limits<std::int32_t>::max();
}

/// Truncates to a type of 32 bits.
std::int64_t without_high_bits(IntKind type, Wide n) {
  const auto low = static_cast<std::uint32_t>(n);
  return type.is_unsigned() ? std::int64_t{low} : std::int64_t{static_cast<std::int32_t>(low)};
}

std::string_view name_of(IntKind type) {
  if (type.is_long()) return type.is_unsigned() ? "uint64_t" : "int64_t";
  return type.is_unsigned() ? "uint32_t" : "int";
}

constexpr const char* sign_of(char operation) {
  return operation == '+' ? "+" : operation == '-' ? "-" : operation == '*' ? "*" : operation == '/' ? "/" : "%";
}

}  // namespace

CppWidths::CppWidths(bool on) : before_(cpp_widths) { cpp_widths = on ? this : nullptr; }
CppWidths::~CppWidths() { cpp_widths = before_; }

Int arithmetic::by_type(char operation, Int a, Int b) {
  if (operation == '*' && (a.is(0) || b.is(0))) return {0, true};
  const auto both = both_static(a, b);
  const auto type = IntKind::of(both, both.is_long(), both.is_unsigned());
  Wide x = a.value, y = b.value;
  // C++ converts both operands first, which changes quotients and remainders, but not products and sums.
  if (cpp_widths != nullptr && type.is_unsigned() && (operation == '/' || operation == '%')) {
    if (type.is_long() && (x < 0 || y < 0)) overflow(sign_of(operation), a.value, b.value);
    x = without_high_bits(type, x), y = without_high_bits(type, y);
    if (y == 0) no_divisor(a.value);
  }
  const auto exact = operation == '+' ? x + y : operation == '-' ? x - y : operation == '*' ? x * y : operation == '/' ? x / y : x % y;
  if (exact > most_long || exact < std::numeric_limits<std::int64_t>::min()) overflow(sign_of(operation), a.value, b.value);
  const auto n = static_cast<std::int64_t>(exact);
  if (cpp_widths == nullptr || holds(type, n)) return {n, type};
  if (type.is_long()) overflow(sign_of(operation), a.value, b.value);
  cpp_widths->keep({.operation = operation, .a = a.value, .b = b.value, .exact = n, .kind = type});
  return {without_high_bits(type, n), type.dynamic()};
}

Int converted(Int i, IntKind type) {
  if (i.basis != 0) throw Problem{"basis", "A basis stride such as 1@0 cannot be converted to another type.", {}};
  if (cpp_widths == nullptr || holds(type, i.value)) return {i.value, type};
  if (type.is_long()) arithmetic::overflow("+", i.value, 0);
  cpp_widths->keep({.operation = '=', .a = i.value, .b = i.value, .exact = i.value, .kind = type});
  return {without_high_bits(type, i.value), type};
}

std::optional<BeyondType> beyond_offsets(const Layout& l) {
  if (has_basis(l)) return std::nullopt;
  std::optional<BeyondType> found;
  Int last{0, true};
  const auto step = [&](char operation, Int a, Int b) -> Int {
    const auto both = arithmetic::both_static(a, b);
    const Wide exact = operation == '*' ? Wide{a.value} * b.value : Wide{a.value} + b.value;
    if (!found && !holds(both, exact))
      found = {.operation = operation,
               .a = a.value,
               .b = b.value,
               .exact = exact > most_long ? most_long : static_cast<std::int64_t>(exact),
               .kind = both};
    return {found ? 0 : static_cast<std::int64_t>(exact), both};
  };
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) {
    if (s.value > 1 && d.value != 0 && !found) last = step('+', last, step('*', Int{s.value - 1, s.is_static}, Int{d.value, d.is_static}));
  });
  return found;
}

Layout with_long_strides(const Layout& l) {
  if (!beyond_offsets(l)) return l;
  return {l.shape(), l.stride().transformed([](Int d) { return d.is_static ? d : Int{d.value, IntKind::dynamic_long(), d.basis}; })};
}

Message described(const BeyondType& b) {
  if (b.operation == '=') return message("{} does not fit into {}", b.a, name_of(b.kind));
  return message("{} {} {} = {} does not fit into {}", b.a, sign_of(b.operation), b.b, b.exact, name_of(b.kind));
}

Message cast_for(const BeyondType& b) {
  if (b.operation == '=') return {};
  if (b.kind) return message("CuTe's static integers have 32 bits, too: C<int64_t({})> has 64.", b.b);
  return message("Give one operand 64 bits: {}LL or int64_t({}) in C++, cutlass.Int64({}) in the CuTe DSL.", b.b, b.b, b.b);
}

std::optional<IntTuple> with_long(const IntTuple& t, int at) {
  bool made = false;
  int place = 0;
  auto result = t.transformed([&](Int i) {
    if ((at >= 0 && place++ != at) || i.is_static || i.is_static.is_long()) return i;
    made = true;
    return Int{i.value, IntKind::dynamic_long(), i.basis};
  });
  return made ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace algebra
