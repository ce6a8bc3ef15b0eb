// The divides and the products.

#include <algorithm>

#include <fmt/format.h>

#include "algebra/operations.hpp"

namespace algebra {
namespace {

void require_modes(const char* operation, const Layout& l, std::size_t modes) {
  if (static_cast<int>(modes) > rank(l))
    throw Problem{"tiler rank", fmt::format("{}: the tiler has {} modes, {} has {}.", operation, modes, to_string(l, Marks::plain), rank(l)), {}};
}

/// f(mode, tiler) for the modes that the tiler has; the others stay.
template <class F>
Layout by_mode(const char* operation, const Layout& l, const Tiler& t, F&& f) {
  const auto& tilers = t.modes();
  require_modes(operation, l, tilers.size());
  std::vector<Layout> modes;
  for (int i = 0; i < rank(l); ++i)
    modes.push_back(i < static_cast<int>(tilers.size()) ? f(mode(l, i), tilers[static_cast<std::size_t>(i)]) : mode(l, i));
  return make_layout(modes);
}

/// Gathers the pairs (tile, rest) at the tiler's leaves into one mode each (CuTe's zip2_by).
IntTuple zip2_by(const IntTuple& t, const Tiler& guide) {
  if (!guide.by_mode()) {
    if (t.rank() != 2)
      throw Problem{"tiler rank", fmt::format("{} does not split into a tile and a rest here.", to_string(t, Marks::plain)), {}};
    return t;
  }
  IntTuple first, second;
  const auto& guides = guide.modes();
  for (int i = 0; i < t.rank(); ++i) {
    if (i >= static_cast<int>(guides.size())) {
      second.append(t.mode(i));
      continue;
    }
    const auto split = zip2_by(t.mode(i), guides[static_cast<std::size_t>(i)]);
    first.append(split.mode(0));
    second.append(split.mode(1));
  }
  return IntTuple::tuple({first, second});
}

Layout tile_unzip(const Layout& l, const Tiler& t) { return {zip2_by(l.shape(), t), zip2_by(l.stride(), t)}; }

/// (a, (b, c)) -> (a, b, c), and with both_modes ((a, b), (c, d)) -> (a, b, c, d).
Layout unpack(const Layout& l, bool both_modes) {
  std::vector<Layout> modes;
  // One mode is sliced by a plain `_`, which takes it with its brackets.
  const auto spread = [&](const Layout& m) {
    if (rank(m) == 1) modes.push_back(m);
    else
      for (int i = 0; i < rank(m); ++i) modes.push_back(mode(m, i));
  };
  if (both_modes) spread(mode(l, 0));
  else modes.push_back(mode(l, 0));
  spread(mode(l, 1));
  return make_layout(modes);
}

Layout divide_by_layout(const Layout& l, const Layout& tiler) {
  return composition(l, make_layout({tiler, complement(tiler, coalesce(l).shape())}));
}

Layout multiply_by_layout(const Layout& block, const Layout& tiler) {
  return make_layout({block, composition(complement(block, size_of(block) * cosize_of(tiler)), tiler)});
}

}  // namespace

Tiler tiler_of(const Layout& l) { return {l}; }

Tiler tiler_of(const IntTuple& t) {
  if (!t.is_tuple()) return {t};
  std::vector<Tiler> modes;
  for (int i = 0; i < t.rank(); ++i) modes.push_back(tiler_of(t.mode(i)));
  return {std::move(modes)};
}

Layout logical_divide(const Layout& l, const Tiler& t) {
  if (t.by_mode()) return by_mode("logical_divide", l, t, logical_divide);
  if (const auto* layout = std::get_if<Layout>(&t.is)) return divide_by_layout(l, *layout);
  const auto& leaf = std::get<IntTuple>(t.is);
  return leaf.is_underscore() ? l : divide_by_layout(l, make_layout(leaf));
}

Layout zipped_divide(const Layout& l, const Tiler& t) { return tile_unzip(logical_divide(l, t), t); }
Layout tiled_divide(const Layout& l, const Tiler& t) { return unpack(zipped_divide(l, t), false); }
Layout flat_divide(const Layout& l, const Tiler& t) { return unpack(zipped_divide(l, t), true); }

Layout logical_product(const Layout& block, const Tiler& t) {
  if (t.by_mode()) return by_mode("logical_product", block, t, logical_product);
  if (const auto* layout = std::get_if<Layout>(&t.is)) return multiply_by_layout(block, *layout);
  const auto& leaf = std::get<IntTuple>(t.is);
  return leaf.is_underscore() ? block : multiply_by_layout(block, make_layout(leaf));
}

Layout zipped_product(const Layout& block, const Tiler& t) { return tile_unzip(logical_product(block, t), t); }
Layout tiled_product(const Layout& block, const Tiler& t) { return unpack(zipped_product(block, t), false); }
Layout flat_product(const Layout& block, const Tiler& t) { return unpack(zipped_product(block, t), true); }

Layout blocked_product(const Layout& block, const Layout& tiler) {
  const auto modes = std::max(rank(block), rank(tiler));
  const auto result = multiply_by_layout(append(block, {}, modes), append(tiler, {}, modes));
  return zip(mode(result, 0), mode(result, 1));
}

Layout raked_product(const Layout& block, const Layout& tiler) {
  const auto modes = std::max(rank(block), rank(tiler));
  const auto result = multiply_by_layout(append(block, {}, modes), append(tiler, {}, modes));
  return zip(mode(result, 1), mode(result, 0));
}

Layout tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order) {
  if (rank(block) > shape.rank())
    throw Problem{"tiler rank", fmt::format("tile_to_shape: {} has more modes than the shape {}.", to_string(block, Marks::plain), to_string(shape, Marks::plain)), {}};
  const auto padded = append(block, {}, shape.rank());
  const auto block_shape = product_each(padded.shape()), target = product_each(shape);
  if (target.all_static() && !evenly_divides(target, tiler_of(block_shape)))
    throw Problem{"shape divisibility", fmt::format("tile_to_shape: the block {} does not divide the shape {}.", to_string(block_shape, Marks::plain), to_string(target, Marks::plain)), {}};
  const auto times = ceil_div(target, block_shape);
  const auto tiler = order.is_tuple() && order.rank() == 0 ? make_layout(times) : make_ordered_layout(times, order);
  return blocked_product(padded, tiler);
}

bool evenly_divides(const IntTuple& shape, const Tiler& tiler) {
  if (tiler.by_mode()) {
    const auto& tilers = tiler.modes();
    if (static_cast<int>(tilers.size()) > shape.rank()) return false;
    for (std::size_t i = 0; i < tilers.size(); ++i)
      if (!evenly_divides(shape.mode(static_cast<int>(i)), tilers[i])) return false;
    return true;
  }
  if (const auto* layout = std::get_if<Layout>(&tiler.is))
    return product(shape).value == (size_of(*layout) * product(complement(*layout, shape).shape())).value;
  const auto& leaf = std::get<IntTuple>(tiler.is);
  if (leaf.is_underscore()) return true;
  return product(shape).value == (leaf.integer() * product(ceil_div(shape, leaf))).value;
}

}  // namespace algebra
