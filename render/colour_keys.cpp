#include "render/colour_keys.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "algebra/layout/mode_list.hpp"
#include "render/colourings.hpp"
#include "render/index_map.hpp"
#include "render/owner_maps.hpp"

namespace render {
namespace {

using algebra::IntTuple;
using algebra::Layout;

constexpr std::int64_t most_border_positions = 65536;

/// Returns, for every index, the number of its element in mode `numbered` of a rank-2 layout; nullopt for more than `most` elements.
std::optional<IndexMap<std::int32_t>> numbers_of(const Layout& layout, std::int64_t most) {
  const auto count = algebra::size(layout), inner = algebra::size(algebra::mode(layout, 0));
  if (count < 1 || count > most) return std::nullopt;
  IndexMap<std::int32_t> map(-1, count);
  const auto indices = all_indices(layout);
  for (std::int64_t i = 0; i < count; ++i) map.set(indices[static_cast<std::size_t>(i)], static_cast<std::int32_t>(i / inner));
  return map;
}

/// Sums of a row's and a column's part, before the outer function; tables are made from these.
struct Cells {
  std::vector<std::int64_t> rows, columns;
  std::int64_t offset;
  explicit Cells(const Diagram& d) : rows(all_indices(d.rows.layout)), columns(all_indices(d.columns.layout)), offset(d.offset) {}

  template <class F>
  void each(F&& f) const {
    for (const auto r : rows)
      for (const auto c : columns) f(offset + r + c);
  }
};

bool fits_table(const Diagram& d) {
  return d.rows.extent <= most_table_cells && d.columns.extent <= most_table_cells && d.rows.extent * d.columns.extent <= most_table_cells;
}

template <class Key>
bool make_table(Diagram& d, Key&& key) {
  if (!fits_table(d)) return false;
  d.colour.separable = false;
  d.colour.table.clear();
  d.colour.table.reserve(static_cast<std::size_t>(d.rows.extent * d.columns.extent));
  Cells(d).each([&](std::int64_t index) { d.colour.table.push_back(key(index)); });
  return true;
}

/// Colours by the rest coordinate of a (tile, rest...) layout's own grid.
void colour_by_own_rest(Diagram& d) {
  const auto& rest = d.view.transposed ? d.rows : d.columns;
  const auto& tile = d.view.transposed ? d.columns : d.rows;
  const auto key = linear_key(rest.extent, 1);
  const auto other = tile.slabs.width > 0 ? periodic_key(tile.extent, tile.slabs.width, rest.extent) : linear_key(tile.extent, 0);
  colour_by_sum(d, d.view.transposed ? key : other, d.view.transposed ? other : key, d.shape.rank() > 2 ? d.view.slice * rest.extent : 0);
}

/// Returns the offset to subtract from indices to look up tiles: 0 if the tiles index memory, the tensor's offset if they index its own
/// elements.
std::int64_t tiles_origin(const Diagram& d, const ColourSource& source, const IndexMap<std::int32_t>& map) {
  if (source.origin == 0 || map[d.offset] >= 0) return 0;
  return source.origin;
}

bool colour_by_tile_table(Diagram& d, const ColourSource& source) {
  if (!fits_table(d)) return false;
  const auto map = numbers_of(*source.context.tiles, most_table_cells);
  if (!map) return false;
  const auto origin = tiles_origin(d, source, *map);
  return colour_by_table(d, [&](std::int64_t index) { return (*map)[index - origin]; });
}

bool has_other_tiles(const ColourSource& source) {
  return source.context.tiles && algebra::rank(*source.context.tiles) == 2 && !(*source.context.tiles == source.layout);
}

/// Returns the step n of the tile numbers at positions 0, period, 2 period, ... of an axis; nullopt if they are not evenly spaced.
std::optional<std::int64_t> step_between_tiles(const Axis& axis, std::int64_t period,
                                               const std::function<std::int32_t(std::int64_t)>& number) {
  const auto count = axis.extent / period;
  if (count == 1) return 0;
  const std::int64_t first = number(0), step = number(axis.layout(period)) - first;
  for (std::int64_t k = 0; k < std::min(count, most_border_positions); ++k)
    if (number(axis.layout(k * period)) != first + k * step) return std::nullopt;
  return step;
}

/// Colours a grid too large for a table by number = row part + column part, if the tiles' first elements have such numbers. Returns false
/// otherwise.
bool colour_by_tile_sum(Diagram& d, const ColourSource& source) {
  const auto& tiles = *source.context.tiles;
  const auto rest = algebra::mode(tiles, 1);
  if (algebra::size(rest) > most_table_cells) return false;
  IndexMap<std::int32_t> bases(-1, algebra::size(rest));
  std::int32_t next = 0;
  for (const auto base : all_indices(rest)) bases.set(base, next++);
  const auto origin = tiles_origin(d, source, bases);
  if (bases[d.offset - origin] < 0) return false;
  const auto number = [&](std::int64_t index) { return bases[d.offset - origin + index]; };
  const auto period = [](const Axis& axis) { return axis.border_periods.empty() ? axis.extent : axis.border_periods.front(); };
  const auto row_period = period(d.rows), column_period = period(d.columns);
  const auto row_step = step_between_tiles(d.rows, row_period, number);
  const auto column_step = step_between_tiles(d.columns, column_period, number);
  if (!row_step || !column_step) return false;
  colour_by_sum(d, periodic_key(d.rows.extent, row_period, *row_step), periodic_key(d.columns.extent, column_period, *column_step),
                number(0));
  return true;
}

/// Returns the number of leading positions whose index is in the first tile; 0 if there are none or the axis is too long.
template <class Inside>
std::int64_t leading_period(const Axis& axis, Inside&& inside) {
  if (axis.extent > most_border_positions || !inside(0)) return 0;
  std::int64_t count = 1;
  while (count < axis.extent && inside(axis.layout(count))) ++count;
  return count;
}

void set_period(Axis& axis, std::int64_t period) {
  const auto within = axis.slabs.width > 0 ? axis.slabs.width : axis.extent;
  axis.border_periods.clear();
  if (period > 1 && period < within && within % period == 0) axis.border_periods = {period};
  add_slab_borders(axis);
}

/// Returns whether the layout's indices are step * position.
bool counts_from(const Layout& layout, std::int64_t step) {
  for (const auto& mode : algebra::flat_modes(layout)) {
    if (mode.shape.value > 1 && mode.stride.value != step) return false;
    step *= mode.shape.value;
  }
  return true;
}

}  // namespace

std::vector<std::int64_t> all_indices(const Layout& layout) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(algebra::size(layout)));
  algebra::indices(layout, 0, out);
  return out;
}

