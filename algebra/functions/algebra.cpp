// Coalescing, composition, complements and inverses.

#include "algebra/functions/records.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/bits/exact_value.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_answers.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/language/pointers.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/as_layout.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/contracts_composed.hpp"
#include "algebra/layout/contracts_general.hpp"
#include "algebra/layout/general_algebra.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

/// Returns whether the general algebra handles this layout: with mathematical integers every operation accepts any strides, in CuTe C++
/// only some accept basis elements.
bool is_general(const Call& c, const Layout& l) { return !c.as_in_cpp && general::concerns(l); }
bool is_general(const Call& c, const Layout& l, const Tiler& t) { return !c.as_in_cpp && (general::concerns(l) || general::concerns(t)); }

Value run_coalesce(const Call& c) {
  if (c.is_tuple(0) && c.count() == 1) return c.tuple(0).is_underscore() ? c.argument(0) : Value(coalesce(c.integers(0)));
  return through(c, tensors_and_composed,
                 [&](const Layout& l) { return c.count() > 1 ? coalesce(l, c.tuple(1), c.steps) : coalesce(l, c.steps); });
}
Value run_filter(const Call& c) {
  return through(c, c.count() > 1 ? composed_too : tensors_too,
                 [&](const Layout& l) { return c.count() > 1 ? filter(l, c.tuple(1)) : filter(l); });
}
Value run_filter_zeros(const Call& c) {
  // CuTe treats a zipped or a composed layout as a leaf that is not zero: it is returned unchanged, or the profile given for it is.
  const auto* t = std::get_if<Tensor>(&c.argument(0));
  const bool composed = t != nullptr ? !t->has_plain_layout() : c.is_composed(0);
  if (c.count() == 1 && (composed || zip_of(c, {Zip::Of::tensor}) != nullptr)) return c.argument(0);
  if (composed && t == nullptr) return c.argument(1);
  if (composed) {
    auto result = *t;
    result.layout = c.layout(1);
    if (t->swizzled_pointer) result.outer->inside.clear();
    else result.outer.reset();
    return result;
  }
  if (c.is_tuple(0) && c.count() == 1) return filter_zeros(c.tuple(0), c.tuple(0));
  if (c.is_tuple(0) && c.is_tuple(1)) return filter_zeros(c.tuple(0), c.tuple(1));
  return through(c, tensors_too, [&](const Layout& l) { return c.count() > 1 ? filter_zeros(l, c.tuple(1)) : filter_zeros(l); });
}

/// Returns whether a matrix over F2 is among the two operands. Matrices are multiplied; a layout beside one is converted to its matrix.
bool has_bits(const Call& c) {
  return c.count() == 2 && (std::holds_alternative<BitMatrix>(c.argument(0)) || std::holds_alternative<BitMatrix>(c.argument(1)));
}
Value product_of_bits(const Call& c) {
  const auto g = bit_matrix(c.argument(1));
  if (const auto* s = std::get_if<Swizzle>(&c.argument(0))) return product(bit_matrix(*s, bits_in(g.rows)), g);
  return product(bit_matrix(c.argument(0)), g);
}

Value run_composition(const Call& c) {
  // The type ComposedLayout<Swizzle<3,4,3>, C<0>, Layout<...>>, as a debugger shows it.
  if (c.arguments.empty())
    return run_composition({.name = c.name, .indices = {}, .arguments = c.indices, .names = {}, .spans = {}, .steps = c.steps});
  if (!c.indices.empty()) throw Problem{"template argument", "composition takes nothing in <>.", {}};
  // function o offset o layout, the text of a composed layout.
  if (c.count() == 3) return as_value(composition(c.function(0), Offset{c.integer(1), 0}, c.function(2)));
  if (has_bits(c)) return product_of_bits(c);
  const auto is_function = [&](std::size_t i) {
    return std::holds_alternative<Swizzle>(c.argument(i)) || std::holds_alternative<ComposedFunction>(c.argument(i));
  };
  if (const auto* t = std::get_if<Tensor>(&c.argument(0)); t != nullptr && (is_function(1) || c.is_composed(1))) {
    // The tensor keeps its pointer.
    const auto behind = std::visit([](auto&& l) -> FunctionOrLayout { return l; }, layout_behind(*t));
    auto pointer = *t;
    if (pointer.swizzled_pointer) pointer.outer->inside.clear();
    else pointer.outer = std::nullopt;
    return tensor_at(std::move(pointer), as_value(composition(behind, c.function(1))));
  }
  if (is_function(0) || is_function(1) || c.is_composed(1)) {
    const auto f = c.function(0), g = c.function(1);
    auto composed = composition(f, g);
    // CuTe replaces a layout before a swizzle by another swizzle before the layout. If that is not A(B(c)), mathematical integers give the
    // exact result: a layout, a swizzled one, or the functions side by side.
    if (!c.as_in_cpp && std::holds_alternative<Swizzle>(g) && check_composition(f, g, composed, {}).kind == Verdict::Kind::broken)
      if (auto exact = exact_value(f, g)) return as_value(*std::move(exact));
    return as_value(std::move(composed));
  }
  return through(c, tensors_and_composed, [&](const Layout& l) {
    const auto tiler = c.tiler(1);
    const auto as_in_cute = [&] { return composition(l, tiler, c.steps); };
    return is_general(c, l, tiler) ? general::answer_of(l, tiler, as_in_cute, [&] { return general::composition(l, tiler); })
                                   : as_in_cute();
  });
}
bool refuses_composition(const Call& c) {
  const auto *a = std::get_if<Layout>(&c.arguments[0]), *b = std::get_if<Layout>(&c.arguments.back());
  return c.count() == 2 && a != nullptr && b != nullptr && !composes(*a, *b);
}
/// pycute only writes it side by side if there is a swizzle, or three parts.
Value composition_in_pycute(const Call& c) {
  const bool layouts = c.count() == 2 && !c.is_composed(0) && !std::holds_alternative<Swizzle>(c.argument(0));
  return layouts ? code::pycute::answers::composition(c) : run_composition(c);
}

