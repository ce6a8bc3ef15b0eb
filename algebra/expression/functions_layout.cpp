// Functions that make layouts and look at them.

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

constexpr std::string_view group_name = "Layout";

/// Layout<Shape<...>,Stride<...>>{} has in <> what a function has in ().
const std::vector<Value>& given(const Call& c) { return c.arguments.empty() ? c.indices : c.arguments; }

Value run_make_layout(const Call& c) {
  const auto& from = given(c);
  if (from.empty()) throw Problem{"argument", "make_layout needs a shape or layouts.", {}};
  const auto* shape = std::get_if<IntTuple>(&from[0]);
  if (shape != nullptr && from.size() == 1) return layout_of(from[0], c.name);
  if (shape != nullptr && from.size() == 2) {
    if (const auto* major = std::get_if<Major>(&from[1]))
      return make_layout(layout_of(from[0], c.name).shape(), *major);
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
  if (c.count() == first + 1) return Tensor{offset, c.layout(first)};
  const Call made{c.name, {}, {c.arguments.begin() + static_cast<std::ptrdiff_t>(first), c.arguments.end()}, {}, {}};
  return Tensor{offset, std::get<Layout>(run_make_layout(made))};
}

Value run_tuple(const Call& c) {
  IntTuple t;
  for (const auto& v : given(c)) {
    const auto* mode = std::get_if<IntTuple>(&v);
    if (mode == nullptr)
      throw Problem{"argument",
                    fmt::format("{} takes integers and tuples of them, not {}.", c.name, to_string(v, Marks::plain)),
                    {}};
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

Value run_swizzle(const Call& c) {
  const auto b = c.index(0), m = c.index(1), s = c.index(2);
  const auto small = [](std::int64_t i) {
    return i >= -62 && i <= 62;
  };
  if (!small(b) || !small(m) || !small(s) || b < 0 || m < 0 || std::abs(s) < b || b + m + std::abs(s) > 62)
    throw Problem{
        "swizzle", fmt::format("Swizzle<{},{},{}> needs B >= 0, M >= 0, |S| >= B and B + M + |S| <= 62.", b, m, s), {}};
  return Swizzle{static_cast<int>(b), static_cast<int>(m), static_cast<int>(s)};
}

Value run_ordered(const Call& c) { return make_ordered_layout(c.shape(0), c.tuple(1)); }
Value run_like(const Call& c) { return make_layout_like(c.layout(0)); }

Value run_size(const Call& c) { return IntTuple(product(get(c.shape(0), c.path()))); }
Value run_cosize(const Call& c) { return IntTuple(cosize_of(get(c.layout(0), c.path()))); }
Value run_rank(const Call& c) { return IntTuple(get(c.shape(0), c.path()).rank()); }
Value run_depth(const Call& c) { return IntTuple(get(c.shape(0), c.path()).depth()); }
Value run_shape(const Call& c) { return get(c.shape(0), c.path()); }
Value run_stride(const Call& c) { return get(c.layout(0).stride(), c.path()); }

Value run_upcast(const Call& c) { return upcast(c.layout(0), c.index(0)); }
Value run_downcast(const Call& c) { return downcast(c.layout(0), c.index(0)); }

/// recast_layout<f16,f32>(A), and the DSL's recast_layout(32, 16, A) with the new width first.
Value run_recast(const Call& c) {
  if (c.count() == 3) {
    const auto to = c.integer(0).value, from = c.integer(1).value;
    if (from < 1 || to < 1 || from > 1024 || to > 1024)
      throw Problem{"argument", "recast_layout takes widths of 1 to 1024 bits.", {}};
    return recast_layout(c.layout(2), static_cast<int>(from), static_cast<int>(to));
  }
  const auto* from = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[0]) : nullptr;
  const auto* to = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[1]) : nullptr;
  if (from == nullptr || to == nullptr || c.count() != 1)
    throw Problem{
        "template argument", "recast_layout takes the old and the new element type: recast_layout<f16,f32>(A).", {}};
  return recast_layout(c.layout(0), from->bits, to->bits);
}

}  // namespace

std::vector<Function> layout_functions() {
  const auto g = group_name;
  constexpr int any = Function::any, many = 64;
  return {
      {{"make_layout", "make_layout(shape, stride) · make_layout(A, B)", "from a shape and strides, or from modes", g},
       "shape stride", 0, many, any, run_make_layout},
      {{"make_ordered_layout", "make_ordered_layout(shape, order)", "compact strides in that order of the modes", g},
       "shape order", 2, 2, 0, run_ordered, nullptr, 1},
      {{"make_layout_like", "make_layout_like(A)", "compact strides in A's order", g},
       "input", 1, 1, 0, run_like},
      {{"make_tensor", "make_tensor(ptr, A) · ptr o A", "a layout at a pointer", g},
       "pointer layout", 1, 3, any, run_make_tensor},
      {{"make_shape", "make_shape(a, b)", "a tuple", g},
       "", 0, many, any, run_tuple},
      {{"make_tile", "make_tile(a, b) · <a, b>", "a tiler, by mode", g},
       "", 0, many, any, run_tile},
      {{"Int", "Int<n>{} · _4", "a static integer", g},
       "", 0, 0, any, run_static},
      {{"Swizzle", "Swizzle<B,M,S>", "xor B bits, M above the least, from S further up", g},
       "b m s", 0, 0, 3, run_swizzle},
      {{"size", "size<i>(A)", "number of elements", g},
       "a mode", 1, 1, any, run_size},
      {{"cosize", "cosize<i>(A)", "1 + the largest index", g},
       "a mode", 1, 1, any, run_cosize},
      {{"coshape", "coshape<i>(A)", "the shape of the indices: for integer strides, the cosize", g},
       "a mode", 1, 1, any, run_cosize},
      {{"rank", "rank<i>(A)", "number of modes", g},
       "a mode", 1, 1, any, run_rank},
      {{"depth", "depth<i>(A)", "levels of nesting", g},
       "a mode", 1, 1, any, run_depth},
      {{"shape", "shape<i>(A)", "the shape", g},
       "a mode", 1, 1, any, run_shape},
      {{"stride", "stride<i>(A)", "the strides", g},
       "a mode", 1, 1, any, run_stride},
      {{"upcast", "upcast<n>(A)", "in elements n times as wide", g},
       "input n", 1, 1, 1, run_upcast},
      {{"downcast", "downcast<n>(A)", "in elements of a n-th of the width", g},
       "input n", 1, 1, 1, run_downcast},
      {{"recast_layout", "recast_layout<f16,f32>(A)", "in elements of another type", g},
       "new_type_bits old_type_bits src_layout", 1, 3, any, run_recast},
  };
}

}  // namespace algebra::expression
