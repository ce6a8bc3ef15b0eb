// Checks divides, products and partitions: each element is in one place, and in the right one.

#include "algebra/layout/contracts.hpp"

#include <algorithm>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/contract_checks.hpp"
#include "algebra/layout/cut_modes.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/wrapping.hpp"

namespace algebra {

using namespace contract;  // NOLINT: the file is about them

namespace {

Message divided_contract() { return "D(c) = A(T(c)), each element in one tile"; }

/// Compares a divide element by element. `identity`: the same divide of the layout that counts A's elements, which tells where each element
/// comes from.
Verdict check_divided(const Layout& a, const Layout& identity, const Layout& r, const Checking& checking) {
  const auto elements = size(a);
  bool known = true;
  if (elements <= checking.most) {
    const auto range = index_range(identity);
    if (size(identity) != elements)
      return broken(divided_contract(), message("the tiles hold {} elements, A has {}", size(identity), elements));
    if (range.least < 0 || range.greatest >= elements)
      return broken(divided_contract(),
                    message("the tiles reach element {} of A, which has {}", range.least < 0 ? range.least : range.greatest, elements));
    if (const auto twice = repeated_index(identity, checking))
      return broken(divided_contract(), message("element {} of A is in the tiles twice", *twice));
    known = finds_repeats(identity, checking);
  }
  auto verdict = enumerate(divided_contract(), r, identity, checking, [&](std::int64_t i, std::int64_t have, std::int64_t from) {
    const auto want = a(from);
    return have == want ? Message{} : message("D({}) = {} where A({}) = {}", i, have, from, want);
  });
  // Repeats were not ruled out for every element, so the verdict must not count as complete.
  if (!known && verdict.kind == Verdict::Kind::kept) verdict.checked = std::min(verdict.checked, verdict.total - 1);
  return verdict;
}

/// Returns the tile that cuts a mode, coalesced; nullopt for a mode that is not cut.
std::optional<Layout> tile_of(const CutModes& modes, int i) {
  const auto* tiler = modes.tiler(i);
  if (tiler == nullptr) return std::nullopt;
  const auto* leaf = std::get_if<IntTuple>(&tiler->is);
  if (leaf != nullptr && leaf->is_underscore()) return std::nullopt;
  return coalesce(all_known(leaf != nullptr ? make_layout(*leaf) : std::get<Layout>(tiler->is)));
}

bool divides(const CutModes& modes, int i) {
  const auto tile = tile_of(modes, i);
  return !tile || size(*tile) < 1 || size(modes.part(i)) % size(*tile) == 0;
}

/// Returns whether the last tile reaches beyond the end only of dynamic modes, and tiles are contiguous: kernels guard that by predicates.
/// A tile that does not divide a static mode is a mistake.
bool rounds_up(const CutModes& modes) {
  bool found = false;
  for (int i = 0; i < modes.count(); ++i) {
    if (divides(modes, i)) continue;
    const auto tile = *tile_of(modes, i);
    if (size_of(modes.part(i)).is_static || rank(tile) != 1 || (size(tile) > 1 && tile(1) != 1)) return false;
    found = true;
  }
  return found;
}

/// Checks tiles that reach beyond the end: each element of A is at one coordinate of a tile, and D has it there; the other coordinates are
/// beyond the end.
Verdict check_rounded_up(const Layout& a, const CutModes& modes, const Tiler& tiler, Divide divide, const Layout& r,
                         const Checking& checking) {
  std::vector<Layout> coordinates;
  std::vector<std::int64_t> steps;
  std::int64_t step = 1;
  for (int i = 0; i < modes.count(); ++i) {
    coordinates.push_back(divide(all_known(modes.counting(i)), all_known(tiler), nullptr));
    // Only tiles that do not divide their mode may reach beyond the end.
    if (size(coordinates.back()) != size(r) || (divides(modes, i) && cosize(coordinates.back()) > size(modes.part(i))))
      return broken(divided_contract(), divides(modes, i) ? Message("the tiles are not those of A's coordinates")
                                                          : message("the tiles are not those of A's coordinates: {} does not divide {}",
                                                                    size(*tile_of(modes, i)), size(modes.part(i))));
    steps.push_back(step);
    step *= cosize(coordinates.back());
  }
  auto contract = message("D(c) = A(T(c)), each element in one tile; {} coordinates beyond the end", size(r) - size(a));
  std::int64_t inside = 0;
  const auto verdict = enumerate(contract, r, checking, [&](std::int64_t i, std::int64_t have) -> Message {
    std::int64_t want = 0;
    for (int m = 0; m < modes.count(); ++m) {
      const auto at = coordinates[static_cast<std::size_t>(m)](i);
      if (at >= size(modes.part(m))) return {};
      want += modes.part(m)(at);
    }
    ++inside;
    return have == want ? Message{} : message("D({}) = {} where A has {}", i, have, want);
  });
  if (verdict.kind != Verdict::Kind::kept || verdict.checked < verdict.total) return verdict;
  if (inside != size(a)) return broken(std::move(contract), message("the tiles hold {} elements of A, which has {}", inside, size(a)));
  if (const auto twice = repeated_index(divide(all_known(modes.counting(steps)), all_known(tiler), nullptr), checking))
    return broken(std::move(contract), message("element {} of A is in the tiles twice", *twice));
  return verdict;
}

/// Checks that each mode's tile has as many elements as its tiler takes; describes the first that has not. `divided`: logical_divide.
Message wrong_tile(const Tiler& t, const Layout& divided) {
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
  return have == wanted ? Message{} : message("a tile has {} elements, the tiler takes {}", have, wanted);
}

}  // namespace

namespace {

/// Checks logical_divide's (tile, rest) without knowing the positions of tiles: the first tile is A o T, and all tiles together have A's
/// indices.
Verdict check_split(const Layout& a, const Tiler& t, const Layout& divided, const Checking& checking) {
  if (t.by_mode())
    return contract::by_mode(divided_contract(), t.modes().size(), [&](int i) {
      return check_split(mode(a, i), t.modes()[static_cast<std::size_t>(i)], mode(divided, i), checking);
    });
  const auto* leaf = std::get_if<IntTuple>(&t.is);
  if (leaf != nullptr && leaf->is_underscore()) return check_coalesce(a, divided, checking);
  // Sorts the indices of both.
  const auto share = size(a) <= checking.most ? memory_budget().take(16 * size(a)) : std::nullopt;
  if (!share) return pending(divided_contract(), size(a));
  const auto tile = leaf != nullptr ? make_layout(*leaf) : std::get<Layout>(t.is);
  for (std::int64_t e = 0; e < size(tile); ++e) {
    if (tile(e) < 0 || tile(e) >= size(a))
      return broken(divided_contract(), message("the tiles reach element {} of A, which has {}", tile(e), size(a)));
    if (divided(e) != a(tile(e)))
      return broken(divided_contract(), message("D({}) = {} where A({}) = {}", e, divided(e), tile(e), a(tile(e))));
  }
  std::vector<std::int64_t> have(static_cast<std::size_t>(size(divided))), want(static_cast<std::size_t>(size(a)));
  indices(divided, 0, have);
  indices(a, 0, want);
  for (auto* all : {&have, &want}) {
    if (is_cancelled(checking)) return pending(divided_contract(), size(a));
    std::sort(all->begin(), all->end());
  }
  if (have != want) return broken(divided_contract(), "the tiles do not have A's elements");
  return {.kind = Verdict::Kind::kept, .contract = divided_contract(), .checked = size(a), .total = size(a), .counterexample = {}};
}

}  // namespace

Verdict check_divide(const Layout& a, const Tiler& tiler, Divide divide, const Layout& r, const Checking& checking) {
  const CutModes modes(a, tiler);
  const bool residue = size(r) > size(a) && rounds_up(modes);
  if (size(r) != size(a) && !residue)
    return broken(divided_contract(), message("the tiles hold {} elements, A has {}: the tiler does not divide it", size(r), size(a)));
  if (auto wrong = wrong_tile(tiler, logical_divide(a, tiler)); !wrong.empty()) return broken(divided_contract(), std::move(wrong));
  if (has_basis(a)) {
    const auto room = room_of(a);
    return check_divide(linear_in(a, room), tiler, divide, linear_in(r, room), checking);
  }
  if (residue) {
    auto verdict = attempt([&] { return check_rounded_up(a, modes, tiler, divide, r, checking); });
    if (verdict) return *verdict;
    return broken(divided_contract(), message("the tiles hold {} elements, A has {}: the tiler does not divide it", size(r), size(a)));
  }
  // CuTe's conditions hold for the identity with all integers static, or CuTe refuses the divide.
  const auto identity = attempt([&] { return divide(all_known(make_layout(a.shape())), all_known(tiler), nullptr); });
  if (!identity) return check_split(a, tiler, logical_divide(a, tiler), checking);
  return check_divided(a, *identity, r, checking);
}

namespace {

/// Returns the number of distinct indices; nullopt if there is no memory to sort them.
std::optional<std::int64_t> count_indices(const Layout& l) {
  const auto share = memory_budget().take(8 * size(l));
  if (!share) return std::nullopt;
  std::vector<std::int64_t> all(static_cast<std::size_t>(size(l)));
  indices(l, 0, all);
  std::sort(all.begin(), all.end());
  return std::unique(all.begin(), all.end()) - all.begin();
}

}  // namespace

Verdict check_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking& checking) {
  const Message contract = "copies of A are disjoint";
  if (size(r) != (size_of(block) * size_of(tiler)).value)
    return broken(contract, message("R has {} elements, but {} copies of {} are needed", size(r), size(tiler), size(block)));
  if (!finds_repeats(r, checking)) return pending(contract, size(r));
  // Indices repeated in the block or the tiler repeat in the product as well, which is not the product's fault: it needs as many distinct
  // indices as disjoint copies have.
  if (repeated_index(block, checking) || repeated_index(tiler, checking)) {
    const auto of_block = count_indices(block), of_tiler = count_indices(tiler), have = count_indices(r);
    if (!of_block || !of_tiler || !have) return pending(contract, size(r));
    if (*have != *of_block * *of_tiler)
      return broken(contract, message("R has {} different indices, disjoint copies have {}", *have, *of_block * *of_tiler));
    return {.kind = Verdict::Kind::kept, .contract = contract, .checked = size(r), .total = size(r), .counterexample = {}};
  }
  if (const auto twice = repeated_index(r, checking)) return broken(contract, message("index {} is in two copies", *twice));
  if (is_cancelled(checking)) return pending(contract, size(r));
  return {.kind = Verdict::Kind::kept, .contract = contract, .checked = size(r), .total = size(r), .counterexample = {}};
}

