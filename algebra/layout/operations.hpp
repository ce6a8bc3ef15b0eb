#pragma once
// CuTe's layout functions, with exactly the results that CuTe C++ prints, including static and dynamic marks.
//
// They throw a Problem where CuTe would not compile and on overflow, inside the library only: `attempt` turns it into a
// Result for outside callers, and `evaluate` adds the source position. Source: CUTLASS include/cute/layout.hpp,
// stride.hpp, int_tuple.hpp, tensor_impl.hpp. Functions with a Steps* record their steps there unless it is null.

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/steps.hpp"
#include "algebra/layout/swizzle.hpp"
#include "algebra/layout/tensors.hpp"

namespace algebra {

template <class F>
auto attempt(F&& f) -> Result<decltype(f())> {
  try {
    return std::forward<F>(f)();
  } catch (Problem& problem) {
    return tl::unexpected(std::move(problem));
  }
}

// --- Making layouts, and their sizes
IntTuple compact_major(const IntTuple& shape, Major, const IntTuple& current = IntTuple(1));
Layout make_layout(const IntTuple& shape, Major = Major::left);
/// Makes compact strides in the given order of the modes, smallest number first. Requires weakly_congruent(order, shape).
Layout make_ordered_layout(const IntTuple& shape, const IntTuple& order);
Layout make_layout_like(const Layout&);
/// Like make_layout_like, with mode 0 compact and first, for a thread's registers; LayoutLeft for a dynamic shape.
Layout make_fragment_like(const Layout&);
Int size_of(const Layout&);
/// Returns 1 + the largest index, with CuTe's static marks.
Int cosize_of(const Layout&);

// --- Coordinates
/// Returns the index of a 1-D, R-D or natural coordinate.
Int crd2idx(const IntTuple& coordinate, const IntTuple& shape, const IntTuple& stride);
/// Returns the 1-D coordinate of a coordinate; an integer is one already.
Int crd2idx(const IntTuple& coordinate, const IntTuple& shape);
IntTuple idx2crd(const IntTuple& index, const IntTuple& shape);
IntTuple idx2crd(const IntTuple& index, const IntTuple& shape, const IntTuple& stride);
/// Returns the coordinate in `to` with the same 1-D coordinate as `coordinate` in `from`.
IntTuple crd2crd(const IntTuple& coordinate, const IntTuple& from, const IntTuple& to);
/// slice keeps the modes at `_`, dice all others. A tuple coordinate must have the rank of the sliced tuple.
IntTuple slice(const IntTuple& coordinate, const IntTuple& from);
IntTuple dice(const IntTuple& coordinate, const IntTuple& from);
Layout slice(const IntTuple& coordinate, const Layout&);
Layout dice(const IntTuple& coordinate, const Layout&);
/// Returns the offset of the coordinate, with `_` counted as 0.
Int slice_offset(const IntTuple& coordinate, const Layout&);

// --- Modes
IntTuple get(const IntTuple&, std::span<const std::int64_t> path);
Layout get(const Layout&, std::span<const std::int64_t> path);
IntTuple select(const IntTuple&, std::span<const std::int64_t> modes);
Layout select(const Layout&, std::span<const std::int64_t> modes);
IntTuple take(const IntTuple&, std::int64_t begin, std::int64_t end);
Layout take(const Layout&, std::int64_t begin, std::int64_t end);
IntTuple group(const IntTuple&, std::int64_t begin, std::int64_t end);
Layout group(const Layout&, std::int64_t begin, std::int64_t end);
Layout flatten(const Layout&);
IntTuple unflatten(const IntTuple& flat, const IntTuple& profile);
Layout unflatten(const Layout& flat, const IntTuple& profile);
/// Extends to rank n with copies of x; n = 0 adds one mode.
Layout append(const Layout&, const Layout& x = {}, std::int64_t n = 0);
Layout prepend(const Layout&, const Layout& x = {}, std::int64_t n = 0);
IntTuple append(const IntTuple&, const IntTuple& x, std::int64_t n = 0);
IntTuple prepend(const IntTuple&, const IntTuple& x, std::int64_t n = 0);
Layout replace(const Layout&, std::int64_t mode, const Layout& x);
IntTuple replace(const IntTuple&, std::int64_t mode, const IntTuple& x);
Layout zip(const Layout& a, const Layout& b);
Layout zip(const Layout&);

// --- Algebra
/// @post depth(result) <= 1, same size, result(i) = layout(i) for i < size.
Layout coalesce(const Layout&, Steps* = nullptr);
Layout coalesce(const Layout&, const IntTuple& profile, Steps* = nullptr);
IntTuple coalesce(const IntTuple& shape);
Layout filter_zeros(const Layout&);
Layout filter_zeros(const Layout&, const IntTuple& profile);
Layout filter(const Layout&);
Layout filter(const Layout&, const IntTuple& profile);
/// @post compatible(b, result), result(c) = a(b(c)) where the divisibility conditions hold.
Layout composition(const Layout& a, const Layout& b, Steps* = nullptr);
Layout composition(const Layout& a, const Tiler& b, Steps* = nullptr);
/// @post result is increasing and disjoint from the layout's indices except 0.
Layout complement(LayoutView, const IntTuple& cotarget, Steps* = nullptr);
Layout complement(const Layout&, Steps* = nullptr);
/// Returns the layout for which result(i) is a coordinate with layout(result(i)) = i.
Layout right_inverse(const Layout&, Steps* = nullptr);
/// @post layout(result(layout(i))) = layout(i); result(layout(i)) = i where the layout is injective.
Layout left_inverse(const Layout&, Steps* = nullptr);
Layout nullspace(const Layout&);
Layout max_common_layout(const Layout& a, const Layout& b);
Int max_common_vector(const Layout& a, const Layout& b);
Int max_alignment(const Layout&);
/// Returns a layout that takes b elements, if possible, out of the shape a, by gcds with its modes.
Layout domain_distribute(const IntTuple& a, Int b);
bool evenly_divides(const IntTuple& shape, const Tiler& tiler);

// --- Divide and product. A Tiler that is one layout is not applied by mode.
Layout logical_divide(const Layout&, const Tiler&, Steps* = nullptr);
Layout zipped_divide(const Layout&, const Tiler&, Steps* = nullptr);
Layout tiled_divide(const Layout&, const Tiler&, Steps* = nullptr);
Layout flat_divide(const Layout&, const Tiler&, Steps* = nullptr);
/// Gathers (tile, rest) at the tiler's leaves: turns the result of logical_divide into that of zipped_divide.
Layout tile_unzip(const Layout&, const Tiler&);
Layout logical_product(const Layout&, const Tiler&, Steps* = nullptr);
Layout zipped_product(const Layout&, const Tiler&, Steps* = nullptr);
Layout tiled_product(const Layout&, const Tiler&, Steps* = nullptr);
Layout flat_product(const Layout&, const Tiler&, Steps* = nullptr);
Layout blocked_product(const Layout& block, const Layout& tiler, Steps* = nullptr);
Layout raked_product(const Layout& block, const Layout& tiler, Steps* = nullptr);
/// `order`: the order of the copies as for make_ordered_layout, or () for LayoutLeft.
Layout tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order, Steps* = nullptr);
/// Returns the tiler that tile_to_shape passes to blocked_product: the order of the copies.
Layout tile_copies(const Layout& block, const IntTuple& shape, const IntTuple& order);

