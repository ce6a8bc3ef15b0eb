// Functions from papers on CuTe's layouts that CuTe C++ does not have: sums and common domains (arXiv 2603.02298), tractable layouts and
// their morphisms (arXiv 2601.05972).

#include "algebra/functions/records.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "algebra/bits/bit_strides.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/common_domain.hpp"
#include "algebra/layout/contract_checks.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/morphism.hpp"
#include "algebra/layout/properties.hpp"
#include "algebra/links/link_arrows.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

Value run_add(const Call& c) { return layout_add(c.layout(0), c.layout(1)); }
Verdict check_add(const Call& c, const Value& result, const Checking& checking) {
  const auto a = c.layout(0), b = c.layout(1);
  if (has_basis(a) || has_basis(b)) return {};
  return contract::enumerate("R(i) = A(i) + B(i)", inner_layout(result), checking, [&](std::int64_t i, std::int64_t r) {
    return r == a(i) + b(i) ? Message() : message("R({}) = {} where A({}) + B({}) = {}", i, r, i, i, a(i) + b(i));
  });
}
Value run_over_bits(const Call& c) {
  const auto& v = c.argument(0);
  if (const auto* s = std::get_if<Swizzle>(&v)) {
    const int bits = s->base + s->bits + std::abs(s->shift);
    return layout_over_bits(bit_matrix(*s, bits), IntTuple(std::int64_t{1} << bits));
  }
  const auto f = bit_function(v);
  return layout_over_bits(bit_matrix(f), f.index.layout.shape());
}

/// Evaluates F2(9), PyCuTe's notation.
Value run_bit_vector(const Call& c) {
  if (c.as_in_cpp) throw Problem{"basis", "Strides over F2 need mathematical integers: CuTe C++ has none.", {}};
  const auto i = c.integer(0);
  if (i.value < 0) throw Problem{"basis", message("{} is not a vector over F2: it is negative.", i.value), {}};
  return IntTuple(Element(i.basis == 0 ? Int::bits_mark : i.basis, i.value).as_integer());
}
/// Evaluates ArithTuple(1,2), PyCuTe's notation: 1@0+2@1.
Element element_of(const IntTuple& t, std::uint32_t path) {
  Element all;
  if (!t.is_tuple())
    return t.integer().basis == Int::bits_mark ? Element(bits_within(path), t.integer().value) : Element(path, t.integer().value);
  for (int i = 0; i < t.rank(); ++i) all = all + element_of(t.mode(i), basis_within(path, i));
  return all;
}
Value run_coordinate_stride(const Call& c) {
  if (c.as_in_cpp) throw Problem{"basis", "A sum of basis elements is a stride with mathematical integers only.", {}};
  if (c.count() == 1) return IntTuple(element_of(c.integers(0), 0).as_integer());
  IntTuple modes;
  for (std::size_t i = 0; i < c.count(); ++i) modes.append(c.integers(i));
  return IntTuple(element_of(modes, 0).as_integer());
}

/// Returns the function that the last argument names, which must take that many arguments.
const Function& function_named(const Call& c, int count) {
  const auto* f = find_function(c.names.back(), false);
  if (f == nullptr || f->arguments.least > count || f->arguments.most < count)
    throw ArgumentProblem{{"argument", message("{} needs the name of a function of {} arguments at the end.", c.name, count), {}},
                          c.count() - 1};
  return *f;
}
Value applied(const Function& f, std::vector<Value> arguments) {
  Call call{.name = f.name, .indices = {}, .arguments = std::move(arguments), .names = {}, .spans = {}};
  call.names.resize(call.count());
  return f.run(call);
}
IntTuple each_leaf(const Function& f, const std::vector<IntTuple>& tuples) {
  if (!tuples[0].is_tuple()) {
    std::vector<Value> leaves(tuples.begin(), tuples.end());
    const auto made = applied(f, std::move(leaves));
    if (const auto* t = std::get_if<IntTuple>(&made)) return *t;
    throw Problem{"argument", message("{} makes {}, which cannot be an integer of a tuple.", f.name, plain(made)), {}};
  }
  IntTuple result;
  for (int i = 0; i < tuples[0].rank(); ++i) {
    std::vector<IntTuple> modes;
    for (const auto& t : tuples) {
      if (!t.is_tuple() || t.rank() != tuples[0].rank())
        throw Problem{"mismatched ranks", message("{} and {} have different profiles.", plain(tuples[0]), plain(t)), {}};
      modes.push_back(t.mode(i));
    }
    result.append(each_leaf(f, modes));
  }
  return result;
}
Value run_transform_leaf(const Call& c) {
  std::vector<IntTuple> tuples;
  for (std::size_t i = 0; i + 1 < c.count(); ++i) tuples.push_back(c.profile(i));
  return each_leaf(function_named(c, static_cast<int>(tuples.size())), tuples);
}
Value run_fold_leaf(const Call& c) {
  const auto& f = function_named(c, 2);
  auto value = c.argument(0);
  c.profile(1).for_each_integer([&](Int i) { value = applied(f, {value, IntTuple(i)}); });
  return value;
}

