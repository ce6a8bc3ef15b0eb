// CuTe's tuple functions beside arithmetic on shapes: scaling, zipping, comparing.

#include "algebra/layout/operations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/int_tuple.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {
namespace {

[[noreturn]] void different_ranks(const IntTuple& a, const IntTuple& b) {
  throw Problem{"mismatched ranks", message("{} and {} have different ranks.", to_string(a, Marks::plain), to_string(b, Marks::plain)), {}};
}

void require_same_rank(const IntTuple& a, const IntTuple& b) {
  if (!a.is_tuple() || !b.is_tuple() || a.rank() != b.rank()) different_ranks(a, b);
}

/// Returns the integer; `_` counts as 0.
Int integer(const IntTuple& t) {
  if (t.is_integer()) return t.integer();
  if (t.is_underscore()) return {0, true};
  throw Problem{"not an integer", message("An integer is needed here, not {}.", to_string(t, Marks::plain)), {}};
}

bool integers_less(const IntTuple& a, const IntTuple& b) { return integer(a).value < integer(b).value; }

/// The end of two tuples at which an order begins to compare modes.
enum class From : std::uint8_t { front, back };

/// Throws unless each integer has an integer beside it: C++ compiles every comparison, even those that do not decide.
void require_comparable(const IntTuple& a, const IntTuple& b, From from) {
  if (!a.is_tuple() || !b.is_tuple()) {
    if (a.is_tuple() || b.is_tuple())
      throw Problem{"congruent",
                    message("{} and {} cannot be compared: an integer stands beside a tuple.", to_string(a, Marks::plain),
                            to_string(b, Marks::plain)),
                    {}};
    if ((integer(a).basis | integer(b).basis) != 0) throw Problem{"basis", "Basis elements such as 1@0 have no order.", {}};
    return;
  }
  for (int i = 0; i < std::min(a.rank(), b.rank()); ++i) {
    if (from == From::front) require_comparable(a.mode(i), b.mode(i), from);
    else require_comparable(a.mode(a.rank() - 1 - i), b.mode(b.rank() - 1 - i), from);
  }
}

bool elements_less(const IntTuple& a, const IntTuple& b) {
  if (!a.is_tuple() || !b.is_tuple()) return integers_less(a, b);
  for (int i = 0; i < a.rank(); ++i)
    if (i >= b.rank() || !elements_less(a.mode(i), b.mode(i))) return false;
  return true;
}

/// Compares as CuTe's == on tuples: rank and every integer's value, static or not.
bool equal_values(const IntTuple& a, const IntTuple& b) {
  if (a.is_tuple() != b.is_tuple() || a.rank() != b.rank()) return false;
  if (!a.is_tuple()) return integer(a).value == integer(b).value;
  for (int i = 0; i < a.rank(); ++i)
    if (!equal_values(a.mode(i), b.mode(i))) return false;
  return true;
}

/// Compares by the first differing mode, counted from either end.
bool lexicographically_less(const IntTuple& a, const IntTuple& b, From from) {
  if (!a.is_tuple() || !b.is_tuple()) return integers_less(a, b);
  for (int i = 0; i < b.rank(); ++i) {
    if (i == a.rank()) return true;
    const auto x = a.mode(from == From::front ? i : a.rank() - 1 - i), y = b.mode(from == From::front ? i : b.rank() - 1 - i);
    if (lexicographically_less(x, y, from)) return true;
    if (!equal_values(x, y)) return false;
  }
  return false;
}

}  // namespace

IntTuple elem_scale(const IntTuple& a, const IntTuple& b) {
  if (!a.is_tuple()) return integer(a) * product(with_zeros(b));
  require_same_rank(a, b);
  IntTuple result;
  for (int i = 0; i < a.rank(); ++i) result.append(elem_scale(a.mode(i), b.mode(i)));
  return result;
}

IntTuple product_like(const IntTuple& t, const IntTuple& guide) {
  if (!guide.is_tuple()) return product_of_mode(t);
  require_same_rank(t, guide);
  IntTuple result;
  for (int i = 0; i < guide.rank(); ++i) result.append(product_like(t.mode(i), guide.mode(i)));
  return result;
}

IntTuple filter_zeros(const IntTuple& zeros, const IntTuple& t) {
  if (!zeros.is_tuple()) return zeros.is_integer() && zeros.integer().is(0) ? repeat_like(t, Int{1, true}) : t;
  require_same_rank(zeros, t);
  IntTuple result;
  for (int i = 0; i < t.rank(); ++i) result.append(filter_zeros(zeros.mode(i), t.mode(i)));
  return result;
}

IntTuple zip(const IntTuple& a, const IntTuple& b) { return zip(IntTuple::tuple({a, b})); }

IntTuple zip(const IntTuple& t) {
  if (!t.is_tuple()) return t;
  if (t.rank() == 0 || !t.mode(0).is_tuple()) return IntTuple::tuple({t});
  IntTuple result;
  for (int j = 0; j < t.mode(0).rank(); ++j) {
    IntTuple column;
    for (int i = 0; i < t.rank(); ++i) {
      require_same_rank(t.mode(0), t.mode(i));
      column.append(t.mode(i).mode(j));
    }
    result.append(column);
  }
  return result;
}

bool elem_less(const IntTuple& a, const IntTuple& b) {
  require_comparable(a, b, From::front);
  return elements_less(a, b);
}
bool lex_less(const IntTuple& a, const IntTuple& b) {
  require_comparable(a, b, From::front);
  return lexicographically_less(a, b, From::front);
}
bool colex_less(const IntTuple& a, const IntTuple& b) {
  require_comparable(a, b, From::back);
  return lexicographically_less(a, b, From::back);
}

}  // namespace algebra
