#include "gpu/suggest/suggest_family.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/swizzle.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::IntTuple;
using algebra::Layout;

/// Returns the integers of a shape or a stride, in order.
std::vector<std::int64_t> integers_of(const IntTuple& t) {
  std::vector<std::int64_t> all;
  t.for_each_integer([&](algebra::Int i) { all.push_back(i.value); });
  return all;
}

/// Returns the modes with more than one element, the fastest first: by stride, equal strides in their order.
std::vector<std::size_t> order_of(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 1) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::abs(strides[i]); });
  return order;
}

FamilyBase base_of(TileLayout is) {
  FamilyBase b{.is = std::move(is)};
  b.cosize = algebra::cosize(b.is.layout);
  b.bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(1, b.cosize) - 1)));
  return b;
}

class FamilyWriter {
 public:
  explicit FamilyWriter(const TileQuestion& q)
      : q_(q),
        shape_(q.tile.shape().transformed([](algebra::Int i) {
          return algebra::Int{i.value, true};
        })),
        sizes_(integers_of(shape_)),
        strides_(integers_of(q.tile.stride())) {
    most_padding_ = q.vary.padding_bytes * 8 / q.element.bits;
  }

  tl::expected<Family, Message> family() {
    if (!q_.vary.nothing_else) {
      if (!plain()) return tl::unexpected(too_many());
    }
    if (q_.vary.canonical || q_.vary.nothing_else) atoms();
    return finish();
  }

 private:
  /// Adds compact layouts in every order, each with every padding. Returns false if there are too many.
  bool plain() {
    auto order = order_of(sizes_, strides_);
    std::vector<std::vector<std::size_t>> orders{order};
    if (q_.vary.order) {
      auto sorted = order;
      std::ranges::sort(sorted);
      if (sorted.size() > 8) return false;
      do {
        if (sorted != order) orders.push_back(sorted);
      } while (std::ranges::next_permutation(sorted).found);
    }
    for (const auto& o : orders)
      if (!padded(o)) return false;
    return true;
  }

