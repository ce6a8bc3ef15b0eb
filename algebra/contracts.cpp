#include "algebra/contracts.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "algebra/advice.hpp"
#include "algebra/index_walk.hpp"
#include "algebra/mode_list.hpp"
#include "algebra/sample.hpp"

namespace algebra {
namespace {

bool is_cancelled(const Checking& c) { return c.cancelled != nullptr && c.cancelled->load(std::memory_order_relaxed); }

Verdict pending(std::string contract, std::int64_t total) {
  return {.kind = Verdict::Kind::pending, .contract = std::move(contract), .checked = 0, .total = total, .counterexample = {}};
}

Verdict broken(std::string contract, std::string why) {
  return {.kind = Verdict::Kind::broken, .contract = std::move(contract), .checked = 1, .total = 1, .counterexample = std::move(why)};
}

/// Looks at `holds(i, r(i))` for the coordinates of r, all or an even sample; holds returns "" or the counterexample.
template <class Holds>
Verdict enumerate(std::string contract, const Layout& r, const Checking& checking, Holds&& holds) {
  const auto total = size(r);
  const bool whole = total <= checking.most;
  if (!whole && !checking.sample) return pending(std::move(contract), total);
  Verdict v{.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = 0, .total = total, .counterexample = {}};
  const auto look = [&](std::int64_t i, std::int64_t index) {
    ++v.checked;
    v.counterexample = holds(i, index);
    if (!v.counterexample.empty()) v.kind = Verdict::Kind::broken;
    else if ((v.checked & 0xfff) == 0 && is_cancelled(checking)) v.kind = Verdict::Kind::pending;
    return v.kind == Verdict::Kind::kept;
  };
  if (whole) {
    walk_indices(r, 0, total, look);
    return v;
  }
  for (std::int64_t k = 0; k < checked_whole; ++k) {
    const auto i = sample_at(k, checked_whole, total);
    if (!look(i, r(i))) break;
  }
  return v;
}

/// The same with the index of a second layout for each coordinate: holds(i, r(i), other(i)).
template <class Holds>
Verdict enumerate(std::string contract, const Layout& r, const Layout& other, const Checking& checking, Holds&& holds) {
  const auto total = size(r);
  if (total > checking.most)
    return enumerate(std::move(contract), r, checking, [&](std::int64_t i, std::int64_t have) { return holds(i, have, other(i)); });
  Verdict v{.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = 0, .total = total, .counterexample = {}};
  walk_both(r, other, total, [&](std::int64_t i, std::int64_t have, std::int64_t with) {
    ++v.checked;
    v.counterexample = holds(i, have, with);
    if (!v.counterexample.empty()) v.kind = Verdict::Kind::broken;
    else if ((v.checked & 0xfff) == 0 && is_cancelled(checking)) v.kind = Verdict::Kind::pending;
    return v.kind == Verdict::Kind::kept;
  });
  return v;
}

/// The indices of a layout, all or some of them.
struct Reached {
  IndexSet set;
  bool all = true;
  std::int64_t repeated = -1;   ///< a coordinate whose index an earlier one has, where that was asked for
};

Reached reached_by(const Layout& l, const Checking& checking, bool look_for_repeats = false) {
  const auto range = index_range(l);
  const auto total = size(l);
  std::int64_t room = 0;
  if (__builtin_sub_overflow(range.greatest, range.least, &room) || __builtin_add_overflow(room, 1, &room)) room = std::numeric_limits<std::int64_t>::max();
  Reached r{IndexSet(range.least, room, total), true, -1};
  const bool whole = total <= checking.most && r.set.usable();
  if (!whole) r = {IndexSet(range.least, room, checked_whole), false, -1};
  const auto add = [&](std::int64_t i, std::int64_t index) {
    if (look_for_repeats && r.set.dense() && r.set.contains(index)) r.repeated = i;
    r.set.add(index);
    return r.repeated < 0 && !((i & 0xfff) == 0 && is_cancelled(checking));
  };
  const auto count = std::min(total, checked_whole);
  if (whole) walk_indices(l, 0, total, add);
  else
    for (std::int64_t k = 0; k < count; ++k) r.set.add(l(sample_at(k, count, total)));
  r.set.finish();
  if (look_for_repeats && whole && !r.set.dense()) r.repeated = r.set.repeated() ? 0 : -1;
  return r;
}

/// Whether two coordinates share an index; the index that is shared first. Only for layouts that are looked at whole.
std::optional<std::int64_t> repeated_index(const Layout& l, const Checking& checking) {
  const auto r = reached_by(l, checking, true);
  if (r.repeated < 0) return std::nullopt;
  return r.set.dense() ? l(r.repeated) : *r.set.repeated();
}

std::string shape_text(const Layout& l) { return to_string(l.shape(), Marks::plain); }

}  // namespace

Verdict check_coalesce(const Layout& l, const Layout& r, const Checking& checking) {
  const auto* contract = "R(i) = L(i)";
  if (size(l) != size(r)) return broken(contract, fmt::format("R has {} elements, L has {}", size(r), size(l)));
  if (has_basis(l)) {
    const auto room = coshape(l);
    return check_coalesce(linear_in(l, room), linear_in(r, room), checking);
  }
  return enumerate(contract, r, l, checking, [](std::int64_t i, std::int64_t have, std::int64_t want) {
    return have == want ? std::string{} : fmt::format("R({}) = {} where L({}) = {}", i, have, i, want);
  });
}

Verdict check_composition(const Layout& a, const Layout& b, const Layout& r, const Checking& checking) {
  const auto* contract = "R(c) = A(B(c))";
  if (size(r) != size(b)) return broken(contract, fmt::format("R has {} elements, B has {}", size(r), size(b)));
  if (!compatible(b.shape(), r.shape()))
    return broken(contract, fmt::format("R's shape {} does not take the coordinates of B's shape {}", shape_text(r), shape_text(b)));
  if (has_basis(b)) return check_composition(a, linear_in(b, a.shape()), r, checking);
  if (has_basis(a)) {
    const auto room = coshape(a);
    return check_composition(linear_in(a, room), b, linear_in(r, room), checking);
  }
  return enumerate(contract, r, b, checking, [&](std::int64_t i, std::int64_t have, std::int64_t from) {
    const auto want = a(from);
    return have == want ? std::string{} : fmt::format("R({}) = {} where A(B({})) = {}", i, have, i, want);
  });
}

namespace {

/// The verdicts of all modes as one; the first that is not kept decides.
template <class OfMode>
Verdict by_mode(std::string contract, std::size_t modes, OfMode&& of_mode) {
  Verdict sum{.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = 0, .total = 0, .counterexample = {}};
  for (std::size_t i = 0; i < modes; ++i) {
    const auto v = of_mode(static_cast<int>(i));
    sum.checked += v.checked;
    sum.total += v.total;
    if (v.kind == Verdict::Kind::kept) continue;
    sum.kind = v.kind;
    if (!v.counterexample.empty()) sum.counterexample = fmt::format("mode {}: {}", i, v.counterexample);
    break;
  }
  return sum;
}

}  // namespace

Verdict check_composition(const Layout& a, const Tiler& b, const Layout& r, const Checking& checking) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return check_composition(a, *layout, r, checking);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return check_coalesce(a, r, checking);
    return check_composition(a, make_layout(*leaf), r, checking);
  }
  return by_mode("R(c) = A(B(c)), by mode", b.modes().size(), [&](int i) {
    return check_composition(mode(a, i), b.modes()[static_cast<std::size_t>(i)], mode(r, i), checking);
  });
}

