#include "render/tmem_cells.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/tmem.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/layout/layout.hpp"
#include "render/colour_keys.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"
#include "render/owner_maps.hpp"

namespace render {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Message;
using algebra::message;
using algebra::Tmem;

constexpr std::int64_t quarter = 32;  ///< lanes of a warp

/// Returns whether a shape is a fragment's, ((M,N),rest...), whose coordinates are written as (m,n,...), without trailing modes of size 1.
bool is_fragment(const IntTuple& shape) { return shape.rank() > 2 && shape.mode(0).is_tuple() && shape.mode(0).rank() == 2; }
IntTuple said_shape(const IntTuple& shape) {
  if (!is_fragment(shape)) return shape;
  auto said = shape.mode(0);
  int last = shape.rank() - 1;
  while (last > 0 && algebra::product(shape.mode(last)).value == 1) --last;
  for (int i = 1; i <= last; ++i) said.append(shape.mode(i));
  return said;
}

/// Returns the part that shares a colour: of each atom, the part of N that lies on the same lanes.
std::int32_t part_of(const IntTuple& said, std::int64_t element) {
  if (said.rank() < 2) return 0;
  const auto m = algebra::product(said.mode(0)).value, n = algebra::product(said.mode(1)).value;
  const auto& columns = said.mode(1);
  const auto parts = columns.is_tuple() ? algebra::product(columns.mode(columns.rank() - 1)).value : 1;
  return static_cast<std::int32_t>(element / m % n / (n / parts) + element / (m * n) * parts);
}

Axis lanes_axis(int bits) {
  Axis axis;
  axis.layout = Layout(IntTuple(Tmem::datapaths), IntTuple(Tmem::datapath(bits)));
  axis.extent = Tmem::datapaths;
  axis.border_periods = {quarter / 2};
  axis.slabs = {
      .width = quarter, .shape = IntTuple::tuple({IntTuple(Tmem::datapaths / quarter)}), .before = "warp ", .after = {}, .restarts = false};
  add_slab_borders(axis);
  return axis;
}
Axis columns_axis(std::int64_t count, int bits) {
  Axis axis;
  axis.together = Tmem::column_bits / bits;
  axis.extent = count * axis.together;
  axis.layout = Layout(IntTuple(axis.extent), IntTuple(1));
  for (const auto period : {axis.together, 8 * axis.together, 32 * axis.together})
    if (period > 1 && period < axis.extent) axis.border_periods.push_back(period);
  return axis;
}

void place_elements(Diagram& d, const algebra::Tensor& t, int bits) {
  const auto lane = Tmem::datapath(bits);
  d.elements.assign(static_cast<std::size_t>(d.rows.extent * d.columns.extent), -1);
  d.places.resize(static_cast<std::size_t>(algebra::size(t.layout)));
  for (std::size_t i = 0; i < d.places.size(); ++i) {
    const auto address = t.offset + t.layout(static_cast<std::int64_t>(i));
    const auto row = d.view.transposed ? address % lane : address / lane, column = d.view.transposed ? address / lane : address % lane;
    const auto cell = row * d.columns.extent + column;
    d.places[i] = static_cast<std::int32_t>(cell);
    auto& element = d.elements[static_cast<std::size_t>(cell)];
    if (element < 0) element = static_cast<std::int32_t>(i);  // if several share a place, the first
  }
}

void add_registers(Diagram& d, const Layout& owners) {
  const auto by_index = owners_by_index(owners);
  if (!by_index) return;
  d.owners.reserve(d.elements.size());
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) d.owners.push_back(d.vacant(r, c) ? Diagram::Owner{} : (*by_index)[d.index(r, c)]);
}

void colour_cells(Diagram& d, const algebra::Tensor& t, const Context& context) {
  const bool by_part = d.view.colour_by == ColourBy::tile && !context.tiles;
  if (!by_part) add_colours(d, {.layout = t.layout, .origin = t.offset, .context = context});
  std::vector<std::int32_t> keys;
  keys.reserve(d.elements.size());
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c)
      keys.push_back(d.vacant(r, c) ? -1 : by_part ? part_of(d.shape, d.coordinate(r, c)) : d.colour_key(r, c));
  d.colour = {};
  d.colour.separable = false;
  d.colour.table = std::move(keys);
}

}  // namespace

std::optional<Diagram> tmem_cells(const algebra::Tensor& t, std::string_view name, const View& view, const Context& context) {
  if (view.tmem == TmemGrid::modes) return std::nullopt;
  const auto use = algebra::tmem_use(t);
  if (!use) return std::nullopt;
  const int bits = t.type->bits;
  const auto cells_of = [&](std::int64_t columns) { return Tmem::datapaths * columns * Tmem::column_bits / bits; };
  const bool whole = view.tmem == TmemGrid::whole && cells_of(Tmem::columns) <= most_table_cells;
  const auto columns = whole ? Tmem::columns : use->allocated;
  if (cells_of(columns) > most_table_cells) return std::nullopt;
  Diagram d;
  d.title = name;
  d.subtitle = algebra::to_string(algebra::Value(t), algebra::Marks::plain);
  d.view = view;
  d.view.slabs = false;
  d.view.slice = 0;
  d.view.element_bits = bits;
  d.shape = said_shape(t.layout.shape());
  d.rows = lanes_axis(bits);
  d.columns = columns_axis(columns, bits);
  if (view.transposed) std::swap(d.rows, d.columns);
  place_elements(d, t, bits);
  if (context.owners && algebra::rank(*context.owners) == 2) add_registers(d, *context.owners);
  // Colours by content: addresses of tensor memory are not informative.
  if (view.colour_by == ColourBy::index) d.view.colour_by = d.owners.empty() ? ColourBy::tile : ColourBy::thread;
  if (view.label_by == LabelBy::index) d.view.label_by = d.owners.empty() ? LabelBy::coordinates : LabelBy::thread_value;
  colour_cells(d, t, context);
  d.note = Message::list({message("{} of 128 lanes", use->lanes), message("{} columns of 512, {} allocated", use->columns, use->allocated),
                          algebra::memory_words(t)});
  return d;
}

std::string_view name_of(TmemGrid grid) {
  switch (grid) {
    case TmemGrid::allocated: break;
    case TmemGrid::whole: return "whole";
    case TmemGrid::modes: return "modes";
  }
  return "allocated";
}
std::optional<TmemGrid> tmem_grid(std::string_view name) {
  for (const auto grid : {TmemGrid::allocated, TmemGrid::whole, TmemGrid::modes})
    if (name_of(grid) == name) return grid;
  return std::nullopt;
}

Message tmem_remark(const Diagram& d, std::int64_t row, std::int64_t column) {
  const auto lane = d.view.transposed ? column : row, along = d.view.transposed ? row : column;
  const auto together = d.view.transposed ? d.rows.together : d.columns.together;
  const algebra::TmemPlace place{lane, along / together, along % together * d.view.element_bits};
  const auto text = algebra::described(place, d.view.element_bits);
  if (d.vacant(row, column)) return message("{}: {}", text, Message("no element"));
  if (d.owners.empty()) return text;
  const auto& owner = d.owners[static_cast<std::size_t>(row * d.columns.extent + column)];
  if (owner.thread < 0) return text;
  const auto bit = std::int64_t{owner.value} * d.view.element_bits;
  return message("{}: {}", text,
                 message("register {} of thread {}, of warp {}", bit / Tmem::column_bits, owner.thread, owner.thread / quarter));
}

}  // namespace render
