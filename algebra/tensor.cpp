// Tensors: an offset and a layout, and the partitions that CuTe cuts out of them.

#include <fmt/format.h>

#include "algebra/operations.hpp"

namespace algebra {
namespace {

/// The coordinate of one mode, filled up with `_`.
IntTuple filled(const IntTuple& coordinate, int n) {
  if (coordinate.is_tuple() && coordinate.rank() > n)
    throw Problem{"mismatched ranks",
                  fmt::format("The coordinate {} has more modes than there are: {}.", to_string(coordinate, Marks::plain), n),
                  {}};
  return coordinate.is_tuple() ? append(coordinate, IntTuple::underscore(), n == 0 ? coordinate.rank() : n) : coordinate;
}

Tensor divided(const Tensor& t, const Tiler& tiler, Steps* steps) {
  auto result = t;
  if (steps != nullptr) steps->show(t.layout, "Divide {} by {}: mode 0 is one tile, mode 1 are the tiles.", t.layout, tiler);
  const Steps::Within within(steps);
  result.layout = zipped_divide(t.layout, tiler, steps);
  return result;
}

Tensor cut(const Tensor& tiled, const IntTuple& coordinate, std::string_view words, Steps* steps) {
  auto result = slice(tiled, coordinate);
  if (steps != nullptr) {
    steps->show(tiled.layout, words, tiled.layout, coordinate);
    steps->show(result.layout, "It begins at offset {} and has the layout {}.", result.offset, result.layout);
  }
  return result;
}

/// A tensor begun at an index more, with another layout.
Tensor moved(const Tensor& t, const LayoutAndOffset& to) {
  Tensor result{.offset = t.offset, .layout = {}, .outer = std::nullopt, .coordinate = t.coordinate};
  if (t.coordinate) {
    result.coordinate = sum(*t.coordinate, to.offset);
  } else {
    if (!to.offset.is_integer())
      throw Problem{"basis",
                    fmt::format("A pointer cannot move by the coordinate {}; make_identity_tensor has such indices.",
                                to_string(to.offset, Marks::plain)),
                    {}};
    result.offset = (Int{t.offset, false} + to.offset.integer()).value;
  }
  if (const auto* layout = std::get_if<Layout>(&to.layout)) {
    result.layout = *layout;
  } else {
    const auto& composed = std::get<ComposedLayout>(to.layout);
    result.layout = composed.layout;
    result.outer = composed.outer;
  }
  return result;
}

}  // namespace

Tensor make_identity_tensor(const IntTuple& shape) {
  auto layout = make_identity_layout(shape);
  const auto start = coprofile(layout);
  return {.offset = 0, .layout = std::move(layout), .outer = std::nullopt, .coordinate = start};
}

Tensor slice(const Tensor& t, const IntTuple& coordinate) {
  if (t.outer) return moved(t, slice_and_offset(coordinate, ComposedLayout{*t.outer, t.layout}));
  return moved(t, {slice(coordinate, t.layout), index_of(coordinate, t.layout)});
}

Tensor domain_offset(const IntTuple& coordinate, const Tensor& t) {
  return moved(t, t.outer ? domain_offset(coordinate, ComposedLayout{*t.outer, t.layout}) : domain_offset(coordinate, t.layout));
}

Tiler dice(const IntTuple& step, const Tiler& tiler) {
  if (!step.is_tuple() || !tiler.by_mode()) return tiler;
  const auto& modes = tiler.modes();
  if (step.rank() != static_cast<int>(modes.size()))
    throw Problem{"mismatched ranks",
                  fmt::format("The step {} has rank {}, the tiler {}.", to_string(step, Marks::plain), step.rank(), modes.size()),
                  {}};
  std::vector<Tiler> kept;
  for (int i = 0; i < step.rank(); ++i)
    if (step.mode(i).is_integer() || step.mode(i).is_tuple()) kept.push_back(modes[static_cast<std::size_t>(i)]);
  return {std::move(kept)};
}

Tensor inner_partition(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate, Steps* steps) {
  const auto tiled = divided(t, tiler, steps);
  const auto tile = underscores(rank(mode(tiled.layout, 0)));
  return cut(tiled, IntTuple::tuple({tile, filled(coordinate, rank(mode(tiled.layout, 1)))}),
             "Slice {} at {}: all of the tile, and that tile of the rest.", steps);
}

Tensor outer_partition(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate, Steps* steps) {
  const auto tiled = divided(t, tiler, steps);
  const auto rest = underscores(rank(mode(tiled.layout, 1)));
  return cut(tiled, IntTuple::tuple({filled(coordinate, rank(mode(tiled.layout, 0))), rest}),
             "Slice {} at {}: that place of the tile, out of every tile.", steps);
}

IntTuple flat_coordinate(const Layout& l, const IntTuple& index) {
  const auto natural = idx2crd(index, l.shape(), l.stride());
  // One integer for each top-level mode.
  IntTuple coordinate;
  for (int i = 0; i < l.shape().rank(); ++i) {
    const auto mode_shape = l.shape().mode(i);
    coordinate.append(crd2idx(natural.mode(i), mode_shape, compact_major(mode_shape, Major::left)));
  }
  return coordinate;
}

Tensor local_partition(const Tensor& t, const Layout& threads, const IntTuple& index, Steps* steps) {
  const auto shape = product_each(threads.shape());
  const auto coordinate = flat_coordinate(threads, index);
  if (steps != nullptr)
    steps->show(threads, "In the thread layout {}, index {} stands at coordinate {}.", threads, index, coordinate).of = StageOf::other;
  return outer_partition(t, tiler_of(shape), coordinate, steps);
}

}  // namespace algebra
