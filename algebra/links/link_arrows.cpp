#include "algebra/links/link_arrows.hpp"

#include <algorithm>
#include <utility>

#include "algebra/language/functions.hpp"
#include "algebra/layout/morphism.hpp"
#include "algebra/links/link_builder.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::links {
namespace {

using Sizes = std::vector<std::int64_t>;

Sizes sizes_of(const IntTuple& t) {
  Sizes all;
  t.for_each_integer([&](Int i) { all.push_back(i.value); });
  return all;
}

std::optional<Morphism> written_morphism(const Value& v) {
  const auto* t = std::get_if<IntTuple>(&v);
  if (t == nullptr || !t->is_tuple() || t->rank() != 3 || !t->mode(2).is_tuple()) return std::nullopt;
  const auto m = attempt([&] { return morphism_of(*t); });
  return m ? std::optional(*m) : std::nullopt;
}

Arrows arrows_of(const Morphism& m) { return {sizes_of(m.domain), sizes_of(m.codomain), m.arrows}; }

/// Returns the map of a single place to n.
IndexMap only(std::int64_t n) { return IndexMap(Layout(Int{1, true}, Int{0, true}), n); }

Link entries_linked(LinkKind kind, int first, int second, std::int64_t a, std::int64_t b, std::int64_t first_count,
                    std::int64_t second_count) {
  return {first,
          second,
          kind,
          {only(a), only(b), first_count, second_count, false},
          /*first_entries=*/true,
          /*second_entries=*/true};
}

/// Links the two ends of each arrow.
void link_ends(LinkBuilder& l, const Arrows& arrows) {
  for (std::size_t i = 0; i < arrows.to.size(); ++i)
    if (arrows.to[i] > 0)
      l.add(entries_linked(LinkKind::element, Link::result, Link::result, static_cast<std::int64_t>(i),
                           std::ssize(arrows.left) + arrows.to[i] - 1, arrows.count(), arrows.count()));
}

/// Links the elements of `elements`, whose shape has these sizes, that are not at 0 in the mode, with entry number `entry` of `entries`.
/// Each of the two is an operand or the result.
void link_mode(LinkBuilder& l, const Sizes& sizes, std::size_t mode, int elements, int entries, std::int64_t entry, std::int64_t count) {
  IntTuple shape, strides;
  std::int64_t step = 1, first = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (k == mode) first = step;
    shape.append(Int{k == mode ? sizes[k] - 1 : sizes[k], true});
    strides.append(Int{step, true});
    step *= sizes[k];
  }
  if (sizes[mode] < 2 || l.size(elements) != step) return;
  auto still = standing_still(shape);
  IndexMap moved(Layout(std::move(shape), std::move(strides)), first), there(std::move(still), entry);
  if (elements == Link::result) l.add({entries, elements, LinkKind::mode, {std::move(there), std::move(moved), count, step}, true, false});
  else l.add({elements, entries, LinkKind::mode, {std::move(moved), std::move(there), step, count}, false, true});
}

/// Links the elements with each entry of the left, and with the entry of the right at which its arrow ends.
void link_modes(LinkBuilder& l, const Arrows& arrows, int elements, int entries) {
  for (std::size_t i = 0; i < arrows.left.size(); ++i) {
    link_mode(l, arrows.left, i, elements, entries, static_cast<std::int64_t>(i), arrows.count());
    if (i < arrows.to.size() && arrows.to[i] > 0)
      link_mode(l, arrows.left, i, elements, entries, std::ssize(arrows.left) + arrows.to[i] - 1, arrows.count());
  }
}

/// Counts the integers of `fine` at each integer of `coarse`. Returns false if `fine` does not refine `coarse`.
bool count_parts(const IntTuple& coarse, const IntTuple& fine, std::vector<std::int64_t>& counts) {
  if (!coarse.is_tuple()) {
    counts.push_back(std::ssize(sizes_of(fine)));
    return product(fine).value == coarse.integer().value;
  }
  if (!fine.is_tuple() || fine.rank() != coarse.rank()) return false;
  for (int i = 0; i < coarse.rank(); ++i)
    if (!count_parts(coarse.mode(i), fine.mode(i), counts)) return false;
  return true;
}