Verdict check_complement(const Layout& l, const Layout& r, const Checking& checking) {
  return check_complement(l, cosize_of(filter(l)), r, checking);
}

Verdict check_complement(const Layout& l, const IntTuple& cotarget, const Layout& r, const Checking& checking) {
  const auto* contract = "increasing, disjoint from L, size and cosize within bounds";
  const auto wanted = product(cotarget);
  const auto filtered = filter(l);
  const auto least = ceil_div(wanted, size_of(filtered)).value;
  if (size(r) < least) return broken(contract, fmt::format("R has {} elements, {} / size(L) are {}", size(r), wanted.value, least));
  // L and R repeat after the room of L's widest mode; CuTe's documentation says cosize(L), which a gap at the end exceeds.
  Int period{1, true};
  for (const auto& m : flat_modes(filtered)) period = max(period, m.shape * abs(m.stride));
  const auto most = (ceil_div(wanted, period) * period).value;
  if (cosize(r) > most) return broken(contract, fmt::format("R has cosize {}, more than {} rounded up to a multiple of {}", cosize(r), wanted.value, period.value));
  if (std::max(size(r), size(l)) > checking.most && !checking.sample) return pending(contract, size(r));
  const auto taken = reached_by(l, checking);
  std::int64_t before = 0, last = -1;
  auto verdict = enumerate(contract, r, checking, [&](std::int64_t i, std::int64_t here) -> std::string {
    if (i > 0 && last != i - 1) before = r(i - 1);   // in a sample the neighbour is not the one looked at last
    const auto previous = std::exchange(before, here);
    last = i;
    if (i > 0 && here <= previous) return fmt::format("R({}) = {} after R({}) = {}", i, here, i - 1, previous);
    if (here != 0 && taken.set.contains(here)) return fmt::format("R({}) = {}, which L reaches too", i, here);
    return {};
  });
  // Compared with a sample of L only, nothing is proved of every element.
  if (!taken.all && verdict.kind == Verdict::Kind::kept) verdict.checked = std::min(verdict.checked, verdict.total - 1);
  return verdict;
}

