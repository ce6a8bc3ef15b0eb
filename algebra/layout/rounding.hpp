#pragma once

#include <concepts>
#include <type_traits>

namespace algebra {

/// Returns the least multiple of `to` that is not below `n`; n is at least 0 and `to` at least 1.
template <std::integral T>
constexpr T round_up(T n, std::type_identity_t<T> to) {
  return (n + to - 1) / to * to;
}

}  // namespace algebra
