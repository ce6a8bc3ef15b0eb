#pragma once
// Shared parts of the contract checks: enumerating elements, and sets of indices. Internal to the library.

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/contracts.hpp"
#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "algebra/layout/sample.hpp"

namespace algebra::contract {

inline bool is_cancelled(const Checking& c) { return c.cancelled != nullptr && c.cancelled->load(std::memory_order_relaxed); }

inline Verdict pending(Message contract, std::int64_t total) {
  return {.kind = Verdict::Kind::pending, .contract = std::move(contract), .checked = 0, .total = total, .counterexample = {}};
}

inline Verdict broken(Message contract, Message why) {
  return {.kind = Verdict::Kind::broken, .contract = std::move(contract), .checked = 1, .total = 1, .counterexample = std::move(why)};
}

/// Returns the verdict for a layout with a negative size, for which no contract can hold.
Verdict without_elements(Message contract, const Layout&);

/// Calls `holds(i, r(i))` for all coordinates of r or an even sample; `holds` returns an empty message, or a counterexample, which ends the
/// search.
template <class Holds>
Verdict enumerate(Message contract, const Layout& r, const Checking& checking, Holds&& holds) {
  if (has_negative_size(r)) return without_elements(std::move(contract), r);
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
  const auto count = std::min(total, checked_whole);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto i = sample_at(k, count, total);
    if (!look(i, r(i))) break;
  }
  return v;
}

/// Calls holds(i, r(i), other(i)) in the same way.
template <class Holds>
Verdict enumerate(Message contract, const Layout& r, const Layout& other, const Checking& checking, Holds&& holds) {
  const auto total = size(r);
  if (total > checking.most || has_negative_size(r))
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

/// The indices of a layout: all of them, or a sample.
struct Reached {
  MemoryBudget::Share share;  ///< the set's memory
  IndexSet set;
  bool all = true;
  std::int64_t repeated = -1;  ///< a coordinate that repeats an earlier one's index, if looked for (0 if the set is sorted); -1: none
};

Reached reached_by(const Layout&, const Checking&, bool look_for_repeats = false);

/// Returns whether all indices of a layout fit into a set at once.
bool can_hold_all(const Layout&);

/// Returns whether repeated_index() looks at every element: all indices fit into one set, or the range is searched part by part.
bool finds_repeats(const Layout&, const Checking&);

/// Returns an index that two coordinates share, if any; if finds_repeats() is false, only a sample is searched.
std::optional<std::int64_t> repeated_index(const Layout&, const Checking&);

/// Combines the verdicts of all modes: returns the first one that is not kept.
template <class OfMode>
Verdict by_mode(Message contract, std::size_t modes, OfMode&& of_mode) {
  Verdict sum{.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = 0, .total = 0, .counterexample = {}};
  for (std::size_t i = 0; i < modes; ++i) {
    const auto v = of_mode(static_cast<int>(i));
    sum.checked += v.checked;
    sum.total += v.total;
    if (v.kind == Verdict::Kind::kept) continue;
    sum.kind = v.kind;
    if (!v.counterexample.empty()) sum.counterexample = message("mode {}: {}", i, v.counterexample);
    break;
  }
  return sum;
}

}  // namespace algebra::contract
