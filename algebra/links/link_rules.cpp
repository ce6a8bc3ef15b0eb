#include "algebra/links/link_rules.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "algebra/advice.hpp"
#include "algebra/links/link_context.hpp"
#include "algebra/mode_list.hpp"
#include "algebra/operations.hpp"
#include "algebra/tiled.hpp"

namespace algebra::links {
namespace {

bool only_sizes(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_integer() && t.integer().value >= 1;
  for (int i = 0; i < t.rank(); ++i)
    if (!only_sizes(t.mode(i))) return false;
  return true;
}

std::optional<IntTuple> shape_of_tiler(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return layout->shape();
  if (const auto* integer = std::get_if<IntTuple>(&t.is)) return only_sizes(*integer) ? std::optional(*integer) : std::nullopt;
  IntTuple shape;
  for (const auto& m : t.modes()) {
    const auto mode = shape_of_tiler(m);
    if (!mode) return std::nullopt;
    shape.append(*mode);
  }
  return shape;
}

std::optional<IndexMap> behind(const Layout& layout, std::int64_t offset, const Outer* outer) {
  if (has_basis(layout)) return std::nullopt;
  if (outer == nullptr) return IndexMap(layout, offset);
  return IndexMap(layout, outer->offset.value.value, outer->function);
}

/// A layout with its offset, as an operation on coordinates returns it.
struct Placed {
  Layout layout;
  std::int64_t offset = 0;
};
std::optional<Placed> placed(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v)) return Placed{*l};
  if (const auto* t = std::get_if<Tensor>(&v); t != nullptr && !t->outer && !t->coordinate) return Placed{t->layout, t->offset};
  if (const auto* l = std::get_if<LayoutAndOffset>(&v)) {
    const auto* layout = std::get_if<Layout>(&l->layout);
    if (layout != nullptr && l->offset.is_integer()) return Placed{*layout, l->offset.integer().value};
  }
  return std::nullopt;
}

Value known(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v)) return all_known(*l);
  if (const auto* t = std::get_if<IntTuple>(&v)) return all_known(*t);
  if (const auto* t = std::get_if<Tiler>(&v)) return all_known(*t);
  return v;
}

/// f(operands) with this one replaced, if the operation takes it: as a tensor, so that what it cuts off is not lost, else
/// as a layout; with every integer known, else as they are.
std::optional<Placed> again_on(const Provenance& made, int operand, const Layout& in_place) {
  for (const bool all : {true, false}) {
    auto operands = made.operands;
    if (all)
      for (auto& v : operands) v = known(v);
    for (const bool as_tensor : {true, false}) {
      if (as_tensor) operands[static_cast<std::size_t>(operand)] = Tensor{.offset = 0, .layout = in_place};
      else operands[static_cast<std::size_t>(operand)] = in_place;
      const auto result = again(made, operands);
      if (!result) continue;
      if (auto p = placed(*result)) return p;
    }
  }
  return std::nullopt;
}

bool is_layout_like(const Value& v) {
  return std::holds_alternative<Layout>(v) || std::holds_alternative<Tensor>(v) || std::holds_alternative<ComposedLayout>(v);
}

// --- The rules

/// make_layout(A, B), zip, append, prepend, replace: each operand's modes stand somewhere among the result's.
void link_modes(LinkBuilder& l) {
  for (int k = 0; k < l.operands(); ++k) {
    if (!is_layout_like(l.value(k))) continue;
    auto operands = l.made().operands;
    for (int i = 0; i < l.operands(); ++i)
      if (is_layout_like(l.value(i)))
        operands[static_cast<std::size_t>(i)] = i == k ? counting(*l.shape(i)) : standing_still(all_known(*l.shape(i)));
    const auto r = again(l.made(), operands);
    const auto p = r ? placed(*r) : std::nullopt;
    if (p && size(p->layout) == l.size(Link::result))
      l.add(l.operands() == 1 ? LinkKind::element : LinkKind::place, k, Link::result, IndexMap(p->layout),
            IndexMap(counting(l.size(Link::result))));
  }
}

