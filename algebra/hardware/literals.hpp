#pragma once
// How layouts of scales and of sparse operands are written in code: tuples of static and dynamic integers.

#include <cstdint>
#include <initializer_list>

#include "algebra/layout/int_tuple.hpp"

namespace algebra::literals {

/// A tuple of these modes.
inline IntTuple tuple(std::initializer_list<IntTuple> modes) { return IntTuple::tuple(modes); }
/// A static integer.
constexpr Int fixed(std::int64_t n) { return {n, true}; }
/// A dynamic one.
constexpr Int running(std::int64_t n) { return {n, false}; }

}  // namespace algebra::literals
