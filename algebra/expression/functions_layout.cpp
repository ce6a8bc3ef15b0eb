// Functions that look at layouts, and at them in elements of another width.

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_answers.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/tiled.hpp"

namespace algebra::expression {
namespace {

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
  return {
      {.name = "size",
       .aliases = {{"product"}},
       .signature = "size<i>(A)",
       .group = Group::layout,
       .meaning = "number of elements; of a tiled copy or MMA, of threads",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_size,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::of_mode, .pycute = code::pycute::size},
       .example = {"size((4,(2,3)):(6,(1,2)))", "24"}},
      {.name = "cosize",
       .signature = "cosize<i>(A)",
       .group = Group::layout,
       .meaning = "1 + the largest index",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_cosize,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::cosize,
                .pycute = code::pycute::cosize,
                .pycute_answer = code::pycute::answers::cosize},
       .example = {"cosize(8:2)", "15"}},
      {.name = "coshape",
       .signature = "coshape<i>(A)",
       .group = Group::layout,
       .meaning = "the shape of the indices: for integer strides, the cosize",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_coshape,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"coshape((4,8):(8,1))", "32"}},
      {.name = "coprofile",
       .signature = "coprofile<i>(A)",
       .group = Group::layout,
       .meaning = "zeros in the profile of the indices",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_coprofile,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"coprofile((4,8):(1@0,1@1))", "(0,0)"}},
      {.name = "rank",
       .signature = "rank<i>(A)",
       .group = Group::layout,
       .meaning = "number of modes",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_rank,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::of_mode, .pycute = code::pycute::rank},
       .example = {"rank((4,(2,3)):(6,(1,2)))", "2"}},
      {.name = "depth",
       .signature = "depth<i>(A)",
       .group = Group::layout,
       .meaning = "levels of nesting",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_depth,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::depth},
       .example = {"depth((4,(2,3)):(6,(1,2)))", "2"}},
      {.name = "shape",
       .signature = "shape<i>(A)",
       .group = Group::layout,
       .meaning = "the shape",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_shape,
       .links = links::same_place,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::shape, .pycute = code::pycute::shape},
       .example = {"shape((4,2):(2,1))", "(4,2)"}},
      {.name = "stride",
       .signature = "stride<i>(A)",
       .group = Group::layout,
       .meaning = "the strides",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_stride,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::stride, .pycute = code::pycute::stride},
       .example = {"stride((4,2):(2,1))", "(2,1)"}},
      {.name = "upcast",
       .signature = "upcast<n>(A)",
       .group = Group::layout,
       .meaning = "in elements n times as wide",
       .parameters = "input n",
       .arguments = {1, 1},
       .indices = 1,
       .run = run_upcast,
       .makes_layout = true,
       .links = links::recast,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::upcast},
       .example = {"upcast<4>((8,4):(1,8))", "(2,4):(1,2)"}},
      {.name = "downcast",
       .signature = "downcast<n>(A)",
       .group = Group::layout,
       .meaning = "in elements of a n-th of the width",
       .parameters = "input n",
       .arguments = {1, 1},
       .indices = 1,
       .run = run_downcast,
       .links = links::recast,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::downcast},
       .example = {"downcast<4>((2,4):(1,2))", "(8,4):(1,8)"}},
      {.name = "recast_layout",
       .signature = "recast_layout<f16,f32>(A)",
       .group = Group::layout,
       .meaning = "in elements of another type",
       .parameters = "new_type_bits old_type_bits src_layout",
       .arguments = {1, 3},
       .indices = any_number,
       .run = run_recast,
       .makes_layout = true,
       .links = links::recast,
       .code = {.cpp = code::cpp::recast_layout, .dsl = code::dsl::recast_layout},
       .example = {"recast_layout<f16,f32>((8,4):(1,8))", "(4,4):(1,4)"}},
  };
}

}  // namespace algebra::expression
