#include "render/tma_cells.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"

namespace render {
namespace {

using algebra::Layout;
using algebra::Message;
using algebra::message;

constexpr std::int64_t most_boxes = 256;

/// The cells of a slice, which form a rectangle.
struct Part {
  std::int64_t row = 0, column = 0, rows = 0, columns = 0;
};

std::int64_t ctas_of(const algebra::Tma& tma) { return algebra::cosize(algebra::make_layout(tma.cluster)); }

/// Returns the parts by slice; empty if there are too many, or if a slice is not a rectangle of this picture.
std::vector<Part> parts_of(const Diagram& d, std::int64_t count) {
  if (count < 1 || count > most_boxes || d.owners.empty()) return {};
  std::vector<Part> parts(static_cast<std::size_t>(count));
  std::vector<std::int64_t> cells(parts.size());
  std::size_t cell = 0;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      const auto slice = d.owners[cell++].thread;
      if (slice < 0 || slice >= count) continue;
      auto& p = parts[static_cast<std::size_t>(slice)];
      if (cells[static_cast<std::size_t>(slice)]++ == 0) p = {r, c, 1, 1};
      const auto right = std::max(p.column + p.columns, c + 1);
      p.column = std::min(p.column, c);
      p.columns = right - p.column;
      p.rows = r + 1 - p.row;
    }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].rows * parts[i].columns != cells[i]) return {};
  return parts;
}

std::string box_text(const algebra::Tma& tma) {
  for (const auto& field : algebra::tma_fields(tma, algebra::Marks::plain))
    if (field.key == "box_dim") return field.text;
  return {};
}

/// Returns the ink of a CTA of a cluster; the inks repeat.
Speaks ink_of_cta(std::int64_t cta) {
  constexpr std::array inks{Speaks::leading, Speaks::layout, Speaks::stride, Speaks::start, Speaks::other};
  return inks[static_cast<std::size_t>(cta) % inks.size()];
}

/// An axis of the tensor in units, of which each tile, each box and the tensor itself have whole numbers.
struct Units {
  std::int64_t each = 1, tile = 1;  ///< elements of a unit, units of a tile
  std::int64_t shown = 1, left_out = 0;
};
Units units_of(std::int64_t each, std::int64_t extent, std::int64_t tile) {
  constexpr std::int64_t most_units = 64;
  Units u{.each = each, .tile = tile / each};
  const auto tiles = (extent + tile - 1) / tile, shown = std::clamp<std::int64_t>(most_units / u.tile, 1, tiles);
  u.shown = shown * u.tile;
  u.left_out = (tiles - shown) * u.tile;
  return u;
}

Axis axis_of(const Units& u, std::int64_t stride) {
  Axis axis;
  axis.extent = u.shown + (u.left_out > 0 ? 1 : 0);
  axis.layout = Layout(algebra::IntTuple(axis.extent), algebra::IntTuple(stride));
  if (u.tile > 1 && u.tile < axis.extent) axis.border_periods = {u.tile};
  for (std::int64_t i = 0; i < u.shown; ++i) axis.names.push_back(fmt::format("{}", i * u.each));
  axis.left_out = u.left_out;
  return axis;
}

/// Returns the slice's number, and its CTA.
std::string name_of(std::int64_t slice, std::int64_t instructions, std::int64_t ctas) {
  if (ctas == 1) return fmt::format("{}", slice);
  return instructions == 1 ? fmt::format("CTA {}", slice) : fmt::format("{} · CTA {}", slice / ctas, slice % ctas);
}

void frame(Diagram& d, const std::vector<Part>& parts, std::int64_t instructions, std::int64_t ctas, std::int64_t unit) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& p = parts[i];
    const auto slice = static_cast<std::int64_t>(i);
    d.callouts.push_back({.row = p.row / unit,
                          .column = p.column / unit,
                          .rows = p.rows / unit,
                          .columns = p.columns / unit,
                          .words = name_of(slice, instructions, ctas),
                          .of = ink_of_cta(slice % ctas)});
  }
}

