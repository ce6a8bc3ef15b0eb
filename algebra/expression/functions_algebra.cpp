// Coalescing, composition, complements and inverses.

#include <fmt/format.h>

#include "algebra/advice.hpp"
#include "algebra/bit_matrix.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_answers.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/zips.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

Value run_coalesce(const Call& c) {
  if (c.is_tuple(0) && c.count() == 1) return coalesce(c.tuple(0));
  return through(c, tensors_and_composed,
                 [&](const Layout& l) { return c.count() > 1 ? coalesce(l, c.tuple(1), c.steps) : coalesce(l, c.steps); });
}
Value run_filter(const Call& c) {
  return through(c, c.count() > 1 ? composed_too : tensors_too,
                 [&](const Layout& l) { return c.count() > 1 ? filter(l, c.tuple(1)) : filter(l); });
}
Value run_filter_zeros(const Call& c) {
  // CuTe takes a zipped layout for a leaf, which is no zero.
  if (c.count() == 1 && zip_of(c, {Zip::Of::tensor}) != nullptr) return c.argument(0);
  if (c.is_tuple(0) && c.count() == 1) return filter_zeros(c.tuple(0), c.tuple(0));
  if (c.is_tuple(0) && c.is_tuple(1)) return filter_zeros(c.tuple(0), c.tuple(1));
  return through(c, tensors_too, [&](const Layout& l) { return c.count() > 1 ? filter_zeros(l, c.tuple(1)) : filter_zeros(l); });
}

/// Matrices over F2 are multiplied; a layout beside one counts as its own.
bool has_bits(const Call& c) {
  return c.count() == 2 && (std::holds_alternative<BitMatrix>(c.argument(0)) || std::holds_alternative<BitMatrix>(c.argument(1)));
}
Value product_of_bits(const Call& c) {
  const auto g = bit_matrix(c.argument(1));
  if (const auto* s = std::get_if<Swizzle>(&c.argument(0))) return product(bit_matrix(*s, bits_in(g.rows)), g);
  return product(bit_matrix(c.argument(0)), g);
}

Value run_composition(const Call& c) {
  // A debugger shows ComposedLayout<Swizzle<3,4,3>, C<0>, Layout<...>>.
  if (c.arguments.empty())
    return run_composition({.name = c.name, .indices = {}, .arguments = c.indices, .names = {}, .spans = {}, .steps = c.steps});
  if (!c.indices.empty()) throw Problem{"template argument", "composition takes nothing in <>.", {}};
  // function o offset o layout, as a composed layout is written.
  if (c.count() == 3) return as_value(composition(c.function(0), Offset{c.integer(1), 0}, c.function(2)));
  if (has_bits(c)) return product_of_bits(c);
  const auto is_function = [&](std::size_t i) {
    return std::holds_alternative<Swizzle>(c.argument(i)) || std::holds_alternative<ComposedFunction>(c.argument(i));
  };
  if (is_function(0) || is_function(1) || c.is_composed(1)) return as_value(composition(c.function(0), c.function(1)));
  return through(c, tensors_and_composed, [&](const Layout& l) { return composition(l, c.tiler(1), c.steps); });
}
/// With a swizzle, or in three parts, it is only written side by side.
Value composition_in_pycute(const Call& c) {
  const bool layouts = c.count() == 2 && !c.is_composed(0) && !std::holds_alternative<Swizzle>(c.argument(0));
  return layouts ? code::pycute::answers::composition(c) : run_composition(c);
}

Value run_complement(const Call& c) {
  const auto l = c.is_composed(0) ? c.inner(0) : c.layout(0);
  return c.count() > 1 ? complement(l, c.shape(1), c.steps) : complement(l, c.steps);
}

/// An inverse of a layout, of a swizzle or of the two composed; `_` is its own.
template <class OfLayout, class OfFunction>
Value inverse(const Call& c, OfLayout&& of_layout, OfFunction&& of_function) {
  if (const auto* t = std::get_if<IntTuple>(&c.argument(0)); t != nullptr && t->is_underscore()) return *t;
  const auto f = c.function(0);
  if (const auto* l = std::get_if<Layout>(&f)) return of_layout(*l);
  return as_value(of_function(f));
}
Value run_right_inverse(const Call& c) {
  if (const auto* m = std::get_if<BitMatrix>(&c.argument(0))) return right_inverse(*m);
  return inverse(
      c, [&](const Layout& l) { return right_inverse(l, c.steps); }, [](const FunctionOrLayout& f) { return right_inverse(f); });
}
Value run_left_inverse(const Call& c) {
  if (const auto* m = std::get_if<BitMatrix>(&c.argument(0))) return left_inverse(*m);
  return inverse(
      c, [&](const Layout& l) { return left_inverse(l, c.steps); }, [](const FunctionOrLayout& f) { return left_inverse(f); });
}

