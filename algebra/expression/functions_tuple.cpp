// Functions of modes: on a layout, a tensor's or a composed layout's, or a tuple as such.

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

/// f on the first argument, a tuple or what `through` takes.
template <class F>
Value both(const Call& c, bool composed, F&& f) {
  if (c.is_tuple(0)) return f(c.tuple(0));
  return through(c, composed, f);
}

Value run_get(const Call& c) {
  return both(c, composed_too, [path = c.path()](const auto& x) { return get(x, path); });
}
Value run_layout(const Call& c) {
  if (c.is_composed(0)) return through(c, composed_too, [path = c.path()](const Layout& l) { return get(l, path); });
  return get(c.layout(0), c.path());
}
Value run_select(const Call& c) {
  return both(c, layouts_only, [path = c.path()](const auto& x) { return select(x, path); });
}
Value run_take(const Call& c) {
  return both(c, composed_too, [&](const auto& x) { return take(x, c.index(0), c.index(1)); });
}
Value run_group(const Call& c) {
  return both(c, composed_too, [&](const auto& x) { return group(x, c.index(0), c.index(1)); });
}
Value run_flatten(const Call& c) {
  return both(c, composed_too, [](const auto& x) { return flatten(x); });
}
Value run_unflatten(const Call& c) {
  return both(c, layouts_only, [profile = c.shape(1)](const auto& x) { return unflatten(x, profile); });
}

Value run_append(const Call& c) {
  const auto n = c.indices.empty() ? 0 : c.index(0);
  if (c.is_tuple(0)) return append(c.tuple(0), c.count() > 1 ? c.tuple(1) : IntTuple(1), n);
  // Of a composed layout CuTe has append<N> only.
  return through(c, n != 0, [&](const Layout& l) { return append(l, c.count() > 1 ? c.layout(1) : Layout(), n); });
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
Value run_zip(const Call& c) {
  if (c.count() == 2 && c.is_tuple(0) && c.is_tuple(1)) return zip(c.tuple(0), c.tuple(1));
  if (c.count() == 2) return zip(c.layout(0), c.layout(1));
  return both(c, composed_too, [](const auto& x) { return zip(x); });
}
Value run_wrap(const Call& c) { return wrap(c.tuple(0)); }
Value run_unwrap(const Call& c) { return unwrap(c.tuple(0)); }
Value run_repeat_like(const Call& c) { return repeat_like(c.shape(0), c.integer(1)); }

}  // namespace

std::vector<Function> tuple_functions() {
  constexpr std::string_view g = "Layout";
  constexpr int any = Function::any;
  return {
      {{"layout", "layout<i,j>(A)", "a mode as a layout", g}, "a mode", 1, 1, any, run_layout},
      {{"get", "get<i,j>(A)", "a mode", g}, "input mode", 1, 1, any, run_get},
      {{"select", "select<i,j,...>(A)", "these modes, in this order", g}, "input mode", 1, 1, any, run_select},
      {{"take", "take<b,e>(A)", "modes b to e - 1", g}, "input begin end", 1, 1, 2, run_take},
      {{"group", "group<b,e>(A)", "modes b to e - 1 become one", g}, "input begin end", 1, 1, 2, run_group},
      {{"flatten", "flatten(A)", "no nesting", g}, "a", 1, 1, 0, run_flatten},
      {{"unflatten", "unflatten(A, profile)", "the nesting of the profile", g}, "input profile", 2, 2, 0, run_unflatten, nullptr, 1},
      {{"append", "append<n>(A, B)", "one more mode at the end", g}, "input elem up_to_rank", 1, 2, any, run_append},
      {{"prepend", "prepend<n>(A, B)", "one more mode at the front", g}, "input elem up_to_rank", 1, 2, any, run_prepend},
      {{"replace", "replace<i>(A, B)", "B in place of mode i", g}, "input elem mode", 2, 2, 1, run_replace},
      {{"zip", "zip(A, B)", "((A0,B0),(A1,B1),...)", g}, "a b", 1, 2, 0, run_zip},
      {{"wrap", "wrap(t)", "an integer as a tuple of one", g}, "t", 1, 1, 0, run_wrap},
      {{"unwrap", "unwrap(t)", "a tuple of one as its mode", g}, "t", 1, 1, 0, run_unwrap},
      {{"repeat_like", "repeat_like(profile, n)", "n at every leaf of a profile", g}, "t x", 2, 2, 0, run_repeat_like},
  };
}

}  // namespace algebra::expression
