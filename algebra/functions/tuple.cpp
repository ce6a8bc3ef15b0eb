// Functions of modes: on a layout, on that of a tensor or a composed layout, or on a tuple.

#include "algebra/functions/records.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/language/tuples.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

/// Applies f to the first argument: a tuple, or a value that `through` accepts.
template <class F>
Value both(const Call& c, Also also, F&& f) {
  if (c.is_tuple(0)) return f(c.tuple(0));
  return through(c, also, f);
}

Value run_get(const Call& c) {
  if (c.as_in_cpp && c.indices.empty()) throw Problem{"template argument", "get takes the mode in <>: get<0>(A) is the first.", {}};
  if (const auto* tensors = zip_of(c, {Zip::Of::tuple})) {
    const auto path = c.path();
    if (path.size() == 1 && path[0] >= 0 && static_cast<std::size_t>(path[0]) < tensors->parts.size())
      return part_of(*tensors, static_cast<std::size_t>(path[0]));
    throw Problem{"template argument", message("The tuple has {} parts: get<0> is the first.", tensors->parts.size()), {}};
  }
  return both(c, composed_too, [path = c.path()](const auto& x) { return get(x, path); });
}
Value run_layout(const Call& c) {
  const auto path = c.path();
  if (c.is_composed(0)) return through(c, composed_too, [&](const Layout& l) { return get(l, path); });
  if (const auto* t = std::get_if<Tensor>(&c.argument(0)); t != nullptr && !t->has_plain_layout()) {
    const auto behind = std::get<ComposedLayout>(layout_behind(*t));
    return ComposedLayout{behind.outer, get(behind.layout, path)};
  }
  return get(c.layout_or_tensor(0), path);
}
Value run_select(const Call& c) {
  // CuTe returns a tuple of the modes of a composed layout.
  if (const auto* composed = c.is_composed(0) ? &std::get<ComposedLayout>(c.argument(0)) : nullptr) {
    if (c.indices.empty()) select(composed->layout, {});  // throws: the modes are missing
    Zip modes{.of = Zip::Of::tuple, .parts = {}};
    for (const auto i : c.path()) modes.parts.emplace_back(ComposedLayout{composed->outer, get(composed->layout, std::array{i})});
    return modes;
  }
  return both(c, layouts_only, [path = c.path()](const auto& x) { return select(x, path); });
}
Value run_take(const Call& c) {
  return both(c, tensors_and_composed, [&](const auto& x) { return take(x, c.index(0), c.index(1)); });
}
Value run_group(const Call& c) {
  if (c.as_in_cpp && c.written == "group_modes" && !std::holds_alternative<Tensor>(c.argument(0)))
    throw ArgumentProblem{
        {"argument",
         message("CuTe's group_modes takes tensors alone: group<{},{}> groups the modes of others.", c.index(0), c.index(1)),
         {}},
        0};
  if (c.as_in_cpp && c.written == "group" && std::holds_alternative<Tensor>(c.argument(0)))
    throw ArgumentProblem{
        {"argument", message("CuTe's group takes no tensor: group_modes<{},{}> groups the modes of one.", c.index(0), c.index(1)), {}}, 0};
  return both(c, tensors_and_composed, [&](const auto& x) { return group(x, c.index(0), c.index(1)); });
}
Value run_flatten(const Call& c) {
  // CuTe treats a zipped layout as a leaf.
  if (zip_of(c, {Zip::Of::tensor}) != nullptr) return c.argument(0);
  return both(c, tensors_and_composed, [](const auto& x) { return flatten(x); });
}
Value run_unflatten(const Call& c) {
  const auto profile = c.as_in_cpp && c.is_tuple(1) ? c.tuple(1) : c.only_shape(1);
  return both(c, layouts_only, [&](const auto& x) { return unflatten(x, profile); });
}

bool all_layouts(const Call& c) {
  return std::all_of(c.arguments.begin(), c.arguments.end(), [](const Value& v) { return std::holds_alternative<Layout>(v); });
}

