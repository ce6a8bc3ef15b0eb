#pragma once
// Contracts of operations on composed layouts and swizzles, which CuTe rewrites without a check that they stay the same function.

#include "algebra/layout/contracts.hpp"
#include "algebra/layout/swizzle.hpp"

namespace algebra {

/// R(c) = A(B(c)) at every coordinate of B, or where B has no shape of A. Of functions without a shape all indices below 2^12, or a
/// multiple that holds the bits of the swizzles, are looked at. None where indices are coordinates.
Verdict check_composition(const FunctionOrLayout& a, const FunctionOrLayout& b, const FunctionOrLayout& r, const Checking&);
/// L(R(i)) = i: at every coordinate of R, or where R has no shape for every index that the inverses of L's parts reach.
Verdict check_right_inverse(const FunctionOrLayout& l, const FunctionOrLayout& r, const Checking&);
/// R(L(i)) = i if L is injective; otherwise L(R(L(i))) = L(i).
Verdict check_left_inverse(const FunctionOrLayout& l, const FunctionOrLayout& r, const Checking&);
/// R shares no index with the composed layout but 0, and increases.
Verdict check_complement(const ComposedLayout& l, const Layout& r, const Checking&);
/// R(a, b) = A(a) + A*(B(b)), with the complement that logical_product(A, layout of B) takes.
Verdict check_logical_product(const Layout& block, const ComposedLayout& tiler, const ComposedLayout& r, const Checking&);
/// Where a slice begins: at the offset o that slice_and_offset returns beside it, or nobody asked.
enum class Begins : std::uint8_t { at_offset, anywhere };
/// R(x) = A(c, x) - o, or R(x) - R(0) = A(c, x) - A(c, 0), where CuTe cuts R out of a composed layout. None of a coordinate without `_`,
/// of other layouts, whose slices are exact, and of one that waits for its pointer.
Verdict check_slice(const ComposedLayout& a, const IntTuple& c, Begins, const Checking&);
/// The same of a tensor: each element of the part is where the tensor has it.
Verdict check_slice(const Slicing&, const Checking&);
/// `verdict`, or where it is not broken and the slice is, that in its place.
Verdict and_slice(Verdict verdict, const Slicing&, const Checking&);
/// The layout A(c, x) - A(c, 0), which takes the coordinates of CuTe's slice, where it is one.
std::optional<Layout> exact_slice(const ComposedLayout& a, const IntTuple& c);

}  // namespace algebra
