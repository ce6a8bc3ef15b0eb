#include "algebra/links/link_tilings.hpp"

#include <array>
#include <utility>
#include <vector>

#include "algebra/layout/operations.hpp"
#include "algebra/links/link_builder.hpp"

namespace algebra::links {
namespace {

using View = IntTuple::View;

/// Counts one part of the pairs into which a tiler has split a shape (0: tile or block, 1: rest or copies), and with `beyond` also the
/// modes beyond the tiler. Returns false if the shape is not split so.
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

/// Returns element of logical_divide's or logical_product's result -> element of its tile or block (part 0), or of the rest or the copies
/// (part 1). `gathered`: in the order of the zipped, tiled and flat ones, which share 1-D coordinates.
std::optional<Layout> part_of(const Layout& split, const Tiler& tiler, int part, bool beyond, bool gathered) {
  IntTuple strides;
  std::int64_t next = 1;
  const auto& shape = split.shape();
  {
    IntTuple::Builder out(strides);
    if (!count_part(shape.view(), tiler, part, beyond, next, out)) return std::nullopt;
  }
  Layout counted(shape, strides);
  return gathered ? tile_unzip(counted, tiler) : counted;
}

/// Links each element of the result to the element of operand `of` that this part of the split represents.
void link_part(LinkBuilder& l, LinkKind kind, int of, const Layout& split, const Tiler& tiler, int part, bool gathered) {
  const auto n = l.size(Link::result);
  const auto leg = part_of(split, tiler, part, part == 0 && of == 0, gathered);
  if (leg && size(*leg) == n) l.add(kind, of, Link::result, IndexMap(*leg), IndexMap(counting(n)));
}

void link_divide(LinkBuilder& l, bool gathered) {
  if (l.operands() != 2) return;
  l.add_reordered(0);
  const auto tiler = l.tiler(1);
  const auto a = l.shape(0);
  if (!tiler || !a || l.size(1) <= 0) return;
  const auto split = logical_divide(counting(*a), *tiler);
  link_part(l, LinkKind::place, 1, split, *tiler, 0, gathered);
}

void link_product(LinkBuilder& l, bool gathered) {
  if (l.operands() != 2) return;
  const auto block = l.layout(0);
  if (!block) return;
  // Without the swizzle the product's elements are the same.
  const auto* composed = std::get_if<ComposedLayout>(&l.value(1));
  const auto tiler = composed != nullptr ? std::optional(tiler_of(composed->layout)) : l.tiler(1);
  if (!tiler) return;
  const auto split = logical_product(*block, *tiler);
  link_part(l, LinkKind::place, 0, split, *tiler, 0, gathered);
  if (l.size(1) > 0) link_part(l, LinkKind::place, 1, split, *tiler, 1, gathered);
}

/// Links pairs of block and copies, mode by mode; `block_part` tells which comes first.
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

/// Links each element of the tile to its thread: the threads' coordinates step through it. In modes that the step leaves out, all threads
/// share the elements.
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

}  // namespace

void divided(LinkBuilder& l) { link_divide(l, false); }
void divided_and_gathered(LinkBuilder& l) { link_divide(l, true); }
void repeated(LinkBuilder& l) { link_product(l, false); }
void repeated_and_gathered(LinkBuilder& l) { link_product(l, true); }

void blocked(LinkBuilder& l) {
  if (l.operands() == 2) link_pairs(l, Link::result, 0, l.size(1) > 0 ? 1 : -1);
}
void raked(LinkBuilder& l) {
  if (l.operands() == 2) link_pairs(l, Link::result, 1, l.size(1) > 0 ? 1 : -1);
}
void tiled_to_shape(LinkBuilder& l) {
  link_pairs(l, Link::result, 0, -1);
  l.add_same(LinkKind::place, 1);
}

void tile(LinkBuilder& l) {
  l.add_reordered(0);
  const auto tiler = l.tiler(1);
  if (tiler && l.operands() == 3) link_tile(l, LinkKind::place, 1, 0, *tiler);
}
void threads(LinkBuilder& l) {
  l.add_reordered(0);
  link_threads(l);
}

}  // namespace algebra::links
