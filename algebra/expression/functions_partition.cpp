// Cutting tensors into parts.

#include <algorithm>

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

/// Tiler and coordinate of local_tile(T, tiler, coord, step), those with X left out.
Tiler tile_tiler(const Call& c) { return c.count() == 4 ? dice(c.tuple(3), c.tiler(1)) : c.tiler(1); }
IntTuple tile_coordinate(const Call& c) { return c.count() == 4 ? dice(c.tuple(3), c.tuple(2)) : c.tuple(2); }
Layout partition_threads(const Call& c) { return c.count() == 4 ? dice(c.tuple(3), c.layout(1)) : c.layout(1); }

Value run_local_tile(const Call& c) { return inner_partition(c.tensor(0), tile_tiler(c), tile_coordinate(c), c.steps); }
Value run_inner_partition(const Call& c) { return inner_partition(c.tensor(0), c.tiler(1), c.tuple(2), c.steps); }
Value run_outer_partition(const Call& c) { return outer_partition(c.tensor(0), c.tiler(1), c.tuple(2), c.steps); }
Value run_local_partition(const Call& c) {
  if (!c.tuple(2).is_integer()) throw ArgumentProblem{{"argument", "local_partition takes the index of a thread, an integer.", {}}, 2};
  return local_partition(c.tensor(0), partition_threads(c), c.tuple(2), c.steps);
}

Verdict outside(std::string_view contract, std::string what) {
  return {.kind = Verdict::Kind::broken, .contract = std::string(contract), .checked = 1, .total = 1, .counterexample = std::move(what)};
}

/// Whether a coordinate names a tile (or a place) that there is.
Verdict within(Verdict verdict, const char* what, const IntTuple& coordinate, const Layout& grid) {
  const auto beyond = [](const IntTuple& at, std::int64_t count) {
    return at.is_integer() && (at.integer().value < 0 || at.integer().value >= count);
  };
  if (beyond(coordinate, size(grid)))
    return outside(verdict.contract, fmt::format("{} {} is outside: there are {}", what, coordinate.integer().value, size(grid)));
  for (int i = 0; coordinate.is_tuple() && i < std::min(coordinate.rank(), rank(grid)); ++i)
    if (beyond(coordinate.mode(i), size(mode(grid, i))))
      return outside(verdict.contract, fmt::format("{} {} of mode {} is outside: there are {}", what, coordinate.mode(i).integer().value, i,
                                                   size(mode(grid, i))));
  return verdict;
}

/// Elements in one tile each, and the tile (or the place in it) among them.
Verdict tiled_check(const Layout& tensor, const Tiler& tiler, const char* what, int mode_of_coordinate, const IntTuple& coordinate,
                    const Checking& checking) {
  const auto tiled = zipped_divide(tensor, tiler);
  auto verdict = check_divide(tensor, tiler, zipped_divide, tiled, checking);
  if (verdict.kind == Verdict::Kind::none) return verdict;
  verdict.contract = "each element is in one tile";
  return within(std::move(verdict), what, coordinate, mode(tiled, mode_of_coordinate));
}
Verdict tile_check(const Call& c, const Value&, const Checking& checking) {
  return tiled_check(c.tensor(0).layout, tile_tiler(c), "tile", 1, tile_coordinate(c), checking);
}
Verdict inner_check(const Call& c, const Value&, const Checking& checking) {
  return tiled_check(c.tensor(0).layout, c.tiler(1), "tile", 1, c.tuple(2), checking);
}
Verdict outer_check(const Call& c, const Value&, const Checking& checking) {
  return tiled_check(c.tensor(0).layout, c.tiler(1), "place", 0, c.tuple(2), checking);
}

Verdict partition_check(const Call& c, const Value&, const Checking& checking) {
  // A step leaves out modes of the tensor; the index still counts all the threads.
  const auto threads = c.layout(1);
  const auto& index = c.tuple(2);
  if (index.is_integer() && (index.integer().value < 0 || index.integer().value >= size(threads)))
    return outside("each element has one owner", fmt::format("thread {} is outside: {} has {} threads", index.integer().value,
                                                             to_string(threads, Marks::plain), size(threads)));
  return c.count() == 3 ? check_partition(c.tensor(0), threads, checking) : Verdict{};
}

Value run_identity_tensor(const Call& c) { return make_identity_tensor(c.shape(0)); }

Value run_slice_and_offset(const Call& c) {
  const auto at = c.coordinate_place();
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(1 - at))) return slice_and_offset(c.tuple(at), *l);
  return slice_and_offset(c.tuple(at), c.layout(1 - at));
}
Value run_domain_offset(const Call& c) {
  const auto at = c.coordinate_place();
  if (const auto* t = std::get_if<Tensor>(&c.argument(1 - at))) return domain_offset(c.tuple(at), *t);
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(1 - at))) return domain_offset(c.tuple(at), *l);
  return domain_offset(c.tuple(at), c.layout(1 - at));
}

}  // namespace

std::vector<Function> partition_functions() {
  constexpr std::string_view g = "Partition";
  return {
      {{"local_tile", "local_tile(T, tiler, coord, step)", "the tile at a coordinate: a CTA's part", g},
       "input tiler coord proj",
       3,
       4,
       0,
       run_local_tile,
       tile_check,
       1},
      {{"local_partition", "local_partition(T, threads, index, step)", "one thread's part of a tile", g},
       "target tiler index proj",
       3,
       4,
       0,
       run_local_partition,
       partition_check,
       1},
      {{"inner_partition", "inner_partition(T, tiler, coord)", "what is inside the tiler, at a coordinate of the rest", g},
       "target tiler coord",
       3,
       3,
       0,
       run_inner_partition,
       inner_check,
       1},
      {{"outer_partition", "outer_partition(T, tiler, coord)", "what is outside the tiler, at a coordinate in it", g},
       "target tiler coord",
       3,
       3,
       0,
       run_outer_partition,
       outer_check,
       1},
      {{"slice_and_offset", "slice_and_offset(c, A)", "the modes at _, and the index of the others", g},
       "coord layout",
       2,
       2,
       0,
       run_slice_and_offset,
       nullptr,
       0},
      {{"domain_offset", "domain_offset(c, A)", "A begun at a coordinate", g}, "coord tensor", 2, 2, 0, run_domain_offset, nullptr, 0},
      {{"make_identity_tensor", "make_identity_tensor(shape)", "a tensor of its own coordinates", g},
       "shape",
       1,
       1,
       0,
       run_identity_tensor},
  };
}

}  // namespace algebra::expression
