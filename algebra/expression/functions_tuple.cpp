// Functions of modes and coordinates: on a layout, a tensor's layout, or a tuple as such.

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

constexpr std::string_view group_name = "Layout";

/// f on the first argument, a tuple or a layout; a tensor keeps its offset.
template <class F>
Value both(const Call& c, F&& f) {
  if (c.is_tuple(0)) return f(c.tuple(0));
  if (const auto* t = std::get_if<Tensor>(&c.argument(0))) return Tensor{t->offset, f(t->layout)};
  return f(c.layout(0));
}

Value run_get(const Call& c) {
  return both(c, [path = c.path()](const auto& x) { return get(x, path); });
}
Value run_layout(const Call& c) {
  if (c.indices.empty() && std::holds_alternative<ComposedLayout>(c.argument(0))) return c.argument(0);
  return get(c.layout(0), c.path());
}
Value run_select(const Call& c) {
  return both(c, [path = c.path()](const auto& x) { return select(x, path); });
}
Value run_take(const Call& c) {
  return both(c, [&](const auto& x) { return take(x, c.index(0), c.index(1)); });
}
Value run_group(const Call& c) {
  return both(c, [&](const auto& x) { return group(x, c.index(0), c.index(1)); });
}
Value run_flatten(const Call& c) {
  return both(c, [](const auto& x) { return flatten(x); });
}
Value run_unflatten(const Call& c) {
  return both(c, [profile = c.shape(1)](const auto& x) { return unflatten(x, profile); });
}

Value run_append(const Call& c) {
  const auto n = c.indices.empty() ? 0 : c.index(0);
  if (c.is_tuple(0)) return append(c.tuple(0), c.count() > 1 ? c.tuple(1) : IntTuple(1), n);
  return append(c.layout(0), c.count() > 1 ? c.layout(1) : Layout(), n);
}
Value run_prepend(const Call& c) {
  const auto n = c.indices.empty() ? 0 : c.index(0);
  if (c.is_tuple(0)) return prepend(c.tuple(0), c.count() > 1 ? c.tuple(1) : IntTuple(1), n);
  return prepend(c.layout(0), c.count() > 1 ? c.layout(1) : Layout(), n);
}
Value run_replace(const Call& c) {
  if (c.is_tuple(0)) return replace(c.tuple(0), c.index(0), c.tuple(1));
  return replace(c.layout(0), c.index(0), c.layout(1));
}
Value run_zip(const Call& c) { return zip(c.layout(0), c.layout(1)); }

Value run_idx2crd(const Call& c) {
  return c.count() == 3 ? idx2crd(c.tuple(0), c.tuple(1), c.tuple(2)) : idx2crd(c.tuple(0), c.shape(1));
}
Value run_crd2idx(const Call& c) {
  if (c.count() == 3) {
    const auto l = layout_of(c.tuple(1), c.tuple(2));
    return IntTuple(crd2idx(c.tuple(0), l.shape(), l.stride()));
  }
  const auto l = c.layout(1);
  return IntTuple(crd2idx(c.tuple(0), l.shape(), l.stride()));
}

/// slice(coordinate, A); the DSL's slice_(A, coordinate) has them the other way round.
std::size_t coordinate_place(const Call& c) { return !c.is_tuple(0) && c.is_tuple(1) ? 1 : 0; }

Value run_slice(const Call& c) {
  const auto at = coordinate_place(c), from = 1 - at;
  if (c.is_tuple(from)) return slice(c.tuple(at), c.tuple(from));
  if (const auto* t = std::get_if<Tensor>(&c.argument(from))) return slice(*t, c.tuple(at));
  return slice(c.tuple(at), c.layout(from));
}
Value run_dice(const Call& c) {
  const auto at = coordinate_place(c), from = 1 - at;
  if (c.is_tuple(from)) return dice(c.tuple(at), c.tuple(from));
  return dice(c.tuple(at), c.layout(from));
}