Verdict check_logical_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking& checking) {
  auto verdict = check_product(block, tiler, r, checking);
  if (verdict.kind != Verdict::Kind::kept) return verdict;
  verdict.contract = "first mode is A, copies disjoint, in the tiler's order";
  const auto step = size(block), copies = size(tiler);
  for (std::int64_t i = 0; i < step; ++i)
    if (r(i) != block(i)) return broken(verdict.contract, message("R({}) = {} where A({}) = {}", i, r(i), i, block(i)));
  std::vector<std::pair<std::int64_t, std::int64_t>> order;
  for (std::int64_t t = 0; t < copies; ++t) order.emplace_back(tiler(t), r(t * step));
  std::sort(order.begin(), order.end());
  for (std::size_t t = 1; t < order.size(); ++t) {
    const auto &before = order[t - 1], &here = order[t];
    if (here.first == before.first && here.second != before.second)
      return broken(verdict.contract,
                    message("the copies at {} of the tiler begin at {} and at {}", here.first, before.second, here.second));
    if (here.first != before.first && here.second <= before.second)
      return broken(verdict.contract,
                    message("the copy at {} of the tiler begins at {}, the one before it at {}", here.first, here.second, before.second));
  }
  return verdict;
}

Verdict check_logical_product(const Layout& block, const Tiler& tiler, const Layout& r, const Checking& checking) {
  if (const auto* layout = std::get_if<Layout>(&tiler.is)) return check_logical_product(block, *layout, r, checking);
  if (const auto* leaf = std::get_if<IntTuple>(&tiler.is))
    return leaf->is_underscore() ? check_coalesce(block, r, checking) : check_logical_product(block, make_layout(*leaf), r, checking);
  const Message contract = "by mode: first A, copies disjoint, in the tiler's order";
  auto verdict = contract::by_mode(contract, tiler.modes().size(), [&](int i) {
    return check_logical_product(mode(block, i), tiler.modes()[static_cast<std::size_t>(i)], mode(r, i), checking);
  });
  if (verdict.kind != Verdict::Kind::kept) return verdict;
  // Copies that are disjoint in each mode may still meet: each mode's complement ignores the other modes.
  if (!finds_repeats(r, checking)) {
    if (!checking.sample) return pending(contract, size(r));
    verdict.total = size(r);
    return verdict;
  }
  if (const auto twice = repeated_index(r, checking)) {
    // Repeats in the block or the tiler repeat in the copies, as above.
    auto wanted = count_indices(block);
    const auto have = count_indices(r);
    for (const auto& t : tiler.modes()) {
      const auto* layout = std::get_if<Layout>(&t.is);
      const auto of_tiler = wanted && layout != nullptr ? count_indices(*layout) : std::nullopt;
      if (of_tiler) *wanted *= *of_tiler;
      else if (const auto* leaf = std::get_if<IntTuple>(&t.is); wanted && leaf != nullptr && leaf->is_integer())
        *wanted *= leaf->integer().value;
    }
    if (!wanted || !have || *have != *wanted) return broken(contract, message("index {} is in two copies", *twice));
  }
  verdict.checked = verdict.total = size(r);
  return is_cancelled(checking) ? pending(contract, size(r)) : verdict;
}

