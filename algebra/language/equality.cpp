#include "algebra/language/equality.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "algebra/language/value.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/indexing.hpp"

namespace algebra {
namespace {

Message equality_contract() { return "A(i) = B(i)"; }

/// A value as a function: a layout with an offset, and the function applied to its index.
struct ComparedFunction {
  Layout layout;
  std::int64_t offset = 0;
  std::optional<OuterFunction> outer;
  IntTuple codomain;  ///< the shape of the values if they are coordinates; else ()

  std::int64_t operator()(std::int64_t i) const { return offset + (outer ? (*outer)(layout(i)) : layout(i)); }
  std::string shown(std::int64_t i) const {
    return codomain.rank() == 0 ? fmt::format("{}", (*this)(i)) : natural_coordinate(codomain, (*this)(i));
  }
};

std::optional<ComparedFunction> compared_function(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v); l != nullptr && has_basis(*l) && !has_indices(*l)) return std::nullopt;
  if (const auto* l = std::get_if<Layout>(&v); l != nullptr && has_bits(*l)) {
    // A vector over F2 becomes the number with its bits.
    auto f = indexing(*l);
    if (!f) return std::nullopt;
    return ComparedFunction{std::move(f->layout), f->offset, std::move(f->outer.function), std::move(f->codomain)};
  }
  if (const auto* l = std::get_if<Layout>(&v)) return ComparedFunction{*l, 0, std::nullopt, {}};
  if (const auto* t = std::get_if<Tensor>(&v)) return ComparedFunction{t->layout, t->offset, t->outer, {}};
  if (const auto* c = std::get_if<ComposedLayout>(&v)) return ComparedFunction{c->layout, 0, c->outer, {}};
  if (const auto* s = std::get_if<IntTuple>(&v); s != nullptr && s->is_tuple() && s->rank() > 0)
    return ComparedFunction{make_layout(*s), 0, std::nullopt, {}};
  return std::nullopt;
}

/// Classifies a function's values: 0 for numbers; 1 for coordinates, which linearise() turns into numbers; 2 for coordinates that already
/// are numbers in this codomain.
std::pair<int, IntTuple> kind_of(const ComparedFunction& f) {
  if (has_basis(f.layout)) return {1, {}};
  return f.codomain.rank() > 0 ? std::pair{2, f.codomain} : std::pair{0, IntTuple()};
}

std::optional<ComparedFunction> layout_of_integer(const Value& v) {
  const auto* t = std::get_if<IntTuple>(&v);
  return t != nullptr && t->is_integer() ? std::optional(ComparedFunction{make_layout(*t), 0, std::nullopt, {}}) : std::nullopt;
}

/// Returns whether two values are equal: _4 equals 4, as in C++, and descriptors are equal if their bits are, whatever they were made of.
bool same_value(const Value& a, const Value& b) {
  const auto *s = std::get_if<IntTuple>(&a), *t = std::get_if<IntTuple>(&b);
  const auto *d = std::get_if<MatrixDescriptor>(&a), *e = std::get_if<MatrixDescriptor>(&b);
  if (d != nullptr && e != nullptr) return d->of == e->of && d->bits == e->bits;
  return s != nullptr && t != nullptr ? all_known(*s) == all_known(*t) : a == b;
}

Verdict differ(Message why, std::int64_t checked, std::int64_t total) {
  return {
      .kind = Verdict::Kind::broken, .contract = equality_contract(), .checked = checked, .total = total, .counterexample = std::move(why)};
}

/// Two coalesced layouts of one size are the same function only if they have the same modes: the first mode's stride is
/// the index of coordinate 1, its size the length of the run, and so on. So the first mode that differs tells where.
std::optional<std::int64_t> first_difference(const Layout& a, const Layout& b) {
  const auto x = coalesce_modes(all_known(a)), y = coalesce_modes(all_known(b));
  std::int64_t before = 1;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i] == y[i]) {
      before *= x[i].shape.value;
      continue;
    }
    return x[i].stride != y[i].stride ? before : before * std::min(x[i].shape.value, y[i].shape.value);
  }
  return std::nullopt;
}

/// Turns the coordinates of both into numbers in one codomain.
void linearise(ComparedFunction& a, ComparedFunction& b) {
  auto room = sum(room_of(a.layout), room_of(b.layout));
  a.layout = linear_in(a.layout, room);
  b.layout = linear_in(b.layout, room);
  a.codomain = b.codomain = room.transformed([](Int i) { return Int{std::max<std::int64_t>(1, i.value), true}; });
}

}  // namespace

