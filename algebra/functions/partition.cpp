// Cuts tensors into parts.

#include "algebra/functions/records.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/layout/contracts_composed.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tilings.hpp"

namespace algebra::expression {
namespace {

/// Return tiler and coordinate of local_tile(T, tiler, coord, step), without the modes marked X.
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

Verdict outside(Message contract, Message what) {
  return {.kind = Verdict::Kind::broken,
          .contract = std::move(contract),
          .checked = 1,
          .total = 1,
          .counterexample = std::move(what),
          .outside = true};
}

/// Returns `verdict`, or a broken one if the coordinate names a tile (or a place) that does not exist.
Verdict within(Verdict verdict, const Message& what, const IntTuple& coordinate, const Layout& grid) {
  const auto beyond = [](const IntTuple& at, std::int64_t count) {
    return at.is_integer() && (at.integer().value < 0 || at.integer().value >= count);
  };
  if (beyond(coordinate, size(grid)))
    return outside(verdict.contract, message("{} {} is outside: there are {}", what, coordinate.integer().value, size(grid)));
  for (int i = 0; coordinate.is_tuple() && i < std::min(coordinate.rank(), rank(grid)); ++i)
    if (beyond(coordinate.mode(i), size(mode(grid, i))))
      return outside(verdict.contract, message("{} {} of mode {} is outside: there are {}", what, coordinate.mode(i).integer().value, i,
                                               size(mode(grid, i))));
  return verdict;
}

/// Checks that each element is in one tile, and that the tile (or the place in it) exists.
Verdict tiled_check(const Layout& tensor, const Tiler& tiler, const Message& what, int mode_of_coordinate, const IntTuple& coordinate,
                    const Checking& checking) {
  const auto tiled = zipped_divide(tensor, tiler);
  // A kernel guards a tile that reaches beyond the end, so sizes count as dynamic here: check_divide then accepts it.
  auto sizes = tensor.shape();
  if (size(tiled) > size(tensor)) sizes = sizes.transformed([](Int n) { return Int{n.value, false, n.basis}; });
  auto verdict = check_divide(Layout(sizes, tensor.stride()), tiler, zipped_divide, tiled, checking);
  if (verdict.kind == Verdict::Kind::none) return verdict;
  verdict.contract = "each element is in one tile";
  // Elements beyond the end are none of the tensor's.
  if (verdict.kind == Verdict::Kind::kept && verdict.checked == verdict.total && size(tiled) > size(tensor))
    verdict.checked = verdict.total = size(tensor);
  return within(std::move(verdict), what, coordinate, mode(tiled, mode_of_coordinate));
}
Verdict tile_check(const Call& c, const Value&, const Checking& checking) {
  const auto t = c.tensor(0);
  const auto tiler = tile_tiler(c);
  const auto at = tile_coordinate(c);
  return and_slice(tiled_check(t.layout, tiler, "tile", 1, at, checking), inner_slicing(t, tiler, at), checking);
}
Verdict inner_check(const Call& c, const Value&, const Checking& checking) {
  const auto t = c.tensor(0);
  return and_slice(tiled_check(t.layout, c.tiler(1), "tile", 1, c.tuple(2), checking), inner_slicing(t, c.tiler(1), c.tuple(2)), checking);
}
Verdict outer_check(const Call& c, const Value&, const Checking& checking) {
  const auto t = c.tensor(0);
  return and_slice(tiled_check(t.layout, c.tiler(1), "place", 0, c.tuple(2), checking), outer_slicing(t, c.tiler(1), c.tuple(2)), checking);
}

/// Tells that a part, which `take` takes, reaches beyond the end of its tensor.
std::optional<Problem> beyond_the_end(const Call& c, Tensor (*take)(const Tensor&, const Tiler&, const IntTuple&, Steps*),
                                      const Tiler& tiler, const IntTuple& at) {
  if (std::holds_alternative<Zip>(c.argument(0))) return std::nullopt;
  const auto shape = c.tensor(0).layout.shape();
  if (has_negative_size(c.tensor(0).layout)) return std::nullopt;
  const auto reached = attempt([&] { return indexing(take(make_identity_tensor(shape), tiler, at, nullptr)); });
  if (!reached || !*reached || (*reached)->codomain.rank() != shape.rank()) return std::nullopt;
  const auto& codomain = (*reached)->codomain;
  const auto next = shape.transformed([](Int n) { return Int{n.value + 1, n.is_static}; });
  if (attempt([&] { return elem_less(codomain, next); }).value_or(true)) return std::nullopt;
  return Problem{"ragged",
                 message("It reaches beyond the tensor {}, up to {}: a kernel needs predicates there.", to_string(shape, Marks::plain),
                         to_string(codomain, Marks::plain)),
                 {}};
}
std::optional<Problem> tile_beyond(const Call& c) { return beyond_the_end(c, inner_partition, tile_tiler(c), tile_coordinate(c)); }
std::optional<Problem> inner_beyond(const Call& c) { return beyond_the_end(c, inner_partition, c.tiler(1), c.tuple(2)); }
std::optional<Problem> outer_beyond(const Call& c) { return beyond_the_end(c, outer_partition, c.tiler(1), c.tuple(2)); }

Verdict partition_check(const Call& c, const Value&, const Checking& checking) {
  // A step omits modes of the tensor; the index still counts all threads.
  const auto threads = c.layout(1);
  const auto& index = c.tuple(2);
  if (index.is_integer() && (index.integer().value < 0 || index.integer().value >= size(threads)))
    return outside("each element has one owner", message("thread {} is outside: {} has {} threads", index.integer().value,
                                                         to_string(threads, Marks::plain), size(threads)));
  auto owners = c.count() == 3 ? check_partition(c.tensor(0), threads, checking) : Verdict{};
  return and_slice(std::move(owners), local_slicing(c.tensor(0), partition_threads(c), index), checking);
}

Value run_identity_tensor(const Call& c) { return make_identity_tensor(c.only_shape(0)); }
Value run_coord_tensor(const Call& c) { return make_coord_tensor(c.layout(0)); }

/// Recasts a tensor; elements of a tensor without a type are f32 unless a second type tells otherwise.
Value run_recast_tensor(const Call& c) {
  const auto* to = !c.indices.empty() ? std::get_if<ElementType>(&c.indices[0]) : nullptr;
  const auto* from = c.indices.size() == 2 ? std::get_if<ElementType>(&c.indices[1]) : nullptr;
  if (to == nullptr || c.indices.size() > 2 || (c.indices.size() == 2 && from == nullptr))
    throw Problem{"template argument", "recast takes the new element type: recast<f16>(T), or with that of T recast<f16,f64>(T).", {}};
  const auto* t = std::get_if<Tensor>(&c.argument(0));
  if (t == nullptr || t->coordinate)
    throw ArgumentProblem{{"argument", message("recast needs a tensor in memory, not {}.", to_string(c.argument(0), Marks::plain)), {}}, 0};
  return recast(*t, *to, from != nullptr ? from->bits : element_bits(*t));
}

Value run_slice_and_offset(const Call& c) {
  const auto at = c.coordinate_place();
  const auto* zip = std::get_if<Zip>(&c.argument(1 - at));
  if (zip != nullptr && zip->of == Zip::Of::layout) {
    LayoutAndOffset all{Zip{.of = Zip::Of::layout, .parts = {}}, IntTuple()};
    auto& parts = std::get<Zip>(all.layout).parts;
    for (std::size_t i = 0; i < zip->parts.size(); ++i) {
      const auto* composed = std::get_if<ComposedLayout>(&zip->parts[i]);
      auto of_part =
          composed != nullptr ? slice_and_offset(c.tuple(at), *composed) : slice_and_offset(c.tuple(at), std::get<Layout>(zip->parts[i]));
      if (const auto* l = std::get_if<Layout>(&of_part.layout)) parts.emplace_back(*l);
      else parts.emplace_back(std::get<ComposedLayout>(of_part.layout));
      all.offset.append(of_part.offset);
    }
    require_one_rank(std::get<Zip>(all.layout), c.name);
    return all;
  }
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(1 - at))) return slice_and_offset(c.tuple(at), *l);
  return slice_and_offset(c.tuple(at), c.layout(1 - at));
}
Verdict slice_and_offset_check(const Call& c, const Value&, const Checking& checking) {
  const auto at = c.coordinate_place();
  const auto* composed = std::get_if<ComposedLayout>(&c.argument(1 - at));
  return composed != nullptr ? check_slice(*composed, c.tuple(at), Begins::at_offset, checking) : Verdict{};
}
Value run_domain_offset(const Call& c) {
  const auto at = c.coordinate_place();
  const bool sliced = has_underscore(c.tuple(at));
  if (sliced && !std::holds_alternative<Layout>(c.argument(1 - at)))
    throw Problem{"argument", message("The coordinate {} has no offset: `_` is not an integer.", to_string(c.tuple(at), Marks::plain)), {}};
  if (const auto* t = std::get_if<Tensor>(&c.argument(1 - at))) return domain_offset(c.tuple(at), *t);
  if (const auto* l = std::get_if<ComposedLayout>(&c.argument(1 - at))) return domain_offset(c.tuple(at), *l);
  // CuTe calls the layout with the coordinate; with a `_` that is a slice, which has no offset.
  if (sliced) {
    const auto l = c.layout(1 - at);
    return Zip{.of = Zip::Of::tuple, .parts = {l, slice(c.tuple(at), l)}};
  }
  return domain_offset(c.tuple(at), c.layout(1 - at));
}

}  // namespace

