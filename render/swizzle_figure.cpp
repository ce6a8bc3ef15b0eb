#include "render/swizzle_figure.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/operations.hpp"
#include "render/colour_keys.hpp"
#include "render/colourings.hpp"

namespace render {
namespace {

using algebra::Message;
using algebra::message;
using algebra::Swizzle;

/// The value without and with the swizzle, in cells of `piece` elements.
struct Sides {
  algebra::Value before, after;
  Swizzle swizzle;  ///< on elements
  std::int64_t piece = 1;
};

std::optional<Sides> by_element(const algebra::Value& value) {
  const auto without = [&](const algebra::OuterFunction& outer, const algebra::Layout& layout,
                           std::int64_t offset) -> std::optional<Sides> {
    const auto* s = std::get_if<Swizzle>(&outer.function);
    if (s == nullptr) return std::nullopt;
    offset += outer.offset.value.value;
    auto inside = outer.inside.empty() ? std::nullopt : std::optional(outer.inside[0]);
    if (offset == 0 && !inside) return Sides{layout, value, *s};
    return Sides{algebra::Tensor{.offset = offset, .layout = layout, .outer = std::move(inside)}, value, *s};
  };
  if (const auto* c = std::get_if<algebra::ComposedLayout>(&value)) return without(c->outer, c->layout, 0);
  if (const auto* t = std::get_if<algebra::Tensor>(&value); t != nullptr && t->outer) return without(*t->outer, t->layout, t->offset);
  return std::nullopt;
}

/// Makes both sides in pieces of 2^M elements, if the layout keeps each piece contiguous.
std::optional<Sides> by_piece(const algebra::Value& value) {
  const auto index = algebra::indexing(value);
  if (!index || index->codomain.rank() > 0) return std::nullopt;
  const auto* swizzle = index->outer.only_swizzle();
  if (swizzle == nullptr && index->outer.function && index->outer.function->inside.empty())
    swizzle = std::get_if<Swizzle>(&index->outer.function->function);
  if (swizzle == nullptr || swizzle->base > 20) return std::nullopt;
  const auto piece = std::int64_t{1} << swizzle->base;
  const auto offset = index->offset + (index->outer.function ? index->outer.function->offset.value.value : 0), start = index->outer.start;
  if (offset % piece != 0 || start % piece != 0) return std::nullopt;
  const auto statically = [](const algebra::IntTuple& t) {
    return t.transformed([](algebra::Int i) { return algebra::Int{i.value, true}; });
  };
  const algebra::Layout layout(statically(index->layout.shape()), statically(index->layout.stride()));
  const auto up = algebra::attempt([&] { return algebra::upcast(layout, piece); });
  if (!up || algebra::size(*up) * piece != algebra::size(layout)) return std::nullopt;
  const Swizzle of_pieces{swizzle->bits, 0, swizzle->shift};
  return Sides{
      algebra::Tensor{.offset = (start + offset) / piece, .layout = *up, .outer = {}},
      algebra::Tensor{.offset = start / piece, .layout = *up, .outer = algebra::OuterFunction{of_pieces, {{offset / piece, true}}}},
      *swizzle, piece};
}

/// Returns the view with the default colouring of pieces, and the bits of a piece.
View view_of_pieces(View view, const algebra::Value& value, const Sides& sides) {
  const bool stated = view.element_bits != 0 || algebra::element_type(value);
  const bool narrow = stated ? view.bits_of(value) * sides.piece < 128 : sides.swizzle.bits > 3;
  view.element_bits = stated ? static_cast<int>(view.bits_of(value) * sides.piece) : narrow ? 32 : 128;
  if (view.colour_by == ColourBy::index)
    if (const auto by = colouring_named(narrow ? "bank" : "chunk")) view.colour_by = *by;
  return view;
}

/// Returns one row of a picture, or one of its columns as a row, with its number as heading.
Diagram strip_of(const Diagram& d, bool column, std::int64_t at, std::int64_t count) {
  auto s = d;
  const auto& across = column ? d.columns : d.rows;
  s.title = s.subtitle = "";
  s.note = {};
  s.bounds.clear();
  s.offset += across.layout(at);
  s.columns = {};
  s.columns.layout = column ? d.rows.layout : d.columns.layout;
  s.columns.extent = count;
  s.rows = {};
  s.rows.layout = algebra::Layout(algebra::Int{1, true}, algebra::Int{0, true});
  s.rows.names = {fmt::format("{}", at)};
  s.shape = algebra::IntTuple::tuple({algebra::Int{1, true}, algebra::Int{count, true}});
  s.view.transposed = false;
  if (s.labelled()) s.view.label_by = LabelBy::index;
  s.colour = {};
  s.colour.separable = false;
  for (std::int64_t i = 0; i < count; ++i) s.colour.table.push_back(column ? d.colour_key(i, at) : d.colour_key(at, i));
  return s;
}

/// A row or a column in which pieces move, and the number of pieces.
struct Moved {
  bool column = false;
  std::int64_t at = 0, count = 0;
};
std::optional<Moved> moved_in(const Diagram& before, const Diagram& after, const Swizzle& swizzle) {
  constexpr std::int64_t most_rows = 64, most_pieces = 32;
  // Chooses the direction in which pieces are adjacent in memory.
  const bool column = before.columns.extent < 2 || (before.rows.extent > 1 && before.rows.layout(1) == 1 && before.columns.layout(1) != 1);
  const auto& across = column ? before.columns : before.rows;
  const auto along = (column ? before.rows : before.columns).extent;
  const auto change = [&](std::int64_t at) {
    const auto row = column ? 0 : at, c = column ? at : 0;
    return static_cast<std::uint64_t>(before.index(row, c) ^ after.index(row, c));
  };
  std::optional<Moved> found;
  for (std::int64_t at = 0; at < std::min(across.extent, most_rows); ++at) {
    const auto bits = std::popcount(change(at));
    if (bits == 0 || (found && bits < 2)) continue;
    found = Moved{column, at, std::min({along, std::int64_t{1} << std::min(swizzle.bits, 20), most_pieces})};
    if (bits > 1) break;  // more than an exchange of neighbours
  }
  return found;
}

/// Draws the bits of an index before and after the swizzle, highest first; frames the bits that it reads, changes and keeps together.
Diagram bits_of(const Swizzle& swizzle, std::int64_t before, std::int64_t after, const View& view) {
  const int read = swizzle.base + std::max(0, swizzle.shift), changed = swizzle.base + std::max(0, -swizzle.shift);
  const auto most = static_cast<std::uint64_t>(std::max({before, after, std::int64_t{1}}));
  const int count = std::max({static_cast<int>(std::bit_width(most)), read + swizzle.bits, changed + swizzle.bits});
  Diagram d;
  d.view = view;
  d.view.element_bits = 32;
  d.view.colour_by = ColourBy::none;
  d.view.label_by = LabelBy::index;
  d.view.slabs = d.view.transposed = false;
  d.view.slice = 0;
  d.shape = algebra::IntTuple::tuple({algebra::Int{2, true}, algebra::Int{count, true}});
  d.bits = algebra::BitMatrix{};
  d.rows.extent = 2;
  d.rows.layout = algebra::Layout(algebra::Int{2, true}, algebra::Int{1, true});
  d.rows.names = {fmt::format("{}", before), fmt::format("{}", after)};
  d.columns.extent = count;
  d.columns.layout = algebra::Layout(algebra::Int{count, true}, algebra::Int{0, true});
  for (int bit = count - 1; bit >= 0; --bit) {
    d.columns.names.push_back(fmt::format("{}", bit));
    d.bits->images.push_back(static_cast<std::uint64_t>(before >> bit & 1) | static_cast<std::uint64_t>(after >> bit & 1) << 1);
  }
  const auto places = [](int lowest, int bits) {
    return bits == 1 ? fmt::format("{}", lowest) : fmt::format("{}–{}", lowest, lowest + bits - 1);
  };
  const auto group = [&](int lowest, int bits, Message name, Message meaning, Speaks of) {
    if (bits == 0) return;
    d.callouts.push_back({.row = 0, .column = count - lowest - bits, .rows = 2, .columns = bits, .of = of});
    d.table.push_back({.place = places(lowest, bits), .name = std::move(name), .value = {}, .meaning = std::move(meaning), .of = of});
  };
  group(read, swizzle.bits, "read", message("XORed onto {}", places(changed, swizzle.bits)), Speaks::leading);
  group(changed, swizzle.bits, "changed", message("one of {} pieces", std::int64_t{1} << swizzle.bits), Speaks::layout);
  group(0, swizzle.base, "kept", "within a piece", Speaks::stride);
  return d;
}

}  // namespace

std::optional<Figure> swizzle_figure(const algebra::Value& value, std::string_view name, const View& view) {
  const auto elements = by_element(value);
  if (!elements || elements->swizzle.base < 0) return std::nullopt;
  const auto pieces = by_piece(value);
  const auto& sides = pieces ? *pieces : *elements;
  const auto of_cells = pieces ? view_of_pieces(view, value, sides) : view;
  auto before = describe(sides.before, "", of_cells), after = describe(sides.after, name, of_cells);
  if (!before || !after) return std::nullopt;
  before->subtitle = algebra::to_string(elements->before, algebra::Marks::plain);
  after->subtitle = algebra::to_string(value, algebra::Marks::plain);
  const auto& s = sides.swizzle;

  Figure figure;
  figure.legend = before->coloured();
  const auto bytes = of_cells.element_bits / 8;
  figure.panels.push_back(
      {std::nullopt, sides.piece > 1 ? message("before: a cell is {} elements, {} B", sides.piece, bytes) : Message("before"), "→"});
  figure.panels.push_back({std::nullopt, message("after Swizzle<{},{},{}>", s.bits, s.base, s.shift), ""});
  if (const auto moved = moved_in(*before, *after, s)) {
    auto from = strip_of(*before, moved->column, moved->at, moved->count), to = strip_of(*after, moved->column, moved->at, moved->count);
    for (std::int64_t i = 0; i < moved->count; ++i)
      for (std::int64_t j = 0; j < moved->count; ++j)
        if (from.index(0, i) == to.index(0, j)) figure.lines.push_back({{2, 0, i}, {3, 0, j}});
    const auto at = moved->count > 1 ? 1 : 0;  // in the first piece the swizzle reads only zeros
    for (auto& line : figure.lines) line.accent = line.from.column == at;
    auto bits = bits_of(s, from.index(0, at) * sides.piece, to.index(0, at) * sides.piece, of_cells);
    to.columns.names.assign(static_cast<std::size_t>(moved->count), "");  // beneath the lines
    figure.panels.push_back({std::move(from), "", "", true});
    figure.panels.push_back(
        {std::move(to), moved->column ? message("column {}, before and after", moved->at) : message("row {}, before and after", moved->at),
         "", true});
    figure.panels.push_back({std::move(bits), "the bits of an index, before and after", ""});
  }
  figure.panels[0].diagram = std::move(before);
  figure.panels[1].diagram = std::move(after);
  return figure;
}

}  // namespace render
