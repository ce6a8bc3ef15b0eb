// The links of divides, products and local partitions: tile and rest, block and copies, thread and values.

#include <array>
#include <utility>

#include "algebra/links/link_context.hpp"
#include "algebra/operations.hpp"

namespace algebra::links {
namespace {

using View = IntTuple::View;

/// Strides for a shape: those of LayoutLeft from `next` on, or zeros.
void add_strides(View shape, bool counted, std::int64_t& next, IntTuple::Builder& out) {
  if (!shape.is_tuple()) {
    out.add(Int{counted ? next : 0, true});
    if (counted) next *= shape.integer().value;
    return;
  }
  const auto opened = out.open();
  for (const auto m : shape.modes()) add_strides(m, counted, next, out);
  out.close(opened);
}

/// Of a shape that a tiler has split into pairs: counts one part of the pairs (0: tile or block, 1: rest or copies), and
/// where `beyond` says so the modes that the tiler leaves. False where the shape is not split so.
bool count_part(View shape, const Tiler& tiler, int part, bool beyond, std::int64_t& next, IntTuple::Builder& out) {
  if (!tiler.by_mode()) {
    const auto* leaf = std::get_if<IntTuple>(&tiler.is);
    if (leaf != nullptr && !leaf->is_integer()) return false;
    if (!shape.is_tuple() || shape.rank() != 2) return false;
    const auto opened = out.open();
    for (int i = 0; i < 2; ++i) add_strides(shape.mode(i), i == part, next, out);
    out.close(opened);
    return true;
  }
  if (!shape.is_tuple()) return false;
  const auto opened = out.open();
  std::size_t i = 0;
  for (const auto m : shape.modes()) {
    if (i >= tiler.modes().size()) add_strides(m, beyond, next, out);
    else if (!count_part(m, tiler.modes()[i], part, beyond, next, out)) return false;
    ++i;
  }
  out.close(opened);
  return true;
}

/// Element of logical_divide's or logical_product's result -> which element of the tile, the block or the copies it is.
/// `regrouped`: in the order of the zipped, tiled and flat ones, which have the same 1-D coordinates.
std::optional<Layout> part_of(const Layout& split, const Tiler& tiler, int part, bool beyond, bool regrouped) {
  IntTuple strides;
  std::int64_t next = 1;
  const auto shape = split.shape();
  {
    IntTuple::Builder out(strides);
    if (!count_part(shape.view(), tiler, part, beyond, next, out)) return std::nullopt;
  }
  Layout counted(shape, strides);
  return regrouped ? tile_unzip(counted, tiler) : counted;
}

/// Which element of operand `of` each of the result's is, where that part of the split is what the operand has.
void link_part(LinkBuilder& l, LinkKind kind, int of, const Layout& split, const Tiler& tiler, int part, bool regrouped) {
  const auto n = l.size(Link::result);
  const auto leg = part_of(split, tiler, part, part == 0 && of == 0, regrouped);
  if (leg && size(*leg) == n) l.add(kind, of, Link::result, IndexMap(*leg), IndexMap(counting(n)));
}

void link_divide(LinkBuilder& l) {
  l.add_reordered(0);
  const auto tiler = l.tiler(1);
  const auto a = l.shape(0);
  if (!tiler || !a || l.size(1) <= 0) return;
  const auto split = logical_divide(counting(*a), *tiler);
  link_part(l, LinkKind::place, 1, split, *tiler, 0, l.operation() != "logical_divide");
}

void link_product(LinkBuilder& l) {
  const auto block = l.layout(0);
  if (!block) return;
  const bool regrouped = l.operation() != "logical_product";
  // Behind a swizzle the product is the same.
  const auto* composed = std::get_if<ComposedLayout>(&l.value(1));
  const auto tiler = composed != nullptr ? std::optional(tiler_of(composed->layout)) : l.tiler(1);
  if (!tiler) return;
  const auto split = logical_product(*block, *tiler);
  link_part(l, LinkKind::place, 0, split, *tiler, 0, regrouped);
  if (l.size(1) > 0) link_part(l, LinkKind::place, 1, split, *tiler, 1, regrouped);
}

/// Pairs of block and copies, mode by mode; `block_part` says which comes first.
void link_pairs(LinkBuilder& l, int result, int block_part, int copies_operand) {
  const auto shape = l.shape(result);
  if (!shape || !shape->is_tuple()) return;
  for (int i = 0; i < shape->rank(); ++i)
    if (shape->mode(i).rank() != 2) return;
  const auto n = l.size(result);
  l.add(LinkKind::place, 0, result, IndexMap(count_pairs(*shape, block_part)), IndexMap(counting(n)));
  if (copies_operand >= 0)
    l.add(LinkKind::place, copies_operand, result, IndexMap(count_pairs(*shape, 1 - block_part)), IndexMap(counting(n)));
}

/// Which thread has each element of the tile: the threads' coordinates step through it, but for modes that the step leaves
/// out, whose threads all have the same.
void link_threads(LinkBuilder& l) {
  const auto threads = l.layout(1);
  const auto shape = l.shape(0);
  if (!threads || !shape) return;
  const auto* step = l.operands() == 4 ? std::get_if<IntTuple>(&l.value(3)) : nullptr;
  const auto taken = [&](int mode) {
    return step == nullptr || !step->is_tuple() || mode >= step->rank() || step->mode(mode).is_integer() || step->mode(mode).is_tuple();
  };
  IntTuple tile;
  const int modes = rank(*threads);
  for (int i = 0; i < modes; ++i)
    if (taken(i)) tile.append(Int{size(mode(*threads, i)), true});
  if (tile.rank() == 0) return;
  const auto tiled = zipped_divide(counting(*shape), tiler_of(tile));
  std::vector<Layout> of_threads, of_tensor;
  std::int64_t next = 1;
  for (int i = 0, kept = 0; i < modes; ++i) {
    const auto n = size(mode(*threads, i));
    of_threads.emplace_back(IntTuple(Int{n, true}), IntTuple(Int{next, true}));
    if (taken(i)) of_tensor.push_back(mode(mode(tiled, 0), kept++));
    else of_tensor.emplace_back(IntTuple(Int{n, true}), IntTuple(Int{0, true}));
    next *= n;
  }
  const auto rest = mode(tiled, 1);
  of_threads.push_back(standing_still(rest.shape()));
  of_tensor.push_back(rest);
  l.add(LinkKind::owner, 1, 0, IndexMap(make_layout(of_threads)), IndexMap(make_layout(of_tensor)));
}

bool any_of(std::string_view name, std::initializer_list<std::string_view> all) {
  for (const auto n : all)
    if (n == name) return true;
  return false;
}

}  // namespace

Layout standing_still(const IntTuple& shape) {
  return {shape, shape.transformed([](Int) { return Int{0, true}; })};
}

Layout count_pairs(const IntTuple& shape, int part) {
  IntTuple strides;
  IntTuple::Builder out(strides);
  std::int64_t next = 1;
  const auto opened = out.open();
  for (const auto pair : shape.view().modes()) {
    const auto inner = out.open();
    for (int i = 0; i < pair.rank(); ++i) add_strides(pair.mode(i), i == part, next, out);
    out.close(inner);
  }
  out.close(opened);
  return {shape, strides};
}

void link_tile(LinkBuilder& l, LinkKind kind, int tile, int tensor, const Tiler& tiler) {
  const auto shape = l.shape(tensor);
  if (!shape || l.size(tile) <= 0) return;
  const auto tiled = zipped_divide(counting(*shape), tiler);
  const auto inside = counting(mode(tiled, 0).shape());
  l.add(kind, tile, tensor, IndexMap(make_layout(inside, standing_still(mode(tiled, 1).shape()))), IndexMap(tiled));
}

bool link_tiling(LinkBuilder& l) {
  const auto op = l.operation();
  if (any_of(op, {"logical_divide", "zipped_divide", "tiled_divide", "flat_divide"})) {
    if (l.operands() == 2) link_divide(l);
  } else if (any_of(op, {"logical_product", "zipped_product", "tiled_product", "flat_product"})) {
    if (l.operands() == 2) link_product(l);
  } else if (op == "blocked_product" || op == "raked_product") {
    if (l.operands() == 2) link_pairs(l, Link::result, op == "blocked_product" ? 0 : 1, l.size(1) > 0 ? 1 : -1);
  } else if (op == "tile_to_shape") {
    link_pairs(l, Link::result, 0, -1);
    l.add_same(LinkKind::place, 1);
  } else if (any_of(op, {"local_tile", "inner_partition", "outer_partition"})) {
    l.add_reordered(0);
    const auto tiler = l.tiler(1);
    if (tiler && l.operands() == 3) link_tile(l, LinkKind::place, 1, 0, *tiler);
  } else if (op == "local_partition") {
    l.add_reordered(0);
    link_threads(l);
  } else {
    return link_tiled(l);
  }
  return true;
}

}  // namespace algebra::links
