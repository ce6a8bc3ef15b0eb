// Functions that inspect layouts, or view them in elements of another width.

#include "algebra/functions/records.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_answers.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

Value run_size(const Call& c) {
  if (const auto* t = std::get_if<TiledCopy>(&c.argument(0))) return IntTuple(size_of(mode(t->layout_tv, 0)));
  if (const auto* t = std::get_if<TiledMma>(&c.argument(0))) return IntTuple(size_of(get(thr_layout_vmnk(*t), c.path())));
  // C++ has `product` only for tuples; `size` accepts both.
  if (c.written == "product" && !c.is_tuple(0)) c.only_shape(0);
  if (c.as_in_cpp && c.is_tuple(0)) return product_of_mode(get(c.tuple(0), c.path()));
  return IntTuple(product(get(c.shape(0), c.path())));
}
Value run_coshape(const Call& c) {
  const auto* zip = zip_of(c, {Zip::Of::layout});
  if (zip == nullptr) return coshape(get(c.layout(0), c.path()));
  IntTuple all;
  for (std::size_t i = 0; i < zip->parts.size(); ++i) all.append(coshape(get(on_part(c, *zip, i).layout(0), c.path())));
  return all;
}
Value run_cosize(const Call& c) {
  if (zip_of(c, {Zip::Of::layout}) != nullptr) return IntTuple(product(std::get<IntTuple>(run_coshape(c))));
  if (c.as_in_cpp && std::holds_alternative<Tensor>(c.argument(0))) c.layout(0);  // refuses it, and says what works
  return IntTuple(cosize_of(get(c.inner(0), c.path())));
}
Value run_coprofile(const Call& c) { return coprofile(get(c.layout(0), c.path())); }
Value run_rank(const Call& c) {
  // For a tuple of layouts, as for any tuple, the number of modes.
  if (const auto* tiler = std::get_if<Tiler>(&c.argument(0)); tiler != nullptr && tiler->by_mode() && c.indices.empty())
    return IntTuple(Int{std::ssize(tiler->modes()), true});
  return IntTuple(get(c.profile(0), c.path()).rank());
}
Value run_depth(const Call& c) {
  // CuTe defines no depth of a zip and treats it as a leaf.
  if (c.indices.empty() && zip_of(c, {Zip::Of::tensor, Zip::Of::layout}) != nullptr) return IntTuple(Int{0, true});
  return IntTuple(get(c.profile(0), c.path()).depth());
}
Value run_shape(const Call& c) {
  if (std::holds_alternative<Tiler>(c.argument(0))) c.layout(0);  // C++ tuples have no member shape()
  return get(c.profile(0), c.path());
}
Value run_stride(const Call& c) { return get(c.layout_or_tensor(0).stride(), c.path()); }

Value run_upcast(const Call& c) { return as_value(upcast(c.function(0), c.index(0))); }
Value run_downcast(const Call& c) { return as_value(downcast(c.function(0), c.index(0))); }

/// Runs recast_layout<f16,f32>(A), and the DSL's recast_layout(32, 16, A) with the new width first.
Value run_recast(const Call& c) {
  if (c.count() == 3) {
    const auto to = c.integer(0).value, from = c.integer(1).value;
    if (from < 1 || to < 1 || from > 1024 || to > 1024) throw Problem{"argument", "recast_layout takes widths of 1 to 1024 bits.", {}};
    return as_value(recast_layout(c.function(2), static_cast<int>(from), static_cast<int>(to)));
  }
  const auto* from = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[0]) : nullptr;
  const auto* to = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[1]) : nullptr;
  if (from == nullptr || to == nullptr || c.count() != 1)
    throw Problem{"template argument", "recast_layout takes the old and the new element type: recast_layout<f16,f32>(A).", {}};
  return as_value(recast_layout(c.function(0), from->bits, to->bits));
}

