// Algebra, divides and products, partitions: the operations that keep a contract.

#include <fmt/format.h>

#include "algebra/contracts.hpp"
#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

constexpr std::string_view algebra_group = "Algebra", divide_group = "Divide and product",
                           partition_group = "Partition";

/// f on the layout of the first argument; a tensor keeps its offset.
template <class F>
Value through(const Call& c, F&& f) {
  if (const auto* t = std::get_if<Tensor>(&c.argument(0))) return Tensor{t->offset, f(t->layout)};
  return f(c.layout(0));
}

const Layout& layout_in(const Value& v) {
  if (const auto* t = std::get_if<Tensor>(&v)) return t->layout;
  return std::get<Layout>(v);
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
  // A debugger shows ComposedLayout<Swizzle<3,4,3>, C<0>, Layout<...>>.
  if (c.arguments.empty()) return run_composition({c.name, {}, c.indices, {}, {}});
  if (!c.indices.empty()) throw Problem{"template argument", "composition takes nothing in <>.", {}};
  if (const auto* swizzle = std::get_if<Swizzle>(&c.argument(0))) {
    if (c.count() == 3) return ComposedLayout{*swizzle, c.integer(1).value, c.layout(2)};
    return ComposedLayout{*swizzle, 0, c.layout(1)};
  }
  if (c.count() == 3) throw Problem{"argument", "composition of three takes a swizzle, an offset and a layout.", {}};
  if (const auto* composed = std::get_if<ComposedLayout>(&c.argument(0)))
    return ComposedLayout{composed->swizzle, composed->offset, composition(composed->layout, c.tiler(1))};
  return through(c, [&](const Layout& l) { return composition(l, c.tiler(1)); });
}

Value run_complement(const Call& c) {
  return c.count() > 1 ? complement(c.layout(0), c.shape(1)) : complement(c.layout(0));
}
Value run_right_inverse(const Call& c) { return right_inverse(c.layout(0)); }
Value run_left_inverse(const Call& c) { return left_inverse(c.layout(0)); }
Value run_nullspace(const Call& c) { return nullspace(c.layout(0)); }
Value run_max_common_layout(const Call& c) { return max_common_layout(c.layout(0), c.layout(1)); }
Value run_max_common_vector(const Call& c) { return IntTuple(max_common_vector(c.layout(0), c.layout(1))); }
Value run_max_alignment(const Call& c) { return IntTuple(max_alignment(c.layout(0))); }

Verdict coalesce_check(const Call& c, const Value& r) {
  return std::holds_alternative<IntTuple>(r) ? Verdict{} : check_coalesce(c.layout(0), layout_in(r));
}
Verdict composition_check(const Call& c, const Value& r) {
  return std::holds_alternative<ComposedLayout>(r) ? Verdict{}
                                                   : check_composition(c.layout(0), c.tiler(1), layout_in(r));
}
Verdict complement_check(const Call& c, const Value& r) {
  if (c.count() == 1) return check_complement(c.layout(0), layout_in(r));
  return check_complement(c.layout(0), c.shape(1), layout_in(r));
}
Verdict right_inverse_check(const Call& c, const Value& r) { return check_right_inverse(c.layout(0), layout_in(r)); }
Verdict left_inverse_check(const Call& c, const Value& r) { return check_left_inverse(c.layout(0), layout_in(r)); }

// --- Divide and product

using Divide = Layout (*)(const Layout&, const Tiler&);

template <Divide divide>
Value run_divide(const Call& c) {
  return through(c, [&](const Layout& l) { return divide(l, c.tiler(1)); });
}
template <Divide product_of>
Value run_product(const Call& c) {
  return product_of(c.layout(0), c.tiler(1));
}
Value run_blocked(const Call& c) { return blocked_product(c.layout(0), c.layout(1)); }
Value run_raked(const Call& c) { return raked_product(c.layout(0), c.layout(1)); }
Value run_tile_to_shape(const Call& c) {
  return tile_to_shape(c.layout(0), c.tuple(1), c.count() > 2 ? c.tuple(2) : IntTuple());
}

