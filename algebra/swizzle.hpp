#pragma once
// Swizzles and the layouts behind them. Source: CUTLASS include/cute/swizzle.hpp, swizzle_layout.hpp,
// layout_composed.hpp.

#include "algebra/value.hpp"

namespace algebra {

/// The masks of the bits that a swizzle reads (Y) and changes (Z).
std::int64_t yyy_mask(const Swizzle&);
std::int64_t zzz_mask(const Swizzle&);
/// The swizzle that has these masks. Errors: "swizzle" where no Swizzle<B,M,S> has them.
Swizzle make_swizzle(std::int64_t y, std::int64_t z);
/// Swizzle<B,M,S> as CuTe takes it. Errors: "swizzle" for B < 0, M < 0, |S| < B or more than 62 bits.
Swizzle make_swizzle(std::int64_t bits, std::int64_t base, std::int64_t shift);

/// Two swizzles of the same shift, one after the other.
Swizzle composition(const Swizzle&, const Swizzle&);
/// layout o swizzle = another swizzle o layout, where the layout keeps the swizzle's bits apart.
ComposedLayout composition(const Layout&, const Swizzle&);
/// A swizzle of no bits at offset 0 is the identity: then the layout alone.
std::variant<Layout, ComposedLayout> composition(const Swizzle&, const Offset&, const Layout&);

/// In elements n times as wide, or of an n-th of the width. n is a power of two.
Swizzle upcast(const Swizzle&, std::int64_t n);
Swizzle downcast(const Swizzle&, std::int64_t n);
ComposedLayout upcast(const ComposedLayout&, std::int64_t n);
ComposedLayout downcast(const ComposedLayout&, std::int64_t n);

/// The modes at `_` and the offset of the others. A swizzle that the slice cannot feel any more becomes a layout.
LayoutAndOffset slice_and_offset(const IntTuple& coordinate, const Layout&);
LayoutAndOffset slice_and_offset(const IntTuple& coordinate, const ComposedLayout&);
/// The same layout, begun at a coordinate.
LayoutAndOffset domain_offset(const IntTuple& coordinate, const Layout&);
LayoutAndOffset domain_offset(const IntTuple& coordinate, const ComposedLayout&);

ComposedLayout right_inverse(const ComposedLayout&);
ComposedLayout left_inverse(const ComposedLayout&);
Int max_alignment(const ComposedLayout&);
Layout max_common_layout(const ComposedLayout& a, const Layout& b);
Int max_common_vector(const ComposedLayout& a, const Layout& b);
Int max_common_vector(const ComposedLayout& a, const ComposedLayout& b);
/// A block at the places of a swizzled tiler: the swizzle moves to the product.
ComposedLayout logical_product(const Layout& block, const ComposedLayout& tiler);

}  // namespace algebra