/// Links the entries of an operand, from `first` on, with the result's entries, from `at` on, that they were cut into.
void link_parts(LinkBuilder& l, int operand, const IntTuple& coarse, const IntTuple& fine, std::int64_t first, std::int64_t at,
                std::int64_t first_count, std::int64_t count) {
  std::vector<std::int64_t> counts;
  if (!count_parts(coarse, fine, counts)) return;
  for (const auto parts : counts) {
    // If an entry is cut, each part is only a place in it.
    const auto kind = parts == 1 ? LinkKind::element : LinkKind::place;
    for (std::int64_t k = 0; k < parts; ++k) l.add(entries_linked(kind, operand, Link::result, first, at++, first_count, count));
    ++first;
  }
}

/// Links an operand whose domain, codomain or both the result refines.
void link_operand(LinkBuilder& l, int operand, const Morphism& result, bool domain, bool codomain) {
  const auto arrows = arrows_of(result);
  if (const auto m = written_morphism(l.value(operand))) {
    const auto of = arrows_of(*m);
    if (domain) link_parts(l, operand, m->domain, result.domain, 0, 0, of.count(), arrows.count());
    if (codomain)
      link_parts(l, operand, m->codomain, result.codomain, std::ssize(of.left), std::ssize(arrows.left), of.count(), arrows.count());
  } else if (domain) {
    link_modes(l, arrows, operand, Link::result);
  }
}

}  // namespace

int Arrows::from(std::size_t entry) const {
  const auto it = std::find(to.begin(), to.end(), static_cast<int>(entry) + 1);
  return it == to.end() ? -1 : static_cast<int>(it - to.begin());
}

std::optional<Arrows> arrows_of(const Value& value, const Provenance& made) {
  using expression::DrawnAs;
  const auto* tuple = std::get_if<IntTuple>(&value);
  const auto* function = tuple != nullptr ? expression::function_of(made) : nullptr;
  if (function == nullptr || function->drawn_as == DrawnAs::elements) return std::nullopt;
  if (function->drawn_as == DrawnAs::arrows) {
    const auto m = written_morphism(value);
    return m ? std::optional(arrows_of(*m)) : std::nullopt;
  }
  if (!tuple->is_tuple() || tuple->rank() != 2) return std::nullopt;
  // One shape's parts are the beginning of the other's.
  Arrows cuts{sizes_of(tuple->mode(0)), sizes_of(tuple->mode(1)), {}, true};
  for (std::size_t i = 0; i < cuts.left.size(); ++i) cuts.to.push_back(i < cuts.right.size() ? static_cast<int>(i) + 1 : 0);
  return cuts;
}

void arrows(LinkBuilder& l) {
  const auto m = written_morphism(l.value(Link::result));
  if (!m) return;
  link_ends(l, arrows_of(*m));
  link_operand(l, 0, *m, true, true);
}

void arrows_composed(LinkBuilder& l) {
  const auto m = written_morphism(l.value(Link::result));
  // The weak composition of two layouts is a layout.
  if (!m) return composed(l);
  link_ends(l, arrows_of(*m));
  link_operand(l, 0, *m, false, true);
  if (l.operands() > 1) link_operand(l, 1, *m, true, false);
}

void cuts(LinkBuilder& l) {
  const auto found = arrows_of(l.value(Link::result), l.made());
  if (!found || l.operands() < 2) return;
  link_ends(l, *found);
  link_modes(l, *found, 0, Link::result);
  for (std::size_t i = 0; i < found->right.size(); ++i) {
    link_mode(l, found->right, i, 1, Link::result, std::ssize(found->left) + static_cast<std::int64_t>(i), found->count());
    if (const auto from = found->from(i); from >= 0) link_mode(l, found->right, i, 1, Link::result, from, found->count());
  }
}

void arrows_to_layout(LinkBuilder& l) {
  if (const auto m = written_morphism(l.value(0))) link_modes(l, arrows_of(*m), Link::result, 0);
}

}  // namespace algebra::links
