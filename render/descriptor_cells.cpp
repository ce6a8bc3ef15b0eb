#include "render/descriptor_cells.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/layout/layout.hpp"

namespace render {
namespace {

using algebra::DescriptorFields;
using algebra::MatrixDescriptor;
using algebra::Message;
using algebra::message;
using Field = algebra::DescriptorBits::Field;

/// A step of a descriptor: that many elements along M or N, or along K, are that many bytes.
struct Step {
  bool along_k = false;
  std::int64_t elements = 0;
  int chunks = 0;
  Speaks of = Speaks::layout;
  std::string_view name{};  ///< LBO, SBO
};

struct Geometry {
  DescriptorFields f;
  bool k_major, swizzled;
  std::int64_t values;         ///< elements in 16 bytes
  std::int64_t rows, columns;  ///< of the tile: M or N, and K

  explicit Geometry(const MatrixDescriptor& d)
      : f(fields(d)),
        k_major(d.major == algebra::Major::k),
        swizzled(f.layout.swizzle.bits != 0),
        values(tile_of(d).values),
        rows(algebra::size(algebra::mode(d.tile.layout, 0))),
        columns(algebra::size(algebra::mode(d.tile.layout, 1))) {}

  std::int64_t atom_rows() const { return k_major ? f.layout.rows : f.layout.chunks * values; }
  std::int64_t atom_columns() const { return k_major ? f.layout.chunks * values : f.layout.rows; }

