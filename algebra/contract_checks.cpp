#include "algebra/contract_checks.hpp"

#include <algorithm>

namespace algebra::contract {

Verdict without_elements(std::string contract, const Layout& l) {
  return broken(std::move(contract), fmt::format("{} has a negative size: it holds no elements", to_string(l, Marks::plain)));
}

Reached reached_by(const Layout& l, const Checking& checking, bool look_for_repeats) {
  const auto range = index_range(l);
  const auto total = size(l);
  std::int64_t room = 0;
  if (__builtin_sub_overflow(range.greatest, range.least, &room) || __builtin_add_overflow(room, 1, &room))
    room = std::numeric_limits<std::int64_t>::max();
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

std::optional<std::int64_t> repeated_index(const Layout& l, const Checking& checking) {
  const auto r = reached_by(l, checking, true);
  if (r.repeated < 0) return std::nullopt;
  return r.set.dense() ? l(r.repeated) : *r.set.repeated();
}

}  // namespace algebra::contract