// --- Change of element width
Layout upcast(const Layout&, std::int64_t n);
Layout downcast(const Layout&, std::int64_t n);
/// Recasts a Layout, a Swizzle, or a layout composed of these.
template <class Recast>
Recast recast_layout(const Recast& l, int old_bits, int new_bits) {
  const int common = std::gcd(old_bits, new_bits);
  const int up = new_bits / common, down = old_bits / common;
  Recast result = l;
  if (up > 1) result = upcast(result, up);
  if (down > 1) result = downcast(result, down);
  return result;
}

// --- Tensors
/// Returns the coordinate tensor from (0,0) on: ArithTuple(0,0) o (4,8):(1@0,1@1).
Tensor make_identity_tensor(const IntTuple& shape);
/// Returns the same for any layout: ArithTuple(0,0) o A, or for integer strides ArithTuple_0 o A.
Tensor make_coord_tensor(const Layout&);
/// Returns the tensor in elements of another type, from elements of `old_bits`; a static negative stride of smaller elements moves its
/// beginning.
Tensor recast(const Tensor&, const ElementType&, int old_bits);
/// CuTe's as_position_independent_swizzle_tensor: turns the pointer's swizzle into one of the layout. Errors: "swizzle" if the tensor
/// begins within the bits that the swizzle reads or changes.
Tensor as_position_independent(const Tensor&);
/// Returns the layout of a tensor, which may be composed; the swizzle of its pointer is not part of it.
std::variant<Layout, ComposedLayout> layout_behind(const Tensor&);
Tensor slice(const Tensor&, const IntTuple& coordinate);
/// Returns the tensor offset to begin at a coordinate.
Tensor domain_offset(const IntTuple& coordinate, const Tensor&);
/// The tensor, tiler and coordinate of a partition's slice.
struct Slicing {
  Tensor tensor;
  IntTuple coordinate;
};
Slicing inner_slicing(const Tensor&, const Tiler&, const IntTuple& coordinate, Steps* = nullptr);
Slicing outer_slicing(const Tensor&, const Tiler&, const IntTuple& coordinate, Steps* = nullptr);
Slicing local_slicing(const Tensor&, const Layout& threads, const IntTuple& index, Steps* = nullptr);
/// Returns the tile at a coordinate of the grid of tiles. CuTe's local_tile is the same.
Tensor inner_partition(const Tensor&, const Tiler&, const IntTuple& coordinate, Steps* = nullptr);
/// Returns the element at a coordinate within the tile, taken from every tile.
Tensor outer_partition(const Tensor&, const Tiler&, const IntTuple& coordinate, Steps* = nullptr);
/// Returns outer_partition by the thread layout's shape, at the coordinate of the thread with this index.
Tensor local_partition(const Tensor&, const Layout& threads, const IntTuple& index, Steps* = nullptr);
/// Returns the coordinate with this index, an integer for each mode; of one mode, the integer itself (CuTe's get_flat_coord).
IntTuple flat_coordinate(const Layout&, const IntTuple& index);
/// Returns the modes of a tiler where `step` is not X.
Tiler dice(const IntTuple& step, const Tiler&);

/// Returns the tiler that is one layout, or the by-mode tiler of a shape.
Tiler tiler_of(const Layout&);
Tiler tiler_of(const IntTuple&);

}  // namespace algebra
