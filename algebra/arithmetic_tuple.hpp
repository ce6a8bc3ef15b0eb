#pragma once
// Coordinates as values: sums of basis elements, and the layouts whose strides they are.
// Source: CUTLASS include/cute/numeric/arithmetic_tuple.hpp.

#include "algebra/layout.hpp"

namespace algebra {

/// T(0,0,3) for 3@2: an integer that is no basis element stays.
IntTuple as_arithmetic_tuple(Int);
/// Mode by mode, the shorter one filled up with zeros. A static 0 adds nothing to a tuple.
/// Errors: "basis" where an integer meets a tuple.
IntTuple sum(const IntTuple& a, const IntTuple& b);
IntTuple sum(const IntTuple& leaves);
IntTuple inner_product(const IntTuple& a, const IntTuple& b);

/// The index of a coordinate where strides may be basis elements: an integer, or a coordinate.
IntTuple index_of(const IntTuple& coordinate, const Layout&);

/// Strides 1@0, 1@1, ... that make each coordinate its own index.
IntTuple make_basis_like(const IntTuple& shape);
Layout make_identity_layout(const IntTuple& shape);

/// Zeros in the profile of the layout's indices.
IntTuple coprofile(const Layout&);
/// The smallest shape that holds the layout's indices: its cosize, or for basis strides a tuple.
IntTuple coshape(const Layout&);

/// The layout with integer strides whose index is the 1-D coordinate in `shape` of this one's coordinate.
Layout linear_in(const Layout&, const IntTuple& shape);
/// linear_in the smallest shape that has room for the indices from the coordinate `start` on, () for all zeros.
struct Linearised {
  Layout layout;
  IntTuple shape;
  std::int64_t start = 0;  ///< `start` as a 1-D coordinate
};
Linearised linearised(const Layout&, const IntTuple& start = IntTuple());

}  // namespace algebra
