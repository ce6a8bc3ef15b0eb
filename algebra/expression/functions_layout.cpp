// Functions that make layouts and look at them.

#include <cstdlib>

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"
#include "algebra/tiled.hpp"

namespace algebra::expression {
namespace {

/// Layout<Shape<...>,Stride<...>>{} has in <> what a function has in ().
const std::vector<Value>& given(const Call& c) { return c.arguments.empty() ? c.indices : c.arguments; }

Value run_make_layout(const Call& c) {
  const auto& from = given(c);
  if (from.empty()) throw Problem{"argument", "make_layout needs a shape or layouts.", {}};
  // CuTe's make_layout of a swizzle has as many elements as the swizzle has bits.
  if (const auto* swizzle = std::get_if<Swizzle>(&from[0]); swizzle != nullptr && from.size() == 1) {
    const Layout bits(Int{swizzle->base + swizzle->bits + std::abs(swizzle->shift), true}, Int{1, true});
    return as_value(composition(*swizzle, Offset{}, bits));
  }
  const auto* shape = std::get_if<IntTuple>(&from[0]);
  if (shape != nullptr && from.size() == 1) return layout_of(from[0], c.name);
  if (shape != nullptr && from.size() == 2) {
    if (const auto* major = std::get_if<Major>(&from[1])) return make_layout(layout_of(from[0], c.name).shape(), *major);
    if (const auto* stride = std::get_if<IntTuple>(&from[1])) return layout_of(*shape, *stride);
  }
  std::vector<Layout> modes;
  for (const auto& v : from) modes.push_back(layout_of(v, c.name));
  return make_layout(modes);
}

/// make_tensor(pointer, A), make_tensor(pointer, shape, stride); without a pointer, make_tensor<float>(A).
Value run_make_tensor(const Call& c) {
  const auto* pointer = std::get_if<Tensor>(&c.argument(0));
  const std::size_t first = pointer != nullptr ? 1 : 0;
  const auto offset = pointer != nullptr ? pointer->offset : 0;
  if (c.is_composed(first)) {
    const auto& l = std::get<ComposedLayout>(c.argument(first));
    return Tensor{.offset = offset, .layout = l.layout, .outer = l.outer};
  }
  if (c.count() == first + 1) return Tensor{.offset = offset, .layout = c.layout(first)};
  const Call made{.name = c.name,
                  .indices = {},
                  .arguments = {c.arguments.begin() + static_cast<std::ptrdiff_t>(first), c.arguments.end()},
                  .names = {},
                  .spans = {}};
  return Tensor{.offset = offset, .layout = std::get<Layout>(run_make_layout(made))};
}

Value run_tuple(const Call& c) {
  IntTuple t;
  for (const auto& v : given(c)) {
    const auto* mode = std::get_if<IntTuple>(&v);
    if (mode == nullptr)
      throw Problem{"argument", fmt::format("{} takes integers and tuples of them, not {}.", c.name, to_string(v, Marks::plain)), {}};
    t.append(*mode);
  }
  return t;
}

Value run_tile(const Call& c) {
  std::vector<Tiler> modes;
  for (const auto& v : given(c)) modes.push_back(tiler_of(v, c.name));
  return Tiler{std::move(modes)};
}

/// Int<4>, C<4>, and a debugger's constant<int,4>.
Value run_static(const Call& c) {
  if (c.indices.empty()) throw Problem{"template argument", "Int needs its number: Int<4>{}.", {}};
  return IntTuple(Int{c.index(c.indices.size() - 1), true});
}

/// A.with_shape(4, 8): A o the LayoutLeft layout of that shape.
Value run_with_shape(const Call& c) {
  IntTuple shape = c.shape(1);
  if (c.count() > 2) {
    shape = IntTuple();
    for (std::size_t i = 1; i < c.count(); ++i) shape.append(c.shape(i));
  }
  return through(c, composed_too, [&](const Layout& l) { return composition(l, make_layout(shape)); });
}

Value run_ordered(const Call& c) {
  if (const auto* major = std::get_if<Major>(&c.argument(1))) return make_layout(c.shape(0), *major);
  return make_ordered_layout(c.shape(0), c.integers(1));
}
Value run_like(const Call& c) { return make_layout_like(c.layout(0)); }
Value run_fragment(const Call& c) { return make_fragment_like(c.inner(0)); }
Value run_identity(const Call& c) { return make_identity_layout(c.shape(0)); }
Value run_basis_like(const Call& c) { return make_basis_like(c.shape(0)); }

/// E<0,1>{}: the basis element 1@1@0.
Value run_basis(const Call& c) {
  Int e{1, true};
  for (const auto mode : c.path()) e.basis = basis_within(e.basis, mode);
  return IntTuple(e);
}

/// compact_major<LayoutRight>(shape), compact_major<LayoutRight>(shape, from).
IntTuple compact(const Call& c, Major major) { return compact_major(c.shape(0), major, c.count() > 1 ? c.tuple(1) : IntTuple(1)); }
Value run_compact(const Call& c) {
  const auto* major = c.indices.size() == 1 ? std::get_if<Major>(&c.indices[0]) : nullptr;
  if (major == nullptr) throw Problem{"template argument", "compact_major takes the order in <>: compact_major<LayoutLeft>(shape).", {}};
  return compact(c, *major);
}
Value run_compact_left(const Call& c) { return compact(c, Major::left); }
Value run_compact_right(const Call& c) { return compact(c, Major::right); }
Value run_compact_order(const Call& c) {
  if (const auto* major = std::get_if<Major>(&c.argument(1))) return compact_major(c.shape(0), *major);
  return make_ordered_layout(c.shape(0), c.integers(1)).stride();
}

Value run_size(const Call& c) {
  if (const auto* t = std::get_if<TiledCopy>(&c.argument(0))) return IntTuple(size_of(mode(t->layout_tv, 0)));
  if (const auto* t = std::get_if<TiledMma>(&c.argument(0))) return IntTuple(size_of(get(thr_layout_vmnk(*t), c.path())));
  return IntTuple(product(get(c.shape(0), c.path())));
}
Value run_cosize(const Call& c) { return IntTuple(cosize_of(get(c.inner(0), c.path()))); }
Value run_coshape(const Call& c) { return coshape(get(c.layout(0), c.path())); }
Value run_coprofile(const Call& c) { return coprofile(get(c.layout(0), c.path())); }
Value run_rank(const Call& c) { return IntTuple(get(c.profile(0), c.path()).rank()); }
Value run_depth(const Call& c) { return IntTuple(get(c.profile(0), c.path()).depth()); }
Value run_shape(const Call& c) { return get(c.profile(0), c.path()); }
Value run_stride(const Call& c) { return get(c.layout(0).stride(), c.path()); }

/// The same in elements of another width: of a layout, a swizzle, or the two composed.
template <class F>
Value recast(const Call& c, std::size_t i, F&& f) {
  if (const auto* s = std::get_if<Swizzle>(&c.argument(i))) return f(*s);
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(i))) return f(*l);
  if (const auto* t = std::get_if<IntTuple>(&c.argument(i)); t != nullptr && t->is_integer()) return f(make_layout(*t));
  return f(c.layout(i));
}
Value run_upcast(const Call& c) {
  return recast(c, 0, [n = c.index(0)](const auto& x) -> Value { return upcast(x, n); });
}
Value run_downcast(const Call& c) {
  return recast(c, 0, [n = c.index(0)](const auto& x) -> Value { return downcast(x, n); });
}
Value recast_bits(const Call& c, std::size_t i, int from, int to) {
  return recast(c, i, [from, to](const auto& x) -> Value { return recast_layout(x, from, to); });
}

