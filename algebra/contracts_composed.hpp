#pragma once
// Contracts of operations on composed layouts and swizzles, which CuTe rewrites without a check that they stay the same function.

#include "algebra/contracts.hpp"
#include "algebra/swizzle.hpp"

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

}  // namespace algebra