/// The same divide of the layout that gives each element its own coordinate tells where every element went.
template <Divide divide>
Verdict divided_check(const Layout& a, const Tiler& tiler, const Layout& r) {
  const auto identity = attempt([&] { return divide(make_layout(a.shape()), tiler); });
  return identity ? check_divide(a, *identity, r) : Verdict{};
}
template <Divide divide>
Verdict divide_check(const Call& c, const Value& r) {
  return divided_check<divide>(c.layout(0), c.tiler(1), layout_in(r));
}
Verdict product_check(const Call& c, const Value& r) {
  const auto tiler = c.tiler(1);
  const auto* layout = std::get_if<Layout>(&tiler.is);
  if (layout == nullptr) return {};
  // The rank-sensitive products interleave the block's modes with the tiler's.
  const bool by_rank = c.name == "blocked_product" || c.name == "raked_product";
  return (by_rank ? check_product : check_logical_product)(c.layout(0), *layout, layout_in(r));
}

// --- Partition

/// Tiler and coordinate of local_tile(T, tiler, coord, step), those with X left out.
Tiler tile_tiler(const Call& c) { return c.count() == 4 ? dice(c.tuple(3), c.tiler(1)) : c.tiler(1); }
IntTuple tile_coordinate(const Call& c) { return c.count() == 4 ? dice(c.tuple(3), c.tuple(2)) : c.tuple(2); }
Layout partition_threads(const Call& c) { return c.count() == 4 ? dice(c.tuple(3), c.layout(1)) : c.layout(1); }

Value run_local_tile(const Call& c) { return local_tile(c.tensor(0), tile_tiler(c), tile_coordinate(c)); }
Value run_local_partition(const Call& c) { return local_partition(c.tensor(0), partition_threads(c), c.tuple(2)); }

Verdict outside(std::string_view contract, std::string what) {
  return {.kind = Verdict::Kind::broken,
          .contract = std::string(contract),
          .checked = 1,
          .total = 1,
          .counterexample = std::move(what)};
}

/// Elements in one tile each, and the tile among them.
Verdict tile_check(const Call& c, const Value&) {
  const auto tensor = c.tensor(0).layout;
  const auto tiler = tile_tiler(c);
  const auto tiled = zipped_divide(tensor, tiler);
  auto verdict = divided_check<zipped_divide>(tensor, tiler, tiled);
  if (verdict.kind == Verdict::Kind::none) return verdict;
  verdict.contract = "each element is in one tile";
  const auto grid = mode(tiled, 1);
  const auto coordinate = tile_coordinate(c);
  const auto beyond = [](const IntTuple& at, std::int64_t tiles) {
    return at.is_integer() && (at.integer().value < 0 || at.integer().value >= tiles);
  };
  if (beyond(coordinate, size(grid)))
    return outside(verdict.contract,
                   fmt::format("tile {} is outside: there are {}", coordinate.integer().value, size(grid)));
  for (int i = 0; coordinate.is_tuple() && i < std::min(coordinate.rank(), rank(grid)); ++i)
    if (beyond(coordinate.mode(i), size(mode(grid, i))))
      return outside(verdict.contract, fmt::format("tile {} of mode {} is outside: there are {}",
                                                   coordinate.mode(i).integer().value, i, size(mode(grid, i))));
  return verdict;
}

Verdict partition_check(const Call& c, const Value&) {
  // A step leaves out modes of the tensor; the index still counts all the threads.
  const auto threads = c.layout(1);
  const auto& index = c.tuple(2);
  if (index.is_integer() && (index.integer().value < 0 || index.integer().value >= size(threads)))
    return outside("each element has one owner",
                   fmt::format("thread {} is outside: {} has {} threads", index.integer().value,
                               to_string(threads, Marks::plain), size(threads)));
  return c.count() == 3 ? check_partition(c.tensor(0), threads) : Verdict{};
}

}  // namespace

