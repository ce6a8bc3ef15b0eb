// Coalescing, composition, complements and inverses.

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

Value run_coalesce(const Call& c) {
  if (c.is_tuple(0) && c.count() == 1) return coalesce(c.tuple(0));
  return through(c, composed_too, [&](const Layout& l) { return c.count() > 1 ? coalesce(l, c.tuple(1), c.steps) : coalesce(l, c.steps); });
}
Value run_filter(const Call& c) {
  return through(c, c.count() > 1, [&](const Layout& l) { return c.count() > 1 ? filter(l, c.tuple(1)) : filter(l); });
}
Value run_filter_zeros(const Call& c) {
  if (c.is_tuple(0) && c.count() == 1) return filter_zeros(c.tuple(0), c.tuple(0));
  if (c.is_tuple(0) && c.is_tuple(1)) return filter_zeros(c.tuple(0), c.tuple(1));
  return through(c, layouts_only, [&](const Layout& l) { return c.count() > 1 ? filter_zeros(l, c.tuple(1)) : filter_zeros(l); });
}

/// function o offset o layout, as a composed layout is written.
Value compose_three(const Call& c) {
  const Offset offset{c.integer(1), 0};
  if (const auto* swizzle = std::get_if<Swizzle>(&c.argument(0))) return as_value(composition(*swizzle, offset, c.layout(2)));
  return ComposedLayout{{c.layout(0), offset}, c.layout(2)};
}

/// A layout o a composed one at offset 0.
Value compose_with_composed(const Layout& a, const ComposedLayout& b) {
  if (!b.outer.offset.value.is(0)) throw Problem{"offset", "A composed layout on the right needs the static offset 0.", {}};
  if (const auto* s = std::get_if<Swizzle>(&b.outer.function)) {
    const auto left = composition(a, *s);
    return ComposedLayout{left.outer, composition(left.layout, b.layout)};
  }
  return composition(composition(a, std::get<Layout>(b.outer.function)), b.layout);
}

Value run_composition(const Call& c) {
  // A debugger shows ComposedLayout<Swizzle<3,4,3>, C<0>, Layout<...>>.
  if (c.arguments.empty())
    return run_composition({.name = c.name, .indices = {}, .arguments = c.indices, .names = {}, .spans = {}, .steps = c.steps});
  if (!c.indices.empty()) throw Problem{"template argument", "composition takes nothing in <>.", {}};
  if (c.count() == 3) return compose_three(c);
  const auto* outer = std::get_if<Swizzle>(&c.argument(0));
  const auto* inner = std::get_if<Swizzle>(&c.argument(1));
  if (outer != nullptr && inner != nullptr) return composition(*outer, *inner);
  if (outer != nullptr) return as_value(composition(*outer, Offset{}, c.layout(1)));
  if (inner != nullptr) return composition(c.layout(0), *inner);
  if (const auto* composed = std::get_if<ComposedLayout>(&c.argument(1))) return compose_with_composed(c.layout(0), *composed);
  return through(c, composed_too, [&](const Layout& l) { return composition(l, c.tiler(1), c.steps); });
}

Value run_complement(const Call& c) {
  return c.count() > 1 ? complement(c.inner(0), c.shape(1), c.steps) : complement(c.inner(0), c.steps);
}

/// An inverse of a layout, of a swizzle (which is its own) or of the two composed.
template <class OfLayout, class OfComposed>
Value inverse(const Call& c, OfLayout&& of_layout, OfComposed&& of_composed) {
  if (const auto* s = std::get_if<Swizzle>(&c.argument(0))) return *s;
  if (const auto* t = std::get_if<IntTuple>(&c.argument(0)); t != nullptr && t->is_underscore()) return *t;
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(0))) return of_composed(*l);
  return of_layout(c.layout(0));
}
Value run_right_inverse(const Call& c) {
  return inverse(
      c, [&](const Layout& l) { return right_inverse(l, c.steps); }, [](const ComposedLayout& l) { return right_inverse(l); });
}
Value run_left_inverse(const Call& c) {
  return inverse(
      c, [&](const Layout& l) { return left_inverse(l, c.steps); }, [](const ComposedLayout& l) { return left_inverse(l); });
}

Value run_nullspace(const Call& c) { return nullspace(c.layout(0)); }

