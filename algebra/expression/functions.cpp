#include "algebra/expression/functions.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/contracts.hpp"

namespace algebra::expression {
namespace {

/// f on the layout; a tensor keeps its offset.
template <class F>
Value through(const Call& c, F&& f) {
  if (const auto* t = std::get_if<Tensor>(&c.argument(0))) return Tensor{t->offset, f(t->layout)};
  return f(c.layout(0));
}

/// f on a tuple where the first argument is one, on the layout otherwise.
template <class F, class G>
Value tuple_or_layout(const Call& c, F&& on_tuple, G&& on_layout) {
  if (c.is_tuple(0)) return on_tuple(c.tuple(0));
  return through(c, on_layout);
}

IntTuple shape_of(const Value& v) {
  if (const auto* t = std::get_if<IntTuple>(&v)) return *t;
  return layout_of(v, "This").shape();
}

const Layout& result_layout(const Value& v) {
  if (const auto* t = std::get_if<Tensor>(&v)) return t->layout;
  return std::get<Layout>(v);
}

Layout shape_and_stride(const IntTuple& shape, const IntTuple& stride) {
  if (!congruent(shape, stride))
    throw Problem{"congruent", fmt::format("The stride {} does not have the profile of the shape {}.", to_string(stride, Marks::plain), to_string(shape, Marks::plain)), {}};
  layout_of(shape, "make_layout");   // checks the shape
  return {shape, stride};
}

// --- Layout

Value run_make_layout(const Call& c) {
  const auto& from = c.arguments.empty() ? c.indices : c.arguments;   // Layout<Shape<...>, Stride<...>>{}
  if (from.empty()) throw Problem{"argument", "make_layout needs a shape or layouts.", {}};
  const auto* shape = std::get_if<IntTuple>(&from[0]);
  if (shape != nullptr && from.size() == 1) return layout_of(from[0], "make_layout");
  if (shape != nullptr && from.size() == 2) {
    if (const auto* major = std::get_if<Major>(&from[1])) {
      layout_of(from[0], "make_layout");
      return make_layout(*shape, *major);
    }
    if (const auto* stride = std::get_if<IntTuple>(&from[1])) return shape_and_stride(*shape, *stride);
  }
  std::vector<Layout> modes;
  for (const auto& v : from) modes.push_back(layout_of(v, "make_layout"));
  return make_layout(modes);
}

Value run_tuple(const Call& c) {
  IntTuple t;
  for (const auto& v : c.arguments.empty() ? c.indices : c.arguments) {
    const auto* mode = std::get_if<IntTuple>(&v);
    if (mode == nullptr) throw Problem{"argument", fmt::format("{} takes integers and tuples of them, not {}.", c.name, to_string(v, Marks::plain)), {}};
    t.append(*mode);
  }
  return t;
}

Value run_tile(const Call& c) {
  std::vector<Tiler> modes;
  for (const auto& v : c.arguments.empty() ? c.indices : c.arguments) modes.push_back(tiler_of_value(v));
  return Tiler{std::move(modes)};
}

Value run_static(const Call& c) { return IntTuple(Int{c.index(0), true}); }

Value run_swizzle(const Call& c) {
  const auto path = c.path();
  if (path.size() != 3) throw Problem{"template argument", "A swizzle has three numbers: Swizzle<B,M,S>.", {}};
  const auto b = path[0], m = path[1], s = path[2];
  if (b < 0 || m < 0 || b > 62 || m > 62 || s < -62 || s > 62 || std::abs(s) < b || b + m + std::abs(s) > 62)
    throw Problem{"swizzle", fmt::format("Swizzle<{},{},{}> needs B >= 0, M >= 0, |S| >= B and B + M + |S| <= 62.", b, m, s), {}};
  return Swizzle{static_cast<int>(b), static_cast<int>(m), static_cast<int>(s)};
}

Value sub(const Call& c) {
  const auto path = c.path();
  return tuple_or_layout(c, [&](const IntTuple& t) { return Value(get(t, path)); }, [&](const Layout& l) { return get(l, path); });
}

Value run_size(const Call& c) {
  if (const auto* composed = std::get_if<ComposedLayout>(&c.argument(0))) return IntTuple(size_of(composed->layout));
  return IntTuple(product(get(shape_of(c.argument(0)), c.path())));
}
Value run_cosize(const Call& c) { return IntTuple(cosize_of(get(c.layout(0), c.path()))); }
Value run_rank(const Call& c) { return IntTuple(get(shape_of(c.argument(0)), c.path()).rank()); }
Value run_depth(const Call& c) { return IntTuple(get(shape_of(c.argument(0)), c.path()).depth()); }
Value run_shape(const Call& c) { return get(shape_of(c.argument(0)), c.path()); }
Value run_stride(const Call& c) { return get(c.layout(0).stride(), c.path()); }
Value run_layout(const Call& c) { return c.indices.empty() ? c.argument(0) : sub(c); }

Value run_select(const Call& c) {
  const auto p = c.path();
  return tuple_or_layout(c, [&](const IntTuple& t) { return Value(select(t, p)); }, [&](const Layout& l) { return select(l, p); });
}
Value run_take(const Call& c) {
  return tuple_or_layout(c, [&](const IntTuple& t) { return Value(take(t, c.index(0), c.index(1))); }, [&](const Layout& l) { return take(l, c.index(0), c.index(1)); });
}
Value run_group(const Call& c) {
  return tuple_or_layout(c, [&](const IntTuple& t) { return Value(group(t, c.index(0), c.index(1))); }, [&](const Layout& l) { return group(l, c.index(0), c.index(1)); });
}
Value run_flatten(const Call& c) {
  return tuple_or_layout(c, [](const IntTuple& t) { return Value(flatten(t)); }, [](const Layout& l) { return flatten(l); });
}
Value run_unflatten(const Call& c) {
  const auto profile = shape_of(c.argument(1));
  return tuple_or_layout(c, [&](const IntTuple& t) { return Value(unflatten(t, profile)); }, [&](const Layout& l) { return unflatten(l, profile); });
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
Value run_ordered(const Call& c) { return make_ordered_layout(shape_of(c.argument(0)), c.tuple(1)); }
Value run_like(const Call& c) { return make_layout_like(c.layout(0)); }
Value run_idx2crd(const Call& c) {
  return c.count() == 3 ? idx2crd(c.tuple(0), c.tuple(1), c.tuple(2)) : idx2crd(c.tuple(0), shape_of(c.argument(1)));
}
Value run_crd2idx(const Call& c) {
  if (c.count() == 3) return IntTuple(crd2idx(c.tuple(0), c.tuple(1), c.tuple(2)));
  const auto l = c.layout(1);
  return IntTuple(crd2idx(c.tuple(0), l.shape(), l.stride()));
}
Value run_slice(const Call& c) {
  if (c.is_tuple(1)) return slice(c.tuple(0), c.tuple(1));
  if (const auto* t = std::get_if<Tensor>(&c.argument(1))) return slice(*t, c.tuple(0));
  return slice(c.tuple(0), c.layout(1));
}
Value run_dice(const Call& c) {
  if (c.is_tuple(1)) return dice(c.tuple(0), c.tuple(1));
  return dice(c.tuple(0), c.layout(1));
}
Value run_congruent(const Call& c) { return Truth{congruent(shape_of(c.argument(0)), shape_of(c.argument(1)))}; }
Value run_weakly(const Call& c) { return Truth{weakly_congruent(shape_of(c.argument(0)), shape_of(c.argument(1)))}; }
Value run_compatible(const Call& c) { return Truth{compatible(shape_of(c.argument(0)), shape_of(c.argument(1)))}; }
Value run_evenly(const Call& c) { return Truth{evenly_divides(shape_of(c.argument(0)), c.tiler(1))}; }
Value run_shape_div(const Call& c) { return shape_div(c.tuple(0), c.tuple(1)); }
Value run_ceil_div(const Call& c) { return ceil_div(c.tuple(0), c.tuple(1)); }
Value run_round_up(const Call& c) { return round_up(c.tuple(0), c.tuple(1)); }
Value run_upcast(const Call& c) {
  return through(c, [&](const Layout& l) { return upcast(l, c.index(0)); });
}
Value run_downcast(const Call& c) {
  return through(c, [&](const Layout& l) { return downcast(l, c.index(0)); });
}
Value run_recast(const Call& c) {
  if (c.indices.size() != 2) throw Problem{"template argument", "recast_layout takes the old and the new type: recast_layout<f16,f32>(A).", {}};
  const auto* from = std::get_if<ElementType>(&c.indices[0]);
  const auto* to = std::get_if<ElementType>(&c.indices[1]);
  if (from == nullptr || to == nullptr) throw Problem{"template argument", "recast_layout takes element types such as f16, f32, i8.", {}};
  return recast_layout(c.layout(0), from->bits, to->bits);
}

// --- Algebra

Value run_coalesce(const Call& c) {
  if (c.is_tuple(0) && c.count() == 1) return coalesce(c.tuple(0));
  return through(c, [&](const Layout& l) { return c.count() > 1 ? coalesce(l, c.tuple(1)) : coalesce(l); });
}
Value run_filter(const Call& c) {
  return through(c, [&](const Layout& l) { return c.count() > 1 ? filter(l, c.tuple(1)) : filter(l); });
}
Value run_filter_zeros(const Call& c) {
  return through(c, [&](const Layout& l) { return c.count() > 1 ? filter_zeros(l, c.tuple(1)) : filter_zeros(l); });
}
Value run_composition(const Call& c) {
  if (const auto* swizzle = std::get_if<Swizzle>(&c.argument(0))) {
    if (c.count() == 3) return ComposedLayout{*swizzle, c.integer(1).value, c.layout(2)};
    return ComposedLayout{*swizzle, 0, c.layout(1)};
  }
  if (const auto* composed = std::get_if<ComposedLayout>(&c.argument(0)))
    return ComposedLayout{composed->swizzle, composed->offset, composition(composed->layout, c.tiler(1))};
  return through(c, [&](const Layout& l) { return composition(l, c.tiler(1)); });
}
Value run_complement(const Call& c) {
  return c.count() > 1 ? complement(c.layout(0), shape_of(c.argument(1))) : complement(c.layout(0));
}
Value run_right_inverse(const Call& c) { return right_inverse(c.layout(0)); }
Value run_left_inverse(const Call& c) { return left_inverse(c.layout(0)); }
Value run_nullspace(const Call& c) { return nullspace(c.layout(0)); }
Value run_max_common_layout(const Call& c) { return max_common_layout(c.layout(0), c.layout(1)); }
Value run_max_common_vector(const Call& c) { return IntTuple(max_common_vector(c.layout(0), c.layout(1))); }
Value run_max_alignment(const Call& c) { return IntTuple(max_alignment(c.layout(0))); }

// --- Divide and product

template <Layout (*divide)(const Layout&, const Tiler&)>
Value run_divide(const Call& c) {
  return through(c, [&](const Layout& l) { return divide(l, c.tiler(1)); });
}
template <Layout (*product_of)(const Layout&, const Tiler&)>
Value run_product(const Call& c) {
  return product_of(c.layout(0), c.tiler(1));
}
Value run_blocked(const Call& c) { return blocked_product(c.layout(0), c.layout(1)); }
Value run_raked(const Call& c) { return raked_product(c.layout(0), c.layout(1)); }
Value run_tile_to_shape(const Call& c) { return tile_to_shape(c.layout(0), c.tuple(1), c.count() > 2 ? c.tuple(2) : IntTuple()); }

// --- Partition

Value run_local_tile(const Call& c) {
  if (c.count() == 4) return local_tile(c.tensor(0), dice(c.tuple(3), c.tiler(1)), dice(c.tuple(3), c.tuple(2)));
  return local_tile(c.tensor(0), c.tiler(1), c.tuple(2));
}
Value run_local_partition(const Call& c) {
  const auto threads = c.layout(1);
  return local_partition(c.tensor(0), c.count() == 4 ? dice(c.tuple(3), threads) : threads, c.tuple(2));
}

// --- Contracts

Verdict coalesce_check(const Call& c, const Value& r) {
  return std::holds_alternative<IntTuple>(r) ? Verdict{} : check_coalesce(c.layout(0), result_layout(r));
}
Verdict composition_check(const Call& c, const Value& r) {
  if (std::holds_alternative<ComposedLayout>(r)) return {};
  return check_composition(c.layout(0), c.tiler(1), result_layout(r));
}
Verdict complement_check(const Call& c, const Value& r) { return check_complement(c.layout(0), result_layout(r)); }
Verdict right_inverse_check(const Call& c, const Value& r) { return check_right_inverse(c.layout(0), result_layout(r)); }
Verdict left_inverse_check(const Call& c, const Value& r) { return check_left_inverse(c.layout(0), result_layout(r)); }
template <Layout (*divide)(const Layout&, const Tiler&)>
Verdict divide_check(const Call& c, const Value& r) {
  const auto a = c.layout(0);
  const auto identity = attempt([&] { return divide(make_layout(a.shape()), c.tiler(1)); });
  return identity ? check_divide(a, *identity, result_layout(r)) : Verdict{};
}
Verdict product_check(const Call& c, const Value& r) {
  const auto tiler = c.tiler(1);
  const auto* layout = std::get_if<Layout>(&tiler.is);
  return layout != nullptr ? check_product(c.layout(0), *layout, result_layout(r)) : Verdict{};
}
Verdict partition_check(const Call& c, const Value&) {
  return c.count() == 3 ? check_partition(c.tensor(0), c.layout(1)) : Verdict{};
}

constexpr std::string_view layouts = "Layout", algebra_ = "Algebra", divides = "Divide and product", partitions = "Partition";

const std::vector<Function>& functions_table() {
  static const std::vector<Function> all{
      {{"coalesce", "coalesce(A) · coalesce(A, (_1,_1))", "merge modes that step on from one another; same function of a 1-D coordinate", algebra_}, 1, 2, 0, run_coalesce, coalesce_check},
      {{"composition", "composition(A, B) · A o B", "R(c) = A(B(c))", algebra_}, 2, 3, 0, run_composition, composition_check},
      {{"complement", "complement(A, n)", "the layout of what A leaves out, up to n", algebra_}, 1, 2, 0, run_complement, complement_check},
      {{"right_inverse", "right_inverse(A)", "A(R(i)) = i", algebra_}, 1, 1, 0, run_right_inverse, right_inverse_check},
      {{"left_inverse", "left_inverse(A)", "R(A(i)) = i for an injective A", algebra_}, 1, 1, 0, run_left_inverse, left_inverse_check},
      {{"filter", "filter(A)", "leave out strides of 0 and sizes of 1", algebra_}, 1, 2, 0, run_filter, nullptr},
      {{"filter_zeros", "filter_zeros(A)", "sizes of 1 where the stride is 0", algebra_}, 1, 2, 0, run_filter_zeros, nullptr},
      {{"nullspace", "nullspace(A)", "the coordinates that A maps to 0 by its strides of 0", algebra_}, 1, 1, 0, run_nullspace, nullptr},
      {{"max_common_layout", "max_common_layout(A, B)", "the contiguous elements that A and B have in common", algebra_}, 2, 2, 0, run_max_common_layout, nullptr},
      {{"max_common_vector", "max_common_vector(A, B)", "how many contiguous elements A and B have in common", algebra_}, 2, 2, 0, run_max_common_vector, nullptr},
      {{"max_alignment", "max_alignment(A)", "the largest N for which upcast<N>(A) works", algebra_}, 1, 1, 0, run_max_alignment, nullptr},

      {{"logical_divide", "logical_divide(A, tiler)", "split each mode into (tile, rest)", divides}, 2, 2, 0, run_divide<logical_divide>, divide_check<logical_divide>},
      {{"zipped_divide", "zipped_divide(A, tiler)", "((tile modes), (rest modes))", divides}, 2, 2, 0, run_divide<zipped_divide>, divide_check<zipped_divide>},
      {{"tiled_divide", "tiled_divide(A, tiler)", "((tile modes), rest, rest, ...)", divides}, 2, 2, 0, run_divide<tiled_divide>, divide_check<tiled_divide>},
      {{"flat_divide", "flat_divide(A, tiler)", "(tile, tile, ..., rest, rest, ...)", divides}, 2, 2, 0, run_divide<flat_divide>, divide_check<flat_divide>},
      {{"logical_product", "logical_product(A, B)", "(A, copies of A in the order of B)", divides}, 2, 2, 0, run_product<logical_product>, product_check},
      {{"zipped_product", "zipped_product(A, tiler)", "((block modes), (copies))", divides}, 2, 2, 0, run_product<zipped_product>, product_check},
      {{"tiled_product", "tiled_product(A, tiler)", "((block modes), copies, copies, ...)", divides}, 2, 2, 0, run_product<tiled_product>, product_check},
      {{"flat_product", "flat_product(A, tiler)", "(block, block, ..., copies, copies, ...)", divides}, 2, 2, 0, run_product<flat_product>, product_check},
      {{"blocked_product", "blocked_product(A, B)", "A in every place of B: blocks stay together", divides}, 2, 2, 0, run_blocked, product_check},
      {{"raked_product", "raked_product(A, B)", "A in every place of B: blocks interleave", divides}, 2, 2, 0, run_raked, product_check},
      {{"tile_to_shape", "tile_to_shape(A, shape, order)", "repeat A until it has that shape", divides}, 2, 3, 0, run_tile_to_shape, nullptr},

      {{"local_tile", "local_tile(T, tiler, coord, step)", "the tile at a coordinate: a CTA's part", partitions}, 3, 4, 0, run_local_tile, nullptr},
      {{"local_partition", "local_partition(T, threads, index, step)", "one thread's part of a tile", partitions}, 3, 4, 0, run_local_partition, partition_check},

      {{"make_layout", "make_layout(shape, stride) · make_layout(A, B)", "a layout from a shape and strides, or from modes", layouts}, 0, 32, -1, run_make_layout, nullptr},
      {{"make_ordered_layout", "make_ordered_layout(shape, order)", "compact strides in that order of the modes", layouts}, 2, 2, 0, run_ordered, nullptr},
      {{"make_layout_like", "make_layout_like(A)", "compact strides in A's order", layouts}, 1, 1, 0, run_like, nullptr},
      {{"size", "size<i>(A)", "number of elements", layouts}, 1, 1, -1, run_size, nullptr},
      {{"cosize", "cosize<i>(A)", "1 + the largest index", layouts}, 1, 1, -1, run_cosize, nullptr},
      {{"rank", "rank<i>(A)", "number of modes", layouts}, 1, 1, -1, run_rank, nullptr},
      {{"depth", "depth<i>(A)", "levels of nesting", layouts}, 1, 1, -1, run_depth, nullptr},
      {{"shape", "shape<i>(A)", "the shape", layouts}, 1, 1, -1, run_shape, nullptr},
      {{"stride", "stride<i>(A)", "the strides", layouts}, 1, 1, -1, run_stride, nullptr},
      {{"layout", "layout<i,j>(A)", "a mode as a layout", layouts}, 1, 1, -1, run_layout, nullptr},
      {{"get", "get<i,j>(A)", "a mode", layouts}, 1, 1, -1, sub, nullptr},
      {{"select", "select<i,j,...>(A)", "these modes, in this order", layouts}, 1, 1, -1, run_select, nullptr},
      {{"take", "take<b,e>(A)", "modes b to e - 1", layouts}, 1, 1, 2, run_take, nullptr},
      {{"group", "group<b,e>(A)", "modes b to e - 1 become one", layouts}, 1, 1, 2, run_group, nullptr},
      {{"flatten", "flatten(A)", "no nesting", layouts}, 1, 1, 0, run_flatten, coalesce_check},
      {{"unflatten", "unflatten(A, profile)", "the nesting of the profile", layouts}, 2, 2, 0, run_unflatten, nullptr},
      {{"append", "append<n>(A, B)", "one more mode at the end", layouts}, 1, 2, -1, run_append, nullptr},
      {{"prepend", "prepend<n>(A, B)", "one more mode at the front", layouts}, 1, 2, -1, run_prepend, nullptr},
      {{"replace", "replace<i>(A, B)", "B in place of mode i", layouts}, 2, 2, 1, run_replace, nullptr},
      {{"zip", "zip(A, B)", "((A0,B0),(A1,B1),...)", layouts}, 2, 2, 0, run_zip, nullptr},
      {{"idx2crd", "idx2crd(i, shape)", "the coordinate of an index", layouts}, 2, 3, 0, run_idx2crd, nullptr},
      {{"crd2idx", "crd2idx(c, shape, stride)", "the index of a coordinate", layouts}, 2, 3, 0, run_crd2idx, nullptr},
      {{"slice", "slice(c, A) · A(2,_)", "the modes at _", layouts}, 2, 2, 0, run_slice, nullptr},
      {{"dice", "dice(c, A)", "the modes not at _", layouts}, 2, 2, 0, run_dice, nullptr},
      {{"congruent", "congruent(A, B)", "same profile?", layouts}, 2, 2, 0, run_congruent, nullptr},
      {{"weakly_congruent", "weakly_congruent(A, B)", "does B have A's profile or more?", layouts}, 2, 2, 0, run_weakly, nullptr},
      {{"compatible", "compatible(A, B)", "is every coordinate of A one of B?", layouts}, 2, 2, 0, run_compatible, nullptr},
      {{"evenly_divides", "evenly_divides(A, tiler)", "do the tiles fill A?", layouts}, 2, 2, 0, run_evenly, nullptr},
      {{"shape_div", "shape_div(a, b)", "divide b out of a", layouts}, 2, 2, 0, run_shape_div, nullptr},
      {{"ceil_div", "ceil_div(a, b)", "divide, rounding up", layouts}, 2, 2, 0, run_ceil_div, nullptr},
      {{"round_up", "round_up(a, b)", "the next multiple of b", layouts}, 2, 2, 0, run_round_up, nullptr},
      {{"upcast", "upcast<n>(A)", "in elements n times as wide", layouts}, 1, 1, 1, run_upcast, nullptr},
      {{"downcast", "downcast<n>(A)", "in elements of a n-th of the width", layouts}, 1, 1, 1, run_downcast, nullptr},
      {{"recast_layout", "recast_layout<f16,f32>(A)", "in elements of another type", layouts}, 1, 1, 2, run_recast, nullptr},
      {{"Swizzle", "Swizzle<B,M,S>", "xor B bits, M above the least, from S further up", layouts}, 0, 0, 3, run_swizzle, nullptr},
      {{"make_shape", "make_shape(a, b)", "a tuple", layouts}, 0, 32, -1, run_tuple, nullptr},
      {{"make_tile", "make_tile(a, b)", "a tiler, by mode", layouts}, 0, 32, -1, run_tile, nullptr},
      {{"Int", "Int<n>{}", "a static integer", layouts}, 0, 0, 1, run_static, nullptr},
  };
  return all;
}

/// Other spellings, as C++, the DSL and pycute have them.
constexpr std::pair<std::string_view, std::string_view> aliases[] = {
    {"Layout", "make_layout"},      {"Shape", "make_shape"},     {"Stride", "make_shape"},    {"Coord", "make_shape"},
    {"Step", "make_shape"},         {"make_stride", "make_shape"}, {"make_coord", "make_shape"}, {"make_step", "make_shape"},
    {"make_tuple", "make_shape"},   {"Tile", "make_tile"},       {"C", "Int"},                {"constant", "Int"},
    {"Sw", "Swizzle"},              {"group_modes", "group"},    {"make_tensor", "layout"}};

}  // namespace

const std::vector<Function>& table() { return functions_table(); }

const Function* find_function(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const Function*> map;
    for (const auto& f : table()) map.emplace(f.info.name, &f);
    for (const auto& [alias, of] : aliases) map.emplace(alias, map.at(of));
    return map;
  }();
  const auto it = by_name.find(name);
  return it == by_name.end() ? nullptr : it->second;
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const Environment& names) {
  if (name.size() > 40) return {};
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  const auto look = [&](std::string_view candidate) {
    const auto distance = edit_distance(name, candidate);
    if (distance < least) least = distance, best = candidate;
  };
  for (const auto& [n, value] : names) look(n);
  for (const auto& f : table()) look(f.info.name);
  return best;
}

}  // namespace algebra::expression
