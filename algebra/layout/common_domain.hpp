#pragma once
// Finds where two shapes split their elements alike, and adds layouts on that common domain. Source: C. Cecka, "CuTe Layout Representation
// and Algebra", arXiv 2603.02298, whose Python uses the same names.

#include "algebra/layout/operations.hpp"

namespace algebra {

/// Returns the factors that both shapes have at the same offsets, with their offsets as strides. The result R has a size that divides both,
/// composition(A, R) and composition(B, R) exist for any strides, and the remainders have no further common factor. (1):(0) if there is
/// none.
Layout greatest_common_domain(const IntTuple& a, const IntTuple& b);
/// Returns the layout R with R(i) = A(i) + B(i). Errors: "size" if the sizes differ; "common domain" if the coalesced layouts split their
/// elements so that no mode of R is linear in both; "basis" if a sum of strides is not a stride.
Layout layout_add(const Layout& a, const Layout& b);
/// Coalesces, but keeps the stride of a last mode of size 1: the result equals the layout beyond its size, too.
Layout coalesce_z(const Layout&);
/// Coalesces each mode of the profile by itself; modes beyond it are kept.
Layout coalesce_z(const Layout&, const IntTuple& profile);
/// Returns `first` times the product of all integers before each one: the strides of a compact layout; by mode if `first` is a tuple.
/// Errors: "weakly congruent".
IntTuple prefix_product(const IntTuple&, const IntTuple& first);

}  // namespace algebra
