#pragma once
// Checks what divides, products and partitions promise, element by element: see naive_algebra.hpp.

#include <utility>

#include "naive_algebra.hpp"

namespace algebra::naive {

/// One tiler's part in a divide: offsets of a tile's elements, and where the tiles begin, in coordinates of A.
struct Split {
  std::vector<Wide> tile, rest;
  Wide end = 0;  ///< where tiles reach beyond the end of their mode: coordinates in it from here on are; 0: none do
};

inline std::vector<Wide> steps(Wide count, Wide weight) {
  std::vector<Wide> all;
  for (Wide k = 0; k < count; ++k) all.push_back(k * weight);
  return all;
}

/// Repeats the tile over [0, extent), each time at the first free place; false if that fails. There is no other way:
/// the first free place can only be a tile's first element.
inline bool lay_out(const std::vector<Wide>& tile, Wide extent, Wide weight, Split& split) {
  std::vector<bool> taken(static_cast<std::size_t>(extent), false);
  for (Wide begin = 0; begin < extent; ++begin) {
    if (taken[static_cast<std::size_t>(begin)]) continue;
    for (const auto e : tile) {
      const auto at = begin + e;
      if (at < 0 || at >= extent || taken[static_cast<std::size_t>(at)]) return false;
      taken[static_cast<std::size_t>(at)] = true;
    }
    split.rest.push_back(begin * weight);
  }
  for (const auto e : tile) split.tile.push_back(e * weight);
  return true;
}

/// The parts of a divide of a shape, in the order of the modes; false if a tiler does not tile its mode. may_round: the last tile of
/// neighbours may reach beyond the end of a mode with a dynamic size.
inline bool split(const IntTuple& shape, const Tiler& tiler, Wide weight, std::vector<Split>& parts, bool may_round = false) {
  if (tiler.by_mode()) {
    for (int i = 0; i < shape.rank(); ++i) {
      const auto here = shape.mode(i);
      if (i >= static_cast<int>(tiler.modes().size())) parts.push_back({{0}, steps(product_of(here), weight)});
      else if (!split(here, tiler.modes()[static_cast<std::size_t>(i)], weight, parts, may_round)) return false;
      weight *= product_of(here);
    }
    return true;
  }
  const auto extent = product_of(shape);
  const auto* leaf = std::get_if<IntTuple>(&tiler.is);
  if (leaf != nullptr && leaf->is_underscore()) {
    // The whole mode. CuTe zips the modes of a pair as if they were a tile and the rest.
    const auto first = shape.rank() == 2 ? product_of(shape.mode(0)) : 1;
    parts.push_back({steps(first, weight), steps(extent / first, weight * first)});
    return true;
  }
  parts.emplace_back();
  const auto tile = leaf != nullptr ? steps(leaf->integer().value, 1) : Function(std::get<Layout>(tiler.is)).values();
  const auto size = static_cast<Wide>(tile.size());
  bool all_static = true;
  shape.for_each_integer([&](Int n) { all_static = all_static && n.is_static; });
  if (may_round && !all_static && size > 0 && extent % size != 0 && tile == steps(size, 1)) {
    parts.back() = {steps(size, weight), steps((extent + size - 1) / size, weight * size), extent * weight};
    return true;
  }
  return lay_out(tile, extent, weight, parts.back());
}

/// All sums of one number from each list, the first list varying fastest.
inline std::vector<Wide> sums(const std::vector<const std::vector<Wide>*>& lists) {
  std::vector<Wide> all{0};
  for (const auto* list : lists) {
    std::vector<Wide> next;
    next.reserve(all.size() * list->size());
    for (const auto x : *list)
      for (const auto before : all) next.push_back(before + x);
    all = std::move(next);
  }
  return all;
}

inline std::vector<const std::vector<Wide>*> tiles_of(const std::vector<Split>& parts) {
  std::vector<const std::vector<Wide>*> lists;
  for (const auto& p : parts) lists.push_back(&p.tile);
  return lists;
}
inline std::vector<const std::vector<Wide>*> rests_of(const std::vector<Split>& parts) {
  std::vector<const std::vector<Wide>*> lists;
  for (const auto& p : parts) lists.push_back(&p.rest);
  return lists;
}

inline Wide size_of_tile(const std::vector<Split>& parts) {
  Wide n = 1;
  for (const auto& p : parts) n *= static_cast<Wide>(p.tile.size());
  return n;
}

/// Returns whether some leading modes of the result hold exactly `elements` elements: the tile.
inline bool begins_with(const Layout& r, Wide elements) {
  Wide n = 1;
  for (int i = 0; i < rank(r) && n != elements; ++i) n *= product_of(r.shape().mode(i));
  return n == elements;
}

/// Returns whether a logical_divide has a tile of the tiler's size for every leaf of the tiler.
inline bool split_like(const Layout& r, const Tiler& tiler) {
  if (tiler.by_mode()) {
    for (std::size_t i = 0; i < tiler.modes().size(); ++i)
      if (!split_like(mode(r, static_cast<int>(i)), tiler.modes()[i])) return false;
    return true;
  }
  if (const auto* layout = std::get_if<Layout>(&tiler.is)) return product_of(r.shape().mode(0)) == product_of(layout->shape());
  const auto& leaf = std::get<IntTuple>(tiler.is);
  return leaf.is_underscore() || product_of(r.shape().mode(0)) == leaf.integer().value;
}

/// Returns, for each sum over these lists, whether one of its coordinates lies beyond the end of its mode.
inline std::vector<bool> beyond_the_end(const std::vector<Split>& parts, const std::vector<const std::vector<Wide>*>& order) {
  Wide count = 1;
  for (const auto* list : order) count *= static_cast<Wide>(list->size());
  std::vector<bool> beyond(static_cast<std::size_t>(count), false);
  for (const auto& p : parts) {
    if (p.end == 0) continue;
    std::vector<std::vector<Wide>> own;
    for (const auto* list : order) own.push_back(list == &p.tile || list == &p.rest ? *list : std::vector<Wide>(list->size(), 0));
    std::vector<const std::vector<Wide>*> lists;
    for (const auto& list : own) lists.push_back(&list);
    const auto at = sums(lists);
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] >= p.end) beyond[i] = true;
  }
  return beyond;
}

