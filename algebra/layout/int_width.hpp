#pragma once
// Integers of C++'s widths, 32 or 64 bits, and the effect of an overflow of their type.

#include <cstdint>
#include <optional>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// A number that overflows its type: a * b, a + b, a - b; or the conversion of a, if the operation is '='.
struct BeyondType {
  char operation = '*';
  std::int64_t a = 0, b = 0;
  std::int64_t exact = 0;  ///< the mathematical value
  IntKind kind = false;    ///< the type
};

/// Makes the thread's arithmetic behave as compiled C++ while it lives: a number that overflows its type loses its high bits, and the first
/// such number is kept. A product of static integers that does not fit an int has no C<...> type: CuTe's operator falls back to C++'s, and
/// the result is dynamic.
class CppWidths {
 public:
  /// `on` false: lifts the limits while it lives.
  explicit CppWidths(bool on = true);
  CppWidths(const CppWidths&) = delete;
  CppWidths& operator=(const CppWidths&) = delete;
  ~CppWidths();
  const std::optional<BeyondType>& first() const { return first_; }
  void keep(const BeyondType& beyond) {
    if (!first_) first_ = beyond;
  }

 private:
  CppWidths* before_;
  std::optional<BeyondType> first_;
};

/// Converts a number to a type. While a CppWidths lives, the number loses the bits that the type cannot hold.
Int converted(Int, IntKind type);

/// Returns the first product or sum on the way to the offset of a layout's last element that its type cannot hold.
std::optional<BeyondType> beyond_offsets(const Layout&);

/// Returns the layout with strides of 64 bits where offsets need them.
Layout with_long_strides(const Layout&);

/// Returns a message, "69999 * 70000 = 4899930000 does not fit into int".
Message described(const BeyondType&);
/// Returns advice on widening the type.
Message cast_for(const BeyondType&);

/// Returns the tuple with dynamic integer number `at`, counted from the left, as 64 bits; all if `at` is negative. nullopt if there is
/// none, or if it has 64 bits already.
std::optional<IntTuple> with_long(const IntTuple&, int at);

}  // namespace algebra