Value run_max_common_layout(const Call& c) {
  if (c.is_composed(0)) return max_common_layout(std::get<ComposedLayout>(c.argument(0)), c.layout(1));
  if (c.is_composed(1)) return max_common_layout(std::get<ComposedLayout>(c.argument(1)), c.layout(0));
  return max_common_layout(c.layout(0), c.layout(1));
}
Value run_max_common_vector(const Call& c) {
  const auto* a = std::get_if<ComposedLayout>(&c.argument(0));
  const auto* b = std::get_if<ComposedLayout>(&c.argument(1));
  if (a != nullptr && b != nullptr) return IntTuple(max_common_vector(*a, *b));
  if (a != nullptr) return IntTuple(max_common_vector(*a, c.layout(1)));
  if (b != nullptr) return IntTuple(max_common_vector(*b, c.layout(0)));
  return IntTuple(max_common_vector(c.layout(0), c.layout(1)));
}
Value run_max_alignment(const Call& c) {
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(0))) return IntTuple(max_alignment(*l));
  if (const auto* s = std::get_if<Swizzle>(&c.argument(0))) return IntTuple(std::int64_t{1} << s->base);
  return IntTuple(max_alignment(c.layout(0)));
}
Value run_domain_distribute(const Call& c) { return domain_distribute(c.shape(0), c.integer(1)); }

bool is_layout_like(const Value& v) {
  return std::holds_alternative<Layout>(v) || std::holds_alternative<Tensor>(v) || std::holds_alternative<ComposedLayout>(v);
}

Verdict coalesce_check(const Call& c, const Value& r, const Checking& checking) {
  return is_layout_like(r) ? check_coalesce(c.inner(0), inner_layout(r), checking) : Verdict{};
}
Verdict composition_check(const Call& c, const Value& r, const Checking& checking) {
  // With a swizzle on either side the functions are only written side by side.
  const bool two_layouts = c.count() == 2 && is_layout_like(r) && !std::holds_alternative<Swizzle>(c.argument(0)) &&
                           !std::holds_alternative<Swizzle>(c.argument(1)) && !c.is_composed(1);
  return two_layouts ? check_composition(c.inner(0), c.tiler(1), inner_layout(r), checking) : Verdict{};
}
Verdict complement_check(const Call& c, const Value& r, const Checking& checking) {
  if (c.count() == 1) return check_complement(c.inner(0), inner_layout(r), checking);
  return check_complement(c.inner(0), c.shape(1), inner_layout(r), checking);
}
Verdict right_inverse_check(const Call& c, const Value& r, const Checking& checking) {
  const auto* l = std::get_if<Layout>(&r);
  return l != nullptr ? check_right_inverse(c.layout(0), *l, checking) : Verdict{};
}
Verdict left_inverse_check(const Call& c, const Value& r, const Checking& checking) {
  const auto* l = std::get_if<Layout>(&r);
  return l != nullptr ? check_left_inverse(c.layout(0), *l, checking) : Verdict{};
}

}  // namespace

std::vector<Function> algebra_functions() {
  constexpr std::string_view g = "Algebra";
  return {
      {{"coalesce", "coalesce(A) · coalesce(A, (_1,_1))", "merge modes that step on from one another", g},
       "input target_profile",
       1,
       2,
       0,
       run_coalesce,
       coalesce_check},
      {{"composition", "composition(A, B) · A o B", "R(c) = A(B(c))", g},
       "lhs rhs",
       2,
       3,
       Function::any,
       run_composition,
       composition_check,
       1},
      {{"complement", "complement(A, n)", "the layout of what A leaves out, up to n", g},
       "input cotarget",
       1,
       2,
       0,
       run_complement,
       complement_check,
       0},
      {{"right_inverse", "right_inverse(A)", "A(R(i)) = i", g}, "input", 1, 1, 0, run_right_inverse, right_inverse_check, 0},
      {{"left_inverse", "left_inverse(A)", "R(A(i)) = i for an injective A", g}, "input", 1, 1, 0, run_left_inverse, left_inverse_check, 0},
      {{"filter", "filter(A)", "leave out strides of 0 and sizes of 1", g}, "input target_profile", 1, 2, 0, run_filter},
      {{"filter_zeros", "filter_zeros(A)", "sizes of 1 where the stride is 0", g}, "input target_profile", 1, 2, 0, run_filter_zeros},
      {{"nullspace", "nullspace(A)", "the coordinates that A maps to 0 by its strides of 0", g}, "input", 1, 1, 0, run_nullspace},
      {{"max_common_layout", "max_common_layout(A, B)", "the contiguous elements that A and B have in common", g},
       "a b",
       2,
       2,
       0,
       run_max_common_layout},
      {{"max_common_vector", "max_common_vector(A, B)", "how many contiguous elements A and B have in common", g},
       "a b",
       2,
       2,
       0,
       run_max_common_vector},
      {{"max_alignment", "max_alignment(A)", "the largest N for which upcast<N>(A) works", g}, "input", 1, 1, 0, run_max_alignment},
      {{"domain_distribute", "domain_distribute(A, n)", "a layout that takes n elements out of A's shape", g},
       "a b",
       2,
       2,
       0,
       run_domain_distribute,
       nullptr,
       1},
  };
}

}  // namespace algebra::expression