Verdict check_right_inverse(const Layout& l, const Layout& r, const Checking& checking) {
  return enumerate("L(R(i)) = i", r, checking, [&](std::int64_t i, std::int64_t at) {
    const auto back = l(at);
    return back == i ? std::string{} : fmt::format("L(R({})) = {}", i, back);
  });
}

Verdict check_left_inverse(const Layout& l, const Layout& r, const Checking& checking) {
  // Where two coordinates share an index no function tells them apart.
  const bool injective = size(l) <= checking.most && !repeated_index(l, checking);
  const bool quasi = size(l) <= checking.most && !injective;
  return enumerate(quasi ? "L(R(L(i))) = L(i)" : "R(L(i)) = i", l, checking, [&](std::int64_t i, std::int64_t index) {
    const auto back = r(index);
    if (back == i) return std::string{};
    if (!quasi) return fmt::format("R(L({})) = {}", i, back);
    return l(back) == index ? std::string{} : fmt::format("L(R(L({}))) = {} where L({}) = {}", i, l(back), i, index);
  });
}

namespace {

constexpr const char* divided_contract = "D(c) = A(T(c)), each element in one tile";

/// `identity`: where each element of the result comes from, the same divide of the layout that counts A's elements.
Verdict check_divided(const Layout& a, const Layout& identity, const Layout& r, const Checking& checking) {
  const auto elements = size(a);
  if (elements <= checking.most) {
    const auto range = index_range(identity);
    if (size(identity) != elements || range.least < 0 || range.greatest >= elements)
      return broken(divided_contract, fmt::format("the tiles reach element {} of A, which has {}", range.greatest, elements));
    if (const auto twice = repeated_index(identity, checking)) return broken(divided_contract, fmt::format("element {} of A is in two tiles", *twice));
  }
  return enumerate(divided_contract, r, identity, checking, [&](std::int64_t i, std::int64_t have, std::int64_t from) {
    const auto want = a(from);
    return have == want ? std::string{} : fmt::format("D({}) = {} where A({}) = {}", i, have, from, want);
  });
}

Tiler all_known(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return {algebra::all_known(*layout)};
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return {algebra::all_known({*leaf, *leaf}).shape()};
  std::vector<Tiler> modes;
  for (const auto& m : t.modes()) modes.push_back(all_known(m));
  return {std::move(modes)};
}

/// Whether each mode's tile has as many elements as its tiler takes; "" or which has not. `divided`: logical_divide.
std::string wrong_tile(const Tiler& t, const Layout& divided) {
  if (t.by_mode()) {
    for (std::size_t i = 0; i < t.modes().size(); ++i) {
      auto wrong = wrong_tile(t.modes()[i], mode(divided, static_cast<int>(i)));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }
  const auto* leaf = std::get_if<IntTuple>(&t.is);
  if (leaf != nullptr && leaf->is_underscore()) return {};
  const auto wanted = leaf != nullptr ? leaf->integer().value : size(std::get<Layout>(t.is));
  const auto have = size(mode(divided, 0));
  return have == wanted ? std::string{} : fmt::format("a tile has {} elements, the tiler takes {}", have, wanted);
}

}  // namespace

namespace {

/// logical_divide's (tile, rest) without knowing where the tiles stand: the first tile is A o T, and all tiles together
/// have A's indices.
Verdict check_split(const Layout& a, const Tiler& t, const Layout& divided, const Checking& checking) {
  if (t.by_mode())
    return by_mode(divided_contract, t.modes().size(), [&](int i) {
      return check_split(mode(a, i), t.modes()[static_cast<std::size_t>(i)], mode(divided, i), checking);
    });
  const auto* leaf = std::get_if<IntTuple>(&t.is);
  if (leaf != nullptr && leaf->is_underscore()) return check_coalesce(a, divided, checking);
  if (size(a) > checking.most) return checking.sample ? Verdict{} : pending(divided_contract, size(a));
  const auto tile = leaf != nullptr ? make_layout(*leaf) : std::get<Layout>(t.is);
  for (std::int64_t e = 0; e < size(tile); ++e)
    if (tile(e) < 0 || tile(e) >= size(a) || divided(e) != a(tile(e))) return broken(divided_contract, fmt::format("D({}) = {} where A({}) = {}", e, divided(e), tile(e), a(tile(e))));
  std::vector<std::int64_t> have, want;
  const auto collect = [](std::vector<std::int64_t>& into) {
    return [&into](std::int64_t, std::int64_t index) {
      into.push_back(index);
      return true;
    };
  };
  walk_indices(divided, 0, size(divided), collect(have));
  walk_indices(a, 0, size(a), collect(want));
  std::sort(have.begin(), have.end());
  std::sort(want.begin(), want.end());
  if (have != want) return broken(divided_contract, "the tiles do not have A's elements");
  return {.kind = Verdict::Kind::kept, .contract = divided_contract, .checked = size(a), .total = size(a), .counterexample = {}};
}

}  // namespace

Verdict check_divide(const Layout& a, const Tiler& tiler, Divide divide, const Layout& r, const Checking& checking) {
  if (size(r) != size(a))
    return broken(divided_contract, fmt::format("the tiles hold {} elements, A has {}: the tiler does not divide it", size(r), size(a)));
  if (auto wrong = wrong_tile(tiler, logical_divide(a, tiler)); !wrong.empty()) return broken(divided_contract, std::move(wrong));
  if (has_basis(a)) {
    const auto room = coshape(a);
    return check_divide(linear_in(a, room), tiler, divide, linear_in(r, room), checking);
  }
  // With every integer known, CuTe's own conditions hold for it, or it refuses.
  const auto identity = attempt([&] { return divide(algebra::all_known(make_layout(a.shape())), all_known(tiler), nullptr); });
  if (!identity) return check_split(a, tiler, logical_divide(a, tiler), checking);
  return check_divided(a, *identity, r, checking);
}

Verdict check_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking& checking) {
  const auto* contract = "copies of A are disjoint";
  if (size(r) != (size_of(block) * size_of(tiler)).value)
    return broken(contract, fmt::format("R has {} elements, {} copies of {} are wanted", size(r), size(tiler), size(block)));
  if (size(r) > checking.most) return checking.sample ? Verdict{} : pending(contract, size(r));
  // Copies of a block that repeats an index repeat it too; that is no fault of the product.
  if (repeated_index(block, checking) || repeated_index(tiler, checking)) return {};
  if (const auto twice = repeated_index(r, checking)) return broken(contract, fmt::format("index {} is in two copies", *twice));
  if (is_cancelled(checking)) return pending(contract, size(r));
  return {.kind = Verdict::Kind::kept, .contract = contract, .checked = size(r), .total = size(r), .counterexample = {}};
}