void link_make_layout(LinkBuilder& l) {
  if (l.operands() > 0 && std::holds_alternative<IntTuple>(l.value(0)) && (l.operands() < 2 || !is_layout_like(l.value(1))))
    return l.add_same(LinkKind::place, 0);
  link_modes(l);
}

/// upcast, downcast, recast_layout, filter_zeros: each integer of the shape is a multiple of its counterpart, and so many
/// neighbours become one element, or one becomes so many.
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

void link_recast(LinkBuilder& l) {
  // recast_layout(32, 16, A) has the layout last.
  if (const auto r = l.layout(Link::result)) link_scaled(l, l.operands() - 1, *r);
}

void link_filter(LinkBuilder& l) {
  const auto from = l.layout(0);
  if (!from || l.operands() > 1) return;
  const auto zeros = attempt([&] { return filter_zeros(*from); });
  // Coalescing what is left does not change the 1-D coordinates.
  if (zeros && size(*zeros) == l.size(Link::result)) link_scaled(l, 0, *zeros);
}

/// The modes of B's result stand in A's domain: element c of R is element c of B, and B(c) of A.
void link_composition(LinkBuilder& l) {
  if (l.operands() == 3) {  // function o offset o layout
    l.add_same(LinkKind::element, 2);
    const auto inner = l.layout(2);
    const auto* offset = std::get_if<IntTuple>(&l.value(1));
    if (inner && l.layout(0) && offset != nullptr && offset->is_integer())
      l.add(LinkKind::element, 0, Link::result, IndexMap(*inner, offset->integer().value), IndexMap(counting(l.size(Link::result))));
    return;
  }
  if (l.operands() != 2) return;
  if (std::holds_alternative<Swizzle>(l.value(0))) return l.add_same(LinkKind::element, 1);
  if (const auto* s = std::get_if<Swizzle>(&l.value(1))) {
    if (const auto n = l.size(Link::result); n > 0)
      l.add(LinkKind::element, 0, Link::result, IndexMap(counting(n), 0, *s), IndexMap(counting(n)));
    return;
  }
  l.add_same(LinkKind::place, 1);
  const bool by_mode = std::holds_alternative<Tiler>(l.value(1)) || std::holds_alternative<IntTuple>(l.value(1));
  if (by_mode) return l.add_reordered(0);
  if (auto of_b = index_map(l.value(1)))
    l.add(LinkKind::element, 0, Link::result, std::move(*of_b), IndexMap(counting(l.size(Link::result))));
}

/// L(c) = i: index and coordinate change places.
void link_inverse(LinkBuilder& l) {
  const auto leg = index_map(l.value(0));
  if (leg) l.add(LinkKind::element, 0, Link::result, IndexMap(counting(leg->size())), *leg);
}

/// Each element of the complement is where a copy of A's element 0 stands.
void link_complement(LinkBuilder& l) {
  const auto n = l.size(Link::result);
  if (n > 0 && l.size(0) > 0)
    l.add(LinkKind::place, 0, Link::result, IndexMap(standing_still(IntTuple(Int{n, true}))), IndexMap(counting(n)));
}

