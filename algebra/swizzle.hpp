#pragma once
// Swizzles and composed layouts. Source: CUTLASS include/cute/swizzle.hpp, swizzle_layout.hpp, layout_composed.hpp.

#include "algebra/value.hpp"

namespace algebra {

/// The masks of the bits that a swizzle reads (Y) and changes (Z).
std::int64_t yyy_mask(const Swizzle&);
std::int64_t zzz_mask(const Swizzle&);
/// The swizzle with these masks. Errors: "swizzle" if no Swizzle<B,M,S> has them.
Swizzle make_swizzle(std::int64_t y, std::int64_t z);
/// CuTe's Swizzle<B,M,S>. Errors: "swizzle" for B < 0, M < 0, |S| < B or more than 62 bits.
Swizzle make_swizzle(std::int64_t bits, std::int64_t base, std::int64_t shift);

/// The composition of two swizzles with the same shift.
Swizzle composition(const Swizzle&, const Swizzle&);
/// layout o swizzle, rewritten as another swizzle o layout; the layout must keep the swizzle's bits separate.
ComposedLayout composition(const Layout&, const Swizzle&);
/// Only the layout if the swizzle has no bits and the offset is 0, that is, for the identity.
std::variant<Layout, ComposedLayout> composition(const Swizzle&, const Offset&, const Layout&);

/// Rewrites for elements n times as wide (upcast) or 1/n as wide (downcast). n is a power of two.
Swizzle upcast(const Swizzle&, std::int64_t n);
Swizzle downcast(const Swizzle&, std::int64_t n);
ComposedLayout upcast(const ComposedLayout&, std::int64_t n);
ComposedLayout downcast(const ComposedLayout&, std::int64_t n);

/// The modes at `_` and the offset of the others. A swizzle that no longer affects the slice becomes a layout.
LayoutAndOffset slice_and_offset(const IntTuple& coordinate, const Layout&);
LayoutAndOffset slice_and_offset(const IntTuple& coordinate, const ComposedLayout&);
/// The same layout, offset to begin at a coordinate.
LayoutAndOffset domain_offset(const IntTuple& coordinate, const Layout&);
LayoutAndOffset domain_offset(const IntTuple& coordinate, const ComposedLayout&);

ComposedLayout right_inverse(const ComposedLayout&);
ComposedLayout left_inverse(const ComposedLayout&);
Int max_alignment(const ComposedLayout&);
Layout max_common_layout(const ComposedLayout& a, const Layout& b);
Int max_common_vector(const ComposedLayout& a, const Layout& b);
Int max_common_vector(const ComposedLayout& a, const ComposedLayout& b);
/// The product of a block and a swizzled tiler: the swizzle moves to the product.
ComposedLayout logical_product(const Layout& block, const ComposedLayout& tiler);

}  // namespace algebra