Verdict check_logical_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking& checking) {
  auto verdict = check_product(block, tiler, r, checking);
  if (verdict.kind != Verdict::Kind::kept) return verdict;
  verdict.contract = "first mode is A, copies disjoint, in the tiler's order";
  const auto step = size(block), copies = size(tiler);
  for (std::int64_t i = 0; i < step; ++i)
    if (r(i) != block(i)) return broken(verdict.contract, fmt::format("R({}) = {} where A({}) = {}", i, r(i), i, block(i)));
  std::vector<std::pair<std::int64_t, std::int64_t>> order;
  for (std::int64_t t = 0; t < copies; ++t) order.emplace_back(tiler(t), r(t * step));
  std::sort(order.begin(), order.end());
  for (std::size_t t = 1; t < order.size(); ++t)
    if (order[t].second <= order[t - 1].second)
      return broken(verdict.contract, fmt::format("the copy at {} of the tiler begins at {}, the one before it at {}", order[t].first, order[t].second, order[t - 1].second));
  return verdict;
}

Verdict check_logical_product(const Layout& block, const Tiler& tiler, const Layout& r, const Checking& checking) {
  if (const auto* layout = std::get_if<Layout>(&tiler.is)) return check_logical_product(block, *layout, r, checking);
  if (const auto* leaf = std::get_if<IntTuple>(&tiler.is))
    return leaf->is_underscore() ? check_coalesce(block, r, checking) : check_logical_product(block, make_layout(*leaf), r, checking);
  return by_mode("by mode: first A, copies disjoint, in the tiler's order", tiler.modes().size(), [&](int i) {
    return check_logical_product(mode(block, i), tiler.modes()[static_cast<std::size_t>(i)], mode(r, i), checking);
  });
}

