#include "algebra/contracts.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/coalesce.hpp"
#include "algebra/sample.hpp"

namespace algebra {
namespace {

/// Looks at `holds(i)` for i below total, all or an even sample; holds returns "" or the counterexample.
template <class Holds>
Verdict enumerate(std::string contract, std::int64_t total, Holds&& holds) {
  Verdict v{.kind = Verdict::Kind::kept, .contract = std::move(contract), .checked = 0, .total = total, .counterexample = {}};
  const std::int64_t count = std::min(total, checked_whole);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto i = sample_at(k, count, total);
    ++v.checked;
    v.counterexample = holds(i);
    if (v.counterexample.empty()) continue;
    v.kind = Verdict::Kind::broken;
    return v;
  }
  return v;
}

Verdict broken(std::string contract, std::string why) {
  return {.kind = Verdict::Kind::broken, .contract = std::move(contract), .checked = 1, .total = 1, .counterexample = std::move(why)};
}

std::vector<std::int64_t> all_indices(const Layout& l) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(size(l)));
  indices(l, 0, all);
  return all;
}

/// Some of the layout's indices, all up to 2^16, in order.
std::vector<std::int64_t> sorted_sample(const Layout& l) {
  const auto total = size(l), count = std::min(total, checked_whole);
  std::vector<std::int64_t> some;
  some.reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, count)));
  for (std::int64_t k = 0; k < count; ++k) some.push_back(l(sample_at(k, count, total)));
  std::sort(some.begin(), some.end());
  return some;
}

/// First index that occurs twice, or -1. For up to 2^16 elements; larger ones are not checked.
std::int64_t repeated_index(std::vector<std::int64_t> all) {
  std::sort(all.begin(), all.end());
  const auto it = std::adjacent_find(all.begin(), all.end());
  return it == all.end() ? -1 : *it;
}

}  // namespace

Verdict check_coalesce(const Layout& l, const Layout& r) {
  const auto* contract = "R(i) = L(i)";
  if (size(l) != size(r)) return broken(contract, fmt::format("R has {} elements, L has {}", size(r), size(l)));
  return enumerate(contract, size(l), [&](std::int64_t i) {
    return r(i) == l(i) ? std::string{} : fmt::format("R({}) = {} where L({}) = {}", i, r(i), i, l(i));
  });
}

Verdict check_composition(const Layout& a, const Layout& b, const Layout& r) {
  const auto* contract = "R(c) = A(B(c))";
  if (size(r) != size(b)) return broken(contract, fmt::format("R has {} elements, B has {}", size(r), size(b)));
  if (!compatible(b.shape(), r.shape()))
    return broken(contract, fmt::format("R's shape {} does not take the coordinates of B's shape {}", to_string(r.shape(), Marks::plain), to_string(b.shape(), Marks::plain)));
  return enumerate(contract, size(b), [&](std::int64_t i) {
    const auto want = a(b(i));
    return r(i) == want ? std::string{} : fmt::format("R({}) = {} where A(B({})) = {}", i, r(i), i, want);
  });
}

Verdict check_composition(const Layout& a, const Tiler& b, const Layout& r) {
  if (const auto* layout = std::get_if<Layout>(&b.is)) return check_composition(a, *layout, r);
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return check_coalesce(a, r);
    return check_composition(a, make_layout(*leaf), r);
  }
  Verdict sum{.kind = Verdict::Kind::kept, .contract = "R(c) = A(B(c)), by mode", .checked = 0, .total = 0, .counterexample = {}};
  for (std::size_t i = 0; i < b.modes().size(); ++i) {
    const auto v = check_composition(mode(a, static_cast<int>(i)), b.modes()[i], mode(r, static_cast<int>(i)));
    sum.checked += v.checked;
    sum.total += v.total;
    if (v.kind != Verdict::Kind::broken) continue;
    sum.kind = v.kind;
    sum.counterexample = fmt::format("mode {}: {}", i, v.counterexample);
    break;
  }
  return sum;
}

Verdict check_complement(const Layout& l, const Layout& r) {
  return check_complement(l, cosize_of(filter(l)), r);
}

