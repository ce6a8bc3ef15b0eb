// Functions that make layouts, tuples and tilers.

#include "algebra/functions/records.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/language/pointers.hpp"
#include "algebra/language/tuples.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

/// Returns the arguments: a type such as Layout<Shape<...>,Stride<...>>{} has them in <>, a function in ().
const std::vector<Value>& given(const Call& c) { return c.arguments.empty() ? c.indices : c.arguments; }

/// Makes a compact layout. CuTe accepts negative sizes here and computes strides from them.
Layout compact_layout(const Call& c, const IntTuple& shape, Major major) {
  layout_of(c.as_in_cpp ? shape.transformed([](Int i) { return abs(i); }) : shape, c.name);
  return make_layout(shape, major);
}

Value run_make_layout(const Call& c) {
  auto from = given(c);
  if (from.empty()) throw Problem{"argument", "make_layout needs a shape or layouts.", {}};
  // CuTe's make_layout of a swizzle covers as many coordinates as the bits that the swizzle reads or changes.
  if (const auto* swizzle = std::get_if<Swizzle>(&from[0]); swizzle != nullptr && from.size() == 1) {
    const Layout bits(Int{swizzle->base + swizzle->bits + std::abs(swizzle->shift), true}, Int{1, true});
    return as_value(composition(*swizzle, Offset{}, bits));
  }
  const bool of_layouts = std::any_of(from.begin(), from.end(), [](const Value& v) { return std::holds_alternative<Layout>(v); });
  if (!of_layouts)
    for (auto& v : from) v = with_integers(v);
  const auto* shape = std::get_if<IntTuple>(&from[0]);
  if (shape != nullptr && from.size() == 1) return compact_layout(c, *shape, Major::left);
  if (shape != nullptr && from.size() == 2) {
    if (const auto* major = std::get_if<Major>(&from[1])) return compact_layout(c, *shape, *major);
    if (const auto* stride = std::get_if<IntTuple>(&from[1])) return layout_of(*shape, *stride);
  }
  std::vector<Layout> modes;
  for (const auto& v : from) modes.push_back(layout_of(v, c.name));
  return make_layout(modes);
}

bool is_integer_type(const ElementType& t) { return t.bits >= 8 && (t.name[0] == 'i' || t.name[0] == 'u'); }

/// Returns the type in <>, as in make_tensor<float>(A); nullopt if <> holds no type.
std::optional<ElementType> type_in_angles(const Call& c) {
  const auto* type = c.indices.size() == 1 ? std::get_if<ElementType>(&c.indices[0]) : nullptr;
  return type != nullptr ? std::optional(*type) : std::nullopt;
}
/// Runs make_tensor(pointer, A), make_tensor(pointer, shape, stride); without a pointer, make_tensor<float>(A).
Value run_make_tensor(const Call& c) {
  const auto* pointer = std::get_if<Tensor>(&c.argument(0));
  const std::size_t first = pointer != nullptr ? 1 : 0;
  const auto at = pointer != nullptr ? *pointer : owning_tensor(Layout(), type_in_angles(c));
  if (c.is_composed(first)) return tensor_at(at, c.argument(first));
  if (c.count() == first + 1) return tensor_at(at, c.layout(first));
  const Call made{.name = c.name,
                  .indices = {},
                  .arguments = {c.arguments.begin() + static_cast<std::ptrdiff_t>(first), c.arguments.end()},
                  .names = {},
                  .spans = {}};
  return tensor_at(at, run_make_layout(made));
}

Value run_tensor_mode(const Call& c) {
  const auto* t = std::get_if<Tensor>(&c.argument(0));
  if (t == nullptr)
    throw ArgumentProblem{
        {"argument", message("tensor takes a tensor, not {}; layout<i>(A) is a mode of a layout.", plain(c.argument(0))), {}}, 0};
  auto mode = *t;
  mode.layout = get(t->layout, c.path());
  return mode;
}

/// Makes a tuple. In <> of a type, `int` stands for a dynamic integer: Shape<_4,int>{} is (_4,0), as in C++.
Value run_tuple(const Call& c) {
  IntTuple t;
  for (const auto& v : given(c)) {
    const auto* mode = std::get_if<IntTuple>(&v);
    if (const auto* type = std::get_if<ElementType>(&v); type != nullptr && c.arguments.empty() && is_integer_type(*type)) {
      t.append(Int{0, IntKind::of(false, type->bits == 64, type->name[0] == 'u')});
      continue;
    }
    if (mode == nullptr)
      throw Problem{"argument", message("{} takes integers and tuples of them, not {}.", c.name, to_string(v, Marks::plain)), {}};
    t.append(*mode);
  }
  return t;
}

