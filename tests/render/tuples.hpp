#pragma once
// Shapes, strides and layouts in few letters: t({n(2), n(4)}) is (2,4).

#include <initializer_list>

#include "algebra/layout/layout.hpp"

namespace tuples {

inline algebra::IntTuple n(std::int64_t value) { return algebra::IntTuple(value); }
inline algebra::IntTuple t(std::initializer_list<algebra::IntTuple> modes) { return algebra::IntTuple::tuple(modes); }
inline algebra::Layout row_major(std::int64_t rows, std::int64_t columns) { return {t({n(rows), n(columns)}), t({n(columns), n(1)})}; }

/// Two levels of tiles: 8 x 8 elements in tiles of 4 x 2.
inline const algebra::Layout divided(t({t({n(4), n(4)}), t({n(2), n(2)})}), t({t({n(8), n(1)}), t({n(32), n(4)})}));

}  // namespace tuples