std::vector<Function> partition_functions() {
  return {
      {.name = "local_tile",
       .signature = "local_tile(T, tiler, coord, step)",
       .group = Group::partition,
       .meaning = "the tile at a coordinate: a CTA's part",
       .formula = "R(x) = zipped_divide(T, tiler)(x, coord)",
       .parameters = "input tiler coord proj",
       .arguments = {3, 4},
       .run = each_of_zip<run_local_tile, Zip::Of::tensor>,
       .contract = of_each_part<tile_check>,
       .condition = "partition",
       .blamed = 1,
       .hint = tile_beyond,
       .makes_layout = true,
       .links = links::tile,
       .keeps_memory_of = 0,
       .part = 2,
       .code = {.cpp = code::cpp::local_tile, .dsl = code::dsl::local_tile},
       .search_words = "block cta",
       .everyday = true,
       .example = {"local_tile((8,8):(8,1), (4,4), (0,1))", "ptr+4 o (4,4):(8,1)"}},
      {.name = "local_partition",
       .signature = "local_partition(T, threads, index, step)",
       .group = Group::partition,
       .meaning = "one thread's part of a tile",
       .formula = "R(y) = zipped_divide(T, shape(threads))(threads.get_flat_coord(index), y)",
       .parameters = "target tiler index proj",
       .arguments = {3, 4},
       .run = each_of_zip<run_local_partition, Zip::Of::tensor>,
       .contract = of_each_part<partition_check>,
       .condition = "partition",
       .blamed = 1,
       .makes_layout = true,
       .links = links::threads,
       .keeps_memory_of = 0,
       .threads = 1,
       .part = 2,
       .code = {.cpp = code::cpp::local_partition, .dsl = code::dsl::local_partition},
       .everyday = true,
       .example = {"local_partition((8,8):(8,1), (2,4):(4,1), 5)", "ptr+9 o (4,2):(16,4)"}},
      {.name = "inner_partition",
       .signature = "inner_partition(T, tiler, coord)",
       .group = Group::partition,
       .meaning = "the modes inside the tiler, at a coordinate of the rest",
       .formula = "R(x) = zipped_divide(T, tiler)(x, coord)",
       .parameters = "target tiler coord",
       .arguments = {3, 3},
       .run = each_of_zip<run_inner_partition, Zip::Of::tensor>,
       .contract = of_each_part<inner_check>,
       .blamed = 1,
       .hint = inner_beyond,
       .makes_layout = true,
       .links = links::tile,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::local_tile},
       .example = {"inner_partition((8,8):(8,1), (4,4), (1,0))", "ptr+32 o (4,4):(8,1)"}},
      {.name = "outer_partition",
       .signature = "outer_partition(T, tiler, coord)",
       .group = Group::partition,
       .meaning = "the modes outside the tiler, at a coordinate in it",
       .formula = "R(y) = zipped_divide(T, tiler)(coord, y)",
       .parameters = "target tiler coord",
       .arguments = {3, 3},
       .run = each_of_zip<run_outer_partition, Zip::Of::tensor>,
       .contract = of_each_part<outer_check>,
       .blamed = 1,
       .hint = outer_beyond,
       .makes_layout = true,
       .links = links::tile,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::local_tile},
       .example = {"outer_partition((8,8):(8,1), (4,4), (1,0))", "ptr+8 o (2,2):(32,4)"}},
      {.name = "slice_and_offset",
       .signature = "slice_and_offset(c, A)",
       .group = Group::partition,
       .meaning = "the modes at _, and the index of the others",
       .parameters = "coord layout",
       .arguments = {2, 2},
       .run = run_slice_and_offset,
       .contract = slice_and_offset_check,
       .condition = "slice",
       .blamed = 0,
       .links = links::reordered_by_coordinate,
       .code = {.cpp = code::cpp::coordinate_and_layout, .dsl = code::dsl::same_name, .pycute = code::pycute::slice_and_offset},
       .example = {"slice_and_offset((2,_), (8,4):(4,1))", "((4):(1),8)"}},
      {.name = "domain_offset",
       .signature = "domain_offset(c, A)",
       .group = Group::partition,
       .meaning = "A begun at a coordinate",
       .formula = "R(x) = A(c + x)",
       .parameters = "coord tensor",
       .arguments = {2, 2},
       .run = run_domain_offset,
       .blamed = 0,
       .makes_layout = true,
       .links = links::begun_at,
       .keeps_memory_of = 0,
       .code = {.cpp = code::cpp::coordinate_and_layout, .dsl = code::dsl::domain_offset},
       .example = {"domain_offset((2,1), (8,4):(4,1))", "((8,4):(4,1),9)"}},
      {.name = "make_identity_tensor",
       .signature = "make_identity_tensor(shape)",
       .group = Group::partition,
       .meaning = "a tensor of its own coordinates",
       .formula = "R(c) = c",
       .parameters = "shape",
       .arguments = {1, 1},
       .run = run_identity_tensor,
       .makes_layout = true,
       .links = links::same_place,
       .code = {.cpp = code::cpp::shapes, .dsl = code::dsl::identity},
       .example = {"make_identity_tensor((8,4))", "ArithTuple(0,0) o (8,4):(1@0,1@1)"}},
      {.name = "make_coord_tensor",
       .signature = "make_coord_tensor(A)",
       .group = Group::partition,
       .meaning = "a tensor of a layout's indices",
       .formula = "R(i) = A(i)",
       .parameters = "layout",
       .arguments = {1, 1},
       .run = run_coord_tensor,
       .makes_layout = true,
       .links = links::same_place,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"make_coord_tensor((8,4):(1@1,1@0))", "ArithTuple(0,0) o (8,4):(1@1,1@0)"}},
      {.name = "recast",
       .aliases = {{"recast_tensor"}},
       .signature = "recast<f16>(T)",
       .group = Group::partition,
       .meaning = "a tensor in elements of another type, from its own or else f32",
       .parameters = "tensor",
       .arguments = {1, 1},
       .indices = any_number,
       .run = run_recast_tensor,
       .makes_layout = true,
       .links = links::recast,
       .code = {.cpp = code::cpp::value},
       .example = {"recast<f16>(ptr+4 o (8,4):(1,8))", "ptr+8 o (16,4):(1,16)"}},
  };
}

}  // namespace algebra::expression
