#pragma once
// An integer of the algebra: a value, and whether the compiler would know it.

#include <cstdint>

namespace algebra {

/// CuTe's two kinds of integer in one type. `_4` (cute::Int<4>) is static, `4` is dynamic.
/// In the mathematical reading every integer is static, and printed without the underscore.
struct Int {
  std::int64_t value = 0;
  bool is_static = true;

  friend bool operator==(const Int&, const Int&) = default;
};

}  // namespace algebra
