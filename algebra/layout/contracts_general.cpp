#include "algebra/layout/contracts_general.hpp"

#include <algorithm>
#include <utility>

#include "algebra/layout/contract_checks.hpp"
#include "algebra/layout/general_algebra.hpp"

namespace algebra::general {
namespace {

/// Calls holds(i) for each coordinate or an even sample of them; `holds` returns an empty message or a counterexample.
template <class Holds>
Verdict each(Message contract, std::int64_t total, const Checking& checking, Holds&& holds) {
  if (total > checking.most && !checking.sample) return contract::pending(std::move(contract), total);
  Verdict v{.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = 0, .total = total, .counterexample = {}};
  const auto count = total > checking.most ? std::min(total, checked_whole) : total;
  for (std::int64_t k = 0; k < count && v.kind == Verdict::Kind::kept; ++k) {
    ++v.checked;
    v.counterexample = holds(count == total ? k : sample_at(k, count, total));
    if (!v.counterexample.empty()) v.kind = Verdict::Kind::broken;
    else if ((v.checked & 0xfff) == 0 && contract::is_cancelled(checking)) v.kind = Verdict::Kind::pending;
  }
  return v;
}

/// Returns all values as text, sorted.
std::vector<std::string> values_of(const Layout& l) {
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < size(l); ++i) all.push_back(to_string(value_at(i, l)));
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

bool same_coordinate(const Element& a, const Element& b) {
  const auto as_numbers = [](IntTuple t) { return t.transformed([](Int i) { return Int{i.value, true}; }); };
  return a == b || as_numbers(as_tuple(a)) == as_numbers(as_tuple(b));
}

Verdict check_coalesce(const Layout& l, const Layout& r, const Checking& checking) {
  const Message contract = "R(i) = L(i)";
  if (size(l) != size(r)) return contract::broken(contract, message("R has {} elements, L has {}", size(r), size(l)));
  return each(contract, size(r), checking, [&](std::int64_t i) {
    const auto have = value_at(i, r), want = value_at(i, l);
    return have == want ? Message() : message("R({}) = {} where L({}) = {}", i, to_string(have), i, to_string(want));
  });
}

Verdict check_composition(const Layout& a, const Tiler& b, const Layout& r, const Checking& checking) {
  const Message contract = "R(c) = A(B(c))";
  if (b.by_mode())
    return contract::by_mode("R(c) = A(B(c)), by mode", b.modes().size(), [&](int i) {
      return general::check_composition(mode(a, i), b.modes()[static_cast<std::size_t>(i)], mode(r, i), checking);
    });
  const auto* layout = std::get_if<Layout>(&b.is);
  const auto* integer = std::get_if<IntTuple>(&b.is);
  if (integer != nullptr && integer->is_underscore()) return general::check_coalesce(a, r, checking);
  const auto steps = layout != nullptr ? *layout : make_layout(*integer);
  if (size(r) != size(steps)) return contract::broken(contract, message("R has {} elements, B has {}", size(r), size(steps)));
  return each(contract, size(r), checking, [&](std::int64_t i) {
    const auto have = value_at(i, r), want = value_at(value_at(i, steps), a);
    return same_coordinate(have, want) ? Message() : message("R({}) = {} where A(B({})) = {}", i, to_string(have), i, to_string(want));
  });
}

Verdict check_complement(const Layout& l, const Layout& r, const Checking& checking) {
  if (size(l) > std::min(checking.most, checked_whole)) return contract::pending("disjoint from L", size(r));
  const auto taken = values_of(l);
  return each("disjoint from L", size(r), checking, [&](std::int64_t i) {
    const auto here = value_at(i, r);
    return here.is_zero() || !std::binary_search(taken.begin(), taken.end(), to_string(here))
               ? Message()
               : message("R({}) = {}, which is also an index of L", i, to_string(here));
  });
}

Verdict check_right_inverse(const Layout& l, const Layout& r, const Checking& checking) {
  return each("R(L(R(i))) = R(i)", size(r), checking, [&](std::int64_t i) {
    const auto at = value_at(i, r), back = value_at(value_at(at, l), r);
    return same_coordinate(back, at) ? Message() : message("R(L(R({}))) = {} where R({}) = {}", i, to_string(back), i, to_string(at));
  });
}

Verdict check_left_inverse(const Layout& l, const Layout& r, const Checking& checking) {
  // Two coordinates may share a value, as along a stride of 0; no function tells these apart.
  return each("L(R(L(i))) = L(i)", size(l), checking, [&](std::int64_t i) {
    const auto value = value_at(i, l), back = value_at(value_at(value, r), l);
    return same_coordinate(back, value) ? Message() : message("L(R(L({}))) = {} where L({}) = {}", i, to_string(back), i, to_string(value));
  });
}

namespace {

/// Checks the first tile against A o B.
Verdict check_tile(const Layout& a, const Tiler& t, const Layout& divided, const Checking& checking) {
  if (t.by_mode())
    return contract::by_mode("the first tile is A o B, by mode", t.modes().size(), [&](int i) {
      return check_tile(mode(a, i), t.modes()[static_cast<std::size_t>(i)], mode(divided, i), checking);
    });
  const auto* integer = std::get_if<IntTuple>(&t.is);
  if (integer != nullptr && integer->is_underscore()) return general::check_coalesce(a, divided, checking);
  return general::check_composition(a, t, mode(divided, 0), checking);
}

bool few(const Layout& l, const Checking& checking) { return size(l) <= std::min(checking.most, checked_whole); }

/// Counts the distinct values.
std::int64_t count_values(const Layout& l) {
  auto all = values_of(l);
  return std::unique(all.begin(), all.end()) - all.begin();
}

Verdict kept(Message contract, std::int64_t all) {
  return {.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = all, .total = all, .counterexample = {}};
}

}  // namespace

Verdict check_divide(const Layout& l, const Tiler& tiler, const Layout& logical, const Layout& r, const Checking& checking) {
  Message contract = "the first tile is A o B, and R has the values of A";
  if (!few(l, checking) || !few(r, checking)) return contract::pending(std::move(contract), size(r));
  // The check may fail to evaluate: a coordinate of B need not be one of A.
  const auto tile = attempt([&] { return check_tile(l, tiler, logical, checking); });
  if (!tile) return contract::broken(std::move(contract), tile.error().message);
  if (tile->kind == Verdict::Kind::broken) return contract::broken(std::move(contract), tile->counterexample);
  const auto wanted = values_of(l), have = values_of(r);
  if (size(l) == size(r))
    return wanted == have ? kept(std::move(contract), size(r)) : contract::broken(std::move(contract), "R has other values than A");
  for (const auto& value : wanted)
    if (!std::binary_search(have.begin(), have.end(), value))
      return contract::broken(std::move(contract), message("A has the value {}, which R does not have", value));
  return kept(message("the first tile is A o B, and R has the values of A; {} elements more", size(r) - size(l)), size(r));
}

Verdict check_logical_product(const Layout& block, const Tiler& tiler, const Layout& r, const Checking& checking) {
  Message contract = "first mode is A, copies disjoint";
  const auto* integer = std::get_if<IntTuple>(&tiler.is);
  if (integer != nullptr && integer->is_underscore()) return general::check_coalesce(block, r, checking);
  if (!few(r, checking)) return contract::pending(std::move(contract), size(r));
  if (tiler.by_mode())
    return contract::by_mode("by mode: first A, copies disjoint", tiler.modes().size(), [&](int i) {
      return general::check_logical_product(mode(block, i), tiler.modes()[static_cast<std::size_t>(i)], mode(r, i), checking);
    });
  const auto* layout = std::get_if<Layout>(&tiler.is);
  const auto places = layout != nullptr ? *layout : make_layout(*integer);
  const auto first = general::check_coalesce(block, mode(r, 0), checking);
  if (first.kind == Verdict::Kind::broken) return contract::broken(std::move(contract), "the first mode is not A");
  const auto copies = mode(r, 1);
  if (size(copies) != size(places))
    return contract::broken(std::move(contract), message("there are {} copies, B has {} elements", size(copies), size(places)));
  std::vector<std::pair<std::string, std::string>> where;
  for (std::int64_t i = 0; i < size(places); ++i) where.emplace_back(to_string(value_at(i, places)), to_string(value_at(i, copies)));
  std::sort(where.begin(), where.end());
  for (std::size_t i = 1; i < where.size(); ++i)
    if (where[i].first == where[i - 1].first && where[i].second != where[i - 1].second)
      return contract::broken(std::move(contract),
                              message("the copies at {} of B stand at {} and at {}", where[i].first, where[i - 1].second, where[i].second));
  return general::check_product(block, places, r, checking);
}

Verdict check_product(const Layout& block, const Layout& tiler, const Layout& r, const Checking& checking) {
  Message contract = "first mode is A, copies disjoint";
  if (!few(r, checking)) return contract::pending(std::move(contract), size(r));
  const auto wanted = count_values(block) * count_values(tiler), have = count_values(r);
  if (have == wanted) return kept(std::move(contract), size(r));
  return contract::broken(std::move(contract), message("R has {} different values, disjoint copies have {}", have, wanted));
}

}  // namespace algebra::general
