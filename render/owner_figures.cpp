#include "render/owner_figures.hpp"

#include "render/colourings.hpp"

namespace render {
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