void add_slab_borders(Axis& axis) {
  if (axis.slab_count() < 2) return;
  while (axis.border_periods.size() < 3 || axis.border_periods.back() != axis.slabs.width) axis.border_periods.push_back(axis.slabs.width);
}

void add_owners(Diagram& d, const ColourSource& source) {
  if (!source.context.owners || algebra::rank(*source.context.owners) != 2 || !fits_table(d)) return;
  d.owners.reserve(static_cast<std::size_t>(d.rows.extent * d.columns.extent));
  const auto& first = d.view.transposed ? d.columns : d.rows;
  const auto& second = d.view.transposed ? d.rows : d.columns;
  const bool counts = d.shape.rank() == 2 && d.offset == source.origin && counts_from(first.layout, 1) &&
                      counts_from(second.layout, first.extent) && !d.outer.function;
  if (const auto by_axis = counts ? owners_by_axis(*source.context.owners, first.extent, second.extent) : std::nullopt) {
    const auto& down = d.view.transposed ? by_axis->second : by_axis->first;
    for (const auto& row : down)
      for (const auto& column : d.view.transposed ? by_axis->first : by_axis->second)
        d.owners.push_back({row.thread + column.thread, row.value + column.value});
  } else if (const auto by_index = owners_by_index(*source.context.owners)) {
    Cells(d).each([&](std::int64_t index) { d.owners.push_back((*by_index)[index - source.origin]); });
  } else {
    return;
  }

  // One pass of the threads: the leading cells with every thread's value 0.
  if (d.owners.front().value != 0) return;
  const auto first_pass = [&](Axis& axis, std::int64_t stride) {
    std::int64_t count_of_pass = 1;
    while (count_of_pass < axis.extent && d.owners[static_cast<std::size_t>(count_of_pass * stride)].value == 0) ++count_of_pass;
    set_period(axis, count_of_pass);
  };
  first_pass(d.rows, d.columns.extent);
  first_pass(d.columns, 1);
}

