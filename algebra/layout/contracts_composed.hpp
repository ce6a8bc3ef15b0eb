#pragma once
// Contracts of operations on composed layouts and swizzles. CuTe rewrites these without checking that they stay the same function.

#include "algebra/layout/contracts.hpp"
#include "algebra/layout/swizzle.hpp"

namespace algebra {

/// Checks R(c) = A(B(c)) at every coordinate of B; if B has no shape, of A. For functions without a shape, checks all indices below 2^12,
/// or below a multiple of it that covers the swizzles' bits. No verdict if indices are coordinates.
Verdict check_composition(const FunctionOrLayout& a, const FunctionOrLayout& b, const FunctionOrLayout& r, const Checking&);
/// Checks L(R(i)) = i at every coordinate of R; if R has no shape, at every index that the inverses of L's parts reach.
Verdict check_right_inverse(const FunctionOrLayout& l, const FunctionOrLayout& r, const Checking&);
/// Checks R(L(i)) = i if L is injective; otherwise L(R(L(i))) = L(i).
Verdict check_left_inverse(const FunctionOrLayout& l, const FunctionOrLayout& r, const Checking&);
/// Checks that R increases and shares no index with the composed layout but 0.
Verdict check_complement(const ComposedLayout& l, const Layout& r, const Checking&);
/// Checks R(a, b) = A(a) + A*(B(b)), where A* is the complement that logical_product(A, layout of B) takes.
Verdict check_logical_product(const Layout& block, const ComposedLayout& tiler, const ComposedLayout& r, const Checking&);
/// Start of a slice to compare with: the offset o that slice_and_offset returns beside it, or any constant.
enum class Begins : std::uint8_t { at_offset, anywhere };
/// Checks R(x) = A(c, x) - o, or R(x) - R(0) = A(c, x) - A(c, 0), for the R that CuTe cuts out of a composed layout. No verdict for a
/// coordinate without `_`, for other layouts, whose slices are exact, and for a layout that waits for its pointer.
Verdict check_slice(const ComposedLayout& a, const IntTuple& c, Begins, const Checking&);
/// Checks that each element of the part of a tensor is where the tensor has it.
Verdict check_slice(const Slicing&, const Checking&);
/// Returns the slice's verdict if it is broken and `verdict` is not; otherwise `verdict`.
Verdict and_slice(Verdict verdict, const Slicing&, const Checking&);
/// Returns the layout A(c, x) - A(c, 0) over the coordinates of CuTe's slice; nullopt if that is not a layout.
std::optional<Layout> exact_slice(const ComposedLayout& a, const IntTuple& c);

}  // namespace algebra
