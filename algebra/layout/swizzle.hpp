#pragma once
// Swizzles and composed layouts. Source: CUTLASS include/cute/swizzle.hpp, swizzle_layout.hpp, layout_composed.hpp.

#include "algebra/layout/tensors.hpp"

namespace algebra {

/// Returns the masks of the bits that a swizzle reads (Y) and changes (Z).
std::int64_t yyy_mask(const Swizzle&);
std::int64_t zzz_mask(const Swizzle&);
/// Returns the swizzle with these masks. Errors: "swizzle" if no Swizzle<B,M,S> has them.
Swizzle make_swizzle(std::int64_t y, std::int64_t z);
/// Returns CuTe's Swizzle<B,M,S>. Errors: "swizzle" for B < 0, M < 0, |S| < B or more than 62 bits.
Swizzle make_swizzle(std::int64_t bits, std::int64_t base, std::int64_t shift);

/// Returns a pointer's swizzle on bytes as a function on elements of `bits` bits, at this offset; unchanged for 0 bits. Errors: "swizzle"
/// if the width is not a power of two.
OuterFunction on_elements(const Swizzle& bytes, Offset, int bits);
/// Converts back: returns the pointer's swizzle on bytes.
Swizzle on_bytes(const OuterFunction&, int bits);

/// Returns the composition of two swizzles with the same shift.
Swizzle composition(const Swizzle&, const Swizzle&);
/// An operand or a result of CuTe's composition.
using FunctionOrLayout = std::variant<Layout, Swizzle, ComposedLayout, ComposedFunction>;
/// Return the parts of a composed layout as CuTe has them, layout_a o offset o layout_b; each may be composed again.
FunctionOrLayout layout_a(const OuterFunction&);
const Offset& offset_of(const OuterFunction&);
Offset& offset_of(OuterFunction&);
FunctionOrLayout layout_b(const ComposedLayout&);
FunctionOrLayout layout_b(const ComposedFunction&);
/// Rewrites layout o swizzle as another swizzle o layout; the layout must keep the swizzle's bits separate.
FunctionOrLayout composition(const Layout&, const Swizzle&);
/// Returns f o offset o g. Returns g alone if f is the identity: no bits, a static offset 0, and g is a layout.
FunctionOrLayout composition(const FunctionOrLayout& f, const Offset&, const FunctionOrLayout& g);
/// Returns f o g. Errors: "swizzle" for a swizzle before a composed layout, which CuTe does not compose without an offset.
FunctionOrLayout composition(const FunctionOrLayout& f, const FunctionOrLayout& g);

/// Rewrites for elements n times as wide (upcast) or 1/n as wide (downcast). n is a power of two.
Swizzle upcast(const Swizzle&, std::int64_t n);
Swizzle downcast(const Swizzle&, std::int64_t n);
FunctionOrLayout upcast(const FunctionOrLayout&, std::int64_t n);
FunctionOrLayout downcast(const FunctionOrLayout&, std::int64_t n);

/// Returns the modes at `_`, and the offset of the others. A swizzle that no longer affects the slice becomes a layout.
LayoutAndOffset slice_and_offset(const IntTuple& coordinate, const Layout&);
LayoutAndOffset slice_and_offset(const IntTuple& coordinate, const ComposedLayout&);
/// Returns the layout offset to begin at a coordinate.
LayoutAndOffset domain_offset(const IntTuple& coordinate, const Layout&);
LayoutAndOffset domain_offset(const IntTuple& coordinate, const ComposedLayout&);

/// Return the value at a coordinate, with CuTe's static marks; for the outer part, at an index.
IntTuple index_of(const IntTuple& coordinate, const ComposedLayout&);
IntTuple index_of(const IntTuple& index, const OuterFunction&);

/// Inverts part by part, backwards: the inverse of f o offset o g is g' o -offset o f'. A swizzle at the offset 0 moves to the front.
FunctionOrLayout right_inverse(const FunctionOrLayout&);
FunctionOrLayout left_inverse(const FunctionOrLayout&);
Int max_alignment(const ComposedLayout&);
Layout max_common_layout(const ComposedLayout& a, const Layout& b);
Int max_common_vector(const ComposedLayout& a, const Layout& b);
Int max_common_vector(const ComposedLayout& a, const ComposedLayout& b);
/// Returns the product of a block and a swizzled tiler: the swizzle moves to the product.
ComposedLayout logical_product(const Layout& block, const ComposedLayout& tiler);

}  // namespace algebra