  bool padded(const std::vector<std::size_t>& order) {
    const std::size_t places = order.empty() ? 0 : order.size() - 1;
    std::vector<std::int64_t> padding(places, 0);
    while (true) {
      std::vector<std::int64_t> strides(sizes_.size(), 0);
      std::int64_t stride = 1, all = 0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        strides[order[i]] = stride;
        stride *= sizes_[order[i]];
        if (i < places) stride += padding[i], all += padding[i];
      }
      auto next = strides.begin();
      Layout layout(shape_, shape_.transformed([&](algebra::Int) { return algebra::Int{*next++, true}; }));
      auto text = algebra::to_string(layout, q_.marks);
      family_.bases.push_back(base_of({.layout = std::move(layout), .expression = std::move(text), .padding = all}));
      if (static_cast<std::int64_t>(family_.bases.size()) > most_candidates) return false;
      std::size_t i = 0;
      while (i < places && padding[i] == most_padding_) padding[i++] = 0;
      if (i == places) return true;
      ++padding[i];
    }
  }

  /// Adds GMMA's atoms, and UMMA's of 32-bit elements, tiled over (M,K) or (M,K,pipe) in every order of tile_to_shape.
  void atoms() {
    const int rank = algebra::rank(q_.tile);
    if (rank < 2 || rank > 3) return;
    std::vector<std::int64_t> modes;
    for (int i = 0; i < rank; ++i) modes.push_back(algebra::size(algebra::mode(q_.tile, i)));
    IntTuple shape = IntTuple::tuple({});
    for (const auto m : modes) shape.append(IntTuple(algebra::Int{m, true}));
    using algebra::SmemSwizzle;
    for (const auto swizzle : {SmemSwizzle::sw128, SmemSwizzle::sw64, SmemSwizzle::sw32, SmemSwizzle::inter, SmemSwizzle::sw128_32b})
      for (const auto major : {algebra::Major::k, algebra::Major::mn}) {
        if (swizzle == SmemSwizzle::sw128_32b && (major == algebra::Major::k || q_.element.bits != 32)) continue;
        const auto atom = algebra::attempt([&] { return algebra::smem_atom(swizzle, major, q_.element.bits); });
        if (!atom) continue;
        bool divides = true;
        for (int i = 0; i < 2; ++i)
          divides = divides && modes[static_cast<std::size_t>(i)] % algebra::size(algebra::mode(atom->layout, i)) == 0;
        if (divides) tiled(*atom, {swizzle, major}, shape, modes);
      }
  }

  void tiled(const algebra::ComposedLayout& atom, const algebra::SmemAtomName& name, const IntTuple& shape,
             const std::vector<std::int64_t>& modes) {
    const auto* swizzle = atom.outer.only_swizzle();
    if (swizzle == nullptr) return;
    // Orders that differ only in the place of single tiles count once.
    std::vector<int> order(modes.size());
    std::iota(order.begin(), order.end(), 1);
    const auto first = order;
    std::vector<Layout> seen;
    do {
      IntTuple steps = IntTuple::tuple({});
      for (const int s : order) steps.append(IntTuple(algebra::Int{s, true}));
      const auto layout = algebra::attempt([&] { return algebra::tile_to_shape(atom.layout, shape, steps); });
      if (!layout || std::ranges::find(seen, *layout) != seen.end()) continue;
      seen.push_back(*layout);
      auto text = fmt::format("tile_to_shape({}<{}>{{}}, {}", algebra::to_string(name), type(), algebra::to_string(shape, q_.marks));
      if (order != first) text += ", Step<" + inside(algebra::to_string(steps, q_.marks)) + ">";
      family_.bases.push_back(base_of({.layout = *layout, .swizzle = *swizzle, .expression = text + ")", .padding = 0, .canonical = true}));
    } while (std::ranges::next_permutation(order).found);
  }

  /// Returns "(2,1)" without its brackets.
  static std::string inside(const std::string& tuple) { return tuple.substr(1, tuple.size() - 2); }
  std::string type() const { return q_.type.empty() ? q_.element.name : q_.type; }

  tl::expected<Family, Message> finish() {
    auto& members = family_.members;
    const auto add = [&](std::size_t base, const algebra::Swizzle& s) {
      members.push_back({.base = static_cast<std::uint32_t>(base),
                         .bits = static_cast<std::int8_t>(s.bits),
                         .shift = static_cast<std::int8_t>(s.shift),
                         .swizzle_base = static_cast<std::int8_t>(s.base)});
    };
    for (std::size_t b = 0; b < family_.bases.size(); ++b) {
      const auto& base = family_.bases[b];
      add(b, base.is.swizzle);
      if (!q_.vary.swizzles || base.is.canonical) continue;
      const int n = base.bits;
      for (int bits = 1; 2 * bits <= n; ++bits)
        for (const int sign : {1, -1})
          for (int shift = bits; bits + shift <= n; ++shift)
            for (int m = 0; m + bits + shift <= n; ++m) add(b, {.bits = bits, .base = m, .shift = sign * shift});
      if (static_cast<std::int64_t>(members.size()) > most_candidates) return tl::unexpected(too_many());
    }
    return std::move(family_);
  }

  Message too_many() const {
    return message(
        "There are more than {} candidates. Less padding than {} bytes, a tile of fewer modes, or a fixed order of them makes them fewer.",
        most_candidates, q_.vary.padding_bytes);
  }

  const TileQuestion& q_;
  const IntTuple shape_;  // always static
  std::vector<std::int64_t> sizes_, strides_;
  std::int64_t most_padding_ = 0;
  Family family_;
};

}  // namespace

tl::expected<Family, Message> family_of(const TileQuestion& q) { return FamilyWriter(q).family(); }

TileLayout spelled(const FamilyBase& base, const algebra::Swizzle& swizzle) {
  auto is = base.is;
  if (is.canonical || swizzle.bits == 0) return is;
  is.swizzle = swizzle;
  is.expression = fmt::format("composition(Swizzle<{},{},{}>{{}}, {})", swizzle.bits, swizzle.base, swizzle.shift, is.expression);
  return is;
}

}  // namespace gpu
