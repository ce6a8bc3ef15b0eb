#pragma once
// Arithmetic tuples: coordinates as sums of basis elements, and layouts with basis elements as strides.
// Source: CUTLASS include/cute/numeric/arithmetic_tuple.hpp.

#include "algebra/layout/layout.hpp"

namespace algebra {

/// Returns the tuple (0,0,3) for 3@2; a plain integer is returned unchanged.
IntTuple as_arithmetic_tuple(Int);
/// Adds two tuples mode by mode, padding the shorter one with zeros. Adding a static 0 leaves a tuple unchanged. Errors: "basis" if an
/// integer is added to a tuple.
IntTuple sum(const IntTuple& a, const IntTuple& b);
IntTuple sum(const IntTuple& leaves);
IntTuple inner_product(const IntTuple& a, const IntTuple& b);

/// Returns the index at a coordinate: an integer, or a coordinate if the strides are basis elements. One basis stride alone gives a
/// multiple of it, 3@0; a sum of several gives the tuple.
IntTuple index_of(const IntTuple& coordinate, const Layout&);

/// Returns strides 1@0, 1@1, ..., for which the index at each coordinate is the coordinate itself.
IntTuple make_basis_like(const IntTuple& shape);
Layout make_identity_layout(const IntTuple& shape);

/// Returns zeros in the profile of the layout's indices.
IntTuple coprofile(const Layout&);
/// Returns the smallest shape that contains the layout's indices: its cosize, or a tuple for basis strides.
IntTuple coshape(const Layout&);

/// Returns coshape for pictures and checks: ignores a dynamic 0 beside basis elements, for which CuTe computes no index. Errors: "basis"
/// where the strides cannot be added.
IntTuple room_of(const Layout&);

/// Replaces each index coordinate by its 1-D coordinate within `shape`, as integer strides. A vector over F2 becomes the number with its
/// bits: only single such values are meaningful then, as numbers do not add as vectors do.
Layout linear_in(const Layout&, const IntTuple& shape);
/// A layout's indices as integers: linear_in with the smallest shape that fits the indices offset by the coordinate `start`; () means
/// zeros.
struct Linearised {
  Layout layout;
  IntTuple shape;
  std::int64_t start = 0;  ///< `start` as a 1-D coordinate
};
Linearised linearised(const Layout&, const IntTuple& start = IntTuple());

}  // namespace algebra
