#include "algebra/links/link_builder.hpp"

#include "algebra/layout/advice.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::links {
namespace {

Value known(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v)) return all_known(*l);
  if (const auto* t = std::get_if<IntTuple>(&v)) return all_known(*t);
  if (const auto* t = std::get_if<Tiler>(&v)) return all_known(*t);
  return v;
}

/// Returns index_map of a value without a swizzle.
std::optional<IndexMap> plain_index_map(const Value& value) {
  if (const auto* zip = std::get_if<Zip>(&value)) return plain_index_map(part_of(*zip, 0));
  const auto* t = std::get_if<Tensor>(&value);
  const bool plain = std::holds_alternative<Layout>(value) || (t != nullptr && !t->outer && !t->coordinate);
  return plain ? index_map(value) : std::nullopt;
}

}  // namespace

void add_strides(IntTuple::View shape, bool counted, std::int64_t& next, IntTuple::Builder& out) {
  if (!shape.is_tuple()) {
    out.add(Int{counted ? next : 0, true});
    if (counted) next *= shape.integer().value;
    return;
  }
  const auto opened = out.open();
  for (const auto m : shape.modes()) add_strides(m, counted, next, out);
  out.close(opened);
}

std::optional<Placed> placed(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v)) return Placed{*l};
  if (const auto* t = std::get_if<Tensor>(&v); t != nullptr && !t->outer && !t->coordinate) return Placed{t->layout, t->offset};
  if (const auto* l = std::get_if<LayoutAndOffset>(&v)) {
    const auto* layout = std::get_if<Layout>(&l->layout);
    if (layout != nullptr && l->offset.is_integer()) return Placed{*layout, l->offset.integer().value};
  }
  return std::nullopt;
}

bool is_layout_like(const Value& v) {
  return std::holds_alternative<Layout>(v) || std::holds_alternative<Tensor>(v) || std::holds_alternative<ComposedLayout>(v) ||
         std::holds_alternative<Zip>(v);
}

std::optional<Placed> LinkBuilder::reapply(const std::vector<Value>& operands) const {
  const auto result = algebra::reapply(made_, operands);
  return result ? placed(*result) : std::nullopt;
}

std::optional<Placed> LinkBuilder::again_on(int operand, const Layout& in_place) const {
  for (const bool all : {true, false}) {
    auto operands = made_.operands;
    if (all)
      for (auto& v : operands) v = known(v);
    for (const bool as_tensor : {true, false}) {
      if (as_tensor) operands[static_cast<std::size_t>(operand)] = Tensor{.offset = 0, .layout = in_place};
      else operands[static_cast<std::size_t>(operand)] = in_place;
      if (auto p = reapply(operands)) return p;
    }
  }
  return std::nullopt;
}

std::int64_t first_of_part(const Zip& tuple, std::size_t i) {
  std::int64_t first = 0;
  if (same_mode_sizes(tuple)) return first;
  for (std::size_t k = 0; k < i; ++k)
    if (const auto l = layout_of(part_of(tuple, k))) first += algebra::size(*l);
  return first;
}

std::int64_t LinkBuilder::size(int of) const {
  if (const auto* zip = std::get_if<Zip>(&value(of)); zip != nullptr && zip->of == Zip::Of::tuple && !same_mode_sizes(*zip))
    return first_of_part(*zip, zip->parts.size());
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

void LinkBuilder::add_by_value(int first, int second, IndexMap of_first, IndexMap of_second) {
  links_.push_back({first, second, LinkKind::element, {std::move(of_first), std::move(of_second), size(first), size(second), true}});
}

void LinkBuilder::add_same(LinkKind kind, int first, int second) {
  const auto n = size(first);
  if (n > 0 && n == size(second)) add(kind, first, second, IndexMap(counting(n)), IndexMap(counting(n)));
}

void LinkBuilder::add_reordered(int operand) {
  const auto from = shape(operand);
  const auto n = size(Link::result);
  if (!from || n <= 0) return;
  const auto t = again_on(operand, counting(*from));
  if (t && algebra::size(t->layout) == n) {
    const IndexMap in_a(t->layout, t->offset);
    add(LinkKind::element, operand, Link::result, in_a, IndexMap(counting(n)));
    // A tiler that does not divide A yields places beyond a mode's end, where A has no element.
    auto of_a = plain_index_map(value(operand)), of_r = plain_index_map(value(Link::result));
    const auto first = in_a(0);
    if (of_a && of_r && first >= 0 && first < of_a->size()) {
      const auto apart = (*of_a)(first) - (*of_r)(0);
      links_.back().relation.indices =
          std::make_shared<const Relation::Indices>(Relation::Indices{std::move(*of_a), std::move(*of_r), apart});
    }
  }
  // CuTe returns a value that is not a sub-layout of A, so elements are linked by equal indices only.
  else if (is_layout_like(value(operand)) && is_layout_like(value(Link::result)))
    add_by_index(operand, Link::result);
}

void LinkBuilder::add_coordinates(LinkKind kind, int operand) {
  const auto n = size(Link::result);
  auto leg = index_map(value(Link::result));
  if (operand < operands() && n > 0 && size(operand) > 0 && leg) add(kind, operand, Link::result, std::move(*leg), IndexMap(counting(n)));
}

Layout standing_still(const IntTuple& shape) {
  return {shape, shape.transformed([](Int) { return Int{0, true}; })};
}

Layout count_pairs(const IntTuple& shape, int part) {
  IntTuple strides;
  IntTuple::Builder out(strides);
  std::int64_t next = 1;
  const auto opened = out.open();
  for (const auto pair : shape.view().modes()) {
    const auto inner = out.open();
    for (int i = 0; i < pair.rank(); ++i) add_strides(pair.mode(i), i == part, next, out);
    out.close(inner);
  }
  out.close(opened);
  return {shape, strides};
}

void link_tile(LinkBuilder& l, LinkKind kind, int tile, int tensor, const Tiler& tiler) {
  const auto shape = l.shape(tensor);
  if (!shape || l.size(tile) <= 0) return;
  const auto tiled = zipped_divide(counting(*shape), tiler);
  const auto inside = counting(mode(tiled, 0).shape());
  l.add(kind, tile, tensor, IndexMap(make_layout(inside, standing_still(mode(tiled, 1).shape()))), IndexMap(tiled));
}

}  // namespace algebra::links