Verdict check_complement(const Layout& l, const IntTuple& cotarget, const Layout& r) {
  const auto* contract = "increasing, disjoint from L, size and cosize within bounds";
  const auto wanted = product(cotarget);
  const auto least = ceil_div(wanted, size_of(filter(l))).value;
  if (size(r) < least) return broken(contract, fmt::format("R has {} elements, {} / size(L) are {}", size(r), wanted.value, least));
  // L and R repeat after the room of L's widest mode; CuTe's documentation says cosize(L), which a gap at the end exceeds.
  Int period{1, true};
  for (const auto& m : flat_modes(filter(l))) period = max(period, m.shape * abs(m.stride));
  const auto most = (ceil_div(wanted, period) * period).value;
  if (cosize(r) > most) return broken(contract, fmt::format("R has cosize {}, more than {} rounded up to a multiple of {}", cosize(r), wanted.value, period.value));
  const auto taken = sorted_sample(l);
  return enumerate(contract, size(r), [&](std::int64_t i) -> std::string {
    const auto here = r(i);
    if (i > 0 && here <= r(i - 1)) return fmt::format("R({}) = {} after R({}) = {}", i, here, i - 1, r(i - 1));
    if (here != 0 && std::binary_search(taken.begin(), taken.end(), here)) return fmt::format("R({}) = {}, which L reaches too", i, here);
    return {};
  });
}

Verdict check_right_inverse(const Layout& l, const Layout& r) {
  return enumerate("L(R(i)) = i", size(r), [&](std::int64_t i) {
    return l(r(i)) == i ? std::string{} : fmt::format("L(R({})) = {}", i, l(r(i)));
  });
}

Verdict check_left_inverse(const Layout& l, const Layout& r) {
  return enumerate("R(L(i)) = i", size(l), [&](std::int64_t i) {
    return r(l(i)) == i ? std::string{} : fmt::format("R(L({})) = {}", i, r(l(i)));
  });
}

Verdict check_divide(const Layout& a, const Layout& identity, const Layout& r) {
  const auto* contract = "D(c) = A(T(c))";
  if (size(r) != size(a))
    return broken(contract, fmt::format("the tiles hold {} elements, A has {}: the tiler does not divide it", size(r), size(a)));
  if (size(r) <= checked_whole) {
    const auto twice = repeated_index(all_indices(identity));
    if (twice >= 0) return broken(contract, fmt::format("element {} of A is in two tiles", twice));
  }
  return enumerate(contract, size(r), [&](std::int64_t i) {
    const auto want = a(identity(i));
    return r(i) == want ? std::string{} : fmt::format("D({}) = {} where A({}) = {}", i, r(i), identity(i), want);
  });
}

Verdict check_product(const Layout& block, const Layout& tiler, const Layout& r) {
  const auto* contract = "copies of A are disjoint";
  if (size(r) != (size_of(block) * size_of(tiler)).value)
    return broken(contract, fmt::format("R has {} elements, {} copies of {} are wanted", size(r), size(tiler), size(block)));
  if (size(r) > checked_whole) return {};
  // Copies of a block that repeats an index repeat it too; that is no fault of the product.
  if (repeated_index(all_indices(block)) >= 0 || repeated_index(all_indices(tiler)) >= 0) return {};
  const auto twice = repeated_index(all_indices(r));
  if (twice >= 0) return broken(contract, fmt::format("index {} is in two copies", twice));
  return {.kind = Verdict::Kind::kept, .contract = contract, .checked = size(r), .total = size(r), .counterexample = {}};
}

