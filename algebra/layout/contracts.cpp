#include "algebra/layout/contracts.hpp"

#include <algorithm>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/contract_checks.hpp"
#include "algebra/layout/mode_list.hpp"

namespace algebra {

using namespace contract;  // NOLINT: the file is about them

Verdict check_coalesce(const Layout& l, const Layout& r, const Checking& checking) {
  const Message contract = "R(i) = L(i)";
  if (size(l) != size(r)) return broken(contract, message("R has {} elements, L has {}", size(r), size(l)));
  if (has_basis(l)) {
    const auto room = room_of(l);
    return check_coalesce(linear_in(l, room), linear_in(r, room), checking);
  }
  return enumerate(contract, r, l, checking, [](std::int64_t i, std::int64_t have, std::int64_t want) {
    return have == want ? Message{} : message("R({}) = {} where L({}) = {}", i, have, i, want);
  });
}

Verdict check_composition(const Layout& a, const Layout& b, const Layout& r, const Checking& checking) {
  const Message contract = "R(c) = A(B(c))";
  if (size(r) != size(b)) return broken(contract, message("R has {} elements, B has {}", size(r), size(b)));
  if (!compatible(b.shape(), r.shape()))
    return broken(contract, message("R's shape {} does not accept coordinates of B's shape {}", to_string(r.shape(), Marks::plain),
                                    to_string(b.shape(), Marks::plain)));
  if (has_basis(b)) return check_composition(a, linear_in(b, a.shape()), r, checking);
  if (has_basis(a)) {
    const auto room = room_of(a);
    return check_composition(linear_in(a, room), b, linear_in(r, room), checking);
  }
  return enumerate(contract, r, b, checking, [&](std::int64_t i, std::int64_t have, std::int64_t from) {
    const auto want = a(from);
    return have == want ? Message{} : message("R({}) = {} where A(B({})) = {}", i, have, i, want);
  });
}

Verdict check_composition(const Layout& a, const Tiler& b, const Layout& r, const Checking& checking) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return check_composition(a, *layout, r, checking);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return check_coalesce(a, r, checking);
    return check_composition(a, make_layout(*leaf), r, checking);
  }
  return contract::by_mode("R(c) = A(B(c)), by mode", b.modes().size(), [&](int i) {
    return check_composition(mode(a, i), b.modes()[static_cast<std::size_t>(i)], mode(r, i), checking);
  });
}

Verdict check_complement(const Layout& l, const Layout& r, const Checking& checking) {
  return check_complement(l, cosize_of(filter(l)), r, checking);
}

Verdict check_complement(const Layout& l, const IntTuple& cotarget, const Layout& r, const Checking& checking) {
  const Message contract = "increasing, disjoint from L, size and cosize within bounds";
  const auto wanted = product(cotarget);
  const auto filtered = filter(l);
  if (has_negative_size(r)) return without_elements(contract, r);
  const auto least = ceil_div(wanted, size_of(filtered)).value;
  if (size(r) < least)
    return broken(contract, message("R has {} elements, but {} / {} rounded up is {}", size(r), wanted.value, size(filtered), least));
  // L and R repeat with the room of L's widest mode. CuTe's documentation says cosize(L), but a gap at the end makes the room larger.
  Int period{1, true};
  for (const auto& m : flat_modes(filtered)) period = max(period, m.shape * abs(m.stride));
  const auto most = (ceil_div(wanted, period) * period).value;
  if (cosize(r) > most)
    return broken(contract, message("R has cosize {}, more than {} rounded up to a multiple of {}", cosize(r), wanted.value, period.value));
  if (std::max(size(r), size(l)) > checking.most && !checking.sample) return pending(contract, size(r));
  const auto taken = reached_by(l, checking);
  std::int64_t before = 0, last = -1;
  auto verdict = enumerate(contract, r, checking, [&](std::int64_t i, std::int64_t here) -> Message {
    if (i > 0 && last != i - 1) before = r(i - 1);  // in a sample, the previous element was not visited
    const auto previous = std::exchange(before, here);
    last = i;
    if (i > 0 && here <= previous) return message("R({}) = {} after R({}) = {}", i, here, i - 1, previous);
    if (here != 0 && taken.set.contains(here)) return message("R({}) = {}, which is also an index of L", i, here);
    return {};
  });
  // With only a sample of L's indices nothing is proved, so the verdict must not claim every element.
  if (!taken.all && verdict.kind == Verdict::Kind::kept)
    verdict.checked = std::min(verdict.checked, std::max<std::int64_t>(0, verdict.total - 1));
  return verdict;
}

Verdict check_right_inverse(const Layout& l, const Layout& r, const Checking& checking) {
  return enumerate("L(R(i)) = i", r, checking, [&](std::int64_t i, std::int64_t at) {
    const auto back = l(at);
    return back == i ? Message{} : message("L(R({})) = {}", i, back);
  });
}

Verdict check_left_inverse(const Layout& l, const Layout& r, const Checking& checking) {
  if (has_negative_size(r)) return without_elements("R(L(i)) = i", r);
  // If two coordinates share an index, no function can tell them apart.
  const bool known = finds_repeats(l, checking);
  const bool quasi = known && repeated_index(l, checking);
  return enumerate(quasi ? Message("L(R(L(i))) = L(i)") : Message("R(L(i)) = i"), l, checking, [&](std::int64_t i, std::int64_t index) {
    const auto back = r(index);
    if (back == i) return Message{};
    if (!quasi) return message("R(L({})) = {}", i, back);
    return l(back) == index ? Message{} : message("L(R(L({}))) = {} where L({}) = {}", i, l(back), i, index);
  });
}

}  // namespace algebra
