#include "algebra/layout/contract_checks.hpp"

#include <algorithm>

namespace algebra::contract {

Verdict without_elements(Message contract, const Layout& l) {
  return broken(std::move(contract), message("{} has a negative size: it holds no elements", to_string(l, Marks::plain)));
}

namespace {

/// Returns the number of indices from the least to the greatest.
std::int64_t room_of(const IndexRange& range) {
  std::int64_t room = 0;
  if (__builtin_sub_overflow(range.greatest, range.least, &room) || __builtin_add_overflow(room, 1, &room))
    return std::numeric_limits<std::int64_t>::max();
  return room;
}

}  // namespace

bool can_hold_all(const Layout& l) { return IndexSet::bytes_of(room_of(index_range(l)), size(l)).has_value(); }

Reached reached_by(const Layout& l, const Checking& checking, bool look_for_repeats) {
  const auto range = index_range(l);
  const auto total = size(l);
  const auto room = room_of(range);
  const auto bytes = total <= checking.most ? IndexSet::bytes_of(room, total) : std::nullopt;
  const bool whole = bytes.has_value();
  Reached r{memory_budget().take_small(bytes.value_or(0)), IndexSet(range.least, room, whole ? total : checked_whole), whole, -1};
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

/// Most passes over all elements that a search for repeated indices may take, each for another part of the range.
static constexpr std::int64_t most_walks = 256;

bool finds_repeats(const Layout& l, const Checking& checking) {
  return size(l) <= checking.most && (can_hold_all(l) || room_of(index_range(l)) <= most_walks * IndexSet::most_bits);
}

/// Searches for a repeated index in one part of the range per pass.
static std::optional<std::int64_t> repeated_by_parts(const Layout& l, const Checking& checking) {
  const auto range = index_range(l);
  const auto share = memory_budget().take_small(IndexSet::most_bits / 8);
  for (auto least = range.least; least <= range.greatest; least += IndexSet::most_bits) {
    IndexSet part(least, IndexSet::most_bits, IndexSet::most_bits);
    std::optional<std::int64_t> twice;
    walk_indices(l, 0, size(l), [&](std::int64_t i, std::int64_t index) {
      if (index - least >= 0 && index - least < IndexSet::most_bits) {
        if (part.contains(index)) twice = index;
        else part.add(index);
      }
      return !twice && !((i & 0xfff) == 0 && is_cancelled(checking));
    });
    if (twice || is_cancelled(checking)) return twice;
  }
  return std::nullopt;
}

std::optional<std::int64_t> repeated_index(const Layout& l, const Checking& checking) {
  if (finds_repeats(l, checking) && !can_hold_all(l)) return repeated_by_parts(l, checking);
  const auto r = reached_by(l, checking, true);
  if (r.repeated < 0) return std::nullopt;
  return r.set.dense() ? l(r.repeated) : *r.set.repeated();
}

}  // namespace algebra::contract