namespace {

std::int64_t wrapped_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// Of a tensor that has an index more than once: as often as there, each index must have owners.
Verdict check_owners_of_repeated(const Layout& tensor, const Layout& threads, const char* contract) {
  std::vector<std::int64_t> elements, owned;
  const auto collect = [](std::vector<std::int64_t>& into, std::int64_t offset) {
    return [&into, offset](std::int64_t, std::int64_t index) {
      into.push_back(wrapped_sum(offset, index));
      return true;
    };
  };
  walk_indices(tensor, 0, size(tensor), collect(elements, 0));
  for (std::int64_t t = 0; t < size(threads) && owned.size() <= 4 * elements.size() + 1024; ++t) {
    const auto part = local_partition({.offset = 0, .layout = tensor}, threads, Int{t, false});
    walk_indices(part.layout, 0, size(part.layout), collect(owned, part.offset));
  }
  std::sort(elements.begin(), elements.end());
  std::sort(owned.begin(), owned.end());
  const auto total = static_cast<std::int64_t>(elements.size());
  if (owned == elements) return {.kind = Verdict::Kind::kept, .contract = contract, .checked = total, .total = total, .counterexample = {}};
  const auto [a, b] = std::mismatch(elements.begin(), elements.end(), owned.begin(), owned.end());
  if (a == elements.end() || (b != owned.end() && *b < *a))
    return broken(contract, fmt::format("index {} is owned {}", *b, b != owned.begin() && *(b - 1) == *b ? "twice" : "but not in the tensor"));
  return broken(contract, fmt::format("index {} has no owner", *a));
}

}  // namespace

Verdict check_partition(const Tensor& tensor, const Layout& threads, const Checking& checking) {
  const auto* contract = "each element has one owner";
  const auto total = size(tensor.layout);
  if (size(threads) > 1024) return {};
  if (total > checking.most) return checking.sample ? Verdict{} : pending(contract, total);
  const auto flat = has_basis(tensor.layout) ? linear_in(tensor.layout, coshape(tensor.layout)) : tensor.layout;
  if (const auto same = repeated_index(flat, checking)) return check_owners_of_repeated(flat, threads, contract);
  auto unowned = reached_by(flat, checking).set;
  std::int64_t owned = 0;
  Verdict v{.kind = Verdict::Kind::kept, .contract = contract, .checked = total, .total = total, .counterexample = {}};
  for (std::int64_t t = 0; t < size(threads) && v.kind == Verdict::Kind::kept; ++t) {
    if (is_cancelled(checking)) return pending(contract, total);
    const auto part = local_partition({.offset = 0, .layout = flat}, threads, Int{t, false});
    walk_indices(part.layout, 0, size(part.layout), [&](std::int64_t, std::int64_t index) {
      index = wrapped_sum(part.offset, index);
      if (unowned.take(index)) return ++owned, true;
      const bool there = reached_by(flat, checking).set.contains(index);
      v = broken(contract, fmt::format("index {} is owned {}", index, there ? "twice" : "but not in the tensor"));
      return false;
    });
  }
  if (v.kind == Verdict::Kind::kept && owned != total) {
    walk_indices(flat, 0, total, [&](std::int64_t, std::int64_t index) {
      if (unowned.contains(index)) v = broken(contract, fmt::format("index {} has no owner", index));
      return v.kind == Verdict::Kind::kept;
    });
  }
  return v;
}

}  // namespace algebra
