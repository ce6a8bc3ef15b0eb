#include "algebra/hardware/tma.hpp"

#include <algorithm>
#include <numeric>

#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// The copies of an atom along one mode of the layout.
struct Copies {
  int mode = 0;
  std::size_t leaf = 0;  ///< the layout's leaf, left to right
  Int count, stride;
};

constexpr std::size_t most_copies = 4;

/// Returns the modes of the layout that step from atom to atom, by their strides; nullopt if a mode has several.
std::optional<std::vector<Copies>> copies_of(const Layout& l, std::int64_t atom) {
  std::vector<Copies> all;
  std::size_t leaf = 0;
  for (int i = 0; i < rank(l); ++i) {
    int of_mode = 0;
    IntTuple::for_each_pair(mode(l, i).shape(), mode(l, i).stride(), [&](Int s, Int d) {
      if (d.value >= atom && s.value > 1) all.push_back({i, leaf, s, d}), ++of_mode;
      ++leaf;
    });
    if (of_mode > 1) return std::nullopt;
  }
  std::sort(all.begin(), all.end(), [](const Copies& a, const Copies& b) { return a.stride.value < b.stride.value; });
  return all;
}

/// Returns the layout with its copies in another order.
Layout reordered(const Layout& l, const std::vector<Copies>& copies, std::int64_t atom) {
  std::size_t leaf = 0;
  return {l.shape(), l.stride().transformed([&](Int d) {
            Int step{atom, true};
            for (const auto& c : copies) {
              if (c.leaf == leaf) {
                ++leaf;
                return step;
              }
              step = step * c.count;
            }
            ++leaf;
            return d;
          })};
}

/// Returns the place of each mode, as tile_to_shape takes it.
IntTuple order_of(const std::vector<Copies>& copies, int rank) {
  std::vector<std::int64_t> place(static_cast<std::size_t>(rank), 0);
  std::int64_t next = 1;
  for (const auto& c : copies) place[static_cast<std::size_t>(c.mode)] = next++;
  IntTuple order;
  for (auto p : place) order.append(Int{p == 0 ? next++ : p, true});
  return order;
}

}  // namespace

std::optional<TmaOrder> better_order(const Tma& tma) {
  const auto* shared = std::get_if<ComposedLayout>(&tma.shared);
  if (shared == nullptr || shared->outer.offset.pointer_bits == 0 || shared->outer.offset.torn) return std::nullopt;
  const auto& swizzle = *shared->outer.only_swizzle();
  const auto atom = std::int64_t{1} << (swizzle.base + swizzle.shift + swizzle.bits);
  auto copies = copies_of(shared->layout, atom);
  const auto now = instructions_per_tile(tma);
  if (now == 1 || !copies || copies->size() < 2 || copies->size() > most_copies) return std::nullopt;
  std::sort(copies->begin(), copies->end(), [](const Copies& a, const Copies& b) { return a.leaf < b.leaf; });
  std::optional<TmaOrder> best;
  const auto less = [](const Copies& a, const Copies& b) { return a.leaf < b.leaf; };
  do {
    TmaOrder candidate{order_of(*copies, rank(shared->layout)), {shared->outer, reordered(shared->layout, *copies, atom)}};
    const std::variant<Layout, ComposedLayout> layout = candidate.shared;
    const auto made = attempt([&] {
      return make_tma_atom({.instruction = tma.traits.name,
                            .tensor = tma.tensor,
                            .shared = layout,
                            .tile = tma.tile,
                            .cluster = tma.cluster,
                            .internal = tma.internal});
    });
    if (!made) continue;
    candidate.instructions = instructions_per_tile(*made->tma);
    if (candidate.instructions < (best ? best->instructions : now)) best = std::move(candidate);
  } while (std::next_permutation(copies->begin(), copies->end(), less));
  return best;
}

}  // namespace algebra