Value run_common_domain(const Call& c) { return greatest_common_domain(c.shape(0), c.shape(1)); }
Value run_coalesce_z(const Call& c) {
  const auto l = c.layout(0);
  return c.count() > 1 ? coalesce_z(l, c.tuple(1)) : coalesce_z(l);
}
Verdict check_coalesce_z(const Call& c, const Value& result, const Checking& checking) {
  return check_coalesce(c.layout(0), inner_layout(result), checking);
}
Value run_prefix_product(const Call& c) { return prefix_product(c.shape(0), c.count() > 1 ? c.integers(1) : IntTuple(1)); }

Value run_injective(const Call& c) {
  const auto l = c.layout(0);
  const auto p = properties(l, 32);
  if (!p.decided) throw Problem{"limit", message("{} has too many elements to see whether two share an index.", plain(l)), {}};
  return Truth{.holds = p.injective, .why = p.injective ? Message() : Message("two coordinates share an index")};
}
Value run_surjective(const Call& c) {
  const auto l = c.layout(0);
  const auto p = properties(l, 32);
  if (!p.decided) throw Problem{"limit", message("{} has too many elements to see whether two share an index.", plain(l)), {}};
  return Truth{.holds = p.surjective, .why = p.surjective ? Message() : message("some index below {} has no coordinate", cosize(l))};
}

