#include "render/diagram.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/wrapping.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"
#include "render/theme.hpp"
#include "render/tmem_cells.hpp"

namespace render {
namespace {

using algebra::Message;
using algebra::message;
using algebra::wrapped_product, algebra::wrapped_sum;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

/// Returns "3" or "(1,0),2": natural coordinates of a tuple's modes, without its own brackets.
std::string mode_coordinates(const algebra::IntTuple& shape, std::int64_t coordinate) {
  std::string text;
  for (int i = 0; i < shape.rank(); ++i) {
    const auto mode = shape.mode(i);
    const auto extent = std::max<std::int64_t>(1, algebra::product(mode).value);
    text += (i == 0 ? "" : ",") + algebra::natural_coordinate(mode, coordinate % extent);
    coordinate /= extent;
  }
  return text;
}

algebra::IntTuple beyond_two(const algebra::IntTuple& shape) {
  algebra::IntTuple rest;
  for (int i = 2; i < shape.rank(); ++i) rest.append(shape.mode(i));
  return rest;
}

/// Returns algebra::index_range of an axis, without its errors.
algebra::IndexRange range_of(const algebra::IntTuple& shape, const algebra::IntTuple& stride) {
  algebra::IndexRange result;
  if (shape.is_integer()) {
    const auto reach = wrapped_product(shape.integer().value - 1, stride.integer().value);
    (reach < 0 ? result.least : result.greatest) = reach;
    return result;
  }
  for (int i = 0; i < shape.rank(); ++i) {
    const auto mode = range_of(shape.mode(i), stride.mode(i));
    result.least = wrapped_sum(result.least, mode.least);
    result.greatest = wrapped_sum(result.greatest, mode.greatest);
  }
  return result;
}

}  // namespace

int Axis::border_level(std::int64_t p) const {
  if (p <= 0) return 0;
  for (auto k = border_periods.size(); k > 0; --k)
    if (p % border_periods[k - 1] == 0) return static_cast<int>(k);
  return 0;
}

std::string Axis::longest_heading() const {
  if (names.empty()) return heading(last_shown());
  return *std::ranges::max_element(names, {}, [](const std::string& n) { return n.size(); });
}

std::string Axis::heading(std::int64_t p) const {
  if (p > last_shown()) return "...";
  if (p >= 0 && p < std::ssize(names)) return names[static_cast<std::size_t>(p)];
  return natural_only ? natural_heading(p) : fmt::format("{}", (slabs.width > 0 && slabs.restarts ? p % slabs.width : p) / together);
}

std::string Axis::natural_heading(std::int64_t p) const {
  if (p > last_shown()) return "...";
  if (slabs.width > 0) return algebra::natural_coordinate(layout.shape().mode(0), p % slabs.width);
  return algebra::natural_coordinate(layout.shape(), p);
}

std::string Axis::slab_caption(std::int64_t n) const {
  return slabs.width > 0 ? slabs.before + mode_coordinates(slabs.shape, n) + slabs.after : std::string();
}

std::int64_t Diagram::index(std::int64_t row, std::int64_t column) const {
  if (const auto* part = part_at(row, column)) return part->diagram.index(row - part->row, column - part->column);
  if (bits)
    return algebra::entry(*bits, static_cast<int>(view.transposed ? column : row), static_cast<int>(view.transposed ? row : column));
  if (!listed.empty()) {
    const auto at = coordinate(row, column);
    return at >= 0 && at < std::ssize(listed) ? listed[static_cast<std::size_t>(at)] : 0;
  }
  return outer(wrapped_sum(offset, wrapped_sum(rows.layout(row), columns.layout(column))));
}

bool Diagram::beyond(std::int64_t row, std::int64_t column) const {
  if (const auto* part = part_at(row, column)) return part->diagram.beyond(row - part->row, column - part->column);
  return std::ranges::any_of(bounds, [&](const Bound& b) { return b(row, column) >= b.extent; });
}

bool Diagram::vacant(std::int64_t row, std::int64_t column) const {
  if (!parts.empty()) return part_at(row, column) == nullptr;
  return !elements.empty() && elements[static_cast<std::size_t>(row * columns.extent + column)] < 0;
}

void Diagram::note_fact(const Message& fact) { note = Message::list({note, fact}); }

void Diagram::note_line(const Message& line) {
  if (note.empty()) note = line;
  else if (!line.empty()) note = message("{}\n{}", note, line);
}

Message Diagram::remark(std::int64_t row, std::int64_t column) const {
  if (const auto* part = part_at(row, column)) {
    const auto& d = part->diagram;
    const auto r = row - part->row, c = column - part->column;
    auto said = d.remark(r, c);
    const auto owner = d.owner_at(r, c);
    if (!said.empty() || owner.thread < 0 || d.registers.empty()) return said;
    const auto at = fmt::format("{}({},{})", d.title, d.view.transposed ? c : r, d.view.transposed ? r : c);
    return message(
        "{}: {}", at,
        message("register {} of thread {}, of warp {}", d.register_name(owner.value), owner.thread, owner.thread / algebra::warp_threads));
  }
  if (!elements.empty() && listed.empty()) return tmem_remark(*this, row, column);
  if (!others.empty()) {
    const auto cell = static_cast<std::size_t>(row * columns.extent + column);
    const auto& a = owners[cell];
    const auto& b = others[cell];
    const auto at = algebra::natural_coordinate(shape, coordinate(row, column));
    if (a == b) return message("{}: thread {} has it in register {}, by the copy and by the MMA", at, a.thread, a.value);
    if (a.thread < 0)
      return message("{}: the MMA wants it in register {} of thread {} too, to which the copy does not give it", at, b.value, b.thread);
    if (b.thread < 0)
      return message("{}: the copy gives it to register {} of thread {} too, where the MMA does not want it", at, a.value, a.thread);
    return message("{}: the copy gives it to register {} of thread {}, the MMA wants it in register {} of thread {}", at, a.value, a.thread,
                   b.value, b.thread);
  }
  if (!beyond(row, column)) return {};
  std::string at, extents;
  for (const auto& b : bounds) {
    at += fmt::format("{}{}", at.empty() ? "" : ",", b(row, column));
    extents += fmt::format("{}{}", extents.empty() ? "" : ",", b.extent);
  }
  if (bounds.size() > 1) at = "(" + at + ")", extents = "(" + extents + ")";
  if (bounded_by.empty()) return message("beyond the tensor's end: {} is not in {}", at, extents);
  return message("beyond the end of {}: {} is not in {}", bounded_by, at, extents);
}

void Diagram::append_index(std::string& out, std::int64_t row, std::int64_t column) const {
  if (!zipped.empty()) out += '(';
  const auto first = index(row, column);
  if (codomain.rank() > 0) out += algebra::natural_coordinate(codomain, first);
  else append_number(out, first);
  if (zipped.empty()) return;
  const auto at = coordinate(row, column);
  for (const auto& f : zipped) (out += ',') += algebra::index_text(f, at);
  out += ')';
}

std::int64_t Diagram::coordinate(std::int64_t row, std::int64_t column) const {
  if (!parts.empty()) {
    const auto* part = part_at(row, column);
    return part == nullptr ? -1 : part->first + part->diagram.coordinate(row - part->row, column - part->column);
  }
  if (!elements.empty()) return elements[static_cast<std::size_t>(row * columns.extent + column)];
  if (shape.rank() <= 1) return row + column;
  const auto first = view.transposed ? column : row, second = view.transposed ? row : column;
  const auto& first_axis = view.transposed ? columns : rows;
  const auto& second_axis = view.transposed ? rows : columns;
  if (first_axis.slabs.width > 0) {
    // The slabs of modes 3 and on extend the axis of mode 0, those of mode 2 the axis of mode 1.
    const auto inner = first_axis.slabs.width;
    return wrapped_sum(first % inner, wrapped_product(inner, wrapped_sum(second, wrapped_product(second_axis.extent, first / inner))));
  }
  const auto slice = shape.rank() > 2 && !view.slabs ? wrapped_product(view.slice, wrapped_product(rows.extent, columns.extent)) : 0;
  return wrapped_sum(slice, wrapped_sum(first, wrapped_product(second, first_axis.extent)));
}

std::optional<Diagram::Cell> Diagram::cell_of(std::int64_t at) const {
  if (at < 0 || rows.extent < 1 || columns.extent < 1) return std::nullopt;
  for (const auto& part : parts) {
    const auto& of = part.diagram;
    if (at < part.first || at - part.first >= of.rows.extent * of.columns.extent) continue;
    const auto cell = of.cell_of(at - part.first);
    return cell ? std::optional(Cell{part.row + cell->row, part.column + cell->column}) : std::nullopt;
  }
  if (!parts.empty()) return std::nullopt;
  if (!elements.empty()) {
    if (at >= static_cast<std::int64_t>(places.size())) return std::nullopt;
    const auto cell = places[static_cast<std::size_t>(at)];
    return Cell{cell / columns.extent, cell % columns.extent};
  }
  const auto& first_axis = view.transposed ? columns : rows;
  const auto& second_axis = view.transposed ? rows : columns;
  if (shape.rank() <= 1)
    return at < std::max(rows.extent, columns.extent) ? std::optional(rows.extent > 1 ? Cell{at, 0} : Cell{0, at}) : std::nullopt;
  if (shape.rank() > 2 && !view.slabs) at = wrapped_sum(at, -wrapped_product(view.slice, wrapped_product(rows.extent, columns.extent)));
  const auto inner = first_axis.slabs.width > 0 ? first_axis.slabs.width : first_axis.extent;
  auto first = floor_mod(at, inner), second = floor_div(at, inner);
  if (second < 0) return std::nullopt;
  first += inner * (second / second_axis.extent);
  second %= second_axis.extent;
  if (first >= first_axis.extent) return std::nullopt;
  return view.transposed ? Cell{second, first} : Cell{first, second};
}

const Part* Diagram::part_at(std::int64_t row, std::int64_t column) const {
  for (const auto& part : parts)
    if (row >= part.row && row < part.row + part.diagram.rows.extent && column >= part.column &&
        column < part.column + part.diagram.columns.extent)
      return &part;
  return nullptr;
}

std::string Diagram::register_name(std::int64_t value) const {
  if (registers.empty()) return {};
  return fmt::format("{}{}", registers, value / register_values % std::max<std::int64_t>(1, register_count));
}

bool Diagram::has_owners() const {
  return !owners.empty() || std::ranges::any_of(parts, [](const Part& part) { return part.diagram.has_owners(); });
}

Diagram::Owner Diagram::owner_at(std::int64_t row, std::int64_t column) const {
  if (const auto* part = part_at(row, column)) return part->diagram.owner_at(row - part->row, column - part->column);
  const auto cell = static_cast<std::size_t>(row * columns.extent + column);
  return cell < owners.size() ? owners[cell] : Owner{};
}

std::vector<Diagram::Cell> Diagram::cells_of_thread(std::int64_t of) const {
  std::vector<Cell> cells;
  if (of < 0) return cells;
  for (const auto& part : parts)
    for (const auto& cell : part.diagram.cells_of_thread(of)) cells.push_back({part.row + cell.row, part.column + cell.column});
  if (!parts.empty()) return cells;
  if (owned) {
    const auto threads = algebra::size(algebra::mode(*owned, 0)), values = algebra::size(algebra::mode(*owned, 1));
    for (std::int64_t v = 0; v < values && of < threads; ++v)
      if (const auto cell = cell_of((*owned)(of + threads * v))) cells.push_back(*cell);
    return cells;
  }
  for (std::size_t i = 0; i < owners.size(); ++i)
    if (owners[i].thread == of)
      cells.push_back({static_cast<std::int64_t>(i) / columns.extent, static_cast<std::int64_t>(i) % columns.extent});
  return cells;
}

std::vector<CellBlock> Diagram::counterparts(std::int64_t row, std::int64_t column) const {
  std::vector<CellBlock> blocks;
  const auto* from = part_at(row, column);
  if (from == nullptr) return blocks;
  const auto& own = from->diagram;
  /// The positions along an axis that belong to the cell; nullopt if it has none of its modes.
  const auto positions = [&](const Axis& axis) -> std::optional<std::int64_t> {
    const auto at = axis.name.empty()               ? -1
                    : axis.name == own.rows.name    ? row - from->row
                    : axis.name == own.columns.name ? column - from->column
                                                    : -1;
    return at < 0 || at > axis.last_shown() ? std::nullopt : std::optional(at);
  };
  for (const auto& part : parts) {
    const auto& d = part.diagram;
    const auto r = positions(d.rows), c = positions(d.columns);
    if (&part == from || (!r && !c)) continue;
    blocks.push_back({part.row + r.value_or(0), part.column + c.value_or(0), r ? 1 : d.rows.extent, c ? 1 : d.columns.extent});
  }
  return blocks;
}

void arrange(Diagram& d) {
  std::vector<std::int64_t> heights, widths;
  const auto take = [](std::vector<std::int64_t>& bands, std::int64_t band, std::int64_t extent) {
    if (std::ssize(bands) <= band) bands.resize(static_cast<std::size_t>(band) + 1);
    auto& size = bands[static_cast<std::size_t>(band)];
    size = std::max(size, extent);
  };
  std::int64_t first = 0;
  for (auto& part : d.parts) {
    take(heights, part.down, part.diagram.rows.extent);
    take(widths, part.across, part.diagram.columns.extent);
    const auto count = part.diagram.rows.extent * part.diagram.columns.extent;
    part.first = part.alike ? first - count : first;
    if (!part.alike) first += count;
  }
  // Cells of large grids are small, but the gaps between grids stay as wide, so these take more cells.
  constexpr std::int64_t small = 40, cells_a_gap = 24;
  const auto total = std::max(std::reduce(heights.begin(), heights.end()), std::reduce(widths.begin(), widths.end()));
  const auto gap = total <= small ? 1 : (total + cells_a_gap - 1) / cells_a_gap;
  const auto begin = [gap](const std::vector<std::int64_t>& bands, std::int64_t band) {
    return std::accumulate(bands.begin(), bands.begin() + band, gap * band);
  };
  for (auto& part : d.parts) part.row = begin(heights, part.down), part.column = begin(widths, part.across);
  const auto axis = [&](const std::vector<std::int64_t>& bands) {
    Axis a;
    a.extent = begin(bands, std::ssize(bands)) - gap;
    a.layout = algebra::Layout(algebra::IntTuple(a.extent), algebra::IntTuple(std::int64_t{0}));
    a.names.resize(static_cast<std::size_t>(a.extent));
    return a;
  };
  d.rows = axis(heights);
  d.columns = axis(widths);
  for (const auto& part : d.parts) {
    const auto& of = part.diagram;
    const auto name = [](const Axis& from, Axis& to, std::int64_t at) {
      for (std::int64_t p = 0; from.headed && p < from.extent; ++p) to.names[static_cast<std::size_t>(at + p)] = from.heading(p);
    };
    name(of.rows, d.rows, part.row);
    name(of.columns, d.columns, part.column);
  }
  d.shape = d.parts.empty() ? algebra::IntTuple() : d.parts.front().diagram.shape;
}

std::int64_t Diagram::slices() const { return elements.empty() && shape.rank() > 2 ? algebra::product(beyond_two(shape)).value : 1; }

std::string Diagram::slice_text() const {
  if (shape.rank() <= 2 || view.slabs || !elements.empty()) return {};
  return "(_,_," + mode_coordinates(beyond_two(shape), view.slice) + ")";
}

bool Diagram::coloured() const { return view.colour_by->colour != nullptr; }
bool Diagram::labelled() const { return view.label_by->append != nullptr; }

int Diagram::colour_key(std::int64_t row, std::int64_t column) const {
  if (const auto* part = part_at(row, column)) return part->diagram.colour_key(row - part->row, column - part->column);
  if (!parts.empty()) return -1;
  if (!coloured() || beyond(row, column)) return -1;
  if (!colour.separable) {
    const auto cell = static_cast<std::size_t>(row * columns.extent + column);
    return cell < colour.table.size() ? colour.table[cell] : -1;
  }
  const auto sum = wrapped_sum(colour.offset, wrapped_sum(colour.row_key(row), colour.column_key(column)));
  return static_cast<int>(floor_mod(floor_div(sum, std::max<std::int64_t>(1, colour.divisor)), key_modulus));
}

Rgb Diagram::fill(std::int64_t row, std::int64_t column) const {
  const auto key = colour_key(row, column);
  if (key < 0) return theme(ThemeName::light).card;
  const auto colours = fills_of(*this, ThemeName::light);
  return colours[static_cast<std::size_t>(key) % colours.size()];
}

std::string Diagram::label(std::int64_t row, std::int64_t column) const {
  if (const auto* part = part_at(row, column)) return part->diagram.label(row - part->row, column - part->column);
  std::string text;
  if (labelled() && !beyond(row, column) && !vacant(row, column)) labels_of(*this)->append(text, *this, row, column);
  return text;
}

std::int64_t Diagram::widest_index() const {
  if (bits) return 1;
  if (!listed.empty()) return *std::ranges::max_element(listed, {}, [](std::int64_t i) { return fmt::formatted_size("{}", i); });
  if (!parts.empty()) {
    std::int64_t widest = 0;
    for (const auto& part : parts) widest = std::max(widest, part.diagram.widest_index());
    return widest;
  }
  const auto r = range_of(rows.layout.shape(), rows.layout.stride());
  const auto c = range_of(columns.layout.shape(), columns.layout.stride());
  const auto [least, greatest] = algebra::index_range(
      outer, {wrapped_sum(offset, wrapped_sum(r.least, c.least)), wrapped_sum(offset, wrapped_sum(r.greatest, c.greatest))});
  return fmt::formatted_size("{}", least) > fmt::formatted_size("{}", greatest) ? least : greatest;
}

}  // namespace render
