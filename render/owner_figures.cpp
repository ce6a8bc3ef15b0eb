#include "render/owner_figures.hpp"

#include "render/colourings.hpp"

namespace render {
using algebra::Message;

using algebra::IntTuple;
using algebra::Layout;

View owner_view(View view) {
  if (!view.colour_by->needs_owners) view.colour_by = ColourBy::thread;
  if (view.label_by == LabelBy::index) view.label_by = LabelBy::thread_value;
  return view;
}

std::optional<Diagram> owned_tile(const IntTuple& shape, const Layout& owners, std::string_view name, const View& view) {
  Context context;
  context.owners = owners;
  auto d = describe(algebra::Value(shape), name, view, context);
  if (d) d->subtitle = algebra::to_string(algebra::Value(owners), algebra::Marks::plain);
  return d;
}

tl::expected<Figure, Message> mma_figure(const algebra::TiledMma& mma, View view) {
  const auto mnk = algebra::tile_shape(mma);
  const auto m = mnk.mode(0), n = mnk.mode(1), k = mnk.mode(2);
  auto a = owned_tile(IntTuple::tuple({m, k}), algebra::layout_tv(mma, algebra::Matrix::a), "A (M,K)", view);
  auto c = owned_tile(IntTuple::tuple({m, n}), algebra::layout_tv(mma, algebra::Matrix::c), "C (M,N)", view);
  view.transposed = true;
  auto b = owned_tile(IntTuple::tuple({n, k}), algebra::layout_tv(mma, algebra::Matrix::b), "B (N,K)", view);
  if (!a || !b || !c) return tl::unexpected(Message("The MMA's tile is too large for a figure."));
  Figure figure;
  figure.columns = 2;
  figure.panels.push_back({std::nullopt, "", ""});
  figure.panels.push_back({std::move(*b), "", ""});
  figure.panels.push_back({std::move(*a), "", ""});
  figure.panels.push_back({std::move(*c), "", ""});
  return figure;
}

tl::expected<Figure, Message> mma_figure(const algebra::MmaAtom& atom, const View& view) {
  const IntTuple one(std::int64_t{1}), still(std::int64_t{0});
  const Layout threads(IntTuple::tuple({one, one, one}), IntTuple::tuple({still, still, still}));
  return mma_figure(algebra::make_tiled_mma(atom, threads, algebra::Tiler{std::vector<algebra::Tiler>{}}), view);
}

void show_owners(Diagram& d, const std::function<Diagram::Owner(std::int64_t)>& owner) {
  d.view.colour_by = ColourBy::thread;
  d.view.label_by = LabelBy::thread_value;
  d.owners.clear();
  d.owners.reserve(static_cast<std::size_t>(d.rows.extent * d.columns.extent));
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) d.owners.push_back(d.beyond(r, c) ? Diagram::Owner{} : owner(d.index(r, c)));
  const Context nothing;
  add_colours(d, {.layout = d.rows.layout, .context = nothing});
}

}  // namespace render