Verdict check_logical_product(const Layout& block, const Layout& tiler, const Layout& r) {
  auto verdict = check_product(block, tiler, r);
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

Verdict check_partition(const Tensor& tensor, const Layout& threads) {
  const auto* contract = "each element has one owner";
  const auto total = size(tensor.layout);
  if (total > checked_whole || size(threads) > 1024) return {};
  auto elements = all_indices(tensor.layout);
  std::sort(elements.begin(), elements.end());
  std::vector<std::int64_t> owned;
  for (std::int64_t t = 0; t < size(threads); ++t) {
    const auto part = local_partition({0, tensor.layout}, threads, Int{t, false});
    for (const auto i : all_indices(part.layout)) owned.push_back(part.offset + i);
    if (static_cast<std::int64_t>(owned.size()) > 4 * checked_whole) return {};
  }
  std::sort(owned.begin(), owned.end());
  if (owned == elements) return {.kind = Verdict::Kind::kept, .contract = contract, .checked = total, .total = total, .counterexample = {}};
  const auto [a, b] = std::mismatch(elements.begin(), elements.end(), owned.begin(), owned.end());
  if (a == elements.end() || (b != owned.end() && *b < *a))
    return broken(contract, fmt::format("index {} is owned {}", *b, b != owned.begin() && *(b - 1) == *b ? "twice" : "but not in the tensor"));
  return broken(contract, fmt::format("index {} has no owner", *a));
}

namespace {

bool composes(const Layout& a, std::int64_t s, std::int64_t d) {
  const Layout b(Int{s, true}, Int{d, true});
  const auto known = [](const IntTuple& t) { return t.transformed([](Int i) { return Int{i.value, true}; }); };
  const Layout fixed(known(a.shape()), known(a.stride()));
  const auto r = attempt([&] { return composition(fixed, b); });
  return r && b(s - 1) < size(a) && check_composition(fixed, b, *r).kind == Verdict::Kind::kept;
}

}  // namespace

std::string composition_obstacle(const Layout& a, const Layout& b, std::string_view name) {
  auto modes = coalesce_beyond(a);
  const auto given = flat_modes(a);
  if (!given.empty() && given.back().shape.value == 1) modes.back() = given.back();
  // Words about "mode 0 of A" are only right where coalescing left A's modes as they are.
  const auto whole = modes == given ? std::string(name) : fmt::format("{} = {}", name, to_string(layout_of_modes(modes), Marks::plain));
  for (const auto& m : flat_modes(b)) {
    auto stride = std::abs(m.stride.value), rest = m.shape.value;
    if (stride == 0) continue;
    for (std::size_t i = 0; i + 1 < modes.size(); ++i) {
      const auto extent = modes[i].shape.value;
      if (extent == 0) break;
      if (stride > extent && stride % extent != 0) return fmt::format("mode {} of {} (size {}) does not divide {}", i, whole, extent, stride);
      if (stride < extent && extent % stride != 0 && rest > extent / stride) return fmt::format("{} does not divide mode {} of {} (size {})", stride, i, whole, extent);
      const auto here = std::min(std::max<std::int64_t>(1, extent / stride), rest);
      if (here > 1 && rest % here != 0) return fmt::format("{} elements cannot be taken in steps of {} out of mode {} of {} (size {})", m.shape.value, m.stride.value, i, whole, extent);
      rest /= here;
      stride = (stride + extent - 1) / extent;
    }
  }
  return {};
}

std::vector<std::string> nearest_compositions(const Layout& a, const Layout& b, Marks marks) {
  const auto modes = flat_modes(b);
  if (modes.size() != 1) return {};
  const auto s = modes[0].shape.value, d = modes[0].stride.value;
  constexpr std::int64_t reach = 256;
  if (s < 1 || s > 4096 || d < 0) return {};
  const auto* mark = marks == Marks::underscores ? "_" : "";
  std::vector<std::string> found;
  std::int64_t taken = -1;
  const auto offer = [&](std::int64_t size, std::int64_t stride) {
    if (!composes(a, size, stride)) return false;
    found.push_back(fmt::format("{}{}:{}{}", mark, size, mark, stride));
    taken = stride;
    return true;
  };
  for (std::int64_t delta = 0; delta <= reach && found.empty(); ++delta)
    if (!offer(s, d + delta) && d - delta > 0) offer(s, d - delta);
  const auto first = taken;
  for (std::int64_t delta = 0; delta <= 16 && found.size() < 2; ++delta)
    for (const auto stride : {d - delta, d + delta}) {
      if (stride <= 0 || stride == first || found.size() >= 2) continue;
      for (auto size = s; size <= 2 * s; ++size)
        if (offer(size, stride)) break;
    }
  return found;
}

}  // namespace algebra
