// Tensors: an offset and a layout, and the partitions that CuTe cuts out of them.

#include <fmt/format.h>

#include "algebra/operations.hpp"

namespace algebra {
namespace {

Tiler by_mode_tiler(const IntTuple& shape) { return tiler_of(wrap(shape)); }

/// CuTe's repeat<n>(_): one underscore is no tuple.
IntTuple underscores(int n) {
  if (n == 1) return IntTuple::underscore();
  IntTuple result;
  for (int i = 0; i < n; ++i) result.append(IntTuple::underscore());
  return result;
}

/// The coordinate of one mode, filled up with `_`.
IntTuple filled(const IntTuple& coordinate, int n) {
  if (coordinate.is_tuple() && coordinate.rank() > n)
    throw Problem{"mismatched ranks", fmt::format("The coordinate {} has more modes than there are: {}.", to_string(coordinate, Marks::plain), n), {}};
  return coordinate.is_tuple() ? append(coordinate, IntTuple::underscore(), n == 0 ? coordinate.rank() : n) : coordinate;
}

Tensor divided(const Tensor& t, const Tiler& tiler) { return {t.offset, zipped_divide(t.layout, tiler)}; }

}  // namespace

Tensor slice(const Tensor& t, const IntTuple& coordinate) {
  const auto offset = Int{t.offset, false} + slice_offset(coordinate, t.layout);
  return {offset.value, slice(coordinate, t.layout)};
}

Tiler dice(const IntTuple& step, const Tiler& tiler) {
  if (!step.is_tuple() || !tiler.by_mode()) return tiler;
  const auto& modes = tiler.modes();
  if (step.rank() != static_cast<int>(modes.size()))
    throw Problem{"mismatched ranks", fmt::format("The step {} has rank {}, the tiler {}.", to_string(step, Marks::plain), step.rank(), modes.size()), {}};
  std::vector<Tiler> kept;
  for (int i = 0; i < step.rank(); ++i)
    if (step.mode(i).is_integer() || step.mode(i).is_tuple()) kept.push_back(modes[static_cast<std::size_t>(i)]);
  return {std::move(kept)};
}

Tensor local_tile(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate) {
  const auto tiled = divided(t, tiler);
  const auto tile = underscores(rank(mode(tiled.layout, 0)));
  return slice(tiled, IntTuple::tuple({tile, filled(coordinate, rank(mode(tiled.layout, 1)))}));
}

Tensor local_partition(const Tensor& t, const Layout& threads, const IntTuple& index) {
  const auto shape = product_each(threads.shape());
  const auto natural = idx2crd(index, threads.shape(), threads.stride());
  // One integer for each top-level mode of the thread layout.
  IntTuple coordinate;
  for (int i = 0; i < threads.shape().rank(); ++i) {
    const auto mode_shape = threads.shape().mode(i);
    coordinate.append(crd2idx(natural.mode(i), mode_shape, compact_major(mode_shape, Major::left)));
  }
  const auto tiled = divided(t, by_mode_tiler(shape));
  const auto rest = underscores(rank(mode(tiled.layout, 1)));
  return slice(tiled, IntTuple::tuple({filled(coordinate, rank(mode(tiled.layout, 0))), rest}));
}

}  // namespace algebra