Value run_complement(const Call& c) {
  const auto l = c.is_composed(0) ? c.inner(0) : c.layout(0);
  if (is_general(c, l)) return c.count() > 1 ? general::complement(l, c.shape(1)) : general::complement(l);
  return c.count() > 1 ? complement(l, c.shape(1), c.steps) : complement(l, c.steps);
}

/// Inverts a layout, a swizzle or a composed layout; returns `_` unchanged.
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
      c, [&](const Layout& l) { return is_general(c, l) ? general::right_inverse(l) : right_inverse(l, c.steps); },
      [](const FunctionOrLayout& f) { return right_inverse(f); });
}
Value run_left_inverse(const Call& c) {
  if (const auto* m = std::get_if<BitMatrix>(&c.argument(0))) return left_inverse(*m);
  return inverse(
      c, [&](const Layout& l) { return is_general(c, l) ? general::left_inverse(l) : left_inverse(l, c.steps); },
      [](const FunctionOrLayout& f) { return left_inverse(f); });
}

/// Computes the nullspace; CuTe returns the trivial one for composed layouts.
Value run_nullspace(const Call& c) {
  if (const auto* zip = zip_of(c, {Zip::Of::layout})) {
    // The coordinates at which all parts stay at one index: the first part's nullspace, restricted by one part after the other.
    Layout all(size_of(on_part(c, *zip, 0).inner(0)), Int{1, true});
    for (std::size_t i = 0; i < zip->parts.size(); ++i)
      all = composition(all, std::holds_alternative<ComposedLayout>(zip->parts[i])
                                 ? Layout()
                                 : nullspace(composition(on_part(c, *zip, i).layout(0), all)));
    return all;
  }
  if (c.is_composed(0)) return Layout();
  const auto l = c.layout(0);
  return is_general(c, l) ? general::nullspace(l) : nullspace(l);
}

/// Returns the two layouts, or those of two tensors; nullopt if an element of one tensor is not one of the other, or is not in memory.
std::optional<std::pair<Value, Value>> compared(const Call& c) {
  const auto *a = std::get_if<Tensor>(&c.argument(0)), *b = std::get_if<Tensor>(&c.argument(1));
  if (a == nullptr && b == nullptr) return std::pair{c.argument(0), c.argument(1)};
  if (a == nullptr || b == nullptr)
    throw ArgumentProblem{
        {"argument", message("{} compares two layouts or two tensors; layout(T) is the layout of a tensor T.", c.name), {}},
        static_cast<std::size_t>(a == nullptr ? 1 : 0)};
  const auto in_memory = [](const Tensor& t) { return !t.coordinate && !t.descriptors && (!t.type || t.type->bits >= 8); };
  if (!in_memory(*a) || !in_memory(*b) || (a->type && b->type && *a->type != *b->type)) return std::nullopt;
  const auto value = [](auto&& layout) { return Value(std::forward<decltype(layout)>(layout)); };
  return std::pair{std::visit(value, layout_behind(*a)), std::visit(value, layout_behind(*b))};
}

