#include "render/bit_cells.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/layout.hpp"

namespace render {
namespace {

using algebra::BitMatrix;
using algebra::Message;
using algebra::message;

std::vector<std::string> names_of(const std::vector<algebra::BitGroup>& groups) {
  std::vector<std::string> names;
  for (int i = 0; i < algebra::bits_in(groups); ++i) names.push_back(algebra::bit_name(groups, i));
  return names;
}

Axis axis_of_bits(std::vector<std::string> names, std::int64_t stride) {
  Axis axis;
  axis.extent = static_cast<std::int64_t>(names.size());
  axis.layout = algebra::Layout(algebra::Int{axis.extent, true}, algebra::Int{stride, true});
  axis.names = std::move(names);
  return axis;
}

/// Returns the bits of a coordinate by name: "m1 + n0".
std::string sum_of(const BitMatrix& m, std::uint64_t coordinate) {
  std::string text;
  for (int c = 0; c < algebra::bits_in(m.columns); ++c)
    if ((coordinate >> c & 1) != 0) text += (text.empty() ? "" : " + ") + algebra::bit_name(m.columns, c);
  return text;
}

TableLine line(Message name, std::string value, Message meaning, Speaks of = Speaks::other) {
  return {.place = {}, .name = std::move(name), .value = std::move(value), .meaning = std::move(meaning), .of = of};
}

void add_rank(Diagram& d, const BitMatrix& m) {
  const auto kernel = algebra::kernel(m);
  auto meaning = kernel.empty() ? Message("injective: no two coordinates have the same index")
                                : message("not injective: {} changes nothing", sum_of(m, kernel[0]));
  d.table.push_back(line("rank", fmt::format("{}/{}", algebra::rank(m), algebra::bits_in(m.columns)), std::move(meaning)));
  if (m.offset != 0) d.table.push_back(line("offset", fmt::format("{}", m.offset), "XORed with every index", Speaks::start));
}

/// Notes how many words share a bank, if rows are banks and columns the lanes of a warp.
void add_banks(Diagram& d, const BitMatrix& m) {
  const auto access = algebra::bank_access(m);
  if (!access) return;
  const auto bytes = fmt::format("{} B", access->bytes);
  if (access->ways == 1) return d.table.push_back(line("access", bytes, "free of conflicts", Speaks::stride));
  d.table.push_back(line("access", bytes, message("{} words meet in a bank", access->ways), Speaks::leading));
  d.table.push_back(line("of words", fmt::format("{}", access->word_rank), "the rank", Speaks::leading));
  d.table.push_back(line("of banks", fmt::format("{}", access->bank_rank), "the rank", Speaks::leading));
}

/// Lists the values that move, by the way they take.
void add_cost(Diagram& d, const BitMatrix& m) {
  const auto cost = algebra::conversion_cost(m);
  const auto add = [&](Message name, std::int64_t values, Message meaning, Speaks of) {
    if (values != 0) d.table.push_back(line(std::move(name), fmt::format("{}", values), std::move(meaning), of));
  };
  add("stay", cost.same_register, "values are already in place", Speaks::stride);
  add("registers", cost.same_thread,
      cost.selects ? Message("values change registers, chosen by the lane") : Message("values change registers of the thread"),
      Speaks::start);
  add("lanes", cost.other_lane,
      cost.shuffles != 0 ? message("{} shuffles of 32 bits a warp", cost.shuffles) : Message("through shared memory, too"), Speaks::layout);
  add("warps", cost.other_warp, "through shared memory", Speaks::leading);
  if (cost.other_warp == 0) return;
  d.table.push_back(line("bytes", fmt::format("{}", cost.crossing_bytes), "cross warps", Speaks::leading));
  d.table.push_back(line("bytes", fmt::format("{}", cost.shared_bytes), "are written to shared memory", Speaks::leading));
}

void add_layout(Diagram& d, const BitMatrix& m) {
  const auto near = algebra::nearest_layout(m);
  if (near.changed != 0) {
    d.table.push_back(line("layout", "", "no layout has these bits", Speaks::leading));
    d.table.push_back(line("nearest", "", Message::verbatim(plain(near.value)), Speaks::leading));
    d.table.push_back(line("others", fmt::format("{}", near.changed), "bits that differ", Speaks::leading));
    return;
  }
  const auto* composed = std::get_if<algebra::ComposedLayout>(&near.value);
  const auto* swizzle = composed != nullptr ? composed->outer.only_swizzle() : nullptr;
  const bool adds = swizzle != nullptr && swizzle->bits > 0;
  d.table.push_back(line("layout", "", Message::verbatim(plain(near.value)), Speaks::layout));
  if (adds) d.table.push_back(line("swizzle", "", "framed: the swizzle's bits", Speaks::layout));
  if (!adds) return;
  const auto inner = algebra::bit_matrix(composed->layout);
  for (int r = 0; r < algebra::bits_in(m.rows); ++r)
    for (int c = 0; c < algebra::bits_in(m.columns); ++c) {
      const bool before = c < algebra::bits_in(inner.columns) && algebra::entry(inner, r, c);
      if (before == algebra::entry(m, r, c)) continue;
      const bool turned = d.view.transposed;
      d.callouts.push_back({.row = turned ? c : r, .column = turned ? r : c, .of = Speaks::layout});
    }
}

}  // namespace

std::optional<Diagram> describe_bits(const BitMatrix& m, std::string_view name, const View& view) {
  const int rows = algebra::bits_in(m.rows), columns = algebra::bits_in(m.columns);
  if (rows == 0 || columns == 0) return std::nullopt;
  Diagram d;
  d.title = name;
  d.subtitle = algebra::plain(m);
  d.view = view;
  d.view.element_bits = view.bits_of(m);
  d.view.slabs = false;
  d.view.slice = 0;
  d.shape = algebra::IntTuple::tuple({algebra::Int{rows, true}, algebra::Int{columns, true}});
  d.bits = m;
  d.rows = axis_of_bits(names_of(m.rows), 1);
  d.columns = axis_of_bits(names_of(m.columns), rows);
  if (view.transposed) std::swap(d.rows, d.columns);
  // Colours each group of columns; entries of 0 get no colour.
  d.colour.separable = false;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      int group = 0;
      auto bit = view.transposed ? r : c;
      while (bit >= m.columns[static_cast<std::size_t>(group)].count) bit -= m.columns[static_cast<std::size_t>(group++)].count;
      d.colour.table.push_back(d.index(r, c) != 0 ? group : -1);
    }
  if (algebra::is_conversion(m)) {
    add_cost(d, m);
    return d;
  }
  add_rank(d, m);
  add_banks(d, m);
  add_layout(d, m);
  return d;
}

}  // namespace render
