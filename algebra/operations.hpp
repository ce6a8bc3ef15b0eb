#pragma once
// CuTe's layout functions, to the letter of what CuTe C++ prints, static and dynamic marks included.
//
// They throw a Problem where CuTe would not compile, and on overflow: inside the library only. `attempt` makes a Result
// of it for callers outside; `evaluate` adds the place in the source. Rules: CUTLASS include/cute/layout.hpp,
// stride.hpp, int_tuple.hpp, tensor_impl.hpp.

#include <span>
#include <utility>
#include <vector>

#include "algebra/value.hpp"

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
/// Strides by the order of the modes: the lowest number is contiguous. order congruent with shape.
Layout make_ordered_layout(const IntTuple& shape, const IntTuple& order);
Layout make_layout_like(const Layout&);
Int size_of(const Layout&);
/// 1 + the largest index, with CuTe's marks.
Int cosize_of(const Layout&);

// --- Coordinates
/// Index of a 1-D, R-D or natural coordinate.
Int crd2idx(const IntTuple& coordinate, const IntTuple& shape, const IntTuple& stride);
IntTuple idx2crd(const IntTuple& index, const IntTuple& shape);
IntTuple idx2crd(const IntTuple& index, const IntTuple& shape, const IntTuple& stride);
/// The modes at `_`, and the modes at anything else. A tuple coordinate has the rank of what it slices.
IntTuple slice(const IntTuple& coordinate, const IntTuple& from);
IntTuple dice(const IntTuple& coordinate, const IntTuple& from);
Layout slice(const IntTuple& coordinate, const Layout&);
Layout dice(const IntTuple& coordinate, const Layout&);
/// Offset of the coordinate with `_` counted as 0.
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
/// To rank n by copies of x; n = 0: one more mode.
Layout append(const Layout&, const Layout& x = {}, std::int64_t n = 0);
Layout prepend(const Layout&, const Layout& x = {}, std::int64_t n = 0);
IntTuple append(const IntTuple&, const IntTuple& x, std::int64_t n = 0);
IntTuple prepend(const IntTuple&, const IntTuple& x, std::int64_t n = 0);
Layout replace(const Layout&, std::int64_t mode, const Layout& x);
IntTuple replace(const IntTuple&, std::int64_t mode, const IntTuple& x);
Layout zip(const Layout& a, const Layout& b);

// --- Algebra
/// @post depth(result) <= 1, same size, result(i) = layout(i) for i < size.
Layout coalesce(const Layout&);
Layout coalesce(const Layout&, const IntTuple& profile);
IntTuple coalesce(const IntTuple& shape);
Layout filter_zeros(const Layout&);
Layout filter_zeros(const Layout&, const IntTuple& profile);
Layout filter(const Layout&);
Layout filter(const Layout&, const IntTuple& profile);
/// @post compatible(b, result), result(c) = a(b(c)) where the divisibility conditions hold.
Layout composition(const Layout& a, const Layout& b);
Layout composition(const Layout& a, const Tiler& b);
/// @post increasing, disjoint from the layout's indices except 0.
Layout complement(const Layout&, const IntTuple& cotarget);
Layout complement(const Layout&);
Layout right_inverse(const Layout&);
Layout left_inverse(const Layout&);
Layout nullspace(const Layout&);
Layout max_common_layout(const Layout& a, const Layout& b);
Int max_common_vector(const Layout& a, const Layout& b);
Int max_alignment(const Layout&);
bool evenly_divides(const IntTuple& shape, const Tiler& tiler);

// --- Divide and product. A Tiler of one layout (`is_layout`) is not by mode.
Layout logical_divide(const Layout&, const Tiler&);
Layout zipped_divide(const Layout&, const Tiler&);
Layout tiled_divide(const Layout&, const Tiler&);
Layout flat_divide(const Layout&, const Tiler&);
Layout logical_product(const Layout&, const Tiler&);
Layout zipped_product(const Layout&, const Tiler&);
Layout tiled_product(const Layout&, const Tiler&);
Layout flat_product(const Layout&, const Tiler&);
Layout blocked_product(const Layout& block, const Layout& tiler);
Layout raked_product(const Layout& block, const Layout& tiler);
/// order: a permutation like the shape, or () for LayoutLeft.
Layout tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order);

// --- Elements of another width
Layout upcast(const Layout&, std::int64_t n);
Layout downcast(const Layout&, std::int64_t n);
Layout recast_layout(const Layout&, int old_bits, int new_bits);

// --- Tensors
Tensor slice(const Tensor&, const IntTuple& coordinate);
Tensor local_tile(const Tensor&, const Tiler&, const IntTuple& coordinate);
Tensor local_partition(const Tensor&, const Layout& threads, const IntTuple& index);
/// The modes of a tiler where `step` is not X.
Tiler dice(const IntTuple& step, const Tiler&);

/// A tiler that is one layout, or by mode what a shape says.
Tiler tiler_of(const Layout&);
Tiler tiler_of(const IntTuple&);

}  // namespace algebra
