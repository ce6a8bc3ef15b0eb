#include "render/copy_cells.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/layout/operations.hpp"
#include "render/labellings.hpp"
#include "render/part_frames.hpp"

namespace render {
namespace {

using algebra::CopyAtom;
using algebra::IntTuple;
using algebra::Layout;
using algebra::message;
using algebra::Side;
using algebra::TiledCopy;

constexpr std::int64_t register_bits = 32, matrix_rows = 8, matrix_row_bits = 128;

/// Returns the side that is in registers, if the other one is in a memory with rows of its own.
std::optional<Side> in_registers(const CopyAtom& atom) {
  using Kind = algebra::CopyInstruction::Kind;
  switch (algebra::copy_instruction(*atom.traits).kind) {
    case Kind::ldmatrix:
    case Kind::tmem_ld: return Side::destination;
    case Kind::stmatrix:
    case Kind::tmem_st: return Side::source;
    default: return std::nullopt;
  }
}

View by_thread(View view, LabelBy label) {
  if (view.colour_by == ColourBy::index) view.colour_by = ColourBy::thread;
  if (view.label_by == LabelBy::index) view.label_by = label;
  return view;
}

/// Draws a tile with the owners of one side, (thread, value) -> 1-D coordinate.
std::optional<Diagram> side_of(const IntTuple& shape, const Layout& owners, std::string_view title, const View& view) {
  Context context;
  context.owners = owners;
  auto d = describe(algebra::Value(shape), title, view, context);
  if (!d) return d;
  d->owned = owners;
  return d;
}

void name_registers(Diagram& d, const Layout& owners, int bits, std::int64_t instructions) {
  d.registers = "r";
  d.register_values = std::max<std::int64_t>(1, register_bits / bits);
  d.register_count = std::max<std::int64_t>(1, algebra::size(algebra::mode(owners, 1)) / instructions / d.register_values);
}

/// Arranges two grids with the same elements side by side or, if they are wide, one above the other.
Diagram both(Diagram source, Diagram destination, const View& view) {
  Diagram d;
  d.view = view;
  const bool stacked = source.columns.extent > 2 * source.rows.extent;
  for (auto* side : {&source, &destination}) {
    auto& part = d.parts.emplace_back();
    part.alike = side == &destination;
    (stacked ? part.down : part.across) = part.alike ? 1 : 0;
    part.diagram = std::move(*side);
    part.diagram.subtitle.clear();
    part.diagram.note = {};
  }
  auto& second = d.parts.back().diagram;
  (stacked ? second.columns : second.rows).headed = false;
  arrange(d);
  return d;
}

/// The tile that an instruction copies, in elements of its type.
struct Tile {
  IntTuple shape;
  int bits = 0;
  Layout source, destination;
  bool one = true;  ///< one picture suffices, that of `shown`
  Side shown = Side::destination;
};

std::optional<Tile> tile_of(const CopyAtom& atom) {
  if (atom.tma) return std::nullopt;
  const auto& traits = *atom.traits;
  const auto values = [](const Layout& side) { return algebra::size(algebra::mode(side, 1)); };
  const auto registers = in_registers(atom);
  const auto& narrow = values(traits.src) < values(traits.dst) ? traits.src : traits.dst;
  const auto& whole = registers ? (*registers == Side::source ? traits.dst : traits.src) : narrow;
  const auto all = algebra::cosize(registers ? (*registers == Side::source ? traits.src : traits.dst) : narrow);
  auto row = std::min(values(whole), all);
  const auto by = algebra::copy_instruction(traits);
  if (by.by_matrix()) row = matrix_row_bits;
  // "SM100_TMEM_LOAD_16dp256b4x" covers 16 lanes.
  if (by.datapaths > 0) row = all / by.datapaths;
  if (row < 1 || all % row != 0) return std::nullopt;
  const int widest = by.by_matrix() ? by.matrix_bits : by.packs_16_bits ? 16 : 32;
  for (int bits = atom.type ? atom.type->bits : widest; bits > 0; bits = atom.type ? 0 : bits / 2) {
    auto source = algebra::attempt([&] { return algebra::upcast(traits.src, bits); });
    auto destination = algebra::attempt([&] { return algebra::upcast(traits.dst, bits); });
    auto& of_narrow = &narrow == &traits.src ? source : destination;
    if (all % bits != 0 || row % bits != 0 || !of_narrow || (registers && (!source || !destination))) continue;
    Tile tile{.shape = IntTuple::tuple({IntTuple(row / bits), IntTuple(all / row)}),
              .bits = bits,
              .source = source ? *source : *of_narrow,
              .destination = destination ? *destination : *of_narrow,
              .one = !by.by_matrix(),
              .shown = registers                ? *registers
                       : &narrow == &traits.src ? Side::source
                                                : Side::destination};
    return tile;
  }
  return std::nullopt;
}

/// Frames the 8 x 8 matrices of ldmatrix, with rows running down.
void frame_matrices(Diagram& d) {
  for (std::int64_t row = 0; d.rows.extent > matrix_rows && row < d.rows.extent; row += matrix_rows)
    d.frames.push_back({{row, 0, matrix_rows, d.columns.extent}, false, fmt::format("matrix {}", row / matrix_rows)});
}

bool same_owners(const Diagram& a, const Diagram& b) { return a.owners == b.owners; }

}  // namespace

bool has_copy_cells(const CopyAtom& atom) { return tile_of(atom).has_value(); }

std::optional<Diagram> copy_cells(const CopyAtom& atom, std::string_view name, std::string subtitle, const View& view) {
  const auto tile = tile_of(atom);
  if (!tile) return std::nullopt;
  const auto registers = in_registers(atom);
  const auto by = algebra::copy_instruction(*atom.traits);
  auto own = by_thread(view, registers ? *labelling_named("register") : LabelBy::thread_value);
  own.element_bits = tile->bits;
  const auto part = [&](Side side, std::string_view title) {
    auto of = own;
    // Draws a lane's part of the other memory as a row.
    if (registers) of.transposed = !view.transposed;
    const auto& owners = side == Side::source ? tile->source : tile->destination;
    auto d = side_of(tile->shape, owners, title, of);
    if (!d || !registers) return d;
    for (auto* axis : {&d->rows, &d->columns}) axis->border_periods.clear();
    (of.transposed ? d->rows : d->columns).name = by.datapaths > 0 ? "lane" : "row";
    (of.transposed ? d->columns : d->rows).name = fmt::format("b{}", tile->bits);
    if (side == *registers) name_registers(*d, owners, tile->bits, 1);
    if (by.by_matrix() && of.transposed) frame_matrices(*d);
    return d;
  };
  std::optional<Diagram> d;
  if (tile->one && !registers) {
    d = part(tile->shown, "");
  } else if (tile->one) {
    // All threads of a warp reach all of its tensor memory, so the picture of their registers suffices.
    if (auto only = part(tile->shown, "tensor memory")) {
      d.emplace();
      d->view = own;
      only->subtitle.clear();
      d->parts.emplace_back().diagram = std::move(*only);
      arrange(*d);
    }
  } else {
    auto source = part(Side::source, *registers == Side::source ? "registers" : "shared memory"),
         destination = part(Side::destination, *registers == Side::source ? "shared memory" : "registers");
    if (source && destination) d = both(std::move(*source), std::move(*destination), own);
  }
  if (!d) return d;
  d->title = name;
  d->subtitle = std::move(subtitle);
  return d;
}

std::optional<Diagram> copy_cells(const TiledCopy& copy, std::string_view name, std::string subtitle, const View& view) {
  // CuTe makes copies without threads or values, and some whose layouts it does not compile.
  if (algebra::size(copy.layout_tv) < 1) return std::nullopt;
  const auto shape = algebra::tile_shape(copy);
  const auto tv = [&](Side side) -> std::optional<Layout> {
    auto found = algebra::attempt([&] { return copy.atom.tma ? algebra::tma_slices(copy) : algebra::layout_tv(copy, side); });
    return found ? std::optional(std::move(*found)) : std::nullopt;
  };
  const auto to = tv(Side::destination), from = tv(Side::source);
  if (!to) return std::nullopt;
  const auto own = by_thread(view, LabelBy::thread_value);
  auto d = side_of(shape, *to, "destination", own);
  if (!d) return d;
  auto source = from && shape.rank() == 2 && *from != *to ? side_of(shape, *from, "source", own) : std::nullopt;
  if (source && !same_owners(*source, *d)) {
    const auto registers = in_registers(copy.atom);
    const auto instructions = [&](const Layout& owners, Side side) {
      return std::max<std::int64_t>(1,
                                    algebra::size(algebra::mode(owners, 1)) /
                                        std::max<std::int64_t>(1, algebra::size(algebra::mode(algebra::value_layout(copy.atom, side), 1))));
    };
    for (auto [of, owners, side] : {std::tuple(&*source, &*from, Side::source), std::tuple(&*d, &*to, Side::destination)}) {
      auto& first = own.transposed ? of->columns : of->rows;
      auto& second = own.transposed ? of->rows : of->columns;
      first.name = "M";
      second.name = "N";
      for (auto* axis : {&first, &second}) axis->border_periods.clear();
      frame_warps(*of, *owners);
      if (registers == side && copy.atom.type) name_registers(*of, *owners, copy.atom.type->bits, instructions(*owners, side));
    }
    d = both(std::move(*source), std::move(*d), own);
  }
  d->title = name;
  d->subtitle = std::move(subtitle);
  if (copy.thread) {
    d->thread = copy.thread->value;
    d->note =
        message("Thread {} of warp {} has {} values.", d->thread, d->thread / algebra::warp_threads, algebra::size(algebra::mode(*to, 1)));
  }
  return d;
}

}  // namespace render