/// Draws the tensor in squares, with the boxes of its first tile in the colours of 16 bytes as they are read, and the cells beyond its end.
Diagram tensor_of(const algebra::Tma& tma, const std::vector<Part>& parts, const Diagram& tile, const View& view) {
  const auto& layout = tma.tensor.layout;
  const auto rows = algebra::product(layout.shape().mode(0)).value, columns = algebra::product(layout.shape().mode(1)).value;
  const auto bits = tma.tensor.type->bits;
  auto unit = std::gcd(std::gcd(rows, columns), std::gcd(tile.rows.extent, tile.columns.extent));
  unit = std::gcd(unit, std::max(1, 128 / bits));
  for (const auto& p : parts) unit = std::gcd(std::gcd(unit, std::gcd(p.row, p.column)), std::gcd(p.rows, p.columns));
  const auto down = units_of(unit, rows, tile.rows.extent), across = units_of(unit, columns, tile.columns.extent);
  Diagram d;
  d.subtitle = algebra::to_string(algebra::Value(tma.tensor), algebra::Marks::plain);
  d.view.palette = view.palette;
  d.view.element_bits = bits;
  d.view.label_by = LabelBy::none;
  d.view.colour_by = tile.view.colour_by;
  d.columns = axis_of(across, 1);
  const auto wide = d.columns.extent;
  d.rows = axis_of(down, wide);
  const auto high = d.rows.extent;
  d.shape = algebra::IntTuple::tuple({algebra::IntTuple(high), algebra::IntTuple(wide)});
  const auto along = [](std::int64_t extent, std::int64_t step) { return Layout(algebra::IntTuple(extent), algebra::IntTuple(step)); };
  d.bounds = {{along(high, unit), along(wide, 0), 0, rows}, {along(high, 0), along(wide, unit), 0, columns}};
  const bool along_columns = algebra::mode(layout, 1)(1) == 1 || columns == 1;
  d.colour.separable = false;
  bool beyond = false;
  for (std::int64_t r = 0; r < high; ++r)
    for (std::int64_t c = 0; c < wide; ++c) {
      beyond = beyond || d.beyond(r, c);
      const auto in = std::ranges::find_if(parts, [&](const Part& p) {
        return r * unit >= p.row && r * unit < p.row + p.rows && c * unit >= p.column && c * unit < p.column + p.columns;
      });
      const auto inner = in == parts.end() ? 0 : along_columns ? c * unit - in->column : r * unit - in->row;
      d.colour.table.push_back(in == parts.end() ? -1 : static_cast<std::int32_t>(inner * bits / 128 % 8));
    }
  frame(d, parts, algebra::instructions_per_tile(tma), ctas_of(tma), unit);
  if (beyond) d.note = "hatched: beyond the tensor's end, where a load writes zeros and a store nothing";
  return d;
}

}  // namespace

void add_boxes(Diagram& d, const algebra::TiledCopy& copy) {
  const auto& tma = *copy.atom.tma;
  const auto ctas = ctas_of(tma), instructions = algebra::instructions_per_tile(tma);
  const auto bytes = algebra::bytes_of(tma.map);
  const auto parts = parts_of(d, instructions * ctas);
  if (parts.size() > 1) frame(d, parts, instructions, ctas, 1);
  d.note_line(instructions == 1
                  ? message("1 instruction: a box of {}, {} B", box_text(tma), bytes)
                  : message("{} instructions, numbered in order: a box of {}, {} B, each", instructions, box_text(tma), bytes));
  if (ctas < 2) return;
  const bool multicast = algebra::copy_instruction(tma.traits).multicast;
  for (std::int64_t cta = 0; cta < std::min<std::int64_t>(ctas, 5); ++cta)
    d.table.push_back({.name = message("CTA {}", cta),
                       .meaning = multicast ? message("copies its slice to all {} CTAs of the cluster", ctas) : Message("copies its slice"),
                       .of = ink_of_cta(cta)});
}

std::optional<Figure> tma_figure(const algebra::Value& value, std::string_view name, const View& view) {
  const auto* copy = std::get_if<algebra::TiledCopy>(&value);
  if (copy == nullptr || copy->atom.tma == nullptr) return std::nullopt;
  const auto& tma = *copy->atom.tma;
  auto of_tile = view;
  if (of_tile.label_by == LabelBy::index) of_tile.label_by = LabelBy::none;
  auto upright = of_tile;
  upright.transposed = false;
  auto tile = describe(value, name, of_tile);
  const auto in_order = describe(value, name, upright);
  if (!tile || !in_order) return std::nullopt;
  tile->subtitle = algebra::to_string(tma.shared, algebra::Marks::plain);
  Figure figure;
  figure.legend = tile->coloured();
  const auto& shape = tma.tensor.layout.shape();
  const auto parts = parts_of(*in_order, algebra::instructions_per_tile(tma) * ctas_of(tma));
  if (shape.is_tuple() && shape.rank() == 2 && !parts.empty() && in_order->slices() == 1) {
    figure.panels.push_back({tensor_of(tma, parts, *in_order, view),
                             ctas_of(tma) > 1 ? Message("the tensor, and the CTA that copies each slice of its first tile")
                                              : Message("the tensor, and the boxes of its first tile in order"),
                             "→"});
  }
  figure.panels.push_back({std::move(*tile), "the tile in shared memory, by the 16 bytes that elements land in", ""});
  return figure;
}

}  // namespace render
