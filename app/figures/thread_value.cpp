#include "app/figures/thread_value.hpp"

#include <fmt/format.h>

#include "algebra/tiled.hpp"
#include "app/figures/pictures.hpp"
#include "render/colourings.hpp"

namespace app {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Value;
using Made = tl::expected<render::Figure, std::string>;

render::View owner_view(const Entry& entry) {
  auto view = entry.view;
  view.slice = 0;
  view.transposed = false;
  if (!view.colour_by->needs_owners) view.colour_by = render::ColourBy::thread;
  if (view.label_by == render::LabelBy::index) view.label_by = render::LabelBy::thread_value;
  return view;
}

/// The tile of that shape, its elements numbered as (thread, value) -> index numbers them.
std::optional<render::Diagram> owned_tile(const IntTuple& shape, const Layout& owners, std::string_view name, const render::View& view) {
  render::Context context;
  context.owners = owners;
  auto d = render::describe(Value(shape), name, view, context);
  if (d) d->subtitle = algebra::to_string(Value(owners), algebra::Marks::plain);
  return d;
}

Made one(std::optional<render::Diagram> d, std::string_view name) {
  if (!d) return tl::unexpected(fmt::format("{} is too large for a figure.", name));
  render::Figure figure;
  figure.panels.push_back({std::move(*d), "", ""});
  return figure;
}

/// B above C and A to the left of C, as in every figure of an MMA: K runs towards C.
Made mma_figure(const algebra::TiledMma& mma, render::View view) {
  const auto mnk = algebra::tile_shape(mma);
  const auto m = mnk.mode(0), n = mnk.mode(1), k = mnk.mode(2);
  auto a = owned_tile(IntTuple::tuple({m, k}), algebra::layout_tv(mma, algebra::Matrix::a), "A (M,K)", view);
  auto c = owned_tile(IntTuple::tuple({m, n}), algebra::layout_tv(mma, algebra::Matrix::c), "C (M,N)", view);
  view.transposed = true;
  auto b = owned_tile(IntTuple::tuple({n, k}), algebra::layout_tv(mma, algebra::Matrix::b), "B (N,K)", view);
  if (!a || !b || !c) return tl::unexpected(std::string("The MMA's tile is too large for a figure."));
  render::Figure figure;
  figure.columns = 2;
  figure.panels.push_back({std::nullopt, "", ""});
  figure.panels.push_back({std::move(*b), "", ""});
  figure.panels.push_back({std::move(*a), "", ""});
  figure.panels.push_back({std::move(*c), "", ""});
  return figure;
}

}  // namespace

Made thread_value_figure(const Sheet& sheet, const SheetEvaluator& evaluator, int index, const std::string& tile) {
  const auto& entry = sheet.entries[static_cast<std::size_t>(index)];
  const auto& result = evaluator.results()[static_cast<std::size_t>(index)];
  const auto& value = result.evaluation->value;
  const auto name = result.name.empty() ? std::string("The value") : result.name;
  const auto view = owner_view(entry);
  try {
    if (const auto* mma = std::get_if<algebra::TiledMma>(&value)) return mma_figure(*mma, view);
    if (const auto* atom = std::get_if<algebra::MmaAtom>(&value)) {
      const IntTuple one_atom(std::int64_t{1}), still(std::int64_t{0});
      const Layout threads(IntTuple::tuple({one_atom, one_atom, one_atom}), IntTuple::tuple({still, still, still}));
      return mma_figure(algebra::make_tiled_mma(*atom, threads, algebra::Tiler{std::vector<algebra::Tiler>{}}), view);
    }
  } catch (const algebra::Problem& problem) {
    return tl::unexpected(problem.message);
  }
  // A card that knows its owners, a tiled copy's or a partition's, is that figure already.
  auto own = sheet;
  own.entries[static_cast<std::size_t>(index)].view = view;
  if (auto picture = picture_of(own, evaluator.results(), index); picture && !picture->diagram.owners.empty())
    return one(std::move(picture->diagram), name);

  const auto* layout = std::get_if<Layout>(&value);
  if (layout == nullptr || algebra::rank(*layout) != 2)
    return tl::unexpected(
        fmt::format("{} has no threads and values; a tiled copy or MMA, a partition, or a layout (thread, value) -> index has.", name));
  if (tile.empty())
    return tl::unexpected(
        fmt::format("{} is a layout: the figure needs the shape of the tile that it indexes, such as --tile=\"(16,8)\".", name));
  const auto shape = evaluator.evaluate(tile);
  if (!shape) return tl::unexpected(fmt::format("the tile {}: {}", tile, shape.error().problem.message));
  const auto* tuple = std::get_if<IntTuple>(&shape->value);
  if (tuple == nullptr || !tuple->is_tuple() || tuple->rank() != 2)
    return tl::unexpected(fmt::format("A tile is a shape of two modes, such as (16,8), not {}.", tile));
  return one(owned_tile(*tuple, *layout, result.name, view), name);
}

}  // namespace app
