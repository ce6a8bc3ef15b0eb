#pragma once
// Shapes, strides and layouts in few letters: t({n(2), n(4)}) is (2,4).

#include <initializer_list>

#include "algebra/layout/layout.hpp"

namespace tuples {

inline algebra::IntTuple n(std::int64_t value) { return algebra::IntTuple(value); }
inline algebra::IntTuple t(std::initializer_list<algebra::IntTuple> modes) { return algebra::IntTuple::tuple(modes); }
inline algebra::Layout row_major(std::int64_t rows, std::int64_t columns) { return {t({n(rows), n(columns)}), t({n(columns), n(1)})}; }

}  // namespace tuples