/// recast_layout<f16,f32>(A), and the DSL's recast_layout(32, 16, A) with the new width first.
Value run_recast(const Call& c) {
  if (c.count() == 3) {
    const auto to = c.integer(0).value, from = c.integer(1).value;
    if (from < 1 || to < 1 || from > 1024 || to > 1024) throw Problem{"argument", "recast_layout takes widths of 1 to 1024 bits.", {}};
    return recast_bits(c, 2, static_cast<int>(from), static_cast<int>(to));
  }
  const auto* from = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[0]) : nullptr;
  const auto* to = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[1]) : nullptr;
  if (from == nullptr || to == nullptr || c.count() != 1)
    throw Problem{"template argument", "recast_layout takes the old and the new element type: recast_layout<f16,f32>(A).", {}};
  return recast_bits(c, 0, from->bits, to->bits);
}

}  // namespace

std::vector<Function> layout_functions() {
  constexpr std::string_view g = "Layout";
  constexpr int any = Function::any, many = 64;
  return {
      {{"make_layout", "make_layout(shape, stride) · make_layout(A, B)", "from a shape and strides, or from modes", g},
       "shape stride",
       0,
       many,
       any,
       run_make_layout},
      {{"make_ordered_layout", "make_ordered_layout(shape, order)", "compact strides in that order of the modes", g},
       "shape order",
       2,
       2,
       0,
       run_ordered,
       nullptr,
       1},
      {{"make_layout_like", "make_layout_like(A)", "compact strides in A's order", g}, "input", 1, 1, 0, run_like},
      {{"with_shape", "A.with_shape(shape)", "A o the LayoutLeft layout of the shape", g},
       "layout shape",
       2,
       many,
       0,
       run_with_shape,
       nullptr,
       1},
      {{"make_fragment_like", "make_fragment_like(A)", "compact strides in A's order, mode 0 first", g}, "input", 1, 1, 0, run_fragment},
      {{"make_identity_layout", "make_identity_layout(shape)", "each coordinate is its own index: strides 1@0, 1@1, ...", g},
       "shape",
       1,
       1,
       0,
       run_identity},
      {{"make_basis_like", "make_basis_like(shape)", "the strides 1@0, 1@1, ... of a shape", g}, "shape", 1, 1, 0, run_basis_like},
      {{"basis_element", "E<i,j>{} · 1@j@i", "a basis element: one step along mode j of mode i", g}, "", 0, 0, any, run_basis},
      {{"compact_major", "compact_major<LayoutLeft>(shape)", "the strides of a compact layout", g},
       "shape current",
       1,
       2,
       any,
       run_compact},
      {{"compact_col_major", "compact_col_major(shape)", "the strides of LayoutLeft", g}, "shape current", 1, 2, 0, run_compact_left},
      {{"compact_row_major", "compact_row_major(shape)", "the strides of LayoutRight", g}, "shape current", 1, 2, 0, run_compact_right},
      {{"compact_order", "compact_order(shape, order)", "compact strides in that order of the modes", g},
       "shape order",
       2,
       2,
       0,
       run_compact_order,
       nullptr,
       1},
      {{"make_tensor", "make_tensor(ptr, A) · ptr o A", "a layout at a pointer", g}, "pointer layout", 1, 3, any, run_make_tensor},
      {{"make_shape", "make_shape(a, b)", "a tuple", g}, "", 0, many, any, run_tuple},
      {{"make_tile", "make_tile(a, b) · <a, b>", "a tiler, by mode", g}, "", 0, many, any, run_tile},
      {{"Int", "Int<n>{} · _4", "a static integer", g}, "", 0, 0, any, run_static},
      {{"size", "size<i>(A)", "number of elements; of a tiled copy or MMA, of threads", g}, "a mode", 1, 1, any, run_size},
      {{"cosize", "cosize<i>(A)", "1 + the largest index", g}, "a mode", 1, 1, any, run_cosize},
      {{"coshape", "coshape<i>(A)", "the shape of the indices: for integer strides, the cosize", g}, "a mode", 1, 1, any, run_coshape},
      {{"coprofile", "coprofile<i>(A)", "zeros in the profile of the indices", g}, "a mode", 1, 1, any, run_coprofile},
      {{"rank", "rank<i>(A)", "number of modes", g}, "a mode", 1, 1, any, run_rank},
      {{"depth", "depth<i>(A)", "levels of nesting", g}, "a mode", 1, 1, any, run_depth},
      {{"shape", "shape<i>(A)", "the shape", g}, "a mode", 1, 1, any, run_shape},
      {{"stride", "stride<i>(A)", "the strides", g}, "a mode", 1, 1, any, run_stride},
      {{"upcast", "upcast<n>(A)", "in elements n times as wide", g}, "input n", 1, 1, 1, run_upcast},
      {{"downcast", "downcast<n>(A)", "in elements of a n-th of the width", g}, "input n", 1, 1, 1, run_downcast},
      {{"recast_layout", "recast_layout<f16,f32>(A)", "in elements of another type", g},
       "new_type_bits old_type_bits src_layout",
       1,
       3,
       any,
       run_recast},
  };
}

}  // namespace algebra::expression
