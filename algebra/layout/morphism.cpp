#include "algebra/layout/morphism.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/mode_list.hpp"

namespace algebra {
namespace {

/// Returns the modes sorted by stride, then size, each with its place; modes of size 1 count as of stride 0.
std::vector<std::pair<Mode, int>> by_stride(const Layout& l) {
  std::vector<std::pair<Mode, int>> modes;
  for (const auto& m : flat_modes(l)) {
    if (m.stride.basis != 0 || m.stride.value < 0 || m.shape.value < 1)
      throw Problem{"tractable", message("{} has a stride or a size that morphisms do not have.", plain(l)), {}};
    modes.emplace_back(Mode{m.shape, m.shape.value == 1 ? Int{0, true} : m.stride}, static_cast<int>(modes.size()));
  }
  std::stable_sort(modes.begin(), modes.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.stride.value, a.first.shape.value) < std::pair(b.first.stride.value, b.first.shape.value);
  });
  return modes;
}

std::vector<Int> entries(const IntTuple& t) {
  std::vector<Int> all;
  t.for_each_integer([&](Int i) { all.push_back(i); });
  return all;
}

/// Returns `t` with its entries replaced by those of `parts`, in order.
IntTuple with_entries(const IntTuple& t, std::span<const IntTuple> parts, std::size_t& next) {
  if (!t.is_tuple()) return parts[next++];
  IntTuple result;
  for (int i = 0; i < t.rank(); ++i) result.append(with_entries(t.mode(i), parts, next));
  return result;
}
IntTuple with_entries(const IntTuple& t, const std::vector<IntTuple>& parts) {
  std::size_t next = 0;
  return with_entries(t, parts, next);
}

/// Collects the part of `fine` at each entry of `coarse`. Returns false if `fine` does not refine `coarse`.
bool parts_at(const IntTuple& coarse, const IntTuple& fine, std::vector<IntTuple>& parts) {
  if (!coarse.is_tuple()) {
    parts.push_back(fine);
    return product(fine).value == coarse.integer().value;
  }
  if (!fine.is_tuple() || fine.rank() != coarse.rank()) return false;
  for (int i = 0; i < coarse.rank(); ++i)
    if (!parts_at(coarse.mode(i), fine.mode(i), parts)) return false;
  return true;
}
std::vector<IntTuple> refined(const IntTuple& coarse, const IntTuple& fine) {
  std::vector<IntTuple> parts;
  if (!parts_at(coarse, fine, parts)) throw Problem{"refinement", message("{} does not refine {}.", plain(fine), plain(coarse)), {}};
  return parts;
}

IntTuple part_of(const std::vector<Int>& numbers) {
  if (numbers.size() == 1) return numbers[0];
  IntTuple t;
  for (const auto n : numbers) t.append(n);
  return t;
}

}  // namespace

