// The divides and the products.

#include <fmt/format.h>

#include "algebra/expression/functions.hpp"

namespace algebra::expression {
namespace {

using ByTiler = Layout (*)(const Layout&, const Tiler&, Steps*);
using ByLayout = Layout (*)(const Layout&, const Layout&, Steps*);

template <ByTiler operation>
Value run_by_tiler(const Call& c) {
  return through(c, composed_too, [&](const Layout& l) { return operation(l, c.tiler(1), c.steps); });
}
template <ByLayout operation>
Value run_by_layout(const Call& c) {
  return through(c, composed_too, [&](const Layout& l) { return operation(l, c.layout(1), c.steps); });
}
Value run_logical_product(const Call& c) {
  if (c.is_composed(1)) return logical_product(c.layout(0), std::get<ComposedLayout>(c.argument(1)));
  return run_by_tiler<logical_product>(c);
}
Value run_tile_unzip(const Call& c) {
  return through(c, composed_too, [&](const Layout& l) { return tile_unzip(l, c.tiler(1)); });
}
Value run_tile_to_shape(const Call& c) {
  return through(c, composed_too,
                 [&](const Layout& l) { return tile_to_shape(l, c.integers(1), c.count() > 2 ? c.integers(2) : IntTuple()); });
}

template <ByTiler divide>
Verdict divide_check(const Call& c, const Value& r, const Checking& checking) {
  return check_divide(c.inner(0), c.tiler(1), divide, inner_layout(r), checking);
}
/// Zipped, tiled and flat products have the modes of the logical one, grouped in another way.
Verdict product_check(const Call& c, const Value& r, const Checking& checking) {
  if (c.is_composed(1)) return {};
  const auto block = c.inner(0);
  const auto tiler = c.tiler(1);
  const auto* layout = std::get_if<Layout>(&tiler.is);
  // The rank-sensitive products interleave the block's modes with the tiler's.
  if (c.name == "blocked_product" || c.name == "raked_product")
    return layout != nullptr ? check_product(block, *layout, inner_layout(r), checking) : Verdict{};
  return check_logical_product(block, tiler, logical_product(block, tiler), checking);
}

Verdict tile_to_shape_check(const Call& c, const Value& r, const Checking& checking) {
  const auto block = c.inner(0);
  return check_product(block, tile_copies(block, c.tuple(1), c.count() > 2 ? c.tuple(2) : IntTuple()), inner_layout(r), checking);
}

}  // namespace

std::vector<Function> divide_functions() {
  constexpr std::string_view g = "Divide and product";
  return {
      {{"logical_divide", "logical_divide(A, tiler)", "split each mode into (tile, rest)", g},
       "target tiler",
       2,
       2,
       0,
       run_by_tiler<logical_divide>,
       divide_check<logical_divide>,
       1},
      {{"zipped_divide", "zipped_divide(A, tiler)", "((tile modes), (rest modes))", g},
       "target tiler",
       2,
       2,
       0,
       run_by_tiler<zipped_divide>,
       divide_check<zipped_divide>,
       1},
      {{"tiled_divide", "tiled_divide(A, tiler)", "((tile modes), rest, rest, ...)", g},
       "target tiler",
       2,
       2,
       0,
       run_by_tiler<tiled_divide>,
       divide_check<tiled_divide>,
       1},
      {{"flat_divide", "flat_divide(A, tiler)", "(tile, tile, ..., rest, rest, ...)", g},
       "target tiler",
       2,
       2,
       0,
       run_by_tiler<flat_divide>,
       divide_check<flat_divide>,
       1},
      {{"tile_unzip", "tile_unzip(A, tiler)", "gather the pairs at the tiler's leaves: ((tiles), (rests))", g},
       "layout tiler",
       2,
       2,
       0,
       run_tile_unzip,
       nullptr,
       1},
      {{"logical_product", "logical_product(A, B)", "(A, copies of A in the order of B)", g},
       "block tiler",
       2,
       2,
       0,
       run_logical_product,
       product_check,
       1},
      {{"zipped_product", "zipped_product(A, tiler)", "((block modes), (copies))", g},
       "block tiler",
       2,
       2,
       0,
       run_by_tiler<zipped_product>,
       product_check,
       1},
      {{"tiled_product", "tiled_product(A, tiler)", "((block modes), copies, copies, ...)", g},
       "block tiler",
       2,
       2,
       0,
       run_by_tiler<tiled_product>,
       product_check,
       1},
      {{"flat_product", "flat_product(A, tiler)", "(block, block, ..., copies, copies, ...)", g},
       "block tiler",
       2,
       2,
       0,
       run_by_tiler<flat_product>,
       product_check,
       1},
      {{"blocked_product", "blocked_product(A, B)", "A in every place of B: blocks stay together", g},
       "block tiler",
       2,
       2,
       0,
       run_by_layout<blocked_product>,
       product_check,
       1},
      {{"raked_product", "raked_product(A, B)", "A in every place of B: blocks interleave", g},
       "block tiler",
       2,
       2,
       0,
       run_by_layout<raked_product>,
       product_check,
       1},
      {{"tile_to_shape", "tile_to_shape(A, shape, order)", "repeat A until it has that shape", g},
       "atom trg_shape order",
       2,
       3,
       0,
       run_tile_to_shape,
       tile_to_shape_check,
       1},
  };
}

}  // namespace algebra::expression