Value run_congruent(const Call& c) { return Truth{congruent(c.shape(0), c.shape(1))}; }
Value run_weakly(const Call& c) { return Truth{weakly_congruent(c.shape(0), c.shape(1))}; }
Value run_compatible(const Call& c) { return Truth{compatible(c.shape(0), c.shape(1))}; }
Value run_evenly(const Call& c) { return Truth{evenly_divides(c.shape(0), c.tiler(1))}; }
Value run_shape_div(const Call& c) { return shape_div(c.tuple(0), c.tuple(1)); }
Value run_ceil_div(const Call& c) { return ceil_div(c.tuple(0), c.tuple(1)); }
Value run_round_up(const Call& c) { return round_up(c.tuple(0), c.tuple(1)); }

}  // namespace

std::vector<Function> tuple_functions() {
  const auto g = group_name;
  constexpr int any = Function::any;
  return {
      {{"layout", "layout<i,j>(A)", "a mode as a layout", g},
       "a mode", 1, 1, any, run_layout},
      {{"get", "get<i,j>(A)", "a mode", g},
       "input mode", 1, 1, any, run_get},
      {{"select", "select<i,j,...>(A)", "these modes, in this order", g},
       "input mode", 1, 1, any, run_select},
      {{"take", "take<b,e>(A)", "modes b to e - 1", g},
       "input begin end", 1, 1, 2, run_take},
      {{"group", "group<b,e>(A)", "modes b to e - 1 become one", g},
       "input begin end", 1, 1, 2, run_group},
      {{"flatten", "flatten(A)", "no nesting", g},
       "a", 1, 1, 0, run_flatten},
      {{"unflatten", "unflatten(A, profile)", "the nesting of the profile", g},
       "input profile", 2, 2, 0, run_unflatten, nullptr, 1},
      {{"append", "append<n>(A, B)", "one more mode at the end", g},
       "input elem up_to_rank", 1, 2, any, run_append},
      {{"prepend", "prepend<n>(A, B)", "one more mode at the front", g},
       "input elem up_to_rank", 1, 2, any, run_prepend},
      {{"replace", "replace<i>(A, B)", "B in place of mode i", g},
       "input elem mode", 2, 2, 1, run_replace},
      {{"zip", "zip(A, B)", "((A0,B0),(A1,B1),...)", g},
       "a b", 2, 2, 0, run_zip},
      {{"idx2crd", "idx2crd(i, shape)", "the coordinate of an index", g},
       "idx shape stride", 2, 3, 0, run_idx2crd, nullptr, 0},
      {{"crd2idx", "crd2idx(c, shape, stride) · crd2idx(c, A)", "the index of a coordinate", g},
       "coord layout stride", 2, 3, 0, run_crd2idx, nullptr, 0},
      {{"slice", "slice(c, A) · A(2,_)", "the modes at _", g},
       "coord src", 2, 2, 0, run_slice, nullptr, 0},
      {{"dice", "dice(c, A)", "the modes not at _", g},
       "dicer src", 2, 2, 0, run_dice, nullptr, 0},
      {{"congruent", "congruent(A, B)", "same profile?", g},
       "a b", 2, 2, 0, run_congruent},
      {{"weakly_congruent", "weakly_congruent(A, B)", "does B have A's profile or more?", g},
       "a b", 2, 2, 0, run_weakly},
      {{"compatible", "compatible(A, B)", "is every coordinate of A one of B?", g},
       "a b", 2, 2, 0, run_compatible},
      {{"evenly_divides", "evenly_divides(A, tiler)", "do the tiles fill A?", g},
       "a tiler", 2, 2, 0, run_evenly},
      {{"shape_div", "shape_div(a, b)", "divide b out of a", g},
       "a b", 2, 2, 0, run_shape_div, nullptr, 1},
      {{"ceil_div", "ceil_div(a, b)", "divide, rounding up", g},
       "a b", 2, 2, 0, run_ceil_div, nullptr, 1},
      {{"round_up", "round_up(a, b)", "the next multiple of b", g},
       "a b", 2, 2, 0, run_round_up, nullptr, 1},
  };
}

}  // namespace algebra::expression
