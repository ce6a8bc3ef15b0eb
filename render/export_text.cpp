#include <algorithm>

#include <fmt/format.h>

#include "render/export_pen.hpp"

namespace render {
namespace {

/// Returns CuTe's rule between two rows. Its string of dashes has 23 characters, so wider cells have no longer rule.
std::string rule(std::int64_t columns, std::size_t cell) {
  static constexpr std::string_view delimiter = "+-----------------------";
  std::string out = "    ";
  for (std::int64_t n = 0; n < columns; ++n) out += delimiter.substr(0, cell + 1);
  return out + "+\n";
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string plain_table(const Diagram& d) {
  const auto size = label_size(d);
  // Two lines of a cell are written side by side.
  std::size_t width = size.characters * size.lines + 2 * (size.lines - 1);
  for (const auto& c :
       {d.columns.longest_heading(), d.columns.hierarchical ? d.columns.natural_heading(d.columns.last_shown()) : std::string()})
    width = std::max(width, c.size());
  const auto row_heading = [&](std::int64_t r) {
    return d.rows.hierarchical ? d.rows.heading(r) + " " + d.rows.natural_heading(r) : d.rows.heading(r);
  };
  const auto left = std::max(row_heading(d.rows.last_shown()).size(), d.rows.longest_heading().size());

  const auto gap = [&](std::int64_t c) { return d.columns.border_level(c) > 0 ? " |" : ""; };
  const auto line = [&](std::string_view heading, auto&& cell) {
    auto text = fmt::format("{:>{}} |", heading, left);
    for (std::int64_t c = 0; c < d.columns.extent; ++c) text += fmt::format("{} {:>{}}", gap(c), cell(c), width);
    return text + " |\n";
  };
  std::string dashes(left + 1, ' ');
  for (std::int64_t c = 0; c < d.columns.extent; ++c) dashes += (c == 0 ? "+" : *gap(c) != 0 ? "-+" : "") + std::string(width + 1, '-');
  dashes += "-+\n";

  // The caption of a slab starts over its first column and continues over the next ones.
  std::string out;
  if (d.columns.slabs.width > 0) {
    std::string over(left + 2, ' ');
    std::size_t end = over.size();
    for (std::int64_t c = 0; c < d.columns.extent; ++c) {
      if (c % d.columns.slabs.width == 0 && over.size() <= end) {
        over.resize(end, ' ');
        over += (*gap(c) != 0 ? " | " : " ") + d.columns.slab_caption(c / d.columns.slabs.width);
      }
      end += 1 + width + std::string_view(gap(c)).size();
    }
    out += over + "\n";
  }
  out += line("", [&](std::int64_t c) { return d.columns.heading(c); });
  if (d.columns.hierarchical) out += line("", [&](std::int64_t c) { return d.columns.natural_heading(c); });
  for (std::int64_t r = 0; r < d.rows.extent; ++r) {
    if (r == 0 || d.rows.border_level(r) > 0) out += dashes;
    if (d.rows.slabs.width > 0 && r % d.rows.slabs.width == 0) out += d.rows.slab_caption(r / d.rows.slabs.width) + "\n";
    out += line(row_heading(r), [&](std::int64_t c) { return one_line(d.label(r, c)); });
  }
  return out + dashes;
}

/// Writes the table of a layout's shape, with index(1-D coordinate) in each cell. CuTe makes cells as wide as the cosize, even if an index
/// is longer.
template <class Index>
std::string table(const algebra::Layout& layout, std::string title, Index&& index) {
  auto out = std::move(title) + "\n";
  if (algebra::rank(layout) != 2) return out;
  const auto row_count = algebra::size(algebra::mode(layout, 0)), column_count = algebra::size(algebra::mode(layout, 1));
  const auto cell = fmt::formatted_size("{}", algebra::cosize(layout)) + 2;
  out += "    ";
  for (std::int64_t n = 0; n < column_count; ++n) out += fmt::format("  {:>{}} ", n, cell - 2);
  out += "\n";
  const auto between = rule(column_count, cell);
  for (std::int64_t m = 0; m < row_count; ++m) {
    out += between + fmt::format("{:>2}  ", m);
    for (std::int64_t n = 0; n < column_count; ++n) out += fmt::format("| {:>{}} ", index(m + n * row_count), cell - 2);
    out += "|\n";
  }
  return out + between;
}

}  // namespace

std::string print_layout(const algebra::Layout& layout, algebra::Marks marks) {
  return table(layout, algebra::to_string(layout, marks), layout);
}
std::string print_layout(const algebra::ComposedLayout& composed, algebra::Marks marks) {
  return table(composed.layout, algebra::to_string(composed, marks), composed);
}

bool is_print_layout(const Diagram& d) {
  return d.shape.rank() == 2 && d.plain_indices() && !d.bits && d.listed.empty() && !d.view.transposed && d.offset == 0 &&
         d.outer.nothing() && d.bounds.empty() && d.elements.empty() && d.parts.empty() && d.view.label_by == LabelBy::index;
}

std::string export_text(const Diagram& d, const ExportOptions& options) {
  std::string out;
  if (options.title && !d.title.empty()) out += d.title + "\n";
  if (is_print_layout(d)) {
    out += print_layout(algebra::make_layout(d.rows.layout, d.columns.layout), algebra::Marks::plain);
  } else {
    if (options.title && !d.subtitle.empty()) out += d.subtitle + "\n";
    if (d.parts.empty()) out += plain_table(d);
    for (const auto& part : d.parts) {
      const auto& of = part.diagram;
      out += fmt::format("{} ({},{})\n{}", of.title, of.rows.name, of.columns.name, plain_table(of));
    }
  }
  for (const auto& line : d.table) out += fmt::format("{:>5}  {:<20} {:>6}  {}\n", line.place, line.name.text(), line.value, line.meaning);
  if (options.title && !d.note.empty()) out += d.note.text() + "\n";
  return out;
}

}  // namespace render