namespace {

/// Returns a thread's part; nullopt if its index is divided by a stride of 0, which CuTe allows only for the static index 0.
std::optional<Tensor> part_of_thread(const Layout& tensor, const Layout& threads, std::int64_t t) {
  auto part = attempt([&] { return local_partition({.offset = 0, .layout = tensor}, threads, Int{t, t == 0}); });
  return part ? std::optional(std::move(*part)) : std::nullopt;
}
Message without_part(std::int64_t t) { return message("thread {} has no part: its index is divided by a stride of 0", t); }

/// Checks the owners of a tensor with repeated indices: each index must be owned as often as it occurs.
Verdict check_owners_of_repeated(const Layout& tensor, const Layout& threads, const Message& contract, const Checking& checking) {
  const auto share = memory_budget().take(8 * (5 * size(tensor) + 1024));
  if (!share) return pending(contract, size(tensor));
  std::vector<std::int64_t> elements, owned;
  const auto collect = [](std::vector<std::int64_t>& into, std::int64_t offset) {
    return [&into, offset](std::int64_t, std::int64_t index) {
      into.push_back(wrapped_sum(offset, index));
      return true;
    };
  };
  walk_indices(tensor, 0, size(tensor), collect(elements, 0));
  for (std::int64_t t = 0; t < size(threads); ++t) {
    if (owned.size() > 4 * elements.size() + 1024)
      return broken(contract, message("the threads own more than {} elements, the tensor has {}", owned.size() - 1, elements.size()));
    if (is_cancelled(checking)) return pending(contract, size(tensor));
    const auto part = part_of_thread(tensor, threads, t);
    if (!part) return broken(contract, without_part(t));
    walk_indices(part->layout, 0, size(part->layout), collect(owned, part->offset));
  }
  std::sort(elements.begin(), elements.end());
  std::sort(owned.begin(), owned.end());
  const auto total = static_cast<std::int64_t>(elements.size());
  if (owned == elements) return {.kind = Verdict::Kind::kept, .contract = contract, .checked = total, .total = total, .counterexample = {}};
  const auto [a, b] = std::mismatch(elements.begin(), elements.end(), owned.begin(), owned.end());
  const auto index = a == elements.end() || (b != owned.end() && *b < *a) ? *b : *a;
  const auto times = [index](const std::vector<std::int64_t>& all) {
    const auto [first, last] = std::equal_range(all.begin(), all.end(), index);
    return last - first;
  };
  return broken(contract, message("index {} is in the tensor {} times, and owned {} times", index, times(elements), times(owned)));
}

}  // namespace

