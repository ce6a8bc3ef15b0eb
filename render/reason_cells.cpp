#include "render/reason_cells.hpp"

#include <algorithm>
#include <array>

#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace render {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Message;
using algebra::message;
using algebra::Refusal;

/// Returns the name of a condition, which is CuTe's or a paper's, in the user's language.
Message name_of(const algebra::Condition& c) {
  static const std::array known{Message("stride divisibility"),
                                Message("shape divisibility"),
                                Message("left divisible"),
                                Message("weakly left divisible"),
                                Message("disjoint intervals"),
                                Message("mutual refinement"),
                                Message("strides of at least 0"),
                                Message("admissible for complementation"),
                                Message("tiler rank"),
                                Message("left inverse divisibility"),
                                Message("weakly congruent")};
  const auto it = std::find_if(known.begin(), known.end(), [&](const Message& m) { return m.key() == c.name; });
  return it != known.end() ? *it : Message::verbatim(c.name);
}

/// Sets indices by 1-D coordinate in place of those of the axes, and their colours.
void list_indices(Diagram& d, std::vector<std::int64_t> indices) {
  d.listed = std::move(indices);
  if (d.view.colour_by != ColourBy::index) return;
  d.colour = {};
  d.colour.separable = false;
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c)
      d.colour.table.push_back(d.vacant(r, c) ? -1 : static_cast<std::int32_t>((d.index(r, c) % key_modulus + key_modulus) % key_modulus));
}

void light(Diagram& d, std::int64_t coordinate, std::string words, Speaks of) {
  if (const auto cell = d.cell_of(coordinate))
    d.callouts.push_back({.row = cell->row, .column = cell->column, .words = std::move(words), .of = of});
}

void add_conditions(Diagram& d, const Refusal& r) {
  for (const auto& c : r.conditions) {
    Message found = "holds";
    if (!c.holds && c.operand >= 0 && c.mode >= 0)
      found = message("broken at mode {} of {}: {}", c.mode, r.operands[static_cast<std::size_t>(c.operand)].name, c.why);
    else if (!c.holds) found = message("broken: {}", c.why);
    using Source = algebra::Condition::Source;
    d.table.push_back({.place = c.source == Source::cute    ? "CuTe"
                                : c.source == Source::paper ? "Shah"
                                                            : "Carlisle",
                       .name = name_of(c),
                       .value = {},
                       .meaning = std::move(found),
                       .of = c.holds ? Speaks::stride : Speaks::leading});
  }
  for (const auto& repair : r.repairs)
    d.table.push_back(
        {.place = {}, .name = "this works", .value = {}, .meaning = Message::verbatim(repair.expression), .of = Speaks::layout});
}

std::vector<std::int64_t> sizes_of(const IntTuple& t) {
  std::vector<std::int64_t> all;
  t.for_each_integer([&](algebra::Int i) { all.push_back(i.value); });
  return all;
}

/// Makes a column of numbers at the left, one at the right, and nothing in between. Elements are counted from the first of the left column.
Diagram two_columns(const std::vector<std::int64_t>& left, const std::vector<std::int64_t>& right, std::string_view name,
                    const View& view) {
  constexpr std::int64_t columns = 3;
  Diagram d;
  d.title = name;
  d.view = view;
  d.view.colour_by = ColourBy::index;
  d.view.label_by = LabelBy::index;
  d.view.transposed = d.view.slabs = false;
  d.view.slice = 0;
  if (d.view.element_bits == 0) d.view.element_bits = algebra::ElementType{}.bits;
  const auto rows = static_cast<std::int64_t>(std::max(left.size(), right.size()));
  d.rows.extent = rows;
  d.columns.extent = columns;
  d.rows.layout = Layout(IntTuple(rows), IntTuple(std::int64_t{0}));
  d.columns.layout = Layout(IntTuple(columns), IntTuple(std::int64_t{0}));
  d.shape = IntTuple(static_cast<std::int64_t>(left.size() + right.size()));
  d.elements.assign(static_cast<std::size_t>(rows * columns), -1);
  const auto put = [&](const std::vector<std::int64_t>& numbers, std::int64_t column) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto cell = static_cast<std::int64_t>(i) * columns + column;
      d.elements[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(d.places.size());
      d.places.push_back(static_cast<std::int32_t>(cell));
      d.listed.push_back(numbers[i]);
    }
  };
  put(left, 0);
  put(right, columns - 1);
  d.colour.separable = false;
  d.colour.table.assign(static_cast<std::size_t>(rows * columns), -1);
  return d;
}