/// Of a composed layout CuTe does not look for one.
Value run_nullspace(const Call& c) {
  if (const auto* zip = zip_of(c, {Zip::Of::layout})) {
    // Where all parts stay at one index: what the first leaves at its own, narrowed by one after the other.
    Layout all(size_of(on_part(c, *zip, 0).inner(0)), Int{1, true});
    for (std::size_t i = 0; i < zip->parts.size(); ++i)
      all = composition(all, std::holds_alternative<ComposedLayout>(zip->parts[i])
                                 ? Layout()
                                 : nullspace(composition(on_part(c, *zip, i).layout(0), all)));
    return all;
  }
  return c.is_composed(0) ? Layout() : nullspace(c.layout(0));
}

Value run_max_common_layout(const Call& c) {
  if (c.is_composed(0)) return max_common_layout(std::get<ComposedLayout>(c.argument(0)), c.layout_or_tensor(1));
  if (c.is_composed(1)) return max_common_layout(std::get<ComposedLayout>(c.argument(1)), c.layout_or_tensor(0));
  return max_common_layout(c.layout_or_tensor(0), c.layout_or_tensor(1));
}
Value run_max_common_vector(const Call& c) {
  const auto* a = std::get_if<ComposedLayout>(&c.argument(0));
  const auto* b = std::get_if<ComposedLayout>(&c.argument(1));
  if (a != nullptr && b != nullptr) return IntTuple(max_common_vector(*a, *b));
  if (a != nullptr) return IntTuple(max_common_vector(*a, c.layout_or_tensor(1)));
  if (b != nullptr) return IntTuple(max_common_vector(*b, c.layout_or_tensor(0)));
  return IntTuple(max_common_vector(c.layout_or_tensor(0), c.layout_or_tensor(1)));
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
std::string shown_name(const Call& c, std::size_t i) { return c.names[i].empty() ? to_string(c.arguments[i], Marks::plain) : c.names[i]; }

/// What hinders a composition of two layouts, in words; and layouts near the second that do compose.
Obstacle composition_hindered(const Call& c, Marks marks) {
  constexpr std::string_view what = "Not a composition";
  if (c.count() != 2 || c.names.size() != 2) return {what, {}, {}};
  const auto* tensor = std::get_if<Tensor>(&c.arguments[0]);
  const auto* a = tensor != nullptr ? &tensor->layout : std::get_if<Layout>(&c.arguments[0]);
  const auto* b = std::get_if<Layout>(&c.arguments[1]);
  if (a == nullptr || b == nullptr) return {what, {}, {}};
  const auto found = attempt([&] {
    return Obstacle{what, composition_obstacle(*a, *b, shown_name(c, 0)), nearest_compositions(*a, *b, marks)};
  });
  return found ? *found : Obstacle{what, {}, {}};
}

std::optional<Problem> dropped_modes(const Call& c) {
  const auto* tiler = c.count() == 2 ? std::get_if<Tiler>(&c.arguments[1]) : nullptr;
  const auto* shape = c.count() == 2 ? std::get_if<IntTuple>(&c.arguments[1]) : nullptr;
  const int modes = tiler != nullptr && tiler->by_mode()    ? static_cast<int>(tiler->modes().size())
                    : shape != nullptr && shape->is_tuple() ? shape->rank()
                                                            : 0;
  if (modes == 0) return std::nullopt;
  const int of = rank(inner_layout(c.arguments[0]));
  if (modes >= of) return std::nullopt;
  return Problem{"dropped modes",
                 fmt::format("The tiler has {} of {} modes: composition by mode drops the others. A divide keeps them.", modes, of),
                 {}};
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
  return {
      {.name = "coalesce",
       .signature = "coalesce(A) · coalesce(A, (_1,_1))",
       .group = Group::algebra,
       .meaning = "merge modes that step on from one another",
       .formula = "R(i) = A(i)",
       .parameters = "input target_profile",
       .arguments = {1, 2},
       .run = run_coalesce,
       .contract = coalesce_check,
       .makes_layout = true,
       .links = links::same_as_first,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::layout_alone,
                .dsl = code::dsl::profile,
                .pycute = code::pycute::profile,
                .pycute_answer = code::pycute::answers::coalesce},
       .search_words = "simplify",
       .everyday = true,
       .example = {"coalesce((2,(1,6)):(1,(6,2)))", "12:1"}},
      {.name = "composition",
       .aliases = {{"ComposedLayout"}, {"make_composed_layout"}, {"compose"}},
       .signature = "composition(A, B) · A o B",
       .group = Group::algebra,
       .meaning = "R(c) = A(B(c))",
       .formula = "R(c) = A(B(c))",
       .parameters = "lhs rhs",
       .arguments = {2, 3},
       .indices = any_number,
       .notation = Notation::compose,
       .run = run_composition,
       .contract = composition_check,
       .condition = "stride divisibility",
       .blamed = 1,
       .obstacle = composition_hindered,
       .hint = dropped_modes,
       .makes_layout = true,
       .links = links::composed,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::composition,
                .dsl = code::dsl::composition,
                .pycute = code::pycute::composition,
                .pycute_answer = composition_in_pycute},
       .search_words = "compose chain",
       .everyday = true,
       .example = {"composition((6,2):(8,2), (4,3):(3,1))", "((2,2),3):((24,2),8)"}},
      {.name = "complement",
       .signature = "complement(A, n)",
       .group = Group::algebra,
       .meaning = "the layout of what A leaves out, up to n",
       .formula = "{A(i) + R(j)} = {0, 1, ..., n - 1}",
       .parameters = "input cotarget",
       .arguments = {1, 2},
       .run = run_complement,
       .contract = complement_check,
       .blamed = 0,
       .makes_layout = true,
       .links = links::complement,
       .code = {.cpp = code::cpp::complement,
                .dsl = code::dsl::complement,
                .pycute = code::pycute::complement,
                .pycute_answer = code::pycute::answers::complement},
       .everyday = true,
       .example = {"complement(4:1, 24)", "6:4"}},
      {.name = "right_inverse",
       .signature = "right_inverse(A)",
       .group = Group::algebra,
       .meaning = "A(R(i)) = i",
       .formula = "A(R(i)) = i",
       .parameters = "input",
       .arguments = {1, 1},
       .run = run_right_inverse,
       .contract = right_inverse_check,
       .blamed = 0,
       .makes_layout = true,
       .links = links::inverse,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::inverse,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::right_inverse},
       .search_words = "invert",
       .everyday = true,
       .example = {"right_inverse((4,8):(8,1))", "(8,4):(4,1)"}},
      {.name = "left_inverse",
       .signature = "left_inverse(A)",
       .group = Group::algebra,
       .meaning = "R(A(i)) = i for an injective A",
       .formula = "R(A(i)) = i",
       .parameters = "input",
       .arguments = {1, 1},
       .run = run_left_inverse,
       .contract = left_inverse_check,
       .blamed = 0,
       .makes_layout = true,
       .links = links::inverse,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::inverse,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::left_inverse},
       .search_words = "invert",
       .everyday = true,
       .example = {"left_inverse((4,8):(8,1))", "(8,4):(4,1)"}},
      {.name = "filter",
       .signature = "filter(A)",
       .group = Group::algebra,
       .meaning = "leave out strides of 0 and sizes of 1",
       .parameters = "input target_profile",
       .arguments = {1, 2},
       .run = run_filter,
       .makes_layout = true,
       .links = links::filtered,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::filter,
                .pycute = code::pycute::profile,
                .pycute_answer = code::pycute::answers::filter},
       .example = {"filter((4,2,1):(0,3,5))", "2:3"}},
      {.name = "filter_zeros",
       .signature = "filter_zeros(A)",
       .group = Group::algebra,
       .meaning = "sizes of 1 where the stride is 0",
       .parameters = "input target_profile",
       .arguments = {1, 2},
       .run = run_filter_zeros,
       .makes_layout = true,
       .links = links::recast,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::layout_alone, .dsl = code::dsl::profile},
       .example = {"filter_zeros((4,2):(0,3))", "(1,2):(0,3)"}},
      {.name = "nullspace",
       .signature = "nullspace(A)",
       .group = Group::algebra,
       .meaning = "the coordinates that A maps to 0 by its strides of 0",
       .formula = "A(R(i)) = 0",
       .parameters = "input",
       .arguments = {1, 1},
       .run = run_nullspace,
       .makes_layout = true,
       .links = links::coordinates_of_first,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::layout_first},
       .example = {"nullspace((4,2):(0,3))", "4:1"}},
      {.name = "max_common_layout",
       .signature = "max_common_layout(A, B)",
       .group = Group::algebra,
       .meaning = "the contiguous elements that A and B have in common",
       .formula = "A(R(i)) = B(R(i)) = i",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_max_common_layout,
       .makes_layout = true,
       .links = links::coordinates_of_all,
       .code = {.cpp = code::cpp::two_layouts, .dsl = code::dsl::two_layouts},
       .example = {"max_common_layout((2,4):(1,2), (8):(1))", "8:1"}},
      {.name = "max_common_vector",
       .signature = "max_common_vector(A, B)",
       .group = Group::algebra,
       .meaning = "how many contiguous elements A and B have in common",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_max_common_vector,
       .code = {.cpp = code::cpp::two_layouts, .dsl = code::dsl::two_layouts},
       .example = {"max_common_vector((4,8):(1,4), (4,8):(1,8))", "4"}},
      {.name = "max_alignment",
       .signature = "max_alignment(A)",
       .group = Group::algebra,
       .meaning = "the largest N for which upcast<N>(A) works",
       .parameters = "input",
       .arguments = {1, 1},
       .run = run_max_alignment,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"max_alignment((4,8):(1,4))", "32"}},
      {.name = "domain_distribute",
       .signature = "domain_distribute(A, n)",
       .group = Group::algebra,
       .meaning = "a layout that takes n elements out of A's shape",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_domain_distribute,
       .blamed = 1,
       .makes_layout = true,
       .links = links::coordinates_of_first,
       .code = {.cpp = code::cpp::shapes},
       .example = {"domain_distribute((4,8), 8)", "8:1"}},
  };
}

}  // namespace algebra::expression