/// The same, begun at a coordinate: what then lies beyond A has no counterpart.
void link_domain_offset(LinkBuilder& l) {
  const int operand = l.size(0) > 0 && is_layout_like(l.value(0)) ? 0 : 1;
  if (operand >= l.operands() || !l.shape(operand)) return;
  const auto whole = counting(*l.shape(operand));
  const auto begun = again_on(l.made(), operand, whole);
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

struct Rule {
  std::string_view operation;
  void (*link)(LinkBuilder&);
};

void reordered(LinkBuilder& l) {
  if (l.operands() > 0) l.add_reordered(0);
}
void reordered_by_coordinate(LinkBuilder& l) {
  // slice(c, A) and, as the DSL has it, slice(A, c); A(2,_) has A first.
  l.add_reordered(is_layout_like(l.value(0)) || l.operands() != 2 || !is_layout_like(l.value(1)) ? 0 : 1);
}
void same_as_first(LinkBuilder& l) {
  if (l.operands() > 0) l.add_same(LinkKind::element, 0);
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

constexpr std::array rules{
    Rule{"", same_as_first},
    Rule{"coalesce", same_as_first},
    Rule{"flatten", same_as_first},
    Rule{"unflatten", same_as_first},
    Rule{"group", same_as_first},
    Rule{"wrap", same_as_first},
    Rule{"unwrap", same_as_first},
    Rule{"get_slice", same_as_first},
    Rule{"layout_b", same_as_first},
    Rule{"get_nonswizzle_portion", same_as_first},
    Rule{"tile_unzip", reordered},
    Rule{"zip", nullptr},
    Rule{"select", reordered},
    Rule{"take", reordered},
    Rule{"get", reordered},
    Rule{"layout", reordered},
    Rule{"shape", same_place},
    Rule{"slice", reordered_by_coordinate},
    Rule{"dice", reordered_by_coordinate},
    Rule{"slice_and_offset", reordered_by_coordinate},
    Rule{"domain_offset", link_domain_offset},
    Rule{"make_layout", link_make_layout},
    Rule{"append", link_modes},
    Rule{"prepend", link_modes},
    Rule{"replace", link_modes},
    Rule{"make_tensor", same_as_last},
    Rule{"with_shape", reshaped},
    Rule{"make_ordered_layout", same_place},
    Rule{"make_layout_like", same_as_first},
    Rule{"make_fragment_like", same_as_first},
    Rule{"make_identity_layout", same_place},
    Rule{"make_identity_tensor", same_place},
    Rule{"filter", link_filter},
    Rule{"filter_zeros", link_recast},
    Rule{"upcast", link_recast},
    Rule{"downcast", link_recast},
    Rule{"recast_layout", link_recast},
    Rule{"composition", link_composition},
    Rule{"complement", link_complement},
    Rule{"right_inverse", link_inverse},
    Rule{"left_inverse", link_inverse},
    Rule{"nullspace", coordinates_of_first},
    Rule{"max_common_layout", coordinates_of_all},
    Rule{"domain_distribute", coordinates_of_first},
};

}  // namespace

std::optional<IntTuple> element_shape(const Value& value) {
  if (const auto* shape = std::get_if<IntTuple>(&value))
    return shape->is_tuple() && shape->rank() > 0 && only_sizes(*shape) ? std::optional(*shape) : std::nullopt;
  if (const auto* tiler = std::get_if<Tiler>(&value)) return shape_of_tiler(*tiler);
  if (const auto* copy = std::get_if<TiledCopy>(&value)) return tile_shape(*copy);
  const auto of_c = [](const IntTuple& mnk) { return IntTuple::tuple({mnk.mode(0), mnk.mode(1)}); };
  if (const auto* mma = std::get_if<TiledMma>(&value)) return of_c(tile_shape(*mma));
  if (const auto* atom = std::get_if<MmaAtom>(&value)) return of_c(atom->traits->shape_mnk);
  const auto layout = layout_of(value);
  return layout && only_sizes(layout->shape()) ? std::optional(layout->shape()) : std::nullopt;
}

std::optional<IndexMap> index_map(const Value& value) {
  if (const auto* l = std::get_if<Layout>(&value)) return behind(*l, 0, nullptr);
  if (const auto* c = std::get_if<ComposedLayout>(&value)) return behind(c->layout, 0, &c->outer);
  if (const auto* l = std::get_if<LayoutAndOffset>(&value))
    return std::visit([](const auto& inner) { return index_map(Value(inner)); }, l->layout);
  if (const auto* t = std::get_if<Tensor>(&value)) {
    if (t->outer || t->coordinate) return t->outer && t->offset == 0 ? behind(t->layout, 0, &*t->outer) : std::nullopt;
    return behind(t->layout, t->offset, nullptr);
  }
  const auto shape = element_shape(value);
  return shape ? std::optional(IndexMap(counting(*shape))) : std::nullopt;
}

namespace {

/// Where no swizzle is between: index_map.
std::optional<IndexMap> plain_leg(const Value& value) {
  if (const auto* l = std::get_if<Layout>(&value)) return behind(*l, 0, nullptr);
  const auto* t = std::get_if<Tensor>(&value);
  return t != nullptr && !t->outer && !t->coordinate ? behind(t->layout, t->offset, nullptr) : std::nullopt;
}

}  // namespace

std::int64_t LinkBuilder::size(int of) const {
  const auto s = shape(of);
  return s ? product(*s).value : -1;
}

std::optional<Tiler> LinkBuilder::tiler(int operand) const {
  if (operand >= operands()) return std::nullopt;
  const auto& v = value(operand);
  if (const auto* t = std::get_if<Tiler>(&v)) return all_known(*t);
  if (const auto* l = std::get_if<Layout>(&v)) return tiler_of(all_known(*l));
  if (const auto* s = std::get_if<IntTuple>(&v)) return tiler_of(all_known(*s));
  return std::nullopt;
}

std::optional<Layout> LinkBuilder::layout(int of) const {
  const auto& v = value(of);
  if (const auto* s = std::get_if<IntTuple>(&v)) return only_sizes(*s) ? std::optional(counting(*s)) : std::nullopt;
  return layout_of(v);
}

void LinkBuilder::add(LinkKind kind, int first, int second, IndexMap of_first, IndexMap of_second) {
  links_.push_back({first, second, kind, {std::move(of_first), std::move(of_second), size(first), size(second), false}});
}

void LinkBuilder::add_by_index(int first, int second) {
  auto a = index_map(value(first)), b = index_map(value(second));
  if (a && b) links_.push_back({first, second, LinkKind::element, {std::move(*a), std::move(*b), size(first), size(second), true}});
}

void LinkBuilder::add_same(LinkKind kind, int first, int second) {
  const auto n = size(first);
  if (n > 0 && n == size(second)) add(kind, first, second, IndexMap(counting(n)), IndexMap(counting(n)));
}

void LinkBuilder::add_reordered(int operand) {
  const auto from = shape(operand);
  const auto n = size(Link::result);
  if (!from || n <= 0) return;
  const auto t = again_on(made_, operand, counting(*from));
  if (t && algebra::size(t->layout) == n) {
    const IndexMap in_a(t->layout, t->offset);
    add(LinkKind::element, operand, Link::result, in_a, IndexMap(counting(n)));
    // A tiler that does not divide A takes what lies beyond a mode's end: there is no such element.
    auto of_a = plain_leg(value(operand)), of_r = plain_leg(value(Link::result));
    const auto first = in_a(0);
    if (of_a && of_r && first >= 0 && first < of_a->size()) {
      const auto apart = (*of_a)(first) - (*of_r)(0);
      links_.back().relation.indices =
          std::make_shared<const Relation::Indices>(Relation::Indices{std::move(*of_a), std::move(*of_r), apart});
    }
  }
  // CuTe gives a value that is none of A's parts: what both index is all that they have in common.
  else if (is_layout_like(value(operand)) && is_layout_like(value(Link::result)))
    add_by_index(operand, Link::result);
}

void LinkBuilder::add_coordinates(LinkKind kind, int operand) {
  const auto n = size(Link::result);
  auto leg = index_map(value(Link::result));
  if (operand < operands() && n > 0 && size(operand) > 0 && leg) add(kind, operand, Link::result, std::move(*leg), IndexMap(counting(n)));
}

std::vector<Link> links_of(const Value& result, const Provenance& made) {
  LinkBuilder linked(result, made);
  // Sizes beyond 63 bits link nothing.
  const auto found = attempt([&] {
    if (linked.size(Link::result) <= 0 || link_tiling(linked)) return true;
    if (made.operation == "zip") return linked.operands() == 1 ? linked.add_reordered(0) : link_modes(linked), true;
    for (const auto& rule : rules)
      if (rule.operation == made.operation && rule.link != nullptr) rule.link(linked);
    return true;
  });
  return found ? linked.take() : std::vector<Link>{};
}

}  // namespace algebra::links