Value run_tractable(const Call& c) {
  const auto l = c.layout(0);
  if (auto why = why_intractable(l)) return Truth{.holds = false, .why = std::move(*why)};
  const auto modes = flat_modes(l);
  const bool left_out = std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return m.shape.value == 1 && m.stride.value != 0; });
  return Truth{.holds = true, .why = left_out ? Message("modes of size 1 are left out: their strides are never used") : Message()};
}
/// Records steps: each entry of the domain, and where its arrow ends.
void say_arrows(Steps& steps, const Layout& l, const Morphism& m) {
  std::vector<Int> codomain;
  m.codomain.for_each_integer([&](Int i) { codomain.push_back(i); });
  steps.say("The codomain, by stride from the smallest: the gap before each mode, if there is one, and the mode: {}.", m.codomain);
  std::size_t i = 0;
  for (const auto& mode : flat_modes(l)) {
    const auto to = m.arrows[i];
    if (to == 0) {
      steps.say("Mode {}, {}: a stride of 0 or a size of 1 is an arrow to nowhere.", static_cast<std::int64_t>(i), mode);
    } else {
      std::string before;
      for (int k = 0; k + 1 < to; ++k) before += fmt::format("{}{}", k == 0 ? "" : "·", codomain[static_cast<std::size_t>(k)].value);
      if (before.empty()) before = "1";
      steps.say("Mode {}, {}: its arrow leads to entry {}, for the stride is the product of those before it, {} = {}.",
                static_cast<std::int64_t>(i), mode, static_cast<std::int64_t>(to), before, mode.stride);
    }
    ++i;
  }
}
/// Returns whether argument i is a written morphism and not a shape: a tuple of three, the last of which are arrows.
bool is_written_morphism(const Call& c, std::size_t i) {
  return c.is_tuple(i) && c.tuple(i).is_tuple() && c.tuple(i).rank() == 3 && c.tuple(i).mode(2).is_tuple();
}
/// Returns a layout's morphism, or the written one.
Morphism morphism_at(const Call& c, std::size_t i) {
  if (is_written_morphism(c, i)) return morphism_of(c.integers(i));
  return morphism_of(c.layout(i));
}
Value run_morphism(const Call& c) {
  const auto l = c.layout(0);
  const auto m = morphism_of(l);
  if (c.steps != nullptr) say_arrows(*c.steps, l, m);
  return as_tuple(m);
}
Value run_layout_of_morphism(const Call& c) { return layout_of(morphism_of(c.integers(0))); }
/// Records steps: the integers that stand beside each other at each cut.
void say_cuts(Steps& steps, const std::vector<Message>& cuts) {
  for (const auto& cut : cuts) steps.say("{} of T beside {} of U", cut.operands()[0].text, cut.operands()[1].text);
}
Value run_refinement(const Call& c) {
  const auto t = c.shape(0), u = c.shape(1);
  std::vector<Message> cuts;
  const auto both = mutual_refinement(t, u, &cuts);
  if (c.steps != nullptr) say_cuts(*c.steps, cuts);
  if (!both)
    throw Problem{"mutual refinement",
                  cuts.empty() ? message("{} and {} have no mutual refinement.", plain(t), plain(u))
                               : message("{} and {} have no mutual refinement: it ends with {}.", plain(t), plain(u), cuts.back()),
                  {}};
  return IntTuple::tuple({both->first, both->second});
}
Value run_composable(const Call& c) {
  try {
    const auto f = morphism_at(c, 0), g = morphism_at(c, 1);
    if (is_written_morphism(c, 0) || is_written_morphism(c, 1)) compose(f, g);
    else weak_composition(f, g);
    return Truth{.holds = true};
  } catch (const Problem& p) {
    return Truth{.holds = false, .why = p.message};
  }
}
/// Records steps: both morphisms, refined until the codomain of one begins the domain of the other.
void say_composition(Steps& steps, const Morphism& f, const Morphism& g, const Morphism& m) {
  std::vector<Message> cuts;
  const auto both = mutual_refinement(g.codomain, f.domain, &cuts);
  steps.say("A is the morphism {}, B is {}.", as_tuple(f), as_tuple(g));
  say_cuts(steps, cuts);
  if (both) {
    steps.say("The mutual refinement of B's codomain and A's domain: {} and {}.", both->first, both->second);
    steps.say("B with its codomain refined (pullback): {}.", as_tuple(pullback(g, both->first)));
    steps.say("A with its domain refined (pushforward): {}.", as_tuple(pushforward(f, both->second)));
  }
  const auto layout = layout_of(m);
  steps.show(layout, "Arrow by arrow: {}, whose layout is {}.", as_tuple(m), layout);
}
Value run_weak_composition(const Call& c) {
  const auto f = morphism_at(c, 0), g = morphism_at(c, 1);
  const auto m = weak_composition(f, g);
  if (c.steps != nullptr) say_composition(*c.steps, f, g, m);
  if (is_written_morphism(c, 0) || is_written_morphism(c, 1)) return as_tuple(m);
  return coalesce(layout_of(m), c.layout(1).shape());
}
Verdict check_weak_composition(const Call& c, const Value& result, const Checking& checking) {
  if (!std::holds_alternative<Layout>(result)) return {};
  return check_composition(c.layout(0), c.layout(1), inner_layout(result), checking);
}
/// Records steps: the parts of each entry that is cut.
void say_parts(Steps& steps, const IntTuple& coarse, const IntTuple& fine) {
  if (coarse.is_tuple() && fine.is_tuple() && coarse.rank() == fine.rank())
    for (int i = 0; i < coarse.rank(); ++i) say_parts(steps, coarse.mode(i), fine.mode(i));
  else if (fine.is_tuple()) steps.say("{} is cut into {}, and its arrow into as many arrows.", coarse, fine);
}
Value run_pullback(const Call& c) {
  const auto m = morphism_at(c, 0);
  const auto result = as_tuple(pullback(m, c.shape(1)));
  if (c.steps != nullptr) say_parts(*c.steps, m.codomain, c.shape(1)), c.steps->say("The domain is cut where its arrows are: {}.", result);
  return result;
}
Value run_pushforward(const Call& c) {
  const auto m = morphism_at(c, 0);
  const auto result = as_tuple(pushforward(m, c.shape(1)));
  if (c.steps != nullptr) say_parts(*c.steps, m.domain, c.shape(1)), c.steps->say("The codomain is cut where its arrows end: {}.", result);
  return result;
}

}  // namespace

