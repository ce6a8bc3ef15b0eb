#pragma once
// The algebra of layouts over more than the integers: strides that are coordinates, sums of basis elements, or vectors over F2. Source: C.
// Cecka, arXiv 2603.02298, sections 2.3 and 3, and its Python, PyCuTe. CuTe C++ supports a part of it, for basis elements alone; these
// functions are for mathematical integers.
//
// A value over F2 used as a coordinate is the number with its bits. All functions throw a Problem with the reason if there is no result.
// Values over F2 are compared element by element; more than most_tabulated elements are refused.

#include "algebra/layout/element.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::general {

/// Returns whether strides of the layout or of the tiler's layouts are more than integers. False if a number is dynamic: mathematical
/// integers have no dynamic ones, so CuTe's rules apply.
bool concerns(const Layout&);
bool concerns(const Tiler&);
/// Returns whether some strides do not exist in CuTe C++: vectors over F2, or sums.
bool is_beyond_cute(const Layout&, const Tiler&);
/// Returns CuTe's result for multiples of basis elements, or the more general one if CuTe has none. If neither exists, throws CuTe's
/// reason.
template <class Cute, class General>
Layout answer_of(const Layout& l, const Tiler& t, Cute&& as_in_cute, General&& in_general) {
  if (is_beyond_cute(l, t)) return in_general();
  auto known = attempt(as_in_cute);
  if (known) return *std::move(known);
  if (auto more = attempt(in_general)) return *std::move(more);
  throw std::move(known.error());
}

/// Returns R with R(c) = A(B(c)) and B's profile. Errors: "stride divisibility", "shape divisibility", "common domain" and "mismatched
/// ranks" as for integers; "layout" with a coordinate at which A o B is not a layout over F2.
Layout composition(const Layout& a, const Layout& b);
/// Composes by mode if the tiler is by mode; drops modes that it does not reach, as CuTe does.
Layout composition(const Layout& a, const Tiler& b);

/// Returns R with A(R(A(c))) = A(c) as far as the chain of strides from the unit on goes, separately on each axis of the values. Errors:
/// "basis" for a stride with entries on several axes.
Layout right_inverse(const Layout&);
/// Returns R with R(A(c)) = c. Errors: "basis" as above; "left inverse divisibility" if a stride does not divide the next; "injective".
Layout left_inverse(const Layout&);
/// Returns the values that a layout leaves out, separately on each axis, with a last mode of size 1; with `room`, extended to as many
/// elements as `room` has on each axis. Over F2: the vectors of those bits that lead none of the values. Errors: "basis", "injective".
Layout complement(const Layout&);
Layout complement(const Layout&, const IntTuple& room);
/// Returns the coordinates whose value is 0. Over F2 these are vectors over F2 themselves.
Layout nullspace(const Layout&);

/// Return A o (B, B*), and (A, copies of A at B's places); by mode if the tiler is by mode.
Layout logical_divide(const Layout&, const Tiler&);
Layout logical_product(const Layout&, const Tiler&);

/// Return the same with the modes gathered as CuTe gathers them.
Layout zipped_divide(const Layout&, const Tiler&);
Layout tiled_divide(const Layout&, const Tiler&);
Layout flat_divide(const Layout&, const Tiler&);
Layout zipped_product(const Layout&, const Tiler&);
Layout tiled_product(const Layout&, const Tiler&);
Layout flat_product(const Layout&, const Tiler&);
/// Returns the logical product with its modes in pairs, the tile's first or last: blocked_product and raked_product.
Layout paired_product(const Layout&, const Layout& tiler, bool tile_first);

}  // namespace algebra::general