/// Runs make_int_tuple_from<Shape<_1,int>>(6): the dynamic integers of the tuple in <>, from the left, become the arguments.
Value run_tuple_from(const Call& c) {
  const auto* shape = c.indices.size() == 1 ? std::get_if<IntTuple>(&c.indices[0]) : nullptr;
  if (shape == nullptr)
    throw Problem{"template argument", "make_int_tuple_from takes one tuple in <>.", {"make_int_tuple_from<Shape<_1,int>>(6)"}};
  std::size_t next = 0;
  return shape->transformed([&](Int i) {
    if (i.is_static) return i;
    if (next == c.count())
      throw Problem{"argument", message("There are not enough values for {}.", to_string(*shape, Marks::underscores)), {}};
    return Int{c.integer(next++).value, i.is_static};
  });
}

Value run_tile(const Call& c) {
  std::vector<Tiler> modes;
  for (const auto& v : given(c)) modes.push_back(tiler_of(v, c.name));
  return Tiler{std::move(modes)};
}

/// Evaluates Int<4>, C<4>, and a debugger's constant<int,4>.
Value run_static(const Call& c) {
  if (c.indices.empty()) throw Problem{"template argument", "Int needs its number: Int<4>{}.", {}};
  return IntTuple(Int{c.index(c.indices.size() - 1), true});
}

/// Runs A.with_shape(4, 8): A o the LayoutLeft layout of that shape.
Value run_with_shape(const Call& c) {
  // C++ also accepts a layout: it becomes a mode of make_layout.
  if (const auto* l = c.as_in_cpp && c.count() == 2 ? std::get_if<Layout>(&c.argument(1)) : nullptr)
    return through(c, composed_too, [&](const Layout& of) { return composition(of, make_layout(std::vector{*l})); });
  IntTuple shape = c.only_shape(1);
  // C++ finds make_layout by the namespace of its argument's type, and int has none.
  if (c.as_in_cpp && c.count() == 2 && shape.is_integer() && !shape.integer().is_static)
    throw ArgumentProblem{{"argument",
                           "CuTe has no with_shape for one dynamic integer; use a static one or a tuple.",
                           {fmt::format("({})", shape.integer().value), fmt::format("_{}", shape.integer().value)}},
                          1};
  if (c.count() > 2) {
    shape = IntTuple();
    for (std::size_t i = 1; i < c.count(); ++i) shape.append(c.only_shape(i));
  }
  return through(c, composed_too, [&](const Layout& l) { return composition(l, make_layout(shape)); });
}

Value run_ordered(const Call& c) {
  if (const auto* major = std::get_if<Major>(&c.argument(1))) return make_layout(c.only_shape(0), *major);
  return make_ordered_layout(c.only_shape(0), c.numbers(1));
}
Layout like(const Layout& l) {
  if (has_basis(l))
    throw Problem{"basis", message("CuTe makes no layout like {}: its indices are coordinates.", to_string(l, Marks::plain)), {}};
  return make_layout_like(l);
}
Value run_like(const Call& c) { return like(c.layout_or_tensor(0)); }
void require_type_in_angles(const Call& c) {
  if (!c.indices.empty() && !type_in_angles(c))
    throw Problem{"template argument", message("{} takes one type in <>, such as half_t.", c.name), {}};
}
/// Returns a tensor that owns its elements, of the type in <> or else that of the first argument.
Value owned_like(const Call& c, Layout layout) {
  auto type = type_in_angles(c);
  return owning_tensor(std::move(layout), type ? std::move(type) : element_type(c.argument(0)));
}
/// Runs make_fragment_like. CuTe accepts a composed layout only if it consists of swizzles before a layout, and drops the swizzles.
Value run_fragment(const Call& c) {
  require_type_in_angles(c);
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(0)))
    for (const auto* outer = &l->outer; outer != nullptr; outer = outer->inside.empty() ? nullptr : &outer->inside[0])
      if (outer->swizzle() == nullptr)
        throw ArgumentProblem{
            {"argument",
             message("make_fragment_like takes layouts and layouts behind a swizzle, not {}.", to_string(c.argument(0), Marks::plain)),
             {}},
            0};
  // A type makes a tensor of any argument: make_fragment_like<float>(A).
  if (c.is_tuple(0) && !type_in_angles(c)) return c.layout(0);
  auto fragment = c.is_tuple(0) ? c.layout(0) : make_fragment_like(c.inner(0));
  if (std::holds_alternative<Tensor>(c.argument(0)) || type_in_angles(c)) return owned_like(c, std::move(fragment));
  return fragment;
}
Value run_tensor_like(const Call& c) {
  require_type_in_angles(c);
  const auto* tensor = std::get_if<Tensor>(&c.argument(0));
  if (tensor == nullptr && (!type_in_angles(c) || !std::holds_alternative<Layout>(c.argument(0))))
    throw ArgumentProblem{{"argument", "make_tensor_like takes a tensor, or with a type in <> a layout: make_tensor_like<float>(A).", {}},
                          0};
  if (tensor != nullptr && !tensor->has_plain_layout())
    throw ArgumentProblem{{"argument", "CuTe makes no tensor like one with a composed layout.", {}}, 0};
  return owned_like(c, like(tensor != nullptr ? tensor->layout : std::get<Layout>(c.argument(0))));
}
Value run_identity(const Call& c) { return make_identity_layout(c.only_shape(0)); }
Value run_basis_like(const Call& c) {
  // CuTe uses the modes of a tuple; a layout or a tensor is a leaf.
  if (const auto profile = profile_of(c.argument(0))) return make_basis_like(c.as_in_cpp ? with_zeros(*profile) : *profile);
  return IntTuple(Int{1, true});
}