Value run_max_common_layout(const Call& c) {
  const auto both = compared(c);
  if (!both) return Layout();
  const auto& [a, b] = *both;
  if (const auto* composed = std::get_if<ComposedLayout>(&a)) return max_common_layout(*composed, layout_of(b, c.name));
  if (const auto* composed = std::get_if<ComposedLayout>(&b)) return max_common_layout(*composed, layout_of(a, c.name));
  return max_common_layout(layout_of(a, c.name), layout_of(b, c.name));
}
Value run_max_common_vector(const Call& c) {
  const auto both = compared(c);
  if (!both) return IntTuple(0);
  const auto *a = std::get_if<ComposedLayout>(&both->first), *b = std::get_if<ComposedLayout>(&both->second);
  if (a != nullptr && b != nullptr) return IntTuple(max_common_vector(*a, *b));
  if (a != nullptr) return IntTuple(max_common_vector(*a, layout_of(both->second, c.name)));
  if (b != nullptr) return IntTuple(max_common_vector(*b, layout_of(both->first, c.name)));
  return IntTuple(max_common_vector(layout_of(both->first, c.name), layout_of(both->second, c.name)));
}
Int alignment_of(const Layout& l) { return max_alignment(l); }
Int alignment_of(const ComposedLayout& l) { return max_alignment(l); }
Value run_max_alignment(const Call& c) {
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(0))) return IntTuple(max_alignment(*l));
  if (const auto* s = std::get_if<Swizzle>(&c.argument(0))) return IntTuple(std::int64_t{1} << s->base);
  if (const auto* t = std::get_if<Tensor>(&c.argument(0)); t != nullptr && !t->coordinate && !t->descriptors) {
    // In bits, as far as the tensor's pointer swizzle keeps bits together.
    const auto of_layout = std::visit([](const auto& l) { return alignment_of(l); }, layout_behind(*t)) * Int{element_bits(*t), true};
    const auto swizzle = t->pointer_swizzle();
    return IntTuple(swizzle ? gcd(Int{std::int64_t{8} << swizzle->base, true}, of_layout) : of_layout);
  }
  return IntTuple(max_alignment(c.layout(0)));
}
Value run_domain_distribute(const Call& c) { return domain_distribute(c.shape(0), c.integer(1)); }

bool is_layout_like(const Value& v) {
  return std::holds_alternative<Layout>(v) || std::holds_alternative<Tensor>(v) || std::holds_alternative<ComposedLayout>(v);
}

Verdict coalesce_check(const Call& c, const Value& r, const Checking& checking) {
  if (!is_layout_like(r)) return {};
  const auto l = c.inner(0);
  return has_special(l) ? general::check_coalesce(l, inner_layout(r), checking) : check_coalesce(l, inner_layout(r), checking);
}
/// Returns whether this composes two layouts, or a layout behind a swizzle with a layout. All other compositions are of functions written
/// side by side.
bool of_layouts(const Call& c) {
  return c.count() == 2 && !c.is_composed(1) && std::none_of(c.arguments.begin(), c.arguments.end(), [](const Value& v) {
           return std::holds_alternative<Swizzle>(v) || std::holds_alternative<ComposedFunction>(v) || std::holds_alternative<BitMatrix>(v);
         });
}
bool of_functions(const Call& c) { return c.count() == 2 && !of_layouts(c) && !has_bits(c); }

Verdict composition_check(const Call& c, const Value& r, const Checking& checking) {
  if (of_functions(c)) return check_composition(c.function(0), c.function(1), function_of(r, c.name), checking);
  if (!of_layouts(c) || !is_layout_like(r)) return {};
  const auto a = c.inner(0);
  const auto tiler = c.tiler(1);
  if (is_general(c, a, tiler)) return general::check_composition(a, tiler, inner_layout(r), checking);
  return check_composition(a, tiler, inner_layout(r), checking);
}

std::optional<Value> exact_result(std::optional<FunctionOrLayout> exact) {
  return exact ? std::optional(as_value(*std::move(exact))) : std::nullopt;
}

/// Explains why a composition fails, and gives the exact result as a function.
Obstacle composition_hindered(const Call& c, Marks marks) {
  if (of_functions(c)) return {.exact = exact_result(exact_value(c.function(0), c.function(1)))};
  if (!of_layouts(c)) return {};
  const auto a = c.inner(0);
  const auto tiler = c.tiler(1);
  const bool named = !c.names.empty() && !c.names[0].empty();
  Obstacle o{.words = composition_obstacle(a, tiler, named ? c.names[0] : to_string(a, Marks::plain))};
  const auto exact = exact_composition(a, tiler);
  // Behind an outer function, the composition may be a layout even if this part is not.
  const bool alone = !c.is_composed(0) && !(std::holds_alternative<Tensor>(c.argument(0)) && std::get<Tensor>(c.argument(0)).outer);
  if (exact.layout) {
    Call as_function = c;
    as_function.steps = nullptr;
    o.exact = through(as_function, tensors_and_composed, [&](const Layout&) { return *exact.layout; });
    const auto as_layout = message("as a function it is {}", to_string(*o.exact, marks));
    o.words = o.words.empty() ? as_layout : message("{}; {}", o.words, as_layout);
  }
  const bool accepted = attempt([&] { return composition(a, tiler); }).has_value();
  if (exact.decided && !exact.layout && alone) o.what = "Not a composition";
  else if (!o.words.empty()) o.what = accepted ? Message("CuTe composes these wrongly") : Message("CuTe cannot compose these");
  return o;
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
  return Problem{
      "dropped modes", message("The tiler has {} of {} modes: composition by mode drops the others. A divide keeps them.", modes, of), {}};
}

