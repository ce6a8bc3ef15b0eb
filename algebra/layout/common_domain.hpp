#pragma once
// Where two shapes cut their elements alike, and what follows from it: the sum of two layouts. Source: C. Cecka, "CuTe Layout
// Representation and Algebra", arXiv 2603.02298, whose Python has these functions by these names.

#include "algebra/layout/operations.hpp"

namespace algebra {

/// The factors that two shapes have in common in their order, and where each begins: R has a size that divides both, composition(A, R)
/// and composition(B, R) exist whatever the strides, and what is left of both by R has no more in common. (1):(0) where there is none.
Layout greatest_common_domain(const IntTuple& a, const IntTuple& b);
/// The layout R with R(i) = A(i) + B(i). Errors: "size" where the sizes differ, "common domain" where the coalesced layouts cut their
/// elements so that no mode of R can be linear in both, "basis" where a sum of strides is no stride.
Layout layout_add(const Layout& a, const Layout& b);
/// coalesce, except that a last mode of size 1 keeps its stride: the result is the same function beyond the size, too.
Layout coalesce_z(const Layout&);
/// By the modes of a profile; the modes that it does not reach stay.
Layout coalesce_z(const Layout&, const IntTuple& profile);
/// The product of all integers before each, beginning with `first`: the strides of a compact layout; with a tuple mode by mode. Errors:
/// "weakly congruent".
IntTuple prefix_product(const IntTuple&, const IntTuple& first);

}  // namespace algebra