Verdict check_partition(const Tensor& tensor, const Layout& threads, const Checking& checking) {
  const Message contract = "each element has one owner";
  const auto total = size(tensor.layout);
  if (size(threads) > 1024) return {};
  if (total > checking.most) return pending(contract, total);
  const auto flat = has_basis(tensor.layout) ? linear_in(tensor.layout, room_of(tensor.layout)) : tensor.layout;
  if (!can_hold_all(flat)) return pending(contract, total);
  if (const auto same = repeated_index(flat, checking)) return check_owners_of_repeated(flat, threads, contract, checking);
  auto unowned = reached_by(flat, checking).set;
  std::int64_t owned = 0;
  Verdict v{.kind = Verdict::Kind::kept, .contract = contract, .checked = total, .total = total, .counterexample = {}};
  for (std::int64_t t = 0; t < size(threads) && v.kind == Verdict::Kind::kept; ++t) {
    if (is_cancelled(checking)) return pending(contract, total);
    const auto part = part_of_thread(flat, threads, t);
    if (!part) return broken(contract, without_part(t));
    walk_indices(part->layout, 0, size(part->layout), [&](std::int64_t, std::int64_t index) {
      index = wrapped_sum(part->offset, index);
      if (unowned.take(index)) return ++owned, true;
      const bool there = reached_by(flat, checking).set.contains(index);
      v = broken(contract, there ? message("index {} is owned twice", index) : message("index {} is owned but not in the tensor", index));
      return false;
    });
  }
  if (v.kind == Verdict::Kind::kept && owned != total) {
    walk_indices(flat, 0, total, [&](std::int64_t, std::int64_t index) {
      if (unowned.contains(index)) v = broken(contract, message("index {} has no owner", index));
      return v.kind == Verdict::Kind::kept;
    });
  }
  return v;
}

}  // namespace algebra