/// Runs transform_layout(A, f) and transform_layout(A, B, f): applies f to each mode, or pair of modes; keeps the modes that only one of
/// the two has. C++ takes any function object, this language the name of a function.
Value run_transform(const Call& c) {
  const auto* f = find_function(c.names.back(), false);
  if (f == nullptr)
    throw ArgumentProblem{{"argument", "transform_layout needs the name of a function at the end: transform_layout(A, coalesce).", {}},
                          c.count() - 1};
  std::vector<Layout> operands;
  for (std::size_t i = 0; i + 1 < c.count(); ++i) operands.push_back(c.layout(i));
  int most = 0;
  for (const auto& l : operands) most = std::max(most, rank(l));
  std::vector<Layout> modes;
  for (int i = 0; i < most; ++i) {
    Call of_mode{.name = f->name, .indices = {}, .arguments = {}, .names = {}, .spans = {}};
    for (const auto& l : operands)
      if (i < rank(l)) of_mode.arguments.emplace_back(mode(l, i));
    of_mode.names.resize(of_mode.count());
    const bool all = of_mode.count() == operands.size();
    modes.push_back(all ? layout_of(f->run(of_mode), f->name) : std::get<Layout>(of_mode.arguments[0]));
  }
  return make_layout(modes);
}

/// Runs sizeof_bits<half_t>, or sizeof(half_t) with 8 bits per unit.
template <int unit>
Value run_sizeof(const Call& c) {
  const Value* given = c.indices.size() == 1 && c.count() == 0 ? &c.indices[0]
                       : c.indices.empty() && c.count() == 1   ? &c.arguments[0]
                                                               : nullptr;
  const auto* type = given != nullptr ? std::get_if<ElementType>(given) : nullptr;
  if (type == nullptr) throw Problem{"argument", message("{} takes one type, such as half_t.", c.name), {}};
  return IntTuple(Int{(type->bits + unit - 1) / unit, false});
}

}  // namespace

std::vector<Function> layout_functions() {
  return {
      {.name = "size",
       .aliases = {{"product"}},
       .signature = "size<i>(A)",
       .group = Group::layout,
       .meaning = "number of elements; of a tiled copy or MMA, of threads",
       .formula = "s0 * s1 * ...",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = first_of_zip<run_size>,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::of_mode, .pycute = code::pycute::size},
       .example = {"size((4,(2,3)):(6,(1,2)))", "24"}},
      {.name = "cosize",
       .signature = "cosize<i>(A)",
       .group = Group::layout,
       .meaning = "1 + the largest index",
       .formula = "A(size(A) - 1) + 1",
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
       .run = first_of_zip<run_rank>,
       .code = {.cpp = code::cpp::as_given, .dsl = code::dsl::of_mode, .pycute = code::pycute::rank},
       .example = {"rank((4,(2,3)):(6,(1,2)))", "2"}},
      {.name = "depth",
       .signature = "depth<i>(A)",
       .group = Group::layout,
       .meaning = "levels of nesting",
       .formula = "1 + max(depth(A0), depth(A1), ...)",
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
       .run = first_of_zip<run_shape>,
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
      {.name = "transform_layout",
       .signature = "transform_layout(A, f) · transform_layout(A, B, f)",
       .group = Group::layout,
       .meaning = "a function's result for each mode, or pair of modes",
       .arguments = {2, 3},
       .takes_function = true,
       .run = run_transform,
       .makes_layout = true,
       .code = {.cpp = code::cpp::transform_layout},
       .example = {"transform_layout(((2,4),(2,3)):((1,2),(8,99)), coalesce)", "(8,(2,3)):(1,(8,99))"}},
      {.name = "sizeof_bits",
       .aliases = {{"sizeof_bits_v"}},
       .signature = "sizeof_bits<type>()",
       .group = Group::layout,
       .meaning = "the width of an element type in bits",
       .arguments = {0, 1},
       .indices = any_number,
       .run = run_sizeof<1>,
       .code = {.cpp = code::cpp::value},
       .example = {"sizeof_bits<half_t>()", "16"}},
      {.name = "sizeof",
       .signature = "sizeof(type)",
       .group = Group::layout,
       .meaning = "the width of an element type in bytes",
       .arguments = {0, 1},
       .indices = any_number,
       .run = run_sizeof<8>,
       .code = {.cpp = code::cpp::value},
       .example = {"sizeof(half_t)", "2"}},
  };
}

}  // namespace algebra::expression