/// Throws unless <> names a number of modes: append<N> makes at least N.
void require_some_modes(const Call& c) {
  if (c.indices.empty() || c.index(0) > 0) return;
  throw Problem{"mode out of range", message("{}<{}> of {} would have no mode.", c.name, c.index(0), plain(c.argument(0))), {}};
}

/// Runs append and prepend on a layout with a layout, or with the default one; on anything else CuTe makes tuples.
template <bool at_the_end>
Value extended(const Call& c) {
  require_some_modes(c);
  const auto n = c.indices.empty() ? 0 : c.index(0);
  if (all_layouts(c)) {
    const auto l = c.layout(0), x = c.count() > 1 ? c.layout(1) : Layout();
    return at_the_end ? append(l, x, n) : prepend(l, x, n);
  }
  if (c.count() == 1)
    throw ArgumentProblem{{"argument", message("{} needs a second argument, the value to add to {}.", c.name, plain(c.argument(0))), {}},
                          0};
  auto modes = modes_of(c.argument(0));
  const auto rank = static_cast<std::int64_t>(modes.size());
  if (n == 1 && rank == 1) return c.argument(0);
  if (c.is_tuple(0) && c.is_tuple(1)) return at_the_end ? append(c.tuple(0), c.tuple(1), n) : prepend(c.tuple(0), c.tuple(1), n);
  if (n > max_leaves || (n != 0 && n < rank))
    throw Problem{
        "mode out of range", message("{}<{}> would leave modes out of {}, which has rank {}.", c.name, n, plain(c.argument(0)), rank), {}};
  const auto more = static_cast<std::size_t>(n == 0 ? 1 : n - rank);
  modes.insert(at_the_end ? modes.end() : modes.begin(), more, c.argument(1));
  return tuple_of(c, modes);
}
Value run_append(const Call& c) {
  // CuTe has only append<N>(A, x) for composed layouts.
  if (c.is_composed(0) && c.count() > 1 && !c.indices.empty()) {
    require_some_modes(c);
    if (c.index(0) == 1 && c.is_tuple(1)) return c.argument(0);
    if (c.is_tuple(1))
      throw ArgumentProblem{
          {"argument",
           message("CuTe makes a tuple, not a layout, of the layout in {} and {}.", plain(c.argument(0)), plain(c.argument(1))),
           {to_string(make_layout(c.shape(1)), c.as_in_cpp ? Marks::underscores : Marks::plain)}},
          1};
    return through(c, composed_too, [&](const Layout& l) { return append(l, c.layout(1), c.index(0)); });
  }
  return extended<true>(c);
}
/// CuTe has only append<N> and prepend<N> for zipped layouts.
template <Value (*run)(const Call&)>
Value up_to_rank_of_zip(const Call& c) {
  if (c.indices.empty() || zip_of(c, {Zip::Of::layout}) == nullptr) return run(c);
  auto with_mode = c;
  if (c.count() == 1) with_mode.arguments.emplace_back(Layout());
  auto result = each_of_zip<run, Zip::Of::layout>(with_mode);
  if (const auto* zip = std::get_if<Zip>(&result); zip != nullptr && zip->of == Zip::Of::tuple)
    throw Problem{"argument", message("{} takes no zip of composed layouts, which CuTe does not extend.", c.name), {}};
  return result;
}
Value run_replace(const Call& c) {
  const auto at = c.index(0);
  if (all_layouts(c)) return replace(c.layout(0), at, c.layout(1));
  if (c.is_tuple(0) && c.is_tuple(1)) return replace(c.tuple(0), at, c.tuple(1));
  auto modes = modes_of(c.argument(0));
  const bool tuple = holds_modes(with_integers(c.argument(0)));
  if (tuple && at == static_cast<std::int64_t>(modes.size())) modes.emplace_back();
  if (at < 0 || at >= static_cast<std::int64_t>(modes.size()))
    throw Problem{
        "mode out of range",
        message("There is no mode {} in {} here: only a layout such as 4:1 takes the place of a layout's mode.", at, plain(c.argument(0))),
        {}};
  if (!tuple) return c.argument(1);
  modes[static_cast<std::size_t>(at)] = c.argument(1);
  return tuple_of(c, modes);
}
Value run_zip(const Call& c) {
  if (c.count() == 2 && c.is_tuple(0) && c.is_tuple(1)) return zip(c.tuple(0), c.tuple(1));
  if (c.count() == 2) return zip(c.layout(0), c.layout(1));
  // CuTe zips one tuple, layout or composed layout; it returns a tensor, which is none of these, unchanged.
  if (std::holds_alternative<Tensor>(c.argument(0))) return c.argument(0);
  return both(c, composed_too, [](const auto& x) { return zip(x); });
}
/// Reverses a tuple; CuTe returns anything else unchanged.
Value run_reverse(const Call& c) {
  if (!holds_modes(with_integers(c.argument(0)))) return c.argument(0);
  auto modes = modes_of(c.argument(0));
  std::reverse(modes.begin(), modes.end());
  return tuple_of(c, modes);
}
Value run_wrap(const Call& c) { return tuple_of(c, modes_of(c.argument(0))); }
Value run_unwrap(const Call& c) {
  auto v = with_integers(c.argument(0));
  while (holds_modes(v)) {
    const auto modes = modes_of(v);
    if (modes.size() != 1) break;
    v = modes[0];
  }
  return v;
}
Value run_repeat(const Call& c) {
  const auto n = c.index(0);
  if (n < 0 || n > 64) throw Problem{"template argument", message("repeat<n> makes a tuple of 0 to 64 modes, not of {}.", n), {}};
  if (n == 1) return c.argument(0);
  return tuple_of(c, std::vector<Value>(static_cast<std::size_t>(n), c.argument(0)));
}
template <bool last>
Value run_end(const Call& c) {
  auto v = with_integers(c.argument(0));
  while (holds_modes(v)) {
    const auto modes = modes_of(v);
    if (modes.empty()) throw ArgumentProblem{{"argument", message("{} needs a tuple with a mode, not {}.", c.name, plain(v)), {}}, 0};
    v = last ? modes.back() : modes.front();
  }
  return v;
}
Value run_tuple_cat(const Call& c) {
  std::vector<Value> all;
  for (std::size_t k = 0; k < c.count(); ++k) {
    const auto v = with_integers(c.argument(k));
    if (!holds_modes(v)) throw ArgumentProblem{{"argument", message("tuple_cat takes tuples, not {}.", plain(v)), {}}, k};
    const auto modes = modes_of(v);
    all.insert(all.end(), modes.begin(), modes.end());
  }
  return tuple_of(c, all);
}
/// Repeats a value; C++ repeats anything, and treats whatever is not a tuple as a leaf.
Value run_repeat_like(const Call& c) {
  if (!c.as_in_cpp) return repeat_like(c.shape(0), c.integer(1));
  const auto given = profile_of(c.argument(0));
  if (!given || !given->is_tuple()) return c.argument(1);
  const auto& profile = *given;
  if (c.is_tuple(1)) return repeat_like(profile, c.tuple(1));
  if (profile.depth() > 1) throw ArgumentProblem{{"argument", "repeat_like does not support tuples of tuples of layouts.", {}}, 0};
  return tuple_of(c, std::vector<Value>(static_cast<std::size_t>(profile.rank()), c.argument(1)));
}

}  // namespace

