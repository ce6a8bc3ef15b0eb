#include "app/figures/thread_value.hpp"

#include <utility>

#include <fmt/format.h>

#include "app/figures/pictures.hpp"
#include "render/owner_figures.hpp"
#include "render/part_frames.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using algebra::IntTuple;
using algebra::Layout;
using algebra::Value;
using Made = tl::expected<render::Figure, Message>;

Made one(std::optional<render::Diagram> d, const Message& name) {
  if (!d) return tl::unexpected(message("{} is too large for a figure.", name));
  render::Figure figure;
  figure.panels.push_back({std::move(*d), "", ""});
  return figure;
}

}  // namespace

Made thread_value_figure(const Sheet& sheet, const SheetEvaluator& evaluator, int index, const std::string& tile) {
  const auto& entry = sheet.entries[static_cast<std::size_t>(index)];
  const auto& result = evaluator.results()[static_cast<std::size_t>(index)];
  const auto& value = result.evaluation->value;
  const auto name = result.name.empty() ? Message("The value") : Message::verbatim(result.name);
  auto view = render::owner_view(entry.view);
  view.slice = 0;
  view.transposed = false;
  // The card of an MMA, a tiled copy or a partition shows owners, so it is that figure already.
  auto own = sheet;
  own.entries[static_cast<std::size_t>(index)].view = view;
  if (auto picture = picture_of(own, evaluator.results(), index); picture && picture->diagram.has_owners())
    return one(std::move(picture->diagram), name);

  const auto* layout = std::get_if<Layout>(&value);
  if (layout == nullptr || algebra::rank(*layout) != 2)
    return tl::unexpected(
        message("{} has no threads and values; use a tiled copy or MMA, a partition, or a layout (thread, value) -> index.", name));
  if (tile.empty())
    return tl::unexpected(
        message("{} is a layout: the figure needs the shape of the tile that it indexes, such as --tile=\"(16,8)\".", name));
  const auto shape = evaluator.evaluate(tile);
  if (!shape) return tl::unexpected(message("the tile {}: {}", tile, shape.error().problem.message));
  const auto* tuple = std::get_if<IntTuple>(&shape->value);
  if (tuple == nullptr || !tuple->is_tuple() || tuple->rank() != 2)
    return tl::unexpected(message("A tile is a shape of two modes, such as (16,8), not {}.", tile));
  auto picture = render::owned_tile(*tuple, *layout, result.name, view);
  if (picture) render::frame_warps(*picture, *layout);
  return one(std::move(picture), name);
}

}  // namespace app