void add_tile_borders(Diagram& d, const ColourSource& source) {
  if (!has_other_tiles(source)) return;
  const auto tile = algebra::mode(*source.context.tiles, 0);
  const auto elements = algebra::size(tile);
  if (elements < 1 || elements > most_table_cells) return;
  IndexMap<std::int32_t> first_tile(-1, elements);
  for (const auto index : all_indices(tile)) first_tile.set(index, 0);
  const auto origin = tiles_origin(d, source, first_tile);
  const auto inside = [&](std::int64_t index) { return first_tile[d.offset - origin + index] == 0; };
  const auto row_period = leading_period(d.rows, inside), column_period = leading_period(d.columns, inside);
  // A tile that does not start at this corner, or whose elements are not adjacent, gives no borders: the grid keeps those of its own
  // hierarchy.
  if (row_period == 0 || column_period == 0 || (row_period == 1 && column_period == 1 && elements > 1)) return;
  set_period(d.rows, row_period);
  set_period(d.columns, column_period);
}

void add_colours(Diagram& d, const ColourSource& source) {
  const auto by = d.view.colour_by;
  if (by->colour == nullptr || (by->needs_owners && d.owners.empty())) return colour_by_index(d);
  by->colour(d, source);
}

void colour_by_index(Diagram& d, std::int64_t bits, std::int64_t divisor_bits) {
  while (bits % 2 == 0 && divisor_bits % 2 == 0) {
    bits /= 2;
    divisor_bits /= 2;
  }
  // Most divisors are powers of two, and a shift takes a tenth of a division's time.
  const auto shift =
      std::has_single_bit(static_cast<std::uint64_t>(divisor_bits)) ? std::countr_zero(static_cast<std::uint64_t>(divisor_bits)) : -1;
  const auto key_of = [&](std::int64_t index) {
    const auto place = index * bits;
    return non_negative_key(shift >= 0 ? place >> shift : place / divisor_bits - (place % divisor_bits < 0));
  };
  if (const auto* swizzle = d.outer.only_swizzle()) {
    if (make_table(d, [&, swizzle = *swizzle](std::int64_t index) { return key_of(algebra::apply(swizzle, index)); })) return;
  } else if (d.outer.function && make_table(d, [&](std::int64_t index) { return key_of(d.outer(index)); })) {
    return;
  }
  const auto scaled = [bits](const Layout& l) {
    return Layout(l.shape(), l.stride().transformed([bits](algebra::Int stride) {
      std::int64_t product = 0;
      if (__builtin_mul_overflow(stride.value, bits, &product)) product = 0;
      return algebra::Int{product, stride.is_static};
    }));
  };
  std::int64_t offset = 0;
  if (__builtin_mul_overflow(d.offset + d.outer.start, bits, &offset)) offset = 0;
  colour_by_sum(d, scaled(d.rows.layout), scaled(d.columns.layout), offset);
  d.colour.divisor = divisor_bits;
}

std::int64_t swizzled_piece(const Diagram& d) {
  const auto* swizzle = d.outer.function ? std::get_if<algebra::Swizzle>(&d.outer.function->function) : nullptr;
  if (swizzle == nullptr || swizzle->bits == 0) return 1;
  const auto piece = std::int64_t{1} << swizzle->base;
  return piece <= d.widest_index() ? piece : 1;
}

void colour_by_sum(Diagram& d, Layout row_key, Layout column_key, std::int64_t offset) {
  d.colour = {
      .separable = true, .row_key = std::move(row_key), .column_key = std::move(column_key), .offset = offset, .divisor = 1, .table = {}};
}

bool colour_by_table(Diagram& d, const std::function<std::int32_t(std::int64_t)>& key) { return make_table(d, key); }

void colour_by_tile(Diagram& d, const ColourSource& source) {
  if (!has_other_tiles(source)) {
    if (d.shape.rank() >= 2) colour_by_own_rest(d);
    else colour_by_index(d);
    return;
  }
  if (!colour_by_tile_table(d, source) && !colour_by_tile_sum(d, source)) colour_by_index(d);
}

Layout periodic_key(std::int64_t extent, std::int64_t period, std::int64_t step) {
  return Layout(IntTuple::tuple({IntTuple(period), IntTuple(extent / period)}),
                IntTuple::tuple({IntTuple(std::int64_t{0}), IntTuple(step)}));
}

Layout linear_key(std::int64_t extent, std::int64_t step) { return Layout(IntTuple(extent), IntTuple(step)); }

std::int32_t non_negative_key(std::int64_t key) { return static_cast<std::int32_t>(((key % (1 << 30)) + (1 << 30)) % (1 << 30)); }

}  // namespace render
