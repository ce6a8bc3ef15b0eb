// Tensors: an offset and a layout, and the partitions that CuTe cuts out of them.

#include "algebra/layout/operations.hpp"

#include <fmt/format.h>

namespace algebra {
namespace {

/// Returns the coordinate of one mode, padded with `_`.
IntTuple filled(const IntTuple& coordinate, int n) {
  if (coordinate.is_tuple() && coordinate.rank() > n)
    throw Problem{
        "mismatched ranks", message("The coordinate {} has more modes than there are: {}.", to_string(coordinate, Marks::plain), n), {}};
  return coordinate.is_tuple() ? append(coordinate, IntTuple::underscore(), n == 0 ? coordinate.rank() : n) : coordinate;
}

Tensor divided(const Tensor& t, const Tiler& tiler, Steps* steps) {
  auto result = t;
  if (steps != nullptr) steps->show(t.layout, "Divide {} by {}: mode 0 is one tile, mode 1 are the tiles.", t.layout, tiler);
  const Steps::Within within(steps);
  result.layout = zipped_divide(t.layout, tiler, steps);
  return result;
}

Tensor cut(const Slicing& from, std::string_view words, Steps* steps) {
  const auto& [tiled, coordinate] = from;
  auto result = slice(tiled, coordinate);
  if (steps != nullptr) {
    steps->show(tiled.layout, words, tiled.layout, coordinate);
    steps->show(result.layout, "It begins at offset {} and has the layout {}.", result.offset, result.layout);
  }
  return result;
}

/// Returns the tensor moved by an index, with another layout.
Tensor moved(const Tensor& t, const LayoutAndOffset& to) {
  auto result = t;
  if (t.coordinate) {
    result.coordinate = sum(*t.coordinate, to.offset);
  } else {
    if (!to.offset.is_integer() || to.offset.integer().basis != 0)
      throw Problem{
          "basis",
          message("A pointer cannot move by the coordinate {}; make_identity_tensor has such indices.", to_string(to.offset, Marks::plain)),
          {}};
    auto& from = t.swizzled_pointer ? result.outer->offset.value.value : result.offset;
    from = (Int{from, IntKind::dynamic_long()} + to.offset.integer()).value;
  }
  const auto* composed = std::get_if<ComposedLayout>(&to.layout);
  result.layout = composed != nullptr ? composed->layout : std::get<Layout>(to.layout);
  if (t.swizzled_pointer) {
    result.outer->inside.clear();
    if (composed != nullptr) result.outer->inside.push_back(composed->outer);
  } else {
    result.outer = composed != nullptr ? std::optional(composed->outer) : std::nullopt;
  }
  return result;
}

}  // namespace

Tensor make_identity_tensor(const IntTuple& shape) { return make_coord_tensor(make_identity_layout(shape)); }

Tensor make_coord_tensor(const Layout& layout) {
  return {.offset = 0, .layout = layout, .outer = std::nullopt, .coordinate = coprofile(layout)};
}

Tensor recast(const Tensor& t, const ElementType& to, int old_bits) {
  const int new_bits = to.bits;
  auto result = t;
  result.type = to;
  if (old_bits == new_bits) return result;
  auto& offset = t.swizzled_pointer ? result.outer->offset.value.value : result.offset;
  if (const auto* composed = t.has_plain_layout() ? nullptr : &*t.outer) {
    if (t.swizzled_pointer) throw Problem{"swizzle", "CuTe recasts no composed layout at a swizzled pointer.", {}};
    const auto recast = recast_layout(FunctionOrLayout(ComposedLayout{*composed, t.layout}), old_bits, new_bits);
    const auto& in_new = std::get<ComposedLayout>(recast);
    result.layout = in_new.layout;
    result.outer = in_new.outer;
  } else {
    result.layout = recast_layout(t.layout, old_bits, new_bits);
    // CuTe moves the pointer to the lowest of the elements that a wider one combines.
    if (old_bits < new_bits) {
      Int back{0, IntKind::of(true, true, false)};
      const auto before = flatten(t.layout.shape()), after = flatten(result.layout.shape());
      const auto stride = flatten(t.layout.stride());
      for (int i = 0; i < before.rank(); ++i)
        back = back + min((before.mode(i).integer() - after.mode(i).integer()) * stride.mode(i).integer(), Int{0, true});
      offset += back.value;
    }
    // The pointer's swizzle stays the same on bytes.
    if (t.swizzled_pointer) result.outer = on_elements(on_bytes(*t.outer, old_bits), result.outer->offset, new_bits);
  }
  const auto bits = Int{offset, IntKind::dynamic_long()} * Int{old_bits, true};
  if (bits.value % new_bits != 0)
    throw Problem{
        "offset", message("A tensor at element {} of {} bits does not begin at an element of {} bits.", offset, old_bits, new_bits), {}};
  offset = bits.value / new_bits;
  return result;
}

Tensor as_position_independent(const Tensor& t) {
  if (!t.swizzled_pointer) return t;
  const auto& swizzle = std::get<Swizzle>(t.outer->function);
  const auto at = t.outer->offset.value.value, below = (std::int64_t{1} << swizzle.base) - 1;
  if ((at & (below | yyy_mask(swizzle) | zzz_mask(swizzle))) != 0)
    throw Problem{
        "swizzle",
        message("A tensor that begins at element {} depends on its place: the swizzle {} needs a pointer at a multiple of {} elements.", at,
                to_string(swizzle, Marks::plain), std::int64_t{1} << (swizzle.base + swizzle.bits + std::abs(swizzle.shift))),
        {}};
  auto result = t;
  result.swizzled_pointer = false;
  result.offset = at;
  result.outer->offset = {};
  return result;
}

std::variant<Layout, ComposedLayout> layout_behind(const Tensor& t) {
  if (t.has_plain_layout()) return t.layout;
  return ComposedLayout{t.swizzled_pointer ? t.outer->inside[0] : *t.outer, t.layout};
}

Tensor slice(const Tensor& t, const IntTuple& coordinate) {
  return std::visit([&](const auto& layout) { return moved(t, slice_and_offset(coordinate, layout)); }, layout_behind(t));
}

Tensor domain_offset(const IntTuple& coordinate, const Tensor& t) {
  return std::visit([&](const auto& layout) { return moved(t, domain_offset(coordinate, layout)); }, layout_behind(t));
}

Tiler dice(const IntTuple& step, const Tiler& tiler) {
  if (!step.is_tuple() || !tiler.by_mode()) return tiler;
  const auto& modes = tiler.modes();
  if (step.rank() != static_cast<int>(modes.size()))
    throw Problem{"mismatched ranks",
                  message("The step {} has rank {}, the tiler {}.", to_string(step, Marks::plain), step.rank(), modes.size()),
                  {}};
  std::vector<Tiler> kept;
  for (int i = 0; i < step.rank(); ++i)
    if (step.mode(i).is_integer() || step.mode(i).is_tuple()) kept.push_back(modes[static_cast<std::size_t>(i)]);
  return {std::move(kept)};
}

Slicing inner_slicing(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate, Steps* steps) {
  auto tiled = divided(t, tiler, steps);
  const auto tile = underscores(rank(mode(tiled.layout, 0)));
  auto at = IntTuple::tuple({tile, filled(coordinate, rank(mode(tiled.layout, 1)))});
  return {std::move(tiled), std::move(at)};
}

Slicing outer_slicing(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate, Steps* steps) {
  auto tiled = divided(t, tiler, steps);
  const auto rest = underscores(rank(mode(tiled.layout, 1)));
  auto at = IntTuple::tuple({filled(coordinate, rank(mode(tiled.layout, 0))), rest});
  return {std::move(tiled), std::move(at)};
}

Tensor inner_partition(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate, Steps* steps) {
  return cut(inner_slicing(t, tiler, coordinate, steps), "Slice {} at {}: `_` keeps the tile whole, the coordinate picks which tile.",
             steps);
}

Tensor outer_partition(const Tensor& t, const Tiler& tiler, const IntTuple& coordinate, Steps* steps) {
  return cut(outer_slicing(t, tiler, coordinate, steps), "Slice {} at {}: the coordinate picks a place in the tile, `_` keeps all tiles.",
             steps);
}

IntTuple flat_coordinate(const Layout& l, const IntTuple& index) {
  const auto natural = idx2crd(index, l.shape(), l.stride());
  if (rank(l) == 1) return crd2idx(natural, l.shape());
  IntTuple coordinate;
  for (int i = 0; i < rank(l); ++i) coordinate.append(crd2idx(natural.mode(i), l.shape().mode(i)));
  return coordinate;
}

Slicing local_slicing(const Tensor& t, const Layout& threads, const IntTuple& index, Steps* steps) {
  const auto shape = product_each(threads.shape());
  const auto coordinate = flat_coordinate(threads, index);
  if (steps != nullptr)
    steps->show(threads, "In the thread layout {}, index {} stands at coordinate {}.", threads, index, coordinate).of = StageOf::other;
  return outer_slicing(t, tiler_of(shape), coordinate, steps);
}

Tensor local_partition(const Tensor& t, const Layout& threads, const IntTuple& index, Steps* steps) {
  return cut(local_slicing(t, threads, index, steps), "Slice {} at {}: the coordinate picks a place in the tile, `_` keeps all tiles.",
             steps);
}

}  // namespace algebra
