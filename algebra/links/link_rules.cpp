#include "algebra/links/link_rules.hpp"

#include "algebra/layout/advice.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/links/link_builder.hpp"

namespace algebra::links {
namespace {

/// Links results in which each integer of the shape is a multiple or a divisor of its counterpart: several neighbours become one element,
/// or one becomes several.
void link_scaled(LinkBuilder& l, int operand, const Layout& result) {
  const auto from = l.layout(operand);
  if (!from) return;
  const auto a = flat_modes(*from), r = flat_modes(result);
  if (a.size() != r.size()) return;
  IntTuple shape, of_a, of_r;
  std::int64_t step_a = 1, step_r = 1;
  const auto add = [&](std::int64_t n, std::int64_t sa, std::int64_t sr) {
    shape.append(Int{n, true});
    of_a.append(Int{sa, true});
    of_r.append(Int{sr, true});
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto na = a[i].shape.value, nr = r[i].shape.value;
    if (na >= nr && na % nr == 0) {
      add(na / nr, step_a, 0);
      add(nr, step_a * (na / nr), step_r);
    } else if (nr % na == 0) {
      add(nr / na, 0, step_r);
      add(na, step_a, step_r * (nr / na));
    } else {
      return;
    }
    step_a *= na;
    step_r *= nr;
  }
  l.add(LinkKind::element, operand, Link::result, IndexMap(Layout(shape, of_a)), IndexMap(Layout(shape, of_r)));
}

}  // namespace

void modes(LinkBuilder& l) {
  const auto has_elements = [&](int i) { return is_layout_like(l.value(i)) && l.shape(i).has_value(); };
  for (int k = 0; k < l.operands(); ++k) {
    if (!has_elements(k)) continue;
    auto operands = l.made().operands;
    for (int i = 0; i < l.operands(); ++i)
      if (has_elements(i)) operands[static_cast<std::size_t>(i)] = i == k ? counting(*l.shape(i)) : standing_still(all_known(*l.shape(i)));
    const auto p = l.reapply(operands);
    if (p && size(p->layout) == l.size(Link::result))
      l.add(l.operands() == 1 ? LinkKind::element : LinkKind::place, k, Link::result, IndexMap(p->layout),
            IndexMap(counting(l.size(Link::result))));
  }
}

void made_layout(LinkBuilder& l) {
  if (l.operands() > 0 && std::holds_alternative<IntTuple>(l.value(0)) && (l.operands() < 2 || !is_layout_like(l.value(1))))
    return l.add_same(LinkKind::place, 0);
  modes(l);
}

void recast(LinkBuilder& l) {
  // recast_layout(32, 16, A) has the layout last.
  if (const auto r = l.layout(Link::result)) link_scaled(l, l.operands() - 1, *r);
}

void filtered(LinkBuilder& l) {
  const auto from = l.layout(0);
  if (!from || l.operands() > 1) return;
  const auto zeros = attempt([&] { return filter_zeros(*from); });
  // Coalescing the remaining modes does not change 1-D coordinates.
  if (zeros && size(*zeros) == l.size(Link::result)) link_scaled(l, 0, *zeros);
}

void composed(LinkBuilder& l) {
  if (l.operands() == 3) {  // function o offset o layout
    l.add_same(LinkKind::element, 2);
    const auto* inner = std::get_if<Layout>(&l.value(2));
    const auto* offset = std::get_if<IntTuple>(&l.value(1));
    if (inner != nullptr && l.layout(0) && offset != nullptr && offset->is_integer())
      l.add(LinkKind::element, 0, Link::result, IndexMap(*inner, offset->integer().value), IndexMap(counting(l.size(Link::result))));
    return;
  }
  if (l.operands() != 2 || std::holds_alternative<BitMatrix>(l.value(Link::result))) return;
  if (std::holds_alternative<Swizzle>(l.value(0))) return l.add_same(LinkKind::element, 1);
  if (const auto* s = std::get_if<Swizzle>(&l.value(1))) {
    if (const auto n = l.size(Link::result); n > 0)
      l.add(LinkKind::element, 0, Link::result, IndexMap(counting(n), 0, Outer{OuterFunction{*s}}), IndexMap(counting(n)));
    return;
  }
  l.add_same(LinkKind::place, 1);
  const bool by_mode = std::holds_alternative<Tiler>(l.value(1)) || std::holds_alternative<IntTuple>(l.value(1));
  if (by_mode) return l.add_reordered(0);
  if (auto of_b = index_map(l.value(1)))
    l.add(LinkKind::element, 0, Link::result, std::move(*of_b), IndexMap(counting(l.size(Link::result))));
}

void inverse(LinkBuilder& l) {
  const auto leg = index_map(l.value(0));
  if (leg) l.add(LinkKind::element, 0, Link::result, IndexMap(counting(leg->size())), *leg);
}

void complement(LinkBuilder& l) {
  const auto n = l.size(Link::result);
  if (n > 0 && l.size(0) > 0)
    l.add(LinkKind::place, 0, Link::result, IndexMap(standing_still(IntTuple(Int{n, true}))), IndexMap(counting(n)));
}

void begun_at(LinkBuilder& l) {
  const int operand = l.size(0) > 0 && is_layout_like(l.value(0)) ? 0 : 1;
  if (operand >= l.operands() || !l.shape(operand)) return;
  const auto whole = counting(*l.shape(operand));
  const auto begun = l.again_on(operand, whole);
  if (!begun || begun->offset < 0 || begun->offset >= size(whole)) return;
  IntTuple shape, steps;
  std::int64_t rest = begun->offset, step = 1;
  for (const auto& m : flat_modes(whole)) {
    shape.append(Int{m.shape.value - rest % m.shape.value, true});
    steps.append(Int{step, true});
    rest /= m.shape.value;
    step *= m.shape.value;
  }
  const Layout within(shape, steps);
  l.add(LinkKind::element, operand, Link::result, IndexMap(within, begun->offset), IndexMap(within));
}

void zipped(LinkBuilder& l) {
  if (l.operands() == 1) l.add_reordered(0);
  else modes(l);
}
void reordered(LinkBuilder& l) {
  if (l.operands() > 0) l.add_reordered(0);
}
void mode_or_part(LinkBuilder& l) {
  const auto* zip = std::get_if<Zip>(&l.value(0));
  if (zip == nullptr || zip->of != Zip::Of::tuple) return reordered(l);
  const auto* which = l.made().indices.size() == 1 ? std::get_if<IntTuple>(&l.made().indices[0]) : nullptr;
  const auto n = l.size(Link::result);
  if (which == nullptr || !which->is_integer() || n <= 0) return;
  const auto first = first_of_part(*zip, static_cast<std::size_t>(which->integer().value));
  l.add(LinkKind::element, 0, Link::result, IndexMap(counting(n), first), IndexMap(counting(n)));
}
void reordered_by_coordinate(LinkBuilder& l) {
  // slice(c, A), in the DSL slice(A, c); A(2,_) has A first.
  l.add_reordered(is_layout_like(l.value(0)) || l.operands() != 2 || !is_layout_like(l.value(1)) ? 0 : 1);
}
void same_as_first(LinkBuilder& l) {
  if (l.operands() > 0) l.add_same(LinkKind::element, 0);
}
void same_as_each(LinkBuilder& l) {
  for (int i = 0; i < l.operands(); ++i) l.add_same(LinkKind::element, i);
}
void same_as_last(LinkBuilder& l) {
  if (l.operands() > 0) l.add_same(LinkKind::element, l.operands() - 1);
}
void same_place(LinkBuilder& l) {
  if (l.operands() > 0) l.add_same(LinkKind::place, 0);
}
void reshaped(LinkBuilder& l) {
  l.add_reordered(0);
  if (l.operands() == 2) l.add_same(LinkKind::place, 1);
}
void coordinates_of_all(LinkBuilder& l) {
  for (int i = 0; i < l.operands(); ++i) l.add_coordinates(LinkKind::element, i);
}
void coordinates_of_first(LinkBuilder& l) { l.add_coordinates(LinkKind::element, 0); }

}  // namespace algebra::links