std::vector<Function> mathematics_functions() {
  return {
      {.name = "layout_add",
       .signature = "layout_add(A, B)",
       .group = Group::algebra,
       .meaning = "the layout that is the sum of two",
       .formula = "R(i) = A(i) + B(i)",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_add,
       .contract = check_add,
       .makes_layout = true,
       .links = links::same_as_each,
       .code = {.cpp = code::cpp::none},
       .search_words = "plus sum pointwise",
       .example = {"layout_add((4,3):(1,4), (4,3):(3,1))", "(4,3):(4,5)"}},
      {.name = "layout_over_F2",
       .signature = "layout_over_F2(A)",
       .group = Group::algebra,
       .meaning = "a layout, a swizzle or the two composed as a layout whose strides are vectors over F2",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_over_bits,
       .makes_layout = true,
       .links = links::same_as_first,
       .code = {.cpp = code::cpp::none},
       .search_words = "xor swizzle binary bits stride PyCuTe",
       .example = {"layout_over_F2(Swizzle<2,0,3> o (8,4):(1,8))", "(8,4):(F1,F9)"}},
      {.name = "bit_vector",
       .aliases = {{.name = "F2", .is_type = true, .called = true}},
       .signature = "F2(n) · Fn · ^n",
       .group = Group::algebra,
       .meaning = "a stride that is a vector over F2: sums are XOR, multiples are without carries",
       .parameters = "value",
       .arguments = {1, 1},
       .run = run_bit_vector,
       .code = {.cpp = code::cpp::none},
       .search_words = "xor swizzle binary bits stride PyCuTe",
       .example = {"((4,8):(F2(1),F2(5)))(3,3)", "F12"}},
      {.name = "coordinate_stride",
       .aliases = {{.name = "ArithTuple", .is_type = true, .called = true}},
       .signature = "ArithTuple(a, b) · a@0+b@1",
       .group = Group::algebra,
       .meaning = "a stride along several modes of a coordinate",
       .parameters = "coordinate",
       .arguments = {1, 16},
       .run = run_coordinate_stride,
       .code = {.cpp = code::cpp::none},
       .search_words = "basis element sum diagonal PyCuTe",
       .example = {"(4:ArithTuple(1,2))(3)", "(3,6)"}},
      {.name = "transform_leaf",
       .signature = "transform_leaf(t, f) · transform_leaf(t, u, f)",
       .group = Group::layout,
       .meaning = "f of each integer of a tuple, or of those at the same places of several",
       .parameters = "tuple",
       .arguments = {2, 4},
       .takes_function = true,
       .run = run_transform_leaf,
       .code = {.cpp = code::cpp::none},
       .search_words = "map apply PyCuTe",
       .example = {"transform_leaf((7,(8,9)), (2,(3,4)), ceil_div)", "(4,(3,3))"}},
      {.name = "fold",
       .aliases = {{.name = "fold_leaf"}},
       .signature = "fold(v, t, f)",
       .group = Group::layout,
       .meaning = "f(...f(f(v, t0), t1)..., tn) of the integers of a tuple",
       .parameters = "init tuple",
       .arguments = {3, 3},
       .takes_function = true,
       .run = run_fold_leaf,
       .code = {.cpp = code::cpp::none},
       .search_words = "reduce accumulate PyCuTe",
       .example = {"fold(1, (2,(3,4)), multiplies)", "24"}},
      {.name = "greatest_common_domain",
       .signature = "greatest_common_domain(A, B)",
       .group = Group::algebra,
       .meaning = "the factors that two shapes have in common in their order, and where each begins",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_common_domain,
       .makes_layout = true,
       .code = {.cpp = code::cpp::none},
       .search_words = "gcd shape factor refinement",
       .example = {"greatest_common_domain((5,3,4), (10,6))", "(5,2):(1,30)"}},
      {.name = "coalesce_z",
       .signature = "coalesce_z(A) · coalesce_z(A, profile)",
       .group = Group::algebra,
       .meaning = "coalesce that keeps a last mode of size 1, and so the function beyond the size",
       .formula = "R(i) = A(i)",
       .parameters = "layout profile",
       .arguments = {1, 2},
       .run = run_coalesce_z,
       .contract = check_coalesce_z,
       .makes_layout = true,
       .links = links::same_as_first,
       .code = {.cpp = code::cpp::none},
       .search_words = "simplify merge beyond",
       .example = {"coalesce_z((2,1,6,1):(1,7,8,0))", "(2,6,1):(1,8,0)"}},
      {.name = "prefix_product",
       .signature = "prefix_product(shape) · prefix_product(shape, init)",
       .group = Group::layout,
       .meaning = "the product of all integers before each: the strides of a compact layout",
       .parameters = "shape init",
       .arguments = {1, 2},
       .run = run_prefix_product,
       .code = {.cpp = code::cpp::none},
       .search_words = "exclusive scan compact strides",
       .example = {"prefix_product((3,(2,4)))", "(1,(3,6))"}},
      {.name = "is_injective",
       .signature = "is_injective(A)",
       .group = Group::algebra,
       .meaning = "does each index have one coordinate at most?",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_injective,
       .code = {.cpp = code::cpp::none},
       .search_words = "one to one distinct overlap",
       .example = {"is_injective((2,3):(1,4))", "true"}},
      {.name = "is_surjective",
       .signature = "is_surjective(A)",
       .group = Group::algebra,
       .meaning = "does each index below the cosize have a coordinate?",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_surjective,
       .code = {.cpp = code::cpp::none},
       .search_words = "onto gaps holes",
       .example = {"is_surjective((2,3):(1,2))", "true"}},
      {.name = "is_tractable",
       .signature = "is_tractable(A)",
       .group = Group::algebra,
       .meaning =
           "does each stride times its size divide the next stride, modes of size 1 left out, so that the layout is that of a morphism?",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_tractable,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract divisible",
       .example = {"is_tractable((4,8):(8,1))", "true"}},
      {.name = "morphism",
       .signature = "morphism(A)",
       .group = Group::algebra,
       .meaning = "a tractable layout as arrows: (domain, codomain, the entry of the codomain to which each of the domain goes)",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_morphism,
       .links = links::arrows,
       .drawn_as = DrawnAs::arrows,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract arrow diagram",
       .example = {"morphism((4,8):(16,1))", "((4,8),(8,2,4),(3,1))"}},
      {.name = "layout_of_morphism",
       .signature = "layout_of_morphism((domain, codomain, arrows))",
       .group = Group::algebra,
       .meaning = "the layout of a morphism: as strides the products of what is before each arrow's end",
       .parameters = "morphism",
       .arguments = {1, 1},
       .run = run_layout_of_morphism,
       .makes_layout = true,
       .links = links::arrows_to_layout,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract functor",
       .example = {"layout_of_morphism(((4,8),(8,2,4),(3,1)))", "(4,8):(16,1)"}},
      {.name = "mutual_refinement",
       .signature = "mutual_refinement(T, U)",
       .group = Group::algebra,
       .meaning = "two shapes cut at the same places, the first as the beginning of the second",
       .parameters = "t u",
       .arguments = {2, 2},
       .run = run_refinement,
       .links = links::cuts,
       .drawn_as = DrawnAs::cuts,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract refine cut",
       .example = {"mutual_refinement((6,6), (2,6,6))", "(((2,3),(2,3)),(2,(3,2),(3,2)))"}},
      {.name = "composable",
       .signature = "composable(A, B) · composable(F, G)",
       .group = Group::algebra,
       .meaning =
           "is there a morphism A behind B: have B's codomain and A's domain a mutual refinement, or are those of two morphisms equal?",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_composable,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract composition admissible",
       .example = {"composable((4,8):(8,1), (4,2):(2,1))", "true"}},
      {.name = "weak_composition",
       .signature = "weak_composition(A, B) · weak_composition(F, G)",
       .group = Group::algebra,
       .meaning = "A behind B by the arrows of their mutual refinement",
       .formula = "R(c) = A(B(c))",
       .parameters = "a b",
       .arguments = {2, 2},
       .run = run_weak_composition,
       .contract = check_weak_composition,
       .makes_layout = true,
       .links = links::arrows_composed,
       .drawn_as = DrawnAs::arrows,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract compose",
       .example = {"weak_composition((4,8):(8,1), (4,2):(2,1))", "((2,2),2):((16,1),8)"}},
      {.name = "pullback",
       .signature = "pullback(F, refinement)",
       .group = Group::algebra,
       .meaning = "a morphism with its codomain refined, and its domain with it",
       .parameters = "morphism refinement",
       .arguments = {2, 2},
       .run = run_pullback,
       .links = links::arrows,
       .drawn_as = DrawnAs::arrows,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract refine",
       .example = {"pullback(((4,8),(8,2,4),(3,1)), ((2,4),2,4))", "((4,(2,4)),((2,4),2,4),(4,1,2))"}},
      {.name = "pushforward",
       .signature = "pushforward(F, refinement)",
       .group = Group::algebra,
       .meaning = "a morphism with its domain refined, and its codomain with it",
       .parameters = "morphism refinement",
       .arguments = {2, 2},
       .run = run_pushforward,
       .links = links::arrows,
       .drawn_as = DrawnAs::arrows,
       .code = {.cpp = code::cpp::none},
       .search_words = "category Nest tract refine",
       .example = {"pushforward(((4,8),(8,2,4),(3,1)), ((2,2),8))", "(((2,2),8),(8,2,(2,2)),(3,4,1))"}},
  };
}

}  // namespace algebra::expression