Verdict check_equal(const Value& a, const Value& b, const Checking& checking) {
  auto f = compared_function(a), g = compared_function(b);
  // An integer beside a layout counts as a layout; two integers are compared as numbers.
  if (f && !g) g = layout_of_integer(b);
  else if (g && !f) f = layout_of_integer(a);
  if (!f || !g)
    return same_value(a, b) ? Verdict{.kind = Verdict::Kind::kept, .contract = "A = B", .checked = 1, .total = 1, .counterexample = {}}
                            : differ(message("{} and {}", to_string(a, Marks::plain), to_string(b, Marks::plain)), 1, 1);
  const auto elements = size(f->layout);
  if (elements != size(g->layout)) return differ(message("A has {} elements, B has {}", elements, size(g->layout)), 0, elements);
  if (kind_of(*f) != kind_of(*g)) return differ("one has indices, the other coordinates", 0, elements);
  if (has_basis(f->layout)) linearise(*f, *g);
  const auto different = [&](std::int64_t i) {
    return differ(message("A({}) = {} where B({}) = {}", i, f->shown(i), i, g->shown(i)), i + 1, elements);
  };
  if (!f->outer && !g->outer) {
    if (f->offset != g->offset) return different(0);
    if (const auto at = first_difference(f->layout, g->layout)) return different(*at);
    return {.kind = Verdict::Kind::kept, .contract = equality_contract(), .checked = elements, .total = elements, .counterexample = {}};
  }
  if (f->outer == g->outer && f->offset == g->offset && !first_difference(f->layout, g->layout))
    return {.kind = Verdict::Kind::kept, .contract = equality_contract(), .checked = elements, .total = elements, .counterexample = {}};
  Verdict v{.kind = Verdict::Kind::kept,
            .contract = equality_contract(),
            .checked = std::min(elements, checking.most),
            .total = elements,
            .counterexample = {}};
  for (std::int64_t i = 0; i < v.checked; ++i) {
    if ((*f)(i) != (*g)(i)) return different(i);
    if ((i & 0xfff) == 0 && checking.cancelled != nullptr && *checking.cancelled) {
      v.kind = Verdict::Kind::pending;
      break;
    }
  }
  return v;
}

namespace {

/// Returns both as functions that can be compared; nullopt if they cannot.
std::optional<std::pair<ComparedFunction, ComparedFunction>> comparable(const Value& a, const Value& b) {
  auto f = compared_function(a), g = compared_function(b);
  if (!f || !g || kind_of(*f) != kind_of(*g)) return std::nullopt;
  if (has_basis(f->layout)) linearise(*f, *g);
  return std::pair{std::move(*f), std::move(*g)};
}

}  // namespace

Difference difference(const Value& a, const Value& b, std::int64_t most) {
  Difference d;
  const auto both = comparable(a, b);
  if (!both) {
    d.kind = same_value(a, b) ? Difference::Kind::same : Difference::Kind::not_comparable;
    return d;
  }
  const auto& [f, g] = *both;
  d.size_a = size(f.layout);
  d.size_b = size(g.layout);
  const auto verdict = check_equal(a, b, {.most = most, .sample = true, .cancelled = nullptr});
  if (d.size_a != d.size_b) {
    d.kind = Difference::Kind::sizes;
    return d;
  }
  if (verdict.kind != Verdict::Kind::broken) {
    d.kind = a == b ? Difference::Kind::same : Difference::Kind::same_function;
    d.looked_at = verdict.checked;
    return d;
  }
  d.kind = Difference::Kind::values;
  d.first = verdict.checked - 1;
  d.coordinate_a = natural_coordinate(f.layout.shape(), d.first);
  d.coordinate_b = natural_coordinate(g.layout.shape(), d.first);
  d.value_a = f.shown(d.first);
  d.value_b = g.shown(d.first);
  d.looked_at = std::min(d.size_a, most);
  for (std::int64_t i = 0; i < d.looked_at; ++i) {
    // Evenly spaced; a sample takes odd steps, so that it does not skip whole modes of a power of two.
    const auto at = d.looked_at == d.size_a ? i : i * (d.size_a / d.looked_at) + i % (d.size_a / d.looked_at);
    d.differing += f(at) != g(at) ? 1 : 0;
  }
  return d;
}

std::vector<bool> differing(const Value& a, const Value& b, std::int64_t most) {
  const auto both = comparable(a, b);
  if (!both) return {};
  const auto& [f, g] = *both;
  const auto m = size(f.layout), n = size(g.layout);
  if (m > most || n > most) return {};
  std::vector<bool> cells(static_cast<std::size_t>(std::max(m, n)));
  for (std::int64_t i = 0; i < std::max(m, n); ++i) cells[static_cast<std::size_t>(i)] = i >= m || i >= n || f(i) != g(i);
  return cells;
}

Message described(const Difference& d) {
  switch (d.kind) {
    case Difference::Kind::same: return "A and B are the same.";
    case Difference::Kind::same_function:
      if (!d.sampled()) return "A and B have different modes, but are the same function.";
      return message("A and B have different modes, but agree at the {} of {} coordinates that were checked.", d.looked_at, d.size_a);
    case Difference::Kind::sizes: return message("A has {} elements, B has {}.", d.size_a, d.size_b);
    case Difference::Kind::not_comparable:
      return "A and B cannot be compared: both must be layouts or tensors, of indices or of coordinates.";
    case Difference::Kind::values: break;
  }
  if (!d.sampled())
    return message("A and B differ at {} of {} coordinates. The first is {}, {} of A and {} of B: A({}) = {}, B({}) = {}.", d.differing,
                   d.looked_at, d.first, d.coordinate_a, d.coordinate_b, d.first, d.value_a, d.first, d.value_b);
  return message(
      "A and B differ at {} of {} checked coordinates, of {} in all. The first is {}, {} of A and {} of B: A({}) = {}, B({}) = {}.",
      d.differing, d.looked_at, d.size_a, d.first, d.coordinate_a, d.coordinate_b, d.first, d.value_a, d.first, d.value_b);
}

}  // namespace algebra