  std::vector<Step> steps() const {
    const Step to_chunk{k_major, values, 1, Speaks::layout, {}};
    std::vector<Step> all;
    if (k_major) {
      all.push_back({false, f.layout.rows, f.sbo, Speaks::stride, "SBO"});
      all.push_back(swizzled ? to_chunk : Step{true, values, f.lbo, Speaks::leading, "LBO"});
    } else if (swizzled) {
      all.push_back({false, f.layout.chunks * values, f.lbo, Speaks::leading, "LBO"});
      all.push_back({true, f.layout.rows, f.sbo, Speaks::stride, "SBO"});
      all.push_back(to_chunk);
    } else {
      all.push_back({false, values, f.sbo, Speaks::stride, "SBO"});
      all.push_back({true, f.layout.rows, f.lbo, Speaks::leading, "LBO"});
    }
    std::erase_if(all, [&](const Step& s) { return s.elements >= (s.along_k ? columns : rows); });
    return all;
  }
};

/// Returns a sketch, ··##····: the chunks in a row of the swizzle atom, with those in which a tile begins marked.
std::string in_atom(const Geometry& g, int start) {
  const int wide = g.f.layout.chunks;
  const auto along = (g.k_major ? g.columns : g.rows) / std::max<std::int64_t>(1, g.values);
  const auto first = start % wide, count = static_cast<int>(std::min<std::int64_t>(wide - first, std::max<std::int64_t>(1, along)));
  std::string bar;
  for (int i = 0; i < wide; ++i) bar += i >= first && i < first + count ? "#" : "·";
  return bar;
}

Message meaning_of_start(const Geometry& g, int start) {
  auto bytes = message("byte {} from the pointer", start * 16);
  return g.swizzled ? message("{}, chunk {} of the swizzle's row: {}", bytes, start % g.f.layout.chunks, in_atom(g, start)) : bytes;
}

Message meaning_of_step(const Geometry& g, Speaks of, int chunks) {
  for (const auto& s : g.steps()) {
    if (s.of != of) continue;
    const auto where = s.along_k ? Message("along K") : Message("along M or N");
    return g.swizzled && !g.k_major ? message("{} bytes to the next swizzle atom {}", chunks * 16, where)
                                    : message("{} bytes to the next core matrix {}", chunks * 16, where);
  }
  const bool unused = g.k_major && g.swizzled && of == Speaks::leading;
  return unused ? Message("not used: a swizzled row of a K-major tile is whole") : Message("not used: the tile ends there");
}

TableLine line_of(const Geometry& g, const algebra::DescriptorBits& b) {
  TableLine line{.place = b.count > 1 ? fmt::format("{}–{}", b.first, b.first + b.count - 1) : fmt::format("{}", b.first),
                 .name = Message(b.name, {}),
                 .value = fmt::format("{}", b.value),
                 .meaning = {}};
  const int value = static_cast<int>(b.value);
  switch (b.field) {
    case Field::start:
      line.of = Speaks::start;
      line.meaning = meaning_of_start(g, value);
      break;
    case Field::lbo:
      line.of = Speaks::leading;
      line.meaning = meaning_of_step(g, line.of, value);
      break;
    case Field::sbo:
      line.of = Speaks::stride;
      line.meaning = meaning_of_step(g, line.of, value);
      break;
    case Field::version: line.meaning = "the architecture: Blackwell has 1"; break;
    case Field::base_offset: line.meaning = "rows of 128 bytes by which the swizzle's pattern is moved"; break;
    case Field::lbo_mode: line.meaning = "the leading byte offset is a distance"; break;
    case Field::layout:
      line.of = Speaks::layout;
      line.meaning = message("{}: {} on bytes", g.f.layout.name,
                             fmt::format("Sw<{},{},{}>", g.f.layout.swizzle.bits, g.f.layout.swizzle.base, g.f.layout.swizzle.shift));
      break;
  }
  return line;
}

void add_descriptor(Diagram& d, const MatrixDescriptor& descriptor) {
  const Geometry g(descriptor);
  if (g.values == 0) return;
  for (const auto& b : bit_fields(descriptor)) d.table.push_back(line_of(g, b));
  const auto add = [&](Callout c) {
    if (d.view.transposed) {
      std::swap(c.row, c.column);
      std::swap(c.rows, c.columns);
      if (c.to) std::swap(c.to->first, c.to->second);
    }
    d.callouts.push_back(std::move(c));
  };
  const auto frame = [&](std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns, Speaks of) {
    add({row, column, std::min(rows, g.rows - row), std::min(columns, g.columns - column), std::nullopt, {}, of});
  };
  const auto core_rows = g.k_major ? std::int64_t{g.f.layout.rows} : g.values,
             core_columns = g.k_major ? g.values : std::int64_t{g.f.layout.rows};
  for (const auto& s : g.steps()) {
    const std::int64_t row = s.along_k ? 0 : s.elements, column = s.along_k ? s.elements : 0;
    if (s.of != Speaks::layout)
      frame(row, column, g.k_major || !g.swizzled ? core_rows : g.atom_rows(), g.k_major || !g.swizzled ? core_columns : g.atom_columns(),
            s.of);
    add({0, 0, 1, 1, std::pair(row, column),
         s.name.empty() ? fmt::format("{} B", s.chunks * 16) : fmt::format("{} {} B", s.name, s.chunks * 16), s.of});
  }
  if (g.swizzled) frame(0, 0, g.atom_rows(), g.atom_columns(), Speaks::layout);
  frame(0, 0, core_rows, core_columns, Speaks::start);
}

/// Marks where each of the first descriptors of a tensor begins.
void add_iterated(Diagram& d, const algebra::Tensor& t) {
  constexpr std::int64_t most_lines = 8;
  const auto total = algebra::size(t.layout);
  for (std::int64_t i = 0; i < std::min(total, most_lines); ++i) {
    const auto one = advanced(*t.descriptors->at, t.offset + t.layout(i));
    const Geometry g(one);
    d.table.push_back({.place = algebra::natural_coordinate(t.layout.shape(), i),
                       .name = Message::verbatim(fmt::format("{:#018x}", one.bits)),
                       .value = fmt::format("{}", g.f.start),
                       .meaning = meaning_of_start(g, g.f.start),
                       .of = Speaks::start});
  }
  if (total > most_lines) d.table.push_back({.place = "…", .name = message("{} descriptors", total)});
}

}  // namespace

void add_descriptors(Diagram& d, const algebra::Value& value) {
  if (const auto* descriptor = std::get_if<MatrixDescriptor>(&value)) add_descriptor(d, *descriptor);
  if (const auto* t = std::get_if<algebra::Tensor>(&value); t != nullptr && t->descriptors) add_iterated(d, *t);
}

}  // namespace render