std::vector<Function> tuple_functions() {
  return {
      {.name = "layout",
       .signature = "layout<i,j>(A)",
       .group = Group::layout,
       .meaning = "a mode as a layout",
       .parameters = "a mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = each_of_zip<run_layout, Zip::Of::tensor, Zip::Of::layout>,
       .links = links::reordered,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::layout, .dsl = code::dsl::layout, .pycute = code::pycute::layout},
       .example = {"layout<1>((4,(2,3)):(6,(1,2)))", "(2,3):(1,2)"}},
      {.name = "get",
       .signature = "get<i,j>(A)",
       .group = Group::layout,
       .meaning = "a mode",
       .parameters = "input mode",
       .arguments = {1, 1},
       .indices = any_number,
       .notation = Notation::mode,
       .run = each_of_zip<run_get, Zip::Of::layout>,
       .links = links::mode_or_part,
       .keeps_memory_of = 0,
       .code = {.dsl = code::dsl::of_mode, .pycute = code::pycute::get},
       .example = {"get<1>((4,(2,3)))", "(2,3)"}},
      {.name = "select",
       .signature = "select<i,j,...>(A)",
       .group = Group::layout,
       .meaning = "these modes, in this order",
       .parameters = "input mode",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_select,
       .links = links::reordered,
       .keeps_memory_of = 0,
       .code = {.dsl = code::dsl::of_mode, .pycute = code::pycute::select},
       .example = {"select<2,0>((4,2,3):(6,1,2))", "(3,4):(2,6)"}},
      {.name = "take",
       .signature = "take<b,e>(A)",
       .group = Group::layout,
       .meaning = "modes b to e - 1",
       .parameters = "input begin end",
       .arguments = {1, 1},
       .indices = 2,
       .run = run_take,
       .links = links::reordered,
       .keeps_memory_of = 0,
       .code = {.dsl = code::dsl::take, .pycute = code::pycute::take},
       .example = {"take<1,3>((4,2,3):(6,1,2))", "(2,3):(1,2)"}},
      {.name = "group",
       .aliases = {{"group_modes"}},
       .signature = "group<b,e>(A)",
       .group = Group::layout,
       .meaning = "modes b to e - 1 become one",
       .formula = "R(i) = A(i)",
       .parameters = "input begin end",
       .arguments = {1, 1},
       .indices = 2,
       .run = each_of_zip<run_group, Zip::Of::tensor, Zip::Of::layout>,
       .links = links::same_as_first,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::group, .dsl = code::dsl::group},
       .example = {"group<0,2>((4,2,3):(6,1,2))", "((4,2),3):((6,1),2)"}},
      {.name = "flatten",
       .signature = "flatten(A)",
       .group = Group::layout,
       .meaning = "no nesting",
       .formula = "R(i) = A(i)",
       .parameters = "a",
       .arguments = {1, 1},
       .run = run_flatten,
       .links = links::same_as_first,
       .keeps_memory_of = 0,
       .code = {.dsl = code::dsl::same_name, .pycute = code::pycute::flatten},
       .example = {"flatten((4,(2,3)):(6,(1,2)))", "(4,2,3):(6,1,2)"}},
      {.name = "unflatten",
       .signature = "unflatten(A, profile)",
       .group = Group::layout,
       .meaning = "the nesting of the profile",
       .formula = "R(i) = A(i)",
       .parameters = "input profile",
       .arguments = {2, 2},
       .run = run_unflatten,
       .blamed = 1,
       .links = links::same_as_first,
       .keeps_memory_of = 0,
       .code = {.dsl = code::dsl::unflatten},
       .example = {"unflatten((8,4,2):(8,1,4), (1,(1,1)))", "(8,(4,2)):(8,(1,4))"}},
      {.name = "append",
       .signature = "append<n>(A, B)",
       .group = Group::layout,
       .meaning = "one more mode at the end",
       .parameters = "input elem up_to_rank",
       .arguments = {1, 2},
       .indices = any_number,
       .run = up_to_rank_of_zip<run_append>,
       .links = links::modes,
       .code = {.cpp = code::cpp::modes, .dsl = code::dsl::ones_or_modes},
       .example = {"append((4,2):(1,4), 3:8)", "(4,2,3):(1,4,8)"}},
      {.name = "prepend",
       .signature = "prepend<n>(A, B)",
       .group = Group::layout,
       .meaning = "one more mode at the front",
       .parameters = "input elem up_to_rank",
       .arguments = {1, 2},
       .indices = any_number,
       .run = up_to_rank_of_zip<extended<false>>,
       .links = links::modes,
       .code = {.cpp = code::cpp::modes, .dsl = code::dsl::ones_or_modes},
       .example = {"prepend((4,2):(1,4), 3:8)", "(3,4,2):(8,1,4)"}},
      {.name = "replace",
       .signature = "replace<i>(A, B)",
       .group = Group::layout,
       .meaning = "B in place of mode i",
       .parameters = "input elem mode",
       .arguments = {2, 2},
       .indices = 1,
       .notation = Notation::replace,
       .run = run_replace,
       .links = links::modes,
       .code = {.cpp = code::cpp::modes},
       .example = {"replace<1>((4,2):(1,4), 3:8)", "(4,3):(1,8)"}},
      {.name = "zip",
       .signature = "zip(A, B)",
       .group = Group::layout,
       .meaning = "((A0,B0),(A1,B1),...)",
       .formula = "((A0, B0), (A1, B1), ...)",
       .parameters = "a b",
       .arguments = {1, 2},
       .run = run_zip,
       .links = links::zipped,
       .code = {.cpp = code::cpp::modes},
       .example = {"zip((4,2), (1,4))", "((4,1),(2,4))"}},
      {.name = "reverse",
       .signature = "reverse(t)",
       .group = Group::layout,
       .meaning = "the modes of a tuple from the last to the first; a layout stays as it is",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_reverse,
       .example = {"reverse((4,(2,3)))", "((2,3),4)"}},
      {.name = "wrap",
       .signature = "wrap(t)",
       .group = Group::layout,
       .meaning = "an integer as a tuple of one",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_wrap,
       .links = links::same_as_first,
       .code = {.dsl = code::dsl::same_name},
       .example = {"wrap(4)", "(4)"}},
      {.name = "unwrap",
       .signature = "unwrap(t)",
       .group = Group::layout,
       .meaning = "a tuple of one as its mode",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_unwrap,
       .links = links::same_as_first,
       .code = {.dsl = code::dsl::same_name},
       .example = {"unwrap((((4))))", "4"}},
      {.name = "repeat_like",
       .signature = "repeat_like(profile, n)",
       .group = Group::layout,
       .meaning = "n at every leaf of a profile",
       .parameters = "t x",
       .arguments = {2, 2},
       .run = run_repeat_like,
       .code = {.cpp = code::cpp::shapes, .dsl = code::dsl::repeat_like},
       .example = {"repeat_like((4,(2,3)), 1)", "(1,(1,1))"}},
      {.name = "repeat",
       .signature = "repeat<n>(t)",
       .group = Group::layout,
       .meaning = "a tuple of n times the same",
       .parameters = "t",
       .arguments = {1, 1},
       .indices = 1,
       .run = run_repeat,
       .example = {"repeat<3>(_)", "(_,_,_)"}},
      {.name = "front",
       .signature = "front(t)",
       .group = Group::layout,
       .meaning = "the first integer of a tuple",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_end<false>,
       .example = {"front(((4,2),8))", "4"}},
      {.name = "back",
       .signature = "back(t)",
       .group = Group::layout,
       .meaning = "the last integer of a tuple",
       .parameters = "t",
       .arguments = {1, 1},
       .run = run_end<true>,
       .example = {"back((4,(2,8)))", "8"}},
      {.name = "tuple_cat",
       .signature = "tuple_cat(t, u, ...)",
       .group = Group::layout,
       .meaning = "the modes of several tuples in one",
       .arguments = {0, 64},
       .run = run_tuple_cat,
       .code = {.cpp = code::cpp::qualified},
       .example = {"tuple_cat((4,2), (8,(1,3)))", "(4,2,8,(1,3))"}},
  };
}

}  // namespace algebra::expression