namespace {

/// Returns the first two neighbouring modes, by stride, for which the end of the first does not divide the stride of the second.
std::optional<std::pair<std::pair<Mode, int>, std::pair<Mode, int>>> first_intractable(const Layout& l) {
  const auto modes = by_stride(l);
  for (std::size_t i = 0; i + 1 < modes.size(); ++i) {
    const auto &a = modes[i].first, &b = modes[i + 1].first;
    if (a.stride.value != 0 && b.stride.value % (a.shape * a.stride).value != 0) return std::pair{modes[i], modes[i + 1]};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Message> why_intractable(const Layout& l) {
  const auto found = first_intractable(l);
  if (!found) return std::nullopt;
  const auto &a = found->first.first, &b = found->second.first;
  return message("{}·{} = {} does not divide {}, the next stride: modes {} and {}", a.shape.value, a.stride.value,
                 (a.shape * a.stride).value, b.stride.value, found->first.second, found->second.second);
}

std::optional<std::pair<int, int>> intractable_modes(const Layout& l) {
  const auto found = first_intractable(l);
  return found ? std::optional(std::pair{found->first.second, found->second.second}) : std::nullopt;
}

Morphism morphism_of(const Layout& l) {
  if (auto why = why_intractable(l)) throw Problem{"tractable", message("{} is not tractable: {}.", plain(l), *why), {}};
  Morphism m{.domain = l.shape(), .codomain = IntTuple(), .arrows = {}};
  const auto modes = by_stride(l);
  m.arrows.resize(modes.size(), 0);
  std::int64_t reached = 1;
  int count = 0;
  for (const auto& [mode, place] : modes) {
    if (mode.stride.value == 0) continue;
    // Codomain entries of 1 that no arrow reaches are left out.
    if (const auto gap = mode.stride.value / reached; gap != 1) m.codomain.append(Int{gap, true}), ++count;
    m.codomain.append(mode.shape), ++count;
    m.arrows[static_cast<std::size_t>(place)] = count;
    reached = (mode.stride * mode.shape).value;
  }
  return m;
}

Layout layout_of(const Morphism& m) {
  const auto codomain = entries(m.codomain);
  std::size_t next = 0;
  const auto strides = m.domain.transformed([&](Int) {
    Int stride{m.arrows[next] == 0 ? 0 : 1, true};
    for (int i = 0; i + 1 < m.arrows[next]; ++i) stride = stride * codomain[static_cast<std::size_t>(i)];
    ++next;
    return stride;
  });
  return {m.domain, strides};
}

IntTuple as_tuple(const Morphism& m) {
  IntTuple arrows;
  for (const auto a : m.arrows) arrows.append(Int{a, true});
  return IntTuple::tuple({m.domain, m.codomain, arrows});
}

Morphism morphism_of(const IntTuple& t) {
  const auto no = [&](const Message& why) {
    return Problem{"morphism", message("{} is not a morphism (domain, codomain, arrows): {}.", plain(t), why), {}};
  };
  if (!t.is_tuple() || t.rank() != 3) throw no("it does not have three modes");
  Morphism m{.domain = t.mode(0), .codomain = t.mode(1), .arrows = {}};
  t.mode(2).for_each_integer([&](Int i) { m.arrows.push_back(static_cast<int>(std::clamp<std::int64_t>(i.value, -1, max_leaves + 1))); });
  const auto from = entries(m.domain), to = entries(m.codomain);
  if (m.arrows.size() != from.size()) throw no(message("there are {} arrows for {} entries", m.arrows.size(), from.size()));
  std::vector<bool> taken(to.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto a = m.arrows[i];
    if (a == 0) continue;
    if (a < 0 || a > static_cast<int>(to.size())) throw no(message("arrow {} leads to entry {} of {}", i, a, to.size()));
    const auto at = static_cast<std::size_t>(a) - 1;
    if (taken[at]) throw no(message("two arrows lead to entry {}", a));
    if (to[at].value != from[i].value) throw no(message("arrow {} leads from {} to {}", i, from[i].value, to[at].value));
    taken[at] = true;
  }
  return m;
}

Morphism compose(const Morphism& f, const Morphism& g) {
  if (plain(g.codomain) != plain(f.domain))
    throw Problem{"composable", message("The codomain {} is not the domain {}.", plain(g.codomain), plain(f.domain)), {}};
  Morphism m{.domain = g.domain, .codomain = f.codomain, .arrows = {}};
  for (const auto a : g.arrows) m.arrows.push_back(a == 0 ? 0 : f.arrows[static_cast<std::size_t>(a) - 1]);
  return m;
}

std::optional<Refinements> mutual_refinement(const IntTuple& t, const IntTuple& u, std::vector<Message>* steps) {
  auto of_t = entries(t), of_u = entries(u);
  std::vector<IntTuple> parts_t, parts_u;
  std::vector<Int> now_t, now_u;
  std::size_t i = 0, j = 0;
  while (i < of_t.size() && j < of_u.size()) {
    const auto a = of_t[i].value, b = of_u[j].value;
    if (steps != nullptr) steps->push_back(message("{} of T beside {} of U", a, b));
    if (a < 1 || b < 1 || (b % a != 0 && a % b != 0)) return std::nullopt;
    const Int cut{std::min(a, b), true};
    now_t.push_back(cut), now_u.push_back(cut);
    if (a <= b) parts_t.push_back(part_of(now_t)), now_t.clear(), ++i;
    else of_t[i] = Int{a / b, true};
    if (b <= a) parts_u.push_back(part_of(now_u)), now_u.clear(), ++j;
    else of_u[j] = Int{b / a, true};
  }
  if (i < of_t.size()) return std::nullopt;
  if (!now_u.empty()) now_u.push_back(of_u[j++]), parts_u.push_back(part_of(now_u));
  for (; j < of_u.size(); ++j) parts_u.emplace_back(of_u[j]);
  return Refinements{with_entries(t, parts_t), with_entries(u, parts_u)};
}

Morphism pullback(const Morphism& g, const IntTuple& refinement) {
  const auto parts = refined(g.codomain, refinement);
  std::vector<int> first(parts.size());
  for (std::size_t k = 0, n = 1; k < parts.size(); n += entries(parts[k++]).size()) first[k] = static_cast<int>(n);
  Morphism m{.domain = {}, .codomain = refinement, .arrows = {}};
  std::vector<IntTuple> of_domain;
  const auto from = entries(g.domain);
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (g.arrows[i] == 0) {
      of_domain.emplace_back(from[i]);
      m.arrows.push_back(0);
      continue;
    }
    const auto at = static_cast<std::size_t>(g.arrows[i]) - 1;
    of_domain.push_back(parts[at]);
    for (std::size_t k = 0; k < entries(parts[at]).size(); ++k) m.arrows.push_back(first[at] + static_cast<int>(k));
  }
  m.domain = with_entries(g.domain, of_domain);
  return m;
}

Morphism pushforward(const Morphism& f, const IntTuple& refinement) {
  const auto parts = refined(f.domain, refinement);
  const auto to = entries(f.codomain);
  std::vector<IntTuple> of_codomain;
  std::vector<int> first;
  int next = 1;
  for (std::size_t k = 0; k < to.size(); ++k) {
    const auto arrow = std::find(f.arrows.begin(), f.arrows.end(), static_cast<int>(k) + 1);
    of_codomain.push_back(arrow == f.arrows.end() ? IntTuple(to[k]) : parts[static_cast<std::size_t>(arrow - f.arrows.begin())]);
    first.push_back(next);
    next += static_cast<int>(entries(of_codomain.back()).size());
  }
  Morphism m{.domain = refinement, .codomain = with_entries(f.codomain, of_codomain), .arrows = {}};
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t k = 0; k < entries(parts[i]).size(); ++k)
      m.arrows.push_back(f.arrows[i] == 0 ? 0 : first[static_cast<std::size_t>(f.arrows[i]) - 1] + static_cast<int>(k));
  return m;
}

Morphism weak_composition(const Morphism& f, const Morphism& g) {
  const auto both = mutual_refinement(g.codomain, f.domain);
  if (!both) throw Problem{"composable", message("{} and {} have no mutual refinement.", plain(g.codomain), plain(f.domain)), {}};
  const auto before = pullback(g, both->first), behind = pushforward(f, both->second);
  // The codomain of `before` is the beginning of the domain of `behind`.
  Morphism m{.domain = before.domain, .codomain = behind.codomain, .arrows = {}};
  for (const auto a : before.arrows) m.arrows.push_back(a == 0 ? 0 : behind.arrows[static_cast<std::size_t>(a) - 1]);
  return m;
}

}  // namespace algebra