/// Evaluates E<0,1>{}: the basis element 1@1@0.
Value run_basis(const Call& c) {
  Int e{1, true};
  for (const auto mode : c.path()) e.basis = basis_within(e.basis, mode);
  return IntTuple(e);
}

/// Run compact_major<LayoutRight>(shape), compact_major<LayoutRight>(shape, from).
IntTuple compact(const Call& c, Major major) { return compact_major(c.only_sizes(0), major, c.count() > 1 ? c.tuple(1) : IntTuple(1)); }
Value run_compact(const Call& c) {
  const auto* major = c.indices.size() == 1 ? std::get_if<Major>(&c.indices[0]) : nullptr;
  if (major == nullptr) throw Problem{"template argument", "compact_major takes the order in <>: compact_major<LayoutLeft>(shape).", {}};
  return compact(c, *major);
}
Value run_compact_left(const Call& c) { return compact(c, Major::left); }
Value run_compact_right(const Call& c) { return compact(c, Major::right); }
Value run_compact_order(const Call& c) {
  if (const auto* major = std::get_if<Major>(&c.argument(1))) return compact_major(c.only_sizes(0), *major);
  return make_ordered_layout(c.only_sizes(0), c.numbers(1)).stride();
}

}  // namespace

std::vector<Function> making_functions() {
  constexpr int many = 64;
  return {
      {.name = "make_layout",
       .aliases = {{"Layout"}},
       .signature = "make_layout(shape, stride) · make_layout(A, B)",
       .group = Group::layout,
       .meaning = "from a shape and strides, or from modes",
       .formula = "R(c0, c1, ...) = c0 * d0 + c1 * d1 + ...",
       .parameters = "shape stride",
       .arguments = {0, many},
       .indices = any_number,
       .numbers_in_angles = std::nullopt,
       .run = run_make_layout,
       .makes_layout = true,
       .links = links::made_layout,
       .code = {.cpp = code::cpp::make_layout, .dsl = code::dsl::make_layout, .pycute = code::pycute::make_layout},
       .everyday = true,
       .example = {"make_layout((4,2))", "(4,2):(1,4)"}},
      {.name = "make_ordered_layout",
       .signature = "make_ordered_layout(shape, order)",
       .group = Group::layout,
       .meaning = "compact strides in that order of the modes",
       .parameters = "shape order",
       .arguments = {2, 2},
       .run = run_ordered,
       .blamed = 1,
       .makes_layout = true,
       .links = links::same_place,
       .code = {.cpp = code::cpp::shapes, .dsl = code::dsl::make_ordered_layout},
       .example = {"make_ordered_layout((4,2,3), (1,0,2))", "(4,2,3):(2,1,8)"}},
      {.name = "make_layout_like",
       .signature = "make_layout_like(A)",
       .group = Group::layout,
       .meaning = "compact strides in A's order",
       .parameters = "input",
       .arguments = {1, 1},
       .run = run_like,
       .makes_layout = true,
       .links = links::same_as_first,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::layout_first},
       .example = {"make_layout_like((4,2):(16,4))", "(4,2):(2,1)"}},
      {.name = "with_shape",
       .signature = "A.with_shape(shape)",
       .group = Group::layout,
       .meaning = "A o the LayoutLeft layout of the shape",
       .formula = "R(i) = A(i)",
       .parameters = "layout shape",
       .arguments = {2, many},
       .run = run_with_shape,
       .blamed = 1,
       .makes_layout = true,
       .links = links::reshaped,
       .code = {.cpp = code::cpp::method, .dsl = code::dsl::with_shape},
       .example = {"(8:2).with_shape((4,2))", "(4,2):(2,8)"}},
      {.name = "make_fragment_like",
       .signature = "make_fragment_like(A) · make_fragment_like<f32>(T)",
       .group = Group::layout,
       .meaning = "compact strides in A's order, mode 0 first",
       .parameters = "input",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_fragment,
       .makes_layout = true,
       .links = links::same_as_first,
       .own_memory = true,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"make_fragment_like((4,2):(1,16))", "(4,(2)):(1,(4))"}},
      {.name = "make_tensor_like",
       .signature = "make_tensor_like(T) · make_tensor_like<f32>(T)",
       .group = Group::layout,
       .meaning = "a tensor of its own with compact strides in the other's order",
       .parameters = "input",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_tensor_like,
       .makes_layout = true,
       .links = links::same_as_first,
       .own_memory = true,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"make_tensor_like(ptr o (4,2):(1,16))", "ptr+0 o (4,2):(1,4)"}},
      {.name = "make_identity_layout",
       .signature = "make_identity_layout(shape)",
       .group = Group::layout,
       .meaning = "each coordinate is its own index: strides 1@0, 1@1, ...",
       .formula = "R(c) = c",
       .parameters = "shape",
       .arguments = {1, 1},
       .run = run_identity,
       .links = links::same_place,
       .code = {.cpp = code::cpp::shapes, .dsl = code::dsl::identity},
       .example = {"make_identity_layout((4,8))", "(4,8):(1@0,1@1)"}},
      {.name = "make_basis_like",
       .signature = "make_basis_like(shape)",
       .group = Group::layout,
       .meaning = "the strides 1@0, 1@1, ... of a shape",
       .parameters = "shape",
       .arguments = {1, 1},
       .run = run_basis_like,
       .code = {.cpp = code::cpp::shapes},
       .example = {"make_basis_like((4,(2,3)))", "(1@0,(1@0@1,1@1@1))"}},
      {.name = "basis_element",
       .aliases = {{.name = "E", .is_type = true, .called = true}},
       .signature = "E<i,j>{} · 1@j@i",
       .group = Group::layout,
       .meaning = "a basis element: one step along mode j of mode i",
       .arguments = {0, 0},
       .indices = any_number,
       .run = run_basis,
       .code = {.cpp = code::cpp::value, .dsl = code::dsl::value},
       .example = {"basis_element<1,0>()", "1@0@1"}},
      {.name = "compact_major",
       .signature = "compact_major<LayoutLeft>(shape)",
       .group = Group::layout,
       .meaning = "the strides of a compact layout",
       .parameters = "shape current",
       .arguments = {1, 2},
       .indices = any_number,
       .run = run_compact,
       .code = {.cpp = code::cpp::compact_major},
       .example = {"compact_major<LayoutLeft>((4,2,3))", "(1,4,8)"}},
      {.name = "compact_col_major",
       .signature = "compact_col_major(shape)",
       .group = Group::layout,
       .meaning = "the strides of LayoutLeft",
       .formula = "d0 = 1, d1 = s0, d2 = s0 * s1, ...",
       .parameters = "shape current",
       .arguments = {1, 2},
       .run = run_compact_left,
       .code = {.cpp = code::cpp::shapes},
       .example = {"compact_col_major((4,2,3))", "(1,4,8)"}},
      {.name = "compact_row_major",
       .signature = "compact_row_major(shape)",
       .group = Group::layout,
       .meaning = "the strides of LayoutRight",
       .formula = "..., d1 = s2 * s3 * ..., d0 = s1 * s2 * ...",
       .parameters = "shape current",
       .arguments = {1, 2},
       .run = run_compact_right,
       .code = {.cpp = code::cpp::shapes},
       .example = {"compact_row_major((4,2,3))", "(6,3,1)"}},
      {.name = "compact_order",
       .signature = "compact_order(shape, order)",
       .group = Group::layout,
       .meaning = "compact strides in that order of the modes",
       .parameters = "shape order",
       .arguments = {2, 2},
       .run = run_compact_order,
       .blamed = 1,
       .code = {.cpp = code::cpp::shapes},
       .example = {"compact_order((4,2,3), (1,0,2))", "(2,1,8)"}},
      {.name = "make_tensor",
       .aliases = {{"Tensor"}},
       .signature = "make_tensor(ptr, A) · ptr o A",
       .group = Group::layout,
       .meaning = "a layout at a pointer",
       .formula = "R(c) = ptr[A(c)]",
       .parameters = "pointer layout",
       .arguments = {1, 3},
       .indices = any_number,
       .notation = Notation::tensor,
       .run = run_make_tensor,
       .makes_layout = true,
       .links = links::same_as_last,
       .code = {.cpp = code::cpp::make_tensor, .dsl = code::dsl::make_tensor},
       .example = {"make_tensor(ptr, (4,2):(2,1))", "ptr+0 o (4,2):(2,1)"}},
      {.name = "tensor",
       .signature = "tensor<i>(T)",
       .group = Group::layout,
       .meaning = "mode i of a tensor, with the tensor's pointer",
       .parameters = "tensor",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_tensor_mode,
       .makes_layout = true,
       .example = {"tensor<0>(ptr+4 o ((4,2),8):((1,4),8))", "ptr+4 o (4,2):(1,4)"}},
      {.name = "make_shape",
       .aliases = {{.name = "Shape", .is_type = true, .numbers = NumberRole::shape},
                   {.name = "Stride", .is_type = true, .numbers = NumberRole::stride},
                   {.name = "Coord", .is_type = true, .numbers = NumberRole::coordinate},
                   {.name = "Step", .is_type = true, .numbers = NumberRole::order},
                   {.name = "tuple", .is_type = true},
                   {.name = "make_stride", .numbers = NumberRole::stride},
                   {.name = "make_coord", .numbers = NumberRole::coordinate},
                   {.name = "make_step", .numbers = NumberRole::order},
                   {"make_tuple"}},
       .signature = "make_shape(a, b)",
       .group = Group::layout,
       .meaning = "a tuple",
       .arguments = {0, many},
       .indices = any_number,
       .numbers = NumberRole::shape,
       .run = run_tuple,
       .code = {.cpp = code::cpp::make_shape, .dsl = code::dsl::make_shape, .pycute = code::pycute::make_shape},
       .example = {"make_shape(4, make_shape(2, 2))", "(4,(2,2))"}},
      {.name = "make_int_tuple_from",
       .signature = "make_int_tuple_from<Shape<_1,int>>(6)",
       .group = Group::layout,
       .meaning = "the tuple in <>, its dynamic integers filled in from the left",
       .arguments = {0, many},
       .indices = 1,
       .run = run_tuple_from,
       .code = {.cpp = code::cpp::value},
       .example = {"make_int_tuple_from<Shape<_1,Shape<int,_3>>>(6)", "(_1,(6,_3))"}},
      {.name = "make_tile",
       .aliases = {{.name = "Tile", .is_type = true, .numbers = NumberRole::tile}},
       .signature = "make_tile(a, b) · <a, b>",
       .group = Group::layout,
       .meaning = "a tiler, by mode",
       .arguments = {0, many},
       .indices = any_number,
       .numbers = NumberRole::tile,
       .run = run_tile,
       .code = {.cpp = code::cpp::make_tile, .dsl = code::dsl::make_tile, .pycute = code::pycute::make_tile},
       .example = {"make_tile(4:1, 2:1)", "<4:1,2:1>"}},
      {.name = "Int",
       .aliases = {{.name = "C", .is_type = true}, {.name = "constant", .is_type = true}, {.name = "integral_constant", .is_type = true}},
       .signature = "Int<n>{} · _4",
       .group = Group::layout,
       .meaning = "a static integer",
       .arguments = {0, 0},
       .indices = any_number,
       .numbers_in_angles = std::nullopt,
       .notation = Notation::static_integer,
       .run = run_static,
       .code = {.cpp = code::cpp::value, .dsl = code::dsl::value, .pycute = code::pycute::value},
       .example = {"Int<4>{}", "_4"}},
  };
}

}  // namespace algebra::expression