Verdict complement_check(const Call& c, const Value& r, const Checking& checking) {
  if (is_general(c, c.inner(0))) return general::check_complement(c.inner(0), inner_layout(r), checking);
  if (c.is_composed(0)) return check_complement(std::get<ComposedLayout>(c.argument(0)), inner_layout(r), checking);
  if (c.count() == 1) return check_complement(c.inner(0), inner_layout(r), checking);
  return check_complement(c.inner(0), c.shape(1), inner_layout(r), checking);
}

using InverseCheck = Verdict (*)(const FunctionOrLayout&, const FunctionOrLayout&, const Checking&);
using LayoutInverseCheck = Verdict (*)(const Layout&, const Layout&, const Checking&);
template <LayoutInverseCheck of_layouts, InverseCheck of_functions, LayoutInverseCheck general_check>
Verdict inverse_check(const Call& c, const Value& r, const Checking& checking) {
  if (std::holds_alternative<BitMatrix>(r) || std::holds_alternative<IntTuple>(r)) return {};
  const auto f = c.function(0), inverse = function_of(r, c.name);
  const auto* l = std::get_if<Layout>(&f);
  if (l != nullptr && is_general(c, *l)) return general_check(*l, std::get<Layout>(inverse), checking);
  return l != nullptr ? of_layouts(*l, std::get<Layout>(inverse), checking) : of_functions(f, inverse, checking);
}
/// Gives the exact inverse of a swizzled layout, computed from that of the layout behind the swizzle.
template <bool is_right, Layout (*inverse)(const Layout&, Steps*), InverseCheck check>
Obstacle inverse_hindered(const Call& c, Marks) {
  const auto* l = c.count() == 1 ? std::get_if<ComposedLayout>(&c.argument(0)) : nullptr;
  if (l == nullptr || l->outer.only_swizzle() == nullptr) return {};
  const auto back = inverse(l->layout, nullptr);
  const Offset offset{Int{-l->outer.offset.value.value, true}, 0};
  const auto shape = is_right ? size_of(back) : cosize_of(l->layout);
  auto exact = exact_value(composition(back, offset, *l->outer.swizzle()), make_layout(shape));
  if (!exact || check(*l, *exact, {}).kind != Verdict::Kind::kept) return {};
  return {.exact = exact_result(std::move(exact))};
}

/// Return the required function of a refused call. Throw for tensors and composed layouts, which get no explanation.
Asked composition_asked(const Call& c) { return asked_of_composition(c.layout(0), c.tiler(1)); }
Asked complement_asked(const Call& c) {
  return asked_of_complement(c.layout(0), c.count() > 1 ? c.shape(1) : IntTuple(cosize(c.layout(0))));
}
Asked left_inverse_asked(const Call& c) { return asked_of_left_inverse(c.layout(0)); }
Asked right_inverse_asked(const Call& c) { return asked_of_right_inverse(c.layout(0)); }
Asked coalesce_asked(const Call& c) { return asked_of_coalesce(c.layout(0), c.tuple(1)); }

}  // namespace

std::vector<Function> algebra_functions() {
  return {
      {.name = "coalesce",
       .signature = "coalesce(A) · coalesce(A, (_1,_1))",
       .group = Group::algebra,
       .meaning = "merge modes that continue one another",
       .formula = "R(i) = A(i)",
       .parameters = "input target_profile",
       .arguments = {1, 2},
       .run = run_coalesce,
       .contract = coalesce_check,
       .asked = coalesce_asked,
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
       .refuses = refuses_composition,
       .contract = composition_check,
       .condition = "stride divisibility",
       .blamed = 1,
       .obstacle = composition_hindered,
       .asked = composition_asked,
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
       .meaning = "the layout of the indices that A leaves out, up to n",
       .formula = "{A(i) + R(j)} = {0, 1, ..., n - 1}",
       .parameters = "input cotarget",
       .arguments = {1, 2},
       .run = run_complement,
       .contract = complement_check,
       .blamed = 0,
       .asked = complement_asked,
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
       .contract = inverse_check<check_right_inverse, check_right_inverse, general::check_right_inverse>,
       .blamed = 0,
       .obstacle = inverse_hindered<true, right_inverse, check_right_inverse>,
       .asked = right_inverse_asked,
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
       .contract = inverse_check<check_left_inverse, check_left_inverse, general::check_left_inverse>,
       .blamed = 0,
       .obstacle = inverse_hindered<false, left_inverse, check_left_inverse>,
       .asked = left_inverse_asked,
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
