#pragma once
// Integers as C++ has them: of 32 or 64 bits, and what becomes of a number that its type cannot hold.

#include <cstdint>
#include <optional>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// A number that its type cannot hold: a * b, a + b, a - b; or a alone, converted, where the operation is '='.
struct BeyondType {
  char operation = '*';
  std::int64_t a = 0, b = 0;
  std::int64_t exact = 0;  ///< what it is without a limit
  IntKind kind = false;    ///< the type
};

/// While one lives, arithmetic of its thread gives what compiled C++ gives: a number that its type cannot hold loses bits, and the first
/// such number is kept. Static integers of which the product fits no int have no C<...> for it: CuTe's operator then is C++'s, and dynamic.
class CppWidths {
 public:
  /// false: numbers have no such limit while it lives.
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

/// A number as a type has it. While a CppWidths lives, it loses the bits that the type has no room for.
Int converted(Int, IntKind type);

/// The first product or sum on the way to the offset of a layout's last element that its type cannot hold.
std::optional<BeyondType> beyond_offsets(const Layout&);

/// The same with strides of 64 bits, where offsets need them.
Layout with_long_strides(const Layout&);

/// "69999 * 70000 = 4899930000 does not fit into int".
Message described(const BeyondType&);
/// How to give it the bits that it lacks.
Message cast_for(const BeyondType&);

/// The same with one dynamic integer of 64 bits, `at` counted from the left, or all where `at` is negative; nullopt where that is none, or
/// has them.
std::optional<IntTuple> with_long(const IntTuple&, int at);

}  // namespace algebra
