#pragma once
// The algebra of layouts over more than the integers: strides that are coordinates, sums of basis elements, or vectors over F2. Source:
// C. Cecka, arXiv 2603.02298, sections 2.3 and 3, and its Python, PyCuTe. CuTe C++ has part of it, for basis elements alone; these
// functions are for mathematical integers.
//
// A value over F2 is taken for a coordinate as the number that its bits are. All throw a Problem, with the reason where there is no
// answer. What is over F2 is compared element by element, and refused beyond most_tabulated elements.

#include "algebra/layout/element.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::general {

/// Whether strides of the layout or of a tiler's layouts are more than integers. Where a number is dynamic they are CuTe's: mathematical
/// integers have none.
bool concerns(const Layout&);
bool concerns(const Tiler&);
/// Whether some are what CuTe C++ has not at all: vectors over F2, or sums.
bool is_beyond_cute(const Layout&, const Tiler&);
/// What CuTe has for multiples of basis elements, and what is more general where it has nothing. Where neither has an answer, CuTe's reason
/// is thrown.
template <class Cute, class General>
Layout answer_of(const Layout& l, const Tiler& t, Cute&& as_in_cute, General&& in_general) {
  if (is_beyond_cute(l, t)) return in_general();
  auto known = attempt(as_in_cute);
  if (known) return *std::move(known);
  if (auto more = attempt(in_general)) return *std::move(more);
  throw std::move(known.error());
}

/// R(c) = A(B(c)), with B's profile. Errors: "stride divisibility", "shape divisibility", "common domain" and "mismatched ranks" as for
/// integers; "layout" with a coordinate where A behind B is no layout over F2.
Layout composition(const Layout& a, const Layout& b);
/// By mode where the tiler is; modes that it does not reach are dropped, as by CuTe.
Layout composition(const Layout& a, const Tiler& b);

/// R with A(R(A(c))) = A(c) as far as the chain of strides from the unit on goes, on each axis of the values by itself. Errors: "basis"
/// for a stride with entries on several axes.
Layout right_inverse(const Layout&);
/// R(A(c)) = c. Errors: "basis" as above; "left inverse divisibility" where a stride does not divide the next; "injective".
Layout left_inverse(const Layout&);
/// What a layout leaves out, on each axis by itself, its last mode of size 1; with `room` as many elements as that has for each. Over
/// F2 the vectors with those bits that lead none of the values. Errors: "basis", "injective".
Layout complement(const Layout&);
Layout complement(const Layout&, const IntTuple& room);
/// The coordinates whose value is 0. Over F2 these are vectors over F2 themselves.
Layout nullspace(const Layout&);

/// (B, B*) taken out of A, and (A, copies of A at B's places); by mode where the tiler is.
Layout logical_divide(const Layout&, const Tiler&);
Layout logical_product(const Layout&, const Tiler&);

/// The same with their modes gathered as CuTe gathers them.
Layout zipped_divide(const Layout&, const Tiler&);
Layout tiled_divide(const Layout&, const Tiler&);
Layout flat_divide(const Layout&, const Tiler&);
Layout zipped_product(const Layout&, const Tiler&);
Layout tiled_product(const Layout&, const Tiler&);
Layout flat_product(const Layout&, const Tiler&);
/// The logical product with its modes in pairs, the tile's first or last: blocked_product and raked_product.
Layout paired_product(const Layout&, const Layout& tiler, bool tile_first);

}  // namespace algebra::general