std::vector<Function> algebra_functions() {
  const auto g = algebra_group;
  return {
      {{"coalesce", "coalesce(A) · coalesce(A, (_1,_1))", "merge modes that step on from one another", g},
       "input target_profile", 1, 2, 0, run_coalesce, coalesce_check},
      {{"composition", "composition(A, B) · A o B", "R(c) = A(B(c))", g},
       "lhs rhs", 2, 3, Function::any, run_composition, composition_check, 1},
      {{"complement", "complement(A, n)", "the layout of what A leaves out, up to n", g},
       "input cotarget", 1, 2, 0, run_complement, complement_check, 0},
      {{"right_inverse", "right_inverse(A)", "A(R(i)) = i", g},
       "input", 1, 1, 0, run_right_inverse, right_inverse_check, 0},
      {{"left_inverse", "left_inverse(A)", "R(A(i)) = i for an injective A", g},
       "input", 1, 1, 0, run_left_inverse, left_inverse_check, 0},
      {{"filter", "filter(A)", "leave out strides of 0 and sizes of 1", g},
       "input target_profile", 1, 2, 0, run_filter},
      {{"filter_zeros", "filter_zeros(A)", "sizes of 1 where the stride is 0", g},
       "input target_profile", 1, 2, 0, run_filter_zeros},
      {{"nullspace", "nullspace(A)", "the coordinates that A maps to 0 by its strides of 0", g},
       "input", 1, 1, 0, run_nullspace},
      {{"max_common_layout", "max_common_layout(A, B)", "the contiguous elements that A and B have in common", g},
       "a b", 2, 2, 0, run_max_common_layout},
      {{"max_common_vector", "max_common_vector(A, B)", "how many contiguous elements A and B have in common", g},
       "a b", 2, 2, 0, run_max_common_vector},
      {{"max_alignment", "max_alignment(A)", "the largest N for which upcast<N>(A) works", g},
       "input", 1, 1, 0, run_max_alignment},
  };
}

std::vector<Function> divide_functions() {
  const auto g = divide_group;
  return {
      {{"logical_divide", "logical_divide(A, tiler)", "split each mode into (tile, rest)", g},
       "target tiler", 2, 2, 0, run_divide<logical_divide>, divide_check<logical_divide>, 1},
      {{"zipped_divide", "zipped_divide(A, tiler)", "((tile modes), (rest modes))", g},
       "target tiler", 2, 2, 0, run_divide<zipped_divide>, divide_check<zipped_divide>, 1},
      {{"tiled_divide", "tiled_divide(A, tiler)", "((tile modes), rest, rest, ...)", g},
       "target tiler", 2, 2, 0, run_divide<tiled_divide>, divide_check<tiled_divide>, 1},
      {{"flat_divide", "flat_divide(A, tiler)", "(tile, tile, ..., rest, rest, ...)", g},
       "target tiler", 2, 2, 0, run_divide<flat_divide>, divide_check<flat_divide>, 1},
      {{"logical_product", "logical_product(A, B)", "(A, copies of A in the order of B)", g},
       "block tiler", 2, 2, 0, run_product<logical_product>, product_check, 1},
      {{"zipped_product", "zipped_product(A, tiler)", "((block modes), (copies))", g},
       "block tiler", 2, 2, 0, run_product<zipped_product>, product_check, 1},
      {{"tiled_product", "tiled_product(A, tiler)", "((block modes), copies, copies, ...)", g},
       "block tiler", 2, 2, 0, run_product<tiled_product>, product_check, 1},
      {{"flat_product", "flat_product(A, tiler)", "(block, block, ..., copies, copies, ...)", g},
       "block tiler", 2, 2, 0, run_product<flat_product>, product_check, 1},
      {{"blocked_product", "blocked_product(A, B)", "A in every place of B: blocks stay together", g},
       "block tiler", 2, 2, 0, run_blocked, product_check, 1},
      {{"raked_product", "raked_product(A, B)", "A in every place of B: blocks interleave", g},
       "block tiler", 2, 2, 0, run_raked, product_check, 1},
      {{"tile_to_shape", "tile_to_shape(A, shape, order)", "repeat A until it has that shape", g},
       "atom trg_shape order", 2, 3, 0, run_tile_to_shape, nullptr, 1},
  };
}

std::vector<Function> partition_functions() {
  const auto g = partition_group;
  return {
      {{"local_tile", "local_tile(T, tiler, coord, step)", "the tile at a coordinate: a CTA's part", g},
       "input tiler coord proj", 3, 4, 0, run_local_tile, tile_check},
      {{"local_partition", "local_partition(T, threads, index, step)", "one thread's part of a tile", g},
       "target tiler index proj", 3, 4, 0, run_local_partition, partition_check},
  };
}

}  // namespace algebra::expression