void colour(Diagram& d, std::int64_t row, std::int64_t column, std::int32_t key) {
  d.colour.table[static_cast<std::size_t>(row * d.columns.extent + column)] = key;
}

}  // namespace

std::optional<Diagram> describe_refusal(const Refusal& r, std::string_view name, const View& given) {
  auto view = given;
  view.slabs = true;
  std::optional<Diagram> d;
  if (!r.indices.empty() && r.whole) {
    d = describe(algebra::Value(algebra::make_layout(r.shape)), name, view);
    if (!d) return std::nullopt;
    auto indices = r.indices;
    if (r.partial) std::replace(indices.begin(), indices.end(), std::int64_t{-1}, std::int64_t{0});
    list_indices(*d, std::move(indices));
    // Where any index would do, the cell is empty.
    if (r.partial)
      for (std::size_t i = 0; i < r.indices.size(); ++i) {
        d->elements.push_back(r.indices[i] < 0 ? -1 : static_cast<std::int32_t>(i));
        d->places.push_back(static_cast<std::int32_t>(i));
        if (r.indices[i] < 0 && i < d->colour.table.size()) d->colour.table[i] = -1;
      }
    d->subtitle = r.operation;
  } else if (!r.operands.empty()) {
    d = describe(algebra::Value(r.operands.front().layout), name, view);
    if (!d) return std::nullopt;
    d->subtitle = r.operands.front().name + " = " + d->subtitle;
  }
  if (!d) return std::nullopt;
  d->note = {};
  if (r.proof && r.whole) {
    light(*d, r.proof->first, "a", Speaks::start);
    light(*d, r.proof->second, "b", Speaks::stride);
    light(*d, r.proof->sum, "a+b", Speaks::leading);
  }
  if (!r.part.empty()) d->note_line(message("{} is refused.", r.part));
  for (const auto& line : described(r)) d->note_line(line);
  d->note_matters = true;
  add_conditions(*d, r);
  return d;
}

std::optional<Diagram> describe_morphism(const algebra::Morphism& m, std::string_view name, const View& view) {
  const auto domain = sizes_of(m.domain), codomain = sizes_of(m.codomain);
  if (domain.empty()) return std::nullopt;
  auto d = two_columns(domain, codomain, name, view);
  d.subtitle = algebra::plain(algebra::as_tuple(m));
  d.columns.names = {"S", "", "T"};
  for (std::size_t i = 0; i < domain.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    const auto key = static_cast<std::int32_t>(i);
    colour(d, row, 0, key);
    if (m.arrows[i] == 0) continue;
    const std::int64_t to = m.arrows[i] - 1;
    colour(d, to, 2, key);
    d.callouts.push_back({.row = row, .column = 0, .to = std::pair(to, std::int64_t{2}), .of = Speaks::layout});
  }
  d.note = message("{} → {}; the layout of the arrows is {}.", algebra::plain(m.domain), algebra::plain(m.codomain),
                   algebra::plain(algebra::layout_of(m)));
  return d;
}

std::optional<Diagram> describe_cuts(const IntTuple& first, const IntTuple& second, std::string_view name, const View& view) {
  const auto left = sizes_of(first), right = sizes_of(second);
  if (left.empty() || right.empty()) return std::nullopt;
  auto d = two_columns(left, right, name, view);
  d.subtitle = algebra::plain(IntTuple::tuple({first, second}));
  d.columns.names = {"T", "", "U"};
  for (std::size_t i = 0; i < right.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    colour(d, row, 2, static_cast<std::int32_t>(i));
    if (i >= left.size()) continue;
    colour(d, row, 0, static_cast<std::int32_t>(i));
    d.callouts.push_back({.row = row, .column = 0, .to = std::pair(row, std::int64_t{2}), .of = Speaks::layout});
  }
  d.note = message("T is {}, U is {}: cut at the same places, T is the beginning of U.", algebra::plain(first), algebra::plain(second));
  return d;
}

}  // namespace render