/// Element e of tile t is A(T(e) + rest(t)). by_tile: all tile modes precede all rests, as in every divide but
/// logical_divide.
inline Judgement divide(const Layout& a, const Tiler& tiler, bool by_tile, const Layout& r) {
  std::vector<Split> parts;
  if (!split(a.shape(), tiler, 1, parts, true)) return "the tiler does not tile A";
  std::vector<const std::vector<Wide>*> order;
  if (by_tile) {
    order = tiles_of(parts);
    for (const auto* rest : rests_of(parts)) order.push_back(rest);
  } else {
    for (const auto& p : parts) order.insert(order.end(), {&p.tile, &p.rest});
  }
  const auto at = sums(order), is = Function(r).values();
  if (is.size() != at.size()) return "not A's size";
  const auto beyond = beyond_the_end(parts, order);
  const Function f(a);
  for (std::size_t i = 0; i < at.size(); ++i)
    if (!beyond[i] && is[i] != f(at[i])) return "another element of A";
  if (by_tile) return begins_with(r, size_of_tile(parts)) ? nullptr : "not the tile's size";
  return split_like(r, tiler) ? nullptr : "not the tile's size";
}

inline std::size_t different(std::vector<Wide> all) {
  std::sort(all.begin(), all.end());
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

/// Copies are disjoint if the number of indices is the block's number times the number of places. Repetitions within the block are repeated
/// in each copy, and where the tiler has an index twice there are two copies at one place.
inline Judgement disjoint_copies(const Layout& block, const Layout& tiler, const Layout& r) {
  const Function result(r), f(block), g(tiler);
  if (result.size() != f.size() * g.size()) return "not as many copies as wanted";
  return different(result.values()) == different(f.values()) * different(g.values()) ? nullptr : "copies overlap";
}

/// `is` has a block's elements fastest: the first are the block, and copies begin in the order of the tiler's indices.
inline Judgement copies_in_order(const Layout& block, const Layout& tiler, const std::vector<Wide>& is) {
  const auto first = Function(block).values(), places = Function(tiler).values();
  if (!std::equal(first.begin(), first.end(), is.begin())) return "the first copy is not A";
  std::vector<std::pair<Wide, Wide>> order;
  for (std::size_t t = 0; t < places.size(); ++t) {
    const auto begin = is[t * first.size()];
    for (std::size_t e = 0; e < first.size(); ++e)
      if (is[t * first.size() + e] != begin + first[e] - first[0]) return "a copy is not like A";
    order.emplace_back(places[t], begin);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t t = 1; t < order.size(); ++t)
    if (order[t].first == order[t - 1].first ? order[t].second != order[t - 1].second : order[t].second <= order[t - 1].second)
      return "not in the tiler's order";
  return nullptr;
}

inline Judgement logical_product(const Layout& block, const Layout& tiler, const Layout& r) {
  if (const auto* why = disjoint_copies(block, tiler, r)) return why;
  return copies_in_order(block, tiler, Function(r).values());
}

/// Returns the elements of a product by rank, those of a block fastest. blocked: each mode is (block, tiler), else (tiler, block).
inline std::vector<Wide> unzipped(const Layout& block, const Layout& tiler, const Layout& r, bool blocked) {
  std::vector<Split> parts;
  Wide weight = 1;
  for (int i = 0; i < rank(r); ++i) {
    const auto inner = i < rank(block) ? product_of(block.shape().mode(i)) : 1;
    const auto outer = i < rank(tiler) ? product_of(tiler.shape().mode(i)) : 1;
    parts.push_back({steps(inner, blocked ? weight : weight * outer), steps(outer, blocked ? weight * inner : weight)});
    weight *= inner * outer;
  }
  auto lists = tiles_of(parts);
  for (const auto* rest : rests_of(parts)) lists.push_back(rest);
  const Function f(r);
  auto at = sums(lists);
  for (auto& c : at) c = f(c);
  return at;
}

/// Returns the elements of one thread: in each mode of A, its own coordinates modulo the number of threads there.
inline std::vector<Wide> owned(const Layout& a, const Layout& threads, Wide thread) {
  const auto numbers = Function(threads).values();
  auto place = static_cast<Wide>(std::find(numbers.begin(), numbers.end(), thread) - numbers.begin());
  std::vector<std::vector<Wide>> lists;
  Wide weight = 1;
  for (int i = 0; i < rank(a); ++i) {
    const auto extent = product_of(a.shape().mode(i)), across = i < rank(threads) ? product_of(threads.shape().mode(i)) : 1;
    lists.emplace_back();
    for (Wide c = place % across; c < extent; c += across) lists.back().push_back(c * weight);
    place /= across;
    weight *= extent;
  }
  std::vector<const std::vector<Wide>*> order;
  for (const auto& list : lists) order.push_back(&list);
  const Function f(a);
  auto at = sums(order);
  for (auto& c : at) c = f(c);
  return at;
}

}  // namespace algebra::naive
