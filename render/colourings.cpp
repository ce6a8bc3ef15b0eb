#include "render/colourings.hpp"

#include <algorithm>
#include <vector>

namespace render {
namespace {

using algebra::Layout;

void by_index(Diagram& d, const ColourSource&) { colour_by_index(d, 1, swizzled_piece(d)); }

/// Returns position -> coordinate in the outermost mode of the axis, times `step`.
Layout outermost_key(const Axis& axis, std::int64_t step) {
  return axis.border_periods.empty() ? linear_key(axis.extent, 0) : periodic_key(axis.extent, axis.border_periods.back(), step);
}

void by_mode(Diagram& d, const ColourSource&) {
  const auto is_nested = [](const Axis& axis) { return axis.layout.shape().leaves() > 1 && !axis.border_periods.empty(); };
  if (!is_nested(d.rows) && !is_nested(d.columns)) {
    const bool down = d.shape.rank() >= 2 && !d.view.transposed;
    return colour_by_sum(d, linear_key(d.rows.extent, down ? 1 : 0), linear_key(d.columns.extent, down ? 0 : 1));
  }
  const auto outer_rows = is_nested(d.rows) ? d.rows.extent / d.rows.border_periods.back() : 1;
  colour_by_sum(d, outermost_key(d.rows, 1), outermost_key(d.columns, outer_rows));
}

/// Sets the key to `key(owner)`. Needs owners.
template <auto key>
void by_owner(Diagram& d, const ColourSource&) {
  d.colour.separable = false;
  d.colour.table.clear();
  d.colour.table.reserve(d.owners.size());
  for (const auto& owner : d.owners) d.colour.table.push_back(owner.thread < 0 ? -1 : key(owner));
}

/// Gives elements in the same `bits_together` bits of memory the same key.
template <std::int64_t bits_together>
void by_place(Diagram& d, const ColourSource&) {
  colour_by_index(d, std::max(1, d.view.element_bits), bits_together);
}

/// Sets the key to the bits that the outermost swizzle changes in an index, shifted down to bit 0; 0 if it changes none.
void by_swizzle(Diagram& d, const ColourSource&) {
  const auto* outer = d.outer.at_swizzle();
  if (outer == nullptr) return colour_by_sum(d, linear_key(d.rows.extent, 0), linear_key(d.columns.extent, 0));
  const auto& swizzle = std::get<algebra::Swizzle>(outer->function);
  const auto lowest = swizzle.base + std::max(0, -swizzle.shift);
  const auto changed = [&](std::int64_t sum) {
    const auto before = outer->before(sum);
    return non_negative_key((algebra::apply(swizzle, before) ^ before) >> lowest);
  };
  if (!colour_by_table(d, changed)) colour_by_index(d);
}

using Owner = Diagram::Owner;

constexpr Colouring index_record{
    .key = "index",
    .legend = "index",
    .title = "Colour by index",
    .help =
        "The colour is the index mod 8, the number of colours of a palette: eight neighbours in memory have eight colours. A swizzle "
        "Swizzle<B,M,S> moves pieces of 2^M elements as a whole: behind it the colour is index / 2^M mod 8. With a swizzle of shared "
        "memory a piece has 16 bytes, so each colour is a group of four banks.",
    .colour = by_index,
    .heading = [](const Diagram& d) {
      const auto piece = swizzled_piece(d);
      return piece > 1 ? algebra::message("{} / {}", algebra::Message("index"), piece) : algebra::Message("index");
    }};
constexpr Colouring tile_record{
    .key = "tile",
    .legend = "tile",
    .title = "Colour by tile",
    .help =
        "Elements of one tile have the same colour: of the divide that made the entry, or of the entry that is named here. So one sees "
        "where each tile lies.",
    .colour = colour_by_tile,
    .takes_tiles = true,
    .reason = [](const Diagram& d) {
      return d.shape.rank() < 2 ? "A single mode has no tiles; Tiles of… takes another entry's." : nullptr;
    }};
constexpr Colouring mode_record{
    .key = "mode",
    .legend = "mode",
    .title = "Colour by mode",
    .help =
        "Elements with the same coordinates in the outermost nested modes have the same colour; where nothing is nested, those with the "
        "same coordinate in mode 0.",
    .colour = by_mode};
constexpr Colouring thread_record{.key = "thread",
                                  .legend = "thread",
                                  .title = "Colour by thread",
                                  .help =
                                      "Elements of one thread have the same colour. The 32 threads of a warp have 32: eight hues, and "
                                      "another shade of them with each eight threads.",
                                  .colour = by_owner<[](Owner o) { return o.thread; }>,
                                  .needs_owners = true,
                                  .ramp = true};
constexpr Colouring value_record{
    .key = "value",
    .legend = "value",
    .title = "Colour by value",
    .help = "The colour is which of its thread’s values the element is: those of one colour are accessed at the same time.",
    .colour = by_owner<[](Owner o) { return o.value; }>,
    .needs_owners = true};
constexpr Colouring warp_record{.key = "warp",
                                .legend = "warp",
                                .title = "Colour by warp",
                                .help = "Elements of the 32 threads of one warp have the same colour.",
                                .colour = by_owner<[](Owner o) { return o.thread / 32; }>,
                                .needs_owners = true};
constexpr Colouring bank_record{
    .key = "bank",
    .legend = "bank",
    .title = "Colour by bank",
    .help =
        "The bank of shared memory that the element begins in: address / 4 mod 32. The 32 banks have 32 colours: eight hues, and another "
        "shade of them with each eight banks.",
    .colour = by_place<4 * 8>,
    .needs_memory = true,
    .ramp = true,
    .period = 32};
constexpr Colouring chunk_record{
    .key = "chunk",
    .legend = "bank group, 16 B",
    .title = "Colour by 16 B chunk",
    .help =
        "The 16-byte chunk that the element begins in, of the 8 of its 128-byte line: address / 16 mod 8. It has four banks, and a swizzle "
        "of shared memory moves it as a whole.",
    .colour = by_place<16 * 8>,
    .needs_memory = true,
    .period = 8};
constexpr Colouring sector_record{
    .key = "sector",
    .legend = "32 B sector",
    .title = "Colour by 32 B sector",
    .help = "Elements of one 32-byte sector have the same colour. However little of a sector a request wants, all of it is moved.",
    .colour = by_place<32 * 8>,
    .needs_memory = true};
constexpr Colouring line_record{.key = "line",
                                .legend = "128 B line",
                                .title = "Colour by 128 B line",
                                .help = "Elements of one 128-byte line have the same colour.",
                                .colour = by_place<128 * 8>,
                                .needs_memory = true};
constexpr Colouring swizzle_record{
    .key = "swizzle",
    .legend = "swizzle",
    .title = "Colour by swizzle",
    .help = "What the swizzle changes in the index: equal colours are moved alike.",
    .colour = by_swizzle,
    .reason = [](const Diagram& d) { return d.outer.at_swizzle() != nullptr ? nullptr : "There is no swizzle here."; }};
constexpr Colouring none_record{.key = "none", .legend = "", .title = "No colours", .help = "All elements look the same."};

std::vector<ColourBy>& table() {
  static std::vector<ColourBy> all{ColourBy(index_record),  ColourBy(tile_record), ColourBy(mode_record),    ColourBy(thread_record),
                                   ColourBy(value_record),  ColourBy(warp_record), ColourBy(bank_record),    ColourBy(chunk_record),
                                   ColourBy(sector_record), ColourBy(line_record), ColourBy(swizzle_record), ColourBy(none_record)};
  return all;
}

}  // namespace

constinit const ColourBy ColourBy::index(index_record);
constinit const ColourBy ColourBy::tile(tile_record);
constinit const ColourBy ColourBy::thread(thread_record);
constinit const ColourBy ColourBy::none(none_record);

std::span<const ColourBy> colourings() { return table(); }

std::optional<ColourBy> colouring_named(std::string_view key) {
  const auto found = std::ranges::find_if(table(), [&](ColourBy by) { return by->key == key; });
  return found == table().end() ? std::nullopt : std::optional(*found);
}

const char* why_not(ColourBy by, const Diagram& d) {
  if (by->needs_owners && !d.has_owners()) return no_owners;
  if (by->needs_memory && d.codomain.rank() > 0) return no_memory;
  return by->reason != nullptr ? by->reason(d) : nullptr;
}

AddedColouring::AddedColouring(const Colouring& record) : added_(record) { table().push_back(added_); }
AddedColouring::~AddedColouring() { std::erase(table(), added_); }

}  // namespace render
