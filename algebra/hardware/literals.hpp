#pragma once
// Short forms for tuples of static and dynamic integers, for the layouts of scales and sparse operands.

#include <cstdint>
#include <initializer_list>

#include "algebra/layout/int_tuple.hpp"

namespace algebra::literals {

/// Makes a tuple of these modes.
inline IntTuple tuple(std::initializer_list<IntTuple> modes) { return IntTuple::tuple(modes); }
/// Makes a static integer.
constexpr Int fixed(std::int64_t n) { return {n, true}; }
/// Makes a dynamic integer.
constexpr Int running(std::int64_t n) { return {n, false}; }

}  // namespace algebra::literals
